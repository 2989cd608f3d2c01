"""A Gymnasium environment: one learner at a table of agents."""

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from overseers_env.envs.learner import LearnerGames
from overseers_env.envs.one_game import as_action
from overseers_env.envs.opponents import Opponents
from overseers_env.envs.spaces import actions, observation_box
from overseers_env.render.text import render

if TYPE_CHECKING:
    from overseers_env.games.overseers.ruleset import Ruleset


class OverseersEnv(gymnasium.Env[NDArray[Any], Any]):
    """The learner sees float32 (OBSERVATION_SIZE,) and plays one of the ids that info["action_mask"], int8, allows.

    num_players: 3 to 6. rules: "french", "english" or a Ruleset. opponents, seat, reward: see LearnerGames.
    illegal: "terminate" (an illegal action ends the episode with -1, so that those who know no masks can play) or
    "raise" (IllegalActionError, and nothing changes).
    render_mode: None or "ansi": the table as text, from the learner's eyes.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        num_players: int = 4,
        rules: "str | Ruleset" = "french",
        opponents: Opponents = "heuristic",
        seat: str | int = "random",
        reward: str = "win_share",
        illegal: str = "terminate",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={render_mode!r} is not allowed; allowed: None, 'ansi'")
        self.render_mode = render_mode
        self.observation_space = observation_box()
        self.action_space = actions()
        self._table = LearnerGames(1, num_players, rules, opponents, seat, reward, illegal)

    @property
    def seat(self) -> int:
        """The learner's seat in this game."""
        return self._table.record(0)[1]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a game, and go on to the learner's turn; `options` are not needed and not read."""
        super().reset(seed=seed)
        self._table.reset(seed)
        return self._look()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play an action id, and go on to the learner's next turn or the end.

        Raises ResetNeeded before the first reset and after the end, IllegalActionError if illegal="raise".
        """
        if self._table.is_over[0]:
            raise gymnasium.error.ResetNeeded("reset() needs to be called before step()")
        rewards, ended = self._table.step([as_action(action)])
        observation, info = self._look()
        return observation, float(rewards[0]), bool(ended[0]), False, info

    def _look(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        observations, masks = self._table.observe()
        return observations[0], {"action_mask": masks[0]}

    def action_masks(self) -> NDArray[np.int8]:
        """What the learner may do now, int8 (NUM_ACTIONS,), a new array (the name that sb3-contrib asks for)."""
        masks = self._table.action_masks()
        return np.asarray(masks[0])

    def set_opponents(self, opponents: Opponents) -> None:
        """Let others play from now on."""
        self._table.set_opponents(opponents)

    def render(self) -> str | None:  # type: ignore[override]
        """The table as text from the learner's eyes, or None without a render_mode."""
        return render(*self._table.record(0)) if self.render_mode == "ansi" else None
