"""§8: showdown. The worked examples of the penalty are in test_s12."""

import pytest

from overseers_env import Ruleset
from tests.engine.tables import accuse, counts, deal, deny, some
from tests.engine.walks import stage_of, walk

TIED = ("collector ABL/LC/H", "liang ABL/LC/H", "placer CC/BHL/H")
"""Worth 18, 18 and 17."""


def test_s8_1_all_cards_are_revealed() -> None:
    game = deny(deal("virtuous ABL/LC", "suyin CCB/BH", "placer HH/LLC"), 1)
    assert [(game.up(seat), game.down(seat)) for seat in range(3)] == [("ABLLC", ""), ("BBCCH", ""), ("LLCHH", "")]
    for seat in range(3):
        seen = game.sees(seat)
        for other, table in enumerate(("ABLLC", "BBCCH", "LLCHH")):
            assert seen["tables"][(other - seat) % 3] == counts(table)
        assert seen["num_hidden"] == [0] * 6


def test_s8_1_the_accused_is_compared_with_every_power() -> None:
    """Without the +3 Meixiu's 18 would not be more than 20; Suyin's +2 makes 20 of 18, virtuous' +1 makes 19."""
    game = deal("meixiu ABL/LG", "virtuous ABL/LC", "placer CC/BHH").play("P0 name P1")
    assert [game.value(seat) for seat in range(3)] == [18 + 3, 19, 10 + 4 + 6]
    assert deny(game, 0).verdict == "guilty"
    game = deal("virtuous ABL/LC", "suyin ABL/LC", "placer CC/BHL")
    assert (game.value(0), game.value(1)) == (19, 20)
    assert (deny(game, 0).verdict, deny(game, 1).verdict) == ("innocent", "guilty")


def test_s8_1_yanmeis_and_nuyings_cards_count_as_they_are() -> None:
    """Three flat Courage are worth 15, not 18; a Lust under Hope makes the third Hope."""
    game = deal("yanmei CCC/LL", "virtuous ABL/BH", "placer GG/BLH").play("P0 turn up courage")
    assert deny(game, 0).verdict == "guilty"
    assert game.value(0) == 15 + 6
    game = deal("nuying HHL/GG", "virtuous ABL/BC", "placer CC/BLG").play("P0 turn up lust", "P0 card up hope")
    assert (game.value(0), game.value(1)) == (21 + 4, 6 + 8 + 3 + 3)
    assert deny(game, 0).verdict == "guilty"


def test_s8_2_after_an_admission_tables_are_opened_and_nothing_is_compared() -> None:
    game = accuse(deal("virtuous ABL/LC", "suyin GGC/BH", "placer HH/LLC"), 0).play("P0 admit")
    game = game.play("P0 discard up anger", "P0 discard up benevolence")
    assert game.stage == "theft"
    assert game.verdict == "admitted"
    assert game.sees(0)["tables"][1] == counts("BCHGG")
    assert game.down(1) == ""


def test_s8_3_alone_with_the_highest_value_he_loses_two_cards_to_the_discard() -> None:
    game = deny(deal("virtuous AAB/LC/H", "suyin CCB/BH/H", "placer HH/LLC/L"), 0)
    assert (game.stage, game.verdict) == ("game over", "guilty")
    assert (game.up(0), game.pile) == ("BLC", "AALHH")
    assert game.scores()[0] == 4 + 3 + 2 + 1
    for seat in range(3):
        assert game.sees(seat)["penalty"] == [*counts("AA"), 0, 0]


def test_s8_3_the_example_of_a_copy() -> None:
    """Hope on top, Hope, Lust as Hope, Anger, Benevolence: the top Hope and Anger go and leave 7."""
    game = deal("nuying HHL/AB", "virtuous ABL/LC", "placer CC/BLH").play("P0 turn up lust", "P0 card up hope")
    assert game.value(0) == 21 + 6 + 4
    game = deny(game, 0)
    assert (game.verdict, game.up(0), game.scores()[0]) == ("guilty", "BLH", 7)
    assert game.sees(1)["penalty"] == [*counts("AH"), 0, 1], "the top card was among them"


