"""Small scripted games for the rule tests. Cards are written by their initials, a seat as `character up/down/discard`:

`meixiu HHC/BA/L` holds Hope, Hope and Courage face up, Benevolence and Anger face down, and put a Lust aside; `-` is no
character.
"""

import os
from collections import Counter
from functools import cached_property
from typing import Any

import numpy as np

from overseers_env.engine.layout import as_rows
from overseers_env.games.overseers import kernels, stages
from overseers_env.games.overseers.actions import NUM_ACTIONS
from overseers_env.games.overseers.batched import new_states
from overseers_env.games.overseers.cards import DECKS, TRAITS
from overseers_env.games.overseers.characters import CHARACTERS
from overseers_env.games.overseers.notation import decision_text, replay
from overseers_env.games.overseers.observation import OBSERVATION, OBSERVATION_SIZE
from overseers_env.games.overseers.ruleset import Ruleset
from overseers_env.games.overseers.state import VERDICTS

IS_PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""The rules run as plain Python, a hundred times slower: loops play fewer games then."""

INITIALS = "ABLCHG"
SHORT = "discussion_rounds=0 num_rounds=1"


def some(number: int, plain: int) -> int:
    """How many games a loop plays: `number` when compiled, `plain` in plain Python."""
    return plain if IS_PLAIN else number


def counts(cards: str) -> list[int]:
    """Cards by trait: "HHC" is [0, 0, 0, 1, 2, 0]."""
    return [cards.count(initial) for initial in INITIALS]


def cards(of: Any) -> str:
    """Counts by trait as initials, in the order of the traits: [0, 0, 0, 1, 2, 0] is "CHH"."""
    return "".join(initial * int(copies) for initial, copies in zip(INITIALS, of, strict=True))


def named(text: str) -> str:
    """Cards as a record writes them: "HC" is "courage+hope"."""
    return "+".join(TRAITS[INITIALS.index(initial)] for initial in sorted(text, key=INITIALS.index))


class Scripted:
    """A game's record, played when it is looked at; `play` continues it in a new object: one table, many futures."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    @cached_property
    def states(self) -> Any:
        """The game after all lines, (1,). Raises RecordError with the line that is wrong."""
        return replay("\n".join(self.lines))

    def play(self, *lines: str) -> "Scripted":
        """The game after these lines: "P0 vote P1", "* gan hope lust"."""
        return Scripted([*self.lines, *lines])

    def checked(self) -> "Scripted":
        """The same, looked at: raises RecordError with the line that is wrong."""
        assert self.states is not None
        return self

    def before(self, verb: str) -> "Scripted":
        """The game before the first decision with this verb."""
        return Scripted(self.lines[: next(place for place, line in enumerate(self.lines) if f" {verb} " in line)])

    @property
    def state(self) -> Any:
        """The record."""
        return self.states[0]

    @property
    def num_players(self) -> int:
        """How many play."""
        return int(self.lines[2].split()[1])

    @property
    def stage(self) -> str:
        """What is being decided."""
        return stages.STAGE_NAMES[self.state["stage"]]

    @property
    def asked(self) -> list[int]:
        """The seats that must decide."""
        return [seat for seat in range(self.num_players) if int(self.state["pending"]) >> seat & 1]

    @property
    def verdict(self) -> str | None:
        """How the judgment ended."""
        return None if self.state["verdict"] < 0 else VERDICTS[self.state["verdict"]]

    def legal(self, seat: int) -> set[str]:
        """What the seat may do, as a record writes it."""
        return {decision_text(self.state, seat, action) for action in legal_actions(self.states, seat)}

    def value(self, seat: int) -> int:
        """What the seat's table is worth as it lies."""
        return table_values(self.states)[seat]

    def up(self, seat: int) -> str:
        """The seat's face-up cards."""
        return cards(self.state["face_up"][seat])

    def down(self, seat: int) -> str:
        """The seat's face-down cards."""
        return cards(self.state["face_down"][seat])

    @property
    def pile(self) -> str:
        """The discard."""
        return cards(self.state["pile"])

    def scores(self, number: int = 0) -> list[int]:
        """What the seats scored in a round, counted from 0."""
        return [int(one) for one in self.state["round_scores"][number, : self.num_players]]

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the win."""
        returns = np.zeros((1, 6), np.float32)
        kernels.final_returns(self.states, returns)
        return [round(float(one) + 1 / self.num_players, 4) for one in returns[0, : self.num_players]]

    def sight(self, seat: int) -> bytes:
        """All that the seat is shown, observation and mask."""
        return b"".join(part.tobytes() for part in shown(self.states, seat))

    def sees(self, seat: int) -> dict[str, Any]:
        """The seat's observation by piece."""
        return {name: piece.tolist() for name, piece in OBSERVATION.read(shown(self.states, seat)[0]).items()}


def drawn_often(game: Scripted, number: int) -> list[Any]:
    """The records after the chance stage that the game waits for, with as many keys."""
    results = []
    for key in range(number):
        states = game.states.copy()
        states["key"] = (key, 17)
        kernels.draw(states)
        results.append(states[0])
    return results


def shown(states: Any, seat: int) -> tuple[Any, Any]:
    """The observation (OBSERVATION_SIZE,) and the mask (NUM_ACTIONS,) of a seat in a batch of one."""
    seen, mask = np.zeros((1, OBSERVATION_SIZE), np.int8), np.zeros((1, NUM_ACTIONS), np.int8)
    kernels.see_as(states, np.array([seat], np.int8), as_rows(seen), as_rows(mask))
    return seen[0], mask[0]


