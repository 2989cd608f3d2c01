"""§13: what a seat knows."""

import numpy as np
import pytest

from overseers_env import Ruleset
from overseers_env.games.overseers import kernels
from overseers_env.games.overseers.observation import OBSERVATION
from tests.engine.tables import accuse, cards, counts, deal, deny, draft, shown, some
from tests.engine.walks import stage_of, walk

REMEMBERED = (
    "packs",
    "picks",
    "double_pick",
    "discarded",
    "rows",
    "peek",
    "gan",
    "statements",
    "votes",
    "accused",
    "offer",
)
"""Pieces that, once written in a round, stay as they are."""


@pytest.mark.parametrize("edition", ["french", "english"])
def test_s13_1_a_seat_remembers_all_it_saw_this_round(edition: str) -> None:
    for seed in range(some(12, 2)):
        rules = Ruleset(edition, num_rounds=1, discussion_rounds=2)
        num_players, seen_before = 3 + seed % 4, {}
        for states, _, _ in walk(num_players, rules, seed):
            for seat in range(num_players):
                seen = OBSERVATION.read(shown(states, seat)[0])
                for name in REMEMBERED:
                    before = seen_before.get((seat, name), np.zeros_like(seen[name]))
                    assert (seen[name] == before)[before != 0].all(), name
                    seen_before[seat, name] = seen[name].copy()
        for seat in range(num_players):
            assert seen_before[seat, "packs"][0].sum() == 6
            assert seen_before[seat, "votes"].sum() == num_players


def test_s13_1_its_packs_and_what_came_back_of_them() -> None:
    """Of three seats each sees its first pack again at the fourth pick, and what the others left in it."""
    game = deal("- ABL/LC/H", "- CCB/BH/G", "- HHL/LC/G")
    for seat in range(3):
        packs = game.sees(seat)["packs"]
        assert [sum(pack) for pack in packs] == [6, 5, 4, 3, 2, 1]
        assert all(later <= first for first, later in zip(packs[0], packs[3], strict=True))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_s13_1_cards_that_a_seat_did_not_see_change_nothing(seat: int) -> None:
    """Exchange a face-down card of the two others in the record: neither observation nor mask moves."""
    game = deal("virtuous ABL/LC", "suyin CCB/BH", "placer HH/LLC", options="num_rounds=1")
    before, (one, other) = game.sight(seat), [place for place in range(3) if place != seat]
    given = int(np.flatnonzero(game.state["face_down"][one])[-1])
    taken = int(np.flatnonzero(game.state["face_down"][other])[0])
    assert given != taken
    game.state["face_down"][[one, other], given] += [-1, 1]
    game.state["face_down"][[one, other], taken] += [1, -1]
    game.state["picks"][[one, other]] = game.state["picks"][[other, one]]
    game.state["packs_seen"][[one, other]] = game.state["packs_seen"][[other, one]]
    game.state["discarded"][[one, other]] = game.state["discarded"][[other, one]]
    game.state["pile"][:] = np.roll(game.state["pile"], 1)
    game.state["key"] = (1, 2)
    assert game.sight(seat) == before
    assert game.sight(one) != before


def test_s13_2_special_cards_are_known_as_such_and_not_their_traits() -> None:
    game = deal("nuying ABL/LC/G", "meixiu BCC/HH/G", "gan LLC/BH/H", "yanmei ACH/AB/L").play("P3 turn down anger")
    game = game.play("* gan hope greed", "P2 keep greed", "P1 name P0", "P0 turn down lust", "P0 card down courage")
    seen = game.sees(1)
    for name in ("mark", "altered", "top"):
        assert seen[name] == [0] * 6 + [0, 1], "it lies face down"
    assert (seen["gan"], seen["drawn"]) == ([0] * 6 + [1], [0] * 6)


