"""The heuristic: legal everywhere, repeatable, sees its observation only, and plays positions as expected values say."""

import numpy as np
import pytest

from overseers_env import BatchedGames, Ruleset
from overseers_env.agents import make_agent
from overseers_env.agents.heuristic import HeuristicAgent
from overseers_env.arena import play_match
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import ADMIT, DENY, PLAYER
from overseers_env.games.overseers.worlds import WorldSampler

VARIANTS = [
    Ruleset("french"),
    Ruleset("english"),
    Ruleset("french", character_draft=True, alternating_direction=True, discussion_rounds=2),
    Ruleset("english", characters="none", discussion_rounds=0, num_rounds=1),
]


def mixed_games(seed):
    """Every number of players under every variant, side by side."""
    return BatchedGames(64, np.repeat([3, 4, 5, 6], 16), VARIANTS * 16, seed=seed)


def test_it_is_always_legal():
    games, agent, num_finished = mixed_games(1), HeuristicAgent(), 0
    for turn in range(600):
        actions = agent.act(games.observations, games.action_masks)
        if turn % 3 == 0:  # so that it meets positions of careless players too
            actions = games.random_actions()
        finished, _ = games.step(actions)
        num_finished += int(finished.sum())
    assert num_finished > 64


def test_the_same_seed_makes_the_same_choices():
    agent, runs = HeuristicAgent(), []
    for seed in (5, 5, 6):
        agent.reset(seed)
        games = mixed_games(2)
        for _ in range(200):
            games.step(agent.act(games.observations, games.action_masks))
        runs.append(games.to_bytes())
    assert runs[0] == runs[1] != runs[2]


def test_it_plays_alike_in_every_world_that_looks_alike():
    games, agent, sampler = BatchedGames(8, 4, "french", seed=3), HeuristicAgent(), WorldSampler(1)
    for _ in range(100):
        actions = agent.act(games.observations, games.action_masks)
        worlds = sampler.draw(games.states[:1].copy(), int(games.seats[0]), 3)
        twins = BatchedGames(3, 4, "french", seed=1)
        twins._states[:] = worlds
        observations, masks = twins.observe(np.full(3, games.seats[0]))
        assert (agent.act(observations, masks) == actions[0]).all()
        games.step(actions)


def positions_at(stage, num_games, are_careless=False):
    """Games among heuristics or careless (random) players, each stopped when it reaches the stage for the first time."""
    games, agent = BatchedGames(num_games, 4, "french", seed=9), HeuristicAgent()
    while (waiting := games.states["stage"] != stage).any():
        chosen = games.random_actions() if are_careless else agent.act(games.observations, games.action_masks)
        games.step(chosen, active=waiting)
    return games, agent


def test_it_admits_more_often_when_it_is_the_highest():
    games, agent = positions_at(stages.JUDGMENT, 300)
    values = np.zeros((300, 6), np.int64)
    games.game.kernels.table_values(games._states, values)
    answers = agent.act(games.observations, games.action_masks)
    mine = values[np.arange(300), games.seats]
    is_highest = mine == values.max(axis=1)
    is_far_behind = mine < values.max(axis=1) - 6
    assert set(answers) == {ADMIT, DENY}
    assert (answers[is_highest] == ADMIT).mean() > (answers[is_far_behind] == ADMIT).mean() + 0.2


def test_its_votes_find_the_highest_among_careless_players():
    games, agent = positions_at(stages.VOTE, 300, are_careless=True)
    values = np.zeros((300, 6), np.int64)
    games.game.kernels.table_values(games._states, values)
    named = (games.seats + agent.act(games.observations, games.action_masks) - PLAYER) % 4
    others = values[:, :4].copy()
    others[np.arange(300), games.seats] = -1
    assert (others[np.arange(300), named] == others.max(axis=1)).mean() > 0.45


@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
def test_it_beats_random_players_clearly(num_players):
    result = play_match(make_agent("heuristic"), make_agent("random"), 100, num_players, "french")
    assert result.win_share.low > 1.5 / num_players
