"""The parallel environment."""

import copy
import pickle
import warnings

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import parallel_api_test
from pettingzoo.test.seed_test import parallel_seed_test

from overseers_env import NUM_ACTIONS, IllegalActionError, overseers_v0
from overseers_env.games.overseers import stages
from tests.envs.playing import EDITIONS, PLAYERS


def draw(env, observations, rng):
    return {agent: int(rng.choice(np.flatnonzero(observations[agent]["action_mask"]))) for agent in env.agents}


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("rules", EDITIONS)
def test_api(players, rules):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for make in (overseers_v0.parallel_env, overseers_v0.raw_parallel_env):
            parallel_api_test(make(num_players=players, rules=rules))
    parallel_seed_test(lambda: overseers_v0.parallel_env(num_players=players, rules=rules), num_cycles=50)


@pytest.mark.parametrize("players", PLAYERS)
def test_simultaneous_stages_take_one_step_and_the_rest_is_the_game_of_the_aec(players):
    env, aec = overseers_v0.parallel_env(num_players=players), overseers_v0.raw_env(num_players=players)
    rng = np.random.default_rng(players)
    observations, infos = env.reset(seed=9)
    aec.reset(seed=9)
    assert infos == {agent: {} for agent in env.agents}
    num_simultaneous = steps = 0
    while env.agents:
        pending = [agent for agent in env.agents if observations[agent]["action_mask"][0] == 0]
        num_simultaneous += len(pending) > 1
        before = aec._states["stage"][0]
        actions = draw(env, observations, rng)
        assert all(actions[agent] == 0 for agent in env.agents if agent not in pending)
        observations, rewards, terminations, truncations, _ = env.step(actions)
        for agent in pending:
            assert agent == aec.agent_selection
            aec.step(actions[agent])
        steps += 1
        assert aec._states.tobytes() == env._game.states.tobytes()
        if before == stages.VOTE:
            assert aec._states["stage"][0] != stages.VOTE, "all votes in one step"
        for agent in env.possible_agents:
            np.testing.assert_equal(observations[agent], aec.observe(agent))
            assert type(terminations[agent]) is bool
            assert truncations[agent] is False
    assert num_simultaneous > 10
    assert steps < len(aec._decisions)
    assert rewards == aec.rewards
    assert all(terminations.values())
    assert env.game_record() == aec.game_record()


def test_raw_parallel_env_refuses_all_if_one_action_is_illegal():
    env = overseers_v0.raw_parallel_env()
    observations, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(60):
        actions = draw(env, observations, rng)
        before = env._game.states.tobytes(), env._game.decisions[:]
        for agent in env.agents:
            illegal = int(np.flatnonzero(observations[agent]["action_mask"] == 0)[-1])
            for wrong in (illegal, -1, NUM_ACTIONS, 1.0, None):
                with pytest.raises(IllegalActionError, match=f"for seat {agent[-1]} at"):
                    env.step({**actions, agent: wrong})
            assert (env._game.states.tobytes(), env._game.decisions) == before
        observations = env.step(actions)[0]
        if not env.agents:
            break


def test_every_seat_must_be_named():
    env = overseers_v0.parallel_env()
    observations, _ = env.reset(seed=1)
    actions = draw(env, observations, np.random.default_rng(0))
    del actions["player_2"]
    with pytest.raises(ValueError, match="missing: player_2"):
        env.step(actions)


def test_an_illegal_action_ends_the_game_for_all():
    env = overseers_v0.parallel_env()
    observations, _ = env.reset(seed=1)
    actions = draw(env, observations, np.random.default_rng(0))
    seen, rewards, terminations, truncations, infos = env.step({**actions, "player_1": 0, "player_3": NUM_ACTIONS})
    assert rewards == {"player_0": 0, "player_1": -1, "player_2": 0, "player_3": -1}
    assert all(terminations.values())
    assert all(truncations.values())
    assert set(seen) == set(infos) == set(env.possible_agents)
    assert env.agents == []
    assert env.step({}) == ({}, {}, {}, {}, {})


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_mid_game_is_the_same_game(twin_of):
    env, rng = overseers_v0.parallel_env(), np.random.default_rng(2)
    observations, _ = env.reset(seed=2)
    for _ in range(15):
        observations = env.step(draw(env, observations, rng))[0]
    twin = twin_of(env)
    while env.agents:
        actions = draw(env, observations, rng)
        results = env.step(actions)
        np.testing.assert_equal(twin.step(actions), results)
        observations = results[0]
    assert twin.game_record() == env.game_record()


def test_the_mask_may_be_in_the_info():
    env = pettingzoo.make("parallel", "overseers/overseers-v0", num_players=3, mask_in="info")
    observations, infos = env.reset(seed=0)
    assert env.observation_space("player_0").contains(observations["player_0"])
    actions = {agent: int(infos[agent]["action_mask"].argmax()) for agent in env.agents}
    _, _, terminations, _, infos = env.step(actions)
    assert not any(terminations.values())
    assert infos["player_2"]["action_mask"].dtype == np.int8
