"""§3: the characters, their powers, and the two variants. The Vote's four powers are in test_s06, Liang in test_s10."""

import numpy as np
import pytest

from overseers_env import BatchedGames, Ruleset
from overseers_env.games.overseers.actions import PASS
from overseers_env.games.overseers.characters import CHARACTERS, NUM_CHARACTERS
from overseers_env.games.overseers.notation import RecordError
from tests.engine.tables import (
    SHORT,
    Scripted,
    accuse,
    characters_line,
    deal,
    draft,
    hand_lines,
    head,
    packs_line,
    shown,
    some,
    worth,
)
from tests.engine.walks import stage_of, walk

PACKS = ("AABBLL", "CCCHHH", "LLLCCG")


@pytest.mark.parametrize(("edition", "number"), [("french", 11), ("english", 9)])
def test_s3_1_one_character_each_all_different_and_any_of_the_edition(edition: str, number: int) -> None:
    size = some(4000, 500)
    states = BatchedGames(size, 6, edition, seed=5).states
    assert all(len(set(row)) == 6 for row in states["character"].tolist())
    dealt = np.bincount(states["character"].ravel(), minlength=NUM_CHARACTERS)
    assert np.count_nonzero(dealt) == number
    assert (edition == "french") == (dealt[0] > 0)
    expected = size * 6 / number
    assert ((dealt[dealt > 0] - expected) ** 2 / expected).sum() < 29.6, "chi-square, 10 degrees: 1 in 1000"


def test_s3_1_all_characters_are_public_at_once() -> None:
    game = draft(*PACKS, characters="liang gan placer")
    for seat in range(3):
        seen = game.sees(seat)["characters"]
        for other, name in enumerate(["liang", "gan", "placer"]):
            assert seen[(other - seat) % 3].index(1) == CHARACTERS.index(name)
        assert sum(map(sum, seen)) == 3


def test_s3_1_powers_are_obligatory_but_for_wuming() -> None:
    obligatory = {"fushen", "yanmei", "gan", "meixiu", "nuying", "nuying top", "liang"}
    met = set()
    for seed in range(some(60, 12)):
        for states, seat, _ in walk(6, Ruleset(num_rounds=1, discussion_rounds=0), seed):
            mask = shown(states, seat)[1] if seat >= 0 else None
            if mask is not None and stage_of(states) in obligatory | {"wuming"}:
                met.add(stage_of(states))
                assert mask[PASS] == (stage_of(states) == "wuming"), stage_of(states)
    assert met == obligatory | {"wuming"}


def test_s3_1_a_power_acts_for_its_holder_only() -> None:
    """Two seats with the same cards: only Suyin's Anger is worth more."""
    game = deal("suyin ABL/LC", "virtuous ABL/LC", "placer CC/HHL")
    assert (game.value(0), game.value(1)) == (6 + 2 + 4 + 3 + 3 + 2, 6 + 4 + 3 + 3 + 2 + 1)


def test_s3_1_a_card_that_leaves_its_holder_is_its_printed_trait() -> None:
    """Suyin gives an Anger to the thief, for whom it is worth 6; Yanmei a flattened Courage, which is Courage again."""
    game = accuse(deal("suyin AAB/LC", "placer GG/BLL", "virtuous CCH/LB"), 2).play("P2 admit")
    game = game.play("P2 discard up courage", "P2 discard up hope", "P1 name P0", "P0 card up anger")
    assert game.scores() == [6 + 2 + 4 + 3 + 2, 4 + 4 + 6 + 6, 2 + 1 + 3 + 4]
    game = deal("yanmei CCB/LH", "placer GG/BLL", "virtuous CHH/LB").play("P0 turn up courage")
    game = accuse(game, 2).play("P2 admit", "P2 discard up hope", "P2 discard up hope")
    game = game.play("P1 name P0", "P0 card up courage")
    assert game.scores()[0] == 5 + 4 + 3
    assert game.scores()[1] == 4 + 4 + 6 + 2


@pytest.mark.parametrize(("table", "points"), [("CCCC", 22), ("CHHLL", 2 + 1 + 6 + 2 + 6), ("HHHH", 25)])
def test_s3_1_virtuous(table: str, points: int) -> None:
    assert worth(table, "virtuous") == points


@pytest.mark.parametrize(("table", "points"), [("AA", 16), ("AAAGG", 28), ("BB", 8)])
def test_s3_1_suyin(table: str, points: int) -> None:
    assert worth(table, "suyin") == points


def test_s3_1_meixiu_has_three_points_more() -> None:
    assert worth("ABLCH", "meixiu") == worth("ABLCH") + 3


