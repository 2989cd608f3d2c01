"""Random games, decision by decision."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from overseers_env import Ruleset
from overseers_env.games.overseers import kernels, stages
from overseers_env.games.overseers.batched import new_states
from tests.engine.tables import legal_actions


def started(num_players: int, rules: str | Ruleset, seed: int) -> Any:
    """A game at its first question: states (1,)."""
    states = new_states(1, num_players, rules)
    kernels.start(states, np.array([seed, 5], np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64))
    return states


def is_over(states: Any) -> bool:
    """Has the game of a batch of one ended?"""
    return bool(states["stage"][0] == stages.GAME_OVER)


def stage_of(states: Any) -> str:
    """The name of the stage that a batch of one is in."""
    return stages.STAGE_NAMES[states["stage"][0]]


def asked_of(states: Any) -> list[int]:
    """The seats that must decide in a batch of one."""
    return [seat for seat in range(int(states["num_players"][0])) if int(states["pending"][0]) >> seat & 1]


def walk(num_players: int, rules: str | Ruleset, seed: int) -> Iterator[tuple[Any, int, int]]:
    """A random game: before every decision its states (1,), the seat (any of those asked) and the action it will play.

    At the end the states once more, with seat and action -1. The states are the same array all along.
    """
    dice, states = random.Random(seed), started(num_players, rules, seed)
    while not is_over(states):
        seat = dice.choice(asked_of(states))
        action = dice.choice(legal_actions(states, seat))
        yield states, seat, action
        assert kernels.play_one(states, seat, action)
    yield states, -1, -1


def finished(num_players: int, rules: str | Ruleset, seed: int) -> Any:
    """The end of a random game: states (1,)."""
    for states, _, _ in walk(num_players, rules, seed):  # noqa: B007
        pass
    return states
