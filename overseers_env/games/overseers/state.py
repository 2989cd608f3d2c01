"""The record that is a game: every field, its shape and meaning. It holds no references; a copy is one copy of memory.

Seats are absolute here, 0 to num_players - 1. Cards of one trait are alike, so cards are counts by trait.
"""

from typing import Any, TypeAlias

import numpy as np

from overseers_env.engine.jit import jit
from overseers_env.engine.random import WORD
from overseers_env.games.overseers.actions import NUM_CARD_KINDS, NUM_STATEMENTS
from overseers_env.games.overseers.cards import HAND_SIZE, MAX_PLAYERS, MIN_PLAYERS, NO_TRAIT, NUM_TRAITS
from overseers_env.games.overseers.characters import CHARACTER_SETS, NO_CHARACTER, NUM_CHARACTERS
from overseers_env.games.overseers.ruleset import Ruleset
from overseers_env.games.overseers.stages import FIRST_LEADER, GAME_OVER

State: TypeAlias = Any
"""One record of STATE_DTYPE: a numba record when compiled, an np.record in plain Python."""

MAX_ROUNDS = 4
MAX_DISCUSSION_ROUNDS = 2
NO_SEAT = -1
NOT_YET = -1
ALL_SEATS = 63
ADMITTED, GUILTY, INNOCENT, TIED_PENALISED, TIED_SPARED = range(5)
VERDICTS = ("admitted", "guilty", "innocent", "tied-penalised", "tied-spared")
NO_CARD = -1
FACE_UP, FACE_DOWN = range(2)

_P, _T = MAX_PLAYERS, NUM_TRAITS

STATE_DTYPE = np.dtype(
    (
        np.record,
        [
            ("key", np.int64, (2,)),  # of the generator: with round, stage and place it gives every chance result
            # what is played
            ("num_players", np.int8),
            ("num_rounds", np.int8),
            ("discussion_rounds", np.int8),
            ("character_set", np.int8),
            ("is_leftover", np.int8),
            ("may_refuse_theft", np.int8),
            ("is_liang_penalty", np.int8),
            ("may_tell", np.int8),
            ("is_character_draft", np.int8),
            ("is_alternating", np.int8),
            # the game
            ("round_number", np.int8),
            ("stage", np.int8),
            ("pending", np.int8),  # a bit a seat: who must still decide
            ("leader", np.int8),
            ("was_leader", np.int8, (_P,)),
            ("round_scores", np.int8, (MAX_ROUNDS, _P)),
            # characters
            ("character", np.int8, (_P,)),
            ("fushen_seat", np.int8),  # who was dealt Fushen and became another
            ("offer", np.int8, (NUM_CHARACTERS,)),  # the three Fushen sees
            ("laid_out", np.int8, (NUM_CHARACTERS,)),  # §3.2: the characters laid open this round
            ("choice_order", np.int8, (_P,)),  # §3.2: 1 = chose first, 0 = not yet
            ("chooser", np.int8),  # §3.2: who chooses now
            # the draft
            ("num_taken", np.int8),  # cards that every seat has taken in the finished picks
            ("pick_size", np.int8),  # cards to take in this pick: 1, or 2 by Wuming's power
            ("double_pick", np.int8),  # num_taken when the power was used, or NOT_YET
            ("pack", np.int8, (_P, _T)),
            ("packs_seen", np.int8, (_P, HAND_SIZE, _T)),  # the pack that lay before the seat when it had taken so many
            ("picks", np.int8, (_P, HAND_SIZE)),
            ("hand", np.int8, (_P, _T)),
            ("discarded", np.int8, (_P,)),
            ("pile", np.int8, (_T,)),  # the discard
            # the tables
            ("row", np.int8, (_P, _T)),  # face-up row as placed
            ("face_up", np.int8, (_P, _T)),
            ("face_down", np.int8, (_P, _T)),
            # powers; *_known: a bit a seat that knows the trait
            ("mark", np.int8),  # §6.2: the flattened trait
            ("mark_facing", np.int8),
            ("mark_is_there", np.int8),
            ("mark_known", np.int8),
            ("gan_sees", np.int8, (2,)),
            ("drawn", np.int8),
            ("drawn_is_there", np.int8),
            ("drawn_known", np.int8),
            ("peeked", np.int8),
            ("peek", np.int8, (_T,)),
            ("altered", np.int8),
            ("altered_facing", np.int8),  # how it lay before it was turned
            ("altered_known", np.int8),
            ("top", np.int8),
            ("top_facing", np.int8),  # how it lay before Showdown
            ("top_known", np.int8),
            ("is_stacked", np.int8),  # altered and top lie on each other
            ("is_open", np.int8),  # all tables lie open (§15.3)
            # talk and vote
            ("num_spoken", np.int8),
            ("statements", np.int8, (MAX_ROUNDS, MAX_DISCUSSION_ROUNDS, _P)),  # action - SILENT, or NOT_YET
            ("verdicts", np.int8, (MAX_ROUNDS, MAX_DISCUSSION_ROUNDS, _P)),  # 1 true, 0 false, NOT_YET none
            ("vote", np.int8, (_P,)),
            ("accused", np.int8),
            # judgment and showdown
            ("verdict", np.int8),
            ("has_denied", np.int8),
            ("chosen", np.int8),  # the first of two cards, a kind (§15.1)
            ("given_up_open", np.int8, (_T,)),
            ("given_up_hidden", np.int8, (_T,)),
            ("given_up_special", np.int8, (4,)),  # were the marked, the drawn, the altered, the top card among them
            ("penalty", np.int8, (_T,)),
            ("penalty_special", np.int8, (2,)),  # the altered, the top card
            ("compensation", np.int8),
            ("pile_seen", np.int8, (_T,)),
            # greed and scoring
            ("num_collected", np.int8),
            ("thief", np.int8),
            ("robbed", np.int8),
            ("stolen", np.int8),
            ("stolen_kind", np.int8),  # the kind of card it was
            ("liang_target", np.int8),
        ],
    )
)


