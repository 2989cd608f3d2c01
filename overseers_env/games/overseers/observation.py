"""What the numbers of an observation stand for: its named pieces in order, and where each begins.

Everything is seen from the viewer: seat 0 is the viewer, 1 its left neighbour, ... Unused seats are zero.
"""

from typing import Any, TypeAlias

from overseers_env.engine.layout import Layout, Piece, row_dtype
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import BUCKETS, NUM_CARD_KINDS
from overseers_env.games.overseers.cards import HAND_SIZE, MAX_PLAYERS, NUM_TRAITS
from overseers_env.games.overseers.characters import NUM_CHARACTERS
from overseers_env.games.overseers.state import MAX_DISCUSSION_ROUNDS, MAX_ROUNDS

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

PLAYERS = OBSERVATION.offset("players")
RULES = OBSERVATION.offset("rules")
ROUND = OBSERVATION.offset("round")
STAGE = OBSERVATION.offset("stage")
ASKED = OBSERVATION.offset("asked")
LEADER = OBSERVATION.offset("leader")
WAS_LEADER = OBSERVATION.offset("was_leader")
SCORES = OBSERVATION.offset("scores")
CHARACTERS = OBSERVATION.offset("characters")
WAS_FUSHEN = OBSERVATION.offset("was_fushen")
OFFER = OBSERVATION.offset("offer")
LAID_OUT = OBSERVATION.offset("laid_out")
CHOICE_ORDER = OBSERVATION.offset("choice_order")
PACKS = OBSERVATION.offset("packs")
PICKS = OBSERVATION.offset("picks")
DOUBLE_PICK = OBSERVATION.offset("double_pick")
DISCARDED = OBSERVATION.offset("discarded")
HAND = OBSERVATION.offset("hand")
ROWS = OBSERVATION.offset("rows")
HIDDEN = OBSERVATION.offset("hidden")
NUM_HIDDEN = OBSERVATION.offset("num_hidden")
TABLES = OBSERVATION.offset("tables")
MARK = OBSERVATION.offset("mark")
GAN = OBSERVATION.offset("gan")
DRAWN = OBSERVATION.offset("drawn")
PEEKED = OBSERVATION.offset("peeked")
PEEK = OBSERVATION.offset("peek")
ALTERED = OBSERVATION.offset("altered")
TOP = OBSERVATION.offset("top")
CHOSEN = OBSERVATION.offset("chosen")
STATEMENTS = OBSERVATION.offset("statements")
VOTES = OBSERVATION.offset("votes")
ACCUSED = OBSERVATION.offset("accused")
DENIED = OBSERVATION.offset("denied")
VERDICT = OBSERVATION.offset("verdict")
GIVEN_UP = OBSERVATION.offset("given_up")
I_GAVE_UP = OBSERVATION.offset("i_gave_up")
PENALTY = OBSERVATION.offset("penalty")
COMPENSATION = OBSERVATION.offset("compensation")
PILE_SEEN = OBSERVATION.offset("pile_seen")
COLLECTED = OBSERVATION.offset("collected")
THIEF = OBSERVATION.offset("thief")
ROBBED = OBSERVATION.offset("robbed")
STOLEN = OBSERVATION.offset("stolen")
LIANG = OBSERVATION.offset("liang")
