"""A run may start from another's weights, and its shaped reward fades."""

from pathlib import Path

import pytest
import torch

from overseers_env.agents.learned import load_network
from training.config import Config, config_from
from training.train import Trainer, train


def tiny(folder: Path, name: str, **sections: object) -> Config:
    settings = {
        "name": name,
        "folder": str(folder),
        "decisions": 300,
        "games": {"num_games": 8, "decisions_each": 16},
        "network": {"hidden": [16]},
        "pool": {"share": 0.0},
        **sections,
    }
    return config_from(settings)


def test_a_run_starts_from_anothers_weights(tmp_path: Path) -> None:
    first = train(tiny(tmp_path, "first"))
    frozen = {"learning_rate": 0.0, "last_learning_rate": 0.0}
    second = train(tiny(tmp_path, "second", start=str(first), ppo=frozen))
    before, after = load_network(first).state_dict(), load_network(second).state_dict()
    assert all(torch.equal(before[name], after[name]) for name in before)


def test_a_wrong_start_leaves_no_run_behind(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is no checkpoint"):
        train(tiny(tmp_path, "lost", start=str(tmp_path)))
    assert not (tmp_path / "lost").exists()


def test_shaping_fades_over_the_run(tmp_path: Path) -> None:
    trainer = Trainer(tiny(tmp_path, "fading", reward={"shaping": 0.4, "last_shaping": 0.1}))
    shapings = []
    while trainer.decisions < 300:
        trainer.step()
        shapings.append(trainer.collector.shaping)
    assert shapings[0] == 0.4
    assert shapings == sorted(shapings, reverse=True)
    assert 0.1 < shapings[-1] < 0.4