@jit
def clear_round(state: State) -> None:
    """Take every trait and character back (§2.3) and forget what was seen; scores, Leader and statements stay."""
    state.pending = 0
    state.fushen_seat = NO_SEAT
    state.chooser = NO_SEAT
    state.num_taken = 0
    state.pick_size = 1
    state.double_pick = NOT_YET
    state.character[:] = NO_CHARACTER
    state.choice_order[:] = 0
    state.offer[:] = 0
    state.laid_out[:] = 0
    state.pack[:] = 0
    state.packs_seen[:] = 0
    state.picks[:] = NO_TRAIT
    state.hand[:] = 0
    state.discarded[:] = NO_TRAIT
    state.row[:] = 0
    state.face_up[:] = 0
    state.face_down[:] = 0
    state.vote[:] = NO_SEAT
    _clear_table(state)


@jit
def _clear_table(state: State) -> None:
    state.mark = NO_TRAIT
    state.mark_facing = FACE_UP
    state.mark_is_there = 0
    state.mark_known = 0
    state.gan_sees[0] = NO_TRAIT
    state.gan_sees[1] = NO_TRAIT
    state.drawn = NO_TRAIT
    state.drawn_is_there = 0
    state.drawn_known = 0
    state.peeked = NO_SEAT
    state.altered = NO_TRAIT
    state.altered_facing = FACE_UP
    state.altered_known = 0
    state.top = NO_TRAIT
    state.top_facing = FACE_UP
    state.top_known = 0
    state.is_stacked = 0
    state.is_open = 0
    state.num_spoken = 0
    state.accused = NO_SEAT
    state.verdict = NOT_YET
    state.has_denied = 0
    state.chosen = NO_CARD
    state.compensation = NO_TRAIT
    state.num_collected = 0
    state.thief = NO_SEAT
    state.robbed = NO_SEAT
    state.stolen = NO_TRAIT
    state.stolen_kind = NO_CARD
    state.liang_target = NO_SEAT
    state.pile[:] = 0
    state.peek[:] = 0
    state.given_up_open[:] = 0
    state.given_up_hidden[:] = 0
    state.given_up_special[:] = 0
    state.penalty[:] = 0
    state.penalty_special[:] = 0
    state.pile_seen[:] = 0


@jit
def clear_game(state: State) -> None:
    """Before the first round: nobody is Leader, nothing is scored or said. What is played and the key stay."""
    state.round_number = 0
    state.stage = FIRST_LEADER
    state.leader = NO_SEAT
    state.was_leader[:] = 0
    state.round_scores[:] = 0
    state.statements[:] = NOT_YET
    state.verdicts[:] = NOT_YET
    clear_round(state)


