"""What a crash leaves behind: kill -9, a full disk, a state of another version. Each run is a process of its own."""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch
import yaml
from safetensors.numpy import load_file, save_file

from overseers_env.agents import make_agent
from overseers_env.cli import main
from training.config import config_from
from training.train import train

TINY = {
    "name": "tiny",
    "seed": 3,
    "decisions": 8000,
    "checkpoint_every": 700,
    "games": {"num_games": 40, "players": [3, 4], "decisions_each": 15},
    "network": {"hidden": [32]},
    "ppo": {"minibatch": 200},
    "pool": {"share": 0.5, "every": 1500, "size": 2},
    "pull": {"weight": 0.05},
    "measure": {"every": 4000, "deals": 2, "opponent": "random"},
}


def begin(tmp_path: Path, *overrides: str, largest_file: int | None = None) -> "subprocess.Popen[str]":
    """`overseers train` on TINY as a process with as many threads as this one has."""
    config = tmp_path / "tiny.yaml"
    config.write_text(yaml.safe_dump({**TINY, "folder": str(tmp_path)}))

    def limit() -> None:
        if largest_file is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))

    return subprocess.Popen(
        [sys.executable, "-m", "overseers_env.cli", "train", str(config), *overrides],
        env={**os.environ, "OMP_NUM_THREADS": str(torch.get_num_threads())},
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=limit,
    )


def last_lines(process: "subprocess.Popen[str]") -> list[str]:
    """What it wrote to stderr apart from the progress bar and notes about compiling and TensorBoard."""
    _, errors = process.communicate(timeout=120)
    return [line for line in errors.splitlines() if "overseers: " in line]


def test_killed_in_the_middle_a_run_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    process = begin(tmp_path)
    checkpoints = tmp_path / "tiny" / "checkpoints"
    end = time.monotonic() + 120
    while not list(checkpoints.glob("0*")) and time.monotonic() < end and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    left = sorted(path.name for path in checkpoints.glob("0*"))
    assert 1 <= len(left) < 10
    resumed = train(config_from({**TINY, "folder": str(tmp_path)}), resume=True)
    unbroken = train(config_from({**TINY, "folder": str(tmp_path), "name": "unbroken"}))
    assert resumed.name == unbroken.name
    weights, wanted = (make_agent(folder).network.state_dict() for folder in (resumed, unbroken))
    assert all(torch.equal(weights[name], wanted[name]) for name in wanted)
    state, wanted_state = load_file(resumed / "state.safetensors"), load_file(unbroken / "state.safetensors")
    assert state.keys() == wanted_state.keys()
    assert all((state[name] == wanted_state[name]).all() for name in state)


def test_a_full_disk_is_one_line_and_leaves_the_former_checkpoint(tmp_path: Path) -> None:
    """A limit on the size of a file stands for the disk: torch's weights fit, the state of the run doesn't."""
    process = begin(tmp_path, "decisions=2000", largest_file=150_000)
    (line,) = last_lines(process)
    assert process.returncode == 2
    assert line.startswith("overseers: error: the checkpoint ")
    assert "can't be written" in line
    assert os.listdir(tmp_path / "tiny" / "checkpoints") == []


def test_a_folder_that_can_not_be_made_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "taken").write_text("a file")
    config = tmp_path / "tiny.yaml"
    config.write_text(yaml.safe_dump(TINY))
    assert main(["train", str(config), f"folder={tmp_path / 'taken'}"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert "Not a directory" in lines[0]


def test_a_state_of_another_version_or_broken_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = config_from({**TINY, "folder": str(tmp_path), "decisions": 600})
    state = train(config) / "state.safetensors"
    path = tmp_path / "tiny.yaml"
    path.write_text(yaml.safe_dump(config.as_dict()))
    capsys.readouterr()
    save_file(load_file(state), state, {"format": "overseers-trainer-1", "counters": "{}"})
    assert main(["train", str(path), "--resume"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "its state is of another version, overseers-trainer-1; allowed: overseers-trainer-2" in line
    state.write_bytes(b"nothing")
    assert main(["train", str(path), "--resume"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "is broken" in line


def test_a_wrong_key_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tiny.yaml"
    path.write_text(yaml.safe_dump(TINY))
    assert main(["train", str(path), "pool.sise=3"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "no key 'pool.sise', did you mean 'pool.size'?" in line
