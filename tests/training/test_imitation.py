"""A learner that imitates comes to decide as its teacher does, and to expect what that earns."""

import numpy as np
import torch

from overseers_env import BatchedGames
from overseers_env.agents import make_agent
from overseers_env.agents.learned import LearnedAgent
from training.config import Config, config_from
from training.imitation import CERTAIN, imitate, taught_policy
from training.networks import Learner, new_network
from training.train import columns_of, new_games, train


class FirstLegal:
    """Takes the first legal action."""

    name = "first"

    def act(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        return action_masks.argmax(axis=1)

    def reset(self, seed: int) -> None:
        """Nothing is drawn."""


def small(**sections: object) -> Config:
    return config_from(
        {
            "games": {"num_games": 32, "decisions_each": 16},
            "network": {"hidden": [32]},
            "imitation": {"teacher": "random", "decisions": 6000, "epochs": 4, "learning_rate": 0.01},
            "ppo": {"minibatch": 128},
            **sections,
        }
    )


def new_learner(config: Config) -> Learner:
    return Learner(new_network(columns_of(config), config.network.hidden, 1), 16, True, 1)


def test_the_taught_policy_puts_all_on_the_teachers_action() -> None:
    games = BatchedGames(8, 4, seed=1)
    logits, values = taught_policy(games, FirstLegal())(np.zeros((8, 3), np.int8), np.zeros((8, 1), np.int8))
    assert (logits.argmax(axis=1) == games.action_masks.argmax(axis=1)).all()
    assert (np.sort(logits, axis=1)[:, -1] == CERTAIN).all()
    assert (logits != 0).sum() == 8
    assert not values.any()


def test_a_simple_teacher_is_learned() -> None:
    config = small()
    learner = new_learner(config)
    agreement = imitate(learner, new_games(config), FirstLegal(), config, np.random.default_rng(1))
    assert agreement > 0.9
    games = BatchedGames(200, 4, seed=77)
    actions = LearnedAgent(learner.network, greedy=True).act(games.observations, games.action_masks)
    assert (actions == games.action_masks.argmax(axis=1)).mean() > 0.9


def test_the_same_seeds_imitate_the_same() -> None:
    config = small()
    weights = []
    for _ in range(2):
        learner = new_learner(config)
        imitate(learner, new_games(config), make_agent("random"), config, np.random.default_rng(1))
        weights.append(torch.cat([weight.flatten() for weight in learner.parameters()]))
    assert torch.equal(weights[0], weights[1])


def test_self_play_begins_where_the_teacher_stands(tmp_path: object) -> None:
    config = small(folder=str(tmp_path), name="taught", decisions=512, pool={"share": 0.0})
    folder = train(config)
    assert (folder / "weights.safetensors").is_file()
