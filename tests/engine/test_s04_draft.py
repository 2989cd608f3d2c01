"""§4: deal and draft."""

import pytest

from overseers_env import Ruleset
from overseers_env.games.overseers.actions import USE
from tests.engine.tables import accuse, cards, counts, deal, draft, hand_lines, packs_line, some
from tests.engine.walks import stage_of, walk

PACKS = ("AABBLL", "CCCHHH", "LLLCCG")


def test_s4_1_six_each_and_the_rest_is_not_in_the_discard() -> None:
    """Three players: 18 of 25 cards are dealt; the discard has one card a seat and nothing else."""
    assert draft(*PACKS).pile == ""
    assert deal("- ABL/LC/H", "- CCB/BH/G", "- HHL/LC/G").pile == "HGG"


def test_s4_2_one_card_each_face_down_then_packs_pass_to_the_left() -> None:
    game = draft(*PACKS)
    assert (game.stage, game.asked) == ("draft", [0, 1, 2])
    assert game.legal(0) == {"draft anger", "draft benevolence", "draft lust"}
    game = game.play("P0 draft anger", "P1 draft hope", "P2 draft greed")
    assert [cards(game.state["pack"][seat]) for seat in range(3)] == ["LLLCC", "ABBLL", "CCCHH"]
    assert [game.sees(seat)["packs"][1] for seat in range(3)] == [counts("LLLCC"), counts("ABBLL"), counts("CCCHH")]
    assert [game.sees(seat)["picks"][0] for seat in range(3)] == [counts("A"), counts("H"), counts("G")]


def test_s4_2_all_at_once() -> None:
    """A seat that has picked waits; nobody sees that, and no pack moves, before the last."""
    game = draft(*PACKS)
    after = game.play("P1 draft hope")
    assert after.asked == [0, 2]
    for seat in (0, 2):
        assert after.sight(seat) == game.sight(seat)
    assert after.legal(1) == set()


@pytest.mark.parametrize(("is_alternating", "steps"), [(True, (1, -1, 1, -1)), (False, (1, 1, 1, 1))])
def test_s4_3_alternating_passes_right_in_rounds_2_and_4(is_alternating: bool, steps: tuple[int, ...]) -> None:
    rules = Ruleset(alternating_direction=is_alternating, num_rounds=4, characters="none", discussion_rounds=0)
    passes = set()
    for seed in range(some(12, 2)):
        num_players = 3 + seed % 4
        for states, _, _ in walk(num_players, rules, seed):
            state = states[0]
            if stage_of(states) != "placement":
                continue
            number = int(state["round_number"])
            for seat in range(num_players):
                receiver = (seat + steps[number]) % num_players
                for taken in range(5):
                    left = state["packs_seen"][seat, taken].copy()
                    left[state["picks"][seat, taken]] -= 1
                    assert (state["packs_seen"][receiver, taken + 1] == left).all()
            passes.add(number)
    assert passes == {0, 1, 2, 3}


def test_s4_4_french_six_picks_then_each_discards_one() -> None:
    game = deal("- ABL/LC/H", "- CCB/BH/G", "- HHL/LC/G").before("discard")
    assert (game.stage, game.asked) == ("discard", [0, 1, 2])
    assert [cards(game.state["hand"][seat]) for seat in range(3)] == ["ABLLCH", "BBCCHG", "LLCHHG"]
    assert game.legal(0) == {f"discard down {one}" for one in ("anger", "benevolence", "lust", "courage", "hope")}
    game = game.play("P0 discard down anger")
    assert game.sees(0)["discarded"] == counts("A")
    assert game.pile == "", "they go there together"
    game = game.play("P1 discard down greed", "P2 discard down hope")
    assert (game.pile, game.stage) == ("AHG", "placement")
    assert [cards(game.state["hand"][seat]) for seat in range(3)] == ["BLLCH", "BBCCH", "LLCHG"]
    assert not any(game.sees(1)["pile_seen"]), "face down"


def test_s4_4_english_five_picks_and_the_card_left_in_the_pack() -> None:
    """The card left over is not passed on: the seat before whose place the pack lies has seen it."""
    game = deal("gan ABL/LC/H", "virtuous CCB/BH/G", "suyin HHL/LC/G", rules="english").before("hide")
    assert (game.stage, game.pile) == ("placement", "HGG")
    assert [int(game.state["hand"][seat].sum()) for seat in range(3)] == [5, 5, 5]
    lines = hand_lines(["ABL/LC/H", "CCB/BH/G", "HHL/LC/G"], "english")
    assert sum("draft" in line for line in lines) == 15
    assert not any("discard" in line for line in lines)
    for seat in range(3):
        seen = game.sees(seat)
        left = [before - taken for before, taken in zip(seen["packs"][4], seen["picks"][4], strict=True)]
        assert seen["discarded"] == left
        assert sum(left) == 1


