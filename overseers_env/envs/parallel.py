"""The PettingZoo parallel environment: every seat that has a decision acts at once, the others play the no-op."""

from typing import Any, ClassVar

from pettingzoo.utils.env import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from overseers_env.envs.one_game import as_action
from overseers_env.envs.rewards import ILLEGAL_REWARD
from overseers_env.envs.seated import METADATA, Observation, SeatedEnv
from overseers_env.games.overseers.actions import NO_OP
from overseers_env.games.overseers.kernels_one import step_one
from overseers_env.games.overseers.state import NO_SEAT

Observations = dict[str, Observation]
Infos = dict[str, dict[str, Any]]
Flags = dict[str, bool]


class RawParallel(SeatedEnv, ParallelEnv):
    """The bare environment: if any seat's action is not legal, IllegalActionError is raised and nothing changes.

    Options: see SeatedEnv. In a simultaneous stage all pending seats commit in one step.
    """

    metadata: ClassVar[dict[str, Any]] = METADATA

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Infos]:
        """Begin the first game of a seed; with None the next one of the last seed. `options` are not read.

        Returns what every seat sees, and the infos.
        """
        self._game.restart(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), self._all_infos()

    def step(self, actions: dict[str, Any]) -> tuple[Observations, dict[str, float], Flags, Flags, Infos]:
        """Play an action id for every seat: 0 for a seat that has no decision.

        Returns observations, rewards, terminations, truncations and infos of every seat. After the end: empty dicts.
        Raises ValueError if a seat has no entry, IllegalActionError if an action is not legal; then nothing changes.
        """
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise ValueError(f"actions must name every seat; missing: {', '.join(missing)}")
        chosen = [as_action(actions[agent]) for agent in self.possible_agents]
        offenders = [agent for agent in self.agents if not self._is_allowed(self._seat_of[agent], chosen)]
        if offenders:
            return self._refuse(offenders, actions)
        return self._results(self._play(chosen), is_cut=False)

    def _is_allowed(self, seat: int, chosen: list[int]) -> bool:
        return self._game.is_legal(seat, chosen[seat]) if self._game.is_pending(seat) else chosen[seat] == NO_OP

    def _play(self, chosen: list[int]) -> dict[str, float]:
        following = NO_SEAT
        for seat in [seat for seat in range(len(chosen)) if self._game.is_pending(seat)]:
            following = step_one(self._game.states, seat, chosen[seat])
            self._game.decisions.append((seat, chosen[seat]))
        if following != NO_SEAT:
            return dict.fromkeys(self.possible_agents, 0.0)
        self.agents = []
        return dict(zip(self.possible_agents, self._game.rewards(self._reward), strict=True))

    def _refuse(
        self, offenders: list[str], actions: dict[str, Any]
    ) -> tuple[Observations, dict[str, float], Flags, Flags, Infos]:
        raise self._game.illegal(self._seat_of[offenders[0]], actions[offenders[0]])

    def _results(
        self, rewards: dict[str, float], is_cut: bool
    ) -> tuple[Observations, dict[str, float], Flags, Flags, Infos]:
        has_ended = dict.fromkeys(self.possible_agents, not self.agents)
        truncations = dict.fromkeys(self.possible_agents, is_cut)
        return self._observations(), rewards, has_ended, truncations, self._all_infos()

    def _observations(self) -> Observations:
        return {agent: self._seen_by(agent) for agent in self.possible_agents}


class CheckedParallel(RawParallel):
    """As `env()` treats it: an illegal action ends the game for all seats, with -1 for each seat that played one, and 0
    for the others, and a warning is logged. PettingZoo's own checkers play unmasked actions, so this is the usual one.
    """

    def _refuse(
        self, offenders: list[str], actions: dict[str, Any]
    ) -> tuple[Observations, dict[str, float], Flags, Flags, Infos]:
        EnvLogger.warn_on_illegal_move()
        self.agents = []
        rewards = {agent: ILLEGAL_REWARD if agent in offenders else 0.0 for agent in self.possible_agents}
        return self._results(rewards, is_cut=True)
