"""The vector environment, in every autoreset mode."""

import copy
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode

from overseers_env import NUM_ACTIONS, OBSERVATION_SIZE, IllegalActionError
from overseers_env.envs.vector import OverseersVectorEnv
from tests.envs.playing import EDITIONS, PLAYERS, FirstLegal, LastLegal, draw

ID = "overseers_env/Overseers-v0"
MODES = list(AutoresetMode)


def make(num_envs=6, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return gymnasium.make_vec(ID, num_envs=num_envs, **{"opponents": FirstLegal(), **options})


def run(env, steps, rng, seed):
    """Random play; yields the actions and what came of them. With DISABLED, games that end are reset."""
    _, infos = env.reset(seed=seed)
    for _ in range(steps):
        actions = draw(infos["action_mask"], rng)
        result = env.step(actions)
        yield actions, result
        infos = result[4]
        if env.metadata["autoreset_mode"] == AutoresetMode.DISABLED and result[2].any():
            _, infos = env.reset(options={"reset_mask": result[2].copy()})


def play_to_an_end(env, rng):
    """Random play from a seeded reset until games end; returns the result of that step."""
    _, infos = env.reset(seed=1)
    while True:
        result = env.step(draw(infos["action_mask"], rng))
        infos = result[4]
        if result[2].any():
            return result


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("rules", EDITIONS)
def test_shapes_and_seeds(mode, players, rules):
    options = {"num_players": players, "rules": rules, "autoreset_mode": mode, "opponents": "random"}
    rngs = np.random.default_rng(0), np.random.default_rng(0)
    first, second = make(**options), make(**options)
    ended = 0
    for (actions, result), (_, again) in zip(run(first, 60, rngs[0], 3), run(second, 60, rngs[1], 3), strict=True):
        assert data_equivalence(result, again, exact=True)
        observations, rewards, terminations, truncations, infos = result
        assert first.action_space.contains(actions)
        assert first.observation_space.contains(observations)
        assert (observations.shape, observations.dtype) == ((6, OBSERVATION_SIZE), np.float32)
        assert (rewards.shape, rewards.dtype) == ((6,), np.float64)
        assert terminations.dtype == truncations.dtype == np.bool_
        assert not truncations.any()
        assert not rewards[~terminations].any()
        assert rewards[terminations].all()
        assert infos["action_mask"].shape == (6, NUM_ACTIONS)
        assert infos["action_mask"].any(axis=1).all()
        ended += terminations.sum()
    assert ended > 3


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("opponents", [FirstLegal(), [LastLegal(), FirstLegal(), LastLegal()]])
def test_it_does_what_gymnasium_s_own_vector_of_single_environments_does(mode, opponents):
    """With a seed for each game, the first games are the same; so is the form of everything that is returned."""
    options = {"seat": 1, "opponents": opponents}
    seeds = [5, 6, 7]
    ours = make(3, autoreset_mode=mode, **options)
    theirs = gymnasium.make_vec(ID, 3, "sync", vector_kwargs={"autoreset_mode": mode}, **options)
    np.testing.assert_equal(ours.reset(seed=seeds), theirs.reset(seed=seeds))
    rng, is_first = np.random.default_rng(0), np.ones(3, bool)
    masks = ours.action_masks()
    for _ in range(60):
        actions = draw(masks, rng)
        mine, reference = ours.step(actions), theirs.step(actions)
        for one, other in zip(mine[:4], reference[:4], strict=True):
            rows = is_first if mode != AutoresetMode.SAME_STEP or one.ndim == 1 else is_first & ~mine[2]
            np.testing.assert_equal(one[rows], other[rows])
            assert one.dtype == other.dtype
        assert mine[4].keys() == reference[4].keys()
        if "final_obs" in mine[4]:
            np.testing.assert_equal([mine[4][key] for key in ("_final_obs", "_final_info")], [mine[2], mine[2]])
            for index in np.flatnonzero(mine[2]):
                assert is_first[index]
                np.testing.assert_equal(mine[4]["final_obs"][index], reference[4]["final_obs"][index])
            np.testing.assert_equal(mine[4]["final_info"], reference[4]["final_info"])
        is_first &= ~mine[2]
        if mine[2].any():
            break
        masks = mine[4]["action_mask"]
    assert not is_first.all()


def test_next_step_begins_in_the_step_after_the_end():
    env = make(autoreset_mode=AutoresetMode.NEXT_STEP)
    was_over = np.zeros(6, bool)
    for actions, (_, rewards, terminations, _, infos) in run(env, 120, np.random.default_rng(1), 1):
        assert not (was_over & terminations).any()
        assert not rewards[was_over].any()
        assert (infos["action_mask"][terminations, 0] == 1).all()
        assert (infos["action_mask"][~terminations, 0] == 0).all()
        was_over = terminations
        assert len(actions) == 6


def test_the_action_of_a_beginning_game_is_not_read():
    env = make(autoreset_mode="NextStep", illegal="raise")
    _, _, terminations, _, infos = play_to_an_end(env, np.random.default_rng(1))
    actions = draw(infos["action_mask"], np.random.default_rng(0))
    actions[terminations] = -5
    _, rewards, again, _, infos = env.step(actions)
    assert not again[terminations].any()
    assert not rewards[terminations].any()
    assert (infos["action_mask"][terminations].sum(axis=1) > 1).all()


def test_same_step_tells_the_end_beside_the_beginning():
    env, ends = make(autoreset_mode="SameStep"), 0
    for _, (observations, _, terminations, _, infos) in run(env, 120, np.random.default_rng(1), 1):
        assert (infos["action_mask"][:, 0] == 0).all()
        assert ("final_obs" in infos) == terminations.any()
        for index in np.flatnonzero(terminations):
            ends += 1
            assert env.single_observation_space.contains(infos["final_obs"][index])
            assert not np.array_equal(infos["final_obs"][index], observations[index])
    assert ends > 5


def test_disabled_waits_for_a_reset():
    env = make(autoreset_mode="Disabled")
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(6, np.int64))
    rng = np.random.default_rng(1)
    observations, _, terminations, _, infos = play_to_an_end(env, rng)
    with pytest.raises(ResetNeeded):
        env.step(draw(infos["action_mask"], rng))
    for seed in (None, 4):
        fresh, infos = env.reset(seed=seed, options={"reset_mask": terminations.copy()})
        assert np.array_equal(fresh[~terminations], observations[~terminations]), "the others stand still"
        assert (fresh[terminations] != observations[terminations]).any(axis=1).all()
    assert np.array_equal(env.reset(seed=4, options={"reset_mask": terminations.copy()})[0], fresh)
    env.step(draw(infos["action_mask"], rng))


