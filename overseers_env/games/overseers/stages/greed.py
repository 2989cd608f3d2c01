"""Greed (§9): the collector, the thief, the gift."""

from overseers_env.engine.bits import lowest_one, num_ones
from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import CARD_UP, PASS, PLAYER
from overseers_env.games.overseers.cards import GREED
from overseers_env.games.overseers.characters import COLLECTOR
from overseers_env.games.overseers.state import NO_SEAT, State
from overseers_env.games.overseers.table import (
    count_kinds,
    dissolve_stack,
    holder,
    kind_bits,
    remove_card,
    trait_of_kind,
)
from overseers_env.games.overseers.ties import SEAT_BITS, name_one_of, seats_with_most
from overseers_env.games.overseers.value import num_greed


@jit
def close_greed(state: State) -> int:
    """§9.1, §9.2: the collector collects; the seat with most Greed is the thief, if any has some."""
    _collect(state)
    greediest = most_greedy(state)
    if greediest == 0:
        return stages.LIANG
    if num_ones(greediest) > 1:
        return stages.GREED_TIE
    state.thief = lowest_one(greediest)
    return stages.THEFT


@jit
def _collect(state: State) -> None:
    """§9.1: every Greed of the discard goes to the collector."""
    collector = holder(state, COLLECTOR)
    if collector != NO_SEAT:
        state.num_collected = state.pile[GREED]
        state.face_up[collector, GREED] += state.pile[GREED]
        state.pile[GREED] = 0


@jit
def most_greedy(state: State) -> int:
    """The seats with most Greed, as bits; none where nobody has any (§9.2)."""
    greed, num_players = 0, int(state.num_players)
    for seat in range(num_players):
        greed += num_greed(state, seat) << (SEAT_BITS * seat)
    return seats_with_most(greed, num_players) if greed > 0 else 0


@jit
def legal_greed_tie(state: State, seat: int) -> tuple[int, int]:
    """§9.2: one of the tied, the Leader himself if he is among them."""
    return name_one_of(state, most_greedy(state), seat)


@jit
def legal_theft(state: State, seat: int) -> tuple[int, int]:
    """§9.2: another seat, the collector excepted; to pass where the edition lets him."""
    bits, num_players = 0, int(state.num_players)
    for step in range(1, num_players):
        if state.character[(seat + step) % num_players] != COLLECTOR:
            bits |= 1 << step
    if state.may_refuse_theft == 1:
        bits |= 1 << (PASS - PLAYER)
    return PLAYER, bits


@jit
def close_theft(state: State) -> int:
    """The named seat gives, if one was named."""
    return stages.LIANG if state.robbed == NO_SEAT else stages.GIFT


@jit
def legal_gift(state: State, seat: int) -> tuple[int, int]:
    """§9.3: any card of mine."""
    return CARD_UP, kind_bits(count_kinds(state, seat))


@jit
def give(state: State, seat: int, kind: int) -> None:
    """§9.3: it arrives as its printed trait."""
    state.stolen = trait_of_kind(state, kind)
    state.stolen_kind = kind
    remove_card(state, seat, kind)
    dissolve_stack(state, kind)
    state.face_up[state.thief, state.stolen] += 1
