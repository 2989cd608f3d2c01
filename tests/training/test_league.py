"""Who sits where, and that opponents play as themselves."""

import numpy as np
import pytest

from overseers_env import BatchedGames, Ruleset
from overseers_env.agents import make_agent
from training.config import PoolConfig
from training.league import LEARNER, League, best_response_league, new_league, some_seats
from training.networks import new_network, used_columns

NUM_GAMES = 4000


def games_of(num_games: int = NUM_GAMES) -> BatchedGames:
    return BatchedGames(num_games, np.resize([3, 4, 5, 6], num_games), seed=1)


def new_snapshot(seed: int):
    return new_network(used_columns([3, 6], [Ruleset("french")]), (16,), seed)


def test_a_share_of_the_games_has_one_opponent_in_some_random_seats() -> None:
    games = games_of()
    league = League(games, 0.2, some_seats, [make_agent("random"), make_agent("heuristic")], num_active=2)
    league.begin(np.random.default_rng(1))
    seated = np.arange(6) < games.states["num_players"][:, None]
    opponents = (league.players != LEARNER) & seated
    shared = opponents.any(axis=1)
    assert shared.mean() == pytest.approx(0.2, abs=0.03)
    assert (opponents[shared].sum(axis=1) < games.states["num_players"][shared]).all()
    assert not opponents[~seated].any()
    for number in (3, 4, 5, 6):
        counts = opponents[shared & (games.states["num_players"] == number)].sum(axis=1)
        assert sorted(np.unique(counts)) == list(range(1, number))
    for row in league.players[shared]:
        assert len(np.unique(row[row != LEARNER])) == 1


def test_a_best_responder_sits_alone_on_every_seat_equally_often() -> None:
    games = games_of()
    league = best_response_league(games, make_agent("random"))
    league.begin(np.random.default_rng(1))
    for number in (3, 4, 5, 6):
        own = league.players[games.states["num_players"] == number, :number] == LEARNER
        assert (own.sum(axis=1) == 1).all()
        assert own.mean(axis=0) == pytest.approx(np.full(number, 1 / number), abs=0.06)


def test_seats_are_drawn_anew_for_games_that_start_and_kept_for_the_others() -> None:
    games = games_of(400)
    league = best_response_league(games, make_agent("random"))
    generator = np.random.default_rng(1)
    league.begin(generator)
    before = league.players.copy()
    league.begin(generator)
    assert np.array_equal(league.players, before)
    league.seat(np.arange(100), generator)
    assert np.array_equal(league.players[100:], before[100:])
    assert not np.array_equal(league.players[:100], before[:100])


def test_each_opponent_plays_its_own_games_in_one_call() -> None:
    games = games_of(40)
    league = League(games, 1.0, some_seats, [make_agent("random"), make_agent("heuristic")], num_active=2)
    generator = np.random.default_rng(3)
    league.begin(generator)
    players = np.resize([LEARNER, 1, 2], 40).astype(np.int8)
    actions = np.full(40, -1)
    league.act(games, players, actions)
    assert (actions[players == LEARNER] == -1).all()
    rows = np.flatnonzero(players == 2)
    assert np.array_equal(
        actions[rows], make_agent("heuristic").act(games.observations[rows], games.action_masks[rows])
    )
    assert games.action_masks[players != LEARNER, actions[players != LEARNER]].all()


def test_only_the_latest_snapshots_are_kept_and_later_learning_does_not_change_them() -> None:
    league = new_league(games_of(8), PoolConfig(size=2, bot_share=0.0))
    league.begin(np.random.default_rng(1))
    assert league.active == []
    network = new_snapshot(0)
    for number in range(3):
        league.add_snapshot(network, number)
        network.value.bias.data += 1.0
    biases = [agent.network.value.bias.item() for agent in league.agents[1:]]
    assert sorted(biases) == [1.0, 2.0]
    league.begin(np.random.default_rng(1))
    assert set(league.active) <= {2, 3}


def test_a_saved_league_is_the_same_again() -> None:
    games, generator = games_of(50), np.random.default_rng(1)
    league = new_league(games, PoolConfig(share=1.0, size=3))
    for number in range(2):
        league.add_snapshot(new_snapshot(number), number)
    league.begin(generator)
    twin = new_league(games, PoolConfig(share=1.0, size=3))
    twin.restore({name: array.copy() for name, array in league.save().items()}, new_snapshot(9))
    for one in (league, twin):
        one.begin(np.random.default_rng(2))
    assert np.array_equal(league.players, twin.players)
    acting = league.to_act(games.seats)
    actions, again = np.zeros(50, np.int64), np.zeros(50, np.int64)
    league.act(games, acting, actions)
    twin.act(games, acting, again)
    assert np.array_equal(actions, again)
    assert twin.agents[3] is None


def test_without_a_share_every_seat_is_the_learners() -> None:
    league = new_league(games_of(50), PoolConfig(share=0.0))
    league.add_snapshot(new_snapshot(1), 0)
    league.begin(np.random.default_rng(1))
    assert (league.players == LEARNER).all()
