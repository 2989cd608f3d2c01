"""The heuristic's mind: one record with its parameters, what it sees and what it concludes. Scratch for compiled code.

Seats are seen from the one to act: 0 = myself. Tables are packed as in `value.py`, 8 bits a trait.
"""

from dataclasses import astuple, fields
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from overseers_env.agents.heuristic_numbers import Parameters
from overseers_env.games.overseers.actions import HIDE_COUNTS, NUM_ACTIONS, NUM_CARD_KINDS
from overseers_env.games.overseers.cards import MAX_PLAYERS, NUM_TRAITS

Mind: TypeAlias = Any
"""One record of MIND_DTYPE."""
Vector: TypeAlias = Any
"""An observation, int8 (OBSERVATION_SIZE,), or an action mask, bool (NUM_ACTIONS,)."""


MAX_UNKNOWN = 3
"""Cards of one table whose trait I can't know: two face down, and the placer's or Gan's third."""
SET_STARTS = np.array([0, 1, 7, 28, 84], np.int64)
"""SETS holds the multisets of size k at SET_STARTS[k] up to SET_STARTS[k + 1]."""
SETS = np.concatenate(
    [np.zeros((1, NUM_TRAITS), np.int64), np.eye(NUM_TRAITS, dtype=np.int64), HIDE_COUNTS.astype(np.int64)]
)
PACKED_SETS = (SETS << (8 * np.arange(NUM_TRAITS))).sum(axis=1)
NUM_SETS = len(SETS)
NUM_VALUES = 64
"""Values of a table are counted up to here; no table in reach is worth as much."""
MAX_COPIES = 14

_I, _F, _P, _T = np.int64, np.float64, MAX_PLAYERS, NUM_TRAITS
MIND_DTYPE = np.dtype(
    (
        np.record,
        [
            *((field.name, _F, np.shape(getattr(Parameters(), field.name))) for field in fields(Parameters)),
            ("key", _I, (2,)),
            ("nonce", _I),  # from what I saw of this round's draft: the same position makes the same choice
            # the game
            ("num_players", _I),
            ("stage", _I),
            ("rounds_left", _I),  # after this one
            ("leader", _I),
            ("accused", _I),
            ("thief", _I),
            ("is_leftover", _I),
            ("is_liang_penalty", _I),
            ("is_open", _I),  # all tables lie open
            ("character", _I, (_P,)),
            ("total", _F, (_P,)),  # points of finished rounds
            ("num_taken", _I),
            # the tables
            ("cards", _I, (_P,)),  # the cards I know of, by printed trait
            ("num_unknown", _I, (_P,)),
            ("kinds", _I, (NUM_CARD_KINDS,)),  # how many cards of each kind I have
            ("mark", _I),
            ("is_marked", _I),
            ("altered", _I),
            ("top", _I),
            ("is_stacked", _I),
            ("is_stacking_over", _I),
            ("pool", _F, (_T,)),  # how many cards of each trait may lie where I can't see
            ("pile", _F, (_T,)),  # the chance that the discard holds the trait
            # conclusions
            ("weight", _F, (_P, NUM_SETS)),  # the chance of each hidden set
            ("value", _I, (_P, NUM_SETS)),  # what the table is worth with it
            ("chance", _F, (_P, NUM_VALUES)),
            ("below", _F, (_P, NUM_VALUES + 1)),  # the chance that the table is worth less
            ("strength", _F, (_P,)),  # e**(expected final score / spread)
            ("spread", _F),
            ("num_to_come", _I),  # picks that the outlook reckons with
            ("outlook", _F, (_T, MAX_COPIES)),  # what copies of a trait promise
            ("flat_outlook", _F, (_T, MAX_COPIES)),  # the same for Yanmei's flattened trait
            ("merit", _F, (NUM_ACTIONS,)),  # how good each action seems
            ("loss", _F, (_T,)),
            ("gain", _F, (_T,)),
        ],
    )
)


def new_mind(parameters: Parameters, seed: NDArray[np.int64]) -> NDArray[Any]:
    """An array of one record that knows its parameters and its seed (two words)."""
    mind = np.zeros(1, MIND_DTYPE)
    for field, number in zip(fields(Parameters), astuple(parameters), strict=True):
        mind[field.name] = number
    mind["key"] = seed
    return mind
