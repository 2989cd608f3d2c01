"""What a seat may know (§13): the only place that hides, and the only source of observations.

Everything is seen from the viewer: seat 0 is the viewer, 1 its left neighbour, ... Unused seats are zero. Within a round
nothing is forgotten; of earlier rounds the scores and who was Leader remain. Two states that a seat can't tell apart give
it equal bytes.
"""

from typing import Any, TypeAlias

import numpy as np

from overseers_env.engine.jit import jit
from overseers_env.engine.layout import Layout, Piece, row_dtype
from overseers_env.engine.words import expand, load_six, store_six, turn_bits, turn_six
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import ALTERED_KIND, BUCKETS, NUM_CARD_KINDS, TOP_KIND
from overseers_env.games.overseers.cards import HAND_SIZE, MAX_PLAYERS, MIN_PLAYERS, NO_TRAIT, NUM_TRAITS
from overseers_env.games.overseers.characters import GAN, MEIXIU, NO_CHARACTER, NUM_CHARACTERS
from overseers_env.games.overseers.state import (
    MAX_DISCUSSION_ROUNDS,
    MAX_ROUNDS,
    NO_CARD,
    NO_SEAT,
    NOT_YET,
    State,
)
from overseers_env.games.overseers.table import num_face_down

Row: TypeAlias = Any
"""A record of OBSERVATION_ROW: an observation. (A row of a plain array would cost two atomic counts a call.)"""

_P, _T, _C = MAX_PLAYERS, NUM_TRAITS, NUM_CHARACTERS
STATEMENT_SIZE = _P + _T + len(BUCKETS) + _T

OBSERVATION = Layout(
    Piece("players", (4,), 0, 1, "how many play: 3, 4, 5, 6"),
    Piece(
        "rules",
        (9,),
        0,
        4,
        "leftover instead of discard; thief may pass; Liang's penalty; Meixiu may tell; character set (0 none, 1 english, "
        "2 french); character draft; alternating direction; discussion rounds; rounds",
    ),
    Piece("round", (MAX_ROUNDS,), 0, 1, "which round it is"),
    Piece("stage", (len(stages.DECISION_STAGES) + 1,), 0, 1, "what is being decided: DECISION_STAGES, then game over"),
    Piece("asked", (_P,), 0, 1, "the seat that decides alone, seen by all; zero in a simultaneous stage"),
    Piece("leader", (_P,), 0, 1, "the Leader"),
    Piece("was_leader", (_P,), 0, 1, "who is or was Leader in this game"),
    Piece("scores", (MAX_ROUNDS, _P), 0, 127, "points of finished rounds, by seat"),
    Piece("characters", (_P, _C), 0, 1, "who holds which character"),
    Piece("was_fushen", (_P,), 0, 1, "who was dealt Fushen and became another"),
    Piece("offer", (_C,), 0, 1, "the three characters I drew as Fushen"),
    Piece("laid_out", (_C,), 0, 1, "characters laid open this round (character draft)"),
    Piece("choice_order", (_P,), 0, 6, "1 = chose its character first, ... (character draft)"),
    Piece("packs", (HAND_SIZE, _T), 0, 6, "the pack before me when I had taken 0, 1, ... cards"),
    Piece("picks", (HAND_SIZE, _T), 0, 1, "the first, second, ... card I took"),
    Piece("double_pick", (HAND_SIZE,), 0, 1, "cards taken when Wuming used her power"),
    Piece("discarded", (_T,), 0, 1, "the card I put aside, or that was left over in my pack"),
    Piece("hand", (_T,), 0, 6, "cards I hold, not yet placed"),
    Piece("rows", (_P, _T), 0, 5, "face-up rows as they were placed"),
    Piece("hidden", (_T,), 0, 5, "my face-down cards"),
    Piece("num_hidden", (_P,), 0, 5, "how many cards lie face down, by seat"),
    Piece("tables", (_P, _T), 0, 12, "all cards that lie face up now, by seat; from Showdown on these are all"),
    Piece("mark", (_T + 2,), 0, 1, "the flattened trait, if I know it; marked face up, marked face down"),
    Piece("gan", (_T + 1,), 0, 2, "the cards I saw as Gan; has Gan drawn"),
    Piece("drawn", (_T,), 0, 1, "the trait Gan kept, if I know it"),
    Piece("peeked", (_P,), 0, 1, "the seat Meixiu looked at"),
    Piece("peek", (_T,), 0, 2, "what I saw as Meixiu"),
    Piece("altered", (_T + 2,), 0, 1, "the trait of the card Nuying turned, if I know it; it lay face up, face down"),
    Piece("top", (_T + 2,), 0, 1, "the trait of the card on top of it, if I know it; it lay face up, face down"),
    Piece(
        "chosen", (NUM_CARD_KINDS,), 0, 1, "the first of two cards that I am naming: face up, face down, altered, top"
    ),
    Piece(
        "statements",
        (MAX_DISCUSSION_ROUNDS, _P, STATEMENT_SIZE),
        -1,
        1,
        "by turn and speaker: seats accused (-1) or vouched for (+1); hidden trait claimed; bucket; trait claimed seen",
    ),
    Piece("votes", (_P, _P), 0, 1, "who voted for whom; mine alone until all are in"),
    Piece("accused", (_P,), 0, 1, "the accused"),
    Piece("denied", (1,), 0, 1, "the accused has denied"),
    Piece("verdict", (5,), 0, 1, "admitted, guilty, innocent, tied and penalised, tied and spared"),
    Piece(
        "given_up",
        (_T + 5,),
        0,
        2,
        "admission: face-up cards; how many face-down; was the marked, drawn, altered, top one there",
    ),
    Piece("i_gave_up", (_T,), 0, 2, "the face-down cards I gave up"),
    Piece("penalty", (_T + 2,), 0, 2, "cards paid; was the altered, the top one there"),
    Piece("compensation", (_T,), 0, 1, "the card taken for a wrong accusation"),
    Piece("pile_seen", (_T,), 0, 12, "the discard as I looked through it"),
    Piece("collected", (1,), 0, 4, "Greed taken by the collector"),
    Piece("thief", (_P,), 0, 1, "the thief"),
    Piece("robbed", (_P,), 0, 1, "the seat that was named to give"),
    Piece("stolen", (_T + 2,), 0, 1, "the card given; it was the altered, the top one"),
    Piece("liang", (_P,), 0, 1, "the seat Liang named"),
)
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
"""Which axes of a piece count seats from the viewer; the places of unused seats are always zero."""
OBSERVATION_SIZE = OBSERVATION.size
OBSERVATION_ROW = row_dtype(OBSERVATION_SIZE)

