"""Short runs of one-byte cells as one integer, so that six or eight of them are read, turned or written at once.

`cells` is any C-contiguous int8 array, `at` a place in its flat order; the first cell is the lowest byte.
"""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic, overload

from overseers_env.engine.jit import jit

BYTE = 8
EIGHT_ONES = 0x0101010101010101
SPREAD_SEVEN = 0x02040810204081
"""Times seven bits, these stand eight places apart (among others, which EIGHT_ONES masks)."""
SIX = 6 * BYTE


def load_six(cells: Any, at: int) -> int:
    """The six cells from `at` on as a word of 48 bits."""
    return int.from_bytes(cells.reshape(-1)[at : at + 6].tobytes(), "little")


def store_six(cells: Any, at: int, word: int) -> None:
    """Write the low 48 bits of `word` to the six cells from `at` on."""
    for place in range(6):
        cells.reshape(-1)[at + place] = _signed(int(word) >> BYTE * place)


def store_eight(cells: Any, at: int, word: int) -> None:
    """Write the 64 bits of `word` to the eight cells from `at` on."""
    for place in range(8):
        cells.reshape(-1)[at + place] = _signed(int(word) >> BYTE * place)


@jit
def turn_six(word: int, by: int, size: int) -> int:
    """Turn the lowest `size` of six cells round by `by`: cell `by` comes first. The cells behind them become 0."""
    return turn_bits(word, BYTE * by, BYTE * size)


@jit
def turn_bits(bits: int, by: int, size: int) -> int:
    """Turn the lowest `size` bits round by `by`: bit `by` comes first. The bits above them become 0."""
    kept = (1 << size) - 1
    bits &= kept
    return ((bits >> by) | (bits << (size - by))) & kept


@jit
def expand(bits: int) -> int:
    """The lowest eight bits as eight cells of 0 or 1."""
    return ((bits & 0x7F) * SPREAD_SEVEN) & EIGHT_ONES | (bits & 0x80) << 49


def _signed(byte: int) -> int:
    return ((byte & 0xFF) ^ 0x80) - 0x80


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, at: Any, bits: int) -> Any:
    """The address of cell `at`, as a pointer to an integer of that many bits."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(
        builder.gep(builder.bitcast(data, ir.IntType(8).as_pointer()), [at]), ir.IntType(bits).as_pointer()
    )


def _store(bits: int) -> Any:
    @intrinsic  # type: ignore[untyped-decorator]
    def store(_: Any, cells: Any, at: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array, place, value = arguments
            target = _pointer(context, builder, signature.args[0], array, place, bits)
            value = builder.trunc(value, ir.IntType(bits)) if bits < 64 else value
            builder.store(value, target, align=1)
            return context.get_dummy_value()

        return types.void(cells, types.int64, types.int64), generate

    return store


@intrinsic  # type: ignore[untyped-decorator]
def _load_six(_: Any, cells: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, place = arguments
        source = _pointer(context, builder, signature.args[0], array, place, SIX)
        return builder.zext(builder.load(source, align=1), ir.IntType(64))

    return types.int64(cells, types.int64), generate


_store_six, _store_eight = _store(SIX), _store(64)


@overload(load_six, strict=False)  # type: ignore[untyped-decorator]
def _compiled_load_six(cells: Any, at: Any) -> Any:
    return lambda cells, at: _load_six(cells, at)


@overload(store_six, strict=False)  # type: ignore[untyped-decorator]
def _compiled_store_six(cells: Any, at: Any, word: Any) -> Any:
    return lambda cells, at, word: _store_six(cells, at, word)


@overload(store_eight, strict=False)  # type: ignore[untyped-decorator]
def _compiled_store_eight(cells: Any, at: Any, word: Any) -> Any:
    return lambda cells, at, word: _store_eight(cells, at, word)
