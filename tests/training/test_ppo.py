import numpy as np
import pytest
import torch

from overseers_env.agents.learned import PolicyNetwork
from training.config import AuxiliaryConfig, Config, PPOConfig
from training.networks import Learner, new_network
from training.ppo import (
    auxiliary_terms,
    explained_variance,
    masked_policy,
    move_towards,
    pull_term,
    update,
    whole_batch,
)
from training.rollout import Rollout
from training.whole_state import WHOLE_STATE


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
    wholes, stages = np.zeros((num_rows, WHOLE_STATE.size), np.int8), np.zeros(num_rows, np.int8)
    return Rollout(
        observations, masks, wholes, stages, actions, np.log(log_probs), values.numpy(), advantages, learnable, num_rows
    )


def test_updates_find_the_action_that_pays() -> None:
    torch.manual_seed(0)
    generator = np.random.default_rng(0)
    network = new_network(np.arange(20), (32,), seed=1)
    learner = Learner(network, critic_width=0, has_auxiliary=False, seed=1)
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    config = Config(ppo=PPOConfig(minibatch=128))
    first = last = None
    for _ in range(15):
        last = update(learner, optimizer, bandit_rollout(network, 1034, generator), config, 0.0, generator)
        first = first or last
    logits, values = network(torch.zeros((1, 20), dtype=torch.int8))
    probs, _ = masked_policy(logits, bandit_mask())
    assert probs[0, 3] > 0.8
    assert values.item() == pytest.approx(0.9, abs=0.2)
    assert last.entropy < first.entropy
    assert 0 < first.kl < 0.1
    assert np.isfinite([value for value in vars(last).values() if value is not None]).all()


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


def wholes_with(num_rows: int, **pieces: list[int]) -> torch.Tensor:
    """Whole states with these pieces in every row, the others 0."""
    wholes = np.zeros((num_rows, WHOLE_STATE.size), np.int8)
    for name, numbers in pieces.items():
        piece = WHOLE_STATE[name]
        wholes[:, piece.offset : piece.offset + len(numbers)] = numbers
    return torch.from_numpy(wholes)


def test_guesses_are_scored_where_something_is_hidden() -> None:
    wholes = wholes_with(3, is_hidden=[1], highest=[1, 0, 1], face_down=[0] * 6 + [2, 1])
    wholes[2, WHOLE_STATE.offset("is_hidden")] = 0
    highest = torch.tensor([[0.5, 0.25, 0.25, 1e-9, 1e-9, 1e-9]]).log().repeat(3, 1)
    hidden = torch.zeros((3, 5, 6))
    hidden[2] = 50.0 * torch.randn(5, 6)
    loss, brier, hidden_loss = auxiliary_terms((highest, hidden), wholes)
    assert loss.item() == pytest.approx(-0.5 * (np.log(0.5) + np.log(0.25)))
    assert brier.item() == pytest.approx(0.25**2 + 0.25**2)
    assert hidden_loss.item() == pytest.approx(np.log(6))


def test_where_nothing_is_hidden_nothing_is_guessed() -> None:
    terms = auxiliary_terms((torch.randn(4, 6), torch.randn(4, 5, 6)), wholes_with(4, highest=[1]))
    assert [one.item() for one in terms] == [0.0, 0.0, 0.0]


def test_the_guess_is_learned() -> None:
    """Which seat is the highest stands in the observation: its head finds it, and the trunk learns for it."""
    generator = np.random.default_rng(0)
    network = new_network(np.arange(20), (32,), seed=1)
    learner = Learner(network, critic_width=8, has_auxiliary=True, seed=1)
    optimizer = torch.optim.Adam(learner.parameters(), lr=1e-2)
    config = Config(ppo=PPOConfig(minibatch=128), auxiliary=AuxiliaryConfig(weight=1.0))
    briers = []
    for _ in range(15):
        rollout = bandit_rollout(network, 1034, generator)
        rollout.wholes[:, WHOLE_STATE.offset("is_hidden")] = 1
        first = WHOLE_STATE.offset("highest")
        rollout.wholes[:, first] = rollout.observations[:, 5]
        rollout.wholes[:, first + 1] = 1 - rollout.observations[:, 5]
        briers.append(update(learner, optimizer, rollout, config, 0.0, generator).highest_brier)
    assert briers[0] > 0.3
    assert briers[-1] < 0.05


def test_the_pull_is_zero_at_the_slow_copy_and_the_slow_copy_follows() -> None:
    network, other = new_network(np.arange(20), (32,), 1), new_network(np.arange(20), (32,), 2)
    other.policy.weight.data *= 100
    batch = whole_batch(bandit_rollout(network, 64, np.random.default_rng(0)), torch.device("cpu"))
    probs, log_probs = masked_policy(network(batch.observations)[0], batch.masks)
    assert pull_term(probs, log_probs, network, batch).item() == pytest.approx(0.0, abs=1e-6)
    before = pull_term(probs, log_probs, other, batch).item()
    move_towards(other, network, 0.5)
    assert before > pull_term(probs, log_probs, other, batch).item() > 0
    move_towards(other, network, 1.0)
    assert all(torch.allclose(a, b) for a, b in zip(network.parameters(), other.parameters(), strict=True))