_PLAYERS = OBSERVATION.offset("players")
_RULES = OBSERVATION.offset("rules")
_ROUND = OBSERVATION.offset("round")
_STAGE = OBSERVATION.offset("stage")
_ASKED = OBSERVATION.offset("asked")
_LEADER = OBSERVATION.offset("leader")
_WAS_LEADER = OBSERVATION.offset("was_leader")
_SCORES = OBSERVATION.offset("scores")
_CHARACTERS = OBSERVATION.offset("characters")
_WAS_FUSHEN = OBSERVATION.offset("was_fushen")
_OFFER = OBSERVATION.offset("offer")
_LAID_OUT = OBSERVATION.offset("laid_out")
_CHOICE_ORDER = OBSERVATION.offset("choice_order")
_PACKS = OBSERVATION.offset("packs")
_PICKS = OBSERVATION.offset("picks")
_DOUBLE_PICK = OBSERVATION.offset("double_pick")
_DISCARDED = OBSERVATION.offset("discarded")
_HAND = OBSERVATION.offset("hand")
_ROWS = OBSERVATION.offset("rows")
_HIDDEN = OBSERVATION.offset("hidden")
_NUM_HIDDEN = OBSERVATION.offset("num_hidden")
_TABLES = OBSERVATION.offset("tables")
_MARK = OBSERVATION.offset("mark")
_GAN = OBSERVATION.offset("gan")
_DRAWN = OBSERVATION.offset("drawn")
_PEEKED = OBSERVATION.offset("peeked")
_PEEK = OBSERVATION.offset("peek")
_ALTERED = OBSERVATION.offset("altered")
_TOP = OBSERVATION.offset("top")
_CHOSEN = OBSERVATION.offset("chosen")
_STATEMENTS = OBSERVATION.offset("statements")
_VOTES = OBSERVATION.offset("votes")
_ACCUSED = OBSERVATION.offset("accused")
_DENIED = OBSERVATION.offset("denied")
_VERDICT = OBSERVATION.offset("verdict")
_GIVEN_UP = OBSERVATION.offset("given_up")
_I_GAVE_UP = OBSERVATION.offset("i_gave_up")
_PENALTY = OBSERVATION.offset("penalty")
_COMPENSATION = OBSERVATION.offset("compensation")
_PILE_SEEN = OBSERVATION.offset("pile_seen")
_COLLECTED = OBSERVATION.offset("collected")
_THIEF = OBSERVATION.offset("thief")
_ROBBED = OBSERVATION.offset("robbed")
_STOLEN = OBSERVATION.offset("stolen")
_LIANG = OBSERVATION.offset("liang")


