"""An observation as a list of named pieces: the one list gives offsets, views by name, bounds and documentation."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Piece:
    """A named block of an observation: its first index, its shape, its smallest and largest value, what it means."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str
    offset: int = 0

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """The index after its last."""
        return self.offset + self.size


class Layout:
    """Pieces one after the other. Iterating gives (name, offset, shape, meaning) of every piece."""

    def __init__(self, *pieces: Piece) -> None:
        placed, offset = [], 0
        for piece in pieces:
            placed.append(Piece(piece.name, piece.shape, piece.low, piece.high, piece.meaning, offset))
            offset += piece.size
        self._pieces = {piece.name: piece for piece in placed}
        self.size = offset

    @property
    def pieces(self) -> tuple[tuple[str, int, tuple[int, ...], str], ...]:
        """(name, offset, shape, meaning) of every piece, in order."""
        return tuple((piece.name, piece.offset, piece.shape, piece.meaning) for piece in self._pieces.values())

    def __iter__(self) -> Iterator[Piece]:
        return iter(self._pieces.values())

    def __getitem__(self, name: str) -> Piece:
        try:
            return self._pieces[name]
        except KeyError:
            raise KeyError(f"no piece {name!r}; there are: {', '.join(self._pieces)}") from None

    def offset(self, name: str) -> int:
        """The first index of a piece."""
        return self[name].offset

    def read(self, vectors: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Views of every piece by name, of one vector (size,) or of many (..., size).

        Raises ValueError when the last axis has another size.
        """
        vectors = np.asarray(vectors)
        if vectors.ndim == 0 or vectors.shape[-1] != self.size:
            raise ValueError(f"an observation has {self.size} numbers; got an array of shape {vectors.shape}")
        lead = vectors.shape[:-1]
        return {piece.name: vectors[..., piece.offset : piece.stop].reshape(*lead, *piece.shape) for piece in self}

    def lows(self) -> NDArray[np.int8]:
        """The smallest value of every number, int8 (size,)."""
        return np.concatenate([np.full(piece.size, piece.low, np.int8) for piece in self])

    def highs(self) -> NDArray[np.int8]:
        """The largest value of every number, int8 (size,)."""
        return np.concatenate([np.full(piece.size, piece.high, np.int8) for piece in self])


def row_dtype(size: int) -> np.dtype[Any]:
    """A row of `size` int8 numbers as a record with the one field `cells`, as compiled code takes it."""
    return np.dtype((np.record, [("cells", np.int8, (size,))]))


def as_rows(array: NDArray[Any]) -> NDArray[Any]:
    """A C-contiguous array (N, size) of one-byte numbers as N records of `row_dtype(size)`, without a copy."""
    return array.view(row_dtype(array.shape[-1]))[:, 0]