class TestFushen:
    """§3.1: draws 3 of the undealt characters, sees them privately, becomes one; the choice is public."""

    game = draft(*PACKS, characters="gan fushen liang")

    def test_s3_1_her_three_are_undealt_and_hers_to_see(self) -> None:
        game = self.game.play("* fushen yanmei meixiu suyin")
        assert game.stage == "fushen"
        assert game.asked == [1]
        assert game.legal(1) == {"become yanmei", "become meixiu", "become suyin"}
        offers = [game.sees(seat)["offer"] for seat in range(3)]
        assert [sum(offer) for offer in offers] == [0, 3, 0]

    def test_s3_1_she_has_seen_her_six_cards(self) -> None:
        seen = self.game.play("* fushen yanmei meixiu suyin").sees(1)
        assert seen["packs"][0] == [0, 0, 0, 3, 3, 0]

    def test_s3_1_the_choice_is_public_and_the_others_stay_hers(self) -> None:
        game = self.game.play("* fushen yanmei meixiu suyin", "P1 become meixiu")
        for seat in range(3):
            seen = game.sees(seat)
            assert seen["characters"][(1 - seat) % 3].index(1) == CHARACTERS.index("meixiu")
            assert seen["was_fushen"][(1 - seat) % 3] == 1
            assert sum(seen["offer"]) == (3 if seat == 1 else 0)

    def test_s3_1_a_wuming_so_become_may_act_at_once(self) -> None:
        game = self.game.play("* fushen yanmei wuming suyin", "P1 become wuming")
        assert (game.stage, game.asked, game.legal(1)) == ("wuming", [1], {"use", "pass"})
        game = game.play("P1 use")
        assert game.stage == "draft"
        assert int(game.state["pick_size"]) == 2

    def test_s3_1_what_she_became_has_its_power(self) -> None:
        lines = [*head(f"french {SHORT}", 3, 0), characters_line(["gan", "fushen", "liang"])]
        extra = ("* fushen yanmei wuming suyin", "P1 become yanmei")
        game = Scripted([*lines, *hand_lines(["ABL/LC", "CCB/BH", "HHL/LC"], extra=extra)])
        assert (game.stage, game.asked) == ("yanmei", [1])

    def test_s3_1_nobody_draws_without_her(self) -> None:
        assert draft(*PACKS, characters="gan suyin liang").stage == "draft"

    def test_s3_1_the_three_are_any_of_the_undealt(self) -> None:
        states = BatchedGames(some(4000, 600), 3, seed=8).states
        has_fushen = (states["character"] == CHARACTERS.index("fushen")).any(axis=1)
        states = states[has_fushen]
        assert (states["offer"].sum(axis=1) == 3).all()
        for seat in range(3):
            assert not states["offer"][np.arange(len(states)), states["character"][:, seat]].any()
        drawn = states["offer"].sum(axis=0)[1:]
        expected = drawn.mean()
        assert ((drawn - expected) ** 2 / expected).sum() < 27.9, "chi-square, 9 degrees: 1 in 1000"


FIRST_ROUND = {
    "all differ": (["AC/LCC/H", "BBL/LC/H", "LLB/HH/H"], ["P2 discard up lust", "P2 discard up lust"], [27, 16, 10]),
    "two lowest": (["AC/LCC/H", "BBL/LC/H", "AAH/LB/H"], ["P2 discard down benevolence"], [27, 16, 16]),
    "all equal": (["AB/LLH/C", "BBL/LC/C", "AAH/LB/H"], ["P2 discard down benevolence"], [16, 16, 16]),
}
"""Tables of round 1 for the placer, the collector and Suyin, what Suyin's seat gives up, and the scores."""


def second_round(scores: str, leader: int = 0) -> Scripted:
    """The end of round 1 with such scores: the next question is about round 2."""
    tables, lines, expected = FIRST_ROUND[scores]
    rules = "french discussion_rounds=0 num_rounds=2 character_draft=True"
    characters = characters_line(["placer", "collector", "suyin"])
    dealt = Scripted([*head(rules, 3, leader), characters, *hand_lines(list(tables))])
    game = accuse(dealt, 2).play("P2 admit", *lines)
    assert game.scores() == expected
    return game


