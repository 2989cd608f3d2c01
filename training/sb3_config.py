"""What a run of sb3-contrib's MaskablePPO is told: `overseers train-sb3 configs/sb3.yaml`."""

from dataclasses import dataclass

from overseers_env.agents import make_agent
from training.config import PPOConfig, RunConfig, bounded

MAX_SB3_SEED = 2**32 - 1
"""Stable-Baselines3 seeds numpy's old generator, which takes no more."""


@dataclass(frozen=True)
class LibraryPPOConfig(PPOConfig):
    """What MaskablePPO takes: the same, from other defaults, and no minibatch of one."""

    entropy: float = bounded(0.02, 0.0, 1.0)
    last_entropy: float = bounded(0.002, 0.0, 1.0)
    minibatch: int = bounded(4096, 2, 10_000_000)


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
    ppo: LibraryPPOConfig = LibraryPPOConfig()
    pool: ChairsConfig = ChairsConfig()

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in self.pool.scripted:
            make_agent(name)
