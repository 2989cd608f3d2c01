"""The tables of the rules and the arithmetic of a card table: §1, §3.1, §8.1 and §10.1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

# §1.1: a trait's place in this list is its id.
TRAITS = ["anger", "benevolence", "lust", "courage", "hope", "greed"]

DECKS = {  # §1.1, by number of players
    3: [3, 4, 5, 5, 5, 3],
    4: [3, 4, 5, 5, 5, 3],
    5: [4, 6, 6, 6, 6, 4],
    6: [5, 6, 7, 7, 7, 4],
}

POINTS_EACH = {"anger": 6, "benevolence": 4, "lust": 3, "greed": 2}  # §1.1
SET_POINTS = {"courage": [0, 2, 10, 18], "hope": [0, 0, 6, 21]}  # §1.1: three or more count as three
FLATTENED_POINTS = 5  # §6.2
MEIXIU_BONUS = 3  # §6.4

FRENCH_CHARACTERS = [  # §3.1
    "fushen", "wuming", "placer", "yanmei", "gan", "meixiu", "nuying", "virtuous", "suyin", "collector", "liang",
]  # fmt: skip
CHARACTERS = {  # §1.2
    "french": FRENCH_CHARACTERS,
    "english": [name for name in FRENCH_CHARACTERS if name not in ("fushen", "wuming")],
    "none": [],  # §3.3
}

BUCKETS = {  # §11: first and last value of each
    "0-9": (0, 9),
    "10-14": (10, 14),
    "15-19": (15, 19),
    "20-24": (20, 24),
    "25+": (25, 1000),
}


@dataclass(frozen=True)
class Rules:
    """What §1.2, §3.2, §3.3, §4.3 and §11 leave open."""

    characters: str
    last_card: str
    theft: str
    liang: str
    telling: bool
    character_draft: bool
    alternating_direction: bool
    num_rounds: int
    discussion_rounds: int

    def check(self) -> None:
        """Raise ValueError for rules that do not exist."""
        allowed: list[tuple[object, Sequence[object]]] = [
            (self.characters, ["english", "french", "none"]),
            (self.last_card, ["discard", "leftover"]),
            (self.theft, ["must", "may"]),
            (self.liang, ["steal", "penalty"]),
            (self.num_rounds, [1, 2, 3, 4]),  # §1.3
            (self.discussion_rounds, [0, 1, 2]),  # §15.11
        ]
        for value, values in allowed:
            if value not in values:
                raise ValueError(f"{value!r} is none of {values}")


def full_deck(num_players: int) -> Counter[str]:
    """The traits of a game of so many players (§1.1)."""
    return Counter(dict(zip(TRAITS, DECKS[num_players], strict=True)))


def in_order(traits: Iterable[str]) -> list[str]:
    """The cards in trait order, as ids go."""
    return sorted(traits, key=TRAITS.index)


def ways_to_take(cards: Sequence[str], number: int) -> list[tuple[str, ...]]:
    """Every different way to name so many of the cards, in the order in which they are listed (§15.1)."""
    return sorted(set(combinations(cards, number)))


def worth(traits: Counter[str], character: str | None, flattened: str | None) -> int:
    """The value of a table whose cards count as these traits (§8.1, §10.1).

    `flattened` is the trait Yanmei flattened, and matters only if `character` is Yanmei (§6.2).
    """
    total = 0
    for trait in TRAITS:
        number = traits[trait]
        if character == "yanmei" and trait == flattened:
            total += FLATTENED_POINTS * number
        elif trait in SET_POINTS:
            total += SET_POINTS[trait][min(number, 3)]
        else:
            total += POINTS_EACH[trait] * number
    if character == "meixiu":
        total += MEIXIU_BONUS  # §6.4
    if character == "virtuous":
        total += traits["courage"] + traits["hope"]  # §8.6
    if character == "suyin":
        total += 2 * traits["anger"]  # §3.1
    return total


def win_shares(totals: list[int], was_leader: list[bool]) -> list[float]:
    """Who wins, and in which part (§10.5)."""
    winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
    never_leader = [seat for seat in winners if not was_leader[seat]]
    if never_leader:
        winners = never_leader
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(totals))]
