"""What a finished game is worth to its seats. Each kind sums to 0 over the seats, and nothing is paid before the end.

win_share: a winner's share minus 1/n (§10.5): the reward to measure strength by.
rank: seats are ranked by total score and then by share of the win, so §10.5's tie-break counts; equal seats share the
    mean of their ranks. 1 for the first, -1 for the last, evenly between them.
margin: (own total - mean of the others' totals) / MARGIN_SCALE.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from overseers_env.games.overseers.cards import MAX_PLAYERS
from overseers_env.games.overseers.kernels import final_returns

REWARDS = ("win_share", "rank", "margin")
MARGIN_SCALE = 50.0
ILLEGAL_REWARD = -1.0
"""What an illegal action costs where it ends the game instead of raising."""


def check_reward(reward: str) -> None:
    """Raises ValueError for a kind of reward that there is not."""
    if reward not in REWARDS:
        raise ValueError(f"reward={reward!r} is not allowed; allowed: {', '.join(map(repr, REWARDS))}")


def seat_rewards(states: NDArray[Any], reward: str) -> NDArray[np.float64]:
    """What each seat gets for each finished game: states (N,), returns float64 (N, MAX_PLAYERS), unused seats 0."""
    shares = np.zeros((len(states), MAX_PLAYERS))
    final_returns(np.ascontiguousarray(states), shares)
    if reward == "win_share":
        return shares
    totals = states["round_scores"].sum(axis=1, dtype=np.int64)
    num_players = states["num_players"].astype(np.int64)[:, None]
    plays = np.arange(MAX_PLAYERS) < num_players
    paid = _ranks(totals + shares / 2, plays, num_players) if reward == "rank" else _margins(totals, num_players)
    return np.where(plays, paid, 0.0)


def _ranks(keys: NDArray[np.float64], plays: NDArray[np.bool_], num_players: NDArray[np.int64]) -> NDArray[np.float64]:
    """1 for the highest key of a row, -1 for the lowest."""
    others = plays[:, None, :]
    num_above = ((keys[:, None, :] > keys[:, :, None]) & others).sum(axis=2)
    num_equal = ((keys[:, None, :] == keys[:, :, None]) & others).sum(axis=2)
    return np.asarray(1.0 - 2.0 * (num_above + (num_equal - 1) / 2) / (num_players - 1), np.float64)


def _margins(totals: NDArray[np.int64], num_players: NDArray[np.int64]) -> NDArray[np.float64]:
    others = (totals.sum(axis=1, keepdims=True) - totals) / (num_players - 1)
    return np.asarray((totals - others) / MARGIN_SCALE, np.float64)
