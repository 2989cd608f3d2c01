"""Checkpoints: a folder each, written under a temporary name and renamed, so that a broken one is never found.

weights.safetensors, config.yaml and card.md are what LearnedAgent loads. The latest folder of a run also holds
state.safetensors: all that a resumed run needs to go on to the same numbers. Nothing is ever pickled.
"""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file
from safetensors.torch import save_file as save_tensors

import overseers_env
from overseers_env.agents.learned import CARD, CONFIG, WEIGHTS, PolicyNetwork, describe_network
from training.config import Config, RunConfig, config_from

STATE = "state.safetensors"
STATE_FORMAT = "overseers-trainer-2"
ADAM = ("step", "exp_avg", "exp_avg_sq")


def write_checkpoint(
    folder: Path,
    network: PolicyNetwork,
    config: Config,
    card: str,
    state: dict[str, NDArray[Any]],
    counters: dict[str, Any],
) -> None:
    """Write a checkpoint to `folder`, which must not exist, and drop the state of the older ones beside it.

    Raises OSError, and leaves what there was, if it can't be written: a full disk, a folder without permission.
    """
    temporary = _unfinished(folder)
    try:
        _write_player(temporary, network, config.as_dict(), card)
        arrays = {name: np.ascontiguousarray(array) for name, array in state.items()}
        save_file(arrays, temporary / STATE, {"format": STATE_FORMAT, "counters": json.dumps(counters)})
        temporary.rename(folder)
    except (OSError, SafetensorError) as error:
        shutil.rmtree(temporary, ignore_errors=True)
        raise OSError(f"the checkpoint {folder} can't be written: {error}") from error
    for older in folder.parent.glob(f"*/{STATE}"):
        if older.parent != folder:
            older.unlink()


def write_player(folder: Path, network: PolicyNetwork, training: dict[str, Any], card: str) -> None:
    """Write a checkpoint that can be played and not resumed to `folder`, which must not exist.

    training: whatever is to be told of how it learned, as plain values; card: the text of card.md.
    """
    temporary = _unfinished(folder)
    _write_player(temporary, network, training, card)
    temporary.rename(folder)


def _unfinished(folder: Path) -> Path:
    """A folder beside `folder` to write to, to be renamed when all is written."""
    return folder.with_name(f".{folder.name}.unfinished")


def _write_player(folder: Path, network: PolicyNetwork, training: dict[str, Any], card: str) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    save_tensors({name: tensor.cpu().contiguous() for name, tensor in network.state_dict().items()}, folder / WEIGHTS)
    stated = {
        "checkpoint": describe_network(network),
        "env_version": overseers_env.__version__,
        "training": training,
    }
    (folder / CONFIG).write_text(yaml.safe_dump(stated, sort_keys=False), encoding="utf-8")
    (folder / CARD).write_text(card, encoding="utf-8")


def read_state(folder: Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The arrays and counters of a checkpoint's trainer.

    Raises ValueError if it has none, if they are of another version of the trainer, or broken.
    """
    if not (folder / STATE).is_file():
        raise ValueError(f"{folder} can't be resumed: {STATE} is missing; only a run's latest checkpoint has it")
    try:
        with safe_open(folder / STATE, framework="numpy") as file:
            metadata = file.metadata() or {}
            found = metadata.get("format", "an older one")
            if found != STATE_FORMAT:
                raise ValueError(
                    f"{folder} can't be resumed: its state is of another version, {found}; allowed: {STATE_FORMAT}"
                )
            return {name: file.get_tensor(name) for name in file.keys()}, json.loads(metadata["counters"])  # noqa: SIM118
    except SafetensorError as error:
        raise ValueError(f"{folder} can't be resumed: {STATE} is broken: {error}") from None


def read_config(folder: Path) -> Config:
    """The config that a checkpoint was trained with. Raises ValueError as `load_config`."""
    stated = yaml.safe_load((folder / CONFIG).read_text(encoding="utf-8"))
    return config_from(stated.get("training", {}))


def module_arrays(prefix: str, weights: dict[str, torch.Tensor]) -> dict[str, NDArray[Any]]:
    """Weights as named arrays."""
    return {f"{prefix}.{name}": tensor.numpy(force=True) for name, tensor in weights.items()}


def restored_module(prefix: str, arrays: dict[str, NDArray[Any]]) -> dict[str, torch.Tensor]:
    """The weights that `module_arrays` named."""
    start = f"{prefix}."
    return {
        name.removeprefix(start): torch.from_numpy(array.copy())
        for name, array in arrays.items()
        if name.startswith(start)
    }


def adam_arrays(optimizer: torch.optim.Adam) -> dict[str, NDArray[Any]]:
    """Adam's state as named arrays; empty before the first step."""
    state = optimizer.state_dict()["state"]
    return {f"adam.{index}.{name}": state[index][name].numpy(force=True) for index in state for name in ADAM}


def restore_adam(optimizer: torch.optim.Adam, arrays: dict[str, NDArray[Any]]) -> None:
    """Put back what `adam_arrays` returned."""
    state: dict[int, dict[str, torch.Tensor]] = {}
    for key, array in arrays.items():
        prefix, _, rest = key.partition(".")
        if prefix == "adam":
            index, _, name = rest.partition(".")
            state.setdefault(int(index), {})[name] = torch.from_numpy(array.copy())
    optimizer.load_state_dict({"state": state, "param_groups": optimizer.state_dict()["param_groups"]})


def current_commit() -> str:
    """The commit of the sources, or "unknown" where git or its history is missing."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return "unknown"


def write_card(config: RunConfig, overview: str, decisions: int, seconds: float, results: str) -> str:
    """card.md: what this bot is, how long it learned and how strong it was."""
    games = config.games
    return f"""# {config.name}

A bot for Overseers that {overview}

| | |
|---|---|
| players | {", ".join(map(str, games.players))} |
| rules | {"; ".join(games.rules)} |
| network | MLP {" x ".join(map(str, config.network.hidden))} |
| decisions | {decisions:,} |
| time | {seconds:,.0f} s, {decisions / max(seconds, 1e-9):,.0f} decisions/s ({torch.get_num_threads()} threads) |
| seed | {config.seed} |
| overseers_env | {overseers_env.__version__} |
| commit | {current_commit()} |

Results while training (short matches, win share with its 95 % interval over deals):

{results or "none yet"}
"""
