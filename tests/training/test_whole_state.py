"""The whole state, checked against the records it is taken from and against what the acting seat sees."""

from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from overseers_env import OBSERVATION, BatchedGames, Ruleset
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.value import table_value
from training.whole_state import WHOLE_STATE, whole_scales, write_whole_states


@njit
def write_values(states: Any, values: NDArray[np.int64]) -> None:
    """Every seat's table value, (G, seats)."""
    for game in range(states.shape[0]):
        for seat in range(states[game].num_players):
            values[game, seat] = table_value(states[game], seat)


def look(games: BatchedGames, rows: NDArray[np.int64] | None = None) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    rows = np.arange(len(games)) if rows is None else rows
    wholes, at = np.full((len(rows), WHOLE_STATE.size), 99, np.int8), np.full(len(rows), 99, np.int8)
    write_whole_states(games.states, rows, games.seats, wholes, at)
    return wholes, at


def played_on(num_decisions: int) -> BatchedGames:
    games = BatchedGames(
        60, np.resize([3, 4, 5, 6], 60), ["french", "english", Ruleset("french", discussion_rounds=2)] * 20, seed=2
    )
    for _ in range(num_decisions):
        games.step(games.random_actions())
    return games


def from_viewer(cells: Any, viewer: int, num_players: int) -> NDArray[np.int8]:
    """Rows of absolute seats as the viewer counts them, unused ones 0."""
    out = np.zeros_like(cells)
    out[:num_players] = cells[(viewer + np.arange(num_players)) % num_players]
    return out


@pytest.mark.parametrize("num_decisions", [0, 9, 31, 38, 45, 57, 70, 100])
def test_it_holds_every_card_and_value_as_the_acting_seat_counts(num_decisions: int) -> None:
    games = played_on(num_decisions)
    wholes, at = look(games)
    seen = WHOLE_STATE.read(wholes)
    assert np.array_equal(at, games.states["stage"])
    every_value = np.zeros((60, 6), np.int64)
    write_values(games.states, every_value)
    for game, state in enumerate(games.states):
        number, viewer = int(state["num_players"]), int(games.seats[game])
        for name, field in (("hands", "hand"), ("face_down", "face_down"), ("packs", "pack")):
            assert np.array_equal(seen[name][game], from_viewer(state[field], viewer, number)), name
        assert np.array_equal(seen["pile"][game], state["pile"])
        is_hidden = state["stage"] >= stages.PLACEMENT and not state["is_open"]
        assert seen["is_hidden"][game, 0] == is_hidden
        if state["stage"] > stages.PLACEMENT:
            values = every_value[game, :number]
            assert np.array_equal(seen["values"][game, :number], np.roll(values, -viewer))
            assert np.array_equal(seen["highest"][game, :number], np.roll(values == values.max(), -viewer))
        assert not seen["values"][game, number:].any()
        assert seen["highest"][game].sum() >= 1
        for name in ("mark", "drawn", "altered", "top"):
            assert seen[name][game].sum() == (state[name] >= 0)
        votes = [(int(one) - viewer) % number for one in state["vote"][:number] if one >= 0]
        assert np.array_equal(seen["votes"][game], np.bincount(votes, minlength=6))


def test_every_stage_was_met_and_what_the_seat_sees_of_itself_agrees() -> None:
    met: set[int] = set()
    games = played_on(0)
    for _ in range(120):
        wholes, at = look(games)
        seen, own = WHOLE_STATE.read(wholes), OBSERVATION.read(games.observations)
        met |= set(at.tolist())
        assert np.array_equal(seen["hands"][:, 0], own["hand"])
        assert np.array_equal(seen["face_down"][:, 0], own["hidden"])
        games.step(games.random_actions())
    assert len(met) > 12


def test_truths_are_known_while_they_talk_and_agree_with_the_verdicts() -> None:
    games, told = played_on(0), 0
    for _ in range(120):
        wholes, at = look(games)
        truths = WHOLE_STATE.read(wholes)["truths"]
        for game in np.flatnonzero(at == stages.VOTE):
            state = games.states[game]
            number, viewer = int(state["num_players"]), int(games.seats[game])
            for turn in range(int(state["discussion_rounds"])):
                verdicts = np.roll(state["verdicts"][state["round_number"], turn, :number], -viewer)
                wanted = np.select([verdicts == 1, verdicts == 0], [1, -1], 0)
                assert np.array_equal(truths[game, turn, :number], wanted)
                told += int(np.abs(wanted).sum())
        talking = np.flatnonzero(at == stages.DISCUSSION)
        told_so_far = (games.states["statements"] >= 0).sum(axis=(1, 2, 3))
        assert (np.abs(truths[talking]).sum(axis=(1, 2)) <= told_so_far[talking]).all()
        games.step(games.random_actions())
    assert told > 100


def test_only_the_rows_that_are_asked_for_are_written_in_their_order() -> None:
    games = played_on(40)
    everything, at = look(games)
    rows = np.array([7, 3, 59])
    some, some_at = look(games, rows)
    assert np.array_equal(some, everything[rows])
    assert np.array_equal(some_at, at[rows])


def test_scales_bring_most_numbers_within_one() -> None:
    wholes, _ = look(played_on(60))
    assert np.abs(wholes * whole_scales()).max() < 5
    assert (np.abs(wholes * whole_scales()) <= 1).mean() > 0.97
