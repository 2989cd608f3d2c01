"""From an observation back to a state: the inverse of view.py, as far as there is one.

The recalled state agrees with everything the viewer knows; the viewer sits in seat 0 of it. What the viewer can't know is
filled with placeholders (a hidden card is of trait 0, others hold nothing), so it is no state to play on: draw worlds from
it (worlds.py), which replaces every placeholder. Nobody who starts from an observation can use more than the seat saw.

Two things an observation does not tell are taken for the likelier: a speaker who said nothing was silent if its turn is
past, and is in the first turn if nobody has spoken in the second.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from overseers_env.engine.jit import jit, jit_entry
from overseers_env.engine.layout import as_rows
from overseers_env.games.overseers import observation as where
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import ALTERED_KIND, NUM_CARD_KINDS, NUM_STATEMENTS, TOP_KIND
from overseers_env.games.overseers.cards import HAND_SIZE, MAX_PLAYERS, MIN_PLAYERS, NO_TRAIT, NUM_TRAITS
from overseers_env.games.overseers.characters import GAN, MEIXIU, NUM_CHARACTERS, NUYING, YANMEI
from overseers_env.games.overseers.observation import OBSERVATION_SIZE, STATEMENT_SIZE, Row
from overseers_env.games.overseers.stages.draft import num_picks
from overseers_env.games.overseers.state import (
    ALL_SEATS,
    FACE_UP,
    MAX_ROUNDS,
    NO_CARD,
    NO_SEAT,
    STATE_DTYPE,
    VERDICTS,
    State,
    clear_game,
)
from overseers_env.games.overseers.table import holder
from overseers_env.games.overseers.view import SAID_IS_SEAT, SAID_PLACE, SAID_SIGN, is_simultaneous

STAGES = np.array((*stages.DECISION_STAGES, stages.GAME_OVER), np.int64)
VIEWER = 0
ANY_TRAIT = 0
SILENT, NO_STATEMENT = 0, -1

Cards: TypeAlias = Any
"""A field of a state, int8 (NUM_TRAITS,) or longer."""


def recall_states(observations: NDArray[np.int8]) -> NDArray[Any]:
    """The states that observations tell of, one each: int8 (N, OBSERVATION_SIZE) to records (N,), every viewer in seat 0.

    Raises ValueError for another shape or dtype. What is no observation of the game gives a state without meaning.
    """
    if observations.ndim != 2 or observations.shape[1] != OBSERVATION_SIZE or observations.dtype != np.int8:
        raise ValueError(
            f"observations must be int8 (N, {OBSERVATION_SIZE}); got {observations.dtype} {observations.shape}"
        )
    states = np.zeros(len(observations), STATE_DTYPE)
    recall_all(as_rows(np.ascontiguousarray(observations)), states)
    return states


@jit_entry
def recall_all(rows: Any, states: Any) -> None:
    """Recall every one of the records `rows` (N,) of OBSERVATION_ROW into `states` (N,)."""
    for i in range(rows.shape[0]):
        recall(rows[i], states[i])


@jit
def recall(seen: Row, state: State) -> None:
    """Write the state that the observation tells of, its viewer in seat 0; key 0."""
    _recall_rules(seen, state)
    clear_game(state)
    _recall_game(seen, state)
    _recall_characters(seen, state)
    _recall_draft(seen, state)
    _recall_tables(seen, state)
    _recall_judgment(seen, state)
    _recall_outcome(seen, state)
    _recall_powers(seen, state)
    _recall_statements(seen, state)
    _recall_pending(seen, state)


@jit
def place_of_one(seen: Row, at: int, size: int) -> int:
    """Where a one-hot piece has its one, or -1 (which is NO_SEAT, NO_TRAIT, NO_CARD and NOT_YET alike)."""
    for place in range(size):
        if seen.cells[at + place] != 0:
            return place
    return -1


@jit
def _recall_cards(seen: Row, at: int, cards: Cards) -> None:
    for trait in range(NUM_TRAITS):
        cards[trait] = seen.cells[at + trait]


@jit
def _recall_rules(seen: Row, state: State) -> None:
    state.key[0] = 0
    state.key[1] = 0
    state.num_players = place_of_one(seen, where.PLAYERS, MAX_PLAYERS - MIN_PLAYERS + 1) + MIN_PLAYERS
    state.is_leftover = seen.cells[where.RULES]
    state.may_refuse_theft = seen.cells[where.RULES + 1]
    state.is_liang_penalty = seen.cells[where.RULES + 2]
    state.may_tell = seen.cells[where.RULES + 3]
    state.character_set = seen.cells[where.RULES + 4]
    state.is_character_draft = seen.cells[where.RULES + 5]
    state.is_alternating = seen.cells[where.RULES + 6]
    state.discussion_rounds = seen.cells[where.RULES + 7]
    state.num_rounds = seen.cells[where.RULES + 8]


@jit
def _recall_game(seen: Row, state: State) -> None:
    state.round_number = place_of_one(seen, where.ROUND, MAX_ROUNDS)
    state.stage = STAGES[place_of_one(seen, where.STAGE, len(STAGES))]
    state.is_open = state.stage > stages.SHOWDOWN
    state.leader = place_of_one(seen, where.LEADER, MAX_PLAYERS)
    for seat in range(MAX_PLAYERS):
        state.was_leader[seat] = seen.cells[where.WAS_LEADER + seat]
        for number in range(MAX_ROUNDS):
            state.round_scores[number, seat] = seen.cells[where.SCORES + number * MAX_PLAYERS + seat]


@jit
def _recall_characters(seen: Row, state: State) -> None:
    for seat in range(MAX_PLAYERS):
        state.character[seat] = place_of_one(seen, where.CHARACTERS + seat * NUM_CHARACTERS, NUM_CHARACTERS)
        state.choice_order[seat] = seen.cells[where.CHOICE_ORDER + seat]
    state.fushen_seat = place_of_one(seen, where.WAS_FUSHEN, MAX_PLAYERS)
    if state.stage == stages.CHARACTER_CHOICE:
        state.chooser = place_of_one(seen, where.ASKED, MAX_PLAYERS)
    for character in range(NUM_CHARACTERS):
        state.offer[character] = seen.cells[where.OFFER + character]
        state.laid_out[character] = seen.cells[where.LAID_OUT + character]


# the draft


@jit
def _recall_draft(seen: Row, state: State) -> None:
    state.double_pick = place_of_one(seen, where.DOUBLE_PICK, HAND_SIZE)
    for place in range(HAND_SIZE):
        state.picks[VIEWER, place] = place_of_one(seen, where.PICKS + place * NUM_TRAITS, NUM_TRAITS)
        if place_of_one(seen, where.PACKS + place * NUM_TRAITS, NUM_TRAITS) >= 0:
            state.num_taken = place
        for trait in range(NUM_TRAITS):
            state.packs_seen[VIEWER, place, trait] = seen.cells[where.PACKS + place * NUM_TRAITS + trait]
    for trait in range(NUM_TRAITS):
        state.hand[VIEWER, trait] = seen.cells[where.HAND + trait]
    state.discarded[VIEWER] = place_of_one(seen, where.DISCARDED, NUM_TRAITS)
    if state.stage > stages.DRAFT:
        state.num_taken = num_picks(state)
    else:
        _recall_pack(seen, state)


@jit
def _recall_pack(seen: Row, state: State) -> None:
    """The pack before the viewer, less what it has taken from it."""
    num_taken = int(state.num_taken)
    is_doubled = state.stage == stages.DRAFT and state.double_pick == num_taken
    state.pick_size = 2 if is_doubled else 1
    for trait in range(NUM_TRAITS):
        state.pack[VIEWER, trait] = state.packs_seen[VIEWER, num_taken, trait]
    for place in range(num_taken, HAND_SIZE):
        if state.picks[VIEWER, place] != NO_TRAIT:
            state.pack[VIEWER, state.picks[VIEWER, place]] -= 1


# tables and powers


@jit
def _recall_tables(seen: Row, state: State) -> None:
    for seat in range(state.num_players):
        for trait in range(NUM_TRAITS):
            state.row[seat, trait] = seen.cells[where.ROWS + seat * NUM_TRAITS + trait]
            state.face_up[seat, trait] = seen.cells[where.TABLES + seat * NUM_TRAITS + trait]
        state.face_down[seat, ANY_TRAIT] = seen.cells[where.NUM_HIDDEN + seat]
    for trait in range(NUM_TRAITS):
        state.face_down[VIEWER, trait] = seen.cells[where.HIDDEN + trait]


@jit
def _recall_powers(seen: Row, state: State) -> None:
    state.peeked = place_of_one(seen, where.PEEKED, MAX_PLAYERS)
    _recall_cards(seen, where.PEEK, state.peek)
    _recall_mark(seen, state)
    _recall_drawn(seen, state)
    _recall_stack(seen, state)
    state.chosen = place_of_one(seen, where.CHOSEN, NUM_CARD_KINDS)


@jit
def bit_of(seat: int) -> int:
    """The seat as a bit; none for NO_SEAT."""
    return 1 << seat if seat != NO_SEAT else 0


@jit
def known_or_any(seen: Row, at: int) -> int:
    """The trait of a card, any where the viewer doesn't know it."""
    return max(ANY_TRAIT, place_of_one(seen, at, NUM_TRAITS))


