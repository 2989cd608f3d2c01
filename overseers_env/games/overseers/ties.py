"""Who has most, who has least: a number for each seat in 8 bits of one integer, and the seats with the best as bits.

Every tie of the round is the Leader's (§2.2): among votes (§6.7), Greed (§9.2) and round scores (§10.4, §3.2).
"""

from overseers_env.engine.jit import jit
from overseers_env.games.overseers.actions import PLAYER
from overseers_env.games.overseers.state import State

SEAT_BITS, SEAT_FIELD = 8, 255


@jit
def number_of(numbers: int, seat: int) -> int:
    """The seat's number."""
    return (numbers >> (SEAT_BITS * seat)) & SEAT_FIELD


@jit
def seats_with(numbers: int, num_players: int, number: int) -> int:
    """The seats that have this number, as bits."""
    bits = 0
    for seat in range(num_players):
        bits |= int(number_of(numbers, seat) == number) << seat
    return bits


@jit
def seats_with_most(numbers: int, num_players: int) -> int:
    """The seats with the largest number, as bits."""
    most = 0
    for seat in range(num_players):
        most = max(most, number_of(numbers, seat))
    return seats_with(numbers, num_players, most)


@jit
def seats_with_least(numbers: int, num_players: int) -> int:
    """The seats with the smallest number, as bits."""
    least = SEAT_FIELD
    for seat in range(num_players):
        least = min(least, number_of(numbers, seat))
    return seats_with(numbers, num_players, least)


@jit
def name_one_of(state: State, bits: int, seat: int) -> tuple[int, int]:
    """The legal window of a seat that must name one of these seats."""
    num_players = int(state.num_players)
    from_here = bits >> seat | bits << (num_players - seat)
    return PLAYER, from_here & ((1 << num_players) - 1)
