"""How exploitable a player is: train one seat against n - 1 frozen copies of it. `overseers best-response` runs this.

What is found is a lower bound: a longer or better trained response may gain more. Positive control (LEARNING): against
the heuristic it must find much, or the environment or the advantages are wrong.
"""

import json
from copy import deepcopy
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from overseers_env.agents import Agent, make_agent
from overseers_env.agents.learned import LearnedAgent, PolicyNetwork
from overseers_env.arena import Estimate, MatchResult, play_match
from training.config import Config, load_config
from training.train import Trainer, learn, network_to_start, prepare_folder

CONFIG = Path(__file__).resolve().parents[1] / "configs" / "best_response.yaml"


@dataclass(frozen=True)
class CurvePoint:
    """A short match on the way."""

    decisions: int
    """Of the trained seat."""
    win_share: Estimate


@dataclass(frozen=True)
class Exploitability:
    """What a best response found."""

    victim: str
    num_players: int
    rules: str
    fair_share: float
    win_share: Estimate
    """Of the trained seat, in the last match."""
    gain: Estimate
    """Win share above the fair one."""
    num_games: int
    """Of the last match."""
    curve: tuple[CurvePoint, ...]
    decisions: int
    seconds: float
    """Of learning; matches not included."""
    checkpoint: str

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, texts and dictionaries, ready for JSON."""
        return asdict(self)

    def report(self) -> str:
        """The result and its learning curve, in Markdown."""
        points = [
            f"| {point.decisions:,} | {point.win_share.mean:.3f} | {point.win_share.low:.3f} to {point.win_share.high:.3f} |"
            for point in self.curve
        ]
        lines = "\n".join(points)
        return f"""# Best response to {self.victim}

One trained seat against {self.num_players - 1} frozen {self.victim} ({self.rules}): win share {self.win_share},
fair {self.fair_share:.3f}, **gain {self.gain.mean:+.3f} ({self.gain.low:+.3f} to {self.gain.high:+.3f})**,
{self.num_games:,} games on duplicate deals, after {self.decisions:,} decisions in {self.seconds:.0f} s of learning.
The response: {self.checkpoint}

| decisions | win share | 95 % interval |
|---|---|---|
{lines}
"""


def exploitability(victim: Agent | str | Path, config: Config | None = None, overwrite: bool = False) -> Exploitability:
    """Train a best response to `victim` (an agent or what make_agent takes), and measure what it gains.

    config: else configs/best_response.yaml. result.json, report.md, curves and the response's checkpoint are written to
    its run folder. Raises ValueError for more than one number of players, or as make_agent and `train`.
    """
    config = config or load_config(CONFIG)
    players = config.games.players
    if players != (config.measure.players,):
        raise ValueError(
            f"games.players={list(players)} is not allowed; allowed: the one number of measure.players={config.measure.players}"
        )
    opponent = make_agent(victim) if isinstance(victim, str | Path) else victim
    network = starting_network(opponent, config)
    prepare_folder(config, overwrite)
    overview = f"learned as a best response to {opponent.name}: one seat against frozen copies, masked PPO."
    trainer = Trainer(config, network, opponent, overview)
    curve = [CurvePoint(0, trainer.measure().win_share)]
    checkpoint = learn(trainer, lambda match: curve.append(CurvePoint(trainer.decisions, match.win_share)))
    num_deals = -(-config.response.games // players[0])
    match = play_match(LearnedAgent(trainer.network), opponent, num_deals, players[0], config.games.measured_rules)
    result = new_result(trainer, match, curve, checkpoint)
    (config.run_folder / "result.json").write_text(json.dumps(result.as_dict(), indent=2) + "\n", encoding="utf-8")
    (config.run_folder / "report.md").write_text(result.report(), encoding="utf-8")
    return result


def starting_network(victim: Agent, config: Config) -> PolicyNetwork | None:
    """A copy of the config's checkpoint, else of the victim's own network; None where it has none."""
    if isinstance(victim, LearnedAgent) and not config.start:
        return deepcopy(victim.network).train()
    return network_to_start(config)


def new_result(trainer: Trainer, match: MatchResult, curve: list[CurvePoint], checkpoint: Path) -> Exploitability:
    """The result of a trained response and its last match."""
    share, fair = match.win_share, match.fair_share
    return Exploitability(
        victim=match.others,
        num_players=match.num_players,
        rules=match.rules,
        fair_share=fair,
        win_share=share,
        gain=Estimate(share.mean - fair, share.low - fair, share.high - fair),
        num_games=match.num_games,
        curve=tuple(curve),
        decisions=trainer.decisions,
        seconds=trainer.seconds,
        checkpoint=str(checkpoint),
    )


def run_best_response(victim: str, overrides: tuple[str, ...] = (), overwrite: bool = False) -> str:
    """The command: configs/best_response.yaml with `overrides`; games.players sets measure.players too.

    Returns the report.
    """
    players = [
        word.replace("games.players", "measure.players", 1) for word in overrides if word.startswith("games.players=")
    ]
    return exploitability(victim, load_config(CONFIG, (*players, *overrides)), overwrite).report()
