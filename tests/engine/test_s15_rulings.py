"""§15: what this copy settles beyond the shared text."""

from typing import Any

import numpy as np
import pytest

from overseers_env import Ruleset
from overseers_env.games.overseers import kernels
from overseers_env.games.overseers.stages import CHANCE_STAGES, STAGE_NAMES
from overseers_env.games.overseers.state import NO_SEAT
from tests.engine.tables import accuse, cards, counts, deal, deny, draft, shown, some
from tests.engine.walks import asked_of, is_over, stage_of, walk

NUYING = ("nuying AHH/BL", "placer CC/BHL", "suyin ALC/BH")


class TestTwoCardsAtOnce:
    """§15.1."""

    game = accuse(deal("virtuous ABB/LL", "suyin CCB/CH", "placer HH/LLC"), 0).play("P0 admit")

    def test_s15_1_never_in_descending_order(self) -> None:
        game = self.game.play("P0 discard up benevolence")
        assert game.legal(0) == {"discard up benevolence", "discard down lust"}

    def test_s15_1_a_first_card_leaves_a_second(self) -> None:
        assert self.game.legal(0) == {"discard up anger", "discard up benevolence", "discard down lust"}
        game = accuse(deal("virtuous ABB/LC", "suyin CCB/CH", "placer HH/LLC"), 0).play("P0 admit")
        assert game.legal(0) == {"discard up anger", "discard up benevolence", "discard down lust"}

    def test_s15_1_a_second_without_alternative_is_not_asked(self) -> None:
        assert self.game.play("P0 discard down lust").verdict == "admitted"
        assert self.game.play("P0 discard down lust").up(0) == "ABB"

    def test_s15_1_nobody_else_sees_the_first_before_the_second(self) -> None:
        game = self.game.play("P0 discard up anger")
        for seat in (1, 2):
            assert game.sight(seat) == self.game.sight(seat)
        assert game.sees(0)["chosen"].index(1) == 0
        assert (game.up(0), game.pile) == (self.game.up(0), self.game.pile), "both leave together"

    def test_s15_1_nor_at_the_penalty_nor_of_a_double_pick(self) -> None:
        game = deny(
            deal("nuying LLL/GG/H", "suyin CHG/BB/H", "liang CHL/LB/H").play("P0 turn up lust", "P0 card up lust"), 0
        )
        assert game.stage == "penalty"
        for seat in (1, 2):
            assert game.play("P0 lose up lust").sight(seat) == game.sight(seat)
        game = draft("AABBLL", "CCCHHH", "LLLCCG", characters="liang wuming placer").play("P1 use")
        for seat in (1, 2):
            assert game.play("P0 draft anger").sight(seat) == game.sight(seat)

    def test_s15_1_a_double_pick_goes_up_the_traits(self) -> None:
        game = draft("AABBLL", "CCCHHH", "LLLCCG", characters="liang wuming placer").play("P1 use")
        assert game.legal(2) == {"draft lust", "draft courage"}, "no second would be left after the one Greed"
        assert game.play("P2 draft courage").legal(2) == {"draft courage", "draft greed"}
        assert game.play("P0 draft lust").legal(0) == set(), "two Lust, the second without a question"


