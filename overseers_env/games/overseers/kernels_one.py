"""Compiled entry points for a game that Python plays decision by decision: a batch of one record.

Shapes: states (1,) of STATE_DTYPE, one observation (OBSERVATION_SIZE,), one mask (NUM_ACTIONS,). Every argument that is
not an input is written in place.
"""

from typing import Any

import numpy as np

from overseers_env.engine.jit import jit_entry
from overseers_env.engine.layout import row_dtype
from overseers_env.games.overseers import flow
from overseers_env.games.overseers.actions import NUM_ACTIONS
from overseers_env.games.overseers.kernels import see, write_mask
from overseers_env.games.overseers.observation import OBSERVATION_ROW, OBSERVATION_SIZE

Array = Any
ILLEGAL = -2
SCRATCH_DTYPE = np.dtype((np.record, [("seen", OBSERVATION_ROW), ("allowed", row_dtype(NUM_ACTIONS))]))


@jit_entry
def step_one(states: Array, seat: int, action: int) -> int:
    """Play an action of any pending seat, up to the next question.

    Returns who is asked then, NO_SEAT when the game is over, or ILLEGAL if the action is not legal and nothing changed.
    """
    if not flow.is_legal(states[0], seat, action):
        return ILLEGAL
    flow.play(states[0], seat, action)
    return flow.seat_to_act(states[0])


@jit_entry
def is_legal_one(states: Array, seat: int, action: int) -> bool:
    """Is the seat asked, and may it decide so?"""
    return flow.is_legal(states[0], seat, action)


@jit_entry
def see_one(states: Array, seat: int, scratch: Array, observation: Array, mask: Array) -> None:
    """Write what the seat sees, float32 (OBSERVATION_SIZE,), and may do, int8 (NUM_ACTIONS,).

    scratch: (1,) of SCRATCH_DTYPE. What is seen goes through it: a view that writes another type of number would be
    compiled again, and double the wait on a fresh machine.
    """
    see(states[0], seat, scratch[0].seen, scratch[0].allowed)
    for place in range(OBSERVATION_SIZE):
        observation[place] = scratch[0].seen.cells[place]
    for action in range(NUM_ACTIONS):
        mask[action] = scratch[0].allowed.cells[action]


@jit_entry
def masks_one(states: Array, scratch: Array, masks: Array) -> None:
    """Write the action masks of the first seats, int8 (seats, NUM_ACTIONS)."""
    for seat in range(masks.shape[0]):
        first, bits = flow.legal_window(states[0], seat)
        write_mask(first, bits, scratch[0].allowed)
        for action in range(NUM_ACTIONS):
            masks[seat, action] = scratch[0].allowed.cells[action]
