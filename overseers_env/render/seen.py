"""A table as somebody sees it, put together from what the seats see: so a drawing can't tell more than an observation.

Eyes are a seat, PUBLIC (what all seats see alike), or None (everything that any seat sees).
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from overseers_env.engine.layout import as_rows
from overseers_env.games.overseers import kernels
from overseers_env.games.overseers.actions import NUM_ACTIONS
from overseers_env.games.overseers.cards import MAX_PLAYERS
from overseers_env.games.overseers.observation import OBSERVATION, OBSERVATION_SIZE, SEAT_AXES, STATEMENT_SIZE
from overseers_env.games.overseers.state import STATE_DTYPE

Seen: TypeAlias = dict[str, NDArray[np.int8]]
"""The pieces of OBSERVATION by name, seats counted from the table; SHELTERED ones have a first axis for their seat."""

PUBLIC = -1

SHELTERED = ("packs", "picks", "discarded", "hand", "hidden")
"""What every seat has of its own, and sees alone."""


def check_eyes(eyes: int | None, num_players: int) -> None:
    """Raises ValueError unless the eyes are a seat, PUBLIC or None."""
    if eyes is not None and (isinstance(eyes, bool) or eyes not in range(PUBLIC, num_players)):
        raise ValueError(
            f"seat={eyes!r} is not allowed; allowed: 0 to {num_players - 1}, {PUBLIC} (public), None (all open)"
        )


def seen_by(state: Any, eyes: int | None) -> Seen:
    """The pieces that these eyes see of one record. Raises ValueError for other eyes than a seat, PUBLIC or None."""
    num_players = int(state["num_players"])
    check_eyes(eyes, num_players)
    views = [_view(state, seat, num_players) for seat in range(num_players)]
    if eyes is None:
        return {name: np.maximum.reduce([view[name] for view in views]) for name in views[0]}
    if eyes == PUBLIC:
        return {name: np.minimum.reduce([view[name] for view in views]) for name in views[0]}
    return views[eyes]


def _view(state: Any, seat: int, num_players: int) -> Seen:
    states = np.empty(1, STATE_DTYPE)
    states[0] = state
    observation, mask = np.empty((1, OBSERVATION_SIZE), np.int8), np.empty((1, NUM_ACTIONS), np.int8)
    kernels.see_as(states, np.array([seat], np.int8), as_rows(observation), as_rows(mask))
    seen = OBSERVATION.read(observation[0])
    for name, axes in SEAT_AXES.items():
        for axis in axes:
            seen[name] = _from_table(seen[name], axis, seat, num_players)
    seen["statements"] = _with_named_seats(seen["statements"], seat, num_players)
    seen["stage"] = np.flatnonzero(seen["stage"]).astype(np.int8)
    for name in SHELTERED:
        sheltered = np.zeros((MAX_PLAYERS, *seen[name].shape), np.int8)
        sheltered[seat] = seen[name]
        seen[name] = sheltered
    return seen


def _from_table(piece: NDArray[np.int8], axis: int, viewer: int, num_players: int) -> NDArray[np.int8]:
    """Count the seats of an axis from the table's seat 0 instead of from the viewer."""
    places = [(seat - viewer) % num_players for seat in range(num_players)]
    return np.take(piece, places + list(range(num_players, MAX_PLAYERS)), axis=axis)


def _with_named_seats(statements: NDArray[np.int8], viewer: int, num_players: int) -> NDArray[np.int8]:
    """The same for the seats that a statement names: the first MAX_PLAYERS of its numbers."""
    named, claims = np.split(statements.reshape(*statements.shape[:2], STATEMENT_SIZE), [MAX_PLAYERS], axis=2)
    return np.concatenate([_from_table(named, 2, viewer, num_players), claims], axis=2)
