"""Deal (§3.1, §4.1) and the character draft (§3.2): the first Leader, the characters, the packs."""

from overseers_env.engine.bits import lowest_one, num_ones
from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import BECOME
from overseers_env.games.overseers.cards import DECKS, HAND_SIZE, NUM_TRAITS
from overseers_env.games.overseers.chance import roll
from overseers_env.games.overseers.characters import FUSHEN, NO_CHARACTER, NO_SET, NUM_CHARACTERS, SET_BITS
from overseers_env.games.overseers.state import NO_SEAT, State
from overseers_env.games.overseers.table import TRAIT_BITS, TRAIT_FIELD, holder
from overseers_env.games.overseers.ties import SEAT_BITS, SEAT_FIELD, name_one_of, seats_with_least


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
def free_characters(state: State) -> int:
    """The characters of the edition that no seat holds, as bits."""
    bits = int(SET_BITS[state.character_set])
    for seat in range(state.num_players):
        if state.character[seat] != NO_CHARACTER:
            bits &= ~(1 << int(state.character[seat]))
    return bits


@jit
def draw_character(state: State, place: int, bits: int) -> int:
    """A random one of the characters in `bits`."""
    for _ in range(roll(state, place, num_ones(bits))):
        bits &= bits - 1
    return lowest_one(bits)


@jit
def deal_characters(state: State) -> None:
    """§3.1: one random character to each seat."""
    for seat in range(state.num_players):
        state.character[seat] = draw_character(state, seat, free_characters(state))


@jit
def lay_out_characters(state: State) -> None:
    """§3.2: one character more than there are seats, open to all."""
    bits = free_characters(state)
    for place in range(state.num_players + 1):
        character = draw_character(state, place, bits)
        state.laid_out[character] = 1
        bits &= ~(1 << character)


@jit
def next_choosers(state: State) -> int:
    """§3.2: of the seats that have not chosen, those with the lowest score of the previous round, as bits."""
    scores, num_players = 0, int(state.num_players)
    for seat in range(num_players):
        has_chosen = state.character[seat] != NO_CHARACTER
        score = SEAT_FIELD if has_chosen else int(state.round_scores[state.round_number - 1, seat])
        scores += score << (SEAT_BITS * seat)
    return seats_with_least(scores, num_players)


@jit
def open_character_tie(state: State) -> None:
    """§3.2: the lowest score chooses next; between equal ones the Leader names it."""
    lowest = next_choosers(state)
    state.chooser = lowest_one(lowest)
    state.pending = 1 << int(state.leader) if num_ones(lowest) > 1 else 0


@jit
def legal_character_tie(state: State, seat: int) -> tuple[int, int]:
    """A seat among the equal ones."""
    return name_one_of(state, next_choosers(state), seat)


@jit
def legal_character_choice(state: State, seat: int) -> tuple[int, int]:
    """A laid-out character that nobody holds."""
    bits = 0
    for character in range(NUM_CHARACTERS):
        if state.laid_out[character] == 1:
            bits |= 1 << character
    return BECOME, bits & free_characters(state)


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
    deck, deck_size = 0, 0
    for trait in range(NUM_TRAITS):
        deck += int(DECKS[num_players, trait]) << (TRAIT_BITS * trait)
        deck_size += int(DECKS[num_players, trait])
    for place in range(num_players * HAND_SIZE):
        card, trait, up_to = roll(state, place, deck_size - place), 0, 0
        for lower in range(NUM_TRAITS - 1):
            up_to += (deck >> (TRAIT_BITS * lower)) & TRAIT_FIELD
            trait += int(card >= up_to)
        deck -= 1 << (TRAIT_BITS * trait)
        state.pack[place // HAND_SIZE, trait] += 1


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
    return stages.FUSHEN_DRAW if holder(state, FUSHEN) != NO_SEAT else stages.WUMING
