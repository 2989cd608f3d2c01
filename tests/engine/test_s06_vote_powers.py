"""§6: the powers before the vote, and the vote."""

from collections import Counter

import pytest

from overseers_env.games.overseers.cards import TRAITS
from overseers_env.games.overseers.notation import RecordError
from tests.engine.tables import accuse, cards, counts, deal, deny, drawn_often, some, worth

FOUR = ("nuying ABL/LC/G", "meixiu BCC/HH/G", "gan LLC/BH/H", "yanmei ACH/AB/L")


def test_s6_1_yanmei_gan_meixiu_nuying_then_the_vote() -> None:
    game = deal(*FOUR)
    assert (game.stage, game.asked) == ("yanmei", [3])
    game = game.play("P3 turn up anger", "* gan hope greed")
    assert (game.stage, game.asked) == ("gan", [2])
    game = game.play("P2 keep hope")
    assert (game.stage, game.asked) == ("meixiu", [1])
    game = game.play("P1 name P0")
    assert (game.stage, game.asked) == ("nuying", [0])
    game = game.play("P0 turn up anger", "P0 card down lust")
    assert (game.stage, game.asked) == ("vote", [0, 1, 2, 3])


class TestYanmei:
    """§6.2."""

    @pytest.mark.parametrize(
        ("table", "points"), [("CCC", 15), ("CCCCC", 25), ("C", 5), ("HHH", 21), ("CCHHA", 10 + 6 + 6)]
    )
    def test_s6_2_flat_cards_are_worth_five_and_nothing_else(self, table: str, points: int) -> None:
        assert worth(table, "yanmei", flattened="C") == points

    def test_s6_2_for_her_alone(self) -> None:
        assert worth("CCC", "gan", flattened="C") == 18

    def test_s6_2_any_of_her_cards_as_it_lies(self) -> None:
        game = deal("yanmei CCB/LH", "placer GG/BLL", "virtuous CHH/LB")
        up, down = ("benevolence", "courage"), ("lust", "hope")
        assert game.legal(0) == {f"turn up {one}" for one in up} | {f"turn down {one}" for one in down}
        assert game.value(0) == 10 + 4 + 3
        assert game.play("P0 turn up courage").value(0) == 5 + 5 + 4 + 3
        assert game.play("P0 turn down hope").value(0) == 10 + 4 + 3 + 5
        assert (game.play("P0 turn down hope").up(0), game.play("P0 turn down hope").down(0)) == ("BCC", "LH")

    def test_s6_2_a_face_down_mark_does_not_show_the_trait(self) -> None:
        game = deal("yanmei CCB/LH", "placer GG/BLL", "virtuous CHH/LB")
        hope, lust = game.play("P0 turn down hope"), game.play("P0 turn down lust")
        assert hope.sees(0)["mark"] == [*counts("H"), 0, 1]
        for seat in (1, 2):
            assert hope.sees(seat)["mark"] == [0, 0, 0, 0, 0, 0, 0, 1]
            assert hope.sight(seat) == lust.sight(seat)

    def test_s6_2_a_face_up_mark_shows_it(self) -> None:
        game = deal("yanmei CCB/LH", "placer GG/BLL", "virtuous CHH/LB").play("P0 turn up courage")
        for seat in range(3):
            assert game.sees(seat)["mark"] == [*counts("C"), 1, 0]

    def test_s6_2_cards_gained_later_are_flattened_too(self) -> None:
        """Wrongly accused she takes a third Courage: 15 for three of them, not 18."""
        game = deny(deal("yanmei CCB/LH/C", "placer AA/ACH", "virtuous HHL/LB").play("P0 turn up courage"), 0)
        assert game.verdict == "innocent"
        game = game.play("P0 take courage")
        assert game.scores()[0] == 15 + 4 + 3 + 0

    def test_s6_2_the_trait_stays_flattened_when_the_marked_card_has_left(self) -> None:
        game = accuse(deal("yanmei CCB/LC", "placer GG/BLL", "virtuous CHH/LB").play("P0 turn down courage"), 0)
        game = game.play("P0 admit", "P0 discard up benevolence", "P0 discard down courage")
        game = game.play("P1 name P2", "P2 card up courage")
        assert game.scores()[0] == 5 + 5 + 3

    def test_s6_2_it_is_public_from_showdown_on(self) -> None:
        """The marked Courage has gone face down to the discard; at Showdown all learn what is flat."""
        game = accuse(deal("yanmei CCB/LC", "placer GG/BLL", "virtuous CHH/LB").play("P0 turn down courage"), 0)
        game = game.play("P0 admit", "P0 discard up benevolence")
        assert game.sees(1)["mark"] == [0, 0, 0, 0, 0, 0, 0, 1]
        game = game.play("P0 discard down courage")
        assert game.stage == "theft"
        for seat in range(3):
            assert game.sees(seat)["mark"] == [*counts("C"), 0, 1]
            assert game.sees(seat)["given_up"] == [*counts("B"), 1, 1, 0, 0, 0], "a face-down card, the marked one"


