"""The game's own curves, from the rollouts that are learned from anyway: how the learner lies, and how sure it is."""

import numpy as np
from numpy.typing import NDArray

from overseers_env import Action
from overseers_env.games.overseers import stages
from training.rollout import Rollout
from training.whole_state import WHOLE_STATE

ADMIT, DENY = Action.parse("admit").id, Action.parse("deny").id


def curves_of(rollout: Rollout) -> dict[str, float]:
    """Curves by name; those whose case did not come up are left out.

    - accused_is_highest: how often an accused learner's table was worth most (ties count)
    - admit_if_guilty, admit_if_innocent, deny: what it then did
    - entropy/STAGE: mean of -log probability of what was drawn, in nats
    """
    rows = rollout.learnable
    at, actions, surprise = rollout.stages[rows], rollout.actions[rows], -rollout.log_probs[rows]
    accused = at == stages.JUDGMENT
    is_highest = rollout.wholes[rows[accused], WHOLE_STATE.offset("highest")] == 1
    answers = actions[accused]
    cases: dict[str, NDArray[np.bool_] | NDArray[np.float32]] = {
        "accused_is_highest": is_highest,
        "admit_if_guilty": answers[is_highest] == ADMIT,
        "admit_if_innocent": answers[~is_highest] == ADMIT,
        "deny": answers == DENY,
    }
    cases |= {f"entropy/{stages.STAGE_NAMES[stage]}": surprise[at == stage] for stage in np.unique(at)}
    return {name: float(np.mean(values)) for name, values in cases.items() if len(values)}