@jit
def _recall_mark(seen: Row, state: State) -> None:
    """§6.2: her own mark Yanmei knows, and Meixiu if she looked at it; all once the tables are open."""
    facing = place_of_one(seen, where.MARK + NUM_TRAITS, 2)
    state.mark_known = ALL_SEATS if facing == FACE_UP or state.is_open == 1 else 0
    if facing < 0:
        return
    yanmei = holder(state, YANMEI)
    state.mark = known_or_any(seen, where.MARK)
    state.mark_facing = facing
    state.mark_is_there = 1 - state.given_up_special[0]
    state.mark_known |= bit_of(yanmei) | (bit_of(holder(state, MEIXIU)) if state.peeked == yanmei else 0)


@jit
def _recall_drawn(seen: Row, state: State) -> None:
    """§6.3: whether another Meixiu saw the drawn card, the viewer can't know; worlds draw it."""
    if state.stage < stages.GAN or holder(state, GAN) == NO_SEAT:
        return
    state.gan_sees[0] = ANY_TRAIT
    state.gan_sees[1] = ANY_TRAIT
    if holder(state, GAN) == VIEWER:
        state.gan_sees[0] = place_of_one(seen, where.GAN, NUM_TRAITS)
        for trait in range(NUM_TRAITS):
            if seen.cells[where.GAN + trait] > int(trait == state.gan_sees[0]):
                state.gan_sees[1] = trait
    if seen.cells[where.GAN + NUM_TRAITS] == 0:
        return
    state.drawn = known_or_any(seen, where.DRAWN)
    state.drawn_is_there = 1 - state.given_up_special[1]
    state.drawn_known = bit_of(holder(state, GAN))
    if place_of_one(seen, where.DRAWN, NUM_TRAITS) >= 0:
        state.drawn_known |= ALL_SEATS if state.is_open == 1 and state.drawn_is_there == 1 else 1 << VIEWER


