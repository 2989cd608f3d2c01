"""Cells as words, and bits by number: compiled or plain, they must do what a slow loop does."""

import random
from typing import Any

import numpy as np
from numba import njit

from overseers_env.engine.bits import nth_one
from overseers_env.engine.words import expand, load_six, store_eight, store_six, turn_bits, turn_six


@njit
def copy_turned(cells: Any, row: int, by: int, size: int, out: Any) -> None:
    """Six cells of a row, turned, to the third place of `out`."""
    store_six(out, 3, turn_six(load_six(cells, row * 6), by, size))


@njit
def write_expanded(bits: int, out: Any) -> None:
    """Eight bits as cells from the second place on."""
    store_eight(out, 2, expand(bits))


@njit
def places(bits: int, out: Any) -> None:
    """The place of every bit that is set."""
    for number in range(len(out)):
        out[number] = nth_one(bits, number)


@njit
def turned(bits: int, by: int, size: int) -> int:
    """`turn_bits` for a call from Python."""
    return int(turn_bits(bits, by, size))


def test_six_cells_are_turned_and_the_rest_becomes_zero() -> None:
    cells = np.arange(-6, 30, dtype=np.int8).reshape(6, 6)
    for size in (3, 4, 5, 6):
        for by in range(size):
            for row in range(6):
                out = np.full(12, 99, np.int8)
                copy_turned(cells, row, by, size, out)
                expected = [*np.roll(cells[row, :size], -by), *([0] * (6 - size))]
                assert out.tolist() == [99] * 3 + [int(cell) for cell in expected] + [99] * 3


def test_eight_bits_become_eight_cells() -> None:
    for bits in range(256):
        out = np.full(12, 7, np.int8)
        write_expanded(bits, out)
        assert out.tolist() == [7, 7, *((bits >> place) & 1 for place in range(8)), 7, 7]


def test_bits_are_turned() -> None:
    for size in (3, 4, 5, 6):
        for bits in range(1 << size):
            for by in range(size):
                expected = sum(((bits >> (by + place) % size) & 1) << place for place in range(size))
                assert turned(bits, by, size) == expected


def test_every_bit_is_found_by_its_number() -> None:
    dice = random.Random(5)
    for _ in range(300):
        bits = dice.getrandbits(62) & dice.getrandbits(62) | 1 << dice.randrange(62)
        expected = [place for place in range(62) if (bits >> place) & 1]
        out = np.zeros(len(expected), np.int64)
        places(bits, out)
        assert out.tolist() == expected
