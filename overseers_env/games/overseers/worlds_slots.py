"""The draft as one seat knows it: which cards lie in which places.

Tell the cards of a trait apart. Then a deal with all its picks is a shuffle of the deck into *slots*: slot (p, k) is the
k-th card taken from the pack that began before seat p. What the viewer saw of a pack says which cards lie in which
*group* of slots; group 0 is everything it never saw, the undealt cards among it.
"""

from typing import Any, TypeAlias

import numpy as np

from overseers_env.engine.jit import jit
from overseers_env.engine.random import WORD, draw_below
from overseers_env.games.overseers.cards import DECKS, HAND_SIZE, MAX_PLAYERS, NO_TRAIT, NUM_TRAITS
from overseers_env.games.overseers.stages.draft import num_picks, passes_right
from overseers_env.games.overseers.state import NO_SEAT, NOT_YET, State

Work: TypeAlias = Any
"""One record of WORK_DTYPE."""

MAX_GROUPS = 1 + 3 * MAX_PLAYERS
MAX_SLOTS = MAX_PLAYERS * HAND_SIZE
CAPACITY = 1 << 18
MAX_ENTRIES = CAPACITY * 3 // 4
EMPTY = -1
OWN = -1

_P, _T = MAX_PLAYERS, NUM_TRAITS

WORK_DTYPE = np.dtype(
    (
        np.record,
        [
            ("key", np.int64, (2,)),
            ("counter", np.int64),
            # slots, by pack and place
            ("trait", np.int8, (_P, HAND_SIZE)),  # its card, or NO_TRAIT while unknown
            ("taker", np.int8, (_P, HAND_SIZE)),  # who took it; NO_SEAT: it is still in the pack, or left over
            ("group", np.int8, (_P, HAND_SIZE)),  # OWN: the viewer took it
            ("is_needed", np.int8, (_P, HAND_SIZE)),  # it is one of the cards known to be its taker's
            # groups
            ("num_groups", np.int64),
            ("cards", np.int8, (MAX_GROUPS, _T)),
            ("size", np.int8, (MAX_GROUPS,)),
            # needs, by seat
            ("needs", np.int8, (_P, _T)),
            ("left", np.int8, (_P, _T)),  # needs for slots of group 0, while a shuffle is drawn
            ("hidden", np.int8, (_P, _T)),  # cards a seat laid face down
            ("unseen", np.int8, (_P, _T)),  # those of them that the viewer never sees
            ("scratch", np.int8, (1, _T)),
            # the count: slots of known groups in order; a key holds needs left, cards of the group used, and the layer
            ("num_layers", np.int64),
            ("layer_pack", np.int8, (MAX_SLOTS,)),
            ("layer_place", np.int8, (MAX_SLOTS,)),
            ("slots_after", np.int8, (MAX_SLOTS + 1, _P)),
            ("need_shift", np.int8, (_P, _T)),
            ("need_field", np.int8, (_P, _T)),
            ("used_shift", np.int8, (MAX_GROUPS, _T)),
            ("used_field", np.int8, (MAX_GROUPS, _T)),
            ("start_key", np.int64),
            ("num_entries", np.int64),
            ("entries", np.int64, (MAX_ENTRIES,)),
            ("table_key", np.int64, (CAPACITY,)),
            ("table_count", np.float64, (CAPACITY,)),
        ],
    )
)


def new_work(key: tuple[int, int]) -> Any:
    """Room for drawing worlds, with the key of its random numbers: an array (1,) of WORK_DTYPE."""
    work = np.zeros(1, WORK_DTYPE)
    work["key"] = key
    work["table_key"] = EMPTY
    return work


@jit
def below(work: Work, bound: int) -> int:
    """The next random number in 0..bound-1."""
    work.counter += 1
    return draw_below(int(work.key[0]), int(work.key[1]), int(work.counter) & WORD, bound)


# slots and groups


@jit
def num_passes(state: State, place: int) -> int:
    """How often packs have been passed before the card number `place` of a pack is taken (§4.2, §4.5)."""
    last = min(place, num_picks(state) - 1)
    doubled = state.double_pick != NOT_YET and last > state.double_pick
    return last - 1 if doubled else last


@jit
def seat_at(state: State, pack: int, place: int) -> int:
    """The seat that the pack lies before when its card number `place` is taken, or left over."""
    step = -num_passes(state, place) if passes_right(state) else num_passes(state, place)
    return (pack + step) % int(state.num_players)


@jit
def _is_visit(state: State, viewer: int, pack: int, place: int) -> bool:
    """Has the viewer looked at the pack just before its card number `place` was taken?"""
    has_begun = place <= state.num_taken and place < num_picks(state)
    is_second = state.double_pick != NOT_YET and place == state.double_pick + 1
    return has_begun and not is_second and seat_at(state, pack, place) == viewer


@jit
def find_groups(state: State, viewer: int, work: Work) -> None:
    """Sort all slots into what the viewer took, what it saw as a group, and the rest."""
    num_players = int(state.num_players)
    work.num_groups = 1
    undealt = -num_players * HAND_SIZE
    for trait in range(NUM_TRAITS):
        work.cards[0, trait] = DECKS[num_players, trait]
        undealt += int(DECKS[num_players, trait])
    work.size[0] = undealt
    for pack in range(num_players):
        group = 0
        for place in range(HAND_SIZE):
            if _is_visit(state, viewer, pack, place):
                group = _look_at_pack(state, viewer, work, group, place)
            taken = place < state.num_taken and place < num_picks(state)
            work.taker[pack, place] = seat_at(state, pack, place) if taken else NO_SEAT
            if (
                state.picks[viewer, place] != NO_TRAIT
                and seat_at(state, pack, place) == viewer
                and place < num_picks(state)
            ):
                work.group[pack, place] = OWN
                work.taker[pack, place] = viewer
                work.trait[pack, place] = state.picks[viewer, place]
                work.cards[group, state.picks[viewer, place]] -= 1
            else:
                work.group[pack, place] = group
                work.size[group] += 1


@jit
def _look_at_pack(state: State, viewer: int, work: Work, before: int, place: int) -> int:
    """The viewer sees what is left in a pack: these cards are a group of their own, no longer part of the one before."""
    group = int(work.num_groups)
    work.num_groups += 1
    work.size[group] = 0
    for trait in range(NUM_TRAITS):
        work.cards[group, trait] = state.packs_seen[viewer, place, trait]
        work.cards[before, trait] -= state.packs_seen[viewer, place, trait]
    return group
