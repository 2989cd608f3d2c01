"""The state of a game, and the two kinds of question its course can stop at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from tests.reference.plain_rules import Rules, full_deck, worth
from tests.reference.plain_sight import Event, Memory
from tests.reference.plain_table import Table


@dataclass
class Chance:
    """The game needs a random outcome (§15.10)."""

    kind: str
    possible: Callable[[Any], bool]


@dataclass
class Decision:
    """Some seats must decide: each follows one of its ways, a row of actions named one after the other (§15.1)."""

    stage: str
    ways: dict[int, list[tuple[str, ...]]]
    done: dict[int, tuple[str, ...]] = field(init=False)  # what each has named so far

    def __post_init__(self) -> None:
        self.done = dict.fromkeys(self.ways, ())

    def options(self, seat: int) -> list[str]:
        """What this seat may name next; empty when it has nothing left to decide."""
        done = self.done[seat]
        fitting = [way for way in self.ways[seat] if way[: len(done)] == done and len(way) > len(done)]
        return sorted({way[len(done)] for way in fitting})


Flow = Generator[Chance | Decision, Any, None]
Answer = Generator[Chance | Decision, Any, str]
Answers = Generator[Chance | Decision, Any, list[str]]


def ask(stage: str, seat: int, options: list[str]) -> Answer:
    """Let one seat name one thing."""
    answers = yield Decision(stage, {seat: [(option,) for option in options]})
    (answer,) = answers[seat]
    return str(answer)


def ask_seat(stage: str, seat: int, seats: list[int]) -> Generator[Chance | Decision, Any, int]:
    """Let one seat name one of these seats."""
    answer = yield from ask(stage, seat, [f"vote P{other}" for other in seats])
    return int(answer.removeprefix("vote P"))


def ask_cards(stage: str, seat: int, ways: list[tuple[str, ...]]) -> Answers:
    """Let one seat name cards of its table one after the other, in one of these ways."""
    answers = yield Decision(stage, {seat: [tuple(f"card {name}" for name in way) for way in ways]})
    return [text.removeprefix("card ") for text in answers[seat]]


class State:
    """Everything there is to know about a game."""

    def __init__(self, num_players: int, rules: Rules) -> None:
        if num_players not in (3, 4, 5, 6):
            raise ValueError("3 to 6 players")  # §1.3
        rules.check()
        self.num_players = num_players
        self.rules = rules
        self.seats = list(range(num_players))
        self.memory = Memory(num_players)
        self.round = 0
        self.leader: int | None = None
        self.was_leader = [False] * num_players
        self.round_scores: list[list[int]] = []
        self.clear_round()

    def clear_round(self) -> None:
        """All traits and characters go back (§2.3)."""
        self.characters: list[str | None] = [None for _ in self.seats]
        self.set_aside = full_deck(self.num_players)
        self.packs: list[Counter[str]] = [Counter() for _ in self.seats]
        self.hands: list[Counter[str]] = [Counter() for _ in self.seats]
        self.tables = [Table() for _ in self.seats]
        self.discard_pile: Counter[str] = Counter()
        self.flattened: str | None = None
        self.looked_at: int | None = None
        self.statements: list[list[str | None]] = [
            [None for _ in self.seats] for _ in range(self.rules.discussion_rounds)
        ]
        self.statement_verdicts: list[list[bool | None]] = [
            [None for _ in self.seats] for _ in range(self.rules.discussion_rounds)
        ]
        self.accused: int | None = None
        self.verdict: str | None = None
        self.thief: int | None = None

    def name_leader(self, seat: int) -> None:
        """This seat is Leader from now on."""
        self.leader = seat
        self.was_leader[seat] = True

    def the_leader(self) -> int:
        """The Leader, who is there since the first question of the game was answered."""
        assert self.leader is not None
        return self.leader

    def others(self, seat: int) -> list[int]:
        """All seats but this one."""
        return [other for other in self.seats if other != seat]

    def clockwise_from(self, seat: int) -> list[int]:
        """All seats, this one first, then its left neighbour and so on."""
        return [(seat + step) % self.num_players for step in self.seats]

    def holder(self, character: str) -> int | None:
        """The seat with this character."""
        for seat in self.seats:
            if self.characters[seat] == character:
                return seat
        return None

    def value(self, seat: int, table: Table | None = None) -> int:
        """What the seat's table is worth, or would be worth if it were this one (§8.1, §10.1)."""
        if table is None:
            table = self.tables[seat]
        return worth(table.counted(), self.characters[seat], self.flattened)

    def values(self) -> list[int]:
        """What each table is worth now."""
        return [self.value(seat) for seat in self.seats]

    def greed(self, seat: int) -> int:
        """How many cards of the seat count as Greed: copies do, flattened ones do not (§9.2)."""
        if self.characters[seat] == "yanmei" and self.flattened == "greed":
            return 0
        return self.tables[seat].counted()["greed"]

    def carried_over(self) -> list[Event]:
        """What a round begins with, and everybody knows (§2.4)."""
        return [
            ("rules", self.rules),
            ("players", self.num_players),
            ("round", self.round),
            ("leader", self.leader),
            ("was leader", tuple(self.was_leader)),
            ("scores", tuple(tuple(scores) for scores in self.round_scores)),
        ]
