"""The heuristic where it turns, takes, gives or names for cards: powers (§6), two cards (§7, §8), Greed (§9), Liang (§10)."""

from overseers_env.agents.heuristic_choice import best_action
from overseers_env.agents.heuristic_mind import Mind, Vector
from overseers_env.agents.heuristic_posterior import infer_tables, mean_value, win_chance
from overseers_env.agents.heuristic_sight import chosen_kind, copies_of
from overseers_env.agents.heuristic_worth import keep_value, table_worth, weigh_cards
from overseers_env.engine.jit import jit
from overseers_env.games.overseers.actions import (
    ALTERED_KIND,
    CARD_UP,
    DOWN_KIND,
    NUM_CARD_KINDS,
    PASS,
    PLAYER,
    TAKE,
    TOP_KIND,
)
from overseers_env.games.overseers.cards import MAX_PLAYERS, NUM_TRAITS
from overseers_env.games.overseers.characters import LIANG_POINTS
from overseers_env.games.overseers.value import one_card

NONE = -1
FORCED = 1000.0
"""So much heavier than my wishes is what a rule asks for."""
SECRECY = 0.01
"""Between cards that serve as well the one face down: it tells the others less."""


@jit
def trait_of(mind: Mind, kind: int) -> int:
    """The printed trait of a card of mine."""
    if kind == ALTERED_KIND:
        return int(mind.altered)
    if kind == TOP_KIND:
        return int(mind.top)
    return kind - DOWN_KIND if kind >= DOWN_KIND else kind


@jit
def _has_pair(mind: Mind, kind: int, other: int) -> bool:
    return mind.kinds[kind] > 0 and mind.kinds[other] > (1 if kind == other else 0)


@jit
def _worth_without(mind: Mind, kind: int, other: int, forced: float) -> float:
    """What I keep without the card, or two cards; less `forced` times its points. A stack that loses a card is no more."""
    cards = int(mind.cards[0]) - one_card(trait_of(mind, kind))
    if other != NONE:
        cards -= one_card(trait_of(mind, other))
    stacked = mind.is_stacked
    if kind >= ALTERED_KIND or other >= ALTERED_KIND:
        mind.is_stacked = 0
    kept = keep_value(mind, 0, cards) - forced * table_worth(mind, 0, cards)
    mind.is_stacked = stacked
    return kept


@jit
def _choose_two(mind: Mind, seen: Vector, mask: Vector, forced: float) -> int:
    """The first of the best two cards, or the second if the first is named (§15.1)."""
    chosen = chosen_kind(seen)
    for kind in range(NUM_CARD_KINDS):
        if not mask[CARD_UP + kind]:
            continue
        if chosen != NONE:
            mind.merit[CARD_UP + kind] = _worth_without(mind, chosen, kind, forced)
            continue
        best = -FORCED * FORCED
        for other in range(kind, NUM_CARD_KINDS):
            if _has_pair(mind, kind, other):
                best = max(best, _worth_without(mind, kind, other, forced))
        mind.merit[CARD_UP + kind] = best
    return best_action(mind, mask, CARD_UP, NUM_CARD_KINDS)


@jit
def choose_admitted(mind: Mind, seen: Vector, mask: Vector) -> int:
    """§7.1: give up the two cards whose loss costs least."""
    return _choose_two(mind, seen, mask, 0.0)


@jit
def choose_penalty(mind: Mind, seen: Vector, mask: Vector) -> int:
    """§8.3: of the pairs that leave least points, the one that leaves most else."""
    return _choose_two(mind, seen, mask, FORCED)


@jit
def choose_taken(mind: Mind, seen: Vector, mask: Vector) -> int:
    """Gan's card (§6.3) or a compensation (§8.4): what my table gains most from."""
    for trait in range(NUM_TRAITS):
        if mask[TAKE + trait]:
            mind.merit[TAKE + trait] = keep_value(mind, 0, mind.cards[0] + one_card(trait))
    return best_action(mind, mask, TAKE, NUM_TRAITS)


@jit
def choose_mark(mind: Mind, seen: Vector, mask: Vector) -> int:
    """Yanmei flattens what makes her table worth most (§6.2)."""
    for kind in range(NUM_CARD_KINDS):
        if mask[CARD_UP + kind]:
            mind.mark = trait_of(mind, kind)
            mind.merit[CARD_UP + kind] = keep_value(mind, 0, mind.cards[0]) + (SECRECY if kind >= DOWN_KIND else 0.0)
    return best_action(mind, mask, CARD_UP, NUM_CARD_KINDS)


