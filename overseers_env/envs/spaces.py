"""The spaces of every environment: one flat observation, one flat action."""

import numpy as np
from gymnasium import spaces

from overseers_env.games.overseers.actions import NUM_ACTIONS
from overseers_env.games.overseers.observation import OBSERVATION


def observation_box() -> spaces.Box:
    """What a seat sees: float32 (OBSERVATION_SIZE,), bounded by what OBSERVATION says of each piece."""
    return spaces.Box(OBSERVATION.lows().astype(np.float32), OBSERVATION.highs().astype(np.float32), dtype=np.float32)


def observation_and_mask() -> spaces.Dict:
    """{"observation": float32 (OBSERVATION_SIZE,), "action_mask": int8 (NUM_ACTIONS,)}."""
    return spaces.Dict({"observation": observation_box(), "action_mask": spaces.Box(0, 1, (NUM_ACTIONS,), np.int8)})


def actions() -> spaces.Discrete:
    """Every action of the game; which are legal now is for the mask to say."""
    return spaces.Discrete(NUM_ACTIONS)
