"""env() behaves as PettingZoo's three wrappers around raw_env() do, call by call."""

from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from overseers_env import NUM_ACTIONS, overseers_v0
from tests.envs.playing import legal_actions

STATE = ("agents", "agent_selection", "rewards", "terminations", "truncations", "_cumulative_rewards", "num_agents")


def wrapped(**options: Any) -> Any:
    inner = wrappers.TerminateIllegalWrapper(overseers_v0.raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


def outcome(call: Any) -> tuple[Any, list[Any]]:
    """What a call returns or which error it raises, and what it logs."""
    EnvLogger.flush()
    EnvLogger.suppress_output()
    try:
        result = call()
    except Exception as error:
        result = type(error)
    logged = EnvLogger.mqueue[:]
    EnvLogger.unsuppress_output()
    return result, logged


def assert_alike(ours: Any, theirs: Any) -> None:
    for name in STATE:
        assert getattr(ours, name) == getattr(theirs, name), name
    for agent in ours.possible_agents:
        np.testing.assert_equal(ours.observe(agent), theirs.observe(agent))
    np.testing.assert_equal(ours.infos, theirs.infos)
    if ours.agents:
        np.testing.assert_equal(ours.last(), theirs.last())


def odd_action(rng: np.random.Generator, legal: Any) -> Any:
    """Mostly legal, now and then anything else."""
    kind = rng.integers(40)
    if kind == 0:
        return int(rng.choice(np.setdiff1d(np.arange(NUM_ACTIONS), legal)))
    odd = {1: None, 2: -1, 3: NUM_ACTIONS, 4: 1.0, 5: np.array([1]), 6: "x", 7: np.int16(NUM_ACTIONS)}
    kinds = (int, np.int64, np.uint8, np.array)
    return odd[int(kind)] if kind in odd else kinds[kind % 4](rng.choice(legal))


@pytest.mark.parametrize("mask_in", ["observation", "info"])
@pytest.mark.parametrize("seed", range(6))
def test_env_and_the_wrappers_agree(mask_in, seed):
    ours, theirs = overseers_v0.env(mask_in=mask_in), wrapped(mask_in=mask_in)
    rng = np.random.default_rng(seed)
    num_cut = 0
    for game in range(3):
        for env in (ours, theirs):
            env.reset(seed=seed if game == 0 else None)
        assert_alike(ours, theirs)
        for _ in range(400):
            if not ours.agents:
                break
            action = odd_action(rng, legal_actions(ours))
            if ours.last()[2] and rng.integers(3):
                action = None
            assert outcome(partial(ours.step, action)) == outcome(partial(theirs.step, action))
            assert_alike(ours, theirs)
            num_cut += any(ours.truncations.values())
        assert outcome(partial(ours.step, None)) == outcome(partial(theirs.step, None)), "after the end"
    assert num_cut or seed, "the first seed meets an illegal action"


@pytest.mark.parametrize(
    "name", ["rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents"]
)
def test_attributes_before_reset(name):
    for env in (overseers_v0.env(), wrapped()):
        with pytest.raises(AttributeError, match=name if name != "num_agents" else "agents"):
            getattr(env, name)


@pytest.mark.parametrize(
    "call",
    [
        lambda env: env.step(1),
        lambda env: env.observe("player_0"),
        lambda env: env.render(),
        lambda env: env.state(),
        lambda env: env.agent_iter(),
    ],
)
def test_calls_before_reset(call):
    messages = []
    for env in (overseers_v0.env(), wrapped()):
        with pytest.raises(AssertionError) as error:
            call(env)
        messages.append(str(error.value))
    assert messages[0] == messages[1]


def test_an_illegal_action_ends_the_game_for_all():
    env = overseers_v0.env(num_players=3)
    env.reset(seed=0)
    _, logged = outcome(partial(env.step, 0))
    assert "Illegal move made" in logged[0]
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0, "player_2": 0.0}
    assert all(env.terminations.values())
    for agent in env.agent_iter():
        assert env.last()[1] == (-1 if agent == "player_0" else 0)
        env.step(None)
    assert env.agents == []


def test_a_loop_that_does_not_step_is_stopped():
    for env in (overseers_v0.env(), wrapped()):
        env.reset(seed=0)
        turns = iter(env.agent_iter())
        assert next(turns) == "player_0"
        with pytest.raises(AssertionError, match="need to call step"):
            next(turns)
        env.reset(seed=0)
        played = 0
        for _ in env.agent_iter(5):
            env.step(int(legal_actions(env)[0]))
            played += 1
        assert played == 5
