"""Ruleset: an edition and whatever is set beside it, frozen and validated (§1.2, §1.3)."""

from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any

EDITIONS = {
    "french": {"characters": "french", "last_card": "discard", "theft": "must", "liang": "steal", "telling": True},
    "english": {"characters": "english", "last_card": "leftover", "theft": "may", "liang": "penalty", "telling": False},
}
ALLOWED: dict[str, tuple[Any, ...]] = {
    "edition": tuple(EDITIONS),
    "characters": ("french", "english", "none"),
    "last_card": ("discard", "leftover"),
    "theft": ("must", "may"),
    "liang": ("steal", "penalty"),
    "telling": (True, False),
    "discussion_rounds": (0, 1, 2),
    "num_rounds": (1, 2, 3, 4),
    "character_draft": (True, False),
    "alternating_direction": (True, False),
}


@dataclass(frozen=True)
class Ruleset:
    """What is played. A field left at None takes the edition's value.

    Raises ValueError for a value that is not allowed, naming the allowed ones.
    """

    edition: str = "french"
    characters: str | None = None
    """Which characters are dealt (§3): "french" 11, "english" 9, "none" (§3.3)."""
    last_card: str | None = None
    """§4.4: "discard" = 6 picks and a chosen discard, "leftover" = 5 picks and the card left over."""
    theft: str | None = None
    """§9.2: the thief "must" rob a seat, or "may"."""
    liang: str | None = None
    """§10.2: Liang "steal"s 4 points, or a seat pays a "penalty" of 1 a card."""
    telling: bool | None = None
    """§11: may Meixiu say what she saw."""
    discussion_rounds: int = 1
    """§11: statements a seat makes before each vote, 0 to 2."""
    num_rounds: int = 3
    """§1.3: 1 to 4."""
    character_draft: bool = False
    """§3.2."""
    alternating_direction: bool = False
    """§4.3."""

    def __post_init__(self) -> None:
        self._check("edition")
        for name, value in EDITIONS[self.edition].items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, value)
        for field in fields(self):
            self._check(field.name)
        if self.character_draft and self.characters == "none":
            raise ValueError("Ruleset: character_draft=True needs characters; allowed with characters='none' is False")

    def _check(self, name: str) -> None:
        value, allowed = getattr(self, name), ALLOWED[name]
        if not any(value == choice and type(value) is type(choice) for choice in allowed):
            raise ValueError(f"Ruleset: {name}={value!r} is not allowed; allowed: {', '.join(map(repr, allowed))}")

    def text(self) -> str:
        """The edition and all that differs from it: `french discussion_rounds=0`."""
        plain = Ruleset(self.edition)
        differing = (field.name for field in fields(self) if getattr(self, field.name) != getattr(plain, field.name))
        return " ".join([self.edition, *(f"{name}={getattr(self, name)}" for name in differing)])

    @staticmethod
    def parse(text: str) -> "Ruleset":
        """The ruleset that `text()` wrote; raises ValueError for an unknown name or value."""
        edition, *settings = text.split()
        return as_ruleset(edition, **dict(_setting(setting) for setting in settings))


def _setting(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    for choice in ALLOWED.get(name, ()):
        if str(choice) == value:
            return name, choice
    return name, value


def as_ruleset(rules: "str | Ruleset", **changes: Any) -> Ruleset:
    """`rules` as a Ruleset: the name of an edition with `changes`, or a Ruleset as it is.

    Raises ValueError for an unknown edition or setting, naming the nearest known one and the allowed ones.
    """
    if isinstance(rules, Ruleset):
        if changes:
            raise ValueError(f"a Ruleset is complete; {', '.join(changes)} can be changed with dataclasses.replace")
        return rules
    if not isinstance(rules, str):
        raise ValueError(f"rules={rules!r} is not allowed; allowed: {', '.join(map(repr, EDITIONS))} or a Ruleset")
    for name in changes:
        if name not in ALLOWED:
            near = get_close_matches(name, ALLOWED, n=1)
            hint = f", did you mean {near[0]!r}?" if near else ""
            raise ValueError(f"Ruleset has no {name!r}{hint}; it has: {', '.join(ALLOWED)}")
    return Ruleset(rules, **changes)
