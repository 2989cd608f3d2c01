"""The cards on a table: which kinds of card there are (§15.2), and how they come and go."""

from overseers_env.engine.jit import jit
from overseers_env.games.overseers.actions import ALTERED_KIND, DOWN_KIND, TOP_KIND
from overseers_env.games.overseers.cards import NUM_TRAITS
from overseers_env.games.overseers.characters import NUYING
from overseers_env.games.overseers.state import FACE_DOWN, FACE_UP, NO_SEAT, State


@jit
def holder(state: State, character: int) -> int:
    """The seat that holds this character, or NO_SEAT."""
    for seat in range(state.num_players):
        if state.character[seat] == character:
            return seat
    return NO_SEAT


@jit
def has_stack(state: State, seat: int) -> bool:
    """Does Nuying's stack lie on this seat's table (§6.5)?"""
    return state.is_stacked == 1 and state.character[seat] == NUYING


@jit
def trait_of_kind(state: State, kind: int) -> int:
    """The printed trait of a card of this kind."""
    if kind == ALTERED_KIND:
        return int(state.altered)
    if kind == TOP_KIND:
        return int(state.top)
    return kind - DOWN_KIND if kind >= DOWN_KIND else kind


@jit
def facing_of_kind(state: State, kind: int) -> int:
    """How a card of this kind lies now: FACE_UP or FACE_DOWN."""
    if state.is_open == 1 or kind < DOWN_KIND:
        return FACE_UP
    return int(state.top_facing) if kind == TOP_KIND else FACE_DOWN


@jit
def num_of_kind(state: State, seat: int, kind: int) -> int:
    """How many cards of this kind the seat has; the two cards of a stack are of no other kind."""
    stacked = has_stack(state, seat)
    if kind >= ALTERED_KIND:
        return 1 if stacked else 0
    trait, facing = trait_of_kind(state, kind), facing_of_kind(state, kind)
    if kind >= DOWN_KIND:
        if state.is_open == 1:
            return 0
        copies = int(state.face_down[seat, trait])
    else:
        copies = int(state.face_up[seat, trait])
    if stacked and state.altered == trait and facing_of_kind(state, ALTERED_KIND) == facing:
        copies -= 1
    if stacked and state.top == trait and facing_of_kind(state, TOP_KIND) == facing:
        copies -= 1
    return copies


@jit
def num_face_down(state: State, seat: int) -> int:
    """How many cards lie face down on the seat's table."""
    cards = 0
    for trait in range(NUM_TRAITS):
        cards += int(state.face_down[seat, trait])
    return cards


@jit
def num_cards(state: State, seat: int) -> int:
    """How many cards lie on the seat's table."""
    cards = num_face_down(state, seat)
    for trait in range(NUM_TRAITS):
        cards += int(state.face_up[seat, trait])
    return cards


@jit
def remove_card(state: State, seat: int, kind: int) -> None:
    """Take a card off the table; where it was of a stack, call `dissolve_stack` when all cards that leave are off."""
    trait = trait_of_kind(state, kind)
    if facing_of_kind(state, kind) == FACE_UP:
        state.face_up[seat, trait] -= 1
    else:
        state.face_down[seat, trait] -= 1


@jit
def dissolve_stack(state: State, kind: int) -> None:
    """A card of this kind has left: if it was of the stack, what remains is a plain card (§15.2)."""
    if kind >= ALTERED_KIND:
        state.is_stacked = 0


@jit
def open_tables(state: State) -> None:
    """Showdown: every card face up, and everyone knows the marked, drawn, altered and top card that is there (§8.1)."""
    for seat in range(state.num_players):
        for trait in range(NUM_TRAITS):
            state.face_up[seat, trait] += state.face_down[seat, trait]
            state.face_down[seat, trait] = 0
    state.is_open = 1