def _places_of_stages() -> tuple[int, ...]:
    places = {stage: place for place, stage in enumerate(stages.DECISION_STAGES)}
    places[stages.GAME_OVER] = len(stages.DECISION_STAGES)
    return tuple(places.get(stage, 0) for stage in range(len(stages.STAGE_NAMES)))


_PLACE_OF_STAGE = np.array(_places_of_stages(), np.int8)
SIMULTANEOUS_BITS = sum(1 << stage for stage in stages.SIMULTANEOUS_STAGES)


def _statement_marks() -> tuple[tuple[int, bool, int], ...]:
    """How a statement is marked among its speaker's STATEMENT_SIZE numbers: place (or neighbour), is a neighbour, sign."""
    hold, seen = _P, _P + _T + len(BUCKETS)
    accused = [(step, True, -1) for step in range(1, _P)]
    vouched = [(step, True, 1) for step in range(1, _P)]
    claims = [(place, False, 1) for place in range(hold, seen + _T)]
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
    out.cells[_PLAYERS + int(state.num_players) - MIN_PLAYERS] = 1
    out.cells[_RULES] = state.is_leftover
    out.cells[_RULES + 1] = state.may_refuse_theft
    out.cells[_RULES + 2] = state.is_liang_penalty
    out.cells[_RULES + 3] = state.may_tell
    out.cells[_RULES + 4] = state.character_set
    out.cells[_RULES + 5] = state.is_character_draft
    out.cells[_RULES + 6] = state.is_alternating
    out.cells[_RULES + 7] = state.discussion_rounds
    out.cells[_RULES + 8] = state.num_rounds
    out.cells[_ROUND + int(state.round_number)] = 1
    out.cells[_STAGE + int(_PLACE_OF_STAGE[public_stage(state, seat)])] = 1
    _see_seat(state, seat, int(state.leader), out, _LEADER)
    asked = 0 if is_simultaneous(state.stage) else int(state.pending)
    num_players = int(state.num_players)
    store_six(out.cells, _ASKED, expand(turn_bits(asked, seat, num_players)))
    store_six(out.cells, _WAS_LEADER, turn_six(load_six(state.was_leader, 0), seat, num_players))
    for number in range(MAX_ROUNDS):
        scores = load_six(state.round_scores, number * MAX_PLAYERS)
        store_six(out.cells, _SCORES + number * MAX_PLAYERS, turn_six(scores, seat, num_players))


@jit
def _see_characters(state: State, seat: int, out: Row) -> None:
    for other in range(state.num_players):
        character = int(state.character[other])
        is_held = character != NO_CHARACTER
        out.cells[_CHARACTERS + seen_from(state, seat, other) * NUM_CHARACTERS + (character if is_held else 0)] = (
            is_held
        )
    if state.is_character_draft == 1:
        for character in range(NUM_CHARACTERS):
            out.cells[_LAID_OUT + character] = state.laid_out[character]
        order = turn_six(load_six(state.choice_order, 0), seat, int(state.num_players))
        store_six(out.cells, _CHOICE_ORDER, order)
    _see_seat(state, seat, int(state.fushen_seat), out, _WAS_FUSHEN)
    if state.fushen_seat == seat or (state.stage == stages.FUSHEN and (state.pending >> seat) & 1 == 1):
        for character in range(NUM_CHARACTERS):
            out.cells[_OFFER + character] = state.offer[character]


@jit
def _see_draft(state: State, seat: int, out: Row) -> None:
    for place in range(HAND_SIZE):
        _see_row(state.packs_seen, seat * HAND_SIZE + place, out, _PACKS + place * NUM_TRAITS)
        _see_trait(int(state.picks[seat, place]), out, _PICKS + place * NUM_TRAITS)
    if state.double_pick != NOT_YET:
        out.cells[_DOUBLE_PICK + int(state.double_pick)] = 1
    _see_trait(int(state.discarded[seat]), out, _DISCARDED)
    _see_row(state.hand, seat, out, _HAND)


@jit
def _see_tables(state: State, seat: int, out: Row) -> None:
    """Own cards as soon as they are placed; the others' face-up cards when all are (§5.1)."""
    _see_row(state.face_down, seat, out, _HIDDEN)
    for other in range(state.num_players):
        if other != seat and state.stage == stages.PLACEMENT:
            continue
        place = seen_from(state, seat, other)
        _see_row(state.row, other, out, _ROWS + place * NUM_TRAITS)
        _see_row(state.face_up, other, out, _TABLES + place * NUM_TRAITS)
        out.cells[_NUM_HIDDEN + place] = num_face_down(state, other)


@jit
def _is_known(known: int, seat: int) -> bool:
    return (known >> seat) & 1 == 1


