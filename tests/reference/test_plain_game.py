"""The worked examples of §12, the finer rulings one by one, and random games of the plain twin."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from tests.reference import plain_end, plain_vote
from tests.reference.plain_game import PlainGame
from tests.reference.plain_rules import CHARACTERS, TRAITS, Rules, full_deck, ways_to_take, win_shares, worth
from tests.reference.plain_state import State

FRENCH: dict[str, Any] = {
    "characters": "french",
    "last_card": "discard",
    "theft": "must",
    "liang": "steal",
    "telling": True,
    "character_draft": False,
    "alternating_direction": False,
    "num_rounds": 3,
    "discussion_rounds": 1,
}
ENGLISH: dict[str, Any] = {
    **FRENCH,
    "characters": "english",
    "last_card": "leftover",
    "theft": "may",
    "liang": "penalty",
    "telling": False,
}


def cards(text: str) -> Counter[str]:
    """'3 hope, anger' as a Counter."""
    counts: Counter[str] = Counter()
    for part in text.split(", "):
        number, _, trait = part.rpartition(" ")
        counts[trait] += int(number or 1)
    return counts


def value(text: str, character: str | None = None, flattened: str | None = None) -> int:
    return worth(cards(text), character, flattened)


def test_the_french_rulebooks_round() -> None:
    """§12.1."""
    assert value("3 hope", "meixiu") == 24
    assert value("benevolence, lust, 3 courage", "suyin") == 25
    assert value("anger, lust, 2 hope, greed", "yanmei", "greed") == 6 + 3 + 6 + 5
    assert value("anger, lust, courage, 2 hope, greed", "yanmei", "greed") == 22
    assert value("lust, 2 benevolence, 2 anger", "gan") == 23
    assert value("lust, 2 benevolence, anger, 2 hope", "gan") == 23


def test_values() -> None:
    """§12.2."""
    assert value("5 hope") == 21
    assert value("4 courage, anger") == 24
    assert value("2 hope") == 6
    assert value("2 courage") == 10
    assert value("4 courage", "virtuous") == 18 + 4
    assert value("2 anger", "suyin") == 16


def open_table(text: str, character: str | None = None) -> State:
    """A state in which seat 0 has these cards face up."""
    state = State(4, Rules(**FRENCH))
    state.characters[0] = character
    state.tables[0].rows["up"] = cards(text)
    return state


def test_penalty_pairs() -> None:
    """§12.3."""
    state = open_table("3 hope, anger, benevolence")
    assert state.value(0) == 31
    assert set(plain_end.penalty_pairs(state, 0)) == {("up hope", "up hope"), ("up anger", "up hope")}
    state = open_table("3 courage, 2 anger")
    assert state.value(0) == 30
    assert plain_end.penalty_pairs(state, 0) == [("up courage", "up courage")]


def test_penalty_of_a_copy() -> None:
    """The example of §8.3."""
    state = open_table("2 hope, lust, anger, benevolence", "nuying")
    table = state.tables[0]
    table.altered, table.top = ("up", "lust"), ("up", "hope")
    assert state.value(0) == 31
    assert plain_end.penalty_pairs(state, 0) == [("up anger", "top")]
    table.remove(["up anger", "top"])
    assert state.value(0) == 7
    assert table.cards() == ["up benevolence", "up lust", "up hope"]


def test_pairs_have_one_spelling() -> None:
    """§15.1."""
    state = open_table("2 hope, anger")
    table = state.tables[0]
    table.rows["down"] = cards("lust, greed")
    table.altered, table.top = ("down", "lust"), ("up", "hope")
    assert table.cards() == ["up anger", "up hope", "down greed", "altered", "top"]
    assert ("altered", "top") in ways_to_take(table.cards(), 2)
    assert all(pair[0] != "top" for pair in ways_to_take(table.cards(), 2))


def test_copies_and_flattened_cards_as_greed() -> None:
    """§9.2."""
    state = open_table("greed, lust, hope", "nuying")
    table = state.tables[0]
    table.altered, table.top = ("up", "lust"), ("up", "greed")
    assert state.greed(0) == 2
    table.altered, table.top = ("up", "greed"), ("up", "hope")
    assert state.greed(0) == 0
    state = open_table("3 greed", "yanmei")
    state.flattened = "greed"
    assert state.greed(0) == 0


def test_the_marked_card_leaves_last() -> None:
    """§15.2, and the star of §6.4."""
    state = open_table("anger", "yanmei")
    table = state.tables[0]
    table.rows["down"] = cards("2 hope")
    table.marked = ("down", "hope")
    assert table.hidden() == ["hope", "hope*"]
    table.remove(["down hope"])
    assert table.hidden() == ["hope*"]
    table.remove(["down hope"])
    assert table.marked is None


def test_statement_verdicts() -> None:
    """§15.8."""
    state = open_table("2 anger")
    state.tables[1].rows["up"] = cards("2 anger")
    state.tables[2].rows["down"] = cards("3 hope")
    state.looked_at = 2
    assert plain_vote.statement_verdict(state, 0, "silent") is None
    assert plain_vote.statement_verdict(state, 0, "accuse P2") is True
    assert plain_vote.statement_verdict(state, 0, "accuse P1") is False
    assert plain_vote.statement_verdict(state, 0, "vouch P1") is True
    assert plain_vote.statement_verdict(state, 0, "bucket 10-14") is True
    assert plain_vote.statement_verdict(state, 2, "hold hope") is True
    assert plain_vote.statement_verdict(state, 0, "seen anger") is False


def test_win_shares() -> None:
    """§10.5."""
    assert win_shares([5, 9, 9], [False, True, False]) == [0, 0, 1]
    assert win_shares([9, 9, 9], [True, False, False]) == [0, 0.5, 0.5]
    assert win_shares([9, 9, 1], [True, True, False]) == [0.5, 0.5, 0]


def test_nothing_impossible_is_taken() -> None:
    game = PlainGame(3, **FRENCH)
    for wrong in (3, -1, "P0"):
        with pytest.raises(ValueError):
            game.feed(wrong)
    game.feed(0)
    with pytest.raises(ValueError):
        game.feed(["liang", "liang", "gan"])
    game.feed(["liang", "placer", "gan"])
    with pytest.raises(ValueError):
        game.feed([["anger"] * 6] * 3)
    with pytest.raises(ValueError):
        game.act(0, "draft anger")
    assert game.pending() == {}
    assert game.stage == "chance"


# Random games.


def random_chance(game: PlainGame, kind: str, rng: random.Random) -> Any:
    """What the game may be fed now."""
    number = game.num_players
    known = CHARACTERS[game.state.rules.characters]
    if kind == "leader":
        return rng.randrange(number)
    if kind == "characters":
        return rng.sample(known, number)
    if kind == "laid_out":
        return rng.sample(known, number + 1)
    if kind == "packs":
        deck = list(full_deck(number).elements())
        rng.shuffle(deck)
        return [deck[6 * seat : 6 * seat + 6] for seat in range(number)]
    if kind == "fushen":
        return rng.sample([name for name in known if name not in game.characters], 3)
    if kind == "gan":
        return rng.sample(list(game.discard_pile.elements()), 2)
    assert kind == "peek"
    assert game.state.looked_at is not None
    hidden = game.state.tables[game.state.looked_at].hidden()
    assert len(hidden) == 3
    return rng.sample(hidden, 2)


def check(game: PlainGame) -> None:
    """What must hold at every moment."""
    assert game.conserved()
    assert all(len(options) >= 2 and options == sorted(options) for options in game.pending().values())
    assert (game.stage == "game over") == (not game.pending() and game.needs_chance() is None)


def play(game: PlainGame, seed: int, order: int = 0) -> list[Any]:
    """Play to the end; the sights of all seats at every decision.

    What happens depends on `seed` only; `order` says in which order the pending seats of a stage commit.
    """
    chances, order_rng = random.Random(seed), random.Random(order)
    sights: list[Any] = []
    while game.stage != "game over":
        check(game)
        needed = game.needs_chance()
        if needed is not None:
            game.feed(random_chance(game, needed[0], chances))
            continue
        sights.append([game.sight(seat) for seat in range(game.num_players)])
        plans = {seat: random.Random(chances.random()) for seat in range(game.num_players)}
        waiting = list(game.pending())
        order_rng.shuffle(waiting)
        question = game._question
        for seat in waiting:
            before = [game.sight(other) for other in range(game.num_players)]
            while game._question is question and seat in game.pending():
                game.act(seat, plans[seat].choice(game.pending()[seat]))
            if seat != waiting[-1]:  # nobody else sees that this seat has committed (§13.4)
                after = [game.sight(other) for other in range(game.num_players)]
                assert all(before[s] == after[s] for s in range(game.num_players) if s != seat)
    check(game)
    return sights


VARIANTS = [
    {},
    {"character_draft": True, "alternating_direction": True, "num_rounds": 4, "discussion_rounds": 2},
    {"characters": "none", "discussion_rounds": 0, "num_rounds": 1},
    {"theft": "may", "liang": "penalty", "telling": False, "last_card": "leftover"},
    {"theft": "must", "liang": "steal", "telling": True, "last_card": "discard", "character_draft": True},
]


@pytest.mark.parametrize(("number", "edition", "variant"), list(product([3, 4, 5, 6], [FRENCH, ENGLISH], VARIANTS)))
def test_random_games(number: int, edition: dict[str, Any], variant: dict[str, Any]) -> None:
    for seed in range(4):
        game = PlainGame(number, **{**edition, **variant})
        play(game, seed)
        assert game.win_shares is not None
        assert sum(game.win_shares) == pytest.approx(1)
        rounds = game.state.rules.num_rounds
        assert len(game.round_scores) == rounds
        assert game.round == rounds - 1
        assert min(min(scores) for scores in game.round_scores) >= 0
        assert all(None not in turn for turn in game.statements)


@pytest.mark.parametrize("number", [3, 4, 5, 6])
def test_the_order_of_commitments_has_no_meaning(number: int) -> None:
    """§14.2: the same choices in another order give the same game, and the same sights."""
    for seed in range(4):
        first, second = PlainGame(number, **FRENCH), PlainGame(number, **FRENCH)
        assert play(first, seed, order=1) == play(second, seed, order=2)
        assert first.round_scores == second.round_scores


def test_every_stage_and_chance_is_met() -> None:
    stages: set[str] = set()
    kinds: set[str] = set()
    verdicts: set[str | None] = set()
    for seed in range(400):
        rng = random.Random(seed)
        game = PlainGame(3 + seed % 4, **{**FRENCH, "character_draft": True})
        while game.stage != "game over":
            needed = game.needs_chance()
            if needed is not None:
                kinds.add(needed[0])
                game.feed(random_chance(game, needed[0], rng))
                continue
            stages.add(game.stage)
            seat = rng.choice(list(game.pending()))
            game.act(seat, rng.choice(game.pending()[seat]))
            verdicts.add(game.verdict)
    assert kinds == {"leader", "characters", "laid_out", "packs", "fushen", "gan", "peek"}
    assert verdicts == {"admitted", "guilty", "innocent", "tied-penalised", "tied-spared", None}
    assert stages == {
        "character tie", "character choice", "fushen", "wuming", "draft", "discard", "placement", "yanmei", "gan",
        "meixiu", "nuying", "nuying top", "discussion", "vote", "vote tie", "judgment", "admission", "showdown tie",
        "penalty", "compensation", "greed tie", "theft", "gift", "liang", "leader tie",
    }  # fmt: skip


def to_the_yanmei_stage() -> PlainGame:
    """A game of three, whose seat 0 holds Yanmei and must mark a card."""
    game = PlainGame(3, **{**ENGLISH, "num_rounds": 1, "discussion_rounds": 0})
    game.feed(1)
    game.feed(["yanmei", "nuying", "meixiu"])
    pack = ["anger", "benevolence", "lust", "courage", "hope", "hope"]
    game.feed([pack, [*pack[:4], "hope", "greed"], [*pack[:4], "hope", "greed"]])
    while game.stage in ("draft", "placement"):
        seat = min(game.pending())
        game.act(seat, game.pending()[seat][0])
    return game


def test_sights_of_the_powers() -> None:
    """What others see of a mark, a peek and a stack (§6.2, §6.4, §6.5)."""
    game = to_the_yanmei_stage()
    assert game.stage == "yanmei"
    hidden = [text for text in game.pending()[0] if text.startswith("card down")]
    assert len(hidden) == 2
    games = [to_the_yanmei_stage(), to_the_yanmei_stage()]
    for other, text in zip(games, hidden, strict=True):
        other.act(0, text)
    assert games[0].sight(1) == games[1].sight(1)
    assert games[0].sight(0) != games[1].sight(0)
    for other in games:
        other.act(2, "vote P0")
        assert ("saw", *other.state.tables[0].hidden()) in other.seen[2]
    assert games[0].sight(1) == games[1].sight(1)
    assert games[0].sight(2) != games[1].sight(2)
    game = games[0]
    assert game.stage == "nuying"
    before = game.sight(0)
    game.act(1, game.pending()[1][0])
    assert game.stage == "nuying top"
    assert game.sight(0) == before
    assert game.sight(1)[-1] == ("now", "nuying top", 1)
    game.act(1, game.pending()[1][0])
    assert game.sight(0) != before
    assert game.altered is not None
    assert game.top is not None
    assert [text for text in TRAITS if game.face_down[1][text]]