@pytest.mark.parametrize(
    ("mask", "error"),
    [([True] * 6, TypeError), (np.ones(6), TypeError), (np.ones(5, bool), ValueError), (np.zeros(6, bool), ValueError)],
)
def test_a_wrong_reset_mask_is_named(mask, error):
    with pytest.raises(error, match="reset_mask"):
        make().reset(options={"reset_mask": mask})


@pytest.mark.parametrize("mode", MODES)
def test_an_illegal_action_ends_its_game_alone(mode):
    env = make(autoreset_mode=mode)
    before, infos = env.reset(seed=2)
    actions = draw(infos["action_mask"], np.random.default_rng(0))
    actions[2], actions[4] = 0, NUM_ACTIONS
    observations, rewards, terminations, _, infos = env.step(actions)
    assert np.flatnonzero(terminations).tolist() == [2, 4]
    assert rewards.tolist() == [0, 0, -1, 0, -1, 0]
    last = np.stack(infos["final_obs"][[2, 4]]) if mode == AutoresetMode.SAME_STEP else observations[[2, 4]]
    assert np.array_equal(last, before[[2, 4]])


def test_an_illegal_action_may_raise_and_then_changes_nothing():
    env = make(illegal="raise")
    _, infos = env.reset(seed=2)
    actions = draw(infos["action_mask"], np.random.default_rng(0))
    games = env._tables._games.to_bytes()
    with pytest.raises(IllegalActionError, match="game 3: "):
        env.step(np.where(np.arange(6) == 3, 0, actions))
    assert env._tables._games.to_bytes() == games


def test_batches_mix_and_may_use_threads():
    options = {"num_players": [3, 4, 5, 6], "rules": ["french", "english"] * 2, "opponents": "random"}
    one, two = OverseersVectorEnv(4, **options), OverseersVectorEnv(4, num_threads=2, **options)
    rngs = np.random.default_rng(0), np.random.default_rng(0)
    seats = set()
    for (_, result), (_, other) in zip(run(one, 80, rngs[0], 1), run(two, 80, rngs[1], 1), strict=True):
        assert data_equivalence(result, other, exact=True)
        seats |= set(one.seats.tolist())
    assert len(seats) > 2


def test_opponents_can_be_exchanged_and_copies_stand_alone():
    env = make(opponents="random")
    _, infos = env.reset(seed=1)
    twin = copy.deepcopy(env)
    env.set_opponents([FirstLegal()] * 3)
    twin.set_opponents([LastLegal()] * 3)
    actions = draw(infos["action_mask"], np.random.default_rng(0))
    assert not np.array_equal(env.step(actions)[0], twin.step(actions)[0])


def test_it_draws_every_table():
    env = make(3, render_mode="ansi")
    env.reset(seed=0)
    texts = env.render()
    assert len(texts) == 3
    assert all(f"P{seat} draws from" in text for seat, text in zip(env.seats, texts, strict=True))
    assert make().render() is None


def test_wrong_actions_are_named():
    env = make()
    env.reset()
    with pytest.raises(ValueError, match=r"whole numbers \(6,\)"):
        env.step(np.zeros(6))
    with pytest.raises(ValueError, match="a list of 6"):
        env.reset(seed=[1, 2])
