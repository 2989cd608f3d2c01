"""Who sits where: the learner, frozen snapshots of it, scripted bots.

Seats are given out when a game starts and kept until it ends. All opponents' seats of a game are played by one opponent.
During a rollout new games meet only a few opponents, the `active` ones, so that each plays many games in one call.

Player numbers: 0 is the learner, k > 0 the opponent `agents[k - 1]`. The first agents are bots and never change; then come
the places of the snapshots. A snapshot that takes the place of an old one goes on with its games.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overseers_env import BatchedGames
from overseers_env.agents import Agent, make_agent
from overseers_env.agents.learned import LearnedAgent, PolicyNetwork
from training.checkpoints import module_arrays, restored_module
from training.config import PoolConfig

LEARNER = 0
NOT_SEATED = -1

CountSeats = Callable[[int, np.random.Generator], int]
"""How many seats the opponent gets in a game of so many players."""


def some_seats(num_players: int, generator: np.random.Generator) -> int:
    """One seat or more, but not all."""
    return int(generator.integers(1, num_players))


def all_other_seats(num_players: int, generator: np.random.Generator) -> int:
    """Exactly one seat is the learner's."""
    return num_players - 1


class League:
    """Gives out the seats of a batch of games and plays the opponents'.

    share: the part of the games that have opponents; count_seats: how many seats those get there.
    bots: opponents that stay as they are; num_snapshots: places for snapshots, empty at first.
    num_active: opponents that new games of a rollout may meet; bot_share: how many of them are bots, on average.
    """

    def __init__(
        self,
        games: BatchedGames,
        share: float,
        count_seats: CountSeats,
        bots: Sequence[Agent],
        num_snapshots: int = 0,
        num_active: int = 1,
        bot_share: float = 1.0,
    ) -> None:
        self.share = share
        self.count_seats = count_seats
        self.num_bots = len(bots)
        self.agents: list[Agent | None] = [*bots, *[None] * num_snapshots]
        self.num_active = num_active
        self.bot_share = bot_share
        self.active: list[int] = []
        self.num_players = games.states["num_players"].astype(np.int64)
        self.players = np.full((len(games), games.game.max_players), NOT_SEATED, np.int8)

    def begin(self, generator: np.random.Generator) -> None:
        """Begin a rollout: choose the active opponents and seed all of them anew, so that no state of theirs is kept.

        Games that were never given out are: before the first rollout all of them stand somewhere in the middle.
        """
        drawn = [self._draw(generator) for _ in range(self.num_active)]
        self.active = [number for number in drawn if number != LEARNER]
        for agent in self.agents:
            if agent is not None:
                agent.reset(int(generator.integers(2**32)))
        self.seat(np.flatnonzero(self.players[:, 0] == NOT_SEATED), generator)

    def _draw(self, generator: np.random.Generator) -> int:
        """An opponent's number: a bot or a snapshot; LEARNER where there is none of that kind."""
        bots = list(range(1, self.num_bots + 1))
        snapshots = [
            number for number in range(self.num_bots + 1, len(self.agents) + 1) if self.agents[number - 1] is not None
        ]
        kind = bots if generator.random() < self.bot_share else snapshots
        return int(generator.choice(kind)) if kind else LEARNER

    def seat(self, games: NDArray[np.int64], generator: np.random.Generator) -> None:
        """Give out the seats of these games, int64 (M,), which have just started."""
        self.players[games] = LEARNER
        if not self.active:
            return
        for game in games[generator.random(len(games)) < self.share]:
            num_players = int(self.num_players[game])
            seats = generator.permutation(num_players)[: self.count_seats(num_players, generator)]
            self.players[game, seats] = generator.choice(self.active)

    def to_act(self, seats: NDArray[np.int8]) -> NDArray[np.int8]:
        """Who plays the acting seat of each game: player numbers, int8 (G,)."""
        acting: NDArray[np.int8] = self.players[np.arange(len(seats)), seats]
        return acting

    def act(self, games: BatchedGames, players: NDArray[np.int8], actions: NDArray[np.int64]) -> None:
        """Write the opponents' actions, each opponent's in one call; `players` as from `to_act`, actions int64 (G,)."""
        for number in np.flatnonzero(np.bincount(players)):
            agent = self.agents[number - 1] if number != LEARNER else None
            if agent is not None:
                rows = np.flatnonzero(players == number)
                actions[rows] = agent.act(games.observations[rows], games.action_masks[rows])

    def add_snapshot(self, network: PolicyNetwork, number: int) -> None:
        """Keep a copy of the network as the `number`th snapshot ever; it takes the place of the oldest one."""
        num_places = len(self.agents) - self.num_bots
        if num_places:
            copy = deepcopy(network).cpu().requires_grad_(False)
            self.agents[self.num_bots + number % num_places] = LearnedAgent(copy, f"snapshot {number}")

    def save(self) -> dict[str, NDArray[Any]]:
        """Seats and snapshots as named arrays."""
        saved: dict[str, NDArray[Any]] = {"players": self.players}
        for place, agent in enumerate(self.agents[self.num_bots :]):
            if isinstance(agent, LearnedAgent):
                saved |= module_arrays(f"snapshot.{place}", agent.network.state_dict())
        return saved

    def restore(self, saved: dict[str, NDArray[Any]], network: PolicyNetwork) -> None:
        """Put back what `save` returned; `network` is any of the snapshots' shape."""
        self.players[:] = saved["players"]
        for place in range(len(self.agents) - self.num_bots):
            weights = restored_module(f"snapshot.{place}", saved)
            if weights:
                snapshot = deepcopy(network)
                snapshot.load_state_dict(weights)
                self.add_snapshot(snapshot, place)


def new_league(games: BatchedGames, config: PoolConfig) -> League:
    """The league of self-play; with share 0 every seat is the learner's. Raises ValueError for an unknown bot."""
    if config.share == 0:
        return League(games, 0.0, some_seats, [], num_active=0)
    bots = [make_agent(name) for name in config.bots]
    return League(games, config.share, some_seats, bots, config.size, config.active, config.bot_share)


def best_response_league(games: BatchedGames, victim: Agent) -> League:
    """One seat of every game is the learner's, each equally likely; the others are the victim's."""
    return League(games, 1.0, all_other_seats, [victim])
