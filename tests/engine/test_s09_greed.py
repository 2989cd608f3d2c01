"""§9: greed."""

import pytest

from overseers_env import Ruleset
from tests.engine.tables import Scripted, accuse, counts, deal, deny, some
from tests.engine.walks import finished


def admitted(
    *seats: str, lines: tuple[str, ...] = (), accused: int = 2, leader: int = 0, rules: str = "french"
) -> Scripted:
    """The accused has admitted and given these cards up: the next question is Greed's."""
    game = accuse(deal(*seats, leader=leader, rules=rules), accused).play(f"P{accused} admit")
    return game.play(*(f"P{accused} discard {line}" for line in lines))


def test_s9_1_the_collector_takes_every_greed_of_the_discard() -> None:
    """One was put aside in the draft, one is given up by the accused: with both he is the thief."""
    game = admitted("collector ABL/LC/H", "liang ACH/BH/G", "virtuous GCC/LH/L", lines=("up courage", "up greed"))
    assert (game.up(0), game.pile) == ("ABLLCGG", "LCH")
    assert (game.stage, game.asked) == ("theft", [0])
    for seat in range(3):
        assert game.sees(seat)["collected"] == [2], "it is shown"


def test_s9_1_greed_paid_at_showdown_too() -> None:
    game = deny(deal("collector BLH/LC/H", "liang BCH/LH/H", "suyin GGG/AA/L"), 2)
    assert game.verdict == "guilty"
    assert game.up(2) == "GGG", "two Anger go"
    game = deny(deal("collector CLH/LC/H", "liang BCH/LH/H", "virtuous GGG/BB/L"), 2)
    assert game.verdict == "innocent"


def test_s9_1_first_of_all() -> None:
    """Two Greed against one: after collecting it is two against two, and the Leader decides."""
    game = admitted(
        "collector GBL/LC/G", "liang GCH/BH/H", "virtuous CCA/LH/L", lines=("up anger", "up courage"), leader=2
    )
    assert (game.stage, game.asked) == ("theft", [0])
    game = admitted(
        "collector ABL/LC/G", "liang GCH/BH/H", "virtuous CCA/LH/L", lines=("up anger", "up courage"), leader=2
    )
    assert (game.stage, game.asked, game.legal(2)) == ("greed tie", [2], {"name P0", "name P1"})


def test_s9_1_nobody_else_takes_it() -> None:
    game = admitted("suyin ABL/LC/G", "liang ACH/BH/G", "virtuous CCB/LH/G", lines=("up courage", "up courage"))
    assert (game.stage, game.pile) == ("liang", "CCGGG")


def test_s9_2_most_greed_is_the_thief() -> None:
    game = admitted("suyin ABL/LG/H", "placer GG/BCH/H", "virtuous CCA/LH/L", lines=("up anger", "up courage"))
    assert (game.stage, game.asked, game.legal(1)) == ("theft", [1], {"name P0", "name P2"})
    for seat in range(3):
        assert game.sees(seat)["thief"].index(1) == (1 - seat) % 3


def test_s9_2_flattened_greed_does_not_count() -> None:
    game = deal("yanmei GGB/LC/H", "placer GC/BLH/H", "virtuous CCA/LH/L").play("P0 turn up greed")
    game = accuse(game, 2).play("P2 admit", "P2 discard up anger", "P2 discard up courage")
    assert (game.stage, game.asked) == ("theft", [1])


def test_s9_2_copies_count_and_an_altered_greed_does_not() -> None:
    tables = ("nuying GHB/LC/H", "placer GC/BLH/H", "virtuous CCA/LH/L")
    game = deal(*tables).play("P0 turn down lust", "P0 card up greed")
    end = accuse(game, 2).play("P2 admit", "P2 discard up anger", "P2 discard up courage")
    assert (end.stage, end.asked) == ("theft", [0]), "two against one"
    game = deal(*tables).play("P0 turn up greed", "P0 card down lust")
    end = accuse(game, 2).play("P2 admit", "P2 discard up anger", "P2 discard up courage")
    assert (end.stage, end.asked) == ("theft", [1]), "none against one"


