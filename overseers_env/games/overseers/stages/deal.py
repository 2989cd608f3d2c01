"""Deal (§3.1, §4.1) and the character draft (§3.2): the first Leader, the characters, the packs."""

from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import BECOME, PLAYER
from overseers_env.games.overseers.cards import DECKS, HAND_SIZE, NUM_TRAITS
from overseers_env.games.overseers.chance import roll
from overseers_env.games.overseers.characters import FUSHEN, IN_SET, NO_CHARACTER, NO_SET, NUM_CHARACTERS
from overseers_env.games.overseers.state import State
from overseers_env.games.overseers.table import holder

NO_SCORE = 127


@jit
def name_leader(state: State, seat: int) -> None:
    """Make the seat Leader of the round that begins (§2.2)."""
    state.leader = seat
    state.was_leader[seat] = 1


@jit
def draw_leader(state: State) -> None:
    """§2.2: a random seat leads round 1."""
    name_leader(state, roll(state, 0, int(state.num_players)))


@jit
def first_stage(state: State) -> int:
    """Where the round begins: with its characters, laid open or dealt, or without any (§3.2, §3.3)."""
    if state.character_set == NO_SET:
        return stages.PACKS
    return stages.LAY_OUT if state.is_character_draft and state.round_number > 0 else stages.CHARACTERS


@jit
def is_in_hands(state: State, character: int) -> bool:
    """Does a seat hold it?"""
    return holder(state, character) >= 0


@jit
def draw_undealt(state: State, place: int) -> int:
    """A random character of the edition that is neither held, nor laid out, nor on offer."""
    left = 0
    for character in range(NUM_CHARACTERS):
        if _is_undealt(state, character):
            left += 1
    skip = roll(state, place, left)
    for character in range(NUM_CHARACTERS):
        if _is_undealt(state, character):
            if skip == 0:
                return character
            skip -= 1
    return NO_CHARACTER


@jit
def _is_undealt(state: State, character: int) -> bool:
    if IN_SET[state.character_set, character] == 0 or is_in_hands(state, character):
        return False
    laying_out = state.stage == stages.LAY_OUT
    return state.offer[character] == 0 and not (laying_out and state.laid_out[character] == 1)


@jit
def deal_characters(state: State) -> None:
    """§3.1: one random character to each seat."""
    for seat in range(state.num_players):
        state.character[seat] = draw_undealt(state, seat)


@jit
def lay_out_characters(state: State) -> None:
    """§3.2: one character more than there are seats, open to all."""
    for place in range(state.num_players + 1):
        state.laid_out[draw_undealt(state, place)] = 1


@jit
def _lowest_undecided(state: State) -> int:
    lowest = NO_SCORE
    for seat in range(state.num_players):
        if state.character[seat] == NO_CHARACTER:
            lowest = min(lowest, int(state.round_scores[state.round_number - 1, seat]))
    return lowest


@jit
def _chooses_next(state: State, seat: int, lowest: int) -> bool:
    return state.character[seat] == NO_CHARACTER and state.round_scores[state.round_number - 1, seat] == lowest


@jit
def open_character_tie(state: State) -> None:
    """§3.2: the lowest score of the previous round chooses next; between equal ones the Leader names it."""
    lowest, tied = _lowest_undecided(state), 0
    for seat in range(state.num_players):
        if _chooses_next(state, seat, lowest):
            tied += 1
            state.chooser = seat
    state.pending = 1 << int(state.leader) if tied > 1 else 0


@jit
def legal_character_tie(state: State, seat: int) -> tuple[int, int]:
    """A seat among the equal ones."""
    bits, lowest, num_players = 0, _lowest_undecided(state), int(state.num_players)
    for step in range(num_players):
        if _chooses_next(state, (seat + step) % num_players, lowest):
            bits |= 1 << step
    return PLAYER, bits


@jit
def legal_character_choice(state: State, seat: int) -> tuple[int, int]:
    """A laid-out character that nobody holds."""
    bits = 0
    for character in range(NUM_CHARACTERS):
        if state.laid_out[character] == 1 and not is_in_hands(state, character):
            bits |= 1 << character
    return BECOME, bits


@jit
def choose_character(state: State, seat: int, character: int) -> None:
    """§3.2: the seat takes a laid-out character."""
    order = 1
    for other in range(state.num_players):
        if state.choice_order[other] > 0:
            order += 1
    state.choice_order[seat] = order
    state.character[seat] = character


@jit
def close_character_choice(state: State) -> int:
    """On to the next chooser, or to the packs."""
    for seat in range(state.num_players):
        if state.character[seat] == NO_CHARACTER:
            return stages.CHARACTER_TIE
    return stages.PACKS


@jit
def deal_packs(state: State) -> None:
    """§4.1: six traits to each seat; what is left of the deck is in no field of the state."""
    num_players = int(state.num_players)
    deck_size = 0
    for trait in range(NUM_TRAITS):
        deck_size += DECKS[num_players, trait]
    for place in range(num_players * HAND_SIZE):
        skip = roll(state, place, deck_size - place)
        for trait in range(NUM_TRAITS):
            left = DECKS[num_players, trait] - _num_dealt(state, trait)
            if skip < left:
                state.pack[place // HAND_SIZE, trait] += 1
                break
            skip -= left


@jit
def _num_dealt(state: State, trait: int) -> int:
    dealt = 0
    for seat in range(state.num_players):
        dealt += int(state.pack[seat, trait])
    return dealt


@jit
def see_packs(state: State) -> None:
    """Every seat looks at the pack before it, and remembers it (§13.1)."""
    for seat in range(state.num_players):
        for trait in range(NUM_TRAITS):
            state.packs_seen[seat, state.num_taken, trait] = state.pack[seat, trait]


@jit
def close_packs(state: State) -> int:
    """Everyone looks; then Fushen draws if she is there; the draft begins with Wuming's question otherwise."""
    see_packs(state)
    return stages.FUSHEN_DRAW if is_in_hands(state, FUSHEN) else stages.WUMING
