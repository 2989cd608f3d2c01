"""Judgment (§7): the accused admits, and gives up two cards, or denies."""

from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import ADMIT, ALTERED_KIND, CARD_UP, DENY, NUM_CARD_KINDS, TOP_KIND
from overseers_env.games.overseers.characters import GAN, YANMEI
from overseers_env.games.overseers.state import ADMITTED, FACE_UP, NO_CARD, State
from overseers_env.games.overseers.table import (
    count_kinds,
    dissolve_stack,
    facing_of_kind,
    kind_bits,
    num_of_kind,
    one_of_kind,
    remove_card,
    trait_of_kind,
)


@jit
def legal_judgment(state: State, seat: int) -> tuple[int, int]:
    """§7.1: admit or deny."""
    return ADMIT, 1 | 1 << (DENY - ADMIT)


@jit
def answer(state: State, action: int) -> None:
    """§7.1."""
    if action == ADMIT:
        state.verdict = ADMITTED
    else:
        state.has_denied = 1


@jit
def close_judgment(state: State) -> int:
    """To the two cards of an admission, or straight to Showdown."""
    return stages.SHOWDOWN if state.has_denied == 1 else stages.ADMISSION


@jit
def legal_two_cards(state: State, seat: int) -> tuple[int, int]:
    """§7.1, §15.1: any card; the second not before the first in the list of kinds, so the first leaves room for one."""
    kinds = count_kinds(state, seat)
    if state.chosen != NO_CARD:
        chosen = int(state.chosen)
        return CARD_UP, kind_bits(kinds - one_of_kind(chosen)) >> chosen << chosen
    bits, last = kind_bits(kinds), NUM_CARD_KINDS - 1
    while num_of_kind(kinds, last) == 0:
        last -= 1
    return CARD_UP, bits ^ (1 << last) if num_of_kind(kinds, last) == 1 else bits


@jit
def give_up(state: State, seat: int, kind: int) -> None:
    """§7.1: the chosen card and this one go to the discard, face-down ones unseen (§13.3)."""
    first = int(state.chosen)
    _note(state, first)
    _note(state, kind)
    remove_card(state, seat, first)
    remove_card(state, seat, kind)
    dissolve_stack(state, first)
    dissolve_stack(state, kind)
    _lose_sight_of_mark(state, seat)
    _lose_sight_of_drawn(state, seat)
    state.chosen = NO_CARD


@jit
def _note(state: State, kind: int) -> None:
    trait = trait_of_kind(state, kind)
    state.pile[trait] += 1
    if facing_of_kind(state, kind) == FACE_UP:
        state.given_up_open[trait] += 1
    else:
        state.given_up_hidden[trait] += 1
    if kind == ALTERED_KIND:
        state.given_up_special[2] = 1
    if kind == TOP_KIND:
        state.given_up_special[3] = 1


@jit
def _lose_sight_of_mark(state: State, seat: int) -> None:
    """§15.2: the marked card has left when no card of its trait is in its row any more."""
    if state.mark_is_there == 0 or state.character[seat] != YANMEI:
        return
    row = state.face_up if state.mark_facing == FACE_UP else state.face_down
    if row[seat, state.mark] == 0:
        state.mark_is_there = 0
        state.given_up_special[0] = 1


@jit
def _lose_sight_of_drawn(state: State, seat: int) -> None:
    """§15.2: so has the drawn card."""
    if state.drawn_is_there == 0 or state.character[seat] != GAN:
        return
    if state.face_down[seat, state.drawn] == 0:
        state.drawn_is_there = 0
        state.given_up_special[1] = 1
