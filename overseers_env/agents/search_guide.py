"""Who plays inside `search`: the player that it starts from, that plays every playout, and that judges where they end."""

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from overseers_env.agents.heuristic import HeuristicAgent
from overseers_env.agents.sampling import draw_softmax
from overseers_env.agents.search_playout import Policy, chances_to_win
from overseers_env.engine.layout import as_rows
from overseers_env.games.overseers import kernels, stages
from overseers_env.games.overseers.actions import NUM_ACTIONS
from overseers_env.games.overseers.cards import MAX_PLAYERS
from overseers_env.games.overseers.observation import OBSERVATION_SIZE
from overseers_env.games.overseers.recall import VIEWER

if TYPE_CHECKING:
    from overseers_env.agents.learned import LearnedAgent

MAX_CANDIDATES = 6
"""Actions that a network's policy puts forward: those it finds likeliest."""


class Guide(Policy, Protocol):
    """A Policy that also knows what to search for, and what the end of a round is worth."""

    def candidates(self, stage: int, observation: NDArray[np.int8], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The actions worth comparing, at this stage; none or one where there is nothing to search for."""
        ...

    def merits(self, games: NDArray[Any]) -> NDArray[np.float64]:
        """How good each end of a round or game (N,) is for seat VIEWER, on the scale of win shares."""
        ...


class HeuristicGuide:
    """The heuristic inside. It hears no talk, and search over its draft and its placements gained nothing (docs/search.md),
    so it is searched from the powers on; rounds are judged by their scores.
    """

    def __init__(self) -> None:
        self._agent = HeuristicAgent()

    def choose(
        self, observations: NDArray[np.int8], masks: NDArray[np.bool_], luck: NDArray[np.float64]
    ) -> NDArray[np.int64]:
        """Its own choice; its luck is a function of the position already."""
        return self._agent.act(observations, masks)

    def candidates(self, stage: int, observation: NDArray[np.int8], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Everything legal, from the powers on to the end of the round but for talk."""
        is_searched = stages.PLACEMENT < stage < stages.LEADER_TIE and stage != stages.DISCUSSION
        return np.flatnonzero(mask & is_searched)

    def merits(self, games: NDArray[Any]) -> NDArray[np.float64]:
        """By the scores."""
        chances = np.zeros(len(games))
        chances_to_win(games, chances)
        return chances


class LearnedGuide:
    """A network inside: its policy puts actions forward and plays, its value judges rounds that are not the last."""

    def __init__(self, agent: "LearnedAgent") -> None:
        self._agent = agent

    def choose(
        self, observations: NDArray[np.int8], masks: NDArray[np.bool_], luck: NDArray[np.float64]
    ) -> NDArray[np.int64]:
        """Draws from its policy."""
        logits, _ = self._agent.logits_and_values(observations)
        return draw_softmax(logits, masks, luck)[0]

    def candidates(self, stage: int, observation: NDArray[np.int8], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The likeliest legal actions, at every stage."""
        logits, _ = self._agent.logits_and_values(observation[np.newaxis])
        likeliest = np.argsort(np.where(mask, -logits[0], np.inf), kind="stable")
        return np.sort(likeliest[: min(MAX_CANDIDATES, np.count_nonzero(mask))])

    def merits(self, games: NDArray[Any]) -> NDArray[np.float64]:
        """The win share above the fair one of a game that is over, the network's value of one that goes on."""
        returns = np.zeros((len(games), MAX_PLAYERS), np.float32)
        kernels.final_returns(games, returns)
        observations, masks = (
            np.zeros((len(games), OBSERVATION_SIZE), np.int8),
            np.zeros((len(games), NUM_ACTIONS), np.int8),
        )
        kernels.see_as(games, np.full(len(games), VIEWER, np.int8), as_rows(observations), as_rows(masks))
        _, values = self._agent.logits_and_values(observations)
        return np.where(games["stage"] == stages.GAME_OVER, returns[:, VIEWER], values).astype(np.float64)
