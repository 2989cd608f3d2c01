"""Random: every legal action equally likely."""

import numpy as np
from numpy.typing import NDArray

from overseers_env.agents.sampling import draw_uniform


class RandomAgent:
    """Plays uniformly at random; the yardstick's zero."""

    def __init__(self, seed: int = 0, name: str = "random") -> None:
        self.name = name
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Start a match: the same seed makes the same choices."""
        self._generator = np.random.default_rng(seed)

    def act(self, observations: NDArray[np.int8], action_masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """A uniformly random legal action a game, int64 (N,); shapes as in Agent."""
        return draw_uniform(action_masks, self._generator.random(len(action_masks)))
