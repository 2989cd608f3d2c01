"""Overseers, a game of hidden hands, bluffing and voting for 3 to 6 players, as a fast PettingZoo environment."""

from overseers_env.engine.errors import IllegalActionError
from overseers_env.games.overseers.actions import NUM_ACTIONS, Action, MalformedActionError
from overseers_env.games.overseers.batched import BatchedGames
from overseers_env.games.overseers.ruleset import Ruleset
from overseers_env.games.overseers.view import OBSERVATION, OBSERVATION_SIZE

__version__ = "0.1.0"

__all__ = [
    "NUM_ACTIONS",
    "OBSERVATION",
    "OBSERVATION_SIZE",
    "Action",
    "BatchedGames",
    "IllegalActionError",
    "MalformedActionError",
    "Ruleset",
]