@jit
def _see_powers(state: State, seat: int, out: Row) -> None:
    if state.mark != NO_TRAIT:
        out.cells[_MARK + NUM_TRAITS + int(state.mark_facing)] = 1
        if _is_known(state.mark_known, seat):
            out.cells[_MARK + int(state.mark)] = 1
    if state.gan_sees[0] != NO_TRAIT:
        _see_gan(state, seat, out)
    _see_seat(state, seat, int(state.peeked), out, _PEEKED)
    if state.peeked != NO_SEAT and state.character[seat] == MEIXIU:
        _see_cards(state.peek, out, _PEEK)
    if state.altered != NO_TRAIT:
        _see_stack(state, seat, out)
    if state.chosen != NO_CARD and (state.pending >> seat) & 1 == 1:
        out.cells[_CHOSEN + int(state.chosen)] = 1


@jit
def _see_gan(state: State, seat: int, out: Row) -> None:
    if state.drawn != NO_TRAIT:
        out.cells[_GAN + NUM_TRAITS] = 1
        if _is_known(state.drawn_known, seat):
            out.cells[_DRAWN + int(state.drawn)] = 1
    if state.character[seat] == GAN:
        out.cells[_GAN + int(state.gan_sees[0])] += 1
        out.cells[_GAN + int(state.gan_sees[1])] += 1


@jit
def _see_stack(state: State, seat: int, out: Row) -> None:
    out.cells[_ALTERED + NUM_TRAITS + int(state.altered_facing)] = 1
    if _is_known(state.altered_known, seat):
        out.cells[_ALTERED + int(state.altered)] = 1
    out.cells[_TOP + NUM_TRAITS + int(state.top_facing)] = 1
    if _is_known(state.top_known, seat):
        out.cells[_TOP + int(state.top)] = 1


@jit
def _see_statements(state: State, seat: int, out: Row) -> None:
    num_players = int(state.num_players)
    for turn in range(state.discussion_rounds):
        for speaker in range(num_players):
            said = int(state.statements[state.round_number, turn, speaker]) - NOT_YET
            by = seen_from(state, seat, speaker)
            place = int(SAID_PLACE[said]) + (by if SAID_IS_SEAT[said] else 0)
            place -= num_players if SAID_IS_SEAT[said] and place >= num_players else 0
            out.cells[_STATEMENTS + (turn * MAX_PLAYERS + by) * STATEMENT_SIZE + place] = SAID_SIGN[said]


@jit
def _see_votes(state: State, seat: int, out: Row) -> None:
    """§6.6: nobody sees another's vote before all are in."""
    if state.stage <= stages.VOTE:
        _see_seat(state, seat, int(state.vote[seat]), out, _VOTES)
        return
    for voter in range(state.num_players):
        _see_seat(state, seat, int(state.vote[voter]), out, _VOTES + seen_from(state, seat, voter) * MAX_PLAYERS)


@jit
def _see_judgment(state: State, seat: int, out: Row) -> None:
    """§13.3: what was given up face down only the accused knows."""
    _see_seat(state, seat, int(state.accused), out, _ACCUSED)
    out.cells[_DENIED] = state.has_denied
    if state.verdict != NOT_YET:
        out.cells[_VERDICT + int(state.verdict)] = 1
    _see_cards(state.given_up_open, out, _GIVEN_UP)
    num_unseen = 0
    for trait in range(NUM_TRAITS):
        num_unseen += state.given_up_hidden[trait]
    out.cells[_GIVEN_UP + NUM_TRAITS] = num_unseen
    for place in range(4):
        out.cells[_GIVEN_UP + NUM_TRAITS + 1 + place] = state.given_up_special[place]
    if state.accused == seat:
        _see_cards(state.given_up_hidden, out, _I_GAVE_UP)


@jit
def _see_outcome(state: State, seat: int, out: Row) -> None:
    _see_cards(state.penalty, out, _PENALTY)
    out.cells[_PENALTY + NUM_TRAITS] = state.penalty_special[0]
    out.cells[_PENALTY + NUM_TRAITS + 1] = state.penalty_special[1]
    _see_trait(int(state.compensation), out, _COMPENSATION)
    if state.accused == seat:
        _see_cards(state.pile_seen, out, _PILE_SEEN)
    out.cells[_COLLECTED] = state.num_collected
    _see_seat(state, seat, int(state.thief), out, _THIEF)
    _see_seat(state, seat, int(state.robbed), out, _ROBBED)
    if state.stolen != NO_TRAIT:
        out.cells[_STOLEN + int(state.stolen)] = 1
        if state.stolen_kind == ALTERED_KIND:
            out.cells[_STOLEN + NUM_TRAITS] = 1
        if state.stolen_kind == TOP_KIND:
            out.cells[_STOLEN + NUM_TRAITS + 1] = 1
    _see_seat(state, seat, int(state.liang_target), out, _LIANG)