def legal_actions(states: Any, seat: int) -> list[int]:
    """The ids that a seat of a batch of one may play; none if it is not asked."""
    windows = np.zeros((1, 2), np.int64)
    kernels.legal_windows(states, np.array([seat], np.int8), windows)
    first, bits = (int(number) for number in windows[0])
    return [first + place for place in range(62) if bits >> place & 1]


def table_values(states: Any) -> list[int]:
    """What the six tables of a batch of one are worth."""
    values = np.zeros((1, 6), np.int64)
    kernels.table_values(states, values)
    return [int(one) for one in values[0]]


def worth(table: str, character: str = "-", flattened: str = "") -> int:
    """What these cards are worth on an open table."""
    states = new_states(1, 3, "french")
    states["character"] = -1
    states["face_up"][0, 0] = counts(table)
    states["character"][0, 0] = CHARACTERS.index(character) if character != "-" else -1
    states["mark"] = INITIALS.index(flattened) if flattened else -1
    return table_values(states)[0]


def head(rules: str, num_players: int, leader: int) -> list[str]:
    """How a record begins."""
    return ["# Overseers game record 1", f"rules {rules}", f"players {num_players}", "key ?? ??", f"* leader P{leader}"]


def fill_discards(seats: list[list[str]]) -> None:
    """Give every seat that named no card to put aside one of those that are left, the commonest first."""
    left = Counter(dict(zip(INITIALS, map(int, DECKS[len(seats)]), strict=True)))
    left.subtract("".join("".join(seat) for seat in seats))
    assert min(left.values()) >= 0, f"more cards than the deck has: {left}"
    for seat in seats:
        if len(seat) == 2:
            seat.append(max(INITIALS, key=left.__getitem__))
            left.subtract(seat[2])


def hand_lines(
    tables: list[str],
    rules: str = "french",
    wuming: int | None = None,
    step: int = -1,
    extra: tuple[str, ...] = (),
) -> list[str]:
    """Packs, picks, discards and placement that give every seat its table: `up/down` or `up/down/discard`.

    The card that a seat takes k-th comes from the pack that was dealt k seats to its right (step -1) or left (1).
    extra: lines between the packs and the first pick. Decisions with one legal action are no lines (§14.1).
    """
    seats = [table.split("/") for table in tables]
    fill_discards(seats)
    hands = ["".join(seat) for seat in seats]
    assert all(len(hand) == 6 for hand in hands), hands
    num_players, num_picks = len(hands), 5 if Ruleset.parse(rules).last_card == "leftover" else 6
    packs = ["" for _ in hands]
    for seat, hand in enumerate(hands):
        for pick, card in enumerate(hand):
            packs[(seat + step * min(pick, num_picks - 1)) % num_players] += card
    lines = [packs_line(*packs), *extra]
    for pick in range(num_picks):
        if wuming is not None and pick < num_picks - 1:
            lines.append(f"P{wuming} pass")
        for seat, hand in enumerate(hands):
            origin = (seat + step * pick) % num_players
            if len(set(packs[origin])) > 1:
                lines.append(f"P{seat} draft {named(hand[pick])}")
            packs[origin] = packs[origin].replace(hand[pick], "", 1)
    for seat, hand in enumerate(hands):
        if num_picks == 6 and len(set(hand)) > 1:
            lines.append(f"P{seat} discard down {named(hand[5])}")
    for seat, (up, down, _) in enumerate(seats):
        if len(set(up + down)) > 1:
            lines.append(f"P{seat} hide {named(down)}")
    return lines


def packs_line(*packs: str) -> str:
    """The line that deals these packs."""
    return "* packs " + " ".join(f"P{seat} {named(pack)}" for seat, pack in enumerate(packs))


def characters_line(characters: list[str]) -> str:
    """The line that deals these characters."""
    return "* characters " + " ".join(f"P{seat} {character}" for seat, character in enumerate(characters))


def deal(*seats: str, rules: str = "french", options: str = SHORT, leader: int = 0) -> Scripted:
    """A game whose tables are laid, at its next question: `deal("meixiu HHC/BA", "placer LL/BLC", "liang ABC/HL")`.

    Where no seat has a character the game is played without any (§3.3).
    """
    characters = [seat.split()[0] for seat in seats]
    wuming = characters.index("wuming") if "wuming" in characters else None
    lines = hand_lines([seat.split()[1] for seat in seats], rules, wuming)
    if set(characters) == {"-"}:
        return Scripted([*head(f"{rules} characters=none {options}", len(seats), leader), *lines])
    return Scripted([*head(f"{rules} {options}", len(seats), leader), characters_line(characters), *lines])


def draft(*packs: str, characters: str = "", rules: str = "french", options: str = SHORT, leader: int = 0) -> Scripted:
    """A game with these packs of six before the seats, at its first question."""
    setting, lines = ("", [characters_line(characters.split())]) if characters else (" characters=none", [])
    return Scripted([*head(f"{rules}{setting} {options}", len(packs), leader), *lines, packs_line(*packs)])


def accuse(game: Scripted, accused: int) -> Scripted:
    """Let all vote for a seat, which votes for its left neighbour."""
    votes = [accused] * game.num_players
    votes[accused] = (accused + 1) % game.num_players
    return game.play(*(f"P{seat} vote P{other}" for seat, other in enumerate(votes)))


def deny(game: Scripted, accused: int) -> Scripted:
    """Accuse a seat, which denies."""
    return accuse(game, accused).play(f"P{accused} deny")
