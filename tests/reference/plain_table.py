"""The cards in front of one seat: two rows, and what lies turned, marked or drawn among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.reference.plain_rules import TRAITS


class Table:
    """One seat's cards on the table.

    Every card is in `rows`, under its printed trait. Nuying's altered card and the card on top of it (§6.5), Yanmei's
    marked card (§6.2) and the card Gan drew (§6.3) are cards of those rows, noted besides.
    """

    def __init__(self) -> None:
        self.rows: dict[str, Counter[str]] = {"up": Counter(), "down": Counter()}
        self.altered: tuple[str, str] | None = None  # (row, trait) of each
        self.top: tuple[str, str] | None = None
        self.marked: tuple[str, str] | None = None
        self.drawn: tuple[str, str] | None = None

    def copy(self) -> Table:
        """The same table once more, to try a removal on."""
        twin = Table()
        twin.rows = {"up": Counter(self.rows["up"]), "down": Counter(self.rows["down"])}
        twin.altered, twin.top, twin.marked, twin.drawn = self.altered, self.top, self.marked, self.drawn
        return twin

    def printed(self) -> Counter[str]:
        """All cards by their printed trait."""
        return self.rows["up"] + self.rows["down"]

    def counted(self) -> Counter[str]:
        """All cards by the trait they count as: the altered one as the card on top of it (§6.5)."""
        traits = self.printed()
        if self.altered is not None and self.top is not None:
            traits[self.altered[1]] -= 1
            traits[self.top[1]] += 1
        return +traits

    def cards(self) -> list[str]:
        """All cards by name, in the order of §15.1: face up, face down, altered, top; plain ones as 'up hope'."""
        names = []
        for row in ("up", "down"):
            plain = Counter(self.rows[row])
            for stacked in (self.altered, self.top):
                if stacked is not None and stacked[0] == row:
                    plain[stacked[1]] -= 1
            for trait in TRAITS:
                names += [f"{row} {trait}"] * plain[trait]
        if self.altered is not None:
            names += ["altered", "top"]
        return names

    def hidden(self) -> list[str]:
        """The face-down cards as one who looks at them sees them: a marked or drawn one bears a star (§6.4)."""
        names = list(self.rows["down"].elements())
        for special in (self.marked, self.drawn):
            if special is not None and special[0] == "down":
                names.remove(special[1])
                names.append(special[1] + "*")
        return sorted(names)

    def place(self, name: str) -> tuple[str, str]:
        """The row and the printed trait of the card of this name."""
        if name == "altered":
            assert self.altered is not None
            return self.altered
        if name == "top":
            assert self.top is not None
            return self.top
        row, trait = name.split()
        return row, trait

    def remove(self, names: Sequence[str]) -> list[str]:
        """Take these cards off together; their printed traits (§15.1, §15.2)."""
        places = [self.place(name) for name in names]
        for row, trait in places:
            assert self.rows[row][trait] > 0
            self.rows[row][trait] -= 1
        if "altered" in names or "top" in names:  # §15.2: the other of the two is a plain card
            self.altered = self.top = None
        # §15.2: the marked or drawn card leaves after all others of its trait in its row.
        if self.marked is not None and self.rows[self.marked[0]][self.marked[1]] == 0:
            self.marked = None
        if self.drawn is not None and self.rows[self.drawn[0]][self.drawn[1]] == 0:
            self.drawn = None
        return [trait for _, trait in places]

    def stack(self, turned: str, top: str) -> None:
        """Nuying lays the turned card face down under the top one (§6.5)."""
        row, trait = self.place(turned)
        top_place = self.place(top)
        self.rows[row][trait] -= 1
        self.rows["down"][trait] += 1
        self.altered, self.top = ("down", trait), top_place

    def open_up(self) -> None:
        """Turn every card face up (§8.1, §15.3)."""
        self.rows = {"up": self.printed(), "down": Counter()}
        self.altered, self.top, self.marked, self.drawn = (
            None if special is None else ("up", special[1])
            for special in (self.altered, self.top, self.marked, self.drawn)
        )