@jit
def _recall_stack(seen: Row, state: State) -> None:
    """§6.5: a card that lay face up all know, another its holder until it is shown."""
    altered_facing = place_of_one(seen, where.ALTERED + NUM_TRAITS, 2)
    if altered_facing < 0:
        return
    top_facing = place_of_one(seen, where.TOP + NUM_TRAITS, 2)
    was_given_up = state.given_up_special[2] == 1 or state.given_up_special[3] == 1
    was_shown = state.is_open == 1 and not was_given_up
    nuying = bit_of(holder(state, NUYING))
    state.altered = known_or_any(seen, where.ALTERED)
    state.altered_facing = altered_facing
    state.altered_known = ALL_SEATS if was_shown or altered_facing == FACE_UP else nuying
    state.top = known_or_any(seen, where.TOP)
    state.top_facing = top_facing
    state.top_known = ALL_SEATS if was_shown or top_facing == FACE_UP else nuying
    has_left = seen.cells[where.PENALTY + NUM_TRAITS] + seen.cells[where.PENALTY + NUM_TRAITS + 1]
    has_left += seen.cells[where.STOLEN + NUM_TRAITS] + seen.cells[where.STOLEN + NUM_TRAITS + 1]
    state.is_stacked = not was_given_up and has_left == 0


# talk, vote, judgment


@jit
def _recall_statements(seen: Row, state: State) -> None:
    num_players, number = int(state.num_players), int(state.round_number)
    state.num_spoken = num_players * state.discussion_rounds if state.stage > stages.DISCUSSION else 0
    if state.stage == stages.DISCUSSION:
        state.num_spoken = _count_spoken(seen, state)
    for spoken in range(state.num_spoken):
        turn, speaker = spoken // num_players, (int(state.leader) + spoken) % num_players
        state.statements[number, turn, speaker] = max(SILENT, _statement(seen, num_players, turn, speaker))


