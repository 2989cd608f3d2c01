"""What a table is worth, powers included (§1.1, §6.2 to §6.5, §8.1, §10.1).

A table's cards are packed into one integer, 8 bits a trait, so that "without these two" needs no memory.
"""

import numpy as np
from numpy.typing import NDArray

from overseers_env.engine.jit import jit
from overseers_env.games.overseers.actions import ALTERED_KIND
from overseers_env.games.overseers.cards import ANGER, COURAGE, GREED, HOPE, MAX_COPIES, NO_TRAIT, NUM_TRAITS, POINTS
from overseers_env.games.overseers.characters import (
    FLATTENED_POINTS,
    MEIXIU,
    MEIXIU_POINTS,
    NUM_CHARACTERS,
    SUYIN,
    SUYIN_POINTS,
    VIRTUOUS,
    VIRTUOUS_POINTS,
    YANMEI,
)
from overseers_env.games.overseers.state import State
from overseers_env.games.overseers.table import TRAIT_BITS, TRAIT_FIELD, has_stack, pack_cards, trait_of_kind


@jit
def one_card(trait: int) -> int:
    """A packed table of one card."""
    return 1 << (TRAIT_BITS * int(trait))


@jit
def printed_cards(state: State, seat: int) -> int:
    """All cards on the table by printed trait, packed."""
    return pack_cards(state.face_up, seat) + pack_cards(state.face_down, seat)


@jit
def counted_cards(state: State, seat: int) -> int:
    """All cards on the table by the trait they count as (§6.5), packed."""
    cards = printed_cards(state, seat)
    if has_stack(state, seat):
        cards += one_card(state.top) - one_card(state.altered)
    return cards


@jit
def flattened_trait(state: State, seat: int) -> int:
    """The trait that is flattened for this seat (§6.2), or NO_TRAIT."""
    return int(state.mark) if state.character[seat] == YANMEI else NO_TRAIT


def _worths() -> NDArray[np.int64]:
    worths = np.repeat(POINTS[np.newaxis], NUM_CHARACTERS + 1, axis=0)
    copies = np.arange(MAX_COPIES + 1)
    worths[VIRTUOUS, COURAGE] += VIRTUOUS_POINTS * copies
    worths[VIRTUOUS, HOPE] += VIRTUOUS_POINTS * copies
    worths[SUYIN, ANGER] += SUYIN_POINTS * copies
    return worths


WORTH = _worths()
"""Points of so many copies of a trait for the holder of a character: WORTH[character, trait, copies]; -1 is no character."""


@jit
def worth(cards: int, character: int, flattened: int) -> int:
    """Points of packed cards for the holder of `character`, whose trait `flattened` (or NO_TRAIT) is flat."""
    points = MEIXIU_POINTS if character == MEIXIU else 0
    for trait in range(NUM_TRAITS):
        copies = (cards >> (TRAIT_BITS * trait)) & TRAIT_FIELD
        points += FLATTENED_POINTS * copies if trait == flattened else WORTH[character, trait, copies]
    return int(points)


@jit
def table_value(state: State, seat: int) -> int:
    """What the seat's table is worth as it lies."""
    return worth(counted_cards(state, seat), int(state.character[seat]), flattened_trait(state, seat))


@jit
def highest_value(state: State) -> int:
    """The highest value of all tables."""
    highest = 0
    for seat in range(state.num_players):
        highest = max(highest, table_value(state, seat))
    return highest


@jit
def num_greed(state: State, seat: int) -> int:
    """Greed that counts for the theft: copies do, flattened ones do not (§9.2)."""
    if flattened_trait(state, seat) == GREED:
        return 0
    return (counted_cards(state, seat) >> (TRAIT_BITS * GREED)) & TRAIT_FIELD


@jit
def value_without(state: State, seat: int, kind: int, other: int) -> int:
    """What the table would be worth without two cards; a copy that loses its top card counts as itself (§8.3)."""
    cards = printed_cards(state, seat) - one_card(trait_of_kind(state, kind)) - one_card(trait_of_kind(state, other))
    if has_stack(state, seat) and kind < ALTERED_KIND and other < ALTERED_KIND:
        cards += one_card(state.top) - one_card(state.altered)
    return worth(cards, int(state.character[seat]), flattened_trait(state, seat))
