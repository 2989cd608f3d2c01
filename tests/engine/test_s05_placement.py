"""§5: placement."""

from tests.engine.tables import counts, deal

EMPTY = [0] * 6


def test_s5_1_three_up_and_two_down() -> None:
    game = deal("virtuous ABL/CH", "suyin CCB/BH", "placer HH/LLC").before("hide")
    assert (game.stage, game.asked) == ("placement", [0, 1, 2])
    names = ("anger", "benevolence", "lust", "courage", "hope")
    assert game.legal(0) == {f"hide {one}+{two}" for place, one in enumerate(names) for two in names[place + 1 :]}
    assert game.legal(1) == {
        "hide benevolence+benevolence",
        "hide benevolence+courage",
        "hide benevolence+hope",
        "hide courage+courage",
        "hide courage+hope",
    }
    game = game.play("P0 hide anger+hope", "P1 hide courage+courage", "P2 hide lust+lust+courage")
    assert [(game.up(seat), game.down(seat)) for seat in range(2)] == [("BLC", "AH"), ("BBH", "CC")]


def test_s5_1_the_placer_two_up_and_three_down() -> None:
    game = deal("virtuous ABL/CH", "suyin CCB/BH", "placer HH/LLC").before("hide")
    assert game.legal(2) == {
        "hide lust+lust+courage",
        "hide lust+lust+hope",
        "hide lust+courage+hope",
        "hide lust+hope+hope",
        "hide courage+hope+hope",
    }
    game = game.play("P0 hide anger+hope", "P1 hide courage+courage", "P2 hide lust+lust+courage")
    assert (game.up(2), game.down(2)) == ("HH", "LLC")
    assert game.sees(0)["num_hidden"] == [2, 2, 3, 0, 0, 0]


def test_s5_1_all_at_once_then_the_rows_are_revealed() -> None:
    game = deal("virtuous ABL/CH", "suyin CCB/BH", "placer HH/LLC").before("hide")
    after = game.play("P0 hide anger+hope")
    for seat in (1, 2):
        assert after.sight(seat) == game.sight(seat), "nobody sees who has placed"
    seen = after.sees(0)
    assert (seen["tables"][0], seen["hidden"], seen["num_hidden"][0]) == (counts("BLC"), counts("AH"), 2)
    seen = after.play("P1 hide courage+courage", "P2 hide lust+lust+courage").sees(0)
    assert seen["rows"][:3] == [counts("BLC"), counts("BBH"), counts("HH")]
    assert seen["tables"][:3] == seen["rows"][:3]
    assert seen["hidden"] == counts("AH")
    assert seen["hand"] == EMPTY
