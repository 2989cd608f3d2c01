"""One trajectory a seat: hand-computed, permuted, and compared with a slow plain twin that keeps a list a seat."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from overseers_env import OBSERVATION_SIZE, BatchedGames, Ruleset
from overseers_env.agents import make_agent
from training.league import LEARNER, League, some_seats
from training.rollout import (
    END,
    NO_ROW,
    OPEN,
    Collector,
    estimate_advantages,
    link_rows,
    pay_seats,
    round_margins,
    stagger,
)

ALL_COLUMNS = np.arange(OBSERVATION_SIZE)
WEIGHTS = np.random.default_rng(7).normal(size=OBSERVATION_SIZE).astype(np.float32) / 30


def fixed_policy(picked: NDArray[np.int8], whole: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Logits and values that depend on the row alone, and not on the rows around it."""
    values = (picked.astype(np.float32) * WEIGHTS).sum(axis=1)
    return np.tile(np.sin(np.arange(149, dtype=np.float32)), (len(picked), 1)), values


def new_collector(
    games: BatchedGames, decisions_each: int, gae_lambda: float, columns: NDArray[np.int64] = ALL_COLUMNS
) -> Collector:
    """A collector of pure self-play."""
    alone = League(games, 0.0, some_seats, [], num_active=0)
    return Collector(games, alone, columns, decisions_each, shaping=0.1, gae_lambda=gae_lambda)


