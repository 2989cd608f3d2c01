"""The heuristic looks: from an observation to its mind. Nothing else of it reads observations, but for the packs."""

import numpy as np

from overseers_env.agents.heuristic_mind import Mind, Vector
from overseers_env.engine.jit import jit
from overseers_env.engine.random import WORD
from overseers_env.games.overseers import observation as where
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import ALTERED_KIND, DOWN_KIND, NUM_CARD_KINDS, TOP_KIND, UP_KIND
from overseers_env.games.overseers.cards import (
    DECKS,
    HAND_SIZE,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUM_TRAITS,
)
from overseers_env.games.overseers.characters import GAN, NUM_CHARACTERS, NUYING
from overseers_env.games.overseers.state import FACE_DOWN, FACE_UP, MAX_ROUNDS
from overseers_env.games.overseers.value import one_card

_DECISION_STAGES = np.array((*stages.DECISION_STAGES, stages.GAME_OVER), np.int64)
_FACING = NUM_TRAITS  # a card's piece: its trait, then whether it lay face up, face down


@jit
def look(mind: Mind, seen: Vector) -> None:
    """Read an observation into the mind."""
    _see_game(mind, seen)
    _see_draft(mind, seen)
    _see_special_cards(mind, seen)
    _see_my_table(mind, seen)
    for seat in range(1, mind.num_players):
        _see_other_table(mind, seen, seat)
    if mind.stage >= stages.YANMEI or mind.stage == stages.PLACEMENT or mind.stage == stages.DISCARD:
        _fill_pool(mind, seen)


@jit
def _place_of_one(seen: Vector, offset: int, size: int) -> int:
    """Where a one-hot piece has its one, or -1."""
    for place in range(size):
        if seen[offset + place] != 0:
            return place
    return -1


@jit
def _packed(seen: Vector, offset: int) -> int:
    cards = 0
    for trait in range(NUM_TRAITS):
        cards += int(seen[offset + trait]) << (8 * trait)
    return cards


@jit
def _see_game(mind: Mind, seen: Vector) -> None:
    mind.num_players = _place_of_one(seen, where.PLAYERS, 4) + MIN_PLAYERS
    mind.is_leftover = seen[where.RULES]
    mind.is_liang_penalty = seen[where.RULES + 2]
    mind.rounds_left = int(seen[where.RULES + 8]) - 1 - _place_of_one(seen, where.ROUND, MAX_ROUNDS)
    mind.stage = _DECISION_STAGES[_place_of_one(seen, where.STAGE, len(_DECISION_STAGES))]
    mind.is_open = mind.stage > stages.ADMISSION
    mind.leader = _place_of_one(seen, where.LEADER, MAX_PLAYERS)
    mind.accused = _place_of_one(seen, where.ACCUSED, MAX_PLAYERS)
    mind.thief = _place_of_one(seen, where.THIEF, MAX_PLAYERS)
    for seat in range(MAX_PLAYERS):
        mind.character[seat] = _place_of_one(seen, where.CHARACTERS + seat * NUM_CHARACTERS, NUM_CHARACTERS)
        mind.total[seat] = 0.0
        for number in range(MAX_ROUNDS):
            mind.total[seat] += seen[where.SCORES + number * MAX_PLAYERS + seat]


@jit
def _see_draft(mind: Mind, seen: Vector) -> None:
    mind.num_taken = 0
    while (
        mind.num_taken < HAND_SIZE and _place_of_one(seen, where.PICKS + mind.num_taken * NUM_TRAITS, NUM_TRAITS) >= 0
    ):
        mind.num_taken += 1
    nonce = 0
    for place in range(where.PACKS, where.DISCARDED):
        nonce = (nonce * 31 + int(seen[place])) & WORD
    mind.nonce = nonce


@jit
def is_double_pick(seen: Vector, num_taken: int) -> bool:
    """Was Wuming's power used on the pack before me when I had taken so many cards (§4.5)?"""
    return seen[where.DOUBLE_PICK + num_taken] == 1


@jit
def _see_special_cards(mind: Mind, seen: Vector) -> None:
    """Yanmei's mark and Nuying's stack; it is no more when one of its cards has left (§15.2)."""
    mind.mark = _place_of_one(seen, where.MARK, NUM_TRAITS)
    mind.is_marked = _place_of_one(seen, where.MARK + _FACING, 2) >= 0
    mind.altered = _place_of_one(seen, where.ALTERED, NUM_TRAITS)
    mind.top = _place_of_one(seen, where.TOP, NUM_TRAITS)
    was_stacked = _place_of_one(seen, where.ALTERED + _FACING, 2) >= 0
    has_left = seen[where.GIVEN_UP + NUM_TRAITS + 3] + seen[where.GIVEN_UP + NUM_TRAITS + 4]
    has_left += seen[where.PENALTY + NUM_TRAITS] + seen[where.PENALTY + NUM_TRAITS + 1]
    has_left += seen[where.STOLEN + NUM_TRAITS] + seen[where.STOLEN + NUM_TRAITS + 1]
    mind.is_stacked = was_stacked and has_left == 0
    mind.is_stacking_over = was_stacked


