"""Learned: a network from a checkpoint folder. The one file of the package that imports torch.

A checkpoint is weights.safetensors, config.yaml and card.md. Nothing of it is ever run: the weights are plain numbers,
the config is read by yaml.safe_load, and both are checked against this version of the game before use.
"""

import hashlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor, nn

from overseers_env.agents.sampling import draw_softmax
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import NUM_ACTIONS, TEXTS
from overseers_env.games.overseers.observation import OBSERVATION, OBSERVATION_SIZE

FORMAT = "overseers-checkpoint-1"
WEIGHTS, CONFIG, CARD = "weights.safetensors", "config.yaml", "card.md"
MAX_LAYERS, MAX_WIDTH = 16, 8192
LARGEST_SCALE = 12
"""The most cards of a trait anywhere. Scores may reach 127 but are mostly below 36: divided by 127 they would drown."""


def layout_digest() -> str:
    """A digest of what an observation's numbers and an action's ids stand for: a network fits one layout only."""
    pieces = [(piece.name, piece.offset, piece.shape, piece.low, piece.high) for piece in OBSERVATION]
    asked = [stages.STAGE_NAMES[stage] for stage in stages.DECISION_STAGES]
    return hashlib.sha256(repr((pieces, asked, TEXTS)).encode()).hexdigest()[:16]


def input_scales(columns: NDArray[np.int64]) -> NDArray[np.float32]:
    """What the numbers in these columns of an observation are multiplied with, float32 (K,); most end in -1 to 1."""
    return (1.0 / np.minimum(OBSERVATION.highs()[columns], LARGEST_SCALE)).astype(np.float32)


class PolicyNetwork(nn.Module):
    """One network for every seat: an MLP trunk with a policy head and a value head.

    columns: int64 (K,), the numbers of an observation that it reads; hidden: the widths of the trunk's layers.
    """

    columns: Tensor
    scales: Tensor

    def __init__(self, columns: NDArray[np.int64], hidden: tuple[int, ...]) -> None:
        super().__init__()
        self.hidden = hidden
        self.register_buffer("columns", torch.from_numpy(columns))
        self.register_buffer("scales", torch.from_numpy(input_scales(columns)))
        layers = [(nn.Linear(width, after), nn.ReLU()) for width, after in pairwise((len(columns), *hidden))]
        self.trunk = nn.Sequential(*(module for pair in layers for module in pair))
        self.policy = nn.Linear(hidden[-1], NUM_ACTIONS)
        self.value = nn.Linear(hidden[-1], 1)

    def forward(self, picked: Tensor) -> tuple[Tensor, Tensor]:
        """Logits, float32 (N, NUM_ACTIONS), and values, float32 (N,), of the picked columns, int8 (N, K)."""
        seen = self.features(picked)
        return self.policy(seen), self.value(seen).squeeze(-1)

    def features(self, picked: Tensor) -> Tensor:
        """What the trunk makes of the picked columns, float32 (N, hidden[-1])."""
        features: Tensor = self.trunk(picked * self.scales)
        return features


