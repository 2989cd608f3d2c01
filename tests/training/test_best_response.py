"""A best response: it learns alone against copies that stay as they are, and writes down what it gained."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch

from overseers_env.agents import make_agent
from overseers_env.agents.learned import LearnedAgent
from overseers_env.cli import main
from training.best_response import CONFIG, exploitability, starting_network
from training.config import Config, load_config
from training.networks import new_network
from training.train import Trainer, columns_of

TINY = (
    "decisions=1500",
    "games.num_games=60",
    "games.decisions_each=8",
    "network.hidden=16",
    "ppo.minibatch=200",
    "measure.every=600",
    "measure.deals=5",
    "response.games=30",
)


def tiny(folder: Path, *overrides: str) -> Config:
    return load_config(CONFIG, (*TINY, f"folder={folder}", *overrides))


def a_victim(config: Config, seed: int = 5) -> LearnedAgent:
    return LearnedAgent(new_network(columns_of(config), (24,), seed), "victim")


def weights(agent: Any) -> dict[str, torch.Tensor]:
    return {name: tensor.clone() for name, tensor in agent.network.state_dict().items()}


def test_it_starts_from_the_victim_and_leaves_the_victim_as_it_is(tmp_path: Path) -> None:
    config = tiny(tmp_path)
    victim = a_victim(config)
    before = weights(victim)
    start = starting_network(victim, config)
    assert all(torch.equal(tensor, before[name]) for name, tensor in start.state_dict().items())
    result = exploitability(victim, config)
    assert all(torch.equal(tensor, before[name]) for name, tensor in weights(victim).items())
    response = make_agent(result.checkpoint)
    assert response.network.hidden == (24,)
    assert not torch.equal(weights(response)["policy.weight"], before["policy.weight"])


def test_the_result_says_what_was_gained_and_how_it_grew(tmp_path: Path) -> None:
    result = exploitability("random", tiny(tmp_path))
    assert result.num_games == 32
    assert result.fair_share == 0.25
    assert result.gain.mean == pytest.approx(result.win_share.mean - 0.25)
    assert result.gain.low < result.gain.mean < result.gain.high
    at = [point.decisions for point in result.curve]
    assert at[0] == 0
    assert len(at) == 4
    assert at[-1] == result.decisions
    run = tmp_path / "best_response"
    assert json.loads((run / "result.json").read_text())["gain"]["mean"] == result.gain.mean
    assert f"| {at[1]:,} | " in (run / "report.md").read_text()
    assert list(run.glob("events.out.tfevents.*"))
    assert "best response to random" in (Path(result.checkpoint) / "card.md").read_text()
    with pytest.raises(ValueError, match="holds a run already"):
        exploitability("random", tiny(tmp_path))


def test_only_one_seat_of_every_game_has_rows(tmp_path: Path) -> None:
    config = tiny(tmp_path)
    trainer = Trainer(config, opponent=make_agent("random"))
    trainer.step()
    assert ((trainer.collector.latest >= 0).sum(axis=1) <= 1).all()
    assert ((trainer.collector.league.players == 0)[:, :4].sum(axis=1) == 1).all()
    assert trainer.decisions == pytest.approx(480, abs=60)


def test_another_start_can_be_named(tmp_path: Path) -> None:
    config = tiny(tmp_path, "name=first")
    first = exploitability("random", config)
    later = tiny(tmp_path, f"start={first.checkpoint}")
    start = starting_network(make_agent("heuristic"), later)
    assert torch.equal(start.policy.weight, make_agent(first.checkpoint).network.policy.weight)
    assert starting_network(make_agent("heuristic"), config) is None


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best-response", "random", *TINY, f"folder={tmp_path}", "games.players=3", "--overwrite"]) == 0
    assert "One trained seat against 2 frozen random (french)" in capsys.readouterr().out
    assert main(["best-response", "nobody", *TINY, f"folder={tmp_path}"]) == 2
    assert main(["best-response", "random", "games.players=[3, 4]", f"folder={tmp_path}"]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert [line for line in errors if "there is no agent 'nobody'" in line]


def test_more_than_one_number_of_players_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"games.players=\[3, 4\] is not allowed"):
        exploitability("random", tiny(tmp_path, "games.players=[3, 4]"))


def test_it_finds_what_a_random_player_gives_away(tmp_path: Path) -> None:
    config = tiny(
        tmp_path,
        "decisions=60_000",
        "games.num_games=256",
        "games.decisions_each=16",
        "network.hidden=64",
        "response.games=400",
    )
    result = exploitability("random", config)
    assert result.win_share.mean > 0.4, result.report()
