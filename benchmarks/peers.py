"""Random play in other libraries' card games, one thread, in decisions per CPU-second.

The peer half of the speed benchmark: what OpenSpiel, PettingZoo's classic games and
RLCard do in the same job as our engine, a uniformly random legal player in every seat.
``python -m benchmarks.peers`` prints the figures as markdown.

How a figure is taken
    A peer plays whole games until its budget of CPU time (``time.process_time``) is
    spent; decisions made / CPU-seconds used is one sample. Everything a game needs is
    inside: reset, deal, chance, scoring, a finished game's clean-up. Imports, loading the
    game and one warm-up game are outside. The peers take turns, one sample each per
    repeat, so that a noisy minute of the machine hits all of them; the figure is the
    median. What one *decision* includes is said by each peer's function.

Every choice of route favours the peer: where a library has a slow and a fast official way
to the same data the fast one is measured (the slow one has its own row if it is the
better known), and the random choice is Python's ``random``, not NumPy's slower one.
The games differ in length and in width of observation, so figures of different games
say what a decision costs a user there, not which code is better.

To add a peer, write a function that takes a seed and returns a function that plays one
whole game and returns its number of decisions, and give it one entry in ``PEERS``.
Import the library inside, with ``import_module``: a missing one is then reported as not
installed.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module, metadata
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

PlayGame = Callable[[], int]
"""Plays one whole game and returns how many decisions were made in it."""


@dataclass(frozen=True)
class Peer:
    """One library's game: its name in the table, how to get it, how to play it."""

    name: str
    distribution: str
    """What to ``pip install``, also the name its version is looked up under."""
    make_game: Callable[[int], PlayGame]
    """From a seed to a function that plays one game; may raise ``ImportError``."""


@dataclass(frozen=True)
class PeerResult:
    """The figure of one peer; ``None`` where the library is not installed."""

    name: str
    decisions_per_cpu_second: float | None
    note: str


@dataclass(frozen=True)
class DoNothingAec:
    """Microseconds of CPU time for one ``last()`` and ``step()``, medians over the repeats.

    All three are ``None`` where PettingZoo is not installed.
    """

    bare_us: float | None
    wrapped_us: float | None
    wrapped_to_bare: float | None
    """Median of each repeat's own ratio, steadier than the ratio of the medians."""
    note: str


# --- the peers -------------------------------------------------------------------------


def openspiel_game(game: str, use_observer: bool, seed: int) -> PlayGame:
    """Play an OpenSpiel game through its Python API, the game itself being C++.

    A decision is: ``legal_actions()`` and ``legal_actions_mask()`` (both Python lists), the
    tensor of the player to act, one random legal action and ``apply_action``. With
    ``use_observer`` the tensor is written into one reused NumPy float32 buffer by
    ``make_observation(...).set_from``, which OpenSpiel calls the main way to get
    observations in Python, and is not copied out; without, it is the Python list that
    ``observation_tensor(player)`` or ``information_state_tensor(player)`` returns, not made
    an array. The observation tensor is taken where the game has one, else the information
    state's. Chance nodes (every dealt card is one) are sampled by their probabilities;
    their time counts, they do not count as decisions.
    """
    pyspiel = import_module("pyspiel")
    observation = import_module("open_spiel.python.observation")
    loaded = pyspiel.load_game(game)
    has_observation: bool = loaded.get_type().provides_observation_tensor
    kind = None if has_observation else observation.INFO_STATE_OBS_TYPE
    observer = observation.make_observation(loaded, kind)
    rng = random.Random(seed)

    def play() -> int:
        state = loaded.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_sample(state.chance_outcomes(), rng.random()))
                continue
            player = state.current_player()
            legal = state.legal_actions()
            state.legal_actions_mask()
            if use_observer:
                observer.set_from(state, player)
            elif has_observation:
                state.observation_tensor(player)
            else:
                state.information_state_tensor(player)
            state.apply_action(rng.choice(legal))
            decisions += 1
        state.returns()
        return decisions

    return play


def _sample(outcomes: Sequence[tuple[int, float]], point: float) -> int:
    """Give the outcome at ``point`` in [0, 1) of the outcomes laid end to end."""
    for action, probability in outcomes:
        point -= probability
        if point < 0.0:
            return action
    return outcomes[-1][0]


