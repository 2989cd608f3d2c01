"""Helpers of these tests: who plays, and playing to the end."""

from typing import Any

import numpy as np

PLAYERS = (3, 4, 5, 6)
EDITIONS = ("french", "english")


class FirstLegal:
    """Plays the first legal action; needs no memory, so it plays alike in any batch."""

    name = "first legal"

    def act(self, observations: Any, action_masks: Any) -> Any:
        return action_masks.argmax(axis=1).astype(np.int64)

    def reset(self, seed: int) -> None:
        self.seed = seed


class LastLegal(FirstLegal):
    """Plays the last legal action."""

    def act(self, observations: Any, action_masks: Any) -> Any:
        return (action_masks.shape[1] - 1 - action_masks[:, ::-1].argmax(axis=1)).astype(np.int64)


def legal_actions(env: Any) -> Any:
    """What the seat to act of an AEC environment may do."""
    observation, _, _, _, info = env.last()
    mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
    return np.flatnonzero(mask)


def step_randomly(env: Any, rng: np.random.Generator, steps: int) -> int:
    """Play so many random decisions of an AEC environment, or as many as there are; returns how many."""
    for played in range(steps):
        if env.last(observe=False)[2]:
            return played
        env.step(int(rng.choice(legal_actions(env))))
    return steps


def draw(masks: Any, rng: np.random.Generator) -> Any:
    """A random legal action a row, int64 (N,)."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks], np.int64)
