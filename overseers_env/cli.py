"""The command `overseers`. An error is one line on stderr and exit code 2."""

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

TRAIN_EXAMPLES = """examples:
  overseers train configs/demo.yaml
  overseers train configs/base.yaml name=six games.players=6 ppo.clip=0.1
  overseers train configs/base.yaml --resume decisions=20_000_000

A key of a section is written with a dot. Resumed, a run goes on to the same numbers as if it had never stopped; only
decisions, checkpoint_every and measure may differ. The run is kept in runs/NAME: checkpoints, and TensorBoard's curves
(tensorboard --logdir runs).
"""
TRAIN_SB3_EXAMPLES = """examples:
  overseers train-sb3 configs/sb3.yaml
  overseers train-sb3 configs/sb3.yaml name=six games.players=6 pool.scripted='[heuristic, random]'
  overseers train-sb3 configs/sb3.yaml name=more start=runs/sb3 ppo.learning_rate=5e-4

Learns with sb3-contrib's MaskablePPO instead: one seat of each table, against scripted bots and earlier selves. The run
is kept in runs/NAME: checkpoints to play and measure as any other, TensorBoard's curves, and model.zip to go on with in
Stable-Baselines3. Such a zip holds pickles, which can run code: load none from strangers.
"""
EVALUATE_EXAMPLES = """examples:
  overseers evaluate heuristic --against random
  overseers evaluate runs/demo --players 4 --games 10000 --reverse
  overseers evaluate checkpoints/NAME --rules "french discussion_rounds=0" --json result.json

A player is "random", "heuristic", "search", checkpoints/NAME, or the folder of a checkpoint or a run (its latest checkpoint).
Every deal is played once from each seat; the interval is a 95 % bootstrap over deals. The same command gives the same
numbers. Fair is the win share of equal players, 1/n.
"""
BEST_RESPONSE_EXAMPLES = """examples:
  overseers best-response heuristic
  overseers best-response checkpoints/NAME name=response_of_name decisions=4_000_000
  overseers best-response runs/demo games.players=5 start=checkpoints/OTHER

Trains one seat against n-1 frozen copies of PLAYER, from PLAYER's own weights where it has some, by the settings of
configs/best_response.yaml. Prints what it gains above the fair share 1/n, and how this grew; runs/NAME keeps report.md,
result.json, TensorBoard's curves and the response itself. The gain is a lower bound of how exploitable PLAYER is.
"""
SHIP_EXAMPLES = """examples:
  overseers best-response runs/four name=response_four
  overseers ship runs/four four --response runs/response_four

Copies the run's latest checkpoint to checkpoints/NAME of this project and plays it, at every number of players it learned,
against heuristic and random ones and the heuristic against it; its card.md tells the figures with intervals and commands.
"""
DEMO_EXAMPLES = """example:
  overseers demo

Trains configs/demo.yaml (about two minutes on two cores), plays the bot against random and heuristic ones, prints the
table and writes runs/demo/report.md. A former runs/demo is replaced.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    os.environ.setdefault(
        "OMP_WAIT_POLICY", "PASSIVE"
    )  # torch's threads sleep while they wait: see training/__init__.py
    parser = _parser()
    options, others = parser.parse_known_args(arguments)
    if any(word.startswith("-") or not hasattr(options, "overrides") for word in others):
        parser.error(f"unrecognized arguments: {' '.join(others)}")
    if others:  # key=value behind an option, which argparse does not take for overrides
        options.overrides += others
    try:
        code: int = options.command(options)
        return code
    except (ValueError, OSError, ImportError) as error:
        print(f"overseers: error: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("overseers: stopped; a run of train goes on with --resume", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="overseers", description="Train and measure players of Overseers.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    train = _command(commands, "train", "learn by self-play from a YAML config", TRAIN_EXAMPLES)
    train.add_argument("config", metavar="CONFIG", help="a YAML file, for instance configs/demo.yaml")
    train.add_argument("overrides", nargs="*", metavar="key=value", help="sets a key of the config")
    train.add_argument("--resume", action="store_true", help="go on from the run's latest checkpoint")
    train.add_argument("--overwrite", action="store_true", help="throw away a former run of this name")
    train.set_defaults(command=_train)

    library = _command(commands, "train-sb3", "learn with sb3-contrib's MaskablePPO", TRAIN_SB3_EXAMPLES)
    library.add_argument("config", metavar="CONFIG", help="a YAML file, for instance configs/sb3.yaml")
    library.add_argument("overrides", nargs="*", metavar="key=value", help="sets a key of the config")
    library.add_argument("--overwrite", action="store_true", help="throw away a former run of this name")
    library.set_defaults(command=_train_sb3)

    evaluate = _command(commands, "evaluate", "measure a player against a table of others", EVALUATE_EXAMPLES)
    evaluate.add_argument("player", metavar="PLAYER", help="the focal player")
    evaluate.add_argument(
        "--against", default="heuristic", metavar="PLAYER", help="who fills the other seats (heuristic)"
    )
    evaluate.add_argument("--players", type=int, default=4, metavar="N", help="seats, 3 to 6 (4)")
    evaluate.add_argument(
        "--rules", default="french", metavar="RULES", help="french, english, and settings as name=value (french)"
    )
    evaluate.add_argument("--games", type=int, default=10_000, metavar="N", help="rounded up to whole deals (10000)")
    evaluate.add_argument("--seed", type=int, default=0, metavar="N", help="which deals; never those of training (0)")
    evaluate.add_argument(
        "--greedy", action="store_true", help="the focal player, a learned one, takes its likeliest action"
    )
    evaluate.add_argument("--reverse", action="store_true", help="also one of the others against focal players")
    evaluate.add_argument("--json", metavar="FILE", help="write the results there as well")
    evaluate.set_defaults(command=_evaluate)

    respond = _command(commands, "best-response", "train against frozen copies of a player", BEST_RESPONSE_EXAMPLES)
    respond.add_argument("player", metavar="PLAYER", help="the victim: heuristic, or a checkpoint")
    respond.add_argument("overrides", nargs="*", metavar="key=value", help="sets a key of configs/best_response.yaml")
    respond.add_argument("--overwrite", action="store_true", help="throw away a former run of this name")
    respond.set_defaults(command=_best_response)

    ship = _command(commands, "ship", "make a run's bot one of the project's, with a card", SHIP_EXAMPLES)
    ship.add_argument("run", metavar="RUN", help="the folder of a run")
    ship.add_argument("name", metavar="NAME", help="its name below checkpoints/")
    ship.add_argument("--games", type=int, default=10_000, metavar="N", help="of each match (10000)")
    ship.add_argument(
        "--response", action="append", default=[], metavar="RUN", help="a best response to it, several allowed"
    )
    ship.set_defaults(command=_ship)

    demo = _command(commands, "demo", "train a small bot, measure it, write a report", DEMO_EXAMPLES)
    demo.add_argument("overrides", nargs="*", metavar="key=value", help="sets a key of configs/demo.yaml")
    demo.set_defaults(command=_demo)
    return parser


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, purpose: str, examples: str
) -> argparse.ArgumentParser:
    style = argparse.RawDescriptionHelpFormatter
    return commands.add_parser(name, help=purpose, description=purpose, epilog=examples, formatter_class=style)


def _train(options: argparse.Namespace) -> int:
    """Trainers are found by name, when they are asked for: playing and measuring never import one."""
    config = import_module("training.config").load_config(options.config, tuple(options.overrides))
    folder = import_module("training.train").train(config, options.resume, options.overwrite)
    print(f"checkpoint: {folder}\nmeasure it: overseers evaluate {config.run_folder} --against random")
    return 0


def _train_sb3(options: argparse.Namespace) -> int:
    try:
        trainer = import_module("training.sb3")
    except ModuleNotFoundError as error:
        raise ImportError(f"train-sb3 needs {error.name}: pip install 'overseers-env[train,sb3]'") from error
    kind = import_module("training.sb3_config").SB3Config
    config = import_module("training.config").load_config_of(kind, options.config, tuple(options.overrides))
    folder = trainer.train_sb3(config, options.overwrite)
    print(f"checkpoint: {folder}\nmeasure it: overseers evaluate {config.run_folder} --against heuristic")
    return 0


def _evaluate(options: argparse.Namespace) -> int:
    from overseers_env.agents import make_agent
    from overseers_env.arena import match_table, play_match
    from overseers_env.games.overseers.ruleset import Ruleset

    rules = Ruleset.parse(options.rules)
    if options.players < 1 or options.games < 1:
        raise ValueError(
            f"players={options.players}, games={options.games} is not allowed; allowed: 3 to 6 players, 1 or more games"
        )
    focal = make_agent(options.player, **({"greedy": True} if options.greedy else {}))
    others = make_agent(options.against)
    num_deals = -(-options.games // options.players)
    results, seconds = [], []
    for one, many in [(focal, others), (others, focal)][: 2 if options.reverse else 1]:
        start = time.perf_counter()
        results.append(play_match(one, many, num_deals, options.players, rules, options.seed))
        seconds.append(time.perf_counter() - start)
    print(match_table(results, seconds))
    if options.json:
        text = json.dumps([result.as_dict() for result in results], indent=2)
        Path(options.json).write_text(text + "\n", encoding="utf-8")
    return 0


def _best_response(options: argparse.Namespace) -> int:
    respond = import_module("training.best_response").run_best_response
    print(respond(options.player, tuple(options.overrides), options.overwrite))
    return 0


def _ship(options: argparse.Namespace) -> int:
    folder = import_module("training.ship").ship(options.run, options.name, options.games, options.response)
    print((folder / "card.md").read_text(encoding="utf-8"))
    return 0


def _demo(options: argparse.Namespace) -> int:
    print(import_module("training.demo").run_demo(tuple(options.overrides)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