def test_s9_2_a_tie_is_the_leaders_himself_too() -> None:
    seats = ("suyin ABL/LG/H", "placer GC/BLH/H", "virtuous CCA/LH/H")
    game = admitted(*seats, lines=("up anger", "up courage"), leader=1)
    assert (game.stage, game.asked, game.legal(1)) == ("greed tie", [1], {"name P0", "name P1"})
    game = game.play("P1 name P1")
    assert (game.stage, game.asked) == ("theft", [1])


def test_s9_2_none_no_theft() -> None:
    game = admitted("suyin ABL/LC/H", "placer CC/BLH/H", "virtuous CHA/LH/G", lines=("up anger", "up courage"))
    assert (game.stage, int(game.state["thief"])) == ("game over", -1)


def test_s9_2_french_must_english_may() -> None:
    seats = ("suyin ABL/LG/H", "placer GG/BCH/H", "virtuous CCA/LH/L")
    french = admitted(*seats, lines=("up anger", "up courage"))
    assert french.legal(1) == {"name P0", "name P2"}
    english = admitted(*seats, lines=("up anger", "up courage"), rules="english")
    assert english.legal(1) == {"name P0", "name P2", "pass"}
    end = english.play("P1 pass")
    assert (end.stage, int(end.state["robbed"]), int(end.state["thief"])) == ("game over", -1, 1)


@pytest.mark.parametrize("rules", ["french", "english"])
def test_s9_2_the_collector_cannot_be_named(rules: str) -> None:
    seats = ("collector ABL/LC/H", "placer GG/BCH/H", "virtuous CCA/LH/L", "suyin ACB/BH/L")
    game = admitted(*seats, lines=("up anger", "up courage"), rules=rules)
    assert game.asked == [1]
    assert game.legal(1) == {"name P2", "name P3"} | ({"pass"} if rules == "english" else set())


def test_s9_2_with_one_seat_to_name_the_thief_is_not_asked() -> None:
    game = admitted("collector ABL/LC/H", "placer GG/BCH/H", "virtuous CCA/LH/L", lines=("up anger", "up courage"))
    assert (game.stage, game.asked) == ("gift", [2])


def test_s9_2_no_seat_is_ever_without_cards() -> None:
    fewest = 9
    for seed in range(some(200, 15)):
        end = finished(3 + seed % 4, Ruleset("french", num_rounds=1, discussion_rounds=0), seed)[0]
        fewest = min(fewest, int(end["face_up"].sum(axis=1)[: end["num_players"]].min()))
    assert 2 <= fewest <= 4


def test_s9_3_the_named_seat_chooses_what_it_gives() -> None:
    game = admitted("suyin ABL/LG/H", "placer GG/BCH/H", "virtuous CCA/LH/L", lines=("up anger", "up courage"))
    game = game.play("P1 name P0")
    assert (game.stage, game.asked) == ("gift", [0])
    assert game.legal(0) == {"card up anger", "card up benevolence", "card up lust", "card up greed"}
    end = game.play("P0 card up benevolence")
    assert (end.up(0), end.up(1)) == ("ALLG", "BBCHGG")
    for seat in range(3):
        assert end.sees(seat)["stolen"] == [*counts("B"), 0, 0]


def test_s9_3_it_arrives_as_its_printed_trait_and_the_thiefs_power_applies() -> None:
    """Suyin steals an Anger that lay under Hope as a copy: it is worth 8 to her."""
    game = deal("nuying AHH/LC/H", "suyin GGB/CH/A", "placer LL/BCL/H").play("P0 turn up anger", "P0 card up hope")
    assert game.value(0) == 21 + 3 + 2
    game = accuse(game, 2).play("P2 admit", "P2 discard up lust", "P2 discard up lust", "P1 name P0", "P0 card altered")
    assert game.scores() == [6 + 3 + 2, 2 * 2 + 4 + 2 + 0 + 8, 4 + 2 + 3]


def test_s9_3_a_flattened_trait_is_flat_for_yanmei_only() -> None:
    game = deal("yanmei GGB/CH/H", "suyin ACC/LC/H", "placer LL/BCL/H").play("P0 turn down courage")
    game = accuse(game, 2).play("P2 admit", "P2 discard up lust", "P2 discard up lust")
    game = game.play("P0 name P1", "P1 card up courage")
    assert game.scores() == [2 * 2 + 4 + 5 + 0 + 5, 8 + 10 + 3, 4 + 2 + 3]
