"""What a seat may know (§13): the only place that hides, and the only source of observations.

Everything is seen from the viewer: seat 0 is the viewer, 1 its left neighbour, ... Unused seats are zero. Within a round
nothing is forgotten; of earlier rounds the scores and who was Leader remain. Two states that a seat can't tell apart give
it equal bytes.
"""

from typing import Any

import numpy as np

from overseers_env.engine.jit import jit
from overseers_env.engine.words import expand, load_six, store_six, turn_bits, turn_six
from overseers_env.games.overseers import observation as where
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import ALTERED_KIND, BUCKETS, TOP_KIND
from overseers_env.games.overseers.cards import HAND_SIZE, MAX_PLAYERS, MIN_PLAYERS, NO_TRAIT, NUM_TRAITS
from overseers_env.games.overseers.characters import GAN, MEIXIU, NO_CHARACTER, NUM_CHARACTERS
from overseers_env.games.overseers.observation import OBSERVATION_SIZE, STATEMENT_SIZE, Row
from overseers_env.games.overseers.state import (
    MAX_ROUNDS,
    NO_CARD,
    NO_SEAT,
    NOT_YET,
    State,
)
from overseers_env.games.overseers.table import num_face_down


def _places_of_stages() -> tuple[int, ...]:
    places = {stage: place for place, stage in enumerate(stages.DECISION_STAGES)}
    places[stages.GAME_OVER] = len(stages.DECISION_STAGES)
    return tuple(places.get(stage, 0) for stage in range(len(stages.STAGE_NAMES)))


_PLACE_OF_STAGE = np.array(_places_of_stages(), np.int8)
SIMULTANEOUS_BITS = sum(1 << stage for stage in stages.SIMULTANEOUS_STAGES)


def _statement_marks() -> tuple[tuple[int, bool, int], ...]:
    """How a statement is marked among its speaker's STATEMENT_SIZE numbers: place (or neighbour), is a neighbour, sign."""
    hold, seen = MAX_PLAYERS, MAX_PLAYERS + NUM_TRAITS + len(BUCKETS)
    accused = [(step, True, -1) for step in range(1, MAX_PLAYERS)]
    vouched = [(step, True, 1) for step in range(1, MAX_PLAYERS)]
    claims = [(place, False, 1) for place in range(hold, seen + NUM_TRAITS)]
    not_yet_or_silent = [(0, False, 0), (0, False, 0)]
    return tuple(not_yet_or_silent + accused + vouched + claims)


SAID_PLACE = np.array([mark[0] for mark in _statement_marks()], np.int64)
SAID_IS_SEAT = np.array([mark[1] for mark in _statement_marks()], np.bool_)
SAID_SIGN = np.array([mark[2] for mark in _statement_marks()], np.int8)


@jit
def observe(state: State, seat: int, out: Row) -> None:
    """Write what `seat` knows into `out`, every number of it (layout: OBSERVATION)."""
    for place in range(OBSERVATION_SIZE):
        out.cells[place] = 0
    _see_game(state, seat, out)
    _see_characters(state, seat, out)
    _see_draft(state, seat, out)
    if state.stage >= stages.PLACEMENT:
        _see_tables(state, seat, out)
    if state.stage >= stages.YANMEI:
        _see_powers(state, seat, out)
    if state.stage >= stages.DISCUSSION:
        _see_statements(state, seat, out)
        _see_votes(state, seat, out)
    if state.stage >= stages.JUDGMENT:
        _see_judgment(state, seat, out)
    if state.stage >= stages.SHOWDOWN:
        _see_outcome(state, seat, out)


@jit
def seen_from(state: State, viewer: int, seat: int) -> int:
    """The seat as the viewer counts: 0 = the viewer itself."""
    place = seat - viewer
    return (
        place + (int(state.num_players) if place < 0 else 0)
    ) & 7  # & 7: so that the compiler knows it is not negative


@jit
def _see_seat(state: State, viewer: int, seat: int, out: Row, at: int) -> None:
    is_named = seat != NO_SEAT
    out.cells[at + (seen_from(state, viewer, seat) if is_named else 0)] = is_named


@jit
def _see_trait(trait: int, out: Row, at: int) -> None:
    is_there = trait != NO_TRAIT
    out.cells[at + (trait if is_there else 0)] = is_there


@jit
def _see_cards(cards: Any, out: Row, at: int) -> None:
    store_six(out.cells, at, load_six(cards, 0))


@jit
def _see_row(cards: Any, seat: int, out: Row, at: int) -> None:
    store_six(out.cells, at, load_six(cards, seat * NUM_TRAITS))


