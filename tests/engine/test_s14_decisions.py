"""§14: what is asked, and of whom."""

import pytest

from overseers_env import Ruleset
from overseers_env.games.overseers.stages import SIMULTANEOUS_STAGES, STAGE_NAMES
from tests.engine.tables import INITIALS, cards, deal, draft, legal_actions, some
from tests.engine.walks import asked_of, stage_of, walk

SIMULTANEOUS = ("draft", "discard", "placement", "vote")


@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
def test_s14_1_whoever_is_asked_has_a_choice(num_players: int) -> None:
    for seed in range(some(40, 3)):
        for states, seat, _ in walk(num_players, Ruleset(discussion_rounds=0), seed):
            if seat < 0:
                assert asked_of(states) == []
                continue
            asked = asked_of(states)
            assert asked
            for other in range(num_players):
                assert (len(legal_actions(states, other)) >= 2) == (other in asked)


def test_s14_1_a_pick_among_cards_of_one_trait_is_not_asked() -> None:
    game = draft("LLLLLG", "CCCCCH", "AABBHH").play("P0 draft greed", "P1 draft hope", "P2 draft anger")
    assert [cards(game.state["pack"][seat]) for seat in range(3)] == ["ABBHH", "LLLL", "CCCC"]
    assert game.asked == [0], "the two others have taken a card already"
    assert [int(game.state["hand"][seat].sum()) for seat in range(3)] == [1, 2, 2]


def test_s14_1_the_last_cards_of_the_packs_are_taken_without_a_question() -> None:
    assert deal("- ABL/LC/H", "- CCB/BH/G", "- HHL/LC/G").before("discard").stage == "discard"


def test_s14_1_the_leader_is_asked_only_on_a_real_tie() -> None:
    ties = {"vote tie": 0, "greed tie": 0, "leader tie": 0, "character tie": 0}
    for seed in range(some(60, 6)):
        for states, seat, _ in walk(4, Ruleset(num_rounds=2, character_draft=True, discussion_rounds=0), seed):
            if stage_of(states) in ties:
                assert asked_of(states) == [int(states["leader"][0])]
                assert len(legal_actions(states, seat)) >= 2
                ties[stage_of(states)] += 1
    assert all(ties.values()) or some(0, 1), ties


def test_s14_2_the_simultaneous_stages() -> None:
    assert tuple(STAGE_NAMES[stage] for stage in SIMULTANEOUS_STAGES) == SIMULTANEOUS


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_s14_2_seats_commit_in_any_order_and_the_stage_closes_with_the_last(order: tuple[int, int, int]) -> None:
    game, picks = draft("AABBLL", "CCCHHH", "LLLCCG"), ("draft anger", "draft hope", "draft greed")
    for left, seat in zip((2, 1, 0), order, strict=True):
        before = cards(game.state["pack"][seat])
        game = game.play(f"P{seat} {picks[seat]}")
        if left:
            assert len(game.asked) == left
            assert seat not in game.asked
            assert len(cards(game.state["pack"][seat])) == len(before) - 1
    assert game.asked == [0, 1, 2], "the next pick"
    assert [int(game.state["picks"][seat, 0]) for seat in range(3)] == [INITIALS.index(one) for one in "AHG"]


def test_s14_2_all_other_decisions_are_one_seats_alone() -> None:
    for seed in range(some(40, 5)):
        for states, _, _ in walk(3 + seed % 4, Ruleset(num_rounds=2, character_draft=True), seed):
            if stage_of(states) not in (*SIMULTANEOUS, "game over"):
                assert len(asked_of(states)) == 1
