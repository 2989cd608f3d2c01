"""What both PettingZoo environments share: the seats' names and spaces, one game, and its drawing."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import logger, spaces
from numpy.typing import NDArray
from pettingzoo.utils.env_logger import EnvLogger

from overseers_env.envs.one_game import OneGame
from overseers_env.envs.rewards import check_reward
from overseers_env.envs.spaces import actions, observation_and_mask, observation_box
from overseers_env.render.text import PUBLIC, check_eyes, render

if TYPE_CHECKING:
    from overseers_env.games.overseers.ruleset import Ruleset

RENDER_MODES = ("human", "ansi")
METADATA: dict[str, Any] = {
    "name": "overseers_v0",
    "render_modes": list(RENDER_MODES),
    "is_parallelizable": True,  # as parallel_env: PettingZoo's aec_to_parallel wants every seat asked in every cycle
}
MASK_PLACES = ("observation", "info")
Observation = dict[str, NDArray[Any]] | NDArray[np.float32]


def _check_choice(name: str, value: Any, allowed: tuple[Any, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{name}={value!r} is not allowed; allowed: {', '.join(map(repr, allowed))}")


class SeatedEnv:
    """Seats called "player_0" and so on, each with its own spaces, around one game.

    num_players: 3 to 6. rules: "french", "english" or a Ruleset.
    render_mode: None, "ansi" (`render` returns the table as text) or "human" (it prints it).
    mask_in: "observation" or "info": where the action mask is put.
    reward: "win_share", "rank" or "margin" (see envs/rewards.py).
    render_seat: from whose eyes the table is drawn: a seat, PUBLIC for what everybody sees, None for all cards open.
    Raises ValueError for anything else, naming what is allowed.
    """

    def __init__(
        self,
        num_players: int = 4,
        rules: "str | Ruleset" = "french",
        render_mode: str | None = None,
        mask_in: str = "observation",
        reward: str = "win_share",
        render_seat: int | None = PUBLIC,
    ) -> None:
        _check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        _check_choice("mask_in", mask_in, MASK_PLACES)
        check_reward(reward)
        self._game = OneGame(num_players, rules)
        check_eyes(render_seat, self._game.num_players)
        self.render_mode = render_mode
        self._is_mask_in_info = mask_in == "info"
        self._reward = reward
        self._render_seat = render_seat
        self.possible_agents = [f"player_{seat}" for seat in range(self._game.num_players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        make_space = observation_box if self._is_mask_in_info else observation_and_mask
        self.observation_spaces: dict[str, spaces.Space[Any]] = {agent: make_space() for agent in self.possible_agents}
        self.action_spaces: dict[str, spaces.Discrete] = {agent: actions() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object each time: a Dict of observation and action_mask, or with mask_in="info" the Box alone."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same object each time."""
        return self.action_spaces[agent]

    @cached_property
    def state_space(self) -> spaces.Box:
        """The space of `state`."""
        box = observation_box()
        return spaces.Box(
            np.tile(box.low, len(self.possible_agents)), np.tile(box.high, len(self.possible_agents)), dtype=np.float32
        )

    def state(self) -> NDArray[np.float32]:
        """What all seats together know, for a central critic: their observations end to end, a new float32 array."""
        if not self._game.has_begun:
            EnvLogger.error_state_before_reset()
        return np.concatenate([self._game.see(seat)[0] for seat in range(self._game.num_players)])

    def _seen_by(self, agent: str) -> Observation:
        observation, mask = self._game.see(self._seat_of[agent])
        return observation if self._is_mask_in_info else {"observation": observation, "action_mask": mask}

    def _all_infos(self) -> dict[str, dict[str, Any]]:
        if not self._is_mask_in_info:
            return {agent: {} for agent in self.possible_agents}
        return {
            agent: {"action_mask": mask} for agent, mask in zip(self.possible_agents, self._game.masks(), strict=True)
        }

    def render(self) -> str | None:
        """The table as text from `render_seat`'s eyes; in mode "human" it is printed instead."""
        if not self._game.has_begun:
            EnvLogger.error_render_before_reset()
        if self.render_mode is None:
            logger.warn("render() needs a render_mode; allowed: " + ", ".join(map(repr, RENDER_MODES)))
            return None
        text = render(self._game.states[0], self._render_seat)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def game_record(self, seat: int | None = None) -> str:
        """The game so far as text, for `overseers_v0.replay`; with a seat, only what that seat knows, to be read."""
        return self._game.record(seat)
