"""The engine and the plain twin, side by side: the same chance, the same decisions, every fact compared."""

import random
from collections import Counter
from typing import Any

import numpy as np

from overseers_env import Ruleset
from overseers_env.engine.layout import as_rows
from overseers_env.games.overseers import kernels, stages
from overseers_env.games.overseers.actions import NUM_ACTIONS, SILENT, TEXTS
from overseers_env.games.overseers.batched import new_states
from overseers_env.games.overseers.cards import TRAITS
from overseers_env.games.overseers.characters import CHARACTERS
from overseers_env.games.overseers.observation import OBSERVATION_SIZE
from overseers_env.games.overseers.state import NOT_YET, VERDICTS
from tests.reference.plain_game import PlainGame

SEATED_VERBS = ("vote", "accuse", "vouch")


def absolute(text: str, seat: int, num_players: int) -> str:
    """An action's text with the seat it names counted from the table: "vote 2" of seat 1 is "vote P3"."""
    verb, _, rest = text.partition(" ")
    if verb not in SEATED_VERBS:
        return text
    return f"{verb} P{(seat + int(rest)) % num_players}"


def cards(counts: Any) -> Counter[str]:
    """Counts by trait id as a Counter by trait name."""
    return Counter({TRAITS[trait]: int(copies) for trait, copies in enumerate(counts) if copies})


class SideBySide:
    """One game in both."""

    def __init__(self, num_players: int, rules: Ruleset, seed: int) -> None:
        self.num_players = num_players
        self.states = new_states(1, num_players, rules)
        seeds = np.array([seed, 7], np.int64)
        kernels.start(self.states, seeds, np.zeros(1, np.int64), np.zeros(1, np.int64))
        self.plain = PlainGame(
            num_players,
            **{
                name: getattr(rules, name)
                for name in (
                    "characters",
                    "last_card",
                    "theft",
                    "liang",
                    "telling",
                    "character_draft",
                    "alternating_direction",
                    "num_rounds",
                    "discussion_rounds",
                )
            },
        )
        self._feed_chance()

    @property
    def state(self) -> Any:
        return self.states[0]

    @property
    def is_over(self) -> bool:
        return bool(self.state["stage"] == stages.GAME_OVER)

    def _feed_chance(self) -> None:
        """Tell the twin what the engine drew: all of it still stands in the record."""
        while (wanted := self.plain.needs_chance()) is not None:
            self.plain.feed(getattr(self, f"_drawn_{wanted[0]}")())

    def _drawn_leader(self) -> int:
        return int(self.state["leader"])

    def _drawn_characters(self) -> list[str]:
        return [CHARACTERS[one] for one in self.state["character"][: self.num_players]]

    def _drawn_laid_out(self) -> list[str]:
        return [CHARACTERS[one] for one in np.flatnonzero(self.state["laid_out"])]

    def _drawn_packs(self) -> list[list[str]]:
        return [sorted(cards(self.state["packs_seen"][seat, 0]).elements()) for seat in range(self.num_players)]

    def _drawn_fushen(self) -> list[str]:
        return [CHARACTERS[one] for one in np.flatnonzero(self.state["offer"])]

    def _drawn_gan(self) -> list[str]:
        return [TRAITS[trait] for trait in self.state["gan_sees"]]

    def _drawn_peek(self) -> list[str]:
        seen = sorted(cards(self.state["peek"]).elements())
        meixiu = list(self.state["character"]).index(CHARACTERS.index("meixiu"))
        is_gan = self.state["character"][self.state["peeked"]] == CHARACTERS.index("gan")
        if is_gan and int(self.state["drawn_known"]) >> meixiu & 1:
            seen.remove(TRAITS[self.state["drawn"]])
            seen.append(TRAITS[self.state["drawn"]] + "*")
        return seen

    def legal(self, seat: int) -> list[int]:
        """Legal action ids of a seat, from the engine."""
        windows = np.zeros((1, 2), np.int64)
        kernels.legal_windows(self.states, np.array([seat], np.int8), windows)
        first, bits = (int(number) for number in windows[0])
        return [first + place for place in range(62) if bits >> place & 1]

    def pending(self) -> dict[int, list[int]]:
        """Legal action ids by pending seat, from the engine."""
        return {seat: self.legal(seat) for seat in range(self.num_players) if int(self.state["pending"]) >> seat & 1}

    def text(self, seat: int, action: int) -> str:
        return absolute(TEXTS[action], seat, self.num_players)

    def act(self, seat: int, action: int) -> None:
        """Play the same in both."""
        assert kernels.play_one(self.states, seat, action)
        self.plain.act(seat, self.text(seat, action))
        self._feed_chance()

    def observation(self, seat: int) -> bytes:
        """What the engine shows the seat: observation and mask."""
        out, mask = np.zeros((1, OBSERVATION_SIZE), np.int8), np.zeros((1, NUM_ACTIONS), np.int8)
        kernels.see_as(self.states, np.array([seat], np.int8), as_rows(out), as_rows(mask))
        return out.tobytes() + mask.tobytes()

    def compare(self) -> None:
        """Every fact, with the name of the first that differs."""
        state, plain, seats = self.state, self.plain, range(self.num_players)
        theirs = {seat: plain.pending()[seat] for seat in sorted(plain.pending())}
        ours = {seat: sorted(self.text(seat, action) for action in legal) for seat, legal in self.pending().items()}
        assert ours == theirs, f"legal at {plain.stage}"
        assert stages.STAGE_NAMES[state["stage"]] == plain.stage
        facts: dict[str, tuple[Any, Any]] = {
            "round": (int(state["round_number"]), plain.round),
            "leader": (int(state["leader"]), plain.leader),
            "was_leader": ([bool(state["was_leader"][seat]) for seat in seats], list(plain.was_leader)),
            "characters": ([self._name(state["character"][seat]) for seat in seats], list(plain.characters)),
            "pile": (cards(state["pile"]), +plain.discard_pile),
            "values": (self._values(), list(plain.values())),
            "flattened": (self._trait(state["mark"]), plain.flattened),
            "altered": (self._trait(state["altered"]) if state["is_stacked"] else None, plain.altered),
            "top": (self._trait(state["top"]) if state["is_stacked"] else None, plain.top),
            "round_scores": (self._round_scores(), [list(row) for row in plain.round_scores]),
            "verdict": (VERDICTS[state["verdict"]] if state["verdict"] != NOT_YET else None, plain.verdict),
            "statements": (self._statements(), [list(row) for row in plain.statements]),
        }
        if plain.stage not in ("vote", "vote tie"):
            facts["accused"] = (None if state["accused"] < 0 else int(state["accused"]), plain.accused)
        if plain.stage not in ("greed tie",):
            facts["thief"] = (None if state["thief"] < 0 else int(state["thief"]), plain.thief)
        if plain.stage not in ("draft", "discard", "placement"):
            facts["hands"] = ([cards(state["hand"][seat]) for seat in seats], [+hand for hand in plain.hands])
            facts["face up"] = ([cards(state["face_up"][seat]) for seat in seats], [+row for row in plain.face_up])
            facts["face down"] = (
                [cards(state["face_down"][seat]) for seat in seats],
                [+row for row in plain.face_down],
            )
        else:
            del facts["values"]
        if plain.stage not in ("discussion",):
            facts["verdicts"] = (self._verdicts(), [list(row) for row in plain.verdicts()])
        for name, (ours_, theirs_) in facts.items():
            assert ours_ == theirs_, f"{name} at {plain.stage}: engine {ours_}, twin {theirs_}"
        assert plain.conserved()
        if self.is_over:
            returns = np.zeros((1, 6), np.float32)
            kernels.final_returns(self.states, returns)
            assert np.allclose(returns[0, : self.num_players] + 1 / self.num_players, plain.win_shares, atol=1e-6)

    def _values(self) -> list[int]:
        values = np.zeros((1, 6), np.int64)
        kernels.table_values(self.states, values)
        return [int(one) for one in values[0, : self.num_players]]

    def _round_scores(self) -> list[list[int]]:
        done = len(self.plain.round_scores)
        return [[int(one) for one in self.state["round_scores"][number, : self.num_players]] for number in range(done)]

    def _statements(self) -> list[list[str | None]]:
        turns = self.state["statements"][self.state["round_number"], : self.state["discussion_rounds"]]
        return [
            [
                None if turn[seat] == NOT_YET else self.text(seat, SILENT + int(turn[seat]))
                for seat in range(self.num_players)
            ]
            for turn in turns
        ]

    def _verdicts(self) -> list[list[bool | None]]:
        turns = self.state["verdicts"][self.state["round_number"], : self.state["discussion_rounds"]]
        return [
            [None if turn[seat] == NOT_YET else bool(turn[seat]) for seat in range(self.num_players)] for turn in turns
        ]

    @staticmethod
    def _trait(trait: Any) -> str | None:
        return None if trait < 0 else TRAITS[trait]

    @staticmethod
    def _name(character: Any) -> str | None:
        return None if character < 0 else CHARACTERS[character]