def pettingzoo_game(module: str, options: dict[str, Any], seed: int) -> PlayGame:
    """Play a PettingZoo classic game by the usual loop, with its usual wrappers.

    A decision is: one turn of ``env.agent_iter()``, ``env.last()`` (observation and action
    mask as NumPy arrays), one random action of the mask's nonzero ones, ``env.step``. The
    closing turns, in which each finished agent steps ``None``, cost time but are no
    decisions. The choice is made in Python as that is cheaper than
    ``action_space(agent).sample(mask)``. Only the first ``reset`` is given the seed: some
    of these games build a new engine for each seeded reset.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    env = import_module(f"pettingzoo.classic.{module}").env(**options)
    env.reset(seed=seed)
    rng = random.Random(seed)

    def play() -> int:
        env.reset()
        decisions = 0
        for _agent in env.agent_iter():
            observation, _reward, terminated, truncated, _info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
            decisions += 1
        return decisions

    return play


def rlcard_game(game: str, options: dict[str, Any], seed: int) -> PlayGame:
    """Play an RLCard game by ``env.step``, without RLCard's agents and trajectories.

    A decision is: one random key of ``state["legal_actions"]`` and ``env.step``, which
    returns the next player's state (``"obs"`` as a NumPy array, legal actions as a dict;
    there is no mask). Payoffs are taken at the end of the game.
    """
    env = import_module("rlcard").make(game, config={"seed": seed, **options})
    rng = random.Random(seed)

    def play() -> int:
        state, _player = env.reset()
        decisions = 0
        while not env.is_over():
            state, _player = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        env.get_payoffs()
        return decisions

    return play


def _openspiel(game: str, use_observer: bool) -> Peer:
    how = "observer" if use_observer else "tensor as list"
    return Peer(f"OpenSpiel {game}, {how}", "open-spiel", partial(openspiel_game, game, use_observer))


PEERS: tuple[Peer, ...] = (
    _openspiel("crazy_eights(players=4)", use_observer=True),
    _openspiel("crazy_eights(players=4)", use_observer=False),
    _openspiel("hearts", use_observer=True),
    _openspiel("hearts", use_observer=False),
    _openspiel("hanabi(players=4)", use_observer=True),
    _openspiel("hanabi(players=4)", use_observer=False),
    Peer(
        "PettingZoo hanabi_v5, 4 players",
        "pettingzoo[classic]",
        partial(pettingzoo_game, "hanabi_v5", {"players": 4, "hand_size": 4}),
    ),
    Peer(
        "PettingZoo texas_holdem_v4, 4 players",
        "pettingzoo[classic]",
        partial(pettingzoo_game, "texas_holdem_v4", {"num_players": 4}),
    ),
    Peer("RLCard uno, 2 players", "rlcard", partial(rlcard_game, "uno", {})),
    Peer(
        "RLCard limit-holdem, 4 players",
        "rlcard",
        partial(rlcard_game, "limit-holdem", {"game_num_players": 4}),
    ),
)


# --- measuring -------------------------------------------------------------------------


def measure_game(play_game: PlayGame, seconds: float) -> float:
    """Play whole games for ``seconds`` of CPU time; return decisions per CPU-second."""
    decisions = 0
    start = time.process_time()
    while True:
        decisions += play_game()
        elapsed = time.process_time() - start
        if elapsed >= seconds:
            return decisions / elapsed


def measure_peers(seconds: float, repeats: int, peers: Sequence[Peer] = PEERS, seed: int = 0) -> list[PeerResult]:
    """Measure every peer ``repeats`` times for ``seconds`` of CPU time each.

    The results are in the order of ``peers``. The note gives the library's version and the
    lowest and highest sample, or says what to install.
    """
    games: dict[int, PlayGame] = {}
    notes: dict[int, str] = {}
    for index, peer in enumerate(peers):
        try:
            games[index] = peer.make_game(seed)
        except ImportError as error:
            notes[index] = _not_installed(peer.distribution, error)
        else:
            games[index]()
    samples: dict[int, list[float]] = {index: [] for index in games}
    for _ in range(repeats):
        for index, play_game in games.items():
            samples[index].append(measure_game(play_game, seconds))
    results = []
    for index, peer in enumerate(peers):
        rates = samples.get(index)
        if rates is None:
            results.append(PeerResult(peer.name, None, notes[index]))
            continue
        note = f"{_version(peer.distribution)}; {min(rates):,.0f} to {max(rates):,.0f}"
        results.append(PeerResult(peer.name, median(rates), note))
    return results


def _not_installed(distribution: str, error: ImportError) -> str:
    """Say what to install, and why where a module is there but does not import."""
    note = f"not installed (pip install {distribution})"
    if isinstance(error, ModuleNotFoundError):
        return note
    return " ".join(f"{note}: {error}".split())


def _version(distribution: str) -> str:
    """Name an installed distribution with its version, its extras left off."""
    base = distribution.split("[", maxsplit=1)[0]
    try:
        return f"{base} {metadata.version(base)}"
    except metadata.PackageNotFoundError:
        return base


# --- the floor under any PettingZoo environment ------------------------------------------


class _DoNothing:
    """Four agents in turn, a fixed ``Dict`` observation, a mask of ones, no end, no reward.

    ``step`` does nothing but pass the turn, so what is measured is the API itself. Joined
    with ``pettingzoo.AECEnv`` at run time, so that this file needs no PettingZoo to import.
    """

    def __init__(self, observation_size: int, actions: int) -> None:
        spaces = import_module("gymnasium.spaces")
        self.metadata = {"name": "do_nothing_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(4)]
        self._after = dict(
            zip(
                self.possible_agents,
                self.possible_agents[1:] + self.possible_agents[:1],
                strict=True,
            )
        )
        self._observation: dict[str, NDArray[Any]] = {
            "observation": np.zeros(observation_size, np.float32),
            "action_mask": np.ones(actions, np.int8),
        }
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (observation_size,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self._action_space = spaces.Discrete(actions)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        return self._observation

    def step(self, action: int) -> None:
        self.agent_selection = self._after[self.agent_selection]

    def observation_space(self, agent: str) -> Any:
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        return self._action_space


def measure_do_nothing_aec(
    seconds: float, repeats: int, observation_size: int = 256, actions: int = 64
) -> DoNothingAec:
    """Measure what PettingZoo's AEC API costs when the game itself costs nothing.

    One unit is ``env.last()`` and ``env.step(0)``; there is no ``agent_iter``, no random
    choice, no reward to add up and no copy of the observation. ``wrapped`` is the same
    environment within ``TerminateIllegalWrapper``, ``AssertOutOfBoundsWrapper`` and
    ``OrderEnforcingWrapper``, in the order PettingZoo's own games use: what it costs is
    the floor under every environment within these three.
    """
    try:
        aec_env = import_module("pettingzoo").AECEnv
        wrappers = import_module("pettingzoo.utils.wrappers")
    except ImportError as error:
        return DoNothingAec(None, None, None, _not_installed("pettingzoo", error))
    make = type("DoNothing", (_DoNothing, aec_env), {})
    bare = make(observation_size, actions)
    wrapped = wrappers.TerminateIllegalWrapper(make(observation_size, actions), -1.0)
    wrapped = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
    plays = (_turns(bare), _turns(wrapped))
    for play in plays:
        play()
    bare_us: list[float] = []
    wrapped_us: list[float] = []
    for _ in range(repeats):
        for play, costs in zip(plays, (bare_us, wrapped_us), strict=True):
            costs.append(1e6 / measure_game(play, seconds))
    ratios = [slow / quick for slow, quick in zip(wrapped_us, bare_us, strict=True)]
    note = f"{_version('pettingzoo')}, observation of {observation_size}, {actions} actions"
    return DoNothingAec(median(bare_us), median(wrapped_us), median(ratios), note)


def _turns(env: Any, turns: int = 1000) -> PlayGame:
    """Make ``turns`` pairs of ``last()`` and ``step(0)`` one game for ``measure_game``."""
    env.reset(seed=0)

    def play() -> int:
        for _ in range(turns):
            env.last()
            env.step(0)
        return turns

    return play


# --- printing --------------------------------------------------------------------------


def peers_markdown(results: Sequence[PeerResult]) -> str:
    """Lay results out as a markdown table."""
    lines = [
        "| random play, one thread | decisions per CPU-second | µs per decision | note |",
        "| --- | ---: | ---: | --- |",
    ]
    for result in results:
        rate = result.decisions_per_cpu_second
        figures = "- | -" if rate is None else f"{rate:,.0f} | {1e6 / rate:.2f}"
        lines.append(f"| {result.name} | {figures} | {result.note} |")
    return "\n".join(lines)


def do_nothing_markdown(result: DoNothingAec) -> str:
    """Lay the floor of the AEC API out as a markdown table."""
    if result.bare_us is None or result.wrapped_us is None or result.wrapped_to_bare is None:
        bare = wrapped = one = ratio = "-"
    else:
        bare, wrapped = f"{result.bare_us:.2f}", f"{result.wrapped_us:.2f}"
        one, ratio = "1.0", f"{result.wrapped_to_bare:.1f}"
    return "\n".join(
        (
            "| do-nothing AEC environment | µs per last() + step() | times bare | note |",
            "| --- | ---: | ---: | --- |",
            f"| bare | {bare} | {one} | {result.note} |",
            f"| in the three usual wrappers | {wrapped} | {ratio} | {result.note} |",
        )
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure everything and print it as markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of one sample")
    parser.add_argument("--repeats", type=int, default=5, help="samples; the median is told")
    options = parser.parse_args(arguments)
    print(
        f"Python {platform.python_version()}, NumPy {np.__version__}, {platform.machine()}, "
        f"median of {options.repeats} samples of {options.seconds:g} CPU-seconds\n"
    )
    print(peers_markdown(measure_peers(options.seconds, options.repeats)))
    print()
    print(do_nothing_markdown(measure_do_nothing_aec(options.seconds, options.repeats)))


if __name__ == "__main__":
    main()