class TestGan:
    """§6.3. The discard is Lust, Hope, Greed, Greed."""

    game = deal(*FOUR).play("P3 turn up anger")

    def test_s6_3_sees_two_and_keeps_one_face_down(self) -> None:
        game = self.game.play("* gan hope greed")
        assert game.legal(2) == {"keep hope", "keep greed"}
        game = game.play("P2 keep greed")
        assert (game.up(2), game.down(2)) == ("LLC", "BHG")
        assert game.pile == "LHG", "the other goes back"

    def test_s6_3_he_has_no_choice_between_two_alike(self) -> None:
        game = self.game.play("* gan greed greed")
        assert (game.stage, game.down(2)) == ("meixiu", "BHG")

    def test_s6_3_the_two_are_cards_of_the_discard(self) -> None:
        with pytest.raises(RecordError, match="expected two cards of the discard"):
            self.game.play("* gan hope courage").checked()

    def test_s6_3_what_was_seen_is_private(self) -> None:
        game = self.game.play("* gan hope greed")
        assert game.sees(2)["gan"] == [*counts("HG"), 0]
        other = self.game.play("* gan lust greed", "P2 keep lust")
        ends = [game.play("P2 keep greed"), game.play("P2 keep hope"), other]
        assert ends[0].sees(2)["drawn"] == counts("G")
        for seat in (0, 1, 3):
            assert len({end.sight(seat) for end in ends}) == 1
            assert ends[0].sees(seat)["gan"] == [0, 0, 0, 0, 0, 0, 1]
            assert ends[0].sees(seat)["drawn"] == [0] * 6
            assert ends[0].sees(seat)["num_hidden"][(2 - seat) % 4] == 3

    def test_s6_3_any_two_cards_of_the_shuffled_discard(self) -> None:
        size = some(1200, 240)
        seen = Counter(int(trait) for state in drawn_often(self.game, size) for trait in state["gan_sees"])
        expected = {"lust": size / 2, "hope": size / 2, "greed": size}
        assert {TRAITS[trait] for trait in seen} == set(expected)
        distances = [(seen[TRAITS.index(name)] - one) ** 2 / one for name, one in expected.items()]
        assert sum(distances) < 13.8, "chi-square, 2 degrees: 1 in 1000"


