"""The AEC environment: PettingZoo's own tests, and what DESIGN promises."""

import copy
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test, state_test

from overseers_env import NUM_ACTIONS, OBSERVATION_SIZE, BatchedGames, IllegalActionError, Ruleset, overseers_v0
from tests.envs.playing import EDITIONS, PLAYERS, legal_actions, step_randomly

DICT_WARNINGS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
MAKERS = (overseers_v0.env, overseers_v0.raw_env)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("rules", EDITIONS)
def test_api(players, rules):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(overseers_v0.env(num_players=players, rules=rules))
    assert {str(warning.message) for warning in caught} == DICT_WARNINGS


@pytest.mark.parametrize("make", MAKERS)
def test_api_with_the_mask_in_the_info_gives_no_warning(make):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(make(mask_in="info"))


@pytest.mark.parametrize("make", MAKERS)
def test_pettingzoos_other_tests(make):
    seed_test(make, num_cycles=200)
    render_test(make)
    assert make().render_mode is None


def test_state_is_what_all_seats_see():
    state_test(overseers_v0.env(), overseers_v0.parallel_env())
    env = overseers_v0.env(num_players=3)
    env.reset(seed=0)
    seen = [env.observe(agent)["observation"] for agent in env.agents]
    assert np.array_equal(env.state(), np.concatenate(seen))


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("rules", EDITIONS)
def test_long_runs(players, rules):
    env, rng = overseers_v0.env(num_players=players, rules=rules), np.random.default_rng(players)
    env.reset(seed=players)
    for _ in range(10):
        assert env.agents == env.possible_agents == [f"player_{seat}" for seat in range(players)]
        totals = dict.fromkeys(env.possible_agents, 0.0)
        turns = 0
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            assert type(terminated) is bool
            assert type(truncated) is bool
            assert info == {}
            assert observation["action_mask"].any()
            totals[agent] += reward
            if terminated:
                assert set(env.terminations.values()) == {True}, "all seats end together"
                env.step(None)
                continue
            assert not any(env.rewards.values()), "rewards only at the end"
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            turns += 1
        assert not env.agents
        assert turns > 20
        assert sum(totals.values()) == pytest.approx(0)
        assert max(totals.values()) <= 1 - 1 / players
        env.reset()


def test_agent_selection_is_the_lowest_pending_seat_and_games_are_those_of_the_batch():
    env, games = overseers_v0.raw_env(), BatchedGames(1, seed=5)
    env.reset(seed=5)
    finished = 0
    while finished < 2:
        assert env.agent_selection == f"player_{games.seats[0]}"
        observation = env.last()[0]
        assert np.array_equal(observation["observation"], games.observations[0])
        assert np.array_equal(observation["action_mask"], games.action_masks[0])
        actions = games.random_actions()
        env.step(actions[0])
        done, returns = games.step(actions)
        if done[0]:
            assert [env.rewards[agent] for agent in env.agents] == pytest.approx(returns[0, :4], abs=1e-6)
            finished += 1
            env.reset()


@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_every_seat_may_look_at_any_time_and_gets_new_arrays(mask_in):
    env, rng = overseers_v0.env(num_players=3, mask_in=mask_in), np.random.default_rng(1)
    env.reset(seed=1)
    seen = []
    while not env.last()[2]:
        for agent in env.possible_agents:
            observation = env.observe(agent)
            space = env.observation_space(agent)
            assert space is env.observation_space(agent)
            assert space.contains(observation)
            vector = observation if mask_in == "info" else observation["observation"]
            mask = env.infos[agent]["action_mask"] if mask_in == "info" else observation["action_mask"]
            assert vector.shape == (OBSERVATION_SIZE,)
            assert vector.dtype == np.float32
            assert mask.shape == (NUM_ACTIONS,)
            assert mask.dtype == np.int8
            assert mask.any()
            seen.append((vector, vector.copy(), mask, mask.copy()))
        step_randomly(env, rng, 1)
    assert all(np.array_equal(one, was) and np.array_equal(mask, kept) for one, was, mask, kept in seen)
    assert len({one.__array_interface__["data"][0] for one, _, _, _ in seen}) == len(seen)


