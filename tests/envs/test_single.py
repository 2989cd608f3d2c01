"""The Gymnasium environment of one learner."""

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from overseers_env import NUM_ACTIONS, OBSERVATION, OBSERVATION_SIZE, IllegalActionError
from overseers_env.envs.single import OverseersEnv
from tests.envs.playing import EDITIONS, PLAYERS, FirstLegal, LastLegal

ID = "overseers_env/Overseers-v0"


def make(**options):
    return gymnasium.make(ID, **{"opponents": FirstLegal(), **options})


def play_game(env, info, rng):
    """Play to the end; returns what was seen and the last reward."""
    seen, done, reward = [], False, 0.0
    while not done:
        assert reward == 0
        observation, reward, done, cut, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        assert cut is False
        seen.append((observation, info["action_mask"]))
    return seen, reward


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("rules", EDITIONS)
def test_check_env(players, rules):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(num_players=players, rules=rules, opponents="random").unwrapped)


@pytest.mark.parametrize("opponents", ["random", [FirstLegal(), "random", LastLegal()], FirstLegal()])
def test_games_are_played_and_seeded(opponents):
    env, rng = make(opponents=opponents), np.random.default_rng(0)
    runs = []
    for _ in range(2):
        rng = np.random.default_rng(0)
        observation, info = env.reset(seed=7)
        run = [(observation, info["action_mask"])]
        for _ in range(3):
            seen, reward = play_game(env, info, rng)
            run.extend([*seen, reward])
            observation, info = env.reset()
            assert env.observation_space.contains(observation)
        runs.append(run)
    np.testing.assert_equal(runs[0], runs[1])


def test_the_learner_sits_where_it_is_told():
    for seat in range(4):
        env = make(seat=seat)
        env.reset(seed=1)
        assert env.unwrapped.seat == seat
    env, seats = make(seat="random"), set()
    for _ in range(60):
        env.reset()
        seats.add(env.unwrapped.seat)
    assert seats == {0, 1, 2, 3}


def test_the_learner_is_asked_in_its_own_turns_only():
    env, rng = make(num_players=5), np.random.default_rng(3)
    observation, info = env.reset(seed=3)
    for _ in range(5):
        while True:
            assert info["action_mask"].sum() > 1
            assert np.array_equal(info["action_mask"], env.unwrapped.action_masks())
            asked = OBSERVATION.read(observation)["asked"]
            assert not asked.any() or asked[0]
            observation, _, done, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            if done:
                break
        assert info["action_mask"].nonzero()[0].tolist() == [0]
        observation, info = env.reset()


def test_rewards_of_a_seat_that_plays_all_games_sum_up():
    """The learner plays as its opponents do, so over all seats of a game the returns sum to 0."""
    total = 0.0
    for seat in range(4):
        env = make(seat=seat)
        _, info = env.reset(seed=11)
        done = False
        while not done:
            _, reward, done, _, info = env.step(int(info["action_mask"].argmax()))
        total += reward
    assert total == pytest.approx(0)


def test_an_illegal_action_ends_the_game():
    env = make()
    before, info = env.reset(seed=0)
    observation, reward, terminated, truncated, after = env.step(int(info["action_mask"].argmin()))
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert np.array_equal(observation, before)
    assert np.array_equal(after["action_mask"], info["action_mask"])
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(1)
    observation, _ = env.reset()
    assert not np.array_equal(observation, before)


@pytest.mark.parametrize("action", [0, -1, NUM_ACTIONS, 2**70, 1.0])
def test_an_illegal_action_may_raise_and_then_changes_nothing(action):
    env = make(illegal="raise").unwrapped
    _, info = env.reset(seed=0)
    games = env._table._games.to_bytes()
    with pytest.raises(IllegalActionError, match="legal: draft"):
        env.step(action)
    assert env._table._games.to_bytes() == games
    assert env.step(int(info["action_mask"].argmax()))[2] is False


def test_reset_comes_first():
    with pytest.raises(gymnasium.error.ResetNeeded):
        make().unwrapped.step(0)


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_mid_game_is_the_same_game(twin_of):
    env = make(opponents="random").unwrapped
    _, info = env.reset(seed=5)
    for _ in range(10):
        info = env.step(int(info["action_mask"].argmax()))[4]
    twin = twin_of(env)
    seen, reward = play_game(env, info, np.random.default_rng(1))
    again, reward_again = play_game(twin, info, np.random.default_rng(1))
    np.testing.assert_equal(seen, again)
    assert reward == reward_again
    np.testing.assert_equal(env.reset(), twin.reset())


def test_it_draws_the_table_from_the_learner_s_eyes():
    env = make(render_mode="ansi", seat=2)
    env.reset(seed=0)
    assert "P2 draws from" in env.render()
    assert "P1 draws from" not in env.render()
    assert make().unwrapped.render() is None


def test_observations_are_flat():
    env = make()
    assert env.observation_space.shape == (OBSERVATION_SIZE,)
    assert env.observation_space.dtype == np.float32
    assert env.action_space.n == NUM_ACTIONS


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"opponents": ["random", "random"]}, "list of 3"),
        ({"opponents": 3}, "a name, an Agent"),
        ({"opponents": "nobody"}, "there is no agent 'nobody'"),
        ({"seat": 4}, "0 to 3"),
        ({"seat": "left"}, "'random'"),
        ({"illegal": "ignore"}, "'terminate', 'raise'"),
        ({"reward": "points"}, "'win_share'"),
        ({"num_players": 7}, "3 to 6"),
        ({"render_mode": "human"}, "'ansi'"),
    ],
)
def test_wrong_options_are_named_with_what_is_allowed(options, words):
    with pytest.raises(ValueError, match=words):
        OverseersEnv(**{"opponents": FirstLegal(), **options})