class TestMeixiu:
    """§6.4."""

    game = deal("meixiu ABL/LC", "placer CC/BHH", "yanmei ACL/BH").play("P2 turn down hope")

    def test_s6_4_names_another_seat(self) -> None:
        assert (self.game.stage, self.game.legal(0)) == ("meixiu", {"name P1", "name P2"})

    def test_s6_4_sees_both_of_two(self) -> None:
        game = self.game.play("P0 name P2")
        assert game.stage == "vote"
        assert game.sees(0)["peek"] == counts("BH")
        for seat in range(3):
            assert game.sees(seat)["peeked"][(2 - seat) % 3] == 1, "whom she named is public"

    def test_s6_4_sees_two_of_three(self) -> None:
        game = self.game.play("P0 name P1")
        assert game.stage == "peek"
        seen = {name: game.play(f"* peek {name}").sees(0)["peek"] for name in ("hope hope", "benevolence hope")}
        assert list(seen.values()) == [counts("HH"), counts("BH")]
        with pytest.raises(RecordError, match="two of the three face-down cards"):
            game.play("* peek lust hope").checked()

    def test_s6_4_two_at_random(self) -> None:
        size = some(900, 180)
        seen = Counter(cards(state["peek"]) for state in drawn_often(self.game.play("P0 name P1"), size))
        assert set(seen) == {"HH", "BH"}
        distances = [(seen[two] - share * size) ** 2 / (share * size) for two, share in (("HH", 1 / 3), ("BH", 2 / 3))]
        assert sum(distances) < 10.8, "chi-square, 1 degree: 1 in 1000"

    def test_s6_4_the_others_do_not_see_them(self) -> None:
        ends = [self.game.play("P0 name P1", f"* peek {two}") for two in ("hope hope", "benevolence hope")]
        for seat in (1, 2):
            assert ends[0].sight(seat) == ends[1].sight(seat)
            assert ends[0].sees(seat)["peek"] == [0] * 6

    def test_s6_4_three_points_that_stay_if_she_admits(self) -> None:
        game = self.game.play("P0 name P2")
        assert game.value(0) == 6 + 4 + 3 + 3 + 2 + 3
        game = accuse(game, 0).play("P0 admit", "P0 discard up anger", "P0 discard up benevolence")
        assert game.scores()[0] == 3 + 3 + 2 + 3

    def test_s6_4_she_sees_the_mark(self) -> None:
        assert self.game.sees(0)["mark"] == [0, 0, 0, 0, 0, 0, 0, 1]
        assert self.game.play("P0 name P2").sees(0)["mark"] == [*counts("H"), 0, 1]
        assert self.game.play("P0 name P2").sees(1)["mark"] == [0, 0, 0, 0, 0, 0, 0, 1]
        assert self.game.play("P0 name P1", "* peek hope hope").sees(0)["mark"] == [0, 0, 0, 0, 0, 0, 0, 1]

    def test_s6_4_she_does_not_learn_which_card_nuying_uses_later(self) -> None:
        game = deal("meixiu ABL/LC", "nuying CCH/BL", "placer AC/LBH").play("P0 name P1")
        assert game.sees(0)["peek"] == counts("BL")
        ends = [game.play(f"P1 turn down {one}", "P1 card up hope") for one in ("benevolence", "lust")]
        assert ends[0].sight(0) == ends[1].sight(0)
        assert ends[0].sees(0)["altered"] == [0, 0, 0, 0, 0, 0, 0, 1]

    def test_s6_4_a_drawn_card_that_she_sees_is_known_as_such(self) -> None:
        game = deal("meixiu ABL/LC/H", "gan CCH/BL/G", "placer AC/LBH/G")
        game = game.play("* gan hope greed", "P1 keep hope", "P0 name P1")
        assert game.play("* peek lust hope*").sees(0)["drawn"] == counts("H")
        assert game.play("* peek benevolence lust").sees(0)["drawn"] == [0] * 6
        seen = Counter(int(state["drawn_known"]) & 1 for state in drawn_often(game, some(900, 180)))
        assert seen[1] > 1.5 * seen[0] > 0, "two of three times"


class TestNuying:
    """§6.5."""

    game = deal("nuying AHH/BL", "placer CC/BHL", "suyin ALC/BH")

    def test_s6_5_one_of_her_cards_goes_face_down_under_another(self) -> None:
        names = {"turn up anger", "turn up hope", "turn down benevolence", "turn down lust"}
        assert (self.game.stage, self.game.legal(0)) == ("nuying", names)
        game = self.game.play("P0 turn up anger")
        assert game.legal(0) == {"card up hope", "card down benevolence", "card down lust"}
        game = game.play("P0 card up hope")
        assert (game.up(0), game.down(0)) == ("HH", "ABL")
        assert game.sees(1)["rows"][2] == counts("AHH"), "the row as it was placed is remembered"

    def test_s6_5_it_counts_as_the_card_on_top_and_loses_its_own(self) -> None:
        assert self.game.value(0) == 6 + 6 + 4 + 3
        assert self.game.play("P0 turn up anger", "P0 card up hope").value(0) == 21 + 4 + 3
        assert self.game.play("P0 turn down benevolence", "P0 card up anger").value(0) == 6 + 6 + 6 + 3
        assert self.game.play("P0 turn up hope", "P0 card down lust").value(0) == 6 + 0 + 4 + 3 + 3
        assert self.game.play("P0 turn up hope", "P0 card up hope").value(0) == self.game.value(0)

    def test_s6_5_the_copy_is_itself_again_when_the_top_card_leaves(self) -> None:
        game = accuse(self.game.play("P0 turn up anger", "P0 card up hope"), 0).play("P0 admit")
        assert game.play("P0 discard down lust", "P0 discard top").scores()[0] == 6 + 0 + 4

    def test_s6_5_the_top_card_is_one_certain_card(self) -> None:
        """She has two Hope: either the other one leaves, and the copy stays, or the top one."""
        game = accuse(self.game.play("P0 turn up anger", "P0 card up hope"), 0).play("P0 admit")
        assert game.legal(0) == {
            "discard up hope",
            "discard down benevolence",
            "discard down lust",
            "discard altered",
        }
        game = game.play("P0 discard up hope")
        assert game.legal(0) == {
            "discard down benevolence",
            "discard down lust",
            "discard altered",
            "discard top",
        }
        assert game.play("P0 discard down lust").scores()[0] == 6 + 4, "Anger still counts as a second Hope"
        assert game.play("P0 discard top").scores()[0] == 6 + 4 + 3

    @pytest.mark.parametrize(
        ("turned", "onto", "altered", "top"),
        [
            ("up anger", "up hope", [*counts("A"), 1, 0], [*counts("H"), 1, 0]),
            ("up anger", "down lust", [*counts("A"), 1, 0], [0, 0, 0, 0, 0, 0, 0, 1]),
            ("down lust", "up hope", [0, 0, 0, 0, 0, 0, 0, 1], [*counts("H"), 1, 0]),
            ("down lust", "down benevolence", [0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 1]),
        ],
    )
    def test_s6_5_facings_are_public_and_traits_of_what_lay_open(
        self, turned: str, onto: str, altered: list[int], top: list[int]
    ) -> None:
        game = self.game.play(f"P0 turn {turned}", f"P0 card {onto}")
        for seat in (1, 2):
            assert game.sees(seat)["altered"] == altered
            assert game.sees(seat)["top"] == top
        assert sum(game.sees(0)["altered"]) == sum(game.sees(0)["top"]) == 2, "she knows both"


