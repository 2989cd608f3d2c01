"""What the kinds of reward pay."""

import numpy as np
import pytest

from overseers_env import BatchedGames, overseers_v0
from overseers_env.envs.rewards import MARGIN_SCALE, REWARDS, seat_rewards
from tests.envs.playing import step_randomly


def finished_games(seed=3, steps=600):
    """The end of 64 random games, of all player counts."""
    games = BatchedGames(64, num_players=np.arange(64) % 4 + 3, seed=seed)
    for _ in range(steps):
        games.step(games.random_actions())
    return games.final_states.copy()


@pytest.mark.parametrize("reward", REWARDS)
def test_they_sum_to_zero_and_leave_unused_seats_alone(reward):
    states = finished_games()
    paid = seat_rewards(states, reward)
    assert paid.shape == (64, 6)
    assert np.abs(paid.sum(axis=1)).max() < 1e-12
    assert paid.any(axis=1).all()
    for state, row in zip(states, paid, strict=True):
        assert not row[state["num_players"] :].any()


def with_scores(scores, was_leader):
    """One finished game of so many players with these totals."""
    states = finished_games()[:1]
    states["num_players"] = len(scores)
    states["round_scores"] = 0
    states["round_scores"][0, 0, : len(scores)] = scores
    states["was_leader"][0, : len(scores)] = was_leader
    return states


@pytest.mark.parametrize(
    ("scores", "was_leader", "shares", "ranks"),
    [
        ((10, 30, 20), (1, 0, 0), (-1 / 3, 2 / 3, -1 / 3), (-1, 1, 0)),
        ((30, 30, 20), (1, 0, 0), (-1 / 3, 2 / 3, -1 / 3), (0, 1, -1)),
        ((30, 30, 20), (1, 1, 0), (1 / 6, 1 / 6, -1 / 3), (0.5, 0.5, -1)),
        ((30, 20, 20, 20), (0, 0, 0, 0), (0.75, -0.25, -0.25, -0.25), (1, -1 / 3, -1 / 3, -1 / 3)),
        ((9, 9, 9, 9, 9), (1, 1, 1, 1, 1), (0,) * 5, (0,) * 5),
    ],
)
def test_shares_and_ranks(scores, was_leader, shares, ranks):
    states = with_scores(scores, was_leader)
    assert seat_rewards(states, "win_share")[0, : len(scores)] == pytest.approx(shares)
    assert seat_rewards(states, "rank")[0, : len(scores)] == pytest.approx(ranks)


def test_margin_is_against_the_mean_of_the_others():
    paid = seat_rewards(with_scores((40, 30, 20, 10), (0, 0, 0, 0)), "margin")[0]
    assert paid[0] == pytest.approx((40 - 20) / MARGIN_SCALE)
    assert paid[3] == pytest.approx((10 - 30) / MARGIN_SCALE)


@pytest.mark.parametrize("reward", REWARDS)
def test_environments_pay_what_is_asked_for(reward):
    env = overseers_v0.env(reward=reward, num_players=3)
    env.reset(seed=4)
    step_randomly(env, np.random.default_rng(4), 10_000)
    assert [env.rewards[agent] for agent in env.agents] == list(seat_rewards(env._states, reward)[0, :3])
