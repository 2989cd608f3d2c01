"""Overseers, a game of hidden hands, bluffing and voting for 3 to 6 players, as a fast PettingZoo environment."""

import gymnasium
import pettingzoo

from overseers_env import overseers_v0
from overseers_env.engine.errors import IllegalActionError
from overseers_env.games.overseers.actions import NUM_ACTIONS, Action, MalformedActionError
from overseers_env.games.overseers.batched import BatchedGames
from overseers_env.games.overseers.observation import OBSERVATION, OBSERVATION_SIZE
from overseers_env.games.overseers.ruleset import Ruleset

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
    "overseers_v0",
]

GYMNASIUM_ID = "overseers_env/Overseers-v0"
PETTINGZOO_ID = "overseers/overseers-v0"


def _register() -> None:
    """Make the environments known to gymnasium.make and make_vec, and to pettingzoo.make where there is one (1.27)."""
    if GYMNASIUM_ID not in gymnasium.registry:
        gymnasium.register(
            GYMNASIUM_ID,
            entry_point="overseers_env.envs.single:OverseersEnv",
            vector_entry_point="overseers_env.envs.vector:OverseersVectorEnv",
        )
    if hasattr(pettingzoo, "register") and PETTINGZOO_ID not in pettingzoo.aec_registry:
        pettingzoo.register("aec", PETTINGZOO_ID, "overseers_env.overseers_v0:env")
        pettingzoo.register("parallel", PETTINGZOO_ID, "overseers_env.overseers_v0:parallel_env")


_register()