class TestCharacterDraft:
    """§3.2: from round 2, n+1 characters are laid open; seats choose in ascending order of the previous score."""

    def test_s3_2_ascending_order_of_the_previous_scores(self) -> None:
        game = second_round("all differ").play("* characters gan meixiu liang nuying")
        assert (game.stage, game.asked) == ("character choice", [2])
        assert game.legal(2) == {"become gan", "become meixiu", "become liang", "become nuying"}
        game = game.play("P2 become meixiu")
        assert (game.asked, game.legal(1)) == ([1], {"become gan", "become liang", "become nuying"})
        game = game.play("P1 become liang")
        assert (game.asked, game.legal(0)) == ([0], {"become gan", "become nuying"})
        game = game.play("P0 become gan", packs_line(*PACKS))
        assert game.stage == "draft"
        assert [game.sees(seat)["choice_order"][:3] for seat in range(3)] == [[3, 2, 1], [2, 1, 3], [1, 3, 2]]

    def test_s3_2_the_characters_lie_open_to_all(self) -> None:
        game = second_round("all differ").play("* characters gan meixiu liang nuying")
        for seat in range(3):
            laid = game.sees(seat)["laid_out"]
            assert {CHARACTERS[one] for one in np.flatnonzero(laid)} == {"gan", "meixiu", "liang", "nuying"}

    def test_s3_2_as_many_as_seats_and_one_are_laid_open(self) -> None:
        with pytest.raises(RecordError, match="expected 4 different characters"):
            second_round("all differ").play("* characters gan meixiu liang").checked()

    def test_s3_2_the_new_leader_names_which_of_two_equal_seats_is_next(self) -> None:
        game = second_round("two lowest")
        assert (game.stage, game.asked, game.legal(0)) == ("leader tie", [0], {"name P1", "name P2"})
        game = game.play("P0 name P1", "* characters gan meixiu liang nuying")
        assert (game.stage, game.asked, game.legal(1)) == ("character tie", [1], {"name P1", "name P2"})
        game = game.play("P1 name P2")
        assert (game.stage, game.asked) == ("character choice", [2])
        game = game.play("P2 become gan")
        assert (game.stage, game.asked) == ("character choice", [1])
        assert game.play("P1 become liang").asked == [0]

    def test_s3_2_of_three_equal_seats_he_names_each_just_before_it_chooses(self) -> None:
        game = second_round("all equal").play("P0 name P2", "* characters gan meixiu liang nuying")
        assert (game.asked, game.legal(2)) == ([2], {"name P0", "name P1", "name P2"})
        game = game.play("P2 name P0")
        assert (game.stage, game.asked) == ("character choice", [0])
        game = game.play("P0 become meixiu")
        assert (game.stage, game.asked, game.legal(2)) == ("character tie", [2], {"name P1", "name P2"})
        assert game.play("P2 name P1", "P1 become gan").asked == [2], "the last needs no naming"

    def test_s3_2_fushen_draws_from_all_that_nobody_holds(self) -> None:
        game = second_round("all differ").play("* characters gan meixiu liang fushen")
        game = game.play("P2 become fushen", "P1 become liang", "P0 become gan", packs_line(*PACKS))
        game = game.play("* fushen meixiu placer wuming")
        assert game.legal(2) == {"become meixiu", "become placer", "become wuming"}

    def test_s3_2_round_1_is_dealt(self) -> None:
        assert BatchedGames(1, 4, Ruleset(character_draft=True), seed=1).states["laid_out"].sum() == 0

    @pytest.mark.parametrize("num_players", [3, 4, 5, 6])
    def test_s3_2_lower_scores_choose_earlier(self, num_players: int) -> None:
        choices = 0
        for seed in range(some(40, 4)):
            for states, _, _ in walk(num_players, Ruleset(character_draft=True, num_rounds=2), seed):
                state = states[0]
                order = state["choice_order"][:num_players]
                if order.min() > 0 and stage_of(states) == "vote":
                    scores = state["round_scores"][0, :num_players][np.argsort(order)]
                    assert (np.diff(scores) >= 0).all()
                    assert state["laid_out"].sum() == num_players + 1
                    choices += 1
        assert choices

    def test_s3_2_needs_characters(self) -> None:
        with pytest.raises(ValueError, match="needs characters"):
            Ruleset(character_draft=True, characters="none")


def test_s3_3_no_characters() -> None:
    """§3.3: everything of §3 is left out; no power is asked for."""
    game = deal("- ABL/LC", "- CCB/BH", "- HHL/LC")
    assert game.stage == "vote"
    assert not any(any(row) for row in game.sees(0)["characters"])
    met = set()
    for seed in range(some(40, 6)):
        for states, _, _ in walk(3 + seed % 4, Ruleset(characters="none"), seed):
            met.add(stage_of(states))
            assert (states["character"] == -1).all()
    assert "vote" in met
    assert not met & {"fushen", "wuming", "yanmei", "gan", "meixiu", "nuying", "nuying top", "liang"}