def advantages_of(
    seats: NDArray[np.int8],
    payments: NDArray[np.float32],
    finished: NDArray[np.bool_],
    values: NDArray[np.float32],
    gae_lambda: float,
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Advantages of T ticks of G games: seats, finished (T, G); payments (T, G, S); values (T * G,)."""
    num_ticks, num_games = seats.shape
    latest = np.full((num_games, payments.shape[2]), NO_ROW)
    next_rows, rewards = np.full(seats.size, OPEN), np.zeros(seats.size, np.float32)
    for tick in range(num_ticks):
        link_rows(tick * num_games, np.arange(num_games), seats[tick], latest, next_rows)
        pay_seats(payments[tick], finished[tick], latest, next_rows, rewards)
    advantages = np.full(seats.size, np.nan, np.float32)
    estimate_advantages(rewards, values, next_rows, gae_lambda, advantages)
    return advantages, next_rows


def test_three_seats_by_hand() -> None:
    seats = np.array([[0], [1], [2], [1], [0], [1]], np.int8)
    payments = np.zeros((6, 1, 3), np.float32)
    payments[2, 0] = (0.1, 0.0, -0.1)  # the round ends on seat 2's decision
    payments[5, 0] = (0.6, -0.3, -0.3)  # the game ends on seat 1's: the others are paid too
    finished = np.array([[False]] * 5 + [[True]])
    values = np.array([0.2, 0.1, -0.1, 0.3, 0.4, -0.2], np.float32)

    advantages, next_rows = advantages_of(seats, payments, finished, values, 0.5)

    assert next_rows.tolist() == [4, 3, END, 5, END, END]
    # seat 0: 0.6 - 0.4 = 0.2, then 0.1 + 0.4 - 0.2 + 0.5 * 0.2 = 0.4
    # seat 1: -0.3 + 0.2 = -0.1, then 0 - 0.2 - 0.3 - 0.05 = -0.55, then 0 + 0.3 - 0.1 - 0.275 = -0.075
    # seat 2: -0.1 - 0.3 + 0.1 = -0.3
    assert advantages == pytest.approx([0.4, -0.075, -0.3, -0.55, 0.2, -0.1], abs=1e-6)


def test_three_seats_by_hand_two_of_an_opponent() -> None:
    """Seat 1 is the learner's: of the decisions of seats 0, 1, 2, 1, 0, 1 rows 0 to 2 are its own."""
    seats, deciders = np.zeros(1, np.int8), [0, 1, 2, 1, 0, 1]
    payments = np.zeros((6, 1, 3), np.float32)
    payments[2, 0] = (0.1, 0.05, -0.15)  # the round ends on an opponent's decision
    payments[5, 0] = (0.6, -0.3, -0.3)
    values = np.array([0.1, 0.3, -0.2], np.float32)
    latest, next_rows, rewards = np.full((1, 3), NO_ROW), np.full(3, OPEN), np.zeros(3, np.float32)
    row = 0
    for tick, seat in enumerate(deciders):
        seats[0] = seat
        mine = np.flatnonzero(seats == 1)
        link_rows(row, mine, seats, latest, next_rows)
        row += len(mine)
        pay_seats(payments[tick], np.array([tick == 5]), latest, next_rows, rewards)
    advantages = np.full(3, np.nan, np.float32)
    estimate_advantages(rewards, values, next_rows, 0.5, advantages)
    assert next_rows.tolist() == [1, 2, END]
    assert rewards == pytest.approx([0.05, 0.0, -0.3])
    # -0.3 + 0.2 = -0.1, then 0 - 0.2 - 0.3 - 0.05 = -0.55, then 0.05 + 0.3 - 0.1 - 0.275 = -0.025
    assert advantages == pytest.approx([-0.025, -0.55, -0.1], abs=1e-6)
    assert (latest == NO_ROW).all()


def test_an_unfinished_seat_ends_at_the_value_of_its_open_row() -> None:
    seats = np.array([[0], [1], [0], [0]], np.int8)
    values = np.array([0.5, 0.2, 0.1, 0.7], np.float32)
    advantages, next_rows = advantages_of(seats, np.zeros((4, 1, 2), np.float32), np.zeros((4, 1), bool), values, 0.5)
    assert next_rows.tolist() == [2, OPEN, 3, OPEN]
    assert advantages == pytest.approx([0.1 - 0.5 + 0.5 * 0.6, 0.0, 0.7 - 0.1, 0.0], abs=1e-6)


def test_permuting_the_seats_changes_no_advantage() -> None:
    generator = np.random.default_rng(3)
    num_ticks, num_games, num_seats = 40, 9, 5
    seats = generator.integers(0, num_seats, (num_ticks, num_games)).astype(np.int8)
    payments = generator.normal(size=(num_ticks, num_games, num_seats)).astype(np.float32)
    finished = generator.random((num_ticks, num_games)) < 0.1
    values = generator.normal(size=seats.size).astype(np.float32)
    plain, _ = advantages_of(seats, payments, finished, values, 0.95)
    for _ in range(5):
        order = generator.permutation(num_seats)  # seat s is now called order[s]
        renamed = np.empty_like(payments)
        renamed[:, :, order] = payments
        permuted, _ = advantages_of(order[seats].astype(np.int8), renamed, finished, values, 0.95)
        assert np.array_equal(plain, permuted)
    assert np.abs(plain).max() > 1


def test_permuting_the_seats_of_learner_and_opponents_changes_no_advantage() -> None:
    generator = np.random.default_rng(4)
    num_ticks, num_games, num_seats = 60, 7, 4
    seats = generator.integers(0, num_seats, (num_ticks, num_games)).astype(np.int8)
    is_learner = generator.random((num_games, num_seats)) < 0.5
    payments = generator.normal(size=(num_ticks, num_games, num_seats)).astype(np.float32)
    finished = generator.random((num_ticks, num_games)) < 0.1
    values = generator.normal(size=seats.size).astype(np.float32)

    def advantages(order: NDArray[np.int64]) -> NDArray[np.float32]:
        """Seat s is now called order[s]."""
        latest, next_rows = np.full((num_games, num_seats), NO_ROW), np.full(seats.size, OPEN)
        rewards, found, row = np.zeros(seats.size, np.float32), np.zeros(seats.size, np.float32), 0
        for tick in range(num_ticks):
            mine = np.flatnonzero(is_learner[np.arange(num_games), seats[tick]])
            link_rows(row, mine, order[seats[tick]].astype(np.int8), latest, next_rows)
            row += len(mine)
            renamed = np.empty_like(payments[tick])
            renamed[:, order] = payments[tick]
            pay_seats(renamed, finished[tick], latest, next_rows, rewards)
        estimate_advantages(rewards[:row], values[:row], next_rows[:row], 0.95, found)
        return found

    plain = advantages(np.arange(num_seats))
    for _ in range(5):
        assert np.array_equal(plain, advantages(generator.permutation(num_seats)))
    assert np.abs(plain).max() > 1


class Recorder:
    """Stands for a collector's games and writes down who acted, who they were and what they did."""

    def __init__(self, collector: Collector) -> None:
        self.ticks: list[tuple[NDArray[np.int8], NDArray[np.int64]]] = []
        step, league = collector.games.step, collector.league

        def recorded(actions: NDArray[np.int64]) -> Any:
            self.ticks.append((league.to_act(collector.games.seats), actions.copy()))
            return step(actions)

        collector.games.step = recorded  # type: ignore[method-assign]


def plain_twin(
    games: BatchedGames, ticks: list[tuple[NDArray[np.int8], NDArray[np.int64]]], values: NDArray[np.float32]
) -> dict[tuple[int, int, int], list[Any]]:
    """Plays a collector's ticks in a copy of its games; lists of [row, value, reward] by (game, seat, episode).

    Only the learner's decisions have rows, and they are numbered in the order in which they are made.
    """
    num_games, row = len(games), 0
    trails: dict[tuple[int, int, int], list[Any]] = {}
    episode, scored = [0] * num_games, [0] * num_games
    for players, actions in ticks:
        for game in np.flatnonzero(players == LEARNER):
            key = (int(game), int(games.seats[game]), episode[game])
            trails.setdefault(key, []).append([row, float(values[row]), 0.0])
            row += 1
        finished, returns = games.step(actions)
        for game in range(num_games):
            state = games.final_states[game] if finished[game] else games.states[game]
            num_players = int(state["num_players"])
            num_scored = (
                int(state["num_rounds"]) if finished[game] else int(np.count_nonzero(state["round_scores"].sum(axis=1)))
            )
            for number in range(scored[game], num_scored):
                scores = state["round_scores"][number, :num_players].astype(float)
                for seat in range(num_players):
                    if (trail := trails.get((game, seat, episode[game]))) is not None:
                        trail[-1][2] += 0.1 * (scores[seat] - scores.mean()) / 10
            scored[game] = num_scored
            if finished[game]:
                for seat in range(num_players):
                    if (trail := trails.get((game, seat, episode[game]))) is not None:
                        trail[-1][2] += float(returns[game, seat])
                        trail.append("end")
                episode[game] += 1
                scored[game] = 0
    return trails


def plain_advantages(trail: list[Any], gae_lambda: float) -> dict[int, float]:
    """Row to advantage, of the rows whose successor is known."""
    is_over = trail[-1] == "end"
    rows = trail[:-1] if is_over else trail
    found: dict[int, float] = {}
    following, advantage = (0.0, 0.0) if is_over else (rows[-1][1], 0.0)
    for row, value, reward in reversed(rows if is_over else rows[:-1]):
        advantage = reward + following - value + gae_lambda * advantage
        found[row], following = advantage, value
    return found


def mixed_games(seed: int = 5) -> BatchedGames:
    return BatchedGames(
        24, np.tile([3, 4, 5, 6], 6), ["french", "english", Ruleset("french", num_rounds=1)] * 8, seed=seed
    )


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_the_collector_agrees_with_a_plain_twin(share: float) -> None:
    games = mixed_games()
    copy = games.copy()
    league = League(games, share, some_seats, [make_agent("random"), make_agent("heuristic")], num_active=2)
    collector = Collector(games, league, ALL_COLUMNS, 300, shaping=0.1, gae_lambda=0.9)
    recorder = Recorder(collector)
    rollout = collector.collect(fixed_policy, np.random.default_rng(1))
    expected: dict[int, float] = {}
    for trail in plain_twin(copy, recorder.ticks, collector.values).values():
        expected.update(plain_advantages(trail, 0.9))
    assert sorted(expected) == rollout.learnable.tolist()
    assert len(expected) > 24 * 280
    wanted = np.array([expected[row] for row in rollout.learnable])
    assert rollout.advantages[rollout.learnable] == pytest.approx(wanted, abs=1e-5)
    assert np.abs(wanted).max() > 0.3
    num_of_opponents = sum(int((players != LEARNER).sum()) for players, _ in recorder.ticks)
    assert (num_of_opponents > 0.2 * rollout.num_decisions) == (share > 0)


def test_short_rollouts_learn_from_every_decision_once() -> None:
    """With lambda 0 an advantage needs its successor only, so cutting a long rollout in pieces must change none."""
    games = mixed_games()
    long = new_collector(games.copy(), 240, 0.0)
    whole = long.collect(fixed_policy, np.random.default_rng(1))
    short = new_collector(games.copy(), 20, 0.0)
    generator, pieces = np.random.default_rng(1), []
    for _ in range(12):
        rollout = short.collect(fixed_policy, generator)
        pieces.append(rollout.advantages[rollout.learnable])
    assert np.array_equal(np.sort(np.concatenate(pieces)), np.sort(whole.advantages[whole.learnable]))


def test_rows_hold_what_the_policy_saw_and_did() -> None:
    collector = new_collector(mixed_games(), 30, 0.9, ALL_COLUMNS[10:300])
    policy = lambda picked, whole: (np.zeros((len(picked), 149), np.float32), picked[:, 40].astype(np.float32))  # noqa: E731
    for _ in range(2):
        rollout = collector.collect(policy, np.random.default_rng(1))
        rows = rollout.learnable
        assert rollout.masks[rows, rollout.actions[rows]].all()
        assert np.array_equal(rollout.values[rows], rollout.observations[rows, 40])
        assert rollout.log_probs[rows] == pytest.approx(-np.log(rollout.masks[rows].sum(axis=1)), abs=1e-5)


def test_a_restored_collector_goes_on_to_the_same_rows() -> None:
    collector = new_collector(mixed_games(), 33, 0.9)
    collector.collect(fixed_policy, np.random.default_rng(1))
    saved = {name: array.copy() for name, array in collector.save().items()}
    twin = new_collector(mixed_games(seed=99), 33, 0.9)
    twin.restore(saved)
    expected = collector.collect(fixed_policy, np.random.default_rng(2))
    actual = twin.collect(fixed_policy, np.random.default_rng(2))
    assert np.array_equal(actual.learnable, expected.learnable)
    for name in ("observations", "masks", "wholes", "stages", "actions", "log_probs", "values", "advantages"):
        assert np.array_equal(getattr(actual, name)[actual.learnable], getattr(expected, name)[expected.learnable])


def test_games_of_another_number_are_refused() -> None:
    saved = new_collector(mixed_games(), 3, 0.9).save()
    with pytest.raises(ValueError, match="24 games; allowed: 8"):
        new_collector(BatchedGames(8, seed=1), 3, 0.9).restore(saved)


def test_margins_are_of_seated_players_and_sum_to_zero() -> None:
    scores = np.array([[20, 10, 0, 0, 0, 0], [30, 20, 10, 20, 20, 20]], np.int8)
    margins = round_margins(scores, np.array([3, 6], np.int8))
    assert margins.tolist() == pytest.approx(np.array([[1, 0, -1, 0, 0, 0], [1, 0, -1, 0, 0, 0]]))


def test_staggered_games_stand_in_different_stages() -> None:
    games = BatchedGames(200, 4, seed=1)
    stagger(games, np.random.default_rng(1))
    assert len(np.unique(games.states["stage"])) > 5
    assert len(np.unique(games.states["round_number"])) == 3
