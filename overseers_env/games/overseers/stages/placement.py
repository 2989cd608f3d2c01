"""Placement (§5): which cards lie face up and which face down."""

import numpy as np

from overseers_env.engine.jit import jit
from overseers_env.games.overseers.actions import (
    HIDDEN_PAIRS,
    HIDDEN_TRIPLES,
    HIDE,
    HIDE_COUNTS,
    HIDE_PAIR,
    HIDE_TRIPLE,
)
from overseers_env.games.overseers.cards import NUM_TRAITS
from overseers_env.games.overseers.characters import PLACER
from overseers_env.games.overseers.state import State
from overseers_env.games.overseers.table import TRAIT_BITS, pack_cards

NUM_PAIRS = len(HIDDEN_PAIRS)
NUM_TRIPLES = len(HIDDEN_TRIPLES)
NO_BORROW = sum(128 << (TRAIT_BITS * trait) for trait in range(NUM_TRAITS))
"""A bit above each count: it stays where the hand has as many cards of the trait as are taken from it."""
HIDE_CARDS = np.array([sum(int(one) << (TRAIT_BITS * trait) for trait, one in enumerate(row)) for row in HIDE_COUNTS])
"""What each hide action puts face down, packed: HIDE_CARDS[action - HIDE]."""


@jit
def legal_placement(state: State, seat: int) -> tuple[int, int]:
    """§5.1: two of my five cards face down; three for the placer."""
    base, size = HIDE_PAIR, NUM_PAIRS
    if state.character[seat] == PLACER:
        base, size = HIDE_TRIPLE, NUM_TRIPLES
    hand, bits = pack_cards(state.hand, seat) | NO_BORROW, 0
    for place in range(size):
        holds = (hand - HIDE_CARDS[base - HIDE + place]) & NO_BORROW == NO_BORROW
        bits |= int(holds) << place
    return base, bits


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
