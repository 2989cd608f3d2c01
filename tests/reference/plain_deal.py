"""The first half of a round: Deal, Draft and Placement (§3 to §5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.reference.plain_rules import CHARACTERS, full_deck, in_order, ways_to_take
from tests.reference.plain_state import Chance, Decision, Flow, State, ask, ask_seat


def are_different(names: Any, number: int, known: list[str]) -> bool:
    """Whether these are so many different names of those known."""
    return len(names) == number and len(set(names)) == number and set(names) <= set(known)


def deal_characters(game: State) -> Flow:
    """§3.1; or the variants §3.2 and §3.3."""
    if game.rules.characters == "none":
        return
    if game.rules.character_draft and game.round >= 1:
        yield from draft_characters(game)
        return
    known = CHARACTERS[game.rules.characters]
    names = yield Chance("characters", lambda value: are_different(value, game.num_players, known))
    game.characters = list(names)
    game.memory.tell_all("characters", *names)


def draft_characters(game: State) -> Flow:
    """§3.2, §15.6."""
    known = CHARACTERS[game.rules.characters]
    names = yield Chance("laid_out", lambda value: are_different(value, game.num_players + 1, known))
    lying_open = sorted(names)
    game.memory.tell_all("laid out", *lying_open)
    last_scores = game.round_scores[-1]
    still_to_choose = list(game.seats)
    while still_to_choose:
        lowest = min(last_scores[seat] for seat in still_to_choose)
        equal = [seat for seat in still_to_choose if last_scores[seat] == lowest]
        seat = equal[0]
        if len(equal) > 1:
            seat = yield from ask_seat("character tie", game.the_leader(), equal)
            game.memory.tell_all("chooses next", seat)
        answer = yield from ask("character choice", seat, [f"become {name}" for name in lying_open])
        game.memory.tell_all("seat", seat, answer)
        name = answer.removeprefix("become ")
        game.characters[seat] = name
        lying_open.remove(name)
        still_to_choose.remove(seat)


def deal_packs(game: State) -> Flow:
    """Six traits to each; the rest is set aside unseen (§4.1)."""
    deck = full_deck(game.num_players)

    def possible(value: Any) -> bool:
        dealt = Counter(trait for pack in value for trait in pack)
        return len(value) == game.num_players and all(len(pack) == 6 for pack in value) and dealt <= deck

    packs = yield Chance("packs", possible)
    for seat in game.seats:
        game.packs[seat] = Counter(packs[seat])
        game.set_aside -= Counter(packs[seat])
    look_at_packs(game)


def look_at_packs(game: State) -> None:
    """Each seat sees the pack before it."""
    for seat in game.seats:
        game.memory.tell(seat, "pack", *in_order(game.packs[seat].elements()))


def fushen(game: State) -> Flow:
    """Fushen becomes one of three undealt characters (§3.1, §15.5)."""
    seat = game.holder("fushen")
    if seat is None:
        return
    not_held = [name for name in CHARACTERS[game.rules.characters] if name not in game.characters]
    names = yield Chance("fushen", lambda value: are_different(value, 3, not_held))
    game.memory.tell(seat, "fushen drew", *sorted(names))
    answer = yield from ask("fushen", seat, [f"become {name}" for name in names])
    game.characters[seat] = answer.removeprefix("become ")
    game.memory.tell_all("seat", seat, answer)


def draft(game: State) -> Flow:
    """§4.2 to §4.5."""
    picks_left = 6 if game.rules.last_card == "discard" else 5
    power_unused = True
    while picks_left > 0:
        number = 1
        wuming = game.holder("wuming")
        if wuming is not None and power_unused and picks_left >= 2:
            answer = yield from ask("wuming", wuming, ["pass", "use"])
            game.memory.tell_all("wuming", answer)
            if answer == "use":
                number = 2
                power_unused = False
        yield from pick(game, number)
        picks_left -= number
        if picks_left > 0:
            pass_packs(game)
            look_at_packs(game)
    if game.rules.last_card == "discard":
        yield from discard_one(game)
    else:
        for seat in game.seats:  # the card left in each pack, unpassed
            game.discard_pile += game.packs[seat]
            game.packs[seat] = Counter()


def pick(game: State, number: int) -> Flow:
    """Each seat takes so many cards of its pack (§4.2, §4.5)."""
    ways = {}
    for seat in game.seats:
        cards = [f"draft {trait}" for trait in in_order(game.packs[seat].elements())]
        ways[seat] = ways_to_take(cards, number)
    answers = yield Decision("draft", ways)
    for seat in game.seats:
        for answer in answers[seat]:
            trait = answer.removeprefix("draft ")
            game.packs[seat] -= Counter([trait])
            game.hands[seat] += Counter([trait])


def pass_packs(game: State) -> None:
    """To the left neighbour; in the variant §4.3 to the right one in rounds 2 and 4."""
    step = 1
    if game.rules.alternating_direction and game.round in (1, 3):
        step = -1
    passed = list(game.packs)
    for seat in game.seats:
        game.packs[(seat + step) % game.num_players] = passed[seat]


def discard_one(game: State) -> Flow:
    """Each seat discards one of its six cards face down (§4.4, french)."""
    ways = {}
    for seat in game.seats:
        cards = [f"card down {trait}" for trait in in_order(game.hands[seat].elements())]
        ways[seat] = ways_to_take(cards, 1)
    answers = yield Decision("discard", ways)
    for seat in game.seats:
        trait = answers[seat][0].removeprefix("card down ")
        game.hands[seat] -= Counter([trait])
        game.discard_pile += Counter([trait])


def placement(game: State) -> Flow:
    """Two cards face down, or three by the placer; the others are revealed (§5.1)."""
    ways: dict[int, list[tuple[str, ...]]] = {}
    for seat in game.seats:
        number = 3 if game.characters[seat] == "placer" else 2
        choices = ways_to_take(in_order(game.hands[seat].elements()), number)
        ways[seat] = [("hide " + "+".join(choice),) for choice in choices]
    answers = yield Decision("placement", ways)
    for seat in game.seats:
        hidden = Counter(answers[seat][0].removeprefix("hide ").split("+"))
        game.tables[seat].rows = {"up": game.hands[seat] - hidden, "down": hidden}
        game.hands[seat] = Counter()
    game.memory.tell_all("face up", *[tuple(in_order(game.tables[s].rows["up"].elements())) for s in game.seats])
