"""What nobody at the table may know, for the critic and the auxiliary heads while a bot learns; no bot is shipped with it.

Like an observation it is told from the seat that acts: seat 0 is that seat, 1 its left neighbour, ... Unused seats are 0.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from overseers_env.engine.jit import jit, jit_entry
from overseers_env.engine.layout import Layout, Piece
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import SILENT
from overseers_env.games.overseers.cards import MAX_PLAYERS, NO_TRAIT, NUM_TRAITS
from overseers_env.games.overseers.stages.discussion import verdict_on
from overseers_env.games.overseers.state import MAX_DISCUSSION_ROUNDS, NO_SEAT, NOT_YET, State
from overseers_env.games.overseers.table import pack_cards
from overseers_env.games.overseers.value import counted_cards, flattened_trait, worth

_P, _T = MAX_PLAYERS, NUM_TRAITS

WHOLE_STATE = Layout(
    Piece("hands", (_P, _T), 0, 6, "cards not yet placed"),
    Piece("face_down", (_P, _T), 0, 5, "face-down cards"),
    Piece("packs", (_P, _T), 0, 6, "the pack before each seat"),
    Piece("pile", (_T,), 0, 12, "the discard"),
    Piece("mark", (_T,), 0, 1, "the flattened trait"),
    Piece("drawn", (_T,), 0, 1, "the trait Gan kept"),
    Piece("altered", (_T,), 0, 1, "the trait of the card Nuying turned"),
    Piece("top", (_T,), 0, 1, "the trait of the card on top of it"),
    Piece(
        "facts",
        (6,),
        0,
        1,
        "the mark lies face down, is still there; the altered card lay face down; the top one did; both lie stacked; "
        "Gan's card is still there",
    ),
    Piece("values", (_P,), -128, 127, "what each seat's cards are worth, those in hand too"),
    Piece("highest", (_P,), 0, 1, "whose are worth most"),
    Piece(
        "truths", (MAX_DISCUSSION_ROUNDS, _P), -1, 1, "this round's statements, by turn and speaker: true, false (-1)"
    ),
    Piece("votes", (_P,), 0, 6, "votes cast for each seat so far"),
    Piece("is_hidden", (1,), 0, 1, "from Placement until the tables are opened: there is something to guess"),
)
_HANDS = WHOLE_STATE.offset("hands")
_FACE_DOWN = WHOLE_STATE.offset("face_down")
_PACKS = WHOLE_STATE.offset("packs")
_PILE = WHOLE_STATE.offset("pile")
_MARK = WHOLE_STATE.offset("mark")
_DRAWN = WHOLE_STATE.offset("drawn")
_ALTERED = WHOLE_STATE.offset("altered")
_TOP = WHOLE_STATE.offset("top")
_FACTS = WHOLE_STATE.offset("facts")
_VALUES = WHOLE_STATE.offset("values")
_HIGHEST = WHOLE_STATE.offset("highest")
_TRUTHS = WHOLE_STATE.offset("truths")
_VOTES = WHOLE_STATE.offset("votes")
_IS_HIDDEN = WHOLE_STATE.offset("is_hidden")


@jit
def cards_value(state: State, seat: int) -> int:
    """What a seat's cards are worth; once all are placed it is the value of the table (§1.1)."""
    cards = counted_cards(state, seat) + pack_cards(state.hand, seat)
    return worth(cards, int(state.character[seat]), flattened_trait(state, seat))


@jit
def truth_of(state: State, turn: int, seat: int) -> int:
    """§11: 1 if the seat's statement is true, -1 if it is false, 0 where there is none or nothing was claimed."""
    said = int(state.statements[state.round_number, turn, seat])
    if said == NOT_YET:
        return 0
    verdict = int(state.verdicts[state.round_number, turn, seat])
    if state.stage == stages.DISCUSSION:
        highest = cards_value(state, 0)
        for other in range(1, state.num_players):
            highest = max(highest, cards_value(state, other))
        verdict = verdict_on(state, seat, said + SILENT, highest)
    return 0 if verdict == NOT_YET else 2 * verdict - 1


@jit
def _write_cards(state: State, seat: int, place: int, out: Any, row: int) -> None:
    """The cards of one seat, which the viewer counts as number `place`."""
    for trait in range(NUM_TRAITS):
        out[row, _HANDS + place * NUM_TRAITS + trait] = state.hand[seat, trait]
        out[row, _FACE_DOWN + place * NUM_TRAITS + trait] = state.face_down[seat, trait]
        out[row, _PACKS + place * NUM_TRAITS + trait] = state.pack[seat, trait]


@jit
def _write_secrets(state: State, out: Any, row: int) -> None:
    """The discard, and what powers did in secret."""
    for trait in range(NUM_TRAITS):
        out[row, _PILE + trait] = state.pile[trait]
    if state.mark != NO_TRAIT:
        out[row, _MARK + state.mark] = 1
        out[row, _FACTS] = state.mark_facing
        out[row, _FACTS + 1] = state.mark_is_there
    if state.altered != NO_TRAIT:
        out[row, _ALTERED + state.altered] = 1
        out[row, _FACTS + 2] = state.altered_facing
    if state.top != NO_TRAIT:
        out[row, _TOP + state.top] = 1
        out[row, _FACTS + 3] = state.top_facing
    out[row, _FACTS + 4] = state.is_stacked
    if state.drawn != NO_TRAIT:
        out[row, _DRAWN + state.drawn] = 1
        out[row, _FACTS + 5] = state.drawn_is_there


@jit
def _write_whole_state(state: State, viewer: int, out: Any, row: int) -> None:
    """Write everything about one game, as `viewer` counts the seats."""
    for place in range(out.shape[1]):
        out[row, place] = 0
    num_players = int(state.num_players)
    _write_secrets(state, out, row)
    highest = cards_value(state, viewer)
    for place in range(num_players):
        seat = (viewer + place) % num_players
        value = cards_value(state, seat)
        highest = max(highest, value)
        out[row, _VALUES + place] = value
        _write_cards(state, seat, place, out, row)
        for turn in range(state.discussion_rounds):
            out[row, _TRUTHS + turn * MAX_PLAYERS + place] = truth_of(state, turn, seat)
        if state.vote[seat] != NO_SEAT:
            out[row, _VOTES + (int(state.vote[seat]) + num_players - viewer) % num_players] += 1
    for place in range(num_players):
        out[row, _HIGHEST + place] = out[row, _VALUES + place] == highest
    out[row, _IS_HIDDEN] = state.stage >= stages.PLACEMENT and state.is_open == 0


@jit_entry
def write_whole_states(states: Any, games: Any, seats: Any, out: Any, stages_out: Any) -> None:
    """Write the whole state of each of these games, int64 (M,), for the seat that acts, and its stage.

    states: (G,) of STATE_DTYPE; seats: int8 (G,). Writes out, int8 (M, WHOLE_STATE.size), and stages_out, int8 (M,).
    """
    for row in range(games.shape[0]):
        game = games[row]
        _write_whole_state(states[game], int(seats[game]), out, row)
        stages_out[row] = states[game].stage


def whole_scales() -> NDArray[np.float32]:
    """What the numbers are multiplied with before a network reads them, float32 (WHOLE_STATE.size,)."""
    return (1.0 / np.clip(WHOLE_STATE.highs().astype(np.float32), 1, 12)).astype(np.float32)
