"""The entry points for one game that Python plays decision by decision agree with those for batches."""

import random

import numpy as np

from overseers_env import NUM_ACTIONS, OBSERVATION_SIZE
from overseers_env.games.overseers import kernels, kernels_one
from overseers_env.games.overseers.state import NO_SEAT
from tests.engine.tables import shown, some
from tests.engine.walks import asked_of, finished, is_over, walk


def test_one_game_is_seen_and_played_as_in_a_batch() -> None:
    scratch = np.zeros(1, kernels_one.SCRATCH_DTYPE)
    observation, mask = np.zeros(OBSERVATION_SIZE, np.float32), np.zeros(NUM_ACTIONS, np.int8)
    for seed in range(some(12, 2)):
        players = 3 + seed % 4
        masks = np.zeros((players, NUM_ACTIONS), np.int8)
        for number, (states, seat, action) in enumerate(walk(players, "french", seed)):
            if number % some(1, 10):
                continue
            kernels_one.masks_one(states, scratch, masks)
            for other in range(players):
                seen, allowed = shown(states, other)
                kernels_one.see_one(states, other, scratch, observation, mask)
                assert (observation == seen).all()
                assert (mask == allowed).all()
                assert (masks[other] == allowed).all()
            if seat >= 0:
                assert kernels_one.is_legal_one(states, seat, action)
                one, other_way = states.copy(), states.copy()
                following = kernels_one.step_one(one, seat, action)
                assert kernels.play_one(other_way, seat, action)
                assert one.tobytes() == other_way.tobytes()
                assert following == (asked_of(one) or [NO_SEAT])[0]


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    dice = random.Random(1)
    for states, seat, _ in walk(4, "english", 1):
        if seat < 0 or dice.random() > 0.2:
            continue
        before = states.tobytes()
        for other in range(4):
            mask = shown(states, other)[1]
            for action in (-1, 0, 148, 149, *np.flatnonzero(mask[1:] == 0)[:20] + 1):
                if 0 < action < NUM_ACTIONS and mask[action]:
                    continue
                assert not kernels_one.is_legal_one(states, other, int(action))
                assert kernels_one.step_one(states, other, int(action)) == kernels_one.ILLEGAL
                assert not kernels.play_one(states, other, int(action))
                assert not kernels.commit_one(states, other, int(action))
        assert states.tobytes() == before


def test_a_game_that_is_over_stays_over() -> None:
    states = finished(5, "french", 2)
    before = states.tobytes()
    assert is_over(states)
    assert kernels.tick(states) == (NO_SEAT, 0)
    assert not any(kernels.play_one(states, seat, action) for seat in range(5) for action in range(NUM_ACTIONS))
    assert states.tobytes() == before
