"""The end of a round: Showdown, Greed and Scoring (§8 to §10)."""

from __future__ import annotations

from collections import Counter

from tests.reference.plain_rules import in_order, ways_to_take
from tests.reference.plain_state import Flow, State, ask, ask_cards, ask_seat


def showdown(game: State) -> Flow:
    """§8."""
    reveal(game)
    if game.verdict == "admitted":
        return  # §8.2
    accused = game.accused
    assert accused is not None
    values = game.values()
    highest = [seat for seat in game.seats if values[seat] == max(values)]
    if highest == [accused]:  # §8.3
        game.verdict = "guilty"
        yield from penalty(game, accused)
    elif accused not in highest:  # §8.4
        game.verdict = "innocent"
        yield from compensation(game, accused)
    else:  # §8.5
        answer = yield from ask("showdown tie", game.the_leader(), ["penalise", "spare"])
        game.memory.tell_all("tie", answer)
        if answer == "penalise":
            game.verdict = "tied-penalised"
            yield from penalty(game, accused)
        else:
            game.verdict = "tied-spared"


def reveal(game: State) -> None:
    """All cards are turned up, known as what they are; the flattened trait is public (§6.2, §8.1, §13.2, §15.3)."""
    for seat in game.seats:
        table = game.tables[seat]
        table.open_up()
        game.memory.tell_all(
            "table",
            seat,
            tuple(in_order(table.printed().elements())),
            ("altered", table.altered),
            ("top", table.top),
            ("drawn", table.drawn),
        )
    game.memory.tell_all("flattened", game.flattened)


def penalty_pairs(game: State, accused: int) -> list[tuple[str, ...]]:
    """The pairs of cards whose removal together lowers the value most (§8.3)."""
    table = game.tables[accused]
    left_by = {}
    for pair in ways_to_take(table.cards(), 2):
        rest = table.copy()
        rest.remove(pair)
        left_by[pair] = game.value(accused, rest)
    lowest = min(left_by.values())
    return [pair for pair, left in left_by.items() if left == lowest]


def penalty(game: State, accused: int) -> Flow:
    """The accused loses one of those pairs (§8.3)."""
    names = yield from ask_cards("penalty", accused, penalty_pairs(game, accused))
    game.discard_pile += Counter(game.tables[accused].remove(names))
    game.memory.tell_all("penalty", *names)


def compensation(game: State, accused: int) -> Flow:
    """The wrongly accused looks through the discard and takes a card, shown to all (§8.4)."""
    game.memory.tell(accused, "pile", *in_order(game.discard_pile.elements()))
    traits = sorted(set(game.discard_pile.elements()))
    answer = yield from ask("compensation", accused, [f"draft {trait}" for trait in traits])
    trait = answer.removeprefix("draft ")
    game.discard_pile -= Counter([trait])
    game.tables[accused].rows["up"][trait] += 1
    game.memory.tell_all("compensation", trait)


def greed(game: State) -> Flow:
    """§9."""
    collector = game.holder("collector")
    if collector is not None:  # §9.1
        number = game.discard_pile["greed"]
        game.discard_pile["greed"] = 0
        game.tables[collector].rows["up"]["greed"] += number
        game.memory.tell_all("collector takes", number)

    counts = [game.greed(seat) for seat in game.seats]  # §9.2
    if max(counts) == 0:
        return
    most = [seat for seat in game.seats if counts[seat] == max(counts)]
    thief = most[0]
    if len(most) > 1:
        thief = yield from ask_seat("greed tie", game.the_leader(), most)
    game.thief = thief
    game.memory.tell_all("thief", thief)
    yield from theft(game, thief)


def theft(game: State, thief: int) -> Flow:
    """The thief names a seat, which gives it a card (§9.2, §9.3)."""
    can_be_named = [seat for seat in game.others(thief) if game.characters[seat] != "collector"]
    options = [f"vote P{seat}" for seat in can_be_named]
    if game.rules.theft == "may":
        options.append("pass")
    answer = yield from ask("theft", thief, options)
    game.memory.tell_all("theft", answer)
    if answer == "pass":
        return
    victim = int(answer.removeprefix("vote P"))
    table = game.tables[victim]
    names = yield from ask_cards("gift", victim, ways_to_take(table.cards(), 1))
    (trait,) = table.remove(names)
    game.tables[thief].rows["up"][trait] += 1
    game.memory.tell_all("gift", *names)


def scoring(game: State) -> Flow:
    """§10.1 to §10.3."""
    scores = game.values()
    liang = game.holder("liang")
    if liang is not None:
        target = yield from ask_seat("liang", liang, game.others(liang))
        game.memory.tell_all("liang", target)
        if game.rules.liang == "steal":
            points = min(4, scores[target])
            scores[target] -= points
            scores[liang] += points
        else:
            scores[target] = max(0, scores[target] - game.tables[target].printed().total())
    game.round_scores.append(scores)
    game.memory.tell_all("scores", *scores)


def next_leader(game: State) -> Flow:
    """The lowest round score leads next round (§10.4)."""
    scores = game.round_scores[-1]
    lowest = [seat for seat in game.seats if scores[seat] == min(scores)]
    leader = lowest[0]
    if len(lowest) > 1:
        leader = yield from ask_seat("leader tie", game.the_leader(), lowest)
    game.name_leader(leader)
