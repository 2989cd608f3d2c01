"""Stable-Baselines3 and sb3-contrib over the batched engine."""

import warnings

import numpy as np
import pytest

from tests.envs.playing import FirstLegal, LastLegal, draw

pytest.importorskip("sb3_contrib")

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import VecMonitor

from overseers_env import NUM_ACTIONS, OBSERVATION_SIZE
from overseers_env.envs.sb3 import OverseersVecEnv


def test_check_env():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("overseers_env/Overseers-v0", opponents=FirstLegal()).unwrapped)


def test_games_are_played_and_seeded():
    runs = []
    for _ in range(2):
        env, rng = OverseersVecEnv(5, num_players=3, opponents="random"), np.random.default_rng(0)
        env.seed(4)
        observations = env.reset()
        assert (observations.shape, observations.dtype) == ((5, OBSERVATION_SIZE), np.float32)
        ends = 0
        for _ in range(60):
            masks = np.stack(env.env_method("action_masks"))
            assert np.array_equal(masks, env.action_masks())
            observations, rewards, dones, infos = env.step(draw(masks, rng))
            assert rewards.dtype == np.float32
            assert not rewards[~dones].any()
            for index, info in enumerate(infos):
                assert ("terminal_observation" in info) == dones[index]
                if dones[index]:
                    assert env.observation_space.contains(info["terminal_observation"])
                    assert not np.array_equal(info["terminal_observation"], observations[index])
            ends += dones.sum()
            runs.append((observations, rewards, dones))
        assert ends > 3
    np.testing.assert_equal(runs[:60], runs[60:])


def test_the_ways_of_a_vec_env():
    env = OverseersVecEnv(3, opponents=FirstLegal())
    with pytest.raises(RuntimeError):
        env.step(np.zeros(3, np.int64))
    assert env.has_attr("action_masks")
    assert not env.has_attr("colour")
    env.set_attr("colour", "blue")
    assert env.get_attr("colour", [0, 2]) == ["blue", "blue"]
    env.reset()
    assert len(env.env_method("action_masks", indices=[1])) == 1
    assert env.env_method("action_masks", indices=1)[0].shape == (NUM_ACTIONS,)
    assert env.env_is_wrapped(gymnasium.Wrapper) == [False] * 3
    assert env.reset_infos[0]["action_mask"].any()
    with pytest.raises(AttributeError, match="'action_masks'"):
        env.env_method("fly")
    env.close()


def test_opponents_can_be_exchanged():
    seen = []
    for opponents in (FirstLegal(), LastLegal()):
        env = OverseersVecEnv(4, opponents=FirstLegal())
        env.seed(1)
        env.reset()
        env.set_opponents(opponents)
        for _ in range(3):
            observations = env.step(env.action_masks().argmax(axis=1))[0]
        seen.append(observations)
    assert not np.array_equal(*seen)


def test_maskable_ppo_learns():
    env = VecMonitor(OverseersVecEnv(8, num_players=3, opponents="random", seat=0))
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=128, n_epochs=1, seed=0, policy_kwargs={"net_arch": [16]}
    )
    before = [parameter.detach().clone() for parameter in model.policy.parameters()]
    model.learn(2 * 64 * 8)
    assert model.num_timesteps == 2 * 64 * 8
    assert len(model.ep_info_buffer) > 5
    assert any((one != other).any() for one, other in zip(before, model.policy.parameters(), strict=True))
    mean, _ = evaluate_policy(model, env, n_eval_episodes=8)
    assert -1 / 3 <= mean <= 2 / 3


def test_maskable_ppo_takes_the_single_environment_too():
    env = gymnasium.make("overseers_env/Overseers-v0", num_players=3, opponents="random")
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=64, n_epochs=1, seed=0, policy_kwargs={"net_arch": [16]}
    )
    model.learn(64)
    assert model.num_timesteps == 64
