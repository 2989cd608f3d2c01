"""What each part of training is worth: short runs that differ in one thing, each measured against the heuristic.

python -m benchmarks.ablations [--decisions N] [--games N] [--seed N] [NAME ...]
"""

import argparse
import tempfile
from collections.abc import Sequence

from overseers_env.agents import make_agent
from overseers_env.arena import MatchResult, play_match
from training.config import Config, load_config
from training.train import train

CONFIG = "configs/four.yaml"
SHORT = ("imitation.decisions=0", "reward.shaping=0.1", "reward.last_shaping=0.1", "ppo.entropy=0.03")
"""The runs start from random play, where every part has the most to do; play that is random needs shaping and entropy."""
VARIANTS: dict[str, tuple[str, ...]] = {
    "all parts": (),
    "started by imitation": ("imitation.decisions=1_000_000",),
    "no shaping": ("reward.shaping=0", "reward.last_shaping=0"),
    "no entropy": ("ppo.entropy=0", "ppo.last_entropy=0"),
    "critic sees the observation alone": ("critic.whole_state=false",),
    "no auxiliary heads": ("auxiliary.weight=0",),
    "no pool": ("pool.share=0",),
    "pull to a slow copy": ("pull.weight=0.1",),
    "one epoch": ("ppo.epochs=1",),
    "no talk": ("games.rules=french discussion_rounds=0",),
    "no characters": ("games.rules=french characters=none",),
}


def short_config(variant: str, decisions: int, seed: int, folder: str) -> Config:
    """The config of a variant; raises ValueError as `load_config`."""
    run = (f"name={variant.replace(' ', '_')}", f"folder={folder}", f"decisions={decisions}", f"seed={seed}")
    quiet = (f"measure.every={10 * decisions}", f"checkpoint_every={10 * decisions}", f"pool.every={decisions // 5}")
    return load_config(CONFIG, (*SHORT, *run, *quiet, *VARIANTS[variant]))


def measure(config: Config, games: int) -> MatchResult:
    """Train, then play three heuristics by the rules that were learned."""
    bot = make_agent(train(config))
    return play_match(bot, "heuristic", -(-games // 4), 4, config.games.measured_rules)


def line(variant: str, config: Config, match: MatchResult) -> str:
    """A row of the table."""
    share = match.win_share
    return (
        f"| {variant} | {share.mean:.3f} | {share.low:.3f} to {share.high:.3f} | {match.margin.mean:+.1f} | "
        f"`{' '.join(VARIANTS[variant]) or '-'}` |"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Train and measure the variants that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("variants", nargs="*", metavar="NAME", help=f"of: {', '.join(VARIANTS)}")
    parser.add_argument("--decisions", type=int, default=1_500_000)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.variants) - set(VARIANTS))
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; allowed: {', '.join(VARIANTS)}")
    print(f"{options.decisions:,} decisions each, seed {options.seed}, {options.games:,} games against 3 heuristic\n")
    print("| variant | win share | 95 % interval | margin | keys |\n|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for variant in options.variants or VARIANTS:
            config = short_config(variant, options.decisions, options.seed, folder)
            print(line(variant, config, measure(config, options.games)), flush=True)


if __name__ == "__main__":
    main()
