"""Worlds: whole states that agree with everything a seat has seen, drawn uniformly over the deals and picks that do.

A world is the seat's own state with everything it can't know drawn anew: the deal and all picks, discards and placements
(uniform with the cards of a trait told apart), what Fushen, Gan and Meixiu saw, which face-down card Yanmei marked or
Nuying used, and what was given up face down. Its observation for that seat is the same byte for byte. Votes and statements
are no evidence here: whoever wants them weighed weighs the worlds.

The draft is drawn exactly (worlds_shuffle.py); the few private events after it are played at random and the world is
thrown away if they don't come out as the seat saw them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from overseers_env.engine.batch import seed_words
from overseers_env.engine.jit import announce_compilation, jit, jit_entry
from overseers_env.games.overseers import flow, stages
from overseers_env.games.overseers.batched import OVERSEERS
from overseers_env.games.overseers.cards import NUM_TRAITS
from overseers_env.games.overseers.observation import OBSERVATION_ROW, OBSERVATION_SIZE
from overseers_env.games.overseers.state import NO_CARD, NO_SEAT, STATE_DTYPE, State
from overseers_env.games.overseers.view import is_simultaneous, observe
from overseers_env.games.overseers.worlds_build import find_needs, rebuild_draft, take_roles
from overseers_env.games.overseers.worlds_events import redraw_offer, replay_powers, replay_rest
from overseers_env.games.overseers.worlds_shuffle import count_shuffles, draw_shuffle, lay_out_count
from overseers_env.games.overseers.worlds_slots import Work, below, find_groups, new_work

MAX_TRIES = 200_000
TOO_LARGE = -1


def draw_worlds(states: NDArray[Any], seat: int, num_worlds: int, seed: int | None = None) -> NDArray[Any]:
    """Draw states that agree with everything `seat` has seen in the one game of `states` (1,): records (num_worlds,).

    The same seed draws the same worlds. For many draws keep a `WorldSampler`.
    Raises ValueError for a seat out of range.
    """
    return WorldSampler(seed).draw(states, seat, num_worlds)


class WorldSampler:
    """Draws worlds, and keeps the room that this needs (some MB)."""

    def __init__(self, seed: int | None = None) -> None:
        announce_compilation()
        first, second = seed_words(seed)
        self._work = new_work((int(first), int(second)))
        self._rows = np.zeros(2, OBSERVATION_ROW)

    def reseed(self, seed: int | None) -> None:
        """Draw from now on what a new sampler with this seed would draw."""
        self._work["key"] = seed_words(seed)
        self._work["counter"] = 0

    def draw(self, states: NDArray[Any], seat: int, num_worlds: int) -> NDArray[Any]:
        """Worlds of the one game of `states` (1,) as `seat` knows it: records (num_worlds,).

        Raises ValueError for a seat out of range, RuntimeError if no world was found (which would be a defect).
        """
        if states.shape != (1,) or states.dtype != STATE_DTYPE:
            raise ValueError(
                f"states must be one {OVERSEERS.name} record, shape (1,); got {states.dtype} {states.shape}"
            )
        if not 0 <= seat < int(states["num_players"][0]):
            raise ValueError(f"seat={seat} is out of range; allowed: 0 to {int(states['num_players'][0]) - 1}")
        worlds = np.empty(num_worlds, STATE_DTYPE)
        drawn = fill_worlds(states, seat, self._work, self._rows, worlds)
        if drawn != num_worlds:
            raise RuntimeError(
                f"only {drawn} of {num_worlds} worlds were found at {OVERSEERS.describe_stage(states[0])!r}"
            )
        return worlds


@jit_entry
def fill_worlds(states: Any, seat: int, work: Any, rows: Any, worlds: Any) -> int:
    """Draw a world into every record of `worlds`. Returns how many were drawn before MAX_TRIES failed in a row."""
    state, room = states[0], work[0]
    observe(state, seat, rows[0])
    is_dealt = state.stage >= stages.FUSHEN
    if is_dealt:
        find_groups(state, seat, room)
        find_needs(state, seat, room)
        lay_out_count(state, room)
        if count_shuffles(state, room) == 0.0:
            return TOO_LARGE
    for number in range(worlds.shape[0]):
        tries = 0
        while not _draw_world(states, seat, room, rows, worlds, number, is_dealt):
            tries += 1
            if tries == MAX_TRIES:
                return number
    return int(worlds.shape[0])


@jit
def _draw_world(states: Any, seat: int, work: Work, rows: Any, worlds: Any, number: int, is_dealt: bool) -> bool:
    """One try. False if it does not agree with what the seat saw."""
    worlds[number] = states[0]
    state, world = states[0], worlds[number]
    world.key[0] = below(work, 1 << 32)
    world.key[1] = below(work, 1 << 32)
    if is_dealt:
        draw_shuffle(state, work)
        take_roles(state, seat, work, world)
        rebuild_draft(state, seat, work, world)
        redraw_offer(state, seat, work, world)
        if not replay_powers(state, seat, work, world):
            return False
        if not replay_rest(state, seat, work, world):
            return False
    if not _reopen_stage(state, seat, world):
        return False
    observe(world, seat, rows[1])
    for place in range(OBSERVATION_SIZE):
        if rows[0].cells[place] != rows[1].cells[place]:
            return False
    return True


@jit
def _take_back_table(world: State, seat: int) -> None:
    for trait in range(NUM_TRAITS):
        world.row[seat, trait] = 0
        world.face_up[seat, trait] = 0
        world.face_down[seat, trait] = 0


@jit
def _reopen_stage(state: State, seat: int, world: State) -> bool:
    """Put everyone but the viewer back before its commitment to the current decision, which the viewer can't know of
    (§13.4), and play what is forced. False if then nobody would be asked.
    """
    if is_simultaneous(state.stage):
        world.pending = ((1 << int(state.num_players)) - 1) & ~(1 << seat) | int(state.pending) & (1 << seat)
        for other in range(state.num_players):
            if other != seat and state.stage == stages.VOTE:
                world.vote[other] = NO_SEAT
            if other != seat and state.stage == stages.PLACEMENT:
                _take_back_table(world, other)
    elif (state.pending >> seat) & 1 == 0:
        world.chosen = NO_CARD
        if state.stage == stages.NUYING_TOP:
            world.stage = stages.NUYING
    for other in range(state.num_players):
        if other != seat:
            flow.play_forced(world, other)
    return (world.pending == 0) == (state.pending == 0)
