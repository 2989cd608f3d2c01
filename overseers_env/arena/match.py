"""A match: one focal player against a table of others, on duplicate deals with rotated seats.

Every deal is played once from each seat of the focal player. Chance is a function of the game's key, the round and the
stage, so the replays of a deal share their packs, characters and draws. Deals of the arena and of training never meet:
the arena's seeds start at FIRST_SEED, training's end below it.
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overseers_env.agents import Agent, make_agent
from overseers_env.arena.interval import Estimate, bootstrap
from overseers_env.games.overseers.batched import BatchedGames
from overseers_env.games.overseers.ruleset import Ruleset, as_ruleset

FIRST_SEED = 2**63
"""The arena's games with seed s are BatchedGames' games with seed FIRST_SEED + s."""
MAX_MATCH_SEED = 2**32 - 1
GAMES_AT_ONCE = 1024
"""Games side by side. Part of a match's definition: players that draw from a generator play others in another batch."""


@dataclass(frozen=True)
class MatchResult:
    """How a focal player did against n - 1 others. Equal for equal arguments, bit for bit; intervals are over deals."""

    focal: str
    others: str
    num_players: int
    rules: str
    seed: int
    num_deals: int
    num_games: int
    fair_share: float
    """1/n: the win share of equal players."""
    win_share: Estimate
    score: Estimate
    """The focal player's total score."""
    margin: Estimate
    """Its total score minus the others' mean."""
    win_share_by_seat: tuple[float, ...]
    """Seats are numbered as BatchedGames does; a player that depends on its seat shows here."""

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, texts and dictionaries, ready for JSON."""
        return asdict(self)

    def summary(self) -> str:
        """The result in one line."""
        return (
            f"{self.focal} against {self.num_players - 1} {self.others} ({self.rules}): win share {self.win_share}, "
            f"fair {self.fair_share:.3f}, {self.num_games} games"
        )


def play_match(
    focal: Agent | str,
    others: Agent | str,
    num_deals: int = 2500,
    num_players: int = 4,
    rules: str | Ruleset = "french",
    seed: int = 0,
    num_threads: int = 1,
) -> MatchResult:
    """Play `num_deals` deals, each from every seat of the focal player; the others share one agent.

    Raises ValueError for a seed or number of deals out of range, and as make_agent and BatchedGames do.
    """
    if not 0 <= seed <= MAX_MATCH_SEED:
        raise ValueError(f"seed={seed} is not allowed; allowed: 0 to {MAX_MATCH_SEED}")
    if num_deals < 1:
        raise ValueError(f"num_deals={num_deals} is not allowed; allowed: 1 or more")
    ruleset = as_ruleset(rules)
    focal = make_agent(focal) if isinstance(focal, str) else focal
    others = make_agent(others) if isinstance(others, str) else others
    shares = np.zeros((num_deals, num_players))
    scores = np.zeros((num_deals, num_players, num_players))
    for first in range(0, num_deals, GAMES_AT_ONCE):
        deals = slice(first, min(first + GAMES_AT_ONCE, num_deals))
        for seat in range(num_players):
            size = deals.stop - deals.start
            games = BatchedGames(size, num_players, ruleset, FIRST_SEED + seed, num_threads, first_game=first)
            _reset(focal, others, seed, first, seat)
            shares[deals, seat], scores[deals, seat] = _play_out(games, focal, others, seat)
    return _result(focal, others, ruleset, seed, shares, scores)


def _reset(focal: Agent, others: Agent, *numbers: int) -> None:
    """Give both players their own seeds for this batch."""
    words = np.random.SeedSequence(numbers).generate_state(2)
    focal.reset(int(words[0]))
    if others is not focal:
        others.reset(int(words[1]))


def _play_out(
    games: BatchedGames, focal: Agent, others: Agent, seat: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Play every fresh game to its end with the focal player in `seat`.

    Returns the focal player's win shares, (G,), and everybody's total scores, (G, players).
    """
    num_players = int(games.states["num_players"][0])
    shares = np.zeros(len(games))
    actions = np.zeros(len(games), np.int64)
    is_playing = np.ones(len(games), np.bool_)
    while is_playing.any():
        for agent, is_turn in ((focal, games.seats == seat), (others, games.seats != seat)):
            rows = np.flatnonzero(is_turn & is_playing)
            if len(rows):
                actions[rows] = agent.act(games.observations[rows], games.action_masks[rows])
        finished, returns = games.step(actions, active=is_playing)
        shares[finished] = returns[finished, seat] + 1.0 / num_players
        is_playing &= ~finished
    return shares, games.final_states["round_scores"][:, :, :num_players].sum(axis=1, dtype=np.float64)


def _result(
    focal: Agent, others: Agent, rules: Ruleset, seed: int, shares: NDArray[np.float64], scores: NDArray[np.float64]
) -> MatchResult:
    """Put a match together from win shares (deals, focal seats) and total scores (deals, focal seats, seats)."""
    num_deals, num_players = shares.shape
    own = scores[:, np.arange(num_players), np.arange(num_players)]
    margins = (own - scores.mean(axis=2)) * num_players / (num_players - 1)
    return MatchResult(
        focal=focal.name,
        others=others.name,
        num_players=num_players,
        rules=rules.text(),
        seed=seed,
        num_deals=num_deals,
        num_games=shares.size,
        fair_share=1.0 / num_players,
        win_share=bootstrap(shares.mean(axis=1), seed),
        score=bootstrap(own.mean(axis=1), seed),
        margin=bootstrap(margins.mean(axis=1), seed),
        win_share_by_seat=tuple(shares.mean(axis=0).tolist()),
    )
