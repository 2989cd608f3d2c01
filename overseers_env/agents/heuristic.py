"""HeuristicAgent: a scripted player that decides by expected values, from the observation alone.

- Draft (heuristic_draft.py): takes the card whose table, as it is now and as the cards still to come may make it, is worth
  most with its own character's power, against what the pick would be worth elsewhere.
- Hiding (heuristic_placement.py): weighs how its table will look against how often such a look is accused, and mixes, so
  that hiding the best is not a sign.
- The others' hidden cards (heuristic_posterior.py): every multiset that the unseen cards allow, weighed by how people hide
  (e to the power of a bias times the table's value); peeks, marks and stacks are facts. From it the chance that each seat
  is the highest.
- Talk, vote, judgment (heuristic_trial.py): accuses and votes where it expects to gain most; admits where the chance of being
  the highest, times the penalty, costs more than the two cards it would choose, the card of the wrongly accused counted in.
- Cards (heuristic_cards.py): what it marks, alters, keeps, gives up, gives away and takes, and whom it robs, by what its
  own final standing gains (scores of earlier rounds included).

The numbers that are not in the rules are Parameters, each with its reason (heuristic_numbers.py).
"""

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
    """A scripted player; how it decides stands at the top of its module."""

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
