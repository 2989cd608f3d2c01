"""Vote (§6.6, §6.7): who is accused."""

from overseers_env.engine.bits import lowest_one, num_ones
from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.state import State
from overseers_env.games.overseers.ties import SEAT_BITS, name_one_of, seats_with_most


@jit
def most_voted(state: State) -> int:
    """The seats with most votes, as bits."""
    votes, num_players = 0, int(state.num_players)
    for voter in range(num_players):
        votes += 1 << (SEAT_BITS * int(state.vote[voter]))
    return seats_with_most(votes, num_players)


@jit
def close_vote(state: State) -> int:
    """§6.7: the seat with most votes is accused; the Leader is asked on a tie."""
    most = most_voted(state)
    if num_ones(most) > 1:
        return stages.VOTE_TIE
    state.accused = lowest_one(most)
    return stages.JUDGMENT


@jit
def legal_vote_tie(state: State, seat: int) -> tuple[int, int]:
    """§6.7: one of the tied, the Leader himself if he is among them."""
    return name_one_of(state, most_voted(state), seat)