class LearnedAgent:
    """Plays a network: draws from its policy, or with greedy=True takes the likeliest action."""

    def __init__(self, network: PolicyNetwork, name: str = "learned", greedy: bool = False, seed: int = 0) -> None:
        self.name = name
        self.network = network
        self.greedy = greedy
        self._columns: NDArray[np.int64] = network.columns.numpy(force=True)
        self.reset(seed)

    @classmethod
    def load(cls, folder: str | Path, name: str | None = None, greedy: bool = False, seed: int = 0) -> "LearnedAgent":
        """The agent of a checkpoint folder, or of a run's latest checkpoint. Raises ValueError if it doesn't fit."""
        return cls(load_network(find_checkpoint(Path(folder))), name or str(folder), greedy, seed)

    def reset(self, seed: int) -> None:
        """Start a match: the same seed makes the same choices."""
        self._generator = np.random.default_rng(seed)

    def logits_and_values(self, observations: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Logits, float32 (N, NUM_ACTIONS), and values, float32 (N,), of observations, int8 (N, OBSERVATION_SIZE)."""
        with torch.inference_mode():
            picked = torch.from_numpy(observations[:, self._columns])
            logits, values = self.network(picked.to(self.network.columns.device))
        return logits.numpy(force=True), values.numpy(force=True)

    def act(self, observations: NDArray[np.int8], action_masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """An action a game, int64 (N,); shapes as in Agent."""
        logits, _ = self.logits_and_values(observations)
        if self.greedy:
            likeliest: NDArray[np.int64] = np.where(action_masks, logits, -np.inf).argmax(axis=1)
            return likeliest
        return draw_softmax(logits, action_masks, self._generator.random(len(logits)))[0]


def find_checkpoint(folder: Path) -> Path:
    """The checkpoint folder itself, or the latest one of a run folder.

    Raises ValueError if there is none, naming the files that a checkpoint needs.
    """
    if (folder / WEIGHTS).is_file():
        return folder
    saved = sorted(path.parent for path in folder.glob(f"checkpoints/*/{WEIGHTS}") if path.parent.name.isdigit())
    if not saved:
        raise ValueError(
            f"{folder} is no checkpoint: {WEIGHTS} is missing; a checkpoint holds {WEIGHTS}, {CONFIG} and {CARD}"
        )
    return max(saved, key=lambda path: int(path.name))


def describe_network(network: PolicyNetwork) -> dict[str, Any]:
    """What config.yaml must say of a network, for `load_network` to take it."""
    return {"format": FORMAT, "layout": layout_digest(), "hidden": list(network.hidden)}


def load_network(folder: Path) -> PolicyNetwork:
    """The network of a checkpoint folder.

    Raises ValueError if a file is missing, broken or of another format, if it was made for another layout of
    observations and actions, or if a weight is missing, too many, of another shape or no number.
    """
    hidden = _read_hidden(folder / CONFIG)
    weights = _read_weights(folder / WEIGHTS)
    network = PolicyNetwork(_checked_columns(weights.get("columns"), folder), hidden)
    expected = network.state_dict()
    if weights.keys() != expected.keys():
        raise ValueError(
            f"{folder / WEIGHTS}: missing {sorted(expected.keys() - weights.keys())}, "
            f"unknown {sorted(weights.keys() - expected.keys())}; allowed: {', '.join(expected)}"
        )
    for name, tensor in expected.items():
        _check_weight(f"{folder / WEIGHTS}: {name}", weights[name], tensor)
    network.load_state_dict(weights)
    return network.eval()


def _check_weight(name: str, tensor: Tensor, expected: Tensor) -> None:
    if (tensor.shape, tensor.dtype) != (expected.shape, expected.dtype):
        raise ValueError(
            f"{name} is {tensor.dtype} of shape {tuple(tensor.shape)}; "
            f"allowed: {expected.dtype} of shape {tuple(expected.shape)}"
        )
    if not torch.isfinite(tensor).all():
        raise ValueError(f"{name} holds NaN or infinity; allowed: finite numbers")


def _read_hidden(path: Path) -> tuple[int, ...]:
    """The widths of the hidden layers that a checkpoint's config states, after checking that it fits this game."""
    try:
        config = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ValueError(f"{path.parent} is no checkpoint: {path.name} is missing") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} can't be read as plain YAML: {' '.join(str(error).split())}") from None
    stated = config.get("checkpoint") if isinstance(config, dict) else None
    if not isinstance(stated, dict):
        raise ValueError(
            f"{path} describes no checkpoint; it must have a section 'checkpoint' with format, layout and hidden"
        )
    if stated.get("format") != FORMAT:
        raise ValueError(f"{path}: format {stated.get('format')!r} is not allowed; allowed: {FORMAT!r}")
    if stated.get("layout") != layout_digest():
        raise ValueError(
            f"{path}: made for the layout {stated.get('layout')!r} of observations and actions; "
            f"allowed by this version: {layout_digest()!r}"
        )
    hidden = stated.get("hidden")
    if (
        not isinstance(hidden, list)
        or not 1 <= len(hidden) <= MAX_LAYERS
        or not all(type(width) is int and 1 <= width <= MAX_WIDTH for width in hidden)
    ):
        raise ValueError(
            f"{path}: hidden={hidden!r} is not allowed; allowed: 1 to {MAX_LAYERS} widths of 1 to {MAX_WIDTH}"
        )
    return tuple(hidden)


def _read_weights(path: Path) -> dict[str, Tensor]:
    try:
        return load_file(path)
    except (SafetensorError, OSError, ValueError, KeyError) as error:
        raise ValueError(f"{path} is no safetensors file: {error}") from None


def _checked_columns(columns: Tensor | None, folder: Path) -> NDArray[np.int64]:
    is_list = columns is not None and columns.dtype == torch.int64 and columns.ndim == 1 and len(columns) > 0
    if columns is None or not is_list or int(columns.min()) < 0 or int(columns.max()) >= OBSERVATION_SIZE:
        raise ValueError(f"{folder / WEIGHTS}: columns must be int64 numbers from 0 to {OBSERVATION_SIZE - 1}")
    return columns.numpy()
