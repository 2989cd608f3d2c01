"""§2: rounds, the Leader, what is public."""

import numpy as np
import pytest

from overseers_env import BatchedGames, Ruleset
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.cards import DECKS
from overseers_env.games.overseers.observation import OBSERVATION
from tests.engine.tables import shown, some
from tests.engine.walks import asked_of, stage_of, walk

STAGES_OF_RULES = ("packs", "draft", "placement", "vote", "judgment", "showdown", "greed", "scoring")
LOOPS = {("draft", "wuming"), ("character choice", "character tie")}


def test_s2_1_the_stages_of_the_rulebook_in_order() -> None:
    places = [stages.STAGE_NAMES.index(name) for name in STAGES_OF_RULES]
    assert places == sorted(places)


@pytest.mark.parametrize("edition", ["french", "english"])
def test_s2_1_a_round_goes_through_them_in_order(edition: str) -> None:
    met = set()
    for seed in range(some(60, 6)):
        rules = Ruleset(edition, character_draft=seed % 2 == 0)
        number, before = 0, "first leader"
        for states, _, _ in walk(3 + seed % 4, rules, seed):
            stage = stage_of(states)
            if states["round_number"][0] == number:
                is_later = stages.STAGE_NAMES.index(stage) >= stages.STAGE_NAMES.index(before)
                assert is_later or (before, stage) in LOOPS
            number, before = int(states["round_number"][0]), stage
            met.add(stage)
    assert met >= {"draft", "placement", "vote", "judgment", "admission", "theft", "liang", "game over"}


@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
def test_s2_2_the_first_leader_is_any_seat(num_players: int) -> None:
    size = some(6000, 300)
    leaders = np.bincount(BatchedGames(size, num_players, seed=2).states["leader"], minlength=num_players)
    expected = size / num_players
    assert len(leaders) == num_players
    assert ((leaders - expected) ** 2 / expected).sum() < 20.5, "chi-square, 5 degrees: 1 in 1000"


@pytest.mark.parametrize("tie", ["vote tie", "showdown tie", "greed tie", "leader tie", "character tie"])
def test_s2_2_the_leader_settles_every_tie(tie: str) -> None:
    asked = 0
    for seed in range(some(150, 40)):
        rules = Ruleset(num_rounds=2, character_draft=True, discussion_rounds=0)
        for states, _, _ in walk(6, rules, seed):
            if stage_of(states) == tie:
                assert asked_of(states) == [int(states["leader"][0])]
                asked += 1
        if asked > 2:
            return
    assert asked, f"no {tie} was met"


def test_s2_3_everything_goes_back_between_rounds() -> None:
    for seed in range(some(30, 4)):
        number, characters = 0, set()
        for states, _, _ in walk(3 + seed % 4, Ruleset(discussion_rounds=0), seed):
            state = states[0]
            characters.add(state["character"].tobytes())
            if int(state["round_number"]) == number:
                continue
            number = int(state["round_number"])
            num_players = int(state["num_players"])
            assert (state["pack"].sum(axis=0) <= DECKS[num_players]).all()
            assert state["pack"].sum() == 6 * num_players, "all in the packs again"
            for name in ("hand", "pile", "face_up", "face_down", "row", "peek", "penalty", "pile_seen"):
                assert not state[name].any(), name
            for name in ("mark", "drawn", "altered", "top", "accused", "thief", "robbed", "stolen", "verdict"):
                assert (state[name] == -1).all(), name
        assert len(characters) > 1, "the characters are dealt anew"


def test_s2_4_scores_of_finished_rounds_are_public() -> None:
    for seed in range(some(20, 4)):
        for number, (states, _, _) in enumerate(walk(4, "french", seed)):
            if number % some(1, 10):
                continue
            scores, stage = states["round_scores"][0], stage_of(states)
            done = int(states["round_number"][0]) + (stage in ("leader tie", "game over"))
            for seat in range(4):
                seen = OBSERVATION.read(shown(states, seat)[0])["scores"]
                for other in range(4):
                    assert (seen[:done, (other - seat) % 4] == scores[:done, other]).all()
                assert not seen[done:].any()
