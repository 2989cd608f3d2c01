"""All speed figures in one run, ours beside the peers': `python -m benchmarks` (some minutes).

`python -m benchmarks learning` measures learning beside a peer's instead, `python -m benchmarks playing learning` both.
"""

import sys
from collections.abc import Sequence
from importlib import import_module

from benchmarks import aec, first_step, random_play
from benchmarks.peers import PEERS, Peer, PlayGame, measure_peers, peers_markdown
from benchmarks.random_play import USUAL_BATCH
from overseers_env import BatchedGames

SECONDS, REPEATS = 1.0, 5
STEPS_PER_TURN = 20


def our_engine(seed: int) -> PlayGame:
    """Plays 20 steps of a usual batch: restarts happen inside, so decisions are counted and not games."""
    games = BatchedGames(USUAL_BATCH, 4, seed=seed)

    def play() -> int:
        for _ in range(STEPS_PER_TURN):
            games.step(games.random_actions())
        return STEPS_PER_TURN * USUAL_BATCH

    return play


def play() -> None:
    """Everything but learning."""
    ours = Peer(f"overseers_env BatchedGames, 4 players, batch of {USUAL_BATCH}", "overseers-env", our_engine)
    results = measure_peers(SECONDS, REPEATS, peers=(ours, *PEERS))
    print(peers_markdown(results), end="\n\n")
    mine = results[0].decisions_per_cpu_second
    for result in results[1:]:
        if mine is not None and result.decisions_per_cpu_second:
            print(f"- {mine / result.decisions_per_cpu_second:.0f} x {result.name}")
    print()
    random_play.main()
    print()
    aec.main()
    print()
    first_step.main()


def learn() -> None:
    """Learning; imports torch and Stable-Baselines3, which the other part does without."""
    import_module("benchmarks.learning_peers").main()


PARTS = {"playing": play, "learning": learn}


def main(arguments: Sequence[str]) -> None:
    """Run the parts of these names, or playing."""
    unknown = set(arguments) - PARTS.keys()
    if unknown:
        sys.exit(f"benchmarks: no part {', '.join(sorted(unknown))}; allowed: {', '.join(PARTS)}")
    for name in arguments or ["playing"]:
        PARTS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
