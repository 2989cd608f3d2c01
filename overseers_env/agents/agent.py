"""Agent: anything that plays from what a seat may know. Batched, so that an arena plays thousands of games at once."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Agent(Protocol):
    """A player. It sees observations and action masks of the seat to act and nothing else."""

    name: str

    def act(self, observations: NDArray[np.int8], action_masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Choose a legal action in each of N games.

        observations: int8 (N, OBSERVATION_SIZE), of the seats to act; action_masks: bool (N, NUM_ACTIONS).
        Returns action ids, int64 (N,).
        """
        ...

    def reset(self, seed: int) -> None:
        """Start a match: the same seed makes the same choices."""
        ...
