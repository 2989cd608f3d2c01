"""Vote (§6.6, §6.7): who is accused."""

from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import PLAYER
from overseers_env.games.overseers.state import State


@jit
def num_votes(state: State, seat: int) -> int:
    """Votes for the seat."""
    votes = 0
    for voter in range(state.num_players):
        if state.vote[voter] == seat:
            votes += 1
    return votes


@jit
def most_votes(state: State) -> int:
    """The most votes that any seat got."""
    most = 0
    for seat in range(state.num_players):
        most = max(most, num_votes(state, seat))
    return most


@jit
def close_vote(state: State) -> int:
    """§6.7: the seat with most votes is accused; the Leader is asked on a tie."""
    most, tied = most_votes(state), 0
    for seat in range(state.num_players):
        if num_votes(state, seat) == most:
            tied += 1
            state.accused = seat
    if tied == 1:
        return stages.JUDGMENT
    return stages.VOTE_TIE


@jit
def legal_vote_tie(state: State, seat: int) -> tuple[int, int]:
    """§6.7: one of the tied, the Leader himself if he is among them."""
    bits, most, num_players = 0, most_votes(state), int(state.num_players)
    for step in range(num_players):
        if num_votes(state, (seat + step) % num_players) == most:
            bits |= 1 << step
    return PLAYER, bits