def snapshot(env):
    """Everything that a game is."""
    outside = (env.agents, env.agent_selection, env.rewards, env.terminations, env.truncations, env.infos)
    return env._states.tobytes(), copy.deepcopy((env._decisions, env._cumulative_rewards, outside))


def test_raw_env_refuses_an_illegal_action_and_changes_nothing():
    env, rng = overseers_v0.raw_env(), np.random.default_rng(2)
    env.reset(seed=2)
    for _ in range(100):
        illegal = [
            *np.setdiff1d(np.arange(NUM_ACTIONS), legal_actions(env))[:20],
            -1,
            NUM_ACTIONS,
            2**70,
            1.5,
            None,
            "x",
        ]
        before = snapshot(env)
        for action in illegal:
            with pytest.raises(IllegalActionError, match=r"is not legal for seat .* at .*; legal: "):
                env.step(action)
        assert snapshot(env) == before
        if not step_randomly(env, rng, 1):
            break


def test_an_illegal_action_is_named_with_its_stage_and_what_is_legal():
    env = overseers_v0.raw_env()
    env.reset(seed=0)
    with pytest.raises(IllegalActionError) as error:
        env.step(0)
    assert str(error.value).startswith("'no-op' is not legal for seat 0 at 'draft'; legal: draft ")


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_mid_game_is_the_same_game(make, twin_of):
    env = make(num_players=5)
    env.reset(seed=3)
    step_randomly(env, np.random.default_rng(3), 40)
    twin = twin_of(env)
    rng = np.random.default_rng(4)
    while not env.last()[2]:
        action = int(rng.choice(legal_actions(env)))
        kept = snapshot(twin)
        env.step(action)
        assert snapshot(twin) == kept, "the copy stands on its own"
        twin.step(action)
        assert snapshot(twin) == snapshot(env)
        np.testing.assert_equal(twin.last(), env.last())
    assert twin.game_record() == env.game_record()
    env.reset()
    twin.reset()
    assert twin._states.tobytes() == env._states.tobytes()


@pytest.mark.parametrize("rules", [*EDITIONS, Ruleset("french", character_draft=True, discussion_rounds=2)])
@pytest.mark.parametrize("steps", [0, 25, 10_000])
def test_replay_plays_a_record_again_state_for_state(rules, steps):
    env = overseers_v0.env(rules=rules, num_players=4)
    env.reset(seed=8)
    step_randomly(env, np.random.default_rng(8), steps)
    again = overseers_v0.replay(env.unwrapped.game_record())
    assert again._states.tobytes() == env._states.tobytes()
    assert again.agent_selection == env.agent_selection
    assert again.rewards == env.rewards
    assert again.terminations == env.terminations
    assert again.game_record() == env.game_record()


def test_a_seat_s_record_hides_what_it_does_not_know():
    env = overseers_v0.env()
    env.reset(seed=1)
    assert "??" in env.game_record(seat=0)
    assert "??" not in env.game_record()


def test_importing_is_light():
    code = "import sys, overseers_env; print([name for name in ('torch', 'stable_baselines3') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_env_is_what_pettingzoo_makes():
    env = pettingzoo.make("aec", "overseers/overseers-v0", num_players=5)
    assert type(env) is type(overseers_v0.env())
    assert env.max_num_agents == 5
    assert str(env) == "overseers_v0"
    assert env.metadata["name"] == "overseers_v0"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"num_players": 2}, "3 to 6"),
        ({"num_players": [3, 4]}, "one number"),
        ({"rules": "german"}, "'french', 'english'"),
        ({"render_mode": "rgb_array"}, "None, 'human', 'ansi'"),
        ({"mask_in": "both"}, "'observation', 'info'"),
        ({"reward": "points"}, "'win_share', 'rank', 'margin'"),
        ({"render_seat": 4}, "0 to 3"),
    ],
)
@pytest.mark.parametrize("make", [*MAKERS, overseers_v0.parallel_env])
def test_wrong_options_are_named_with_what_is_allowed(options, words, make):
    with pytest.raises(ValueError, match=words):
        make(**options)