@jit
def _see_my_table(mind: Mind, seen: Vector) -> None:
    mind.cards[0] = _packed(seen, where.HAND) + _packed(seen, where.TABLES) + _packed(seen, where.HIDDEN)
    mind.num_unknown[0] = 0
    for trait in range(NUM_TRAITS):
        mind.kinds[UP_KIND + trait] = seen[where.TABLES + trait]
        mind.kinds[DOWN_KIND + trait] = seen[where.HIDDEN + trait]
    has_stack = mind.is_stacked == 1 and mind.character[0] == NUYING
    mind.kinds[ALTERED_KIND] = has_stack
    mind.kinds[TOP_KIND] = has_stack
    if has_stack:
        mind.kinds[(UP_KIND if mind.is_open else DOWN_KIND) + mind.altered] -= 1
        is_top_down = seen[where.TOP + _FACING + FACE_DOWN] == 1 and not mind.is_open
        mind.kinds[(DOWN_KIND if is_top_down else UP_KIND) + mind.top] -= 1


@jit
def chosen_kind(seen: Vector) -> int:
    """The first of the two cards I am naming (§15.1), or -1."""
    return _place_of_one(seen, where.CHOSEN, NUM_CARD_KINDS)


@jit
def _see_other_table(mind: Mind, seen: Vector, seat: int) -> None:
    """What lies face up, what Meixiu saw, and the card that all saw Nuying turn (§6.5)."""
    mind.cards[seat] = _packed(seen, where.TABLES + seat * NUM_TRAITS)
    mind.num_unknown[seat] = seen[where.NUM_HIDDEN + seat]
    if mind.is_open:
        return
    if seen[where.PEEKED + seat] == 1:
        for trait in range(NUM_TRAITS):
            mind.num_unknown[seat] -= seen[where.PEEK + trait]
        mind.cards[seat] += _packed(seen, where.PEEK)
    if mind.character[seat] == NUYING and seen[where.ALTERED + _FACING + FACE_UP] == 1:
        mind.cards[seat] += one_card(mind.altered)
        mind.num_unknown[seat] -= 1


@jit
def copies_of(cards: int, trait: int) -> int:
    """How many cards of the trait a packed table holds."""
    return (cards >> (8 * trait)) & 255


@jit
def _fill_pool(mind: Mind, seen: Vector) -> None:
    """How many cards of each trait may lie where I can't see: what passed through my hands surely, the rest perhaps.

    A card I saw in a pack was dealt; one I never saw may as well be among those set aside (§4.1), of which there are
    seven with three players.
    """
    num_players = int(mind.num_players)
    num_never_seen, num_in_deck = 0.0, 0
    for trait in range(NUM_TRAITS):
        num_in_deck += DECKS[num_players, trait]
        elsewhere = float(_num_elsewhere(mind, seen, trait))
        passed = min(elsewhere, max(0.0, _num_passed(mind, seen, trait)))
        mind.pool[trait] = passed
        mind.loss[trait] = elsewhere - passed
        num_never_seen += elsewhere - passed
    num_set_aside = num_in_deck - num_players * HAND_SIZE
    odds = max(0.0, 1.0 - num_set_aside / num_never_seen) if num_never_seen > 0.0 else 1.0
    for trait in range(NUM_TRAITS):
        mind.pool[trait] += odds * mind.loss[trait]


@jit
def _num_elsewhere(mind: Mind, seen: Vector, trait: int) -> int:
    """Cards of the trait that I can't place: neither on a table I know, nor put aside by me, nor put back by me as Gan."""
    left = int(DECKS[mind.num_players, trait]) - int(seen[where.DISCARDED + trait])
    for seat in range(mind.num_players):
        left -= copies_of(mind.cards[seat], trait)
    if mind.character[0] == GAN and mind.is_open == 0:
        left -= int(seen[where.GAN + trait]) - int(seen[where.DRAWN + trait])
    return max(0, left)


@jit
def _num_passed(mind: Mind, seen: Vector, trait: int) -> float:
    """Cards of the trait that I saw in different packs and that are neither mine nor known to lie with another."""
    passed = 0
    for place in range(min(mind.num_players, HAND_SIZE)):
        passed += int(seen[where.PACKS + place * NUM_TRAITS + trait])
    for place in range(HAND_SIZE):
        passed -= int(seen[where.PICKS + place * NUM_TRAITS + trait])
    for seat in range(1, mind.num_players):
        passed -= copies_of(mind.cards[seat], trait)
    return float(passed)


@jit
def my_discard(seen: Vector) -> int:
    """The trait I put aside, or NO_TRAIT."""
    return _place_of_one(seen, where.DISCARDED, NUM_TRAITS)