def test_s4_4_each_way_may_be_set_beside_the_other_edition() -> None:
    assert Ruleset("english", last_card="discard").last_card == "discard"
    game = deal("gan ABL/LC/H", "virtuous CCB/BH/G", "suyin HHL/LC/G", rules="english last_card=discard")
    assert sum("discard" in line for line in game.lines if line.startswith("P")) == 3


def test_s4_4_the_discards_of_all_are_one_face_down_pile() -> None:
    game = deal("gan ABL/LC/H", "virtuous CCB/BH/G", "suyin HHL/LC/G", rules="english")
    assert game.stage == "gan draw"
    assert game.pile == "HGG"


class TestWuming:
    """§4.5: before a pick, while the power is unused and at least two picks remain."""

    game = draft(*PACKS, characters="liang wuming placer")

    def test_s4_5_she_has_seen_her_pack(self) -> None:
        assert (self.game.stage, self.game.asked) == ("wuming", [1])
        assert self.game.sees(1)["packs"][0] == counts("CCCHHH")
        assert self.game.legal(1) == {"use", "pass"}

    def test_s4_5_the_answer_is_public(self) -> None:
        for seat in range(3):
            assert self.game.play("P1 use").sees(seat)["double_pick"] == [1, 0, 0, 0, 0, 0]
            assert not any(self.game.play("P1 pass").sees(seat)["double_pick"])

    def test_s4_5_every_seat_commits_both_cards_before_any_pack_passes(self) -> None:
        game = self.game.play("P1 use", "P0 draft anger", "P0 draft lust", "P1 draft courage")
        assert game.asked == [1, 2]
        assert cards(game.state["pack"][1]) == "CCHHH"
        game = game.play("P1 draft hope", "P2 draft lust", "P2 draft greed")
        assert [cards(game.state["hand"][seat]) for seat in range(3)] == ["AL", "CH", "LG"]
        assert [cards(game.state["pack"][seat]) for seat in range(3)] == ["LLCC", "ABBL", "CCHH"]
        assert (game.stage, game.asked) == ("draft", [0, 1, 2]), "the power is used: she is not asked again"

    def test_s4_5_after_pass_she_is_asked_before_the_next_pick(self) -> None:
        game = self.game.play("P1 pass", "P0 draft anger", "P1 draft hope", "P2 draft greed")
        assert (game.stage, game.asked) == ("wuming", [1])
        game = game.play("P1 use")
        assert game.sees(0)["double_pick"] == [0, 1, 0, 0, 0, 0]

    @pytest.mark.parametrize(("last_card", "asked"), [("discard", {0, 1, 2, 3, 4}), ("leftover", {0, 1, 2, 3})])
    def test_s4_5_while_two_picks_remain_and_once_a_round(self, last_card: str, asked: set[int]) -> None:
        met, used = set(), 0
        for seed in range(some(120, 25)):
            rules, uses = Ruleset(last_card=last_card, num_rounds=1, discussion_rounds=0), 0
            for states, _, action in walk(6, rules, seed):
                if stage_of(states) == "wuming":
                    met.add(int(states["num_taken"][0]))
                    uses += action == USE
            assert uses <= 1
            used += uses
        assert met == asked
        assert used

    def test_s4_5_the_last_two_cards_are_taken_without_a_question(self) -> None:
        """Before the last pick but one a pack has two cards: both picks are forced (§14.1)."""
        tables = ["ABL/LC", "CCB/BH", "HHL/LC"]
        game = deal("liang " + tables[0], "wuming " + tables[1], "placer HH/LLC")
        place = max(number for number, line in enumerate(game.lines) if line == "P1 pass")
        game = type(game)([*game.lines[:place], "P1 use"])
        assert game.stage == "discard"
        assert [int(game.state["hand"][seat].sum()) for seat in range(3)] == [6, 6, 6]


def test_s4_5_next_round_she_may_use_it_again() -> None:
    """A seat that is dealt Wuming twice is asked in both rounds."""
    rules = "discussion_rounds=0 num_rounds=2"
    game = accuse(deal("wuming ACC/LC/H", "placer BB/LLC/H", "suyin LLB/HH/H", options=rules), 2)
    game = game.play("P2 admit", "P2 discard up lust", "P2 discard up lust")
    game = game.play("* characters P0 wuming P1 placer P2 suyin", packs_line(*PACKS))
    assert (game.stage, game.asked) == ("wuming", [0])
