"""What the dice decide (§15.10). A result is a function of the game's key, the round, the stage and a place in it, so
nothing is carried along. Each chance stage draws here and lays its result in its own file; a replay lays without drawing.
"""

from overseers_env.engine.jit import jit
from overseers_env.engine.random import draw_below
from overseers_env.games.overseers.state import State

PLACES_PER_STAGE = 64
STAGES_PER_ROUND = 64


@jit
def roll(state: State, place: int, bound: int) -> int:
    """A number in 0..bound-1 for this place (0..63) of the current stage."""
    counter = (int(state.round_number) * STAGES_PER_ROUND + int(state.stage)) * PLACES_PER_STAGE + place
    return draw_below(int(state.key[0]), int(state.key[1]), counter, bound)