def write_rules(states: Any, rules: Ruleset, num_players: int) -> None:
    """Write what is played into `states`: one record or an array of them (dtype STATE_DTYPE)."""
    states["num_players"] = num_players
    states["num_rounds"] = rules.num_rounds
    states["discussion_rounds"] = rules.discussion_rounds
    states["character_set"] = CHARACTER_SETS.index(str(rules.characters))
    states["is_leftover"] = rules.last_card == "leftover"
    states["may_refuse_theft"] = rules.theft == "may"
    states["is_liang_penalty"] = rules.liang == "penalty"
    states["may_tell"] = bool(rules.telling)
    states["is_character_draft"] = rules.character_draft
    states["is_alternating"] = rules.alternating_direction


def read_rules(state: State) -> Ruleset:
    """The ruleset that a record plays: editions differ only in settings, so the nearer edition is named."""
    settings: dict[str, Any] = {
        "characters": CHARACTER_SETS[int(state["character_set"])],
        "last_card": "leftover" if state["is_leftover"] else "discard",
        "theft": "may" if state["may_refuse_theft"] else "must",
        "liang": "penalty" if state["is_liang_penalty"] else "steal",
        "telling": bool(state["may_tell"]),
        "discussion_rounds": int(state["discussion_rounds"]),
        "num_rounds": int(state["num_rounds"]),
        "character_draft": bool(state["is_character_draft"]),
        "alternating_direction": bool(state["is_alternating"]),
    }
    return min((Ruleset(edition, **settings) for edition in ("french", "english")), key=lambda rules: len(rules.text()))


_LARGEST = {
    "num_players": MAX_PLAYERS,
    "num_rounds": MAX_ROUNDS,
    "discussion_rounds": MAX_DISCUSSION_ROUNDS,
    "character_set": 2,
    "round_number": MAX_ROUNDS - 1,
    "stage": GAME_OVER,
    "pending": ALL_SEATS,
    "round_scores": 127,
    "character": NUM_CHARACTERS - 1,
    "choice_order": MAX_PLAYERS,
    "num_taken": HAND_SIZE,
    "pick_size": 2,
    "double_pick": HAND_SIZE - 1,
    "mark_known": ALL_SEATS,
    "drawn_known": ALL_SEATS,
    "altered_known": ALL_SEATS,
    "top_known": ALL_SEATS,
    "num_spoken": MAX_PLAYERS * MAX_DISCUSSION_ROUNDS,
    "statements": NUM_STATEMENTS - 1,
    "verdict": len(VERDICTS) - 1,
    "chosen": NUM_CARD_KINDS - 1,
    "stolen_kind": NUM_CARD_KINDS - 1,
}
_SEATS = ("leader", "fushen_seat", "chooser", "peeked", "vote", "accused", "thief", "robbed", "liang_target")
_TRAIT_IDS = ("picks", "discarded", "mark", "gan_sees", "drawn", "altered", "top", "compensation", "stolen")
_MAY_BE_NONE = (
    *_SEATS,
    *_TRAIT_IDS,
    "character",
    "double_pick",
    "statements",
    "verdicts",
    "verdict",
    "chosen",
    "stolen_kind",
)
_SMALLEST = {"num_players": MIN_PLAYERS, "num_rounds": 1, "pick_size": 1}
_FLAGS = (
    "is_",
    "may_",
    "was_",
    "has_",
    "mark_facing",
    "mark_is",
    "drawn_is",
    "altered_facing",
    "top_facing",
    "verdicts",
)
_MAX_COUNT = 12


def _bounds(name: str) -> tuple[int, int]:
    """The smallest and the largest value of a field."""
    smallest = -1 if name in _MAY_BE_NONE else _SMALLEST.get(name, 0)
    if name in _SEATS:
        return smallest, MAX_PLAYERS - 1
    if name in _TRAIT_IDS:
        return smallest, NUM_TRAITS - 1
    return smallest, 1 if name.startswith(_FLAGS) else _LARGEST.get(name, _MAX_COUNT)


def check_states(states: Any) -> None:
    """Raises ValueError if a record that came from outside has a field out of range, naming the field.

    Compiled rules look up without bounds checks, so nothing else may reach them.
    """
    for name in sorted(set(STATE_DTYPE.names or ()) - {"key"}):
        smallest, largest = _bounds(name)
        if (states[name] < smallest).any() or (states[name] > largest).any():
            raise ValueError(f"{name} is out of range; allowed: {smallest} to {largest}")
    if (states["key"] < 0).any() or (states["key"] > WORD).any():
        raise ValueError(f"key is out of range; allowed: 0 to {WORD}")
    if (states["round_number"] >= states["num_rounds"]).any():
        raise ValueError("round_number is out of range; allowed: 0 to num_rounds - 1")