def play_both(num_players: int, rules: Ruleset, seed: int) -> SideBySide:
    """A random game, compared at every decision; pending seats commit in random order."""
    dice, game = random.Random(seed), SideBySide(num_players, rules, seed)
    while not game.is_over:
        game.compare()
        pending = game.pending()
        seat = dice.choice(sorted(pending))
        game.act(seat, dice.choice(pending[seat]))
    game.compare()
    return game


def play_variation(num_players: int, rules: Ruleset, seed: int, deviation: int, sights: "Sights") -> int:
    """The seed's game with another choice at decision number `deviation` and, where possible, the same ones elsewhere.

    Two variations often differ in one hidden thing only, which is where a leak or a gap in memory would show.
    Returns how many decisions there were.
    """
    game, number = SideBySide(num_players, rules, seed), 0
    asked: Counter[tuple[int, int, int]] = Counter()
    while not game.is_over:
        sights.note(game)
        pending = game.pending()
        seat = min(pending)
        moment = (int(game.state["round_number"]), int(game.state["stage"]), seat)
        asked[moment] += 1
        luck = random.Random(f"{seed} {moment} {asked[moment]}").random()
        if number == deviation:
            luck = random.Random(f"{seed} {deviation} deviates").random()
        game.act(seat, pending[seat][int(luck * len(pending[seat]))])
        number += 1
    sights.note(game)
    return number


class Sights:
    """Perfect recall and no leak: what the engine shows a seat and what the seat has seen determine each other (§13)."""

    def __init__(self) -> None:
        self._sight_of: dict[tuple[int, bytes], str] = {}
        self._bytes_of: dict[str, bytes] = {}

    def note(self, game: SideBySide) -> None:
        for seat in range(game.num_players):
            shown = game.observation(seat)
            sight = repr((game.plain.sight(seat), game.plain.pending().get(seat)))
            assert self._sight_of.setdefault((seat, shown), sight) == sight, "two sights, one observation: it forgets"
            assert self._bytes_of.setdefault(sight, shown) == shown, "one sight, two observations: it leaks"

    def __len__(self) -> int:
        return len(self._sight_of)
