"""Checkpoints are read as data: nothing of a stranger's is run, and what doesn't fit is an error that says why."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import yaml
from safetensors.torch import load_file, save_file

from overseers_env import OBSERVATION_SIZE, BatchedGames
from overseers_env.agents import make_agent
from overseers_env.agents.learned import LearnedAgent, describe_network, load_network
from training.networks import new_network

COLUMNS = np.arange(0, OBSERVATION_SIZE, 3)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    network = new_network(COLUMNS, (16, 8), seed=1)
    save_file(network.state_dict(), tmp_path / "weights.safetensors")
    (tmp_path / "config.yaml").write_text(yaml.safe_dump({"checkpoint": describe_network(network)}))
    return tmp_path


def change_config(folder: Path, **changes: object) -> None:
    config = yaml.safe_load((folder / "config.yaml").read_text())
    config["checkpoint"].update(changes)
    (folder / "config.yaml").write_text(yaml.safe_dump(config))


def change_weights(folder: Path, **changes: torch.Tensor) -> None:
    weights = load_file(folder / "weights.safetensors")
    weights.update({name.replace("__", "."): tensor for name, tensor in changes.items()})
    save_file(weights, folder / "weights.safetensors")


def test_what_was_saved_is_loaded(folder: Path) -> None:
    games, expected = BatchedGames(32, 4, seed=2), new_network(COLUMNS, (16, 8), seed=1)
    agent = LearnedAgent.load(folder)
    logits, values = agent.logits_and_values(games.observations)
    with torch.no_grad():
        wanted_logits, wanted_values = expected(torch.from_numpy(games.observations[:, COLUMNS]))
    assert np.array_equal(logits, wanted_logits.numpy())
    assert np.array_equal(values, wanted_values.numpy())


def test_it_plays_legally_and_the_same_for_a_seed(folder: Path) -> None:
    games = BatchedGames(64, 4, seed=2)
    agent, greedy = make_agent(str(folder), seed=5), make_agent(str(folder), greedy=True, name="argmax")
    assert greedy.name == "argmax"
    actions = agent.act(games.observations, games.action_masks)
    assert games.action_masks[np.arange(64), actions].all()
    agent.reset(5)
    assert np.array_equal(agent.act(games.observations, games.action_masks), actions)
    likeliest = greedy.act(games.observations, games.action_masks)
    logits, _ = LearnedAgent.load(folder).logits_and_values(games.observations)
    assert np.array_equal(likeliest, np.where(games.action_masks, logits, -np.inf).argmax(axis=1))


def test_a_run_folder_gives_its_latest_checkpoint(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    run = tmp_path_factory.mktemp("run")
    for name in ("000100", "000020"):
        (run / "checkpoints" / name).mkdir(parents=True)
    folder.rename(run / "checkpoints" / "000300")
    assert make_agent(run).name == str(run)


class Bomb:
    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.touch, (Path("exploded"),))


def test_a_pickle_is_refused_and_never_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "weights.safetensors").write_bytes(pickle.dumps(Bomb()))
    with pytest.raises(ValueError, match="no safetensors file"):
        make_agent(folder)
    torch.save({"trunk": Bomb()}, folder / "weights.safetensors")
    with pytest.raises(ValueError, match="no safetensors file"):
        make_agent(folder)
    assert not (folder / "exploded").exists()


def test_a_config_with_python_in_it_is_refused_and_never_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "config.yaml").write_text("checkpoint: !!python/object/apply:os.mkdir [exploded]")
    with pytest.raises(ValueError, match="plain YAML"):
        make_agent(folder)
    assert not (folder / "exploded").exists()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "somebody's"}, r"format \"somebody's\" is not allowed; allowed: 'overseers-checkpoint-1'"),
        ({"layout": "0123"}, "made for the layout '0123' .* allowed by this version"),
        ({"hidden": [16, 10**9]}, "hidden=.* is not allowed; allowed: 1 to 16 widths of 1 to 8192"),
        ({"hidden": "wide"}, "hidden='wide' is not allowed"),
        ({"hidden": []}, "hidden=.* is not allowed"),
        ({"hidden": [16, 9]}, r"trunk.2.weight is .*shape \(8, 16\); allowed: .*shape \(9, 16\)"),
        ({"hidden": [16]}, "missing .* unknown .*trunk.2.bias"),
    ],
)
def test_a_config_that_does_not_fit_is_refused(folder: Path, changes: dict[str, Any], message: str) -> None:
    change_config(folder, **changes)
    with pytest.raises(ValueError, match=message):
        make_agent(folder)


@pytest.mark.parametrize("text", ["", "- a list", "checkpoint: 3", "training: {}"])
def test_a_config_of_something_else_is_refused(folder: Path, text: str) -> None:
    (folder / "config.yaml").write_text(text)
    with pytest.raises(ValueError, match="section 'checkpoint'"):
        make_agent(folder)


def test_missing_files_are_named(folder: Path) -> None:
    (folder / "config.yaml").unlink()
    with pytest.raises(ValueError, match=r"config\.yaml is missing"):
        make_agent(folder)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"policy__weight": torch.zeros(150, 8)}, r"policy.weight is .*\(150, 8\); allowed: .*\(149, 8\)"),
        (
            {"policy__bias": torch.zeros(149, dtype=torch.float64)},
            r"policy.bias is torch.float64 .* allowed: torch.float32",
        ),
        ({"value__bias": torch.tensor([float("nan")])}, "value.bias holds NaN"),
        ({"extra": torch.zeros(1)}, r"unknown \['extra'\]"),
        ({"columns": torch.tensor([0, OBSERVATION_SIZE])}, "columns must be int64 numbers from 0 to"),
        ({"columns": torch.zeros(len(COLUMNS))}, "columns must be int64 numbers from 0 to"),
    ],
)
def test_weights_that_do_not_fit_are_refused(folder: Path, changes: dict[str, Any], message: str) -> None:
    change_weights(folder, **changes)
    with pytest.raises(ValueError, match=message):
        load_network(folder)
