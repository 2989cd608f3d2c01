"""What tables are worth to the heuristic: powers used at their best, the theft to come, cards lost and gained."""

from overseers_env.agents.heuristic_mind import Mind
from overseers_env.agents.heuristic_sight import copies_of
from overseers_env.engine.jit import jit
from overseers_env.games.overseers.cards import GREED, NO_TRAIT, NUM_TRAITS
from overseers_env.games.overseers.characters import NUYING, YANMEI
from overseers_env.games.overseers.value import one_card, worth

LARGE = 1000.0


@jit
def table_worth(mind: Mind, seat: int, cards: int) -> int:
    """§8.1: points of printed cards on the seat's table; a power that is to come or unseen is used at its best."""
    character = int(mind.character[seat])
    if character == YANMEI:
        if mind.mark != NO_TRAIT:
            return worth(cards, character, int(mind.mark))
        return _worth_best_flattened(cards)
    if character == NUYING:
        if mind.is_stacked == 1 or mind.is_stacking_over == 0:
            return _worth_best_stacked(mind, cards)
    return worth(cards, character, NO_TRAIT)


@jit
def _worth_best_flattened(cards: int) -> int:
    """§6.2: the most that Yanmei's mark on one of these cards makes of them."""
    best = 0
    for trait in range(NUM_TRAITS):
        if copies_of(cards, trait) > 0:
            best = max(best, worth(cards, YANMEI, trait))
    return best


@jit
def _worth_best_stacked(mind: Mind, cards: int) -> int:
    """§6.5: the most that a stack makes of these cards, of those that agree with what is known of it."""
    best = -1
    for altered in range(NUM_TRAITS):
        if not _may_be(mind.altered, altered) or copies_of(cards, altered) == 0:
            continue
        rest = cards - one_card(altered)
        for top in range(NUM_TRAITS):
            if _may_be(mind.top, top) and copies_of(rest, top) > 0:
                best = max(best, worth(rest + one_card(top), NUYING, NO_TRAIT))
    return best if best >= 0 else worth(cards, NUYING, NO_TRAIT)


@jit
def _may_be(known: int, trait: int) -> bool:
    return known == NO_TRAIT or known == trait


@jit
def counted_greed(mind: Mind, seat: int, cards: int) -> int:
    """Greed that counts for the theft (§9.2), as far as the special cards are known."""
    greed = copies_of(cards, GREED)
    if mind.character[seat] == YANMEI and mind.mark == GREED:
        return 0
    if mind.character[seat] == NUYING and mind.is_stacked == 1:
        greed += (1 if mind.top == GREED else 0) - (1 if mind.altered == GREED else 0)
    return greed


@jit
def theft_chance(mind: Mind, seat: int, cards: int) -> float:
    """The chance that the seat with these cards is the thief: by the number of Greed, exactly when all tables lie open."""
    greed = counted_greed(mind, seat, cards)
    if greed == 0:
        return 0.0
    if mind.is_open == 0:
        return mind.thief_chance[min(greed, 4)]
    most = 0
    for other in range(mind.num_players):
        if other != seat:
            most = max(most, counted_greed(mind, other, mind.cards[other]))
    if greed == most:
        return 1.0 if mind.leader == seat else 0.25
    return 1.0 if greed > most else 0.0


@jit
def keep_value(mind: Mind, seat: int, cards: int) -> float:
    """What the cards will be worth in the end: their points, and the theft to come."""
    return table_worth(mind, seat, cards) + mind.theft[mind.num_players] * theft_chance(mind, seat, cards)


@jit
def weigh_cards(mind: Mind, seat: int, cards: int) -> None:
    """Set `loss` and `gain`: what one card less or more of each trait would change."""
    now = keep_value(mind, seat, cards)
    for trait in range(NUM_TRAITS):
        mind.gain[trait] = keep_value(mind, seat, cards + one_card(trait)) - now
        mind.loss[trait] = LARGE
        if copies_of(cards, trait) > 0:
            mind.loss[trait] = now - keep_value(mind, seat, cards - one_card(trait))


@jit
def least_pair_loss(mind: Mind, seat: int, cards: int) -> float:
    """What giving up two cards of my choice costs (§7.1)."""
    return -_best_pair(mind, seat, cards, -1.0)


@jit
def penalty_loss(mind: Mind, seat: int, cards: int) -> float:
    """What the penalty costs: the two cards whose loss lowers the value most (§8.3)."""
    return _best_pair(mind, seat, cards, 1.0)


@jit
def _best_pair(mind: Mind, seat: int, cards: int, sign: float) -> float:
    """The largest of sign * (value lost) over all pairs of cards."""
    now, best = table_worth(mind, seat, cards), -LARGE
    for first in range(NUM_TRAITS):
        if copies_of(cards, first) == 0:
            continue
        rest = cards - one_card(first)
        for second in range(first, NUM_TRAITS):
            if copies_of(rest, second) > 0:
                best = max(best, sign * (now - table_worth(mind, seat, rest - one_card(second))))
    return best


@jit
def compensation_gain(mind: Mind, seat: int, cards: int) -> float:
    """What the best card of the discard is worth on average to the seat (§8.4); `pile` holds the chances of each trait."""
    weigh_cards(mind, seat, cards)
    expected, missing = 0.0, 1.0
    for _ in range(NUM_TRAITS):
        best = 0
        for trait in range(1, NUM_TRAITS):
            if mind.gain[trait] > mind.gain[best]:
                best = trait
        expected += missing * mind.pile[best] * max(0.0, mind.gain[best])
        missing *= 1.0 - mind.pile[best]
        mind.gain[best] = -LARGE
    return expected
