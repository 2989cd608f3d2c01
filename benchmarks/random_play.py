"""Random legal play in BatchedGames: observation, mask, random choice and restarts included.

python -m benchmarks.random_play
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from overseers_env import BatchedGames

BATCHES = (1, 16, 64, 256, 1024, 4096, 16384)
PLAYERS = (3, 4, 5, 6)
USUAL_BATCH = 1024
MIN_STEPS = 200


@dataclass(frozen=True)
class Speed:
    """One configuration: decisions per CPU-second of one thread, or per second of wall-clock for several."""

    name: str
    decisions_per_second: float


def _warm_games(num_games: int, num_players: int, num_threads: int) -> BatchedGames:
    """Games that have been played until they stand at all stages."""
    games = BatchedGames(num_games, num_players, seed=1, num_threads=num_threads)
    for _ in range(MIN_STEPS):
        games.step(games.random_actions())
    return games


def _sample(games: BatchedGames, seconds: float, clock: str) -> float:
    """Decisions per second of the clock: "process_time" or "perf_counter"."""
    now = getattr(time, clock)
    steps, start = 0, now()
    while now() - start < seconds:
        for _ in range(20):
            games.step(games.random_actions())
        steps += 20
    return float(steps * len(games) / (now() - start))


def measure_batches(seconds: float, repeats: int) -> list[Speed]:
    """One thread, 4 players, every batch size."""
    games = {size: _warm_games(size, 4, 1) for size in BATCHES}
    return [
        Speed(f"batch of {size}", median(_sample(games[size], seconds, "process_time") for _ in range(repeats)))
        for size in BATCHES
    ]


def measure_players(seconds: float, repeats: int) -> list[Speed]:
    """One thread, the usual batch, every number of players."""
    games = {players: _warm_games(USUAL_BATCH, players, 1) for players in PLAYERS}
    return [
        Speed(f"{players} players", median(_sample(games[players], seconds, "process_time") for _ in range(repeats)))
        for players in PLAYERS
    ]


def measure_threads(num_games: int, seconds: float, repeats: int) -> tuple[float, float]:
    """Decisions per second of wall-clock with one thread and with two, turn by turn, the random choice included."""
    one, two = (_warm_games(num_games, 4, threads) for threads in (1, 2))
    ones, twos = [], []
    for _ in range(repeats):
        ones.append(_sample(one, seconds, "perf_counter"))
        twos.append(_sample(two, seconds, "perf_counter"))
    return median(ones), median(twos)


def bytes_per_game() -> int:
    """All arrays of a batch, by game."""
    games = BatchedGames(USUAL_BATCH, 4, seed=1)
    arrays = {
        id(array): array.nbytes
        for array in vars(games).values()
        if isinstance(array, np.ndarray) and array.flags.owndata
    }
    return sum(arrays.values()) // USUAL_BATCH


def markdown(title: str, speeds: Sequence[Speed]) -> str:
    """A table of speeds in millions."""
    rows = (f"| {speed.name} | {speed.decisions_per_second / 1e6:.2f} |" for speed in speeds)
    return "\n".join([f"| {title} | M decisions per CPU-second |", "|---|---:|", *rows])


def main() -> None:
    print(markdown("BatchedGames, 4 players, one thread", measure_batches(0.5, 5)))
    print()
    print(markdown(f"BatchedGames, batch of {USUAL_BATCH}, one thread", measure_players(0.5, 5)))
    print("\n| batch | one thread, M/s of wall-clock | two threads | ratio |\n|---:|---:|---:|---:|")
    for num_games in (2048, 8192, 32768):
        one, two = measure_threads(num_games, 0.5, 5)
        print(f"| {num_games} | {one / 1e6:.2f} | {two / 1e6:.2f} | {two / one:.2f} |")
    print()
    print(f"Memory: {bytes_per_game()} bytes a game in a batch of {USUAL_BATCH}, all arrays")


if __name__ == "__main__":
    sys.exit(main())