class TestKindsOfCard:
    """§15.2."""

    def test_s15_2_the_stack_is_named_as_such_and_never_by_trait(self) -> None:
        game = accuse(deal(*NUYING).play("P0 turn up anger", "P0 card up hope"), 0).play(
            "P0 admit", "P0 discard up hope"
        )
        assert game.legal(0) == {f"discard {card}" for card in ("down benevolence", "down lust", "altered", "top")}

    def test_s15_2_when_one_leaves_the_other_is_a_plain_card_in_its_row(self) -> None:
        game = deal(*NUYING, options="discussion_rounds=0 num_rounds=1").play("P0 turn up anger", "P0 card up hope")
        game = accuse(game, 0).play("P0 admit")
        without_top = game.play("P0 discard down lust", "P0 discard top")
        assert without_top.scores()[0] == 4 + 6
        without_altered = game.play("P0 discard down lust", "P0 discard altered")
        assert without_altered.scores()[0] == 4 + 6
        assert int(without_top.state["is_stacked"]) == int(without_altered.state["is_stacked"]) == 0

    @pytest.mark.parametrize(
        ("given", "row", "marked_left"),
        [
            (["up courage", "down courage"], "BLC", False),
            (["up benevolence", "up courage"], "LCC", False),
            (["up courage", "up courage"], "BLC", True),
        ],
    )
    def test_s15_2_the_marked_card_leaves_last_and_others_see_whether(
        self, given: list[str], row: str, marked_left: bool
    ) -> None:
        """Yanmei marked one of her two open Courage; a third lies face down."""
        game = accuse(deal("yanmei CCB/LC/H", "placer GG/BLL/H", "virtuous HHA/LB/C").play("P0 turn up courage"), 0)
        game = game.play("P0 admit", *(f"P0 discard {card}" for card in given))
        for seat in range(3):
            assert game.sees(seat)["given_up"][7] == marked_left
        assert game.up(0) == row
        assert int(game.state["mark_is_there"]) == (not marked_left)

    @pytest.mark.parametrize(("given", "drawn_left"), [(["up anger", "down hope"], False), (["down hope"], True)])
    def test_s15_2_so_does_the_drawn_card(self, given: list[str], drawn_left: bool) -> None:
        """Gan holds a drawn Hope and another beside it; after both there is nothing to name."""
        game = deal("gan ABL/LH/G", "suyin CCB/BH/H", "placer HC/LLC/G").play("* gan hope greed", "P0 keep hope")
        game = accuse(game, 0).play("P0 admit", *(f"P0 discard {card}" for card in given))
        for seat in range(3):
            assert game.sees(seat)["given_up"][8] == drawn_left

    def test_s15_2_others_see_the_altered_and_the_top_card_leave(self) -> None:
        game = accuse(deal(*NUYING).play("P0 turn up anger", "P0 card up hope"), 0).play("P0 admit")
        assert game.play("P0 discard down lust", "P0 discard altered").sees(1)["given_up"] == [0] * 6 + [2, 0, 0, 1, 0]
        assert game.play("P0 discard down lust", "P0 discard top").sees(1)["given_up"] == [*counts("H"), 1, 0, 0, 0, 1]
        game = game.play("P0 discard altered")
        assert game.sees(1)["given_up"] == [*counts("H"), 1, 0, 0, 1, 1]


def test_s15_3_from_showdown_on_a_card_is_named_as_a_face_up_one() -> None:
    game = deny(deal("collector HHH/AB/H", "liang CCB/LH/C", "placer LL/LBC/L"), 0)
    assert (game.down(0), game.legal(0)) == ("", {"lose up anger", "lose up hope"}), "the Anger lay face down"


def test_s15_4_nuying_turns_first_then_names_the_top_and_others_see_both_at_once() -> None:
    game = deal(*NUYING)
    turned = game.play("P0 turn up anger")
    assert (turned.stage, turned.asked) == ("nuying top", [0])
    for seat in (1, 2):
        assert turned.sight(seat) == game.sight(seat)
    assert "card up anger" not in turned.legal(0), "not under itself"


def test_s15_4_it_may_lie_under_its_own_trait() -> None:
    game = deal(*NUYING).play("P0 turn up hope")
    assert "card up hope" in game.legal(0)
    game = game.play("P0 card up hope")
    assert (game.up(0), game.down(0)) == ("AH", "BLH")


def test_s15_4_yanmei_marks_by_facing_and_trait() -> None:
    game = deal("yanmei CCB/LC", "placer GG/BLL", "virtuous HHA/LB")
    assert game.legal(0) == {"turn up courage", "turn up benevolence", "turn down lust", "turn down courage"}


def test_s15_5_fushen_acts_before_wuming_on_the_dealt_packs() -> None:
    game = draft("AABBLL", "CCCHHH", "LLLCCG", characters="fushen wuming placer").play("* fushen gan liang suyin")
    assert (game.stage, game.asked) == ("fushen", [0])
    assert game.sees(0)["packs"][0] == counts("AABBLL")
    assert game.play("P0 become gan").stage == "wuming"


def test_s15_6_characters_are_chosen_before_the_traits_are_dealt() -> None:
    for seed in range(some(20, 4)):
        for states, _, _ in walk(4, Ruleset(character_draft=True, num_rounds=2), seed):
            if stage_of(states) in ("character tie", "character choice"):
                assert not states["pack"].any()
                assert not states["packs_seen"].any()
                assert states["was_leader"][0, states["leader"][0]] == 1, "the new Leader is named"
                assert not states["round_scores"][0, 1].any()


