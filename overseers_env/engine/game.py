"""Game: what a game hands over, so that batches, environments and agents need not know it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from overseers_env.engine.layout import Layout


class Kernels(Protocol):
    """A game's compiled entry points; shapes and meaning in `games/overseers/kernels.py`."""

    start: Callable[..., None]
    see_all: Callable[..., None]
    see_as: Callable[..., None]
    first_illegal: Callable[..., int]
    step_all: Callable[..., None]
    random_legal: Callable[..., None]


@dataclass(frozen=True)
class Game:
    """A game for 3 or more seats with hidden information, one record a game."""

    name: str
    state_dtype: np.dtype[Any]
    observation: Layout
    num_actions: int
    max_players: int
    kernels: Kernels
    describe_action: Callable[[int], str]
    """The text of an action id (out of range: a text that says so)."""
    describe_stage: Callable[[Any], str]
    """What a record is asking now."""
    check_states: Callable[[Any], None]
    """Raises ValueError if an array of records from outside has a field out of range."""
