"""The cards on a table: which kinds of card there are (§15.2), and how they come and go."""

from typing import Any

from overseers_env.engine.jit import jit
from overseers_env.games.overseers.actions import ALTERED_KIND, DOWN_KIND, NUM_CARD_KINDS, TOP_KIND, UP_KIND
from overseers_env.games.overseers.cards import NUM_TRAITS
from overseers_env.games.overseers.characters import NUYING
from overseers_env.games.overseers.state import FACE_DOWN, FACE_UP, NO_SEAT, State

TRAIT_BITS, TRAIT_FIELD = 8, 255
"""Cards as one integer: 8 bits a trait, so that a table without two cards needs no memory."""
KIND_BITS, KIND_FIELD = 4, 15


@jit
def holder(state: State, character: int) -> int:
    """The seat that holds this character, or NO_SEAT."""
    for seat in range(state.num_players):
        if state.character[seat] == character:
            return seat
    return NO_SEAT


@jit
def trait_bits(cards: Any, seat: int) -> int:
    """The traits of which the seat has a card, as bits; cards: int8 (MAX_PLAYERS, NUM_TRAITS), counts."""
    bits = 0
    for trait in range(NUM_TRAITS):
        bits |= int(cards[seat, trait] > 0) << trait
    return bits


@jit
def pack_cards(cards: Any, seat: int) -> int:
    """The seat's counts by trait as one integer; cards: int8 (MAX_PLAYERS, NUM_TRAITS)."""
    packed = 0
    for trait in range(NUM_TRAITS):
        packed |= int(cards[seat, trait]) << (TRAIT_BITS * trait)
    return packed


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
def count_kinds(state: State, seat: int) -> int:
    """How many cards of each kind the seat has, 4 bits a kind; the two cards of a stack are of no other kind (§15.2)."""
    kinds = 0
    for trait in range(NUM_TRAITS):
        kinds += int(state.face_up[seat, trait]) << (KIND_BITS * (UP_KIND + trait))
        kinds += int(state.face_down[seat, trait]) << (KIND_BITS * (DOWN_KIND + trait))
    if has_stack(state, seat):
        kinds += one_of_kind(ALTERED_KIND) - one_of_kind(_kind_when_plain(state, ALTERED_KIND))
        kinds += one_of_kind(TOP_KIND) - one_of_kind(_kind_when_plain(state, TOP_KIND))
    return kinds


@jit
def _kind_when_plain(state: State, kind: int) -> int:
    """The kind that a card of the stack would be by its facing and trait."""
    row = UP_KIND if facing_of_kind(state, kind) == FACE_UP else DOWN_KIND
    return row + trait_of_kind(state, kind)


@jit
def one_of_kind(kind: int) -> int:
    """One card of this kind, as `count_kinds` counts."""
    return 1 << (KIND_BITS * int(kind))


@jit
def num_of_kind(kinds: int, kind: int) -> int:
    """How many of this kind `count_kinds` found."""
    return (kinds >> (KIND_BITS * kind)) & KIND_FIELD


@jit
def kind_bits(kinds: int) -> int:
    """The kinds of which there is a card, as bits."""
    bits = 0
    for kind in range(NUM_CARD_KINDS):
        bits |= int(num_of_kind(kinds, kind) > 0) << kind
    return bits


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
