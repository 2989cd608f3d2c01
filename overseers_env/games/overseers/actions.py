"""Every action as one number, and its text: one table of blocks defines both.

Seats in an action are seen from the seat that acts: 0 = myself, 1 = my left neighbour, ...
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from overseers_env.games.overseers.cards import NUM_TRAITS, TRAITS
from overseers_env.games.overseers.characters import CHARACTERS

BUCKETS = ("0-9", "10-14", "15-19", "20-24", "25+")
BUCKET_STARTS = (0, 10, 15, 20, 25)
HIDDEN_PAIRS = tuple(combinations_with_replacement(range(NUM_TRAITS), 2))
HIDDEN_TRIPLES = tuple(combinations_with_replacement(range(NUM_TRAITS), 3))
HIDDEN_SETS = HIDDEN_PAIRS + HIDDEN_TRIPLES

NEIGHBOURS = ("1", "2", "3", "4", "5")


@dataclass(frozen=True)
class Block:
    """A run of ids: `verbs[0]` starts their text, any of the verbs is understood; `objects` is the rest of the text."""

    name: str
    verbs: tuple[str, ...]
    objects: tuple[str, ...]
    meaning: str


BLOCKS = (
    Block("no-op", ("no-op",), ("",), "nothing: for seats that have no decision"),
    Block("take", ("draft", "keep", "take"), TRAITS, "take a card of this trait (draft, Gan, compensation)"),
    Block(
        "hide",
        ("hide",),
        tuple("+".join(TRAITS[trait] for trait in hidden) for hidden in HIDDEN_SETS),
        "placement: these cards face down, the others face up",
    ),
    Block(
        "card up",
        ("card", "discard", "turn", "lose"),
        tuple(f"up {trait}" for trait in TRAITS),
        "a face-up card of mine",
    ),
    Block(
        "card down",
        ("card", "discard", "turn", "lose"),
        tuple(f"down {trait}" for trait in TRAITS),
        "a face-down card of mine",
    ),
    Block("card altered", ("card", "discard", "turn", "lose"), ("altered",), "the card I turned as Nuying"),
    Block("card top", ("card", "discard", "turn", "lose"), ("top",), "the card on top of the altered one"),
    Block("player", ("vote", "name"), ("0", *NEIGHBOURS), "a seat, counted clockwise from me (0 = myself)"),
    Block("admit", ("admit",), ("",), "judgment: I am the highest"),
    Block("deny", ("deny",), ("",), "judgment: I am not"),
    Block("penalise", ("penalise",), ("",), "Leader: the tied accused pays"),
    Block("spare", ("spare",), ("",), "Leader: the tied accused does not pay"),
    Block("use", ("use",), ("",), "Wuming: every seat takes two cards now"),
    Block("pass", ("pass",), ("",), "Wuming: not yet; english thief: rob nobody"),
    Block("become", ("become",), CHARACTERS, "this character (Fushen, character draft)"),
    Block("silent", ("silent",), ("",), "statement: nothing"),
    Block("accuse", ("accuse",), NEIGHBOURS, "statement: this seat is the highest"),
    Block("vouch", ("vouch",), NEIGHBOURS, "statement: this seat is not the highest"),
    Block("hold", ("hold",), TRAITS, "statement: this trait lies face down on my table"),
    Block("bucket", ("bucket",), BUCKETS, "statement: my table's value"),
    Block("seen", ("seen",), TRAITS, "Meixiu's statement: this trait lies face down on the table I looked at"),
)


def _starts() -> dict[str, int]:
    starts, at = {}, 0
    for block in BLOCKS:
        starts[block.name] = at
        at += len(block.objects)
    return starts


STARTS = _starts()
NUM_ACTIONS = sum(len(block.objects) for block in BLOCKS)

NO_OP = STARTS["no-op"]
TAKE = STARTS["take"]
HIDE = STARTS["hide"]
HIDE_PAIR = HIDE
HIDE_TRIPLE = HIDE + len(HIDDEN_PAIRS)
CARD_UP = STARTS["card up"]
CARD_DOWN = STARTS["card down"]
CARD_ALTERED = STARTS["card altered"]
CARD_TOP = STARTS["card top"]
PLAYER = STARTS["player"]
ADMIT = STARTS["admit"]
DENY = STARTS["deny"]
PENALISE = STARTS["penalise"]
SPARE = STARTS["spare"]
USE = STARTS["use"]
PASS = STARTS["pass"]
BECOME = STARTS["become"]
SILENT = STARTS["silent"]
ACCUSE = STARTS["accuse"]
VOUCH = STARTS["vouch"]
HOLD = STARTS["hold"]
BUCKET = STARTS["bucket"]
SEEN = STARTS["seen"]

NUM_CARD_KINDS = PLAYER - CARD_UP
"""Kinds of card on a table: face up 0-5, face down 6-11, altered 12, top 13 (§15.2)."""
UP_KIND, DOWN_KIND, ALTERED_KIND, TOP_KIND = 0, 6, 12, 13
NUM_STATEMENTS = NUM_ACTIONS - SILENT

HIDE_COUNTS = np.array([[hidden.count(trait) for trait in range(NUM_TRAITS)] for hidden in HIDDEN_SETS], dtype=np.int8)
"""What each hide action puts face down: HIDE_COUNTS[action - HIDE, trait]."""


def _texts() -> tuple[str, ...]:
    return tuple(f"{block.verbs[0]} {rest}".strip() for block in BLOCKS for rest in block.objects)


TEXTS = _texts()
IDS = {
    f"{verb} {rest}".strip(): STARTS[block.name] + place
    for block in BLOCKS
    for verb in block.verbs
    for place, rest in enumerate(block.objects)
}
BLOCK_OF = tuple(block for block in BLOCKS for _ in block.objects)


class MalformedActionError(ValueError):
    """A text or number that is no action of the game at all (an illegal one raises IllegalActionError)."""


@dataclass(frozen=True, order=True)
class Action:
    """One action. `str(action)` is its text, `Action.parse` reads it back; both directions agree for every id."""

    id: int

    def __post_init__(self) -> None:
        if not 0 <= self.id < NUM_ACTIONS:
            raise MalformedActionError(f"action {self.id} is out of range; allowed: 0 to {NUM_ACTIONS - 1}")

    @staticmethod
    def from_id(action_id: int) -> "Action":
        """The action with this number; raises MalformedActionError out of range."""
        return Action(int(action_id))

    @staticmethod
    def parse(text: str) -> "Action":
        """The action with this text, as `str` writes it or with another verb of its block ("name 2" for "vote 2").

        Raises MalformedActionError with the verbs there are, or the objects the verb allows.
        """
        words = " ".join(text.split()).lower()
        if words in IDS:
            return Action(IDS[words])
        verb = words.partition(" ")[0]
        allowed = [rest for block in BLOCKS if verb in block.verbs for rest in block.objects]
        if allowed:
            raise MalformedActionError(
                f"{text!r} is no action; allowed after {verb!r}: {', '.join(map(repr, allowed))}"
            )
        verbs = sorted({verb for block in BLOCKS for verb in block.verbs})
        raise MalformedActionError(f"{text!r} is no action; an action starts with one of: {', '.join(verbs)}")

    @property
    def block(self) -> Block:
        """The block of the table that defines it."""
        return BLOCK_OF[self.id]

    def __str__(self) -> str:
        return TEXTS[self.id]
