"""One game played decision by decision: what the AEC and the parallel environment share."""

from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from overseers_env.engine.batch import seed_words
from overseers_env.engine.errors import IllegalActionError
from overseers_env.engine.jit import announce_compilation
from overseers_env.envs.rewards import seat_rewards
from overseers_env.games.overseers import kernels, kernels_one
from overseers_env.games.overseers.actions import NUM_ACTIONS
from overseers_env.games.overseers.batched import check_num_players, describe_action, describe_stage, new_states
from overseers_env.games.overseers.observation import OBSERVATION_SIZE
from overseers_env.games.overseers.state import NO_SEAT

if TYPE_CHECKING:
    from overseers_env.games.overseers.ruleset import Ruleset

NO_ACTION = -1
"""Stands for whatever is no action of the game at all."""

FLOAT32 = np.dtype(np.float32)
INT8 = np.dtype(np.int8)
_empty = np.empty


def as_action(action: Any) -> int:
    """A whole number of any type as an int in 0..NUM_ACTIONS-1, anything else as NO_ACTION."""
    try:
        number = index(action)
    except TypeError:
        return NO_ACTION
    return number if 0 <= number < NUM_ACTIONS else NO_ACTION


class OneGame:
    """A batch of one record, and what was decided in it.

    states: (1,) of STATE_DTYPE;  decisions: (seat, action id) in the order played, without what was forced.
    Raises ValueError for a wrong number of players or rule, naming what is allowed.
    """

    def __init__(self, num_players: int, rules: "str | Ruleset") -> None:
        if np.ndim(num_players) != 0:
            raise ValueError(f"num_players={num_players!r} is not allowed; allowed: one number")
        check_num_players(num_players)
        announce_compilation()
        self.num_players = int(num_players)
        self.states = new_states(1, self.num_players, rules)
        self.decisions: list[tuple[int, int]] = []
        self.has_begun = False
        self._seeds: NDArray[np.int64] | None = None
        self._stream = np.zeros(1, np.int64)
        self._episode = np.zeros(1, np.int64)
        self.scratch = np.zeros(1, kernels_one.SCRATCH_DTYPE)

    def restart(self, seed: int | None) -> int:
        """Begin the first game of a seed; with None the next one of the last seed, or of a fresh one.

        It is the game that `BatchedGames(1, ..., seed=seed)` plays. Returns who is asked.
        Raises ValueError for a seed out of range.
        """
        if seed is not None or self._seeds is None:
            self._seeds = seed_words(seed)
            self._episode[0] = 0
        else:
            self._episode[0] += 1
        kernels.start(self.states, self._seeds, self._stream, self._episode)
        self.decisions.clear()
        self.has_begun = True
        return self.lowest_pending()

    def adopt(self, states: NDArray[Any], decisions: list[tuple[int, int]]) -> int:
        """Go on from a record (1,) and what was decided in it. Returns who is asked, or NO_SEAT if the game is over."""
        self.states[:] = states
        self.decisions[:] = decisions
        self.has_begun = True
        return self.lowest_pending()

    def lowest_pending(self) -> int:
        """Who is asked, the lowest seat first (§15.12), or NO_SEAT if the game is over."""
        return next((seat for seat in range(self.num_players) if self.is_pending(seat)), NO_SEAT)

    def is_pending(self, seat: int) -> bool:
        """Has the seat a decision to make?"""
        return bool((int(self.states["pending"][0]) >> seat) & 1)

    def is_legal(self, seat: int, action: int) -> bool:
        """May the seat decide so now?"""
        return bool(kernels_one.is_legal_one(self.states, seat, action))

    def see(self, seat: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """What the seat sees, float32 (OBSERVATION_SIZE,), and may do, int8 (NUM_ACTIONS,); both are new arrays."""
        observation = _empty(OBSERVATION_SIZE, FLOAT32)
        mask = _empty(NUM_ACTIONS, INT8)
        kernels_one.see_one(self.states, seat, self.scratch, observation, mask)
        return observation, mask

    def masks(self) -> NDArray[np.int8]:
        """The action masks of all seats, int8 (num_players, NUM_ACTIONS), a new array."""
        masks = _empty((self.num_players, NUM_ACTIONS), INT8)
        kernels_one.masks_one(self.states, self.scratch, masks)
        return masks

    def rewards(self, reward: str) -> list[float]:
        """What each seat gets for the finished game."""
        paid: list[float] = seat_rewards(self.states, reward)[0, : self.num_players].tolist()
        return paid

    def illegal(self, seat: int, action: Any) -> IllegalActionError:
        """The error that tells what was played, when, and what is allowed."""
        number = as_action(action)
        text = (
            repr(describe_action(number)) if number != NO_ACTION else f"{action!r} (allowed are 0 to {NUM_ACTIONS - 1})"
        )
        legal = ", ".join(describe_action(int(one)) for one in np.flatnonzero(self.masks()[seat]))
        return IllegalActionError(
            f"{text} is not legal for seat {seat} at {describe_stage(self.states[0])!r}; legal: {legal}"
        )

    def record(self, seat: int | None) -> str:
        """The whole game as text, or what one seat knows of it."""
        from overseers_env.games.overseers.notation import write_record

        return write_record(self.states[0], self.decisions, seat)