class TestWrongAccusationAndTheft:
    """§15.7."""

    def test_s15_7_a_card_that_comes_to_nuying_later_is_plain(self) -> None:
        game = deal("nuying AHH/BL/H", "placer CC/BLH/H", "virtuous AAC/LB/C")
        game = game.play("P0 turn down lust", "P0 card down benevolence")
        assert game.value(0) == 6 + 6 + 4 + 4
        game = deny(game, 0)
        assert game.verdict == "innocent"
        assert int(game.state["is_stacked"]) == 1
        end = game.play("P0 take courage")
        assert end.scores()[0] == 6 + 6 + 4 + 4 + 2
        assert int(end.state["is_stacked"]) == 1

    @pytest.mark.parametrize(
        ("given", "trait", "special", "left"),
        [("top", "H", [0, 1], 6 + 0 + 3 + 2), ("altered", "A", [1, 0], 6 + 3 + 2), ("up hope", "H", [0, 0], 6 + 3 + 2)],
    )
    def test_s15_7_a_top_or_altered_card_arrives_as_its_printed_trait(
        self, given: str, trait: str, special: list[int], left: int
    ) -> None:
        game = deal("nuying AHH/LC/H", "suyin GGB/CB/H", "placer LL/BCL/A").play("P0 turn up anger", "P0 card up hope")
        game = accuse(game, 2).play("P2 admit", "P2 discard up lust", "P2 discard up lust", "P1 name P0")
        assert game.legal(0) == {f"card {one}" for one in ("up hope", "up lust", "up courage", "altered", "top")}
        game = game.play(f"P0 card {given}")
        assert game.up(1) == cards(counts("BBCGG" + trait))
        assert game.scores()[0] == left
        assert game.sees(2)["stolen"] == [*counts(trait), *special]


def test_s15_8_highest_means_no_seat_is_worth_more() -> None:
    """P0 and P1 are both worth 18: neither is below the highest, both are highest."""
    game = deal("collector ABL/LC/H", "liang ABL/LC/H", "placer CC/BHL/H", options="num_rounds=1")
    assert [game.value(seat) for seat in range(3)] == [18, 18, 17]
    verdicts = game.play("P0 vouch P1", "P1 accuse P0", "P2 accuse P1").state["verdicts"][0, 0, :3]
    assert verdicts.tolist() == [0, 1, 1]
    assert game.play("P0 vouch P2", "P1 accuse P2", "P2 silent").state["verdicts"][0, 0, :3].tolist() == [1, 0, -1]


def test_s15_8_hidden_counts_every_face_down_card() -> None:
    """The drawn card of Gan too."""
    game = deal("gan ABL/LC/G", "suyin CCB/BH/H", "placer HH/LLC/G", options="num_rounds=1")
    game = game.play("* gan hope greed", "P0 keep hope", "P0 hold hope", "P1 silent", "P2 silent")
    assert game.state["verdicts"][0, 0, 0] == 1


@pytest.mark.parametrize("rules", ["french", "english"])
def test_s15_9_no_round_score_is_below_0(rules: str) -> None:
    lowest = 99
    for seed in range(some(100, 8)):
        for states, _, _ in walk(6, Ruleset(rules, discussion_rounds=0), seed):
            assert (states["round_scores"] >= 0).all()
        lowest = min(lowest, int(states["round_scores"][0, :3].min()))
    assert lowest < 10, "low scores were met"


def test_s15_10_chance_enters_at_six_points_only() -> None:
    """Of the stages of chance two are for the characters. Between them the game's key changes nothing."""
    assert {STAGE_NAMES[stage] for stage in CHANCE_STAGES} == {
        "first leader",
        "characters",
        "lay out",
        "packs",
        "fushen draw",
        "gan draw",
        "peek",
    }
    for seed in range(some(20, 3)):
        for states, seat, action in walk(3 + seed % 4, Ruleset(character_draft=True, num_rounds=2), seed):
            if seat < 0:
                continue
            end, end_with_another_key = states.copy(), states.copy()
            end_with_another_key["key"] = (12, 13)
            for one in (end, end_with_another_key):
                play_up_to_chance(one, seat, action)
            end_with_another_key["key"] = end["key"]
            assert end.tobytes() == end_with_another_key.tobytes(), stage_of(states)


def play_up_to_chance(states: Any, seat: int, action: int) -> None:
    """Play an action, and go on until a seat is asked or chance must decide."""
    assert kernels.commit_one(states, seat, action)
    while states["stage"][0] not in CHANCE_STAGES and kernels.tick(states)[0] != NO_SEAT:
        pass


@pytest.mark.parametrize("turns", [-1, 3])
def test_s15_11_no_more_than_two_turns_of_talk(turns: int) -> None:
    with pytest.raises(ValueError, match="allowed: 0, 1, 2"):
        Ruleset(discussion_rounds=turns)


def test_s15_12_the_order_of_asking_is_in_no_observation() -> None:
    """Seated one place further, everyone sees the same: nothing depends on a seat's number."""
    packs = ("AABBLL", "CCCHHH", "LLLCCG")
    games = [draft(*np.roll(packs, shift), leader=shift) for shift in range(3)]
    for seat in range(3):
        sights = {game.sight((seat + shift) % 3) for shift, game in enumerate(games)}
        assert len(sights) == 1


def test_s15_12_a_game_that_is_over_asks_nobody() -> None:
    for states, seat, _ in walk(3, Ruleset(num_rounds=1), 1):
        assert (seat < 0) == is_over(states)
    assert asked_of(states) == []
    assert shown(states, 0)[1].tolist() == [1] + [0] * 148
