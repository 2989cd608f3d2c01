"""Layout: an observation as a list of named pieces."""

import numpy as np
import pytest

from overseers_env import OBSERVATION, OBSERVATION_SIZE
from overseers_env.engine.layout import Layout, Piece, as_rows, row_dtype

SMALL = Layout(
    Piece("one", (2,), 0, 1, "first"), Piece("two", (2, 3), -1, 7, "second"), Piece("last", (1,), 0, 3, "third")
)


def test_pieces_lie_one_after_the_other() -> None:
    assert SMALL.size == 9
    assert SMALL.pieces == (("one", 0, (2,), "first"), ("two", 2, (2, 3), "second"), ("last", 8, (1,), "third"))
    assert [(piece.offset, piece.stop, piece.size) for piece in SMALL] == [(0, 2, 2), (2, 8, 6), (8, 9, 1)]
    assert SMALL.offset("two") == 2


def test_read_names_every_piece_of_one_vector_and_of_many() -> None:
    one = SMALL.read(np.arange(9))
    assert [piece.tolist() for piece in one.values()] == [[0, 1], [[2, 3, 4], [5, 6, 7]], [8]]
    many = SMALL.read(np.arange(4 * 5 * 9).reshape(4, 5, 9))
    assert many["two"].shape == (4, 5, 2, 3)
    assert many["two"][3, 4, 1, 2] == 19 * 9 + 7


def test_read_gives_views() -> None:
    vector = np.zeros(9)
    SMALL.read(vector)["last"][0] = 5
    assert vector[8] == 5


@pytest.mark.parametrize("shape", [(), (8,), (10,), (9, 8)])
def test_read_of_another_size_names_both(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError) as error:
        SMALL.read(np.zeros(shape))
    assert "an observation has 9 numbers" in str(error.value)
    assert str(shape) in str(error.value)


def test_an_unknown_piece_names_the_known_ones() -> None:
    with pytest.raises(KeyError, match="no piece 'three'; there are: one, two, last"):
        SMALL["three"]


def test_bounds() -> None:
    assert SMALL.lows().tolist() == [0, 0, -1, -1, -1, -1, -1, -1, 0]
    assert SMALL.highs().tolist() == [1, 1, 7, 7, 7, 7, 7, 7, 3]
    assert SMALL.lows().dtype == np.int8


def test_rows_share_the_array() -> None:
    array = np.zeros((3, 9), np.int8)
    rows = as_rows(array)
    assert rows.dtype == row_dtype(9)
    assert rows.shape == (3,)
    rows["cells"][2, 8] = 4
    assert array[2, 8] == 4


def test_the_observation_of_the_game() -> None:
    assert sum(int(np.prod(shape)) for _, _, shape, _ in OBSERVATION.pieces) == OBSERVATION.size == OBSERVATION_SIZE
    names = [name for name, _, _, _ in OBSERVATION.pieces]
    assert len(set(names)) == len(names)
    assert all(meaning for _, _, _, meaning in OBSERVATION.pieces)
    assert (OBSERVATION.lows() <= OBSERVATION.highs()).all()
    assert set(OBSERVATION.read(np.zeros(OBSERVATION_SIZE))) == set(names)
