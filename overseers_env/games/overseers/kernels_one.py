"""Compiled entry points for one game at a time: a batch of one, called from Python for every decision."""

from typing import Any

from overseers_env.engine.jit import jit_entry
from overseers_env.games.overseers import flow
from overseers_env.games.overseers.kernels import see
from overseers_env.games.overseers.state import NO_SEAT
from overseers_env.games.overseers.view import OBSERVATION_SIZE

Array = Any
ILLEGAL = -2


@jit_entry
def step_one(states: Array, seat: int, action: int) -> int:
    """Play an action of a pending seat. Returns the seat to act next, NO_SEAT when the game is over, ILLEGAL if it is not legal."""
    if not flow.is_legal(states[0], seat, action):
        return ILLEGAL
    flow.play(states[0], seat, action)
    return flow.seat_to_act(states[0])


@jit_entry
def see_one(states: Array, seat: int, scratch: Array, observation: Array, mask: Array) -> None:
    """Write what the seat sees."""
    see(states[0], seat, scratch, mask)
    for place in range(OBSERVATION_SIZE):
        observation[place] = scratch[place]