@jit
def _worth_stacked(mind: Mind, altered: int, top: int) -> float:
    """What I have with the one kind of card under the other (§6.5)."""
    mind.altered = trait_of(mind, altered)
    mind.top = trait_of(mind, top)
    mind.is_stacked = 1
    hidden = (1.0 if altered >= DOWN_KIND else 0.0) + (1.0 if top >= DOWN_KIND else 0.0)
    return keep_value(mind, 0, mind.cards[0]) + SECRECY * hidden


@jit
def choose_altered(mind: Mind, seen: Vector, mask: Vector) -> int:
    """Nuying turns the card that gains most as a copy of another (§6.5)."""
    for kind in range(NUM_CARD_KINDS):
        if mask[CARD_UP + kind]:
            best = 0.0
            for top in range(NUM_CARD_KINDS):
                if _has_pair(mind, kind, top):
                    best = max(best, _worth_stacked(mind, kind, top))
            mind.merit[CARD_UP + kind] = best
    return best_action(mind, mask, CARD_UP, NUM_CARD_KINDS)


@jit
def choose_top(mind: Mind, seen: Vector, mask: Vector) -> int:
    """And lays it under that card."""
    chosen = chosen_kind(seen)
    for kind in range(NUM_CARD_KINDS):
        if mask[CARD_UP + kind]:
            mind.merit[CARD_UP + kind] = _worth_stacked(mind, chosen, kind)
    return best_action(mind, mask, CARD_UP, NUM_CARD_KINDS)


@jit
def expected_gift(mind: Mind, seat: int) -> int:
    """The trait that a robbed seat gives (§9.3): what it misses least."""
    weigh_cards(mind, seat, int(mind.cards[seat]))
    best = 0
    for trait in range(1, NUM_TRAITS):
        if mind.loss[trait] < mind.loss[best]:
            best = trait
    return best


@jit
def choose_robbed(mind: Mind, seen: Vector, mask: Vector) -> int:
    """The thief names the seat whose gift does most for my chance to win, by what I get and what it loses (§9.2)."""
    infer_tables(mind, seen)
    now = keep_value(mind, 0, int(mind.cards[0]))
    mind.merit[PASS] = win_chance(mind, 0.0, NONE, 0.0)
    for seat in range(1, mind.num_players):
        if mask[PLAYER + seat]:
            gift = expected_gift(mind, seat)
            gain = keep_value(mind, 0, int(mind.cards[0]) + one_card(gift)) - now
            mind.merit[PLAYER + seat] = win_chance(mind, gain, seat, -mind.loss[gift])
    return best_action(mind, mask, PLAYER, PASS + 1 - PLAYER)


@jit
def choose_gift(mind: Mind, seen: Vector, mask: Vector) -> int:
    """§9.3: the card that costs my chance to win least, by what I lose and what the thief gains."""
    infer_tables(mind, seen)
    thief = int(mind.thief)
    mine, its = table_worth(mind, 0, int(mind.cards[0])), table_worth(mind, thief, int(mind.cards[thief]))
    for kind in range(NUM_CARD_KINDS):
        if mask[CARD_UP + kind]:
            gain = table_worth(mind, thief, int(mind.cards[thief]) + one_card(trait_of(mind, kind))) - its
            kept = _worth_without(mind, kind, NONE, 0.0)
            mind.merit[CARD_UP + kind] = win_chance(mind, kept - mine, thief, gain)
    return best_action(mind, mask, CARD_UP, NUM_CARD_KINDS)


@jit
def choose_liang(mind: Mind, seen: Vector, mask: Vector) -> int:
    """Liang names the seat whose loss does most for my chance to win (§10.2)."""
    infer_tables(mind, seen)
    for seat in range(1, mind.num_players):
        score = mean_value(mind, seat)
        if mind.is_liang_penalty == 1:
            num_cards = 0
            for trait in range(NUM_TRAITS):
                num_cards += copies_of(mind.cards[seat], trait)
            mind.merit[PLAYER + seat] = win_chance(mind, 0.0, seat, -min(score, float(num_cards)))
        else:
            loss = min(score, float(LIANG_POINTS))
            mind.merit[PLAYER + seat] = win_chance(mind, loss, seat, -loss)
    return best_action(mind, mask, PLAYER, MAX_PLAYERS)


@jit
def choose_favoured(mind: Mind, seen: Vector, mask: Vector) -> int:
    """The Leader settles who is thief, who chooses next, who leads next: I, else the weakest rival (§3.2, §9.2, §10.4)."""
    infer_tables(mind, seen)
    for seat in range(mind.num_players):
        mind.merit[PLAYER + seat] = 0.0 if seat == 0 else -mind.strength[seat]
    return best_action(mind, mask, PLAYER, MAX_PLAYERS)
