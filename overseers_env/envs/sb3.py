"""Stable-Baselines3's VecEnv straight on the batched engine, with the masks that sb3-contrib's MaskablePPO asks for."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from overseers_env.envs.learner import LearnerGames
from overseers_env.envs.opponents import Opponents
from overseers_env.envs.spaces import actions, observation_box

Indices = None | int | Iterable[int]


class OverseersVecEnv(VecEnv):
    """N learners, each at its own table of agents. Options: see LearnerGames.

    A game that ends begins again at once; infos[i]["terminal_observation"] is its end. The masks: action_masks(), or
    env_method("action_masks") as sb3-contrib asks.
    """

    def __init__(self, num_envs: int, **options: Any) -> None:
        self.render_mode = None
        self._tables = LearnerGames(num_envs, **options)
        self._seed: int | None = None
        super().__init__(num_envs, observation_box(), actions())

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """The next reset starts from this seed; it seeds all games, seats and opponents."""
        self._seed = seed
        return [seed] * self.num_envs

    def reset(self) -> NDArray[np.float32]:
        """Begin all games: float32 (N, OBSERVATION_SIZE)."""
        self._tables.reset(self._seed)
        self._seed = None
        observations, masks = self._tables.observe()
        self.reset_infos = [{"action_mask": mask} for mask in masks]
        return observations

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Note the action ids (N,) for step_wait."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play them up to the learners' next turns: observations, rewards float32 (N,), dones bool (N,), infos."""
        if not self._tables.has_begun:
            raise RuntimeError("reset() needs to be called before step()")
        rewards, ended = self._tables.step(self._actions, at_once=True)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if ended.any():
            for index, observation in zip(np.flatnonzero(ended), self._tables.observe_end(ended)[0], strict=True):
                infos[index] = {"terminal_observation": observation, "TimeLimit.truncated": False}
        return self._tables.observe()[0], rewards.astype(np.float32), ended, infos

    def action_masks(self) -> NDArray[np.int8]:
        """What the learners may do now, int8 (N, NUM_ACTIONS), a new array."""
        return self._tables.action_masks()

    def set_opponents(self, opponents: Opponents) -> None:
        """Let others play from now on; games go on."""
        self._tables.set_opponents(opponents)

    def close(self) -> None:
        """Nothing is held open."""

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute of this object, once for each game. Raises AttributeError if there is none."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute of this object; games have none of their own."""
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """The one method of a game: "action_masks", int8 (NUM_ACTIONS,). Raises AttributeError for others."""
        if method_name != "action_masks":
            raise AttributeError(f"single games have no method {method_name!r}; allowed: 'action_masks'")
        masks = self.action_masks()
        return [masks[index] for index in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Indices = None) -> list[bool]:
        """Single games are never wrapped."""
        return [False for _ in self._get_indices(indices)]
