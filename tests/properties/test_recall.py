"""What an observation tells, recalled: the same observation again, and the same worlds as from the true state."""

import numpy as np
import pytest

from overseers_env import Ruleset
from overseers_env.engine.layout import as_rows
from overseers_env.games.overseers import kernels, stages
from overseers_env.games.overseers.actions import NUM_ACTIONS
from overseers_env.games.overseers.observation import OBSERVATION_SIZE
from overseers_env.games.overseers.recall import recall_states
from overseers_env.games.overseers.worlds import WorldSampler
from tests.engine.walks import walk

NOT_SEEN = ("statements", "verdicts", "chooser")
"""Talk of earlier rounds, and a field that is written before it is read."""


def view(states, seat):
    observations, masks = np.zeros((1, OBSERVATION_SIZE), np.int8), np.zeros((1, NUM_ACTIONS), np.int8)
    kernels.see_as(states, np.array([seat], np.int8), as_rows(observations), as_rows(masks))
    return observations, masks


def variant(seed):
    return Ruleset(
        ["french", "english"][seed % 2],
        character_draft=seed % 3 == 0,
        discussion_rounds=seed % 3,
        alternating_direction=seed % 4 < 2,
        num_rounds=2,
    )


@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
def test_a_recalled_state_looks_as_the_true_one_did(num_players):
    stages_met = set()
    for seed in range(12):
        for states, _, _ in walk(num_players, variant(seed), seed):
            stages_met.add(int(states["stage"][0]))
            for seat in range(num_players):
                seen, _ = view(states, seat)
                assert np.array_equal(view(recall_states(seen), 0)[0], seen)
    assert len(stages_met) > 20


@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
def test_worlds_are_those_of_the_true_state(num_players):
    """So the true state's hidden fields take no part in drawing worlds, and a recalled state lacks nothing for it."""
    sampler, num_compared = WorldSampler(), 0
    for seed in range(6):
        for number, (states, seat, _) in enumerate(walk(num_players, variant(seed), seed)):
            if seat != 0 or number % 2:
                continue
            seen, mask = view(states, 0)
            drawn = []
            for known in (states.copy(), recall_states(seen)):
                sampler.reseed(number)
                drawn.append(sampler.draw(known, 0, 3))
            for world in drawn[1]:
                assert np.array_equal(view(np.array([world]), 0)[1], mask)
            for worlds in drawn:
                worlds["gan_sees"].sort(axis=1)
                worlds["mark_known"][worlds["mark"] < 0] = 0
            for name in set(drawn[0].dtype.names) - set(NOT_SEEN):
                assert np.array_equal(drawn[0][name], drawn[1][name]), (name, stages.STAGE_NAMES[states["stage"][0]])
            num_compared += 1
    assert num_compared > 50


def test_wrong_arrays_are_refused():
    for wrong in (np.zeros(OBSERVATION_SIZE, np.int8), np.zeros((2, 5), np.int8), np.zeros((1, OBSERVATION_SIZE))):
        with pytest.raises(ValueError, match=f"observations must be int8 .N, {OBSERVATION_SIZE}.; got"):
            recall_states(wrong)
