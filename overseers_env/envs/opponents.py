"""Who sits opposite a learner: agents, or their names."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray


class Opponent(Protocol):
    """What `overseers_env.agents.Agent` asks of a player."""

    def act(self, observations: NDArray[np.int8], action_masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """A legal action in each of N games, for the seats to act."""
        ...

    def reset(self, seed: int) -> None:
        """Start a match: the same seed makes the same choices."""
        ...


OneOpponent: TypeAlias = str | Path | Opponent
Opponents: TypeAlias = OneOpponent | Sequence[OneOpponent]
"""A name for `make_agent`, an Agent, or a list with one for each other seat, the learner's left neighbour first."""


def make_opponents(opponents: Opponents, num_chairs: int, rng: np.random.Generator) -> list[Opponent]:
    """One player for all chairs, or one for each. Those that are made here are seeded from `rng`.

    Raises ValueError for a list of the wrong length, an unknown name, or something that can't play.
    """
    if isinstance(opponents, str | Path) or not isinstance(opponents, Sequence):
        return [_make(opponents, rng)]
    if len(opponents) != num_chairs:
        raise ValueError(f"opponents has {len(opponents)} entries; allowed: one player, or a list of {num_chairs}")
    return [_make(one, rng) for one in opponents]


def _make(opponent: OneOpponent, rng: np.random.Generator) -> Opponent:
    """The player, by its name if need be: agents are a layer above environments, which therefore import none."""
    if isinstance(opponent, str | Path):
        made: Opponent = import_module("overseers_env.agents").make_agent(opponent)
        made.reset(draw_seed(rng))
        return made
    if not callable(getattr(opponent, "act", None)):
        raise ValueError(
            f"opponents={opponent!r} is not allowed; allowed: a name, an Agent, or a list, one an other seat"
        )
    return opponent


def draw_seed(rng: np.random.Generator) -> int:
    """A seed for an agent."""
    return int(rng.integers(1 << 31))
