"""From first import to first step, on a machine that has never compiled the rules and on one that has.

python -m benchmarks.first_step
"""

import os
import subprocess
import sys
import tempfile
import time
from statistics import median

PROGRAMS = {
    "env()": "from overseers_env import overseers_v0; env = overseers_v0.env(); env.reset(seed=1); "
    "observation = env.last()[0]; env.step(int(observation['action_mask'].nonzero()[0][0])); env.last()",
    "BatchedGames": "from overseers_env import BatchedGames; "
    "games = BatchedGames(64, seed=1); games.step(games.random_actions())",
}


def seconds(program: str, cache: str) -> float:
    """Wall-clock of a fresh Python that runs the program, its start included."""
    start = time.perf_counter()
    environment = {**os.environ, "OVERSEERS_CACHE_DIR": cache}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def measure(program: str, repeats: int) -> tuple[float, float]:
    """Cold (once) and warm (median)."""
    with tempfile.TemporaryDirectory() as cache:
        cold = seconds(program, cache)
        return cold, median(seconds(program, cache) for _ in range(repeats))


def main() -> None:
    print("| import to first step | cold, s | warm, s |\n|---|---:|---:|")
    for name, program in PROGRAMS.items():
        cold, warm = measure(program, 5)
        print(f"| {name} | {cold:.1f} | {warm:.2f} |")


if __name__ == "__main__":
    main()
