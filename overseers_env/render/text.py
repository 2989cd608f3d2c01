"""A table as text. Each trait has its symbol; the colour only repeats what the symbol says."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overseers_env.games.overseers import kernels, stages
from overseers_env.games.overseers.actions import BUCKETS
from overseers_env.games.overseers.cards import COLOURS, MAX_PLAYERS, NUM_TRAITS, SYMBOLS, TRAITS
from overseers_env.games.overseers.characters import CHARACTERS
from overseers_env.games.overseers.state import VERDICTS, read_rules
from overseers_env.render.seen import PUBLIC, Seen, check_eyes, seen_by

__all__ = ["PUBLIC", "check_eyes", "render"]

FACE_DOWN = "??"
ANSI = {"red": "31", "orange": "38;5;208", "violet": "35", "blue": "34", "green": "32", "grey": "90"}
DECIDING = (*stages.DECISION_STAGES, stages.GAME_OVER)
BEFORE_TABLES = (stages.FUSHEN, stages.WUMING, stages.DRAFT)
FACINGS = ("face-up", "face-down")


class _Pen:
    """Writes cards, with or without colours."""

    def __init__(self, has_colour: bool) -> None:
        self.symbols = [
            _coloured(symbol, name) if has_colour else symbol for symbol, name in zip(SYMBOLS, COLOURS, strict=True)
        ]

    def cards(self, counts: NDArray[np.int8], num_unseen: int = 0) -> str:
        """Counts by trait as symbols, and what is not known as `??`."""
        known = [self.symbols[trait] for trait in range(NUM_TRAITS) for _ in range(int(counts[trait]))]
        return " ".join(known + [FACE_DOWN] * num_unseen)

    def one(self, piece: NDArray[np.int8]) -> str:
        """The one card of a piece that starts with a trait, or `??`."""
        return self.cards(piece[:NUM_TRAITS]) or FACE_DOWN


def _coloured(text: str, colour: str) -> str:
    return f"\x1b[{ANSI[colour]}m{text}\x1b[0m"


def render(state: Any, seat: int | None = None, colour: bool = True) -> str:
    """The table of one record as lines of text.

    seat: from whose eyes: a seat, PUBLIC (what everybody sees), or None (all cards open). colour: with ANSI colours.
    Raises ValueError for another seat.
    """
    seen, pen = seen_by(state, seat), _Pen(colour)
    stage = DECIDING[int(seen["stage"][0])]
    lines = [_title(state, seen, stage), _legend(pen), "", *_seats(state, seen, pen)]
    for more in (_hands(seen, pen, stage), _powers(seen, pen), _talk(seen), _judgment(seen, pen), _outcome(seen, pen)):
        lines.extend(more)
    if stage == stages.GAME_OVER:
        lines.append(_winners(state))
    return "\n".join(lines)


def _title(state: Any, seen: Seen, stage: int) -> str:
    asked = _seat(seen["asked"])
    who = f", {asked} decides" if asked else "" if stage == stages.GAME_OVER else ", all decide"
    played = f"{int(state['num_players'])} players, {read_rules(state).text()}"
    number = f"round {int(seen['round'].argmax()) + 1} of {int(state['num_rounds'])}"
    return f"Overseers, {played}: {number}, {stages.STAGE_NAMES[stage]}{who}"


def _legend(pen: _Pen) -> str:
    return (
        "  ".join(f"{symbol} {name}" for symbol, name in zip(pen.symbols, TRAITS, strict=True))
        + f"  {FACE_DOWN} not seen"
    )


def _seats(state: Any, seen: Seen, pen: _Pen) -> Iterator[str]:
    """A line a seat: Leader, character, scores of the finished rounds and their sum, cards face up | face down."""
    num_finished = int(state["num_rounds"]) if int(state["stage"]) == stages.GAME_OVER else int(state["round_number"])
    for seat in range(int(state["num_players"])):
        character = next((name for name, held in zip(CHARACTERS, seen["characters"][seat], strict=True) if held), "-")
        scores = " ".join(f"{int(one):3}" for one in seen["scores"][:num_finished, seat])
        total = f"{scores} = {int(seen['scores'][:, seat].sum()):3}" if num_finished else "no score yet"
        hidden = seen["hidden"][seat]
        down = pen.cards(hidden, max(0, int(seen["num_hidden"][seat]) - int(hidden.sum())))
        mark = "L" if seen["leader"][seat] else " "
        yield f"{mark} P{seat} {character:9} {total:20} {pen.cards(seen['tables'][seat])} | {down}".rstrip()


def _hands(seen: Seen, pen: _Pen, stage: int) -> Iterator[str]:
    for seat in range(MAX_PLAYERS):
        if seen["hand"][seat].any():
            yield f"P{seat} holds {pen.cards(seen['hand'][seat])}"
        packs = seen["packs"][seat]
        if stage in BEFORE_TABLES and packs.any():
            yield f"P{seat} draws from {pen.cards(packs[np.flatnonzero(packs.any(axis=1))[-1]])}"
        if seen["discarded"][seat].any():
            yield f"P{seat} put aside {pen.cards(seen['discarded'][seat])}"
    if seen["offer"].any():
        yield "Fushen drew " + ", ".join(CHARACTERS[one] for one in np.flatnonzero(seen["offer"]))


def _powers(seen: Seen, pen: _Pen) -> Iterator[str]:
    if seen["mark"][NUM_TRAITS:].any():
        yield f"Yanmei flattens her {FACINGS[int(seen['mark'][NUM_TRAITS:].argmax())]} {pen.one(seen['mark'])}"
    if seen["gan"][NUM_TRAITS]:
        yield f"Gan kept {pen.one(seen['drawn'])}" + (
            f" of {pen.cards(seen['gan'])}" if seen["gan"][:NUM_TRAITS].any() else ""
        )
    if seen["peeked"].any():
        yield f"Meixiu looked at {_seat(seen['peeked'])}: {pen.cards(seen['peek']) or FACE_DOWN}"
    if seen["top"][NUM_TRAITS:].any():
        under, top = (
            f"{FACINGS[int(seen[name][NUM_TRAITS:].argmax())]} {pen.one(seen[name])}" for name in ("altered", "top")
        )
        yield f"Nuying laid her {under} under her {top}"


def _talk(seen: Seen) -> Iterator[str]:
    for turn in seen["statements"]:
        said = [f"P{seat} {text}" for seat, text in enumerate(map(_statement, turn)) if text]
        if said:
            yield "said: " + ", ".join(said)
    votes = [f"P{voter} against {_seat(named)}" for voter, named in enumerate(seen["votes"]) if named.any()]
    if votes:
        yield "votes: " + ", ".join(votes)


def _statement(marks: NDArray[np.int8]) -> str:
    """What one seat said; nothing if it was silent or has not spoken."""
    words = (
        *(f"P{seat}" for seat in range(MAX_PLAYERS)),
        *(f"hides {trait}" for trait in TRAITS),
        *(f"is worth {bucket}" for bucket in BUCKETS),
        *(f"saw {trait}" for trait in TRAITS),
    )
    places = np.flatnonzero(marks)
    if len(places) == 0:
        return ""
    place = int(places[0])
    return (
        words[place] if place >= MAX_PLAYERS else f"{'accuses' if marks[place] < 0 else 'vouches for'} {words[place]}"
    )


def _judgment(seen: Seen, pen: _Pen) -> Iterator[str]:
    if not seen["accused"].any():
        return
    verdict = (
        VERDICTS[int(seen["verdict"].argmax())]
        if seen["verdict"].any()
        else "denies"
        if seen["denied"][0]
        else "not yet"
    )
    yield f"{_seat(seen['accused'])} is accused: {verdict}"
    gone, unseen = seen["given_up"], int(seen["given_up"][NUM_TRAITS])
    if gone[:NUM_TRAITS].any() or unseen:
        yield f"gave up {pen.cards(gone[:NUM_TRAITS] + seen['i_gave_up'], unseen - int(seen['i_gave_up'].sum()))}"
    if seen["penalty"][:NUM_TRAITS].any():
        yield f"paid {pen.cards(seen['penalty'])}"
    if seen["pile_seen"].any():
        yield f"looked through {pen.cards(seen['pile_seen'])}"
    if seen["compensation"].any():
        yield f"took {pen.cards(seen['compensation'])} for a wrong accusation"


def _outcome(seen: Seen, pen: _Pen) -> Iterator[str]:
    if seen["collected"][0]:
        yield f"the collector took {int(seen['collected'][0])} {pen.symbols[TRAITS.index('greed')]}"
    if seen["thief"].any():
        robbed = f" and robs {_seat(seen['robbed'])}" if seen["robbed"].any() else ""
        yield f"{_seat(seen['thief'])} is the thief{robbed}" + (
            f" of {pen.one(seen['stolen'])}" if seen["stolen"].any() else ""
        )
    if seen["liang"].any():
        yield f"Liang names {_seat(seen['liang'])}"


def _winners(state: Any) -> str:
    returns = np.zeros((1, MAX_PLAYERS))
    kernels.final_returns(np.array([state]), returns)
    return "won by " + " and ".join(f"P{seat}" for seat in np.flatnonzero(returns[0] > 0))


def _seat(marks: NDArray[np.int8]) -> str:
    """The seat that a piece marks, or nothing."""
    return f"P{int(marks.argmax())}" if marks.any() else ""
