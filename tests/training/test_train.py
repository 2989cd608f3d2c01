"""A run: it learns, its files can be played, and resumed it goes on to the same numbers as an unbroken one."""

import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import yaml

from overseers_env.agents import make_agent
from overseers_env.arena import play_match
from training.config import Config, config_from
from training.ppo import UpdateStatistics
from training.train import Trainer, train

SMALL = {
    "name": "small",
    "seed": 3,
    "decisions": 5 * 600,
    "games": {
        "num_games": 40,
        "players": [3, 4],
        "rules": ["french", "english discussion_rounds=0"],
        "decisions_each": 15,
    },
    "network": {"hidden": [32]},
    "ppo": {"minibatch": 200},
    "pool": {"share": 0.0},
    "measure": {"every": 1000, "deals": 4},
}
EVERYTHING = {"pool": {"share": 0.5, "every": 500, "size": 2}, "pull": {"weight": 0.05}}
"""Whatever has a state of its own, at sizes that make it take part in a small run."""


def small(folder: Path, **changes: Any) -> Config:
    return config_from({**SMALL, "folder": str(folder), **changes})


def weights(network: torch.nn.Module) -> dict[str, torch.Tensor]:
    return {name: tensor.clone() for name, tensor in network.state_dict().items()}


def same(first: dict[str, torch.Tensor], second: dict[str, torch.Tensor]) -> bool:
    return first.keys() == second.keys() and all(torch.equal(first[name], second[name]) for name in first)


def test_a_resumed_run_is_the_unbroken_one(tmp_path: Path) -> None:
    config = small(tmp_path, **EVERYTHING)
    unbroken, broken = Trainer(config), Trainer(config)
    for _ in range(5):
        unbroken_statistics = unbroken.step()
    for _ in range(2):
        broken.step()
    broken.measure()  # as a run does now and then; it must change nothing
    broken.save()
    del broken
    resumed = Trainer.resume(config)
    assert resumed.decisions < unbroken.decisions
    assert len(resumed.results) == 1
    assert [agent is not None for agent in resumed.collector.league.agents] == [True, True, True]
    for _ in range(3):
        resumed_statistics = resumed.step()
    assert same(weights(resumed.learner), weights(unbroken.learner))
    assert same(weights(resumed.slow), weights(unbroken.slow))
    assert not same(weights(resumed.slow), weights(resumed.network))
    assert resumed_statistics == unbroken_statistics
    assert resumed.collector.games.to_bytes() == unbroken.collector.games.to_bytes()
    assert resumed.generator.random() == unbroken.generator.random()


def test_saving_changes_nothing_that_follows(tmp_path: Path) -> None:
    config = small(tmp_path, **EVERYTHING)
    saving, plain = Trainer(config), Trainer(config)
    for _ in range(3):
        saving.step()
        saving.save()
        plain.step()
    assert same(weights(saving.network), weights(plain.network))


def test_a_run_leaves_what_it_promises(tmp_path: Path) -> None:
    folder = train(small(tmp_path, checkpoint_every=1200))
    run = tmp_path / "small"
    assert folder == run / "checkpoints" / f"{3000:012d}"
    assert sorted(path.name for path in (run / "checkpoints").iterdir()) == [f"{at:012d}" for at in (1200, 2400, 3000)]
    assert [path.parent for path in run.glob("checkpoints/*/state.safetensors")] == [folder]
    assert list(run.glob("events.out.tfevents.*"))
    card = (folder / "card.md").read_text()
    assert "3,000" in card
    assert "against 3 heuristic" in card
    assert yaml.safe_load((folder / "config.yaml").read_text())["training"]["games"]["players"] == [3, 4]
    first, second = make_agent(run), make_agent(folder)
    games = play_match(first, "random", 5, 3), play_match(second, "random", 5, 3)
    assert games[0].win_share == games[1].win_share


def test_an_interrupted_run_saves_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = small(tmp_path)
    step = Trainer.step

    def interrupted(trainer: Trainer) -> UpdateStatistics:
        if trainer.decisions == 600:
            os.kill(os.getpid(), signal.SIGINT)
        return step(trainer)

    monkeypatch.setattr(Trainer, "step", interrupted)
    with pytest.raises(KeyboardInterrupt):
        train(config)
    assert [path.name for path in config.run_folder.glob("checkpoints/*")] == [f"{1200:012d}"]
    monkeypatch.setattr(Trainer, "step", step)
    finished = train(config, resume=True)
    unbroken = train(replace(config, name="unbroken"))
    assert same(weights(make_agent(finished).network), weights(make_agent(unbroken).network))


def test_a_former_run_is_kept_unless_told_otherwise(tmp_path: Path) -> None:
    config = small(tmp_path, decisions=600)
    train(config)
    with pytest.raises(ValueError, match="holds a run already; allowed: --resume, --overwrite"):
        train(config)
    train(config, overwrite=True)


def test_only_the_same_run_is_resumed(tmp_path: Path) -> None:
    config = small(tmp_path, decisions=600)
    with pytest.raises(ValueError, match="no checkpoint"):
        train(config, resume=True)
    train(config)
    with pytest.raises(ValueError, match=r"seed, network differ .* only decisions, checkpoint_every, measure may"):
        train(small(tmp_path, seed=4, network={"hidden": [16]}), resume=True)
    longer = train(small(tmp_path, decisions=1200), resume=True)
    assert longer.name == f"{1200:012d}"


def test_a_broken_write_leaves_no_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = Trainer(small(tmp_path))
    first = trainer.save()
    trainer.step()
    monkeypatch.setattr("training.checkpoints.save_file", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match=r"checkpoint .* can't be written: disk full"):
        trainer.save()
    assert os.listdir(first.parent) == [first.name]
    assert (first / "state.safetensors").is_file()


def test_a_short_run_learns(tmp_path: Path) -> None:
    config = config_from(
        {
            "name": "learns",
            "folder": str(tmp_path),
            "decisions": 200_000,
            "games": {"num_games": 256, "rules": "french", "decisions_each": 32},
            "network": {"hidden": [64, 64]},
            "ppo": {"minibatch": 1024, "learning_rate": 2e-3, "entropy": 0.01},
            "measure": {"every": 10**9},
        }
    )
    result = play_match(make_agent(train(config)), "random", 150)
    assert result.win_share.low > 0.35, result.summary()
    assert np.array(result.win_share_by_seat).min() > 0.3


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_longer_run_learns_at_every_number_of_players(tmp_path: Path, players: int) -> None:
    config = config_from(
        {
            "name": "long",
            "folder": str(tmp_path),
            "decisions": 1_000_000,
            "games": {"players": players},
            "measure": {"every": 10**9},
        }
    )
    result = play_match(make_agent(train(config)), "random", 300, players)
    assert result.win_share.low > 2 / players, result.summary()
