"""Tianshou: masked DQN in every seat, through its own PettingZoo adapter."""

import pytest

pytest.importorskip("tianshou")

import numpy as np
import torch
from tianshou.algorithm.algorithm_base import policy_within_training_step
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.env.pettingzoo_env import PettingZooEnv
from tianshou.utils.net.common import Net

from overseers_env import NUM_ACTIONS, OBSERVATION_SIZE, overseers_v0

NUM_PLAYERS = 3


def make_env() -> PettingZooEnv:
    return PettingZooEnv(overseers_v0.env(num_players=NUM_PLAYERS))


def make_dqn(env: PettingZooEnv) -> DQN:
    network = Net(state_shape=(OBSERVATION_SIZE,), action_shape=NUM_ACTIONS, hidden_sizes=[16])
    policy = DiscreteQLearningPolicy(
        model=network, action_space=env.action_space, observation_space=env.observation_space, eps_training=0.5
    )
    return DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-2), target_update_freq=50)


def test_masked_dqn_learns_in_every_seat() -> None:
    torch.manual_seed(0)
    env = make_env()
    learners = [make_dqn(env) for _ in range(NUM_PLAYERS)]
    before = [[weight.detach().clone() for weight in learner.policy.parameters()] for learner in learners]
    algorithm = MultiAgentOffPolicyAlgorithm(algorithms=learners, env=env)
    tables = DummyVectorEnv([make_env] * 2)
    buffer = VectorReplayBuffer(2000, len(tables))
    collector = Collector[CollectStats](algorithm, tables, buffer, exploration_noise=True)
    collector.reset()
    with torch.no_grad():
        collected = collector.collect(n_step=240)
    assert collected.n_collected_episodes > 0
    taken = buffer[:]
    assert taken.obs.mask[np.arange(len(taken)), taken.act].all()
    assert abs(taken.rew.sum(axis=1)).max() < 1e-6  # it ends with win shares and not with an illegal action's -1
    with policy_within_training_step(algorithm.policy):
        algorithm.update(buffer=buffer, sample_size=128)
    for learner, weights in zip(learners, before, strict=True):
        pairs = zip(learner.policy.parameters(), weights, strict=True)
        assert any((now != then).any() for now, then in pairs)
