"""§10: scores, Liang, the next Leader, the winner."""

from typing import Any

import numpy as np
import pytest

from overseers_env import Ruleset
from overseers_env.games.overseers import kernels, stages
from overseers_env.games.overseers.actions import PLAYER
from overseers_env.games.overseers.batched import new_states
from tests.engine.tables import Scripted, accuse, characters_line, counts, deal, hand_lines, head, some, table_values
from tests.engine.walks import stage_of, walk

NO_GREED = ("liang ABL/LC/H", "suyin BCH/CH/H", "placer CC/LLH/B")


def at_liang(rules: str = "french", *, is_poor: bool = False) -> Scripted:
    """Liang (18 points) is asked; Suyin's seat has 20, the placer has admitted and has 6 left."""
    game = accuse(deal(*NO_GREED, rules=rules), 2).play("P2 admit", "P2 discard up courage", "P2 discard up courage")
    assert (game.stage, game.asked) == ("liang", [0])
    if is_poor:
        game.state["face_up"][2] = counts("C")
    return game


def test_s10_1_each_seat_scores_its_table_powers_included() -> None:
    game = accuse(deal("suyin AAB/LC/H", "meixiu BCH/HL/H", "virtuous CCC/LL/B").play("P1 name P0"), 0)
    game = game.play("P0 admit", "P0 discard up benevolence", "P0 discard down lust")
    assert game.scores() == [16 + 2, 4 + 2 + 6 + 3 + 3, 18 + 3 + 6]


@pytest.mark.parametrize("num_players", [3, 6])
def test_s10_1_scores_are_the_values_of_the_tables_as_they_lie_at_the_end(num_players: int) -> None:
    for seed in range(some(40, 4)):
        values, rules = [0] * 6, Ruleset(num_rounds=1, characters="none")
        for states, _, _ in walk(num_players, rules, seed):
            values = table_values(states)
        assert states["round_scores"][0, 0].tolist() == values


def test_s10_2_french_liang_steals_four() -> None:
    game = at_liang()
    assert game.legal(0) == {"name P1", "name P2"}
    assert game.play("P0 name P1").scores() == [18 + 4, 20 - 4, 6]


def test_s10_2_at_most_that_seats_score() -> None:
    """With one Courage left the seat has 2 points to lose (the record is edited: hardly a game goes so far)."""
    game = at_liang(is_poor=True)
    assert play(game, 0, 2).tolist()[:3] == [18 + 2, 20, 0]


def test_s10_2_english_a_seat_loses_one_for_each_card_on_its_table() -> None:
    assert at_liang("english").play("P0 name P1").scores() == [18, 20 - 5, 6]
    assert at_liang("english").play("P0 name P2").scores() == [18, 20, 6 - 3]


def test_s10_2_no_score_below_0() -> None:
    game = at_liang("english", is_poor=True)
    game.state["face_up"][2] = counts("H")
    assert play(game, 0, 2).tolist()[:3] == [18, 20, 0]


def play(game: Scripted, seat: int, other: int) -> Any:
    """The scores after the seat has named another, in an edited record."""
    assert kernels.play_one(game.states, seat, PLAYER + (other - seat) % 3)
    return game.state["round_scores"][0]


def test_s10_2_each_way_may_be_set_beside_the_other_edition() -> None:
    assert at_liang("french liang=penalty").play("P0 name P2").scores() == [18, 20, 3]
    assert at_liang("english liang=steal").play("P0 name P2").scores() == [22, 20, 2]


def test_s10_3_liang_acts_after_the_theft() -> None:
    """What was stolen counts: the robbed seat has one card less, and 4 points of the rest."""
    game = accuse(deal("liang ABL/LC/H", "suyin GCH/CH/H", "placer CC/LLH/B"), 2)
    game = game.play("P2 admit", "P2 discard up courage", "P2 discard up courage")
    assert (game.stage, game.asked) == ("theft", [1])
    game = game.play("P1 name P2", "P2 card up lust")
    assert (game.stage, game.asked) == ("liang", [0])
    assert game.play("P0 name P2").scores() == [18 + 3, 2 + 10 + 6 + 3, 0]


