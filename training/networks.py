"""The network that is trained: which numbers of an observation it reads, and how its weights start."""

from collections.abc import Iterable
from math import sqrt

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from overseers_env import OBSERVATION, Ruleset
from overseers_env.agents.learned import PolicyNetwork

SEAT_AXES = {
    "asked": (0,),
    "leader": (0,),
    "was_leader": (0,),
    "scores": (1,),
    "characters": (0,),
    "was_fushen": (0,),
    "choice_order": (0,),
    "rows": (0,),
    "num_hidden": (0,),
    "tables": (0,),
    "peeked": (0,),
    "statements": (1,),
    "votes": (0, 1),
    "accused": (0,),
    "thief": (0,),
    "robbed": (0,),
    "liang": (0,),
}
"""Which axes of a piece of the observation count seats; the places of unused seats are always zero."""
ROUND_AXES = {"round": (0,), "scores": (0,)}
TURN_AXES = {"statements": (0,)}
OF_CHARACTERS = (
    *("characters", "was_fushen", "offer", "laid_out", "choice_order", "double_pick", "mark", "gan", "drawn"),
    *("peeked", "peek", "altered", "top", "collected", "liang"),
)
"""Pieces that stay zero when no characters are dealt."""
OF_CHARACTER_DRAFT = ("laid_out", "choice_order")


def used_columns(players: Iterable[int], rulesets: Iterable[Ruleset]) -> NDArray[np.int64]:
    """The numbers of an observation that can be anything but zero in these games, int64 (K,), ascending.

    A network that reads only these is the same network, and smaller: 810 numbers shrink to about 500 at 4 players.
    """
    rules, seats = list(rulesets), max(players)
    num_rounds = max(one.num_rounds for one in rules)
    num_turns = max(one.discussion_rounds for one in rules)
    zero = set() if any(one.characters != "none" for one in rules) else set(OF_CHARACTERS)
    zero |= set() if any(one.character_draft for one in rules) else set(OF_CHARACTER_DRAFT)
    used = np.zeros(OBSERVATION.size, np.bool_)
    for name, piece in OBSERVATION.read(used).items():
        limits = ((SEAT_AXES, seats), (ROUND_AXES, num_rounds), (TURN_AXES, num_turns))
        kept = [slice(None)] * piece.ndim
        for axes, limit in limits:
            for axis in axes.get(name, ()):
                kept[axis] = slice(limit)
        piece[tuple(kept)] = name not in zero
    return np.flatnonzero(used)


def new_network(columns: NDArray[np.int64], hidden: tuple[int, ...], seed: int) -> PolicyNetwork:
    """A network with orthogonal weights: nearly uniform play at first, values near zero.

    The gains are those of "What matters in on-policy reinforcement learning?" (Andrychowicz et al., 2006.05990).
    """
    network = PolicyNetwork(columns, hidden)
    generator = torch.Generator().manual_seed(seed)
    layers = [module for module in network.trunk if isinstance(module, nn.Linear)]
    gains = [*((layer, sqrt(2.0)) for layer in layers), (network.policy, 0.01), (network.value, 1.0)]
    for layer, gain in gains:
        nn.init.orthogonal_(layer.weight, gain, generator=generator)
        nn.init.zeros_(layer.bias)
    return network
