"""Worlds: what the seat has seen stays, byte for byte; and what it has not is uniform.

Uniformity is tested by simulation-based calibration (Talts et al. 2018, arXiv 1804.06788): where a game was played with
every card, the cards of a trait told apart, equally likely to be picked, discarded and hidden, the truth is one more draw
from what the sampler should draw from, so its rank among drawn worlds is uniform.
"""

import random
from math import comb

import numpy as np
import pytest

from overseers_env import Ruleset
from overseers_env.engine.layout import as_rows
from overseers_env.games.overseers import kernels, stages
from overseers_env.games.overseers.actions import CARD_DOWN, CARD_UP, HIDE, HIDE_COUNTS, NUM_ACTIONS, TAKE
from overseers_env.games.overseers.cards import COURAGE, HOPE
from overseers_env.games.overseers.observation import OBSERVATION_SIZE
from overseers_env.games.overseers.state import STATE_DTYPE
from overseers_env.games.overseers.worlds import WorldSampler, draw_worlds
from tests.reference.side_by_side import SideBySide


def views(states, seat):
    size = len(states)
    observations, masks = np.zeros((size, OBSERVATION_SIZE), np.int8), np.zeros((size, NUM_ACTIONS), np.int8)
    kernels.see_as(states, np.full(size, seat, np.int8), as_rows(observations), as_rows(masks))
    return observations, masks


@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
@pytest.mark.parametrize("edition", ["french", "english"])
def test_worlds_look_the_same_to_the_seat_at_every_stage(num_players, edition):
    sampler, stages_met = WorldSampler(1), set()
    for seed in range(12):
        dice = random.Random(seed)
        rules = Ruleset(edition, character_draft=seed % 3 == 0, num_rounds=2, alternating_direction=seed % 2 == 0)
        game = SideBySide(num_players, rules, seed)
        while not game.is_over:
            seat = dice.randrange(num_players)
            if dice.random() < 0.3:
                worlds = sampler.draw(game.states, seat, 6)
                stages_met.add(int(game.state["stage"]))
                for shown, drawn in zip(views(game.states, seat), views(worlds, seat), strict=True):
                    assert (drawn == shown).all()
            pending = game.pending()
            actor = dice.choice(sorted(pending))
            game.act(actor, dice.choice(pending[actor]))
    assert {stages.DRAFT, stages.PLACEMENT, stages.DISCUSSION, stages.VOTE, stages.JUDGMENT} <= stages_met


@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
def test_worlds_can_be_played_on(num_players):
    game, dice = SideBySide(num_players, Ruleset("french", num_rounds=1), 5), random.Random(5)
    while game.state["stage"] < stages.DISCUSSION:
        pending = game.pending()
        actor = min(pending)
        game.act(actor, dice.choice(pending[actor]))
    for world in draw_worlds(game.states, 0, 50, seed=3):
        states = np.array([world], STATE_DTYPE)
        while states["stage"][0] != stages.GAME_OVER:
            seats, actions, windows = np.zeros(1, np.int8), np.zeros(1, np.int64), np.zeros((1, 2), np.int64)
            rows = (as_rows(np.zeros((1, size), np.int8)) for size in (OBSERVATION_SIZE, NUM_ACTIONS))
            kernels.see_all(states, seats, *rows, windows)
            kernels.random_legal(windows, np.array([1, 2]), np.zeros(1, np.int64), dice.randrange(1 << 30), actions)
            assert kernels.play_one(states, int(seats[0]), int(actions[0]))
        assert states["round_scores"][0].max() < 100


def test_the_same_seed_draws_the_same_worlds_and_another_others():
    game = SideBySide(4, Ruleset("french"), 1)
    first, again, other = (draw_worlds(game.states, 2, 20, seed=seed) for seed in (9, 9, 10))
    assert first.tobytes() == again.tobytes() != other.tobytes()


def test_bad_arguments_are_named():
    game = SideBySide(4, Ruleset("french"), 1)
    with pytest.raises(ValueError, match=r"seat=4 is out of range; allowed: 0 to 3"):
        draw_worlds(game.states, 4, 1)
    with pytest.raises(ValueError, match="one overseers record"):
        draw_worlds(np.zeros(2, STATE_DTYPE), 0, 1)


def physical_weight(state, seat, action):
    """How many ways there are to do this with the cards of a trait told apart."""
    stage = int(state["stage"])
    if stage == stages.DRAFT:
        return int(state["pack"][seat, action - TAKE])
    if stage == stages.DISCARD:
        return int(state["hand"][seat, action - CARD_DOWN])
    if stage == stages.PLACEMENT:
        ways = 1
        for held, hidden in zip(state["hand"][seat], HIDE_COUNTS[action - HIDE], strict=True):
            ways *= comb(int(held), int(hidden))
        return ways
    if stage in (stages.YANMEI, stages.NUYING):
        kind = action - CARD_UP
        return int(state["face_up"][seat, kind] if kind < 6 else state["face_down"][seat, kind - 6])
    return 1


def play_physically(num_players, rules, seed, until):
    """A game in which every single card is equally likely, up to the stage `until`."""
    dice, game = random.Random(seed), SideBySide(num_players, rules, seed)
    while game.state["stage"] < until:
        pending = game.pending()
        actor = min(pending)
        weights = [physical_weight(game.state, actor, action) for action in pending[actor]]
        game.act(actor, dice.choices(pending[actor], weights)[0])
    return game


def statistic(state, viewer, num_players):
    """A number that mixes what the viewer does not know: others' hidden cards, early picks and discards."""
    others = [seat for seat in range(num_players) if seat != viewer]
    hidden = sum(int(state["face_down"][seat, HOPE]) * (3 + seat) for seat in others)
    picks = sum(int(state["picks"][seat, 0] == COURAGE) * (5 + 2 * seat) for seat in others)
    return hidden + picks + 11 * int(state["pile"][HOPE])


@pytest.mark.parametrize(
    ("num_players", "rules"),
    [
        (3, Ruleset("french", characters="none")),
        (4, Ruleset("english", characters="none")),
        (4, Ruleset("french", discussion_rounds=0)),
        (6, Ruleset("french", characters="none")),
    ],
    ids=["3 french", "4 english", "4 french with characters", "6 french"],
)
def test_the_truth_is_one_more_draw(num_players, rules):
    num_games, num_worlds, sampler, dice = 400, 19, WorldSampler(4), random.Random(0)
    ranks = np.zeros(num_worlds + 1)
    for seed in range(num_games):
        game = play_physically(num_players, rules, 77_000 + seed, stages.VOTE)
        viewer = dice.randrange(num_players)
        truth = statistic(game.state, viewer, num_players)
        drawn = [statistic(world, viewer, num_players) for world in sampler.draw(game.states, viewer, num_worlds)]
        below, equal = sum(one < truth for one in drawn), sum(one == truth for one in drawn)
        ranks[below + dice.randint(0, equal)] += 1
    expected = num_games / len(ranks)
    chi_square = float(((ranks - expected) ** 2 / expected).sum())
    assert chi_square < 43.8, (
        f"ranks are not uniform: {ranks}"
    )  # 0.1 % of uniform ranks lie above, 19 degrees of freedom
