"""HeuristicAgent: a scripted player that decides by expected values, from the observation alone."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from overseers_env.agents import heuristic_cards as cards
from overseers_env.agents import heuristic_draft as draft
from overseers_env.agents import heuristic_trial as trial
from overseers_env.agents.heuristic_mind import Mind, Vector, new_mind
from overseers_env.agents.heuristic_numbers import Parameters
from overseers_env.agents.heuristic_placement import choose_discard, choose_hidden
from overseers_env.agents.heuristic_sight import look
from overseers_env.engine.batch import seed_words
from overseers_env.engine.jit import jit, jit_entry
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import NO_OP


@jit
def decide(mind: Mind, seen: Vector, mask: Vector) -> int:
    """The action for one observation and its mask."""
    if mask[NO_OP]:
        return NO_OP
    look(mind, seen)
    stage = mind.stage
    if stage == stages.DRAFT:
        return draft.choose_pick(mind, seen, mask)
    if stage == stages.DISCARD:
        return choose_discard(mind, seen, mask)
    if stage == stages.PLACEMENT:
        return choose_hidden(mind, seen, mask)
    if stage == stages.DISCUSSION:
        return trial.choose_statement(mind, seen, mask)
    if stage == stages.VOTE or stage == stages.VOTE_TIE:
        return trial.choose_accused(mind, seen, mask)
    if stage == stages.JUDGMENT:
        return trial.choose_answer(mind, seen, mask)
    if stage == stages.ADMISSION:
        return cards.choose_admitted(mind, seen, mask)
    if stage == stages.WUMING:
        return draft.choose_wuming(mind, seen, mask)
    if stage == stages.FUSHEN or stage == stages.CHARACTER_CHOICE:
        return draft.choose_character(mind, seen, mask)
    if stage == stages.YANMEI:
        return cards.choose_mark(mind, seen, mask)
    if stage == stages.GAN or stage == stages.COMPENSATION:
        return cards.choose_taken(mind, seen, mask)
    if stage == stages.MEIXIU:
        return trial.choose_peeked(mind, seen, mask)
    if stage == stages.NUYING:
        return cards.choose_altered(mind, seen, mask)
    if stage == stages.NUYING_TOP:
        return cards.choose_top(mind, seen, mask)
    return decide_late(mind, seen, mask)


@jit
def decide_late(mind: Mind, seen: Vector, mask: Vector) -> int:
    """The decisions from Showdown on, and the Leader's."""
    stage = mind.stage
    if stage == stages.SHOWDOWN_TIE:
        return trial.choose_tie_verdict(mind, seen, mask)
    if stage == stages.PENALTY:
        return cards.choose_penalty(mind, seen, mask)
    if stage == stages.THEFT:
        return cards.choose_robbed(mind, seen, mask)
    if stage == stages.GIFT:
        return cards.choose_gift(mind, seen, mask)
    if stage == stages.LIANG:
        return cards.choose_liang(mind, seen, mask)
    return cards.choose_favoured(mind, seen, mask)


@jit_entry
def decide_all(minds: Any, observations: Any, masks: Any, actions: Any) -> None:
    """Write the action for every observation (N, OBSERVATION_SIZE) with its mask (N, NUM_ACTIONS)."""
    for i in range(observations.shape[0]):
        actions[i] = decide(minds[0], observations[i], masks[i])


class HeuristicAgent:
    """A scripted player (see the module's text)."""

    name = "heuristic"

    def __init__(self, parameters: Parameters | None = None, seed: int = 0) -> None:
        self.parameters = parameters or Parameters()
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Start a match: the same seed makes the same choices."""
        self._minds = new_mind(self.parameters, seed_words(seed))

    def act(self, observations: NDArray[np.int8], action_masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Choose a legal action in each of N games: ids, int64 (N,)."""
        actions = np.zeros(len(observations), np.int64)
        decide_all(self._minds, np.ascontiguousarray(observations), np.ascontiguousarray(action_masks), actions)
        return actions
