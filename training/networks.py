"""The networks that are trained: which numbers of an observation they read, how their weights start, and the heads that
only training needs. What is shipped is a PolicyNetwork; the rest is kept with the state of the run.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from overseers_env import OBSERVATION, Ruleset
from overseers_env.agents.learned import PolicyNetwork
from overseers_env.games.overseers.cards import MAX_PLAYERS, NUM_TRAITS
from overseers_env.games.overseers.observation import SEAT_AXES
from training.whole_state import WHOLE_STATE, whole_scales

ROUND_AXES = {"round": (0,), "scores": (0,)}
TURN_AXES = {"statements": (0,)}
OF_CHARACTERS = (
    *("characters", "was_fushen", "offer", "laid_out", "choice_order", "double_pick", "mark", "gan", "drawn"),
    *("peeked", "peek", "altered", "top", "collected", "liang"),
)
"""Pieces that stay zero when no characters are dealt."""
OF_CHARACTER_DRAFT = ("laid_out", "choice_order")


def used_columns(players: Iterable[int], rulesets: Iterable[Ruleset]) -> NDArray[np.int64]:
    """The numbers of an observation that can be anything but zero in these games, int64 (K,), ascending.

    A network that reads only these is the same network, and smaller: 810 numbers shrink to about 500 at 4 players.
    """
    rules, seats = list(rulesets), max(players)
    num_rounds = max(one.num_rounds for one in rules)
    num_turns = max(one.discussion_rounds for one in rules)
    zero = set() if any(one.characters != "none" for one in rules) else set(OF_CHARACTERS)
    zero |= set() if any(one.character_draft for one in rules) else set(OF_CHARACTER_DRAFT)
    used = np.zeros(OBSERVATION.size, np.bool_)
    for name, piece in OBSERVATION.read(used).items():
        limits = ((SEAT_AXES, seats), (ROUND_AXES, num_rounds), (TURN_AXES, num_turns))
        kept = [slice(None)] * piece.ndim
        for axes, limit in limits:
            for axis in axes.get(name, ()):
                kept[axis] = slice(limit)
        piece[tuple(kept)] = name not in zero
    return np.flatnonzero(used)


def new_network(columns: NDArray[np.int64], hidden: tuple[int, ...], seed: int) -> PolicyNetwork:
    """A network with orthogonal weights: nearly uniform play at first, values near zero.

    The gains are those of "What matters in on-policy reinforcement learning?" (Andrychowicz et al., 2006.05990).
    """
    network = PolicyNetwork(columns, hidden)
    generator = torch.Generator().manual_seed(seed)
    for layer in network.trunk:
        if isinstance(layer, nn.Linear):
            start_layer(layer, sqrt(2.0), generator)
    start_layer(network.policy, 0.01, generator)
    start_layer(network.value, 1.0, generator)
    return network


def start_layer(layer: nn.Linear, gain: float, generator: torch.Generator) -> None:
    """Orthogonal weights, no bias."""
    nn.init.orthogonal_(layer.weight, gain, generator=generator)
    if layer.bias is not None:
        nn.init.zeros_(layer.bias)


class WholeStateCritic(nn.Module):
    """Values from the trunk's features and the whole state: one hidden layer.

    It reads the features without shaping them: what hidden cards say must not leak into what the policy looks at.
    """

    scales: Tensor

    def __init__(self, width: int, hidden: int, generator: torch.Generator) -> None:
        super().__init__()
        self.register_buffer("scales", torch.from_numpy(whole_scales()))
        self.of_features = nn.Linear(width, hidden)
        self.of_whole = nn.Linear(WHOLE_STATE.size, hidden, bias=False)
        self.value = nn.Linear(hidden, 1)
        for layer, gain in ((self.of_features, 1.0), (self.of_whole, 1.0), (self.value, 0.1)):
            start_layer(layer, gain, generator)

    def forward(self, features: Tensor, whole: Tensor) -> Tensor:
        """Values, float32 (N,), of features, float32 (N, width), and whole states, int8 (N, WHOLE_STATE.size)."""
        mixed = self.of_features(features.detach()) + self.of_whole(whole * self.scales)
        values: Tensor = self.value(mixed.relu()).squeeze(-1)
        return values


class AuxiliaryHeads(nn.Module):
    """Guesses from the trunk's features at what the observation hides, so that the trunk learns to see it."""

    def __init__(self, width: int, generator: torch.Generator) -> None:
        super().__init__()
        self.highest = nn.Linear(width, MAX_PLAYERS)
        self.hidden = nn.Linear(width, (MAX_PLAYERS - 1) * NUM_TRAITS)
        for layer in (self.highest, self.hidden):
            start_layer(layer, 0.1, generator)

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of which seat is the highest, (N, seats), and of each face-down card's trait, (N, others, traits)."""
        hidden = self.hidden(features).view(-1, MAX_PLAYERS - 1, NUM_TRAITS)
        return self.highest(features), hidden


@dataclass(frozen=True)
class Outputs:
    """What a learner says of N rows; what it has no head for is None."""

    logits: Tensor
    """float32 (N, NUM_ACTIONS)"""
    values: Tensor
    """float32 (N,), from the observation alone"""
    critic_values: Tensor | None
    """float32 (N,), from the whole state"""
    guesses: tuple[Tensor, Tensor] | None
    """As AuxiliaryHeads gives them."""


class Learner(nn.Module):
    """The network that is shipped and the heads that only training needs; `network` reads observations alone."""

    def __init__(
        self, network: PolicyNetwork, critic_width: int, has_auxiliary: bool, seed: int, is_bfloat16: bool = False
    ) -> None:
        """critic_width: of the critic's hidden layer, 0 for none: then the network's own values are used.

        is_bfloat16: layers multiply in bfloat16; weights and what comes out are float32 all the same.
        """
        super().__init__()
        generator = torch.Generator().manual_seed(seed)
        width = network.hidden[-1]
        self.network = network
        self.is_bfloat16 = is_bfloat16
        self.critic = WholeStateCritic(width, critic_width, generator) if critic_width else None
        self.auxiliary = AuxiliaryHeads(width, generator) if has_auxiliary else None

    def forward(self, picked: Tensor, whole: Tensor) -> Outputs:
        """Everything, for learning: of picked columns, int8 (N, K), and whole states, int8 (N, WHOLE_STATE.size)."""
        with self._numbers(picked.device):
            features = self.network.features(picked)
            guesses = None if self.auxiliary is None else self.auxiliary(features)
            return Outputs(
                self.network.policy(features).float(),
                self.network.value(features).squeeze(-1).float(),
                None if self.critic is None else self.critic(features, whole).float(),
                None if guesses is None else (guesses[0].float(), guesses[1].float()),
            )

    def decide(self, picked: Tensor, whole: Tensor) -> tuple[Tensor, Tensor]:
        """What playing needs: logits, float32 (N, NUM_ACTIONS), and the values that advantages are taken from, (N,)."""
        with self._numbers(picked.device):
            features = self.network.features(picked)
            logits = self.network.policy(features).float()
            if self.critic is not None:
                return logits, self.critic(features, whole).float()
            return logits, self.network.value(features).squeeze(-1).float()

    def _numbers(self, device: torch.device) -> torch.autocast:
        return torch.autocast(device.type, torch.bfloat16, enabled=self.is_bfloat16)

    def heads(self) -> dict[str, Tensor]:
        """The weights that are not the network's, by name."""
        weights: dict[str, Tensor] = self.state_dict()
        return {name: weights[name] for name in weights if not name.startswith("network.")}
