"""Placement (§5): which cards lie face up and which face down."""

from overseers_env.engine.jit import jit
from overseers_env.games.overseers.actions import HIDE, HIDE_COUNTS, HIDE_PAIR, HIDE_TRIPLE, HIDDEN_PAIRS, HIDDEN_TRIPLES
from overseers_env.games.overseers.cards import NUM_TRAITS
from overseers_env.games.overseers.characters import PLACER
from overseers_env.games.overseers.state import State

NUM_PAIRS = len(HIDDEN_PAIRS)
NUM_TRIPLES = len(HIDDEN_TRIPLES)


@jit
def legal_placement(state: State, seat: int) -> tuple[int, int]:
    """§5.1: two of my five cards face down; three for the placer."""
    base, size = HIDE_PAIR, NUM_PAIRS
    if state.character[seat] == PLACER:
        base, size = HIDE_TRIPLE, NUM_TRIPLES
    bits = 0
    for place in range(size):
        if _holds(state, seat, base - HIDE + place):
            bits |= 1 << place
    return base, bits


@jit
def _holds(state: State, seat: int, hidden_set: int) -> bool:
    for trait in range(NUM_TRAITS):
        if state.hand[seat, trait] < HIDE_COUNTS[hidden_set, trait]:
            return False
    return True


@jit
def place(state: State, seat: int, hidden_set: int) -> None:
    """§5.1: lay the hand out; others see the face-up row when all have."""
    for trait in range(NUM_TRAITS):
        hidden = HIDE_COUNTS[hidden_set, trait]
        shown = state.hand[seat, trait] - hidden
        state.face_down[seat, trait] = hidden
        state.face_up[seat, trait] = shown
        state.row[seat, trait] = shown
        state.hand[seat, trait] = 0
