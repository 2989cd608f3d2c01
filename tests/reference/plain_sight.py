"""What each seat remembers of the round: §13, with perfect recall."""

from __future__ import annotations

from typing import Any

Event = tuple[Any, ...]


class Memory:
    """A list per seat of everything it saw or did since the round began."""

    def __init__(self, num_players: int) -> None:
        self.seen: list[list[Event]] = [[] for _ in range(num_players)]

    def new_round(self, carried_over: list[Event]) -> None:
        """Forget the last round; only what is public of the game remains (§2.4)."""
        for seat in range(len(self.seen)):
            self.seen[seat] = [*carried_over, ("me", seat)]

    def tell(self, seat: int, *event: Any) -> None:
        """This seat alone sees something, or does it."""
        self.seen[seat].append(event)

    def tell_all(self, *event: Any) -> None:
        """Everybody sees something."""
        for events in self.seen:
            events.append(event)


def now(stage: str, asked: list[int], seat: int) -> Event:
    """What is publicly going on, as this seat sees it: the stage, and whose turn it is unless it is everybody's."""
    whose_turn = asked[0] if len(asked) == 1 else None
    if stage == "nuying top" and whose_turn != seat:
        stage = "nuying"  # §15.4: others see both cards at once
    return ("now", stage, whose_turn)


def given_up(names: list[str]) -> tuple[str, ...]:
    """Cards discarded by one who admits, as others see them: no trait of a face-down one (§13.3)."""
    return tuple(sorted("down" if name.startswith("down ") else name for name in names))
