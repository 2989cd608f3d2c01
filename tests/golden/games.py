"""Golden games: fixed games as text, with what every seat sees of every decision, to be read in review.

A seat's view is told piece by piece, and after the first time only the pieces that have changed; `-` is a piece that
became zero. Seats in a view are counted from the viewer: `me`, `+1` is the left neighbour. A number follows where it is
not 1. `may` lists a seat's legal actions when it is asked, or has others than before.
"""

from itertools import product
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from overseers_env import OBSERVATION, Ruleset
from overseers_env.games.overseers import kernels
from overseers_env.games.overseers.actions import BUCKETS, TEXTS
from overseers_env.games.overseers.batched import new_states
from overseers_env.games.overseers.cards import TRAITS
from overseers_env.games.overseers.characters import CHARACTERS
from overseers_env.games.overseers.notation import write_record
from overseers_env.games.overseers.stages import DECISION_STAGES, STAGE_NAMES
from overseers_env.games.overseers.state import VERDICTS
from tests.engine.tables import legal_actions, shown
from tests.engine.walks import asked_of, is_over

FOLDER = Path(__file__).parent

GAMES: dict[str, tuple[int, Ruleset, int]] = {
    **{
        f"{edition}_{n}": (n, Ruleset(edition, num_rounds=2), n)
        for edition, n in product(("french", "english"), range(3, 7))
    },
    "character_draft": (4, Ruleset(num_rounds=2, character_draft=True), 86),
    "alternating": (3, Ruleset("english", num_rounds=2, alternating_direction=True, discussion_rounds=0), 1),
    "no_characters": (4, Ruleset(num_rounds=2, characters="none"), 1),
    "two_turns_of_talk": (4, Ruleset(num_rounds=1, discussion_rounds=2), 1),
}
"""Name: number of players, rules, seed."""

NUMBERS = tuple(map(str, range(6)))
SEATS = ("me", "+1", "+2", "+3", "+4", "+5")
SETTINGS = (
    "leftover",
    "may pass",
    "penalty",
    "may tell",
    "characters",
    "character draft",
    "alternating",
    "talks",
    "rounds",
)
SAID = (*SEATS, *(f"hold {trait}" for trait in TRAITS), *BUCKETS, *(f"seen {trait}" for trait in TRAITS))
KINDS = (*(f"up {trait}" for trait in TRAITS), *(f"down {trait}" for trait in TRAITS), "altered", "top")
FACINGS = ("face up", "face down")
AXES: dict[str, tuple[tuple[str, ...], ...]] = {
    "players": (("3", "4", "5", "6"),),
    "rules": (SETTINGS,),
    "round": (("1", "2", "3", "4"),),
    "stage": ((*(STAGE_NAMES[stage] for stage in DECISION_STAGES), "game over"),),
    "asked": (SEATS,),
    "leader": (SEATS,),
    "was_leader": (SEATS,),
    "scores": (("1", "2", "3", "4"), SEATS),
    "characters": (SEATS, CHARACTERS),
    "was_fushen": (SEATS,),
    "offer": (CHARACTERS,),
    "laid_out": (CHARACTERS,),
    "choice_order": (SEATS,),
    "packs": (NUMBERS, TRAITS),
    "picks": (NUMBERS, TRAITS),
    "double_pick": (NUMBERS,),
    "discarded": (TRAITS,),
    "hand": (TRAITS,),
    "rows": (SEATS, TRAITS),
    "hidden": (TRAITS,),
    "num_hidden": (SEATS,),
    "tables": (SEATS, TRAITS),
    "mark": ((*TRAITS, *FACINGS),),
    "gan": ((*TRAITS, "has drawn"),),
    "drawn": (TRAITS,),
    "peeked": (SEATS,),
    "peek": (TRAITS,),
    "altered": ((*TRAITS, *FACINGS),),
    "top": ((*TRAITS, *FACINGS),),
    "chosen": (KINDS,),
    "statements": (("turn 1", "turn 2"), SEATS, SAID),
    "votes": (SEATS, SEATS),
    "accused": (SEATS,),
    "denied": (("yes",),),
    "verdict": (VERDICTS,),
    "given_up": ((*TRAITS, "face down", "marked", "drawn", "altered", "top"),),
    "i_gave_up": (TRAITS,),
    "penalty": ((*TRAITS, "altered", "top"),),
    "compensation": (TRAITS,),
    "pile_seen": (TRAITS,),
    "collected": (("greed",),),
    "thief": (SEATS,),
    "robbed": (SEATS,),
    "stolen": ((*TRAITS, "altered", "top"),),
    "liang": (SEATS,),
}
"""What the places of a piece are called, axis by axis."""


def told(piece: Any, axes: tuple[tuple[str, ...], ...]) -> str:
    """The numbers of a piece that are not 0, in words: "hope 2, greed", "me: hope 2; +1: greed"."""
    if len(axes) > 1:
        rows = ((name, told(row, axes[1:])) for name, row in zip(axes[0], piece, strict=True))
        return "; ".join(f"{name}: {row}" for name, row in rows if row != "-") or "-"
    entries = (
        f"{name} {value}" if value != 1 else name for name, value in zip(axes[0], piece.tolist(), strict=True) if value
    )
    return ", ".join(entries) or "-"


def choose(name: str, number: int, choices: list[int]) -> int:
    """The fixed policy: a hash decides."""
    return choices[crc32(f"{name} {number}".encode()) % len(choices)]


class Golden:
    """One golden game, played and told."""

    def __init__(self, name: str) -> None:
        self.num_players, rules, seed = GAMES[name]
        self.name, self.decisions, self.lines = name, [], []
        self.stages: set[str] = set()
        self._seen: dict[tuple[int, str], str] = {}
        self._legal: dict[int, str] = {}
        self.states = new_states(1, self.num_players, rules)
        kernels.start(self.states, np.array([seed, 0], np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64))
        self._tell()
        while not is_over(self.states):
            self._play()

    @property
    def text(self) -> str:
        """The record, then the decisions again with what each seat sees of them."""
        return "\n".join([write_record(self.states[0], self.decisions), *self.lines, ""])

    def _play(self) -> None:
        number = len(self.decisions)
        seat = choose(f"{self.name} seat", number, asked_of(self.states))
        action = choose(self.name, number, legal_actions(self.states, seat))
        self.stages.add(STAGE_NAMES[self.states["stage"][0]])
        self.lines.append(f"\n{number + 1}. P{seat} {TEXTS[action]}")
        self.decisions.append((seat, action))
        assert kernels.play_one(self.states, seat, action)
        self._tell()

    def _tell(self) -> None:
        for seat in range(self.num_players):
            seen, mask = shown(self.states, seat)
            changes = []
            for name, piece in OBSERVATION.read(seen).items():
                text = told(piece, AXES[name])
                if text != self._seen.get((seat, name), "-"):
                    changes.append(f"{name} {text}")
                self._seen[seat, name] = text
            if changes:
                self.lines.append(f"P{seat} sees " + " | ".join(changes))
            self._tell_mask(seat, ", ".join(TEXTS[action] for action in np.flatnonzero(mask)))

    def _tell_mask(self, seat: int, legal: str) -> None:
        if legal not in (self._legal.get(seat), "no-op"):
            self.lines.append(f"P{seat} may {legal}")
        self._legal[seat] = legal


def path_of(name: str) -> Path:
    """Where a golden game is kept."""
    return FOLDER / f"{name}.txt"
