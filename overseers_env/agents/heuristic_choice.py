"""Taking the best of the legal actions; equal ones by the seeded generator."""

from math import exp

from overseers_env.agents.heuristic_mind import Mind, Vector
from overseers_env.engine.jit import jit
from overseers_env.engine.random import WORD, draw
from overseers_env.games.overseers.actions import NO_OP

WORDS = 1 << 32


@jit
def chance_draw(mind: Mind, place: int) -> float:
    """A number in 0 to 1 that belongs to this seed, this position and this place in it."""
    counter = (int(mind.nonce) + int(mind.stage) * 256 + place) & WORD
    return draw(int(mind.key[0]), int(mind.key[1]), counter) / WORDS


@jit
def best_action(mind: Mind, mask: Vector, first: int, size: int) -> int:
    """The legal action of first .. first + size - 1 with the most merit."""
    best, num_equal = NO_OP, 0
    for action in range(first, first + size):
        if not mask[action]:
            continue
        if num_equal == 0 or mind.merit[action] > mind.merit[best]:
            best, num_equal = action, 1
        elif mind.merit[action] == mind.merit[best]:
            num_equal += 1
            if chance_draw(mind, action) * num_equal < 1.0:
                best = action
    return best


@jit
def mixed_action(mind: Mind, mask: Vector, first: int, size: int, spread: float) -> int:
    """A legal action drawn in proportion to e**(merit / spread)."""
    best = best_action(mind, mask, first, size)
    total, most = 0.0, mind.merit[best]
    for action in range(first, first + size):
        if mask[action]:
            total += exp((mind.merit[action] - most) / spread)
    left = chance_draw(mind, 0) * total
    for action in range(first, first + size):
        if mask[action]:
            left -= exp((mind.merit[action] - most) / spread)
            if left < 0.0:
                return action
    return best
