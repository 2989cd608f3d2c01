"""§12: the worked examples."""

import pytest

from tests.engine.tables import Scripted, deal, deny, worth

FRENCH_ROUND = """\
# Overseers game record 1
rules french discussion_rounds=0 num_rounds=2
players 4
key ?? ??
round 1
* leader P3
* characters P0 meixiu P1 suyin P2 yanmei P3 gan
* packs P0 anger+benevolence+lust+courage+hope+greed \
P1 anger+benevolence+lust+lust+courage+hope \
P2 anger+benevolence+courage+hope+hope+greed \
P3 benevolence+lust+lust+courage+courage+hope
P0 draft benevolence
P1 draft benevolence
P2 draft anger
P3 draft benevolence
P0 draft courage
P1 draft lust
P2 draft anger
P3 draft benevolence
P0 draft hope
P1 draft courage
P2 draft courage
P3 draft lust
P0 draft hope
P1 draft courage
P2 draft lust
P3 draft anger
P0 draft hope
P1 draft courage
P2 draft greed
P3 draft hope
P0 discard down lust
P1 discard down greed
P2 discard down lust
P3 discard down hope
P0 hide hope+hope
P1 hide courage+courage
P2 hide lust+greed
P3 hide anger+hope
P2 turn down greed
* gan hope lust
P3 keep hope
P0 name P2
P0 vote P3
P1 vote P0
P2 vote P0
P3 vote P1
P0 admit
P0 discard up benevolence
P0 discard up courage
"""


class TestTheFrenchRulebooksRound:
    """§12.1: Meixiu is accused by 2 votes of 4 and admits, giving up a Benevolence and a Courage."""

    game = Scripted(FRENCH_ROUND.splitlines())

    def test_s12_1_before_the_vote(self) -> None:
        game = Scripted(FRENCH_ROUND.split("P0 vote")[0].splitlines())
        tables = [f"{game.up(seat)}/{game.down(seat)}" for seat in range(4)]
        assert tables == ["BCH/HH", "BLC/CC", "AAC/LG", "BBL/AHH"]
        assert [game.value(seat) for seat in range(4)] == [21 + 4 + 2 + 3, 25, 22, 23]

    def test_s12_1_two_votes_of_four_accuse_meixiu(self) -> None:
        game = Scripted(FRENCH_ROUND.split("P0 admit")[0].splitlines())
        assert (game.stage, game.asked) == ("judgment", [0])

    def test_s12_1_scores(self) -> None:
        meixiu, suyin, yanmei, gan = self.game.scores()
        assert meixiu == 21 + 3 == 24
        assert suyin == 4 + 3 + 18 == 25
        assert yanmei == 6 + 3 + 2 + 6 + 5 == 22
        assert gan == 3 + 4 + 4 + 6 + 6 == 23

    def test_s12_1_nobody_has_greed_and_yanmei_leads_next(self) -> None:
        assert self.game.stage == "characters", "round 2 begins: no theft was asked for"
        assert self.game.state["leader"] == 2


@pytest.mark.parametrize(
    ("table", "character", "points"),
    [
        ("HHHHH", "-", 21),
        ("CCCCA", "-", 24),
        ("HH", "-", 6),
        ("CC", "-", 10),
        ("CCCC", "virtuous", 18 + 4),
        ("AA", "suyin", 16),
    ],
)
def test_s12_2_values(table: str, character: str, points: int) -> None:
    assert worth(table, character) == points


def test_s12_3_two_equal_pairs_are_his_choice() -> None:
    game = deal("collector HHH/AB/H", "liang CCB/LH/C", "placer LL/LBC/L")
    assert game.value(0) == 31
    game = deny(game, 0)
    assert (game.stage, game.verdict, game.legal(0)) == ("penalty", "guilty", {"lose up anger", "lose up hope"})
    hope_and_anger, two_hopes = game.play("P0 lose up anger"), game.play("P0 lose up hope")
    assert (hope_and_anger.up(0), two_hopes.up(0)) == ("BHH", "ABH")
    assert hope_and_anger.value(0) == two_hopes.value(0) == 10


def test_s12_3_one_pair_lowers_most() -> None:
    """Two Courage leave 14, Courage and Anger 16, two Anger 18."""
    game = deal("collector CCC/AA/H", "liang CCB/LH/H", "placer LL/LBH/L")
    assert game.value(0) == 30
    game = deny(game, 0)
    assert (game.verdict, game.up(0), game.value(0)) == ("guilty", "AAC", 14)
    assert [worth(left) for left in ("AAC", "ACC", "CCC")] == [14, 16, 18]
