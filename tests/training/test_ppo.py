import numpy as np
import pytest
import torch

from overseers_env.agents.learned import PolicyNetwork
from training.config import PPOConfig
from training.networks import new_network
from training.ppo import explained_variance, masked_policy, update
from training.rollout import Rollout


def test_illegal_actions_have_no_probability_and_no_gradient() -> None:
    logits = torch.tensor([[1.0, 5.0, 2.0, -3.0]], requires_grad=True)
    masks = torch.tensor([[True, False, True, False]])
    probs, log_probs = masked_policy(logits, masks)
    legal = torch.tensor([1.0, 2.0]).softmax(0)
    assert probs[0, masks[0]].tolist() == pytest.approx(legal.tolist())
    assert probs[0, ~masks[0]].tolist() == [0.0, 0.0]
    assert log_probs[0, masks[0]].tolist() == pytest.approx(legal.log().tolist())
    entropy = -(probs * log_probs).sum()
    assert entropy.item() == pytest.approx(-(legal * legal.log()).sum().item())
    entropy.backward()
    assert logits.grad[0, ~masks[0]].tolist() == [0.0, 0.0]
    assert logits.grad[0, masks[0]].abs().min() > 0


def bandit_rollout(network: PolicyNetwork, num_rows: int, generator: np.random.Generator) -> Rollout:
    """Rows where action 3 pays 1 and the other legal actions nothing, and a few rows that must not be learned from."""
    observations = generator.integers(0, 2, (num_rows, len(network.columns))).astype(np.int8)
    masks = np.zeros((num_rows, 149), bool)
    masks[:, 3:7] = True
    with torch.no_grad():
        logits, values = network(torch.from_numpy(observations))
    probs, _ = masked_policy(logits, torch.from_numpy(masks))
    actions = torch.multinomial(probs, 1).squeeze(1).numpy()
    log_probs = probs.numpy()[np.arange(num_rows), actions]
    advantages = (actions == 3).astype(np.float32) - values.numpy()
    learnable = np.arange(0, num_rows - 10)
    advantages[num_rows - 10 :] = np.nan
    return Rollout(observations, masks, actions, np.log(log_probs), values.numpy(), advantages, learnable, num_rows)


def test_updates_find_the_action_that_pays() -> None:
    torch.manual_seed(0)
    generator = np.random.default_rng(0)
    network = new_network(np.arange(20), (32,), seed=1)
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    config = PPOConfig(minibatch=128)
    first = last = None
    for _ in range(15):
        last = update(network, optimizer, bandit_rollout(network, 1034, generator), config, 0.0, generator)
        first = first or last
    logits, values = network(torch.zeros((1, 20), dtype=torch.int8))
    probs, _ = masked_policy(logits, bandit_mask())
    assert probs[0, 3] > 0.8
    assert values.item() == pytest.approx(0.9, abs=0.2)
    assert last.entropy < first.entropy
    assert 0 < first.kl < 0.1
    assert np.isfinite(list(vars(last).values())).all()


def bandit_mask() -> torch.Tensor:
    mask = torch.zeros((1, 149), dtype=torch.bool)
    mask[0, 3:7] = True
    return mask


def test_explained_variance() -> None:
    happened = torch.tensor([1.0, 2.0, 3.0])
    assert explained_variance(happened, happened) == 1.0
    assert explained_variance(torch.full((3,), 5.0), happened) == 0.0
    assert explained_variance(-happened, happened) < 0
    assert explained_variance(happened, torch.ones(3)) == 0.0
