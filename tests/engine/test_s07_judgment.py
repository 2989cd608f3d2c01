"""§7: judgment."""

import pytest

from tests.engine.tables import accuse, counts, deal

GAME = accuse(deal("virtuous ABL/LC", "suyin CCB/BH", "placer HH/LLC"), 0)
NUYING = deal("nuying AHH/BL", "placer CC/BHL", "suyin ALC/BH").play("P0 turn up anger", "P0 card up hope")


def test_s7_1_the_accused_admits_or_denies() -> None:
    assert (GAME.stage, GAME.asked, GAME.legal(0)) == ("judgment", [0], {"admit", "deny"})
    denied = GAME.play("P0 deny")
    assert denied.verdict == "guilty", "19 points are the most"
    for seat in range(3):
        assert denied.sees(seat)["denied"] == [1]


@pytest.mark.parametrize(
    ("cards", "left"),
    [
        (["up anger", "up benevolence"], "LLC"),
        (["up anger", "up lust"], "BLC"),
        (["up anger", "down lust"], "BLC"),
        (["up anger", "down courage"], "BLL"),
        (["up benevolence", "up lust"], "ALC"),
        (["up benevolence", "down lust"], "ALC"),
        (["up benevolence", "down courage"], "ALL"),
        (["up lust", "down lust"], "ABC"),
        (["up lust", "down courage"], "ABL"),
        (["down lust"], "ABL"),
    ],
)
def test_s7_1_any_two_cards_of_his_own_table(cards: list[str], left: str) -> None:
    """After the down Lust only the down Courage is left to name."""
    game = GAME.play("P0 admit", *(f"P0 discard {card}" for card in cards))
    assert game.verdict == "admitted"
    assert game.up(0) == left
    assert len(game.pile) == len(GAME.pile) + 2
    assert sorted(game.pile + left) == sorted(GAME.pile + "ABLLC")


def test_s7_1_the_altered_one_too() -> None:
    game = accuse(NUYING, 0).play("P0 admit", "P0 discard down lust", "P0 discard altered")
    assert game.scores()[0] == 6 + 4
    assert len(game.pile) == 3 + 2


def test_s7_1_face_down_ones_go_unseen() -> None:
    ends = [GAME.play("P0 admit", "P0 discard up anger", f"P0 discard down {one}") for one in ("lust", "courage")]
    for end in ends:
        assert end.sees(0)["i_gave_up"] != [0] * 6
    for seat in (1, 2):
        seen = [end.sees(seat) for end in ends]
        assert seen[0]["given_up"] == seen[1]["given_up"] == [*counts("A"), 1, 0, 0, 0, 0]
        assert seen[0]["i_gave_up"] == seen[1]["i_gave_up"] == [0] * 6
        assert seen[0]["pile_seen"] == seen[1]["pile_seen"] == [0] * 6
