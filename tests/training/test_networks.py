import numpy as np
import pytest
import torch

from overseers_env import OBSERVATION, BatchedGames, Ruleset
from training.networks import Learner, new_network, used_columns
from training.whole_state import WHOLE_STATE

PLAIN = Ruleset("english", characters="none", discussion_rounds=0)
KINDS = [
    ([3], [Ruleset("french")]),
    ([4], [Ruleset("french")]),
    ([4], [PLAIN]),
    ([5], [Ruleset("english", num_rounds=4)]),
    ([3, 6], [Ruleset("french", discussion_rounds=2), PLAIN]),
    ([4], [Ruleset("french", character_draft=True, num_rounds=2)]),
]


@pytest.mark.parametrize(("players", "rulesets"), KINDS)
def test_no_number_that_is_ever_seen_is_left_out(players: list[int], rulesets: list[Ruleset]) -> None:
    columns = used_columns(players, rulesets)
    left_out = np.setdiff1d(np.arange(OBSERVATION.size), columns)
    rules = [rulesets[game % len(rulesets)] for game in range(200)]
    numbers = [players[game % len(players)] for game in range(200)]
    games = BatchedGames(200, np.array(numbers), rules, seed=4)
    for _ in range(800):
        assert not games.observations[:, left_out].any()
        games.step(games.random_actions())


def test_what_can_not_happen_is_left_out() -> None:
    assert len(used_columns([4], [PLAIN])) < 310
    assert len(used_columns([4], [Ruleset("french")])) < 520
    everything = [Ruleset("french", discussion_rounds=2, num_rounds=4, character_draft=True)]
    assert np.array_equal(used_columns([6], everything), np.arange(OBSERVATION.size))


def test_weights_start_equal_for_a_seed_and_play_starts_nearly_uniform() -> None:
    columns = used_columns([4], [Ruleset("french")])
    first, second, other = (new_network(columns, (32, 32), seed) for seed in (1, 1, 2))
    assert all(torch.equal(a, b) for a, b in zip(first.parameters(), second.parameters(), strict=True))
    assert not torch.equal(first.policy.weight, other.policy.weight)
    logits, values = first(torch.from_numpy(BatchedGames(64, 4, seed=1).observations[:, columns]))
    assert logits.shape == (64, 149)
    assert values.shape == (64,)
    assert logits.abs().max() < 0.1


def wholes_of(num_rows: int) -> torch.Tensor:
    return torch.randint(0, 2, (num_rows, WHOLE_STATE.size), dtype=torch.int8)


def test_the_critic_sees_the_whole_state_and_the_shipped_network_does_not() -> None:
    torch.manual_seed(1)
    network = new_network(np.arange(20), (32,), 1)
    learner = Learner(network, critic_width=16, has_auxiliary=True, seed=1)
    picked = torch.randint(0, 2, (1, 20), dtype=torch.int8).expand(50, 20)
    outputs = learner(picked, wholes_of(50))
    assert outputs.critic_values.std() > 0
    assert outputs.logits.std(dim=0).max() < 1e-6
    assert outputs.values.std() < 1e-6
    assert outputs.guesses[0].shape == (50, 6)
    assert outputs.guesses[1].shape == (50, 5, 6)
    logits, values = learner.decide(picked, wholes_of(50))
    assert torch.equal(logits, outputs.logits)
    assert values.std() > 0


def test_the_critics_loss_does_not_shape_the_trunk_and_the_guesses_do() -> None:
    network = new_network(np.arange(20), (32,), 1)
    learner = Learner(network, critic_width=16, has_auxiliary=True, seed=1)
    picked = torch.ones((5, 20), dtype=torch.int8)
    learner(picked, wholes_of(5)).critic_values.sum().backward()
    assert all(weight.grad is None for weight in network.parameters())
    learner(picked, wholes_of(5)).guesses[0].square().sum().backward()
    assert network.trunk[0].weight.grad.abs().sum() > 0


def test_without_a_critic_the_networks_own_values_are_used() -> None:
    network = new_network(np.arange(20), (32,), 1)
    learner = Learner(network, critic_width=0, has_auxiliary=False, seed=1)
    picked = torch.ones((5, 20), dtype=torch.int8)
    assert torch.equal(learner.decide(picked, wholes_of(5))[1], network(picked)[1])
    outputs = learner(picked, wholes_of(5))
    assert outputs.critic_values is None
    assert outputs.guesses is None
    assert learner.heads() == {}
