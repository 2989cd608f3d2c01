"""Sets of up to 62 things as the bits of one integer."""

from typing import Any

from numba.core import types
from numba.extending import intrinsic, overload

from overseers_env.engine.jit import jit


def num_ones(bits: int) -> int:
    """How many bits are set."""
    return int(bits).bit_count()


def lowest_one(bits: int) -> int:
    """The place of the lowest bit that is set; `bits` is not 0."""
    return (int(bits) & -int(bits)).bit_length() - 1


@intrinsic  # type: ignore[untyped-decorator]
def _count(_: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _count_zeros_below(_: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@overload(num_ones, strict=False)  # type: ignore[untyped-decorator]
def _compiled_num_ones(bits: Any) -> Any:
    return lambda bits: _count(bits)


@overload(lowest_one, strict=False)  # type: ignore[untyped-decorator]
def _compiled_lowest_one(bits: Any) -> Any:
    return lambda bits: _count_zeros_below(bits)


@jit
def nth_one(bits: int, number: int) -> int:
    """The place of the bit that `number` set bits lie below. By halves, since a loop's end can't be foreseen."""
    place, half = 0, 32
    while half > 0:
        below = num_ones(bits & ((1 << half) - 1))
        is_above = number >= below
        number -= below if is_above else 0
        place += half if is_above else 0
        bits >>= half if is_above else 0
        half >>= 1
    return place
