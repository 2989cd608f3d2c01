"""The heuristic's draft: a card is worth what it adds to my table, now and by what may still come (§3.1, §4).

For each trait, `outlook[copies]` is the best I can expect of so many copies with the picks to come: at each pick the trait
is in the pack with some chance, and then I take it or something else worth `option`. A hand's potential is the sum.
"""

from overseers_env.agents.heuristic_choice import best_action
from overseers_env.agents.heuristic_mind import MAX_COPIES, Mind, Vector
from overseers_env.agents.heuristic_sight import copies_of, is_double_pick
from overseers_env.agents.heuristic_worth import LARGE
from overseers_env.engine.jit import jit
from overseers_env.games.overseers import observation as where
from overseers_env.games.overseers.actions import BECOME, PASS, TAKE, USE
from overseers_env.games.overseers.cards import DECKS, GREED, HAND_SIZE, NO_TRAIT, NUM_TRAITS
from overseers_env.games.overseers.characters import (
    FLATTENED_POINTS,
    MEIXIU,
    NO_CHARACTER,
    NUM_CHARACTERS,
    NUYING,
    YANMEI,
)
from overseers_env.games.overseers.value import one_card, worth


@jit
def num_picks(mind: Mind) -> int:
    """§4.4."""
    return HAND_SIZE - 1 if mind.is_leftover == 1 else HAND_SIZE


@jit
def _survival(mind: Mind, trait: int, first: int, last: int) -> float:
    """The chance that a card stays in its pack while others pick from it when `first` up to `last` - 1 cards are gone."""
    chance = 1.0
    for gone in range(first, last):
        chance *= max(0.0, 1.0 - mind.eagerness[trait] / (HAND_SIZE - gone))
    return chance


@jit
def _density(mind: Mind, seen: Vector, trait: int) -> float:
    """The trait's share of the cards that I have not seen yet."""
    unseen, total = 0, 0
    for other in range(NUM_TRAITS):
        left = int(DECKS[mind.num_players, other])
        for place in range(min(mind.num_players, HAND_SIZE)):
            left -= int(seen[where.PACKS + place * NUM_TRAITS + other])
        total += max(0, left)
        if other == trait:
            unseen = max(0, left)
    return unseen / total if total > 0 else 0.0


@jit
def _arrival_chance(mind: Mind, seen: Vector, trait: int, density: float, pick: int) -> float:
    """The chance that the pack of a pick to come holds the trait: a pack of the first lap unseen, or one that returns."""
    num_players = int(mind.num_players)
    if pick < num_players:
        return 1.0 - (1.0 - density * _survival(mind, trait, 0, pick)) ** HAND_SIZE
    copies = int(seen[where.PACKS + (pick - num_players) * NUM_TRAITS + trait])
    return 1.0 - (1.0 - _survival(mind, trait, pick - num_players + 1, pick)) ** copies


@jit
def _points(mind: Mind, trait: int, copies: int) -> float:
    """What so many copies are worth to my character; Greed brings the theft too."""
    character = NO_CHARACTER if mind.character[0] == MEIXIU else int(mind.character[0])
    points = float(worth(copies * one_card(trait), character, NO_TRAIT))
    if trait == GREED:
        points += mind.theft[mind.num_players] * mind.thief_chance[min(copies, 4)]
    return points


@jit
def weigh_outlook(mind: Mind, seen: Vector, next_pick: int) -> None:
    """Fill `outlook` (and Yanmei's `flat_outlook`) for the picks from `next_pick` on."""
    mind.num_to_come = num_picks(mind) - next_pick
    for trait in range(NUM_TRAITS):
        for copies in range(MAX_COPIES):
            mind.outlook[trait, copies] = _points(mind, trait, copies)
            mind.flat_outlook[trait, copies] = FLATTENED_POINTS * copies
        density = _density(mind, seen, trait)
        for pick in range(num_picks(mind) - 1, next_pick - 1, -1):
            chance = _arrival_chance(mind, seen, trait, density, pick)
            _look_one_pick_ahead(mind.outlook[trait], chance, mind.option[HAND_SIZE - pick])
            _look_one_pick_ahead(mind.flat_outlook[trait], chance, mind.option[HAND_SIZE - pick])


@jit
def _look_one_pick_ahead(outlook: Vector, chance: float, option: float) -> None:
    """One pick more: if the trait comes, the better of one copy more and another card."""
    for copies in range(MAX_COPIES - 1):
        elsewhere = option + outlook[copies]
        outlook[copies] = chance * max(outlook[copies + 1], elsewhere) + (1.0 - chance) * elsewhere


@jit
def potential(mind: Mind, cards: int) -> float:
    """What a hand promises, Yanmei's and Nuying's powers used at their best."""
    total = 0.0
    for trait in range(NUM_TRAITS):
        total += mind.outlook[trait, copies_of(cards, trait)]
    if mind.is_leftover == 0:
        total -= _put_aside(mind, cards)
    if mind.character[0] == YANMEI:
        return total + _gain_by_flattening(mind, cards)
    if mind.character[0] == NUYING:
        return total + _gain_by_copying(mind, cards)
    return total


