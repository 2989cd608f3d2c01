"""Gymnasium's VectorEnv straight on the batched engine: N learners, each at its own table of agents."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from overseers_env.envs.learner import LearnerGames
from overseers_env.envs.opponents import Opponents
from overseers_env.envs.spaces import actions, observation_box
from overseers_env.render.text import render

if TYPE_CHECKING:
    from overseers_env.games.overseers.ruleset import Ruleset

Result = tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class OverseersVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """N tables at once; opponents of all tables play in one batch. Options as OverseersEnv, and:

    num_players and rules may differ by table (an array, a list). num_threads: of the engine.
    autoreset_mode: NEXT_STEP (the step after the end begins the next game, its action is not read), SAME_STEP (the next
    game begins at once; infos["final_obs"] and infos["final_info"] tell the end) or DISABLED (reset with
    options={"reset_mask": bool (N,)}).
    """

    def __init__(
        self,
        num_envs: int = 1,
        num_players: ArrayLike = 4,
        rules: "str | Ruleset | list[str | Ruleset]" = "french",
        opponents: Opponents = "heuristic",
        seat: str | int = "random",
        reward: str = "win_share",
        illegal: str = "terminate",
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        num_threads: int = 1,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={render_mode!r} is not allowed; allowed: None, 'ansi'")
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_box()
        self.single_action_space = actions()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._tables = LearnerGames(num_envs, num_players, rules, opponents, seat, reward, illegal, num_threads)

    @property
    def seats(self) -> NDArray[np.int8]:
        """The learner's seats, int8 (N,), a new array."""
        return self._tables.seats.copy()

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin all games, or those of options["reset_mask"], bool (N,), and go on to the learners' turns.

        seed: see LearnerGames.reset. Other options are not read.
        Raises TypeError or ValueError for a mask of another type or shape, or of nothing.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        mask = None if options is None else options.get("reset_mask")
        self._tables.reset(seed, None if mask is None else self._checked_mask(mask))
        observations, masks = self._tables.observe()
        return observations, self._infos(masks)

    def _checked_mask(self, mask: Any) -> NDArray[np.bool_]:
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f"options['reset_mask'] must be a numpy array of bool; got {mask!r}")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(
                f"options['reset_mask'] must have shape ({self.num_envs},) and name at least one game; got {mask!r}"
            )
        return mask

    def step(self, actions: NDArray[np.int64]) -> Result:
        """Play an action id at every table, (N,), and go on to the learners' next turns or the ends.

        Returns new arrays: observations float32 (N, OBSERVATION_SIZE), rewards float64 (N,), terminations and
        truncations bool (N,), infos. Raises ResetNeeded before the first reset, and with DISABLED while a game is over.
        """
        is_waiting = self.autoreset_mode == AutoresetMode.DISABLED and bool(self._tables.is_over.any())
        if is_waiting or not self._tables.has_begun:
            raise ResetNeeded("reset() needs to be called before step()")
        at_once = self.autoreset_mode == AutoresetMode.SAME_STEP
        rewards, ended = self._tables.step(actions, at_once)
        observations, masks = self._tables.observe()
        infos = self._infos(masks)
        if at_once and ended.any():
            infos.update(self._ends(ended))
        return observations, rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _infos(self, masks: NDArray[np.int8]) -> dict[str, Any]:
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _ends(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """final_obs and final_info, as Gymnasium's SyncVectorEnv lays them out."""
        observations, masks = self._tables.observe_end(ended)
        final_obs = np.full(self.num_envs, None, object)
        final_masks = np.zeros((self.num_envs, masks.shape[1]), np.int8)
        for index, observation in zip(np.flatnonzero(ended), observations, strict=True):
            final_obs[index] = observation
        final_masks[ended] = masks
        final_info = {"action_mask": final_masks, "_action_mask": ended.copy()}
        return {
            "final_obs": final_obs,
            "_final_obs": ended.copy(),
            "final_info": final_info,
            "_final_info": ended.copy(),
        }

    def action_masks(self) -> NDArray[np.int8]:
        """What the learners may do now, int8 (N, NUM_ACTIONS), a new array."""
        return self._tables.action_masks()

    def set_opponents(self, opponents: Opponents) -> None:
        """Let others play from now on."""
        self._tables.set_opponents(opponents)

    def render(self) -> tuple[str, ...] | None:
        """Every table as text from its learner's eyes, or None without a render_mode."""
        if self.render_mode is None:
            return None
        return tuple(render(*self._tables.record(index)) for index in range(self.num_envs))
