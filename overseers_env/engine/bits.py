"""Sets of up to 62 things as the bits of one integer."""

from overseers_env.engine.jit import jit

_ODD_BITS = 0x5555555555555555
_PAIRS = 0x3333333333333333
_NIBBLES = 0x0F0F0F0F0F0F0F0F


@jit
def num_ones(bits: int) -> int:
    """How many bits are set."""
    bits -= (bits >> 1) & _ODD_BITS
    bits = (bits & _PAIRS) + ((bits >> 2) & _PAIRS)
    bits = (bits + (bits >> 4)) & _NIBBLES
    bits += bits >> 8
    bits += bits >> 16
    bits += bits >> 32
    return bits & 127


@jit
def lowest_one(bits: int) -> int:
    """The place of the lowest bit that is set; `bits` is not 0."""
    return num_ones((bits & -bits) - 1)
