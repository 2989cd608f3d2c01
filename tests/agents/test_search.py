"""Search: legal everywhere, repeatable, blind to what the seat can't know, and better than what it starts from."""

from pathlib import Path

import numpy as np
import pytest
import yaml
from safetensors.torch import save_file

from overseers_env import OBSERVATION_SIZE, BatchedGames, Ruleset
from overseers_env.agents import make_agent
from overseers_env.agents.heuristic import HeuristicAgent
from overseers_env.agents.learned import describe_network
from overseers_env.agents.search import SearchAgent, clearly_best
from overseers_env.arena import play_match
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.worlds import WorldSampler
from training.networks import new_network

VARIANTS = [
    Ruleset("french"),
    Ruleset("english"),
    Ruleset("french", character_draft=True, alternating_direction=True, discussion_rounds=2),
    Ruleset("english", characters="none", discussion_rounds=0, num_rounds=1),
]


def mixed_games(seed: int) -> BatchedGames:
    """Every number of players under every variant, side by side."""
    return BatchedGames(16, np.repeat([3, 4, 5, 6], 4), VARIANTS * 4, seed=seed)


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkpoint")
    network = new_network(np.arange(0, OBSERVATION_SIZE, 3), (16, 8), seed=1)
    save_file(network.state_dict(), folder / "weights.safetensors")
    (folder / "config.yaml").write_text(yaml.safe_dump({"checkpoint": describe_network(network)}))
    return folder


def test_it_is_always_legal() -> None:
    games, agent, stages_met = mixed_games(1), SearchAgent(worlds=2, caution=0.0), set()
    for turn in range(200):
        stages_met |= set(games.states["stage"].tolist())
        actions = agent.act(games.observations, games.action_masks)
        if turn % 3 == 0:  # so that it meets positions of careless players too
            actions = games.random_actions()
        games.step(actions)  # raises IllegalActionError for an illegal one
    rare = {stages.CHARACTER_TIE, stages.SHOWDOWN_TIE, stages.PENALTY}
    assert stages_met >= set(stages.DECISION_STAGES) - rare


def test_the_same_seed_makes_the_same_choices() -> None:
    agent, runs = SearchAgent(worlds=3, caution=0.0), []
    for seed in (5, 5, 6):
        agent.reset(seed)
        games = mixed_games(2)
        for _ in range(80):
            games.step(agent.act(games.observations, games.action_masks))
        runs.append(games.to_bytes())
    assert runs[0] == runs[1] != runs[2]


def test_a_choice_does_not_depend_on_what_was_chosen_before_or_beside() -> None:
    games, agent = mixed_games(3), SearchAgent(worlds=3, caution=0.0)
    for _ in range(60):
        games.step(agent.act(games.observations, games.action_masks))
    whole = agent.act(games.observations, games.action_masks)
    alone = [
        SearchAgent(worlds=3, caution=0.0).act(games.observations[i : i + 1], games.action_masks[i : i + 1])[0]
        for i in range(16)
    ]
    assert whole.tolist() == alone


def test_it_plays_alike_in_every_world_that_looks_alike() -> None:
    """It is given no more than an observation; and observations of worlds are equal, so there is nothing to peek at."""
    games, agent, sampler = BatchedGames(1, 4, "french", seed=3), SearchAgent(worlds=4), WorldSampler(1)
    num_hidden_differ = 0
    for _ in range(60):
        actions = agent.act(games.observations, games.action_masks)
        worlds = sampler.draw(games.states.copy(), int(games.seats[0]), 3)
        num_hidden_differ += int((worlds["picks"] != games.states["picks"]).any())
        twins = BatchedGames(3, 4, "french", seed=1)
        twins._states[:] = worlds
        observations, masks = twins.observe(np.full(3, games.seats[0]))
        assert (agent.act(observations, masks) == actions[0]).all()
        games.step(actions)
    assert num_hidden_differ > 40


def test_where_no_action_gains_it_plays_what_the_player_inside_would() -> None:
    assert clearly_best(np.zeros((5, 3)), np.ones(5), caution=0.0) == -1
    games, agent = mixed_games(4), SearchAgent(worlds=1)
    talk = games.states["stage"] == stages.DISCUSSION
    while not talk.any():
        games.step(agent.act(games.observations, games.action_masks))
        talk = games.states["stage"] == stages.DISCUSSION
    seen, masks = games.observations[talk], games.action_masks[talk]
    assert np.array_equal(agent.act(seen, masks), HeuristicAgent().act(seen, masks))


def test_it_departs_for_a_clear_gain_only() -> None:
    gains, weights = np.array([[1.0, 0.2], [-0.5, 0.3], [1.0, 0.2]]), np.ones(3)
    assert clearly_best(gains, weights, caution=0.0) == 0
    assert clearly_best(gains, weights, caution=3.0) == 1
    assert clearly_best(-gains, weights, caution=3.0) == -1
    assert clearly_best(gains, np.array([1e-9, 1.0, 1e-9]), caution=0.0) == 1


@pytest.mark.parametrize("num_players", [3, 5])
def test_it_beats_random_players_clearly(num_players: int) -> None:
    result = play_match(SearchAgent(worlds=6), make_agent("random"), 8, num_players, "french")
    assert result.win_share.low > 1.3 / num_players


def test_it_beats_the_player_inside() -> None:
    result = play_match(SearchAgent(worlds=12), make_agent("heuristic"), 40, 4, "french")
    assert result.margin.low > 0.0


def test_time_is_a_setting_too() -> None:
    games, agent = mixed_games(5), make_agent("search", milliseconds=0.5)
    for _ in range(30):
        actions = agent.act(games.observations, games.action_masks)
        assert games.action_masks[np.arange(len(games)), actions].all()
        games.step(actions)


def test_a_network_inside_is_legal_and_repeatable(checkpoint: Path) -> None:
    runs = []
    for _ in range(2):
        games, agent = mixed_games(6), make_agent("search", worlds=1, caution=0.0, guide=checkpoint, seed=4)
        for turn in range(60):
            is_asked = turn % 6 == 0
            actions = agent.act(games.observations, games.action_masks) if is_asked else games.random_actions()
            games.step(actions)
        runs.append(games.to_bytes())
    assert runs[0] == runs[1]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"worlds": 0}, r"worlds=0 is not allowed; allowed: a whole number, 1 to 100000"),
        ({"worlds": 2.5}, r"worlds=2.5 is not allowed; allowed: a whole number"),
        ({"worlds": True}, r"worlds=True is not allowed"),
        ({"milliseconds": 0.0}, r"milliseconds=0.0 is not allowed; allowed: a number above 0"),
        ({"milliseconds": float("nan")}, r"milliseconds=nan is not allowed"),
        ({"worlds": 3, "milliseconds": 1.0}, r"not allowed together; allowed: one of them"),
        ({"caution": -1.0}, r"caution=-1.0 is not allowed; allowed: 0 or more"),
        ({"guide": "random"}, r"guide='random' is not allowed; allowed: 'heuristic', or the folder of a checkpoint"),
        ({"guide": "nothing"}, r"no agent 'nothing'"),
        ({"simulations": 3}, r"agent 'search': .*'simulations'; allowed: worlds, milliseconds, guide"),
    ],
)
def test_wrong_settings_say_what_is_allowed(settings: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_agent("search", **settings)
