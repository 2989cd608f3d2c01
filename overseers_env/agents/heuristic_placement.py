"""The heuristic's placement: what to hide (§5).

Others infer my hidden cards as I infer theirs, so each placement has a look: the value that they expect of my table. The
richer it looks, the likelier I am accused. An accusation costs me if my table is likely the highest, and brings me a card
if it is not. So the merit of a placement is chance of the accusation * what it changes, and placements are mixed by merit.
"""

from math import exp

from overseers_env.agents.heuristic_choice import best_action, mixed_action
from overseers_env.agents.heuristic_mind import Mind, Vector
from overseers_env.agents.heuristic_posterior import infer_pile, infer_table, mean_value
from overseers_env.agents.heuristic_worth import (
    compensation_gain,
    keep_value,
    least_pair_loss,
    penalty_loss,
    table_worth,
)
from overseers_env.engine.jit import jit
from overseers_env.games.overseers.actions import (
    CARD_DOWN,
    HIDDEN_PAIRS,
    HIDDEN_TRIPLES,
    HIDE,
    HIDE_COUNTS,
    HIDE_PAIR,
    HIDE_TRIPLE,
)
from overseers_env.games.overseers.cards import DECKS, NUM_TRAITS
from overseers_env.games.overseers.characters import PLACER
from overseers_env.games.overseers.value import one_card

NUM_PAIRS, NUM_TRIPLES = len(HIDDEN_PAIRS), len(HIDDEN_TRIPLES)


@jit
def _logistic(x: float) -> float:
    return 1.0 / (1.0 + exp(-x))


@jit
def chance_value_is_highest(mind: Mind, value: int) -> float:
    """The chance that a table is the highest, before any other is seen: others' values are about normally distributed."""
    num_players = int(mind.num_players)
    chance = _logistic(
        1.7 * (value - mind.table_mean[num_players]) / mind.table_spread[num_players]
    )  # 1.7: logistic as normal
    return chance ** (num_players - 1)


@jit
def verdict_in_advance(mind: Mind, cards: int) -> float:
    """By how much an accusation will change my score, if I answer at my best."""
    chance = chance_value_is_highest(mind, table_worth(mind, 0, cards))
    denying = (1.0 - chance) * compensation_gain(mind, 0, cards) - chance * penalty_loss(mind, 0, cards)
    return max(denying, -least_pair_loss(mind, 0, cards))


@jit
def chance_accused(mind: Mind, cards: int, hidden: int) -> float:
    """The chance that others accuse a table with these cards of which these lie face down."""
    shown, num_players = cards, int(mind.num_players)
    mind.num_unknown[0] = 0
    for trait in range(NUM_TRAITS):
        shown -= HIDE_COUNTS[hidden, trait] * one_card(trait)
        mind.num_unknown[0] += HIDE_COUNTS[hidden, trait]
    mind.cards[0] = shown
    for trait in range(NUM_TRAITS):
        mind.pool[trait] = float(DECKS[num_players, trait] - ((shown >> (8 * trait)) & 255))
    infer_table(mind, 0, mind.hide_bias)
    return _logistic(mind.look_slope[num_players] * (mean_value(mind, 0) - mind.look_mean[num_players]))


@jit
def choose_hidden(mind: Mind, seen: Vector, mask: Vector) -> int:
    """§5.1: the placement whose look pays, by mixing."""
    cards = int(mind.cards[0])
    infer_pile(mind, seen)
    change = verdict_in_advance(mind, cards)
    first, size = (HIDE_TRIPLE, NUM_TRIPLES) if mind.character[0] == PLACER else (HIDE_PAIR, NUM_PAIRS)
    for action in range(first, first + size):
        if mask[action]:
            mind.merit[action] = change * chance_accused(mind, cards, action - HIDE)
    return mixed_action(mind, mask, first, size, mind.mixing)


@jit
def choose_discard(mind: Mind, seen: Vector, mask: Vector) -> int:
    """§4.4: put aside the card whose loss costs least; what lies there may come back as a compensation."""
    cards = int(mind.cards[0])
    for trait in range(NUM_TRAITS):
        if mask[CARD_DOWN + trait]:
            mind.merit[CARD_DOWN + trait] = keep_value(mind, 0, cards - one_card(trait))
    return best_action(mind, mask, CARD_DOWN, NUM_TRAITS)
