"""The PettingZoo AEC environment: one seat after the other, the lowest pending seat first.

PettingZoo puts its games into three wrappers (order of calls, range of actions, legality) that cost ten times what this
game costs. Here the same checks, with the same outcomes, are inside. (No __getattr__: it makes every attribute slow.)
"""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from pettingzoo.utils.env import AECEnv, AECIterable, AECIterator
from pettingzoo.utils.env_logger import EnvLogger

from overseers_env.envs.one_game import FLOAT32, INT8, as_action
from overseers_env.envs.rewards import ILLEGAL_REWARD
from overseers_env.envs.seated import METADATA, Observation, SeatedEnv
from overseers_env.games.overseers.actions import NUM_ACTIONS
from overseers_env.games.overseers.kernels_one import ILLEGAL, see_one, step_one
from overseers_env.games.overseers.observation import OBSERVATION_SIZE
from overseers_env.games.overseers.state import NO_SEAT

_empty = np.empty


class RawAEC(SeatedEnv, AECEnv):
    """The bare environment: an illegal action raises IllegalActionError and changes nothing. Options: see SeatedEnv.

    Rewards come at the end, when all seats end together. `infos` are empty, or hold the masks.
    """

    metadata: ClassVar[dict[str, Any]] = METADATA

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._states = self._game.states
        self._scratch = self._game.scratch
        self._decisions = self._game.decisions
        self._nothing = dict.fromkeys(self.possible_agents, 0.0)
        self._has_reset = False
        self._has_updated = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the first game of a seed; with None the next one of the last seed. `options` are not read."""
        first = self._game.restart(seed)
        self._begin()
        self.agent_selection = self.possible_agents[first]

    def _begin(self) -> None:
        self._has_reset = self._has_updated = True
        self.agents = self.possible_agents[:]
        self.rewards = self._nothing.copy()
        self._cumulative_rewards = self._nothing.copy()
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._all_infos()
        self._skip_agent_selection = None

    def adopt(self, states: NDArray[Any], decisions: list[tuple[int, int]]) -> None:
        """Go on from a record (1,) and the decisions (seat, action id) that led to it."""
        asked = self._game.adopt(states, decisions)
        self._begin()
        self.agent_selection = self.possible_agents[max(asked, 0)]
        if asked == NO_SEAT:
            self._finish()

    def observe(self, agent: str) -> Observation:
        """What any seat sees and may do at any time, as new arrays; a seat that is not asked may only play 0."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        observation = _empty(OBSERVATION_SIZE, FLOAT32)
        mask = _empty(NUM_ACTIONS, INT8)
        see_one(self._states, self._seat_of[agent], self._scratch, observation, mask)
        return observation if self._is_mask_in_info else {"observation": observation, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Of `agent_selection`: what it sees, its rewards since it acted, has it ended, was it cut off, its info."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: Any) -> None:
        """Play an action id for `agent_selection`; None for a seat that has ended.

        Raises IllegalActionError, and changes nothing, if the action is not legal.
        """
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._step_ended(agent, action)
            return
        seat = self._seat_of[agent]
        number = as_action(action)
        following = step_one(self._states, seat, number)
        if following == ILLEGAL:
            self._refuse(agent, action)
            return
        self._decisions.append((seat, number))
        self._cumulative_rewards[agent] = 0.0
        if self._is_mask_in_info:
            self.infos = self._all_infos()
        if following == NO_SEAT:
            self._finish()
            return
        self.rewards = self._nothing.copy()
        self.agent_selection = self.possible_agents[following]

    def _finish(self) -> None:
        self.rewards = dict(zip(self.possible_agents, self._game.rewards(self._reward), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def _step_ended(self, agent: str, action: Any) -> None:
        self._was_dead_step(action)

    def _refuse(self, agent: str, action: Any) -> None:
        raise self._game.illegal(self._seat_of[agent], action)


class CheckedAEC(RawAEC):
    """The environment as PettingZoo's usual wrappers make it.

    An illegal action ends the game for all seats, with -1 for the seat that played it, and a warning is logged.
    An action out of range raises AssertionError, and so does a loop over `agent_iter` without a step.
    """

    def _step_ended(self, agent: str, action: Any) -> None:
        if action is not None:
            self._check_range(agent, action)
        super()._step_ended(agent, action)

    def _refuse(self, agent: str, action: Any) -> None:
        self._check_range(agent, action)
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {**self._nothing, agent: ILLEGAL_REWARD}
        self._accumulate_rewards()
        self._deads_step_first()

    def _check_range(self, agent: str, action: Any) -> None:
        if not self.action_spaces[agent].contains(action):
            raise AssertionError("action is not in action space")

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable:
        """The seats as they are asked; each turn must step."""
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return _Turns(self, max_iter)

    def _take_turn(self) -> None:
        if not self._has_updated:
            raise AssertionError("need to call step() or reset() in a loop over `agent_iter`")
        self._has_updated = False


class _Turns(AECIterable):
    def __iter__(self) -> AECIterator:
        return _TurnIterator(self.env, self.max_iter)


class _TurnIterator(AECIterator):
    def __next__(self) -> str:
        agent: str = super().__next__()
        self.env._take_turn()
        return agent