@jit
def _count_spoken(seen: Row, state: State) -> int:
    """How many statements were made when the asked seat speaks: in the second turn if one was made from there on."""
    num_players, leader = int(state.num_players), int(state.leader)
    place = (place_of_one(seen, where.ASKED, MAX_PLAYERS) - leader) % num_players
    for later in range(place, num_players * (int(state.discussion_rounds) - 1) + place):
        turn, speaker = later // num_players, (leader + later) % num_players
        if _statement(seen, num_players, turn, speaker) != NO_STATEMENT:
            return place + num_players
    return place


@jit
def _statement(seen: Row, num_players: int, turn: int, speaker: int) -> int:
    """What the speaker said in this turn, counted from SILENT; NO_STATEMENT where nothing is marked."""
    at = where.STATEMENTS + (turn * MAX_PLAYERS + speaker) * STATEMENT_SIZE
    for said in range(1, NUM_STATEMENTS):
        place = int(SAID_PLACE[said + 1])
        if SAID_IS_SEAT[said + 1]:
            if place >= num_players:
                continue
            place = (speaker + place) % num_players
        if seen.cells[at + place] == SAID_SIGN[said + 1]:
            return said
    return NO_STATEMENT


@jit
def _recall_judgment(seen: Row, state: State) -> None:
    for voter in range(state.num_players):
        state.vote[voter] = place_of_one(seen, where.VOTES + voter * MAX_PLAYERS, MAX_PLAYERS)
    state.accused = place_of_one(seen, where.ACCUSED, MAX_PLAYERS)
    state.has_denied = seen.cells[where.DENIED]
    state.verdict = place_of_one(seen, where.VERDICT, len(VERDICTS))
    _recall_cards(seen, where.GIVEN_UP, state.given_up_open)
    state.given_up_hidden[ANY_TRAIT] = seen.cells[where.GIVEN_UP + NUM_TRAITS]
    if state.accused == VIEWER:
        _recall_cards(seen, where.I_GAVE_UP, state.given_up_hidden)
    for place in range(4):
        state.given_up_special[place] = seen.cells[where.GIVEN_UP + NUM_TRAITS + 1 + place]


@jit
def _recall_outcome(seen: Row, state: State) -> None:
    _recall_cards(seen, where.PENALTY, state.penalty)
    state.penalty_special[0] = seen.cells[where.PENALTY + NUM_TRAITS]
    state.penalty_special[1] = seen.cells[where.PENALTY + NUM_TRAITS + 1]
    state.compensation = place_of_one(seen, where.COMPENSATION, NUM_TRAITS)
    _recall_cards(seen, where.PILE_SEEN, state.pile_seen)
    state.num_collected = seen.cells[where.COLLECTED]
    state.thief = place_of_one(seen, where.THIEF, MAX_PLAYERS)
    state.robbed = place_of_one(seen, where.ROBBED, MAX_PLAYERS)
    state.stolen = place_of_one(seen, where.STOLEN, NUM_TRAITS)
    state.stolen_kind = state.stolen if state.stolen != NO_TRAIT else NO_CARD
    if seen.cells[where.STOLEN + NUM_TRAITS] == 1:
        state.stolen_kind = ALTERED_KIND
    if seen.cells[where.STOLEN + NUM_TRAITS + 1] == 1:
        state.stolen_kind = TOP_KIND
    state.liang_target = place_of_one(seen, where.LIANG, MAX_PLAYERS)


# who decides


@jit
def _recall_pending(seen: Row, state: State) -> None:
    """The asked seat; in a simultaneous stage all but the viewer if it has committed (§13.4)."""
    if not is_simultaneous(state.stage):
        state.pending = bit_of(place_of_one(seen, where.ASKED, MAX_PLAYERS))
        return
    state.pending = (1 << int(state.num_players)) - 1
    if _has_committed(state):
        state.pending &= ~(1 << VIEWER)


@jit
def _has_committed(state: State) -> bool:
    if state.stage == stages.DRAFT:
        return state.picks[VIEWER, state.num_taken + state.pick_size - 1] != NO_TRAIT
    if state.stage == stages.DISCARD:
        return state.discarded[VIEWER] != NO_TRAIT
    if state.stage == stages.VOTE:
        return state.vote[VIEWER] != NO_SEAT
    for trait in range(NUM_TRAITS):
        if state.hand[VIEWER, trait] > 0:
            return False
    return True