@jit
def public_stage(state: State, seat: int) -> int:
    """The stage as this seat sees it: that Nuying has already turned a card only she knows (§15.4)."""
    if state.stage == stages.NUYING_TOP and (state.pending >> seat) & 1 == 0:
        return stages.NUYING
    return int(state.stage)


@jit
def is_simultaneous(stage: int) -> bool:
    """Do all seats decide at once (§14.2)?"""
    return (SIMULTANEOUS_BITS >> int(stage)) & 1 == 1


@jit
def _see_game(state: State, seat: int, out: Row) -> None:
    out.cells[where.PLAYERS + int(state.num_players) - MIN_PLAYERS] = 1
    out.cells[where.RULES] = state.is_leftover
    out.cells[where.RULES + 1] = state.may_refuse_theft
    out.cells[where.RULES + 2] = state.is_liang_penalty
    out.cells[where.RULES + 3] = state.may_tell
    out.cells[where.RULES + 4] = state.character_set
    out.cells[where.RULES + 5] = state.is_character_draft
    out.cells[where.RULES + 6] = state.is_alternating
    out.cells[where.RULES + 7] = state.discussion_rounds
    out.cells[where.RULES + 8] = state.num_rounds
    out.cells[where.ROUND + int(state.round_number)] = 1
    out.cells[where.STAGE + int(_PLACE_OF_STAGE[public_stage(state, seat)])] = 1
    _see_seat(state, seat, int(state.leader), out, where.LEADER)
    asked = 0 if is_simultaneous(state.stage) else int(state.pending)
    num_players = int(state.num_players)
    store_six(out.cells, where.ASKED, expand(turn_bits(asked, seat, num_players)))
    store_six(out.cells, where.WAS_LEADER, turn_six(load_six(state.was_leader, 0), seat, num_players))
    for number in range(MAX_ROUNDS):
        scores = load_six(state.round_scores, number * MAX_PLAYERS)
        store_six(out.cells, where.SCORES + number * MAX_PLAYERS, turn_six(scores, seat, num_players))


@jit
def _see_characters(state: State, seat: int, out: Row) -> None:
    for other in range(state.num_players):
        character = int(state.character[other])
        is_held = character != NO_CHARACTER
        out.cells[where.CHARACTERS + seen_from(state, seat, other) * NUM_CHARACTERS + (character if is_held else 0)] = (
            is_held
        )
    if state.is_character_draft == 1:
        for character in range(NUM_CHARACTERS):
            out.cells[where.LAID_OUT + character] = state.laid_out[character]
        order = turn_six(load_six(state.choice_order, 0), seat, int(state.num_players))
        store_six(out.cells, where.CHOICE_ORDER, order)
    _see_seat(state, seat, int(state.fushen_seat), out, where.WAS_FUSHEN)
    if state.fushen_seat == seat or (state.stage == stages.FUSHEN and (state.pending >> seat) & 1 == 1):
        for character in range(NUM_CHARACTERS):
            out.cells[where.OFFER + character] = state.offer[character]


@jit
def _see_draft(state: State, seat: int, out: Row) -> None:
    for place in range(HAND_SIZE):
        _see_row(state.packs_seen, seat * HAND_SIZE + place, out, where.PACKS + place * NUM_TRAITS)
        _see_trait(int(state.picks[seat, place]), out, where.PICKS + place * NUM_TRAITS)
    if state.double_pick != NOT_YET:
        out.cells[where.DOUBLE_PICK + int(state.double_pick)] = 1
    _see_trait(int(state.discarded[seat]), out, where.DISCARDED)
    _see_row(state.hand, seat, out, where.HAND)


@jit
def _see_tables(state: State, seat: int, out: Row) -> None:
    """Own cards as soon as they are placed; the others' face-up cards when all are (§5.1)."""
    _see_row(state.face_down, seat, out, where.HIDDEN)
    for other in range(state.num_players):
        if other != seat and state.stage == stages.PLACEMENT:
            continue
        place = seen_from(state, seat, other)
        _see_row(state.row, other, out, where.ROWS + place * NUM_TRAITS)
        _see_row(state.face_up, other, out, where.TABLES + place * NUM_TRAITS)
        out.cells[where.NUM_HIDDEN + place] = num_face_down(state, other)


@jit
def _is_known(known: int, seat: int) -> bool:
    return (known >> seat) & 1 == 1