def test_s10_3_and_before_the_next_leader_is_found() -> None:
    """Suyin's seat is the lowest only by what Liang takes from it."""
    rules = "french discussion_rounds=0 num_rounds=2"
    tables = ["ABL/LC/H", "BCH/CL/H", "CC/LAH/B"]
    lines = [*head(rules, 3, 0), characters_line(["liang", "suyin", "placer"]), *hand_lines(tables)]
    game = accuse(Scripted(lines), 0).play("P0 admit", "P0 discard up anger", "P0 discard down courage")
    assert (game.stage, game.value(0), game.value(1), game.value(2)) == ("liang", 10, 17, 19)
    ends = [game.play(f"P0 name P{other}") for other in (1, 2)]
    assert [end.scores() for end in ends] == [[14, 13, 19], [14, 17, 15]]
    assert [int(end.state["leader"]) for end in ends] == [1, 0]


def two_rounds(leader: int, tables: list[str], *lines: str) -> Scripted:
    """Round 1 of 2 without characters; seat 2 admits and gives up two cards."""
    rules = "french characters=none discussion_rounds=0 num_rounds=2"
    dealt = Scripted([*head(rules, 3, leader), *hand_lines(tables)])
    return accuse(dealt, 2).play("P2 admit", *(f"P2 discard {line}" for line in lines))


def test_s10_4_the_lowest_score_of_the_round_leads_next() -> None:
    game = two_rounds(0, ["ABL/LC/H", "BCH/CH/H", "CCL/LH/B"], "up courage", "up courage")
    assert (game.scores(), int(game.state["leader"]), game.stage) == ([18, 20, 6], 2, "packs")
    assert game.state["was_leader"].tolist() == [1, 0, 1, 0, 0, 0]


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_s10_4_a_tie_is_the_leaders_himself_too(leader: int) -> None:
    game = two_rounds(leader, ["ACC/CH/H", "BLL/CH/H", "AAH/LC/B"], "down lust")
    assert game.scores() == [24, 12, 12]
    assert (game.stage, game.asked, game.legal(leader)) == ("leader tie", [leader], {"name P1", "name P2"})
    assert [int(game.play(f"P{leader} name P{other}").state["leader"]) for other in (1, 2)] == [1, 2]


def test_s10_4_after_the_last_round_nobody_is_named() -> None:
    for seed in range(some(20, 4)):
        rounds, leader_ties = 0, 0
        for states, _, _ in walk(4, Ruleset(num_rounds=1), seed):
            rounds = int(states["round_number"][0])
            leader_ties += stage_of(states) == "leader tie"
        assert (rounds, leader_ties) == (0, 0)
        assert states["was_leader"].sum() == 1


@pytest.mark.parametrize(
    ("totals", "leaders", "shares"),
    [
        ([5, 9, 8], [0], [0, 1, 0]),
        ([5, 9, 9], [1], [0, 0, 1]),
        ([9, 9, 9], [0], [0, 1 / 2, 1 / 2]),
        ([9, 9, 1], [0, 1], [1 / 2, 1 / 2, 0]),
        ([9, 9, 1], [2], [1 / 2, 1 / 2, 0]),
        ([9, 9, 9, 9], [0, 1, 2, 3], [1 / 4] * 4),
        ([7, 9, 9, 9, 9], [0, 4], [0, 1 / 3, 1 / 3, 1 / 3, 0]),
        ([0, 0, 0, 0, 0, 0], [5], [1 / 5] * 5 + [0]),
    ],
)
def test_s10_5_highest_total_then_never_leader_then_shared(
    totals: list[int], leaders: list[int], shares: list[float]
) -> None:
    num_players = len(totals)
    states = new_states(1, num_players, Ruleset(num_rounds=3))
    states["stage"] = stages.GAME_OVER
    states["round_scores"][0, 0, :num_players] = [total // 2 for total in totals]
    states["round_scores"][0, 2, :num_players] = [total - total // 2 for total in totals]
    states["was_leader"][0, leaders] = 1
    returns = np.zeros((1, 6), np.float32)
    kernels.final_returns(states, returns)
    assert returns[0, :num_players] + 1 / num_players == pytest.approx(shares, abs=1e-6)
    assert not returns[0, num_players:].any()


def test_s10_5_the_first_leader_counts_as_one_who_led() -> None:
    """Two seats of equal total: the one that led round 1 does not win."""
    seats = ("- ABL/LC/H", "- ABL/LC/H", "- CHH/BC/B")
    for leader, shares in ((0, [0, 1, 0]), (1, [1, 0, 0]), (2, [0.5, 0.5, 0])):
        game = accuse(deal(*seats, leader=leader), 2).play("P2 admit", "P2 discard up courage", "P2 discard up hope")
        assert game.scores()[:2] == [18, 18]
        assert game.scores()[2] < 18
        assert game.shares == shares
