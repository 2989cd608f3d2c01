"""SearchAgent: determinised flat Monte Carlo over worlds (LEARNING §2), from the observation alone.

For a decision it takes the action of the player inside it (the heuristic, or a network: search_guide.py) and tries to do
better: it recalls what the seat knows (games/overseers/recall.py), draws worlds that agree with it, and plays every
candidate out in the same worlds with the same luck to the end of the round, all seats by the player inside. It departs from
that player where another action gains clearly more.
"""

from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overseers_env.agents.search_guide import Guide, HeuristicGuide, LearnedGuide
from overseers_env.agents.search_playout import play_out
from overseers_env.engine.batch import seed_words
from overseers_env.games.overseers import kernels, stages
from overseers_env.games.overseers.cards import MAX_PLAYERS
from overseers_env.games.overseers.recall import VIEWER, recall_states
from overseers_env.games.overseers.worlds import WorldSampler

WORLDS = 24
"""Worlds a decision where nothing is said (LEARNING §2)."""
WORLDS_AT_ONCE = 8
"""Worlds between two looks at the clock."""
MAX_WORLDS = 100_000
CAUTION = 1.0
"""Standard errors by which an action must gain over the player inside, so that few worlds do no harm."""
HIDE_BIAS = 0.1
"""A world is as likely as e**(bias * points on the others' tables): people hide what is worth much (LEARNING §2).

0.1 as in the heuristic; of 0, 0.1, 0.15, 0.3 and 0.5 it told best who is highest among heuristics (docs/search.md).
"""


class SearchAgent:
    """Plays what does best in drawn worlds.

    worlds: how many a decision; then the same seed and observation make the same choice, in any match.
    milliseconds: instead, how long a decision may take (a few worlds are played however long they take).
    guide: the player inside: "heuristic", or the folder of a checkpoint, as make_agent takes it.
    Raises ValueError for a setting out of range, naming what is allowed, and as make_agent does for the guide.
    """

    def __init__(
        self,
        worlds: int | None = None,
        milliseconds: float | None = None,
        guide: str | Path = "heuristic",
        caution: float = CAUTION,
        seed: int = 0,
        name: str = "search",
    ) -> None:
        _check(worlds, milliseconds, caution)
        self.name = name
        self.worlds = WORLDS if worlds is None else int(worlds)
        self.milliseconds = milliseconds
        self.caution = caution
        self._guide = _make_guide(guide)
        self._sampler = WorldSampler(0)
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Start a match: the same seed makes the same choices (where the number of worlds is set)."""
        self._words = [int(word) for word in seed_words(seed)]

    def act(self, observations: NDArray[np.int8], action_masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Choose a legal action in each of N games: ids, int64 (N,); shapes as in Agent."""
        generators = [self._generator_of(observation) for observation in observations]
        luck = np.array([generator.random() for generator in generators])
        actions = self._guide.choose(observations, action_masks, luck)
        states = recall_states(observations)
        for i, generator in enumerate(generators):
            if np.count_nonzero(action_masks[i]) > 1:
                candidates = self._guide.candidates(int(states["stage"][i]), observations[i], action_masks[i])
                if len(candidates) > 1:
                    actions[i] = self._improve(states[i : i + 1], candidates, int(actions[i]), generator)
        return actions

    def _generator_of(self, observation: NDArray[np.int8]) -> np.random.Generator:
        """The random numbers of this seed and observation, in whatever batch they are met."""
        digest = blake2b(observation.tobytes(), digest_size=8).digest()
        return np.random.default_rng([*self._words, int.from_bytes(digest, "little")])

    def _improve(
        self, state: NDArray[Any], candidates: NDArray[np.int64], usual: int, generator: np.random.Generator
    ) -> int:
        """The candidate that clearly gains most over the usual action; else that one."""
        start = perf_counter()
        actions = np.concatenate([[usual], candidates[candidates != usual]])
        self._sampler.reseed(int(generator.integers(1 << 62)))
        gains: list[NDArray[np.float64]] = []
        weights: list[NDArray[np.float64]] = []
        at_once = self.worlds if self.milliseconds is None else WORLDS_AT_ONCE
        while not gains or self._has_time(start, len(gains) * at_once):
            worlds = self._sampler.draw(state, VIEWER, at_once)
            merits = self._guide.merits(play_out(worlds, actions, self._guide, generator)).reshape(at_once, -1)
            gains.append(merits[:, 1:] - merits[:, :1])
            weights.append(_likelihoods(worlds))
        best = clearly_best(np.concatenate(gains), np.concatenate(weights), self.caution)
        return int(actions[best + 1])

    def _has_time(self, start: float, num_worlds: int) -> bool:
        if self.milliseconds is None or num_worlds >= MAX_WORLDS:
            return False
        return 1e3 * (perf_counter() - start) < self.milliseconds


def clearly_best(gains: NDArray[np.float64], weights: NDArray[np.float64], caution: float) -> int:
    """The column whose weighted mean, less `caution` standard errors, is highest and above 0; -1 if there is none.

    gains: (W, A); weights: (W,), above 0.
    """
    shares = weights[:, np.newaxis] / weights.sum()
    means = (shares * gains).sum(axis=0)
    errors = np.sqrt((shares**2 * (gains - means) ** 2).sum(axis=0))
    merits = means - caution * errors
    best = int(merits.argmax())
    return best if merits[best] > 0.0 else -1


def _likelihoods(worlds: NDArray[Any]) -> NDArray[np.float64]:
    """How likely people hide as in each world (W,), against the likeliest; all alike until cards lie face down."""
    if worlds["stage"][0] <= stages.PLACEMENT:
        return np.ones(len(worlds))
    values = np.zeros((len(worlds), MAX_PLAYERS), np.int64)
    kernels.table_values(worlds, values)
    others = values.sum(axis=1) - values[:, VIEWER]
    likelihoods: NDArray[np.float64] = np.exp(HIDE_BIAS * (others - others.max()))
    return likelihoods


def _make_guide(guide: str | Path) -> Guide:
    """The player inside, by its name."""
    if str(guide) == "heuristic":
        return HeuristicGuide()
    agent = import_module("overseers_env.agents").make_agent(guide)
    if not hasattr(agent, "logits_and_values"):
        raise ValueError(f"guide={str(guide)!r} is not allowed; allowed: 'heuristic', or the folder of a checkpoint")
    return LearnedGuide(agent)


def _check(worlds: int | None, milliseconds: float | None, caution: float) -> None:
    if worlds is not None and milliseconds is not None:
        raise ValueError(
            f"worlds={worlds} and milliseconds={milliseconds} are not allowed together; allowed: one of them"
        )
    if worlds is not None and (isinstance(worlds, bool) or worlds not in range(1, MAX_WORLDS + 1)):
        raise ValueError(f"worlds={worlds!r} is not allowed; allowed: a whole number, 1 to {MAX_WORLDS}")
    if milliseconds is not None and not 0.0 < milliseconds < np.inf:
        raise ValueError(f"milliseconds={milliseconds!r} is not allowed; allowed: a number above 0")
    if not 0.0 <= caution < np.inf:
        raise ValueError(f"caution={caution!r} is not allowed; allowed: 0 or more")
