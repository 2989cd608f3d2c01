"""A counter-based generator: a number is a function of a key and a counter, so no state has to be carried.

Only products below 2**63 occur, so compiled code and plain Python give the same numbers without a warning. The mixing
is the xor-shift-multiply of Mueller and of Wellons' "lowbias32", with multipliers below 2**31. Not for cryptography.
"""

from overseers_env.engine.jit import jit

WORD = 0xFFFFFFFF
GOLDEN = 0x1E3779B9
MIX_A = 0x45D9F3B
MIX_B = 0x7FEB352D


@jit
def mix(word: int) -> int:
    """Scramble a 32-bit word, one to one."""
    word = ((word ^ (word >> 16)) * MIX_A) & WORD
    word = ((word ^ (word >> 15)) * MIX_B) & WORD
    return word ^ (word >> 16)


@jit
def draw(key_0: int, key_1: int, counter: int) -> int:
    """The 32-bit word number `counter` of the stream with this key (two words below 2**32)."""
    word = mix((counter * GOLDEN + key_0) & WORD)
    return mix(word ^ key_1)


@jit
def draw_below(key_0: int, key_1: int, counter: int, bound: int) -> int:
    """A number in 0..bound-1, uniform up to bound / 2**32."""
    return (draw(key_0, key_1, counter) * int(bound)) >> 32


@jit
def derive_key(seed_0: int, seed_1: int, stream: int, episode: int) -> tuple[int, int]:
    """The key of one game: of game `stream` of a batch, at its restart number `episode`."""
    high = draw(seed_0, seed_1, stream & WORD)
    low = draw(seed_1 ^ MIX_A, seed_0, stream & WORD)
    return draw(high, low, 2 * episode), draw(high, low, 2 * episode + 1)