class TestAdmission:
    """§13.3."""

    game = accuse(deal("virtuous ABL/LC", "suyin CCB/BH", "placer HH/LLC"), 0).play("P0 admit")

    def test_s13_3_the_row_of_each_discard_and_the_trait_of_open_ones(self) -> None:
        game = self.game.play("P0 discard up benevolence", "P0 discard up lust")
        assert game.sees(1)["given_up"] == [*counts("BL"), 0, 0, 0, 0, 0]
        game = self.game.play("P0 discard up benevolence", "P0 discard down lust")
        assert game.sees(1)["given_up"] == [*counts("B"), 1, 0, 0, 0, 0]
        game = self.game.play("P0 discard down lust")
        assert game.sees(1)["given_up"] == [*counts(""), 2, 0, 0, 0, 0]
        assert game.sees(0)["i_gave_up"] == counts("LC")


def test_s13_3_the_discard_stays_unseen_but_for_the_wrongly_accused() -> None:
    game = deny(deal("virtuous ABL/LC/H", "suyin CCB/BH/A", "placer HH/LLC/A"), 1)
    assert [any(game.sees(seat)["pile_seen"]) for seat in range(3)] == [False, True, False]
    game = game.play("P1 take anger")
    assert game.sees(1)["pile_seen"] == counts("AAH"), "remembered as it was seen"


def test_s13_3_greed_taken_by_the_collector_is_shown() -> None:
    game = accuse(deal("collector ABL/LC/G", "suyin CCB/BH/G", "placer HH/LLC/A"), 1)
    game = game.play("P1 admit", "P1 discard up benevolence", "P1 discard up courage")
    for seat in range(3):
        assert game.sees(seat)["collected"] == [2]
        assert game.sees(seat)["tables"][-seat % 3] == counts("ABLLCGG")


def test_s13_4_nobody_sees_who_has_already_committed() -> None:
    """In the four simultaneous stages only the seat's own observation changes, and nobody is shown as asked."""
    checked = set()
    for seed in range(some(20, 3)):
        num_players = 3 + seed % 4
        for states, seat, action in walk(num_players, Ruleset(num_rounds=1), seed):
            stage = stage_of(states)
            if stage not in ("draft", "discard", "placement", "vote"):
                continue
            others = [other for other in range(num_players) if other != seat]
            before = [shown(states, other)[0].tobytes() for other in others]
            after = states.copy()
            assert kernels.play_one(after, seat, action)
            assert not OBSERVATION.read(shown(states, seat)[0])["asked"].any()
            if stage_of(after) == stage and after["num_taken"] == states["num_taken"]:
                assert [shown(after, other)[0].tobytes() for other in others] == before
                checked.add(stage)
    assert checked == {"draft", "discard", "placement", "vote"}


def test_s13_4_nobody_sees_which_decisions_were_forced() -> None:
    """Gan draws two alike, and is not asked; the others see the same as when he chose."""
    game = deal("nuying ABL/LC/G", "meixiu BCC/HH/G", "gan LLC/BH/H", "yanmei ACH/AB/L").play("P3 turn up anger")
    forced, chosen = game.play("* gan greed greed"), game.play("* gan hope greed", "P2 keep greed")
    for seat in (0, 1, 3):
        assert forced.sight(seat) == chosen.sight(seat)


def test_s13_4_a_pick_that_was_forced_looks_like_one_that_was_not() -> None:
    """P2 gets five Lust in one game and has taken one, in the other it has to choose still; P0 sees no difference."""
    picks = ("P0 draft anger", "P1 draft greed", "P2 draft hope")
    forced = draft("AABBHH", "LLLLLG", "CCCCCH").play(*picks)
    free = draft("AABBHH", "LLLLBG", "CCCCCH").play(*picks)
    assert (forced.asked, free.asked) == ([1], [1, 2])
    assert forced.sight(0) == free.sight(0)


def test_s13_4_seats_see_their_own_cards() -> None:
    game = deal("virtuous ABL/LC", "suyin CCB/BH", "placer HH/LLC")
    assert [cards(game.sees(seat)["hidden"]) for seat in range(3)] == ["LC", "BH", "LLC"]
