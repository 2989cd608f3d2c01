"""Greed (§9): the collector, the thief, the gift."""

from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import CARD_UP, NUM_CARD_KINDS, PASS, PLAYER
from overseers_env.games.overseers.cards import GREED
from overseers_env.games.overseers.characters import COLLECTOR
from overseers_env.games.overseers.state import NO_SEAT, State
from overseers_env.games.overseers.table import dissolve_stack, holder, num_of_kind, remove_card, trait_of_kind
from overseers_env.games.overseers.value import num_greed


@jit
def close_greed(state: State) -> int:
    """§9.1, §9.2: the collector collects; the seat with most Greed is the thief, if any has some."""
    _collect(state)
    most, tied = most_greed(state), 0
    if most == 0:
        return stages.LIANG
    for seat in range(state.num_players):
        if num_greed(state, seat) == most:
            tied += 1
            state.thief = seat
    if tied == 1:
        return stages.THEFT
    state.thief = NO_SEAT
    return stages.GREED_TIE


@jit
def _collect(state: State) -> None:
    """§9.1: every Greed of the discard goes to the collector."""
    collector = holder(state, COLLECTOR)
    if collector != NO_SEAT:
        state.num_collected = state.pile[GREED]
        state.face_up[collector, GREED] += state.pile[GREED]
        state.pile[GREED] = 0


@jit
def most_greed(state: State) -> int:
    """The most Greed that any seat has."""
    most = 0
    for seat in range(state.num_players):
        most = max(most, num_greed(state, seat))
    return most


@jit
def legal_greed_tie(state: State, seat: int) -> tuple[int, int]:
    """§9.2: one of the tied, the Leader himself if he is among them."""
    bits, most, num_players = 0, most_greed(state), int(state.num_players)
    for step in range(num_players):
        if num_greed(state, (seat + step) % num_players) == most:
            bits |= 1 << step
    return PLAYER, bits


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
    bits = 0
    for kind in range(NUM_CARD_KINDS):
        if num_of_kind(state, seat, kind) > 0:
            bits |= 1 << kind
    return CARD_UP, bits


@jit
def give(state: State, seat: int, kind: int) -> None:
    """§9.3: it arrives as its printed trait."""
    state.stolen = trait_of_kind(state, kind)
    state.stolen_kind = kind
    remove_card(state, seat, kind)
    dissolve_stack(state, kind)
    state.face_up[state.thief, state.stolen] += 1