def test_s6_6_all_vote_at_once_for_another_seat() -> None:
    game = deal("virtuous ABL/LC", "suyin CCB/BH", "placer HH/LLC")
    assert (game.stage, game.asked) == ("vote", [0, 1, 2])
    assert game.legal(1) == {"vote P0", "vote P2"}
    after = game.play("P1 vote P0")
    for seat in (0, 2):
        assert after.sight(seat) == game.sight(seat), "nobody sees a vote before all are in"
    assert after.sees(1)["votes"][0] == [0, 0, 1, 0, 0, 0], "its own it knows: P0 is the second to its left"


def test_s6_6_discussion_comes_first() -> None:
    game = deal("virtuous ABL/LC", "suyin CCB/BH", "placer HH/LLC", options="num_rounds=1", leader=1)
    assert (game.stage, game.asked) == ("discussion", [1])
    assert game.play("P1 silent", "P2 silent", "P0 silent").stage == "vote"


def test_s6_7_most_votes_is_accused_and_votes_are_public() -> None:
    game = deal("virtuous ABL/LC", "suyin CCB/BH", "placer HH/LLC").play("P0 vote P1", "P1 vote P2", "P2 vote P1")
    assert (game.stage, game.asked) == ("judgment", [1])
    for seat in range(3):
        seen = game.sees(seat)
        assert seen["accused"].index(1) == (1 - seat) % 3
        votes = {(row, votes.index(1)) for row, votes in enumerate(seen["votes"]) if any(votes)}
        assert votes == {((voter - seat) % 3, (other - seat) % 3) for voter, other in ((0, 1), (1, 2), (2, 1))}


def test_s6_7_a_tie_is_the_leaders_himself_too() -> None:
    seats = ("virtuous ABL/LC", "suyin CCB/BH", "placer HH/LLC")
    circle = ("P0 vote P1", "P1 vote P2", "P2 vote P0")
    game = deal(*seats, leader=2).play(*circle)
    assert (game.stage, game.asked, game.legal(2)) == ("vote tie", [2], {"name P0", "name P1", "name P2"})
    assert game.play("P2 name P2").asked == [2], "he accuses himself"
    assert game.play("P2 name P1").asked == [1]


def test_s6_7_he_names_one_of_the_tied_only() -> None:
    tied = ("P0 vote P1", "P1 vote P0", "P2 vote P0", "P3 vote P1")
    seats = ("virtuous ABL/LC", "suyin CCB/BH", "placer HH/LLC", "collector AHB/LC")
    game = deal(*seats, leader=3).play(*tied)
    assert (game.asked, game.legal(3)) == ([3], {"name P0", "name P1"})
