"""The middle of a round: the powers of the Vote, the discussion, the vote and the judgment (§6, §7, §11)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.reference.plain_rules import BUCKETS, TRAITS, ways_to_take
from tests.reference.plain_sight import given_up
from tests.reference.plain_state import Chance, Decision, Flow, State, ask, ask_cards, ask_seat


def public_name(name: str) -> str:
    """A card turned sideways as others see it: no trait of a face-down one (§6.2, §6.5)."""
    return "down" if name.startswith("down ") else name


def yanmei(game: State) -> Flow:
    """§6.2, §15.4."""
    seat = game.holder("yanmei")
    if seat is None:
        return
    table = game.tables[seat]
    (card,) = yield from ask_cards("yanmei", seat, ways_to_take(table.cards(), 1))
    table.marked = table.place(card)
    game.flattened = table.marked[1]
    game.memory.tell_all("marked", public_name(card))


def gan(game: State) -> Flow:
    """§6.3."""
    seat = game.holder("gan")
    if seat is None:
        return

    def possible(value: Any) -> bool:
        return len(value) == 2 and Counter(value) <= game.discard_pile

    two = yield Chance("gan", possible)
    game.memory.tell(seat, "gan drew", *sorted(two))
    answer = yield from ask("gan", seat, [f"draft {trait}" for trait in sorted(set(two))])
    trait = answer.removeprefix("draft ")
    game.discard_pile -= Counter([trait])
    game.tables[seat].rows["down"][trait] += 1
    game.tables[seat].drawn = ("down", trait)


def meixiu(game: State) -> Flow:
    """§6.4."""
    seat = game.holder("meixiu")
    if seat is None:
        return
    target = yield from ask_seat("meixiu", seat, game.others(seat))
    game.looked_at = target
    game.memory.tell_all("looks at", target)
    hidden = game.tables[target].hidden()
    seen = hidden
    if len(hidden) > 2:

        def possible(value: Any) -> bool:
            return len(value) == 2 and Counter(value) <= Counter(hidden)

        seen = yield Chance("peek", possible)
    game.memory.tell(seat, "saw", *sorted(seen))


def nuying(game: State) -> Flow:
    """§6.5, §15.4."""
    seat = game.holder("nuying")
    if seat is None:
        return
    table = game.tables[seat]
    (turned,) = yield from ask_cards("nuying", seat, ways_to_take(table.cards(), 1))
    rest = table.cards()
    rest.remove(turned)
    (top,) = yield from ask_cards("nuying top", seat, ways_to_take(rest, 1))
    table.stack(turned, top)
    game.memory.tell_all("laid", public_name(turned), "under", public_name(top))


def discussion(game: State) -> Flow:
    """Turns of statements, clockwise from the Leader (§11)."""
    for turn in range(game.rules.discussion_rounds):
        for seat in game.clockwise_from(game.the_leader()):
            text = yield from ask("discussion", seat, possible_statements(game, seat))
            game.statements[turn][seat] = text
            game.statement_verdicts[turn][seat] = statement_verdict(game, seat, text)
            game.memory.tell_all("says", seat, text)


def possible_statements(game: State, seat: int) -> list[str]:
    """What this seat may say (§11)."""
    texts = ["silent"]
    texts += [f"accuse P{other}" for other in game.others(seat)]
    texts += [f"vouch P{other}" for other in game.others(seat)]
    texts += [f"hold {trait}" for trait in TRAITS]
    texts += [f"bucket {bucket}" for bucket in BUCKETS]
    if game.characters[seat] == "meixiu" and game.rules.telling:
        texts += [f"seen {trait}" for trait in TRAITS]
    return texts


def statement_verdict(game: State, seat: int, text: str) -> bool | None:
    """Whether the statement is true; for an accusation, whether it hits a highest table (§11, §15.8).

    The tables do not change between the discussion and the vote.
    """
    if text == "silent":
        return None
    kind, about = text.split()
    values = game.values()
    if kind == "accuse":
        return values[int(about[1:])] == max(values)
    if kind == "vouch":
        return values[int(about[1:])] < max(values)
    if kind == "bucket":
        lowest, highest = BUCKETS[about]
        return lowest <= values[seat] <= highest
    owner: int | None = seat
    if kind == "seen":
        owner = game.looked_at
    assert owner is not None
    return game.tables[owner].rows["down"][about] > 0


def vote(game: State) -> Flow:
    """§6.6, §6.7."""
    answers = yield Decision(
        "vote", {seat: [(f"vote P{other}",) for other in game.others(seat)] for seat in game.seats}
    )
    votes = [int(answers[seat][0].removeprefix("vote P")) for seat in game.seats]
    game.memory.tell_all("votes", *votes)
    counts = [votes.count(seat) for seat in game.seats]
    most = [seat for seat in game.seats if counts[seat] == max(counts)]
    game.accused = most[0]
    if len(most) > 1:
        game.accused = None
        game.accused = yield from ask_seat("vote tie", game.the_leader(), most)
    game.memory.tell_all("accused", game.accused)


def judgment(game: State) -> Flow:
    """§7.1."""
    accused = game.accused
    assert accused is not None
    answer = yield from ask("judgment", accused, ["admit", "deny"])
    game.memory.tell_all("judgment", answer)
    if answer == "deny":
        return
    game.verdict = "admitted"
    table = game.tables[accused]
    marked_before, drawn_before = table.marked, table.drawn
    names = yield from ask_cards("admission", accused, ways_to_take(table.cards(), 2))
    game.discard_pile += Counter(table.remove(names))
    game.memory.tell_all(
        "gave up",
        *given_up(names),
        ("the marked card left", table.marked != marked_before),
        ("the drawn card left", table.drawn != drawn_before),
    )