def test_s8_3_pairs_differ_by_altered_top_and_plain_card() -> None:
    """Three Lust of which one lies on another: any two of the three leave 7, and she chooses."""
    game = deal("nuying LLL/GG/H", "suyin CHG/BB/H", "liang CHL/LB/H")
    game = deny(game.play("P0 turn up lust", "P0 card up lust"), 0)
    assert (game.stage, game.legal(0)) == ("penalty", {"lose up lust", "lose altered"})
    assert game.play("P0 lose up lust").legal(0) == {"lose altered", "lose top"}
    for lines in (["lose up lust", "lose altered"], ["lose up lust", "lose top"], ["lose altered"]):
        end = game.play(*(f"P0 {line}" for line in lines))
        assert end.up(0) == "LGG"
        seen = end.sees(1)["penalty"]
        assert seen == [*counts("LL"), int("altered" in lines[-1]), int("altered" not in lines[-1] or len(lines) == 1)]


def test_s8_3_between_equal_pairs_he_chooses_under_8_5_too() -> None:
    """Both are worth 31; the Leader penalises, the accused chooses between Hope+Hope and Anger+Hope."""
    game = deal("collector HHH/AB/H", "virtuous CCC/AB/H", "placer LL/LBC/L", leader=2)
    assert game.value(0) == game.value(1) == 31
    game = deny(game, 0).play("P2 penalise")
    assert (game.stage, game.legal(0)) == ("penalty", {"lose up anger", "lose up hope"})
    ends = [game.play("P0 lose up anger"), game.play("P0 lose up hope")]
    assert [(end.up(0), end.scores()[0]) for end in ends] == [("BHH", 10), ("ABH", 10)]


def test_s8_4_innocent_he_looks_through_the_discard_and_must_take_a_card() -> None:
    game = deny(deal("virtuous ABL/LC/H", "suyin CCB/BH/A", "placer HH/LLC/A"), 1)
    assert (game.stage, game.asked, game.verdict) == ("compensation", [1], "innocent")
    assert game.legal(1) == {"take anger", "take hope"}
    assert [game.sees(seat)["pile_seen"] for seat in range(3)] == [[0] * 6, counts("AAH"), [0] * 6]
    end = game.play("P1 take hope")
    assert (end.up(1), end.pile) == ("BBCCHH", "AA")
    for seat in range(3):
        assert end.sees(seat)["compensation"] == counts("H"), "shown to all"


@pytest.mark.parametrize("edition", ["french", "english"])
def test_s8_4_the_pile_is_never_empty(edition: str) -> None:
    """Gan leaves all but one of it, and the accused has not touched it before."""
    asked = 0
    for seed in range(some(60, 8)):
        for states, _, _ in walk(3 + seed % 4, Ruleset(edition, num_rounds=1, discussion_rounds=0), seed):
            if stage_of(states) in ("vote", "judgment", "compensation"):
                assert states["pile"].sum() >= states["num_players"][0] - 1
                asked += stage_of(states) == "compensation"
    assert asked


def test_s8_4_his_powers_apply_to_it() -> None:
    game = deny(deal("virtuous ABL/LC/H", "suyin CCB/BH/A", "placer HH/LLC/A"), 1)
    assert game.play("P1 take anger").scores()[1] == 10 + 8 + 0 + 6 + 2
    game = deny(deal("suyin AAB/LL/H", "virtuous CCB/BH/A", "placer HH/LLC/L"), 1)
    assert game.play("P1 take hope").scores()[1] == 10 + 2 + 8 + 6 + 2


def test_s8_5_tied_the_leader_decides_even_about_himself() -> None:
    for leader in (0, 2):
        game = deny(deal(*TIED, leader=leader), 0)
        assert (game.stage, game.asked, game.legal(leader)) == ("showdown tie", [leader], {"penalise", "spare"})


def test_s8_5_penalised_he_pays_spared_he_takes_no_card() -> None:
    game = deny(deal(*TIED, leader=2), 0)
    paid, spared = game.play("P2 penalise"), game.play("P2 spare")
    assert (paid.verdict, paid.up(0), paid.pile) == ("tied-penalised", "LLC", "ABHHH")
    assert (spared.verdict, spared.up(0), spared.pile) == ("tied-spared", "ABLLC", "HHH")
    assert spared.sees(0)["compensation"] == [0] * 6
    assert spared.stage == "liang"


def test_s8_5_tied_below_the_highest_is_not_the_highest() -> None:
    game = deny(deal("collector ABL/LC/H", "liang ABL/LC/H", "placer CC/CBH/H"), 0)
    assert (game.value(2), game.verdict) == (22, "innocent")


def test_s8_6_virtuous_has_a_point_for_a_fourth_courage_too() -> None:
    game = deal("virtuous CCC/CA", "suyin BBL/LH", "placer HH/LLB")
    assert game.value(0) == 18 + 4 + 6
