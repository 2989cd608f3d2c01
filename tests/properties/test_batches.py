"""A batch is its games: compiled or plain, alone or together, saved or played on."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from overseers_env import BatchedGames, Ruleset
from overseers_env.games.overseers import kernels
from overseers_env.games.overseers.batched import new_states
from tests.engine.tables import IS_PLAIN, shown, some
from tests.engine.walks import asked_of, is_over
from tests.properties.digest import digest
from tests.properties.strategies import examples, num_players, rulesets, seeds


def test_the_same_bytes_compiled_and_plain() -> None:
    """States, observations, masks and returns of some hundred steps; this process runs one way, another the other."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    if not IS_PLAIN:
        environment["NUMBA_DISABLE_JIT"] = "1"
    run = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.properties.digest"],
        env=environment,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == digest()


mixtures = st.lists(st.tuples(num_players, rulesets), min_size=2, max_size=6)


@examples(25, 2)
@given(mixtures, seeds)
def test_a_batch_is_its_games(mixture: list[tuple[int, Ruleset]], seed: int) -> None:
    """Each game of the batch, played alone through the one-game entry points, is the same at every step."""
    players, rules = [one for one, _ in mixture], [one for _, one in mixture]
    games = BatchedGames(len(mixture), players, rules, seed=seed)
    alone = [one_game(number, one, seed) for number, one in enumerate(mixture)]
    for _ in range(some(120, 25)):
        actions = games.random_actions()
        for number, states in enumerate(alone):
            seat = int(games.seats[number])
            assert asked_of(states)[0] == seat
            seen, mask = shown(states, seat)
            assert seen.tobytes() == games.observations[number].tobytes()
            assert mask.tobytes() == games.action_masks[number].tobytes()
            assert kernels.play_one(states, seat, int(actions[number]))
        finished, returns = games.step(actions)
        for number, states in enumerate(alone):
            assert finished[number] == is_over(states)
            if finished[number]:
                own = np.zeros((1, 6), np.float32)
                kernels.final_returns(states, own)
                assert own[0].tolist() == returns[number].tolist()
                assert games.final_states[number].tobytes() == states[0].tobytes()
                alone[number] = games.states[number : number + 1].copy()
            assert alone[number][0].tobytes() == games.states[number].tobytes()


def one_game(number: int, one: tuple[int, Ruleset], seed: int) -> Any:
    """Game `number` of the seed, by itself: states (1,)."""
    states = new_states(1, *one)
    kernels.start(states, np.array([seed, 0], np.int64), np.array([number], np.int64), np.zeros(1, np.int64))
    return states


@examples(20, 2)
@given(mixtures, seeds, st.integers(0, 200))
def test_saved_and_restored_in_mid_game(mixture: list[tuple[int, Ruleset]], seed: int, steps: int) -> None:
    games = BatchedGames(len(mixture), [one for one, _ in mixture], [one for _, one in mixture], seed=seed)
    for _ in range(min(steps, some(200, 30))):
        games.step(games.random_actions())
    restored = [games.copy(), BatchedGames.from_bytes(games.to_bytes())]
    for _ in range(some(100, 20)):
        actions = games.random_actions()
        results = games.step(actions)
        for one in restored:
            assert (one.random_actions() == actions).all()
            assert all((mine == theirs).all() for mine, theirs in zip(one.step(actions), results, strict=True))
    for one in restored:
        assert one.states.tobytes() == games.states.tobytes()
        assert one.observations.tobytes() == games.observations.tobytes()
        assert one.to_bytes() == games.to_bytes()


@examples(30, 3)
@given(num_players, rulesets, seeds)
def test_the_same_seed_is_the_same_game(players: int, rules: Ruleset, seed: int) -> None:
    one, other = BatchedGames(2, players, rules, seed=seed), BatchedGames(2, players, rules, seed=seed)
    for _ in range(some(60, 15)):
        one.step(one.random_actions())
        other.step(other.random_actions())
    assert one.states.tobytes() == other.states.tobytes()
    assert one.observations.tobytes() == other.observations.tobytes()
    assert one.states[0].tobytes() != one.states[1].tobytes()
