"""Showdown (§8): all tables open; the denier pays, or is compensated."""

from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import ALTERED_KIND, CARD_UP, NUM_CARD_KINDS, PENALISE, SPARE, TAKE, TOP_KIND
from overseers_env.games.overseers.cards import NUM_TRAITS
from overseers_env.games.overseers.state import (
    ALL_SEATS,
    GUILTY,
    INNOCENT,
    NO_CARD,
    TIED_PENALISED,
    TIED_SPARED,
    State,
)
from overseers_env.games.overseers.table import (
    count_kinds,
    dissolve_stack,
    num_of_kind,
    one_of_kind,
    open_tables,
    remove_card,
    trait_of_kind,
)
from overseers_env.games.overseers.value import table_value, value_without

WORST = 1 << 30


@jit
def close_showdown(state: State) -> int:
    """§8.1 to §8.5: open the tables; after a denial compare the accused with the highest value."""
    open_tables(state)
    _show_powers(state)
    if state.has_denied == 0:
        return stages.GREED
    better, equal = _compare_accused(state)
    if better > 0:
        state.verdict = INNOCENT
        state.pile_seen[:] = state.pile
        return stages.COMPENSATION
    if equal > 0:
        return stages.SHOWDOWN_TIE
    state.verdict = GUILTY
    return stages.PENALTY


@jit
def _compare_accused(state: State) -> tuple[int, int]:
    """How many seats are worth more than the accused, and how many others as much."""
    value, better, equal = table_value(state, int(state.accused)), 0, -1
    for seat in range(state.num_players):
        other = table_value(state, seat)
        better += int(other > value)
        equal += int(other == value)
    return better, equal


@jit
def _show_powers(state: State) -> None:
    """§6.2, §8.1: the flattened trait is public, and so is each special card that still lies on its table."""
    state.mark_known = ALL_SEATS
    if state.drawn_is_there == 1:
        state.drawn_known = ALL_SEATS
    if state.is_stacked == 1:
        state.altered_known = ALL_SEATS
        state.top_known = ALL_SEATS


@jit
def legal_showdown_tie(state: State, seat: int) -> tuple[int, int]:
    """§8.5: penalise or spare."""
    return PENALISE, 1 | 1 << (SPARE - PENALISE)


@jit
def settle_tie(state: State, action: int) -> None:
    """§8.5: the Leader decides."""
    state.verdict = TIED_PENALISED if action == PENALISE else TIED_SPARED


@jit
def close_showdown_tie(state: State) -> int:
    """To the penalty, or on without it."""
    return stages.PENALTY if state.verdict == TIED_PENALISED else stages.GREED


@jit
def _remainder(state: State, seat: int, kinds: int, kind: int, other: int) -> int:
    """What the table would be worth without a card of each kind; WORST where there is no such pair."""
    is_there = num_of_kind(kinds, kind) > 0 and num_of_kind(kinds - one_of_kind(kind), other) > 0
    return value_without(state, seat, kind, other) if is_there else WORST


@jit
def lowest_remainder(state: State, seat: int, kinds: int) -> int:
    """§8.3: what is left when the two cards go whose removal lowers the value most."""
    lowest = WORST
    for kind in range(NUM_CARD_KINDS):
        for other in range(kind, NUM_CARD_KINDS):
            lowest = min(lowest, _remainder(state, seat, kinds, kind, other))
    return lowest


@jit
def legal_penalty(state: State, seat: int) -> tuple[int, int]:
    """§8.3, §15.1: a card of a pair that lowers the value most; then the other card of such a pair."""
    kinds = count_kinds(state, seat)
    bits, lowest = 0, lowest_remainder(state, seat, kinds)
    for kind in range(NUM_CARD_KINDS):
        for other in range(kind, NUM_CARD_KINDS):
            if _remainder(state, seat, kinds, kind, other) != lowest:
                continue
            if state.chosen == NO_CARD:
                bits |= 1 << kind
            elif state.chosen == kind:
                bits |= 1 << other
    return CARD_UP, bits


@jit
def pay(state: State, seat: int, kind: int) -> None:
    """§8.3: the chosen card and this one go to the discard."""
    first = int(state.chosen)
    _lose(state, seat, first)
    _lose(state, seat, kind)
    dissolve_stack(state, first)
    dissolve_stack(state, kind)
    state.chosen = NO_CARD


@jit
def _lose(state: State, seat: int, kind: int) -> None:
    trait = trait_of_kind(state, kind)
    remove_card(state, seat, kind)
    state.penalty[trait] += 1
    state.pile[trait] += 1
    if kind == ALTERED_KIND:
        state.penalty_special[0] = 1
    if kind == TOP_KIND:
        state.penalty_special[1] = 1


@jit
def legal_compensation(state: State, seat: int) -> tuple[int, int]:
    """§8.4: a card of the discard."""
    bits = 0
    for trait in range(NUM_TRAITS):
        bits |= int(state.pile[trait] > 0) << trait
    return TAKE, bits


@jit
def compensate(state: State, seat: int, trait: int) -> None:
    """§8.4: take it, shown to all."""
    state.compensation = trait
    state.pile[trait] -= 1
    state.face_up[seat, trait] += 1
