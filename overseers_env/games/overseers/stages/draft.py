"""Draft (§4.2 to §4.5), Fushen and Wuming (§3.1): picks, passing, and the discard."""

from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import BECOME, CARD_DOWN, PASS, TAKE, USE
from overseers_env.games.overseers.cards import HAND_SIZE, NO_TRAIT, NUM_TRAITS
from overseers_env.games.overseers.characters import FUSHEN, FUSHEN_DRAWS, NUM_CHARACTERS, WUMING
from overseers_env.games.overseers.stages.deal import draw_character, free_characters, see_packs
from overseers_env.games.overseers.state import NO_SEAT, NOT_YET, State
from overseers_env.games.overseers.table import holder, trait_bits


@jit
def draw_offer(state: State) -> None:
    """§3.1 Fushen draws 3 of the characters that no seat holds."""
    bits = free_characters(state)
    for place in range(FUSHEN_DRAWS):
        character = draw_character(state, place, bits)
        state.offer[character] = 1
        bits &= ~(1 << character)


@jit
def open_fushen(state: State) -> None:
    """Fushen is asked."""
    state.pending = 1 << holder(state, FUSHEN)


@jit
def legal_fushen(state: State, seat: int) -> tuple[int, int]:
    """One of the three she drew."""
    bits = 0
    for character in range(NUM_CHARACTERS):
        if state.offer[character] == 1:
            bits |= 1 << character
    return BECOME, bits


@jit
def become(state: State, seat: int, character: int) -> None:
    """§3.1 Fushen becomes another, openly."""
    state.character[seat] = character
    state.fushen_seat = seat


@jit
def num_picks(state: State) -> int:
    """§4.4: cards each seat takes."""
    return HAND_SIZE - 1 if state.is_leftover == 1 else HAND_SIZE


@jit
def open_wuming(state: State) -> None:
    """§4.5: before a pick, while the power is unused and two picks remain."""
    wuming = holder(state, WUMING)
    can_use = wuming != NO_SEAT and state.double_pick == NOT_YET and num_picks(state) - state.num_taken >= 2
    state.pending = 1 << wuming if can_use else 0


@jit
def legal_wuming(state: State, seat: int) -> tuple[int, int]:
    """Use it, or pass."""
    return USE, 1 | 1 << (PASS - USE)


@jit
def answer_wuming(state: State, action: int) -> None:
    """§4.5: every seat will take two cards."""
    if action == USE:
        state.double_pick = state.num_taken
        state.pick_size = 2


@jit
def legal_draft(state: State, seat: int) -> tuple[int, int]:
    """A trait of my pack; of a double pick the second is not of a lower trait than the first (§15.1)."""
    first = int(state.picks[seat, state.num_taken])
    bits = trait_bits(state.pack, seat)
    if first != NO_TRAIT:
        return TAKE, bits >> first << first
    if state.pick_size == 2:
        highest = NUM_TRAITS - 1
        while state.pack[seat, highest] == 0:
            highest -= 1
        if state.pack[seat, highest] == 1:
            bits ^= 1 << highest
    return TAKE, bits


@jit
def pick(state: State, seat: int, trait: int) -> bool:
    """§4.2: take a card of my pack. Returns whether the seat has all cards of this pick."""
    place = int(state.num_taken)
    if state.picks[seat, place] != NO_TRAIT:
        place += 1
    state.picks[seat, place] = trait
    state.pack[seat, trait] -= 1
    state.hand[seat, trait] += 1
    return place + 1 == state.num_taken + state.pick_size


@jit
def close_draft(state: State) -> int:
    """Pass the packs on, or end the draft (§4.2, §4.4)."""
    state.num_taken += state.pick_size
    state.pick_size = 1
    if state.num_taken < num_picks(state):
        pass_packs(state)
        see_packs(state)
        return stages.WUMING
    if state.is_leftover == 0:
        return stages.DISCARD
    for seat in range(state.num_players):
        for trait in range(NUM_TRAITS):
            if state.pack[seat, trait] > 0:
                state.pack[seat, trait] = 0
                state.discarded[seat] = trait
                state.pile[trait] += 1
    return stages.PLACEMENT


@jit
def passes_right(state: State) -> bool:
    """§4.3: rounds 2 and 4 of the variant pass to the right."""
    return state.is_alternating == 1 and state.round_number % 2 == 1


@jit
def pass_packs(state: State) -> None:
    """§4.2: every pack goes to the left neighbour."""
    last = int(state.num_players) - 1
    if passes_right(state):
        for trait in range(NUM_TRAITS):
            first_pack = state.pack[0, trait]
            for seat in range(last):
                state.pack[seat, trait] = state.pack[seat + 1, trait]
            state.pack[last, trait] = first_pack
        return
    for trait in range(NUM_TRAITS):
        last_pack = state.pack[last, trait]
        for seat in range(last, 0, -1):
            state.pack[seat, trait] = state.pack[seat - 1, trait]
        state.pack[0, trait] = last_pack


@jit
def legal_discard(state: State, seat: int) -> tuple[int, int]:
    """§4.4: one of the six cards in my hand."""
    return CARD_DOWN, trait_bits(state.hand, seat)


@jit
def discard(state: State, seat: int, trait: int) -> None:
    """§4.4: put a card aside, face down."""
    state.discarded[seat] = trait
    state.hand[seat, trait] -= 1


@jit
def close_discard(state: State) -> int:
    """§4.4: the discards of all seats become one pile."""
    for seat in range(state.num_players):
        state.pile[state.discarded[seat]] += 1
    return stages.PLACEMENT