@jit
def _see_powers(state: State, seat: int, out: Row) -> None:
    if state.mark != NO_TRAIT:
        out.cells[where.MARK + NUM_TRAITS + int(state.mark_facing)] = 1
        if _is_known(state.mark_known, seat):
            out.cells[where.MARK + int(state.mark)] = 1
    if state.gan_sees[0] != NO_TRAIT:
        _see_gan(state, seat, out)
    _see_seat(state, seat, int(state.peeked), out, where.PEEKED)
    if state.peeked != NO_SEAT and state.character[seat] == MEIXIU:
        _see_cards(state.peek, out, where.PEEK)
    if state.altered != NO_TRAIT:
        _see_stack(state, seat, out)
    if state.chosen != NO_CARD and (state.pending >> seat) & 1 == 1:
        out.cells[where.CHOSEN + int(state.chosen)] = 1


@jit
def _see_gan(state: State, seat: int, out: Row) -> None:
    if state.drawn != NO_TRAIT:
        out.cells[where.GAN + NUM_TRAITS] = 1
        if _is_known(state.drawn_known, seat):
            out.cells[where.DRAWN + int(state.drawn)] = 1
    if state.character[seat] == GAN:
        out.cells[where.GAN + int(state.gan_sees[0])] += 1
        out.cells[where.GAN + int(state.gan_sees[1])] += 1


@jit
def _see_stack(state: State, seat: int, out: Row) -> None:
    out.cells[where.ALTERED + NUM_TRAITS + int(state.altered_facing)] = 1
    if _is_known(state.altered_known, seat):
        out.cells[where.ALTERED + int(state.altered)] = 1
    out.cells[where.TOP + NUM_TRAITS + int(state.top_facing)] = 1
    if _is_known(state.top_known, seat):
        out.cells[where.TOP + int(state.top)] = 1


@jit
def _see_statements(state: State, seat: int, out: Row) -> None:
    num_players = int(state.num_players)
    for turn in range(state.discussion_rounds):
        for speaker in range(num_players):
            said = int(state.statements[state.round_number, turn, speaker]) - NOT_YET
            by = seen_from(state, seat, speaker)
            place = int(SAID_PLACE[said]) + (by if SAID_IS_SEAT[said] else 0)
            place -= num_players if SAID_IS_SEAT[said] and place >= num_players else 0
            out.cells[where.STATEMENTS + (turn * MAX_PLAYERS + by) * STATEMENT_SIZE + place] = SAID_SIGN[said]


@jit
def _see_votes(state: State, seat: int, out: Row) -> None:
    """§6.6: nobody sees another's vote before all are in."""
    if state.stage <= stages.VOTE:
        _see_seat(state, seat, int(state.vote[seat]), out, where.VOTES)
        return
    for voter in range(state.num_players):
        _see_seat(state, seat, int(state.vote[voter]), out, where.VOTES + seen_from(state, seat, voter) * MAX_PLAYERS)


@jit
def _see_judgment(state: State, seat: int, out: Row) -> None:
    """§13.3: what was given up face down only the accused knows."""
    _see_seat(state, seat, int(state.accused), out, where.ACCUSED)
    out.cells[where.DENIED] = state.has_denied
    if state.verdict != NOT_YET:
        out.cells[where.VERDICT + int(state.verdict)] = 1
    _see_cards(state.given_up_open, out, where.GIVEN_UP)
    num_unseen = 0
    for trait in range(NUM_TRAITS):
        num_unseen += state.given_up_hidden[trait]
    out.cells[where.GIVEN_UP + NUM_TRAITS] = num_unseen
    for place in range(4):
        out.cells[where.GIVEN_UP + NUM_TRAITS + 1 + place] = state.given_up_special[place]
    if state.accused == seat:
        _see_cards(state.given_up_hidden, out, where.I_GAVE_UP)


@jit
def _see_outcome(state: State, seat: int, out: Row) -> None:
    _see_cards(state.penalty, out, where.PENALTY)
    out.cells[where.PENALTY + NUM_TRAITS] = state.penalty_special[0]
    out.cells[where.PENALTY + NUM_TRAITS + 1] = state.penalty_special[1]
    _see_trait(int(state.compensation), out, where.COMPENSATION)
    if state.accused == seat:
        _see_cards(state.pile_seen, out, where.PILE_SEEN)
    out.cells[where.COLLECTED] = state.num_collected
    _see_seat(state, seat, int(state.thief), out, where.THIEF)
    _see_seat(state, seat, int(state.robbed), out, where.ROBBED)
    if state.stolen != NO_TRAIT:
        out.cells[where.STOLEN + int(state.stolen)] = 1
        if state.stolen_kind == ALTERED_KIND:
            out.cells[where.STOLEN + NUM_TRAITS] = 1
        if state.stolen_kind == TOP_KIND:
            out.cells[where.STOLEN + NUM_TRAITS + 1] = 1
    _see_seat(state, seat, int(state.liang_target), out, where.LIANG)
