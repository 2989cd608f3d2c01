"""What `env()` costs per `last()` + `step()`, beside an AEC environment that does nothing, in the same run.

python -m benchmarks.aec
"""

import argparse
import platform
import random
import time
from statistics import median
from typing import Any

import numpy as np

from benchmarks.peers import DoNothingAec, measure_do_nothing_aec
from overseers_env import NUM_ACTIONS, OBSERVATION_SIZE, overseers_v0

DECISIONS = 20_000


def plan(env: Any, decisions: int, seed: int) -> list[int]:
    """Random legal actions for so many decisions of `env`; where a game ends the next one follows."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    chosen: list[int] = []
    while len(chosen) < decisions:
        observation, _, terminated, _, _ = env.last()
        if terminated:
            env.reset()
            continue
        chosen.append(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
        env.step(chosen[-1])
    return chosen


def measure(env: Any, actions: list[Any], seed: int) -> float:
    """µs of CPU time per last() + step() of the planned actions, resets included, choosing them left out."""
    env.reset(seed=seed)
    start = time.process_time()
    for action in actions:
        if env.last()[2]:
            env.reset()
            env.last()
        env.step(action)
    return (time.process_time() - start) / len(actions) * 1e6


def measure_env(options: dict[str, Any], repeats: int, seed: int = 0, make: Any = overseers_v0.env) -> float:
    """The median of so many measurements of one environment."""
    env = make(**options)
    actions = [np.int64(action) for action in plan(overseers_v0.env(**options), DECISIONS, seed)]
    return median(measure(env, actions, seed) for _ in range(repeats))


def wrapped_raw_env(**options: Any) -> Any:
    """raw_env in PettingZoo's three usual wrappers."""
    from pettingzoo.utils import wrappers

    inner = wrappers.TerminateIllegalWrapper(overseers_v0.raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


def markdown(ours: list[tuple[str, float]], idle: DoNothingAec) -> str:
    """One table of everything."""
    rows = [*ours]
    if idle.bare_us is not None and idle.wrapped_us is not None:
        rows += [
            ("does nothing, bare", idle.bare_us),
            ("does nothing, in PettingZoo's three wrappers", idle.wrapped_us),
        ]
    lines = ["| environment | µs per last() + step() |", "| --- | ---: |"]
    return "\n".join([*lines, *(f"| {name} | {cost:.2f} |" for name, cost in rows)])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.aec", description=__doc__)
    parser.add_argument("--repeats", type=int, default=7, help="measurements; the median is told")
    repeats = parser.parse_args().repeats
    ours = [
        (f"overseers env(), {players} players", measure_env({"num_players": players}, repeats)) for players in (3, 4, 6)
    ]
    ours.append(("overseers raw_env(), 4 players", measure_env({}, repeats, make=overseers_v0.raw_env)))
    ours.append(("overseers raw_env() in PettingZoo's three wrappers", measure_env({}, repeats, make=wrapped_raw_env)))
    idle = measure_do_nothing_aec(0.3, repeats, OBSERVATION_SIZE, NUM_ACTIONS)
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, {platform.machine()}, median of {repeats}\n")
    print(markdown(ours, idle))


if __name__ == "__main__":
    main()
