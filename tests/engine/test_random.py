"""The generator: the same numbers compiled and plain, spread evenly, one stream for each game."""

from typing import Any

import numpy as np
import pytest
from numba import njit

from overseers_env import BatchedGames
from overseers_env.engine.batch import seed_words
from overseers_env.engine.bits import lowest_one, num_ones
from overseers_env.engine.random import derive_key, draw, draw_below
from tests.engine.tables import some


@njit
def fill(key_0: int, key_1: int, bound: int, out: Any) -> None:
    """Numbers 0, 1, ... of a stream; inner rules are called from compiled code only."""
    for counter in range(len(out)):
        out[counter] = draw_below(key_0, key_1, counter, bound) if bound else draw(key_0, key_1, counter)


@njit
def fill_keys(seed_0: int, seed_1: int, stream: int, out: Any) -> None:
    """The keys of a game's first episodes."""
    for episode in range(len(out)):
        out[episode, 0], out[episode, 1] = derive_key(seed_0, seed_1, stream, episode)


@njit
def count_bits(numbers: Any, out: Any) -> None:
    """How many bits each has, and the lowest."""
    for place in range(len(numbers)):
        out[place, 0] = num_ones(numbers[place])
        out[place, 1] = lowest_one(numbers[place])


def numbers(key_0: int, key_1: int, size: int, bound: int = 0) -> Any:
    out = np.zeros(size, np.int64)
    fill(key_0, key_1, bound, out)
    return out


def test_the_same_numbers_whether_compiled_or_plain() -> None:
    """Written down once: both ways must give these."""
    assert numbers(1, 2, 4).tolist() == KNOWN_WORDS
    assert numbers(0xFFFFFFFF, 0xFFFFFFFF, 4, 6).tolist() == KNOWN_DICE
    keys = np.zeros((2, 2), np.int64)
    fill_keys(7, 0, 3, keys)
    assert keys.tolist() == KNOWN_KEYS


KNOWN_WORDS = [1640219189, 3757271491, 648222404, 3918105179]
KNOWN_DICE = [1, 4, 4, 2]
KNOWN_KEYS = [[2433151362, 1856564881], [1683311912, 714287502]]


def test_words_of_32_bits() -> None:
    words = numbers(12345, 678, some(20000, 2000))
    assert words.min() >= 0
    assert words.max() < 1 << 32
    assert len(np.unique(words)) > 0.999 * len(words)
    ones = [(words >> bit & 1).mean() for bit in range(32)]
    assert max(abs(share - 0.5) for share in ones) < 4 * 0.5 / np.sqrt(len(words))


@pytest.mark.parametrize("bound", [2, 3, 6, 11, 36])
@pytest.mark.parametrize("key", [(0, 0), (1, 0), (0, 2), (2**32 - 1, 2**32 - 1)])
def test_evenly_spread(bound: int, key: tuple[int, int]) -> None:
    size = some(36_000, 3_600)
    found = np.bincount(numbers(*key, size, bound), minlength=bound)
    assert len(found) == bound
    expected = size / bound
    degrees = bound - 1
    assert ((found - expected) ** 2 / expected).sum() < degrees + 4.5 * np.sqrt(2 * degrees) + 4, "chi-square"


def test_pairs_of_neighbours_are_evenly_spread() -> None:
    dice = numbers(3, 4, some(72_000, 7_200), 6)
    pairs = np.bincount(dice[::2] * 6 + dice[1::2], minlength=36)
    expected = len(dice) / 72
    assert ((pairs - expected) ** 2 / expected).sum() < 35 + 4.5 * np.sqrt(70)


def test_other_keys_give_other_streams() -> None:
    streams = {numbers(key_0, key_1, 8).tobytes() for key_0 in range(8) for key_1 in range(8)}
    assert len(streams) == 64


def test_keys_of_streams_and_episodes_differ() -> None:
    keys = np.zeros((50, 2), np.int64)
    found = set()
    for stream in range(20):
        fill_keys(99, 0, stream, keys)
        found |= {tuple(key) for key in keys.tolist()}
    assert len(found) == 20 * 50


def test_bits() -> None:
    values = np.array([1, 2, 3, 0b1011000, (1 << 62) - 1, 1 << 61, 5 << 40], np.int64)
    out = np.zeros((len(values), 2), np.int64)
    count_bits(values, out)
    assert out.tolist() == [[int(one).bit_count(), (int(one) & -int(one)).bit_length() - 1] for one in values]


@pytest.mark.parametrize(
    ("seed", "words"), [(0, [0, 0]), (5, [5, 0]), (2**32 + 3, [3, 1]), (2**64 - 1, [2**32 - 1] * 2)]
)
def test_a_seed_is_two_words(seed: int, words: list[int]) -> None:
    assert seed_words(seed).tolist() == words


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_out_of_range(seed: int) -> None:
    with pytest.raises(ValueError, match=f"seed={seed} is not allowed; allowed: None or 0 to 2\\*\\*64 - 1"):
        BatchedGames(1, 3, seed=seed)


def test_without_a_seed_every_batch_is_another() -> None:
    assert BatchedGames(4, 4).to_bytes() != BatchedGames(4, 4).to_bytes()


def test_seeds_differ_in_their_high_words_too() -> None:
    low, high = BatchedGames(1, 4, seed=1), BatchedGames(1, 4, seed=1 + (1 << 32))
    assert low.states["pack"].tobytes() != high.states["pack"].tobytes()


def test_random_actions_are_legal_and_evenly_spread() -> None:
    size = some(6000, 200)
    games = BatchedGames(size, 3, seed=4)
    found = np.zeros(149, np.int64)
    expected = np.zeros(149)
    for _ in range(2):
        actions = games.random_actions()
        assert games.action_masks[np.arange(size), actions].all()
        found += np.bincount(actions, minlength=149)
        expected += (games.action_masks / games.action_masks.sum(axis=1, keepdims=True)).sum(axis=0)
    likely = expected > 20
    assert ((found - expected)[likely] ** 2 / expected[likely]).sum() < likely.sum() + 4.5 * np.sqrt(2 * likely.sum())


def test_random_actions_differ_from_call_to_call_and_repeat_with_the_seed() -> None:
    first, again = BatchedGames(60, 4, seed=6), BatchedGames(60, 4, seed=6)
    one, two = first.random_actions(), first.random_actions()
    assert (one != two).any()
    assert (again.random_actions() == one).all()
    assert (again.random_actions() == two).all()
