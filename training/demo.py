"""`overseers demo`: train a small bot, measure it on duplicate deals, and write down what came out."""

import time
from pathlib import Path

import overseers_env
from overseers_env.agents import make_agent
from overseers_env.arena import match_table, play_match
from training.checkpoints import current_commit
from training.config import Config, load_config
from training.train import train

CONFIG = Path(__file__).resolve().parents[1] / "configs" / "demo.yaml"
OPPONENTS = ("random", "heuristic")
NUM_DEALS = 1000
NUM_PLAYERS = 4


def run_demo(overrides: tuple[str, ...] = ()) -> str:
    """Train configs/demo.yaml, play the bot against each of OPPONENTS, write report.md; returns the report."""
    config = load_config(CONFIG, overrides)
    start = time.perf_counter()
    checkpoint = train(config, overwrite=True)
    learned_in = time.perf_counter() - start
    bot = make_agent(config.run_folder)
    results, seconds = [], []
    for opponent in OPPONENTS:
        start = time.perf_counter()
        results.append(play_match(bot, opponent, NUM_DEALS, NUM_PLAYERS, config.games.measured_rules))
        seconds.append(time.perf_counter() - start)
    report = _report(config, checkpoint, learned_in, match_table(results, seconds))
    (config.run_folder / "report.md").write_text(report, encoding="utf-8")
    return report


def _report(config: Config, checkpoint: Path, seconds: float, table: str) -> str:
    games = NUM_DEALS * NUM_PLAYERS
    commands = [f"overseers evaluate {config.run_folder} --against {one} --games {games}" for one in OPPONENTS]
    return f"""# Demo: a bot that learned Overseers by self-play

{config.imitation.decisions:,} decisions of {config.imitation.teacher} to imitate, then {config.decisions:,} of self-play:
{seconds:.0f} s in all,
overseers_env {overseers_env.__version__}, commit {current_commit()}. Its checkpoint: {checkpoint}

{table}

Win share: a win counts 1, a shared one its part; equal players get the fair share. Every deal is played from each of
the {NUM_PLAYERS} seats, and was never played in training. The same numbers again:

    overseers demo
    {(chr(10) + "    ").join(commands)}
"""
