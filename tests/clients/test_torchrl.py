"""TorchRL: a masked policy on the AEC and the parallel interface, through its own PettingZoo wrapper."""

import pytest

pytest.importorskip("torchrl")

import torch
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import nn
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import MarlGroupMapType
from torchrl.modules import MaskedCategorical, ProbabilisticActor

from overseers_env import NUM_ACTIONS, OBSERVATION_SIZE, overseers_v0

GROUP = "agents"


@pytest.mark.parametrize("interface", ["env", "parallel_env"])
def test_a_masked_policy_plays_and_takes_a_gradient(interface: str) -> None:
    torch.manual_seed(0)
    env = PettingZooWrapper(
        getattr(overseers_v0, interface)(num_players=3),
        group_map=MarlGroupMapType.ALL_IN_ONE_GROUP,
        use_mask=True,
        categorical_actions=True,
        seed=1,
    )
    network = nn.Linear(OBSERVATION_SIZE, NUM_ACTIONS)
    logits = TensorDictModule(network, in_keys=[(GROUP, "observation", "observation")], out_keys=[(GROUP, "logits")])
    policy = ProbabilisticActor(
        TensorDictSequential(logits),
        spec=env.full_action_spec,
        in_keys={"logits": (GROUP, "logits"), "mask": (GROUP, "action_mask")},
        out_keys=[(GROUP, "action")],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    played = env.rollout(300, policy, break_when_any_done=False)
    assert played.shape == (300,)
    assert played["next", "done"].sum() > 1
    seats = played[GROUP]
    legal = seats["action_mask"].gather(-1, seats["action"].unsqueeze(-1)).squeeze(-1)
    assert legal.all()
    assert seats["action"][seats["mask"]].unique().numel() > 5
    paid = played["next", GROUP, "reward"].squeeze(-1)
    assert paid.sum(dim=1).abs().max() < 1e-6  # it ends with win shares and not with an illegal action's -1
    assert paid.abs().max() > 0
    chosen = policy.get_dist(played).log_prob(seats["action"])
    (chosen * paid).sum().backward()
    assert network.weight.grad.abs().max() > 0
