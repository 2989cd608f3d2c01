"""`overseers ship`: a run's latest checkpoint becomes a bot of the project, measured anew, its figures on its card.

Every figure is a match on duplicate deals that training never saw, with its interval and the command that repeats it.
"""

import json
import os
import platform
import shutil
from collections.abc import Sequence
from pathlib import Path

import torch
import yaml

import overseers_env
from overseers_env.agents import make_agent
from overseers_env.agents.learned import CARD, CONFIG, WEIGHTS, LearnedAgent, find_checkpoint
from overseers_env.arena import MatchResult, play_match
from training.checkpoints import current_commit, read_config
from training.config import Config

SHELF = Path(__file__).resolve().parents[1] / "checkpoints"


def ship(run: str | Path, name: str, games: int, responses: Sequence[str | Path] = (), shelf: Path = SHELF) -> Path:
    """Copy the run's latest checkpoint to `shelf`/`name`, measure it and write its card; returns the folder.

    games: of each match, rounded up to whole deals; responses: run folders of `overseers best-response` against it.
    Raises ValueError if the run has no checkpoint, if `name` is taken, or if a response has no result.
    """
    source, folder = find_checkpoint(Path(run)), shelf / name
    if folder.exists():
        raise ValueError(f"{folder} exists already; allowed: another name, or remove it first")
    exploited = [read_response(Path(response)) for response in responses]
    config = read_config(source)
    matches = measure(LearnedAgent.load(source, name=f"checkpoints/{name}"), config, games)
    card = new_card(name, config, (source / CARD).read_text(encoding="utf-8"), matches, exploited)
    folder.mkdir(parents=True)
    shutil.copyfile(source / WEIGHTS, folder / WEIGHTS)
    (folder / CONFIG).write_text(own_config(source / CONFIG, name), encoding="utf-8")
    (folder / CARD).write_text(card, encoding="utf-8")
    return folder


def own_config(path: Path, name: str) -> str:
    """A checkpoint's config.yaml under the bot's own name, and without the folder of whoever trained it."""
    stated = yaml.safe_load(path.read_text(encoding="utf-8"))
    stated["training"] |= {"name": name, "folder": Config().folder}
    return yaml.safe_dump(stated, sort_keys=False)


def read_response(folder: Path) -> dict[str, object]:
    """What `overseers best-response` wrote to its run folder. Raises ValueError if there is nothing."""
    try:
        result: dict[str, object] = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError) as error:
        raise ValueError(f"{folder} holds no best response: {error}") from None
    return result


def measure(bot: LearnedAgent, config: Config, games: int) -> list[MatchResult]:
    """The bot against heuristic ones, the reverse, and against random ones, for every number of players it learned."""
    results = []
    for players in config.games.players:
        num_deals, rules = -(-games // players), config.games.measured_rules
        heuristic, random = make_agent("heuristic"), make_agent("random")
        for focal, others in ((bot, heuristic), (heuristic, bot), (bot, random)):
            results.append(play_match(focal, others, num_deals, players, rules))
    return results


def command_for(match: MatchResult) -> str:
    """What repeats a match."""
    rules = "" if match.rules == "french" else f' --rules "{match.rules}"'
    return (
        f"overseers evaluate {match.focal} --against {match.others} --players {match.num_players} "
        f"--games {match.num_games}{rules}"
    )


def new_card(
    name: str, config: Config, trained: str, matches: Sequence[MatchResult], exploited: Sequence[dict[str, object]]
) -> str:
    """card.md: how it learned, on what machine, and every figure with its interval and command."""
    table = "\n".join(
        f"| {match.focal} | {match.num_players - 1} x {match.others} | {match.win_share.mean:.3f} | "
        f"{match.win_share.low:.3f} to {match.win_share.high:.3f} | {match.fair_share:.3f} | {match.margin.mean:+.1f} | "
        f"`{command_for(match)}` |"
        for match in matches
    )
    responses = "\n".join(_response_line(name, result) for result in exploited)
    _, _, facts = trained.partition("\n| | |\n")
    return f"""# {name}

Learned with `overseers train` (masked PPO, one network for all seats); config.yaml beside this file is its whole config.
Play it: `make_agent("checkpoints/{name}")`.

| | |
{facts.partition("Results while training")[0].strip()}
| machine | {os.cpu_count()} cores, {platform.machine()}, torch {torch.__version__} |

Measured with overseers_env {overseers_env.__version__}, commit {current_commit()}, on duplicate deals with rotated seats:

| player | against | win share | 95 % interval | fair | margin | command |
|---|---|---|---|---|---|---|
{table}

A best response, trained against {config.games.players[0] - 1 if len(config.games.players) == 1 else "n - 1"} frozen copies:

{responses or "not trained for this bot."}
"""


def _response_line(name: str, result: dict[str, object]) -> str:
    gain = result["gain"]
    assert isinstance(gain, dict)
    return (
        f"- {result['num_players']} players: gain {gain['mean']:+.3f} ({gain['low']:+.3f} to {gain['high']:+.3f}) over the "
        f"fair share after {result['decisions']:,} decisions, {result['num_games']:,} games; "
        f"`overseers best-response checkpoints/{name} games.players={result['num_players']} "
        f"decisions={result['decisions']}`"
    )