@jit
def _put_aside(mind: Mind, cards: int) -> float:
    """§4.4: one of six cards goes, the one of least promise."""
    least = mind.put_aside if mind.num_to_come > 0 else LARGE
    for trait in range(NUM_TRAITS):
        copies = copies_of(cards, trait)
        if copies > 0:
            least = min(least, mind.outlook[trait, copies] - mind.outlook[trait, copies - 1])
    return least


@jit
def _gain_by_flattening(mind: Mind, cards: int) -> float:
    best = 0.0
    for trait in range(NUM_TRAITS):
        copies = copies_of(cards, trait)
        best = max(best, mind.flat_outlook[trait, copies] - mind.outlook[trait, copies])
    return best


@jit
def _gain_by_copying(mind: Mind, cards: int) -> float:
    """The least that one card less costs and the most that one card more of another trait brings."""
    best = 0.0
    for altered in range(NUM_TRAITS):
        copies = copies_of(cards, altered)
        if copies == 0:
            continue
        cost = mind.outlook[altered, copies] - mind.outlook[altered, copies - 1]
        for top in range(NUM_TRAITS):
            held = copies_of(cards, top)
            if top != altered and held > 0:
                best = max(best, mind.outlook[top, held + 1] - mind.outlook[top, held] - cost)
    return best


@jit
def choose_pick(mind: Mind, seen: Vector, mask: Vector) -> int:
    """§4.2, §4.5: the card with the most potential; of two cards the first of the best pair, then the second."""
    num_taken = int(mind.num_taken)
    is_first = is_double_pick(seen, num_taken)
    weigh_outlook(mind, seen, num_taken + (2 if is_first else 1))
    for trait in range(NUM_TRAITS):
        if mask[TAKE + trait]:
            cards = mind.cards[0] + one_card(trait)
            mind.merit[TAKE + trait] = (
                _best_with_second(mind, seen, cards, trait) if is_first else potential(mind, cards)
            )
    return best_action(mind, mask, TAKE, NUM_TRAITS)


@jit
def _best_with_second(mind: Mind, seen: Vector, cards: int, first: int) -> float:
    """The best hand with a second card of this pack, not of a lower trait than the first (§15.1)."""
    best, pack = -1.0, where.PACKS + int(mind.num_taken) * NUM_TRAITS
    for second in range(first, NUM_TRAITS):
        if seen[pack + second] > (1 if second == first else 0):
            best = max(best, potential(mind, cards + one_card(second)))
    return best


@jit
def choose_wuming(mind: Mind, seen: Vector, mask: Vector) -> int:
    """§4.5: use it if the second best card before me is better than the best I expect in the next pack."""
    num_taken = int(mind.num_taken)
    pack = where.PACKS + num_taken * NUM_TRAITS
    weigh_outlook(mind, seen, num_taken + 2)
    first = _best_of_pack(mind, seen, pack, mind.cards[0], NO_TRAIT)
    cards = mind.cards[0] + one_card(first)
    second = _best_of_pack(mind, seen, pack, cards, first)
    mind.merit[USE] = potential(mind, cards + one_card(second))
    mind.merit[PASS] = _expected_with_next(mind, seen, cards, num_taken + 1) + mind.patience
    return best_action(mind, mask, USE, 2)


@jit
def _best_of_pack(mind: Mind, seen: Vector, pack: int, cards: int, gone: int) -> int:
    """The trait of the pack that goes best with the cards; one card of the trait `gone` is no longer there."""
    best, most = 0, -1.0
    for trait in range(NUM_TRAITS):
        if seen[pack + trait] > (1 if trait == gone else 0):
            promise = potential(mind, cards + one_card(trait))
            if promise > most:
                best, most = trait, promise
    return best


@jit
def _expected_with_next(mind: Mind, seen: Vector, cards: int, pick: int) -> float:
    """The potential expected with the best card of the pack of a pick to come."""
    for trait in range(NUM_TRAITS):
        mind.gain[trait] = potential(mind, cards + one_card(trait))
        mind.loss[trait] = _arrival_chance(mind, seen, trait, _density(mind, seen, trait), pick)
    expected, missing = 0.0, 1.0
    least = mind.gain[0]
    for trait in range(NUM_TRAITS):
        least = min(least, mind.gain[trait])
    for _ in range(NUM_TRAITS):
        best = 0
        for trait in range(1, NUM_TRAITS):
            if mind.gain[trait] > mind.gain[best]:
                best = trait
        expected += missing * mind.loss[best] * mind.gain[best]
        missing *= 1.0 - mind.loss[best]
        mind.gain[best] = -1.0
    return expected + missing * least


@jit
def choose_character(mind: Mind, seen: Vector, mask: Vector) -> int:
    """Fushen (§3.1) and the character draft (§3.2): what the character brings, and what the pack seen adds to that."""
    pack = where.PACKS
    for character in range(NUM_CHARACTERS):
        if mask[BECOME + character]:
            mind.character[0] = character
            weigh_outlook(mind, seen, 1)
            best = one_card(_best_of_pack(mind, seen, pack, 0, NO_TRAIT))
            mind.merit[BECOME + character] = mind.character_worth[character] + 0.0 * potential(mind, best)
    return best_action(mind, mask, BECOME, NUM_CHARACTERS)
