"""The bridge between Stable-Baselines3's policies and this project's PolicyNetwork, exact in both heads.

SB3 keeps policy and value apart behind a features extractor that they share. So the extractor holds the whole trunk and
`net_arch` is empty: what is left behind it are the two linear heads of a PolicyNetwork.
"""

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.policies import ActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from overseers_env.agents.learned import PolicyNetwork


class Trunk(BaseFeaturesExtractor):
    """A PolicyNetwork up to its heads: its columns of an observation, scaled, through its layers."""

    columns: Tensor
    scales: Tensor

    def __init__(self, observation_space: spaces.Box, columns: NDArray[np.int64], hidden: tuple[int, ...]) -> None:
        super().__init__(observation_space, hidden[-1])
        network = PolicyNetwork(columns, hidden)
        self.hidden = hidden
        self.register_buffer("columns", network.columns)
        self.register_buffer("scales", network.scales)
        self.trunk = network.trunk

    def forward(self, observations: Tensor) -> Tensor:
        """Features, float32 (N, hidden[-1]), of whole observations, float32 (N, OBSERVATION_SIZE)."""
        return self.trunk(observations[:, self.columns] * self.scales)  # type: ignore[no-any-return]


def policy_kwargs(columns: NDArray[np.int64], hidden: tuple[int, ...]) -> dict[str, Any]:
    """What to pass to MaskablePPO("MlpPolicy", env, policy_kwargs=...) for a policy that can be exported.

    columns: see training.networks.used_columns; hidden: the widths of the layers, shared by policy and value.
    """
    extractor = {"columns": columns, "hidden": hidden}
    return {"features_extractor_class": Trunk, "features_extractor_kwargs": extractor, "net_arch": []}


def export_network(policy: ActorCriticPolicy) -> PolicyNetwork:
    """A PolicyNetwork that says what this policy says, logits and values, with copied weights.

    Raises ValueError for a policy that was not made with `policy_kwargs`.
    """
    trunk = _trunk_of(policy)
    network = PolicyNetwork(trunk.columns.cpu().numpy(), trunk.hidden)
    for mine, theirs in _pairs(network, policy):
        mine.load_state_dict(theirs.state_dict())
    return network.eval()


def import_network(policy: ActorCriticPolicy, network: PolicyNetwork) -> None:
    """Give a policy, in place, the weights of a network: the way back from `export_network`.

    Raises ValueError for a policy that was not made with `policy_kwargs`, or with other columns or widths.
    """
    trunk = _trunk_of(policy)
    if network.hidden != trunk.hidden or not torch.equal(network.columns, trunk.columns.cpu()):
        raise ValueError(
            f"a network of {len(network.columns)} columns and layers of {network.hidden} is not allowed; "
            f"allowed here: the {len(trunk.columns)} columns of this config's games, and layers of {trunk.hidden}"
        )
    for theirs, mine in _pairs(network, policy):
        mine.load_state_dict(theirs.state_dict())


def _trunk_of(policy: ActorCriticPolicy) -> Trunk:
    trunk = policy.features_extractor
    if not isinstance(trunk, Trunk) or not policy.share_features_extractor or policy.net_arch:
        raise ValueError(
            f"{type(trunk).__name__} with net_arch={policy.net_arch} is not allowed; "
            "allowed: a policy made with policy_kwargs=training.sb3_policy.policy_kwargs(...)"
        )
    return trunk


def _pairs(network: PolicyNetwork, policy: ActorCriticPolicy) -> list[tuple[nn.Module, nn.Module]]:
    """The parts of a network, each with the part of the policy that does the same."""
    heads: list[tuple[nn.Module, nn.Module]] = [(network.policy, policy.action_net), (network.value, policy.value_net)]
    return [(network.trunk, _trunk_of(policy).trunk), *heads]
