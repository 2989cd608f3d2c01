import numpy as np
import pytest

from overseers_env import Action
from overseers_env.games.overseers import stages
from training.curves import curves_of
from training.rollout import Rollout
from training.whole_state import WHOLE_STATE

ADMIT, DENY = Action.parse("admit").id, Action.parse("deny").id


def rollout_of(at: list[int], actions: list[int], is_highest: list[int], chances: list[float]) -> Rollout:
    """Rows of which the last is not learned from."""
    size = len(at)
    wholes = np.zeros((size, WHOLE_STATE.size), np.int8)
    wholes[:, WHOLE_STATE.offset("highest")] = is_highest
    nothing = np.zeros(size, np.float32)
    return Rollout(
        np.zeros((size, 3), np.int8),
        np.ones((size, 149), bool),
        wholes,
        np.array(at, np.int8),
        np.array(actions),
        np.log(np.array(chances, np.float32)),
        nothing,
        nothing,
        np.arange(size - 1),
        size,
    )


def test_curves_by_hand() -> None:
    judged = stages.JUDGMENT
    rollout = rollout_of(
        [judged, judged, judged, judged, stages.VOTE, stages.VOTE, judged],
        [ADMIT, DENY, DENY, DENY, 5, 5, ADMIT],
        [1, 1, 1, 0, 1, 1, 0],
        [0.5, 0.5, 0.5, 0.5, 1.0, 0.25, 1.0],
    )
    curves = curves_of(rollout)
    assert curves == pytest.approx(
        {
            "accused_is_highest": 0.75,
            "admit_if_guilty": 1 / 3,
            "admit_if_innocent": 0.0,
            "deny": 0.75,
            "entropy/judgment": np.log(2),
            "entropy/vote": np.log(4) / 2,
        }
    )


def test_what_did_not_happen_has_no_curve() -> None:
    curves = curves_of(rollout_of([stages.DRAFT, stages.DRAFT], [1, 1], [0, 0], [0.5, 0.5]))
    assert list(curves) == ["entropy/draft"]
