"""What a run of sb3-contrib's MaskablePPO is told: `overseers train-sb3 configs/sb3.yaml`."""

from dataclasses import dataclass

from overseers_env.agents import make_agent
from training.config import RunConfig, bounded

MAX_SB3_SEED = 2**32 - 1
"""Stable-Baselines3 seeds numpy's old generator, which takes no more."""


@dataclass(frozen=True)
class LibraryPPOConfig:
    """What MaskablePPO takes; a pair first -> last is annealed linearly over the run."""

    learning_rate: float = bounded(5e-4, 0.0, 1.0)
    last_learning_rate: float = bounded(5e-5, 0.0, 1.0)
    entropy: float = bounded(0.02, 0.0, 1.0)
    last_entropy: float = bounded(0.002, 0.0, 1.0)
    clip: float = bounded(0.2, 0.01, 1.0)
    epochs: int = bounded(3, 1, 100)
    minibatch: int = bounded(4096, 2, 10_000_000)
    value_weight: float = bounded(0.5, 0.0, 100.0)
    max_gradient: float = bounded(0.5, 1e-6, 1e6)
    gae_lambda: float = bounded(0.95, 0.0, 1.0)


@dataclass(frozen=True)
class ChairsConfig:
    """Who sits opposite: each chair is drawn anew for every rollout."""

    scripted: tuple[str, ...] = ("heuristic",)
    """Names for make_agent, drawn evenly; one that stands there twice is drawn twice as often."""
    snapshots: float = bounded(0.2, 0.0, 1.0)
    """The share of chairs that earlier selves of the learner take, once there are any."""
    snapshot_every: int = bounded(250_000, 1, 10**12)
    """The learner's decisions between two snapshots."""
    kept: int = bounded(8, 1, 1000)
    """How many of the latest snapshots can be drawn."""


@dataclass(frozen=True)
class SB3Config(RunConfig):
    """A run of MaskablePPO. Decisions are the learner's own: one seat of each game."""

    name: str = "sb3"
    seed: int = bounded(1, 0, MAX_SB3_SEED)
    start: str = ""
    """A checkpoint or a run whose weights the learner starts with, of the same games and widths; empty: new ones."""
    ppo: LibraryPPOConfig = LibraryPPOConfig()
    pool: ChairsConfig = ChairsConfig()

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in self.pool.scripted:
            make_agent(name)
