"""Decisions a second with learning included, and what takes the time: python -m benchmarks.learning [key=value ...]

The settings are configs/base.yaml's. Decisions are the learner's own; an opponent's time counts as sampling.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from training.config import Config, load_config
from training.train import Trainer

CONFIG = Path(__file__).resolve().parents[1] / "configs" / "base.yaml"
WARM_UP, MEASURED = 2, 6


class Stopwatch:
    """Seconds spent in a function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.seconds = 0.0

    def __call__(self, *arguments: Any) -> Any:
        """Call it."""
        start = time.perf_counter()
        result = self.function(*arguments)
        self.seconds += time.perf_counter() - start
        return result


def measure(config: Config) -> dict[str, float]:
    """Seconds by part, decisions, and processor seconds, over MEASURED updates."""
    trainer = Trainer(config)
    for _ in range(WARM_UP):
        trainer.step()
    policy, collect = Stopwatch(trainer.policy), Stopwatch(trainer.collector.collect)
    trainer.policy, trainer.collector.collect = policy, collect
    before, start, cpu_start = trainer.decisions, time.perf_counter(), time.process_time()
    for _ in range(MEASURED):
        trainer.step()
    total = time.perf_counter() - start
    return {
        "decisions": trainer.decisions - before,
        "total": total,
        "processor": time.process_time() - cpu_start,
        "sampling": collect.seconds - policy.seconds,
        "inference": policy.seconds,
        "learning": total - collect.seconds,
    }


def main() -> None:
    took = measure(load_config(CONFIG, tuple(sys.argv[1:])))
    rate, cpu_rate = took["decisions"] / took["total"], took["decisions"] / took["processor"]
    print(f"{rate:,.0f} decisions/s with {torch.get_num_threads()} threads, {cpu_rate:,.0f} a second of processor time")
    for part in ("sampling", "inference", "learning"):
        print(f"{part:10} {took[part] / took['total']:6.1%}")


if __name__ == "__main__":
    main()
