"""Collects self-play from thousands of games, one trajectory for each (game, seat).

The trap: in a batch of turn-based games the next row of a rollout is another seat's. So every row keeps the number of
the row where the *same seat of the same game* decides next, and rewards go to each seat's latest row, also of the seats
that didn't act last. Seats that an opponent plays (league.py) have no rows: they are not linked, paid or learned from.

Truncation: when a rollout ends, the latest row of each unfinished trajectory has no successor yet. Its value ends its
predecessors' advantages, and the row itself is carried over and learned from in the next rollout, when its successor is
known. So every decision is learned from exactly once, with the log probability it was drawn with.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overseers_env import NUM_ACTIONS, BatchedGames
from overseers_env.agents.sampling import draw_softmax
from overseers_env.engine.jit import jit_entry
from overseers_env.games.overseers import stages
from training.league import LEARNER, League
from training.whole_state import WHOLE_STATE, write_whole_states

OPEN, END = -1, -2
"""In `next_rows`: the successor isn't known yet; the game ended."""
NO_ROW = -1
ROWS = ("observations", "masks", "wholes", "stages", "actions", "log_probs", "values", "rewards")

Policy = Callable[[NDArray[np.int8], NDArray[np.int8]], tuple[NDArray[np.float32], NDArray[np.float32]]]
"""Logits, float32 (N, NUM_ACTIONS), and values, float32 (N,), of picked columns, int8 (N, K), and whole states."""


@jit_entry
def pick_rows(
    all_observations: NDArray[np.int8],
    all_masks: NDArray[np.bool_],
    games: NDArray[np.int64],
    columns: NDArray[np.int64],
    observations: NDArray[np.int8],
    masks: NDArray[np.bool_],
) -> None:
    """Copy what these games (M,) show: `columns` (K,) of the observations to (M, K), and the masks."""
    for row in range(games.shape[0]):
        game = games[row]
        for place in range(columns.shape[0]):
            observations[row, place] = all_observations[game, columns[place]]
        for action in range(masks.shape[1]):
            masks[row, action] = all_masks[game, action]


@jit_entry
def link_rows(
    first_row: int,
    games: NDArray[np.int64],
    seats: NDArray[np.int8],
    latest: NDArray[np.int64],
    next_rows: NDArray[np.int64],
) -> None:
    """Seat `seats[games[i]]` of game `games[i]` decides at row first_row + i: the successor of that seat's latest row.

    games: int64 (M,); seats: int8 (G,); latest: int64 (G, seats), each seat's latest row or NO_ROW; next_rows: int64 (R,).
    Writes the last two.
    """
    for place in range(games.shape[0]):
        row, game = first_row + place, games[place]
        before = latest[game, seats[game]]
        if before != NO_ROW:
            next_rows[before] = row
        latest[game, seats[game]] = row
        next_rows[row] = OPEN


@jit_entry
def pay_seats(
    payments: NDArray[np.float32],
    finished: NDArray[np.bool_],
    latest: NDArray[np.int64],
    next_rows: NDArray[np.int64],
    rewards: NDArray[np.float32],
) -> None:
    """Add each seat's payment to the reward of its latest row, and end the trajectories of finished games.

    payments: float32 (G, seats); finished: bool (G,); the others as in `link_rows`; rewards: float32 (R,).
    Writes the last three.
    """
    for game in range(payments.shape[0]):
        for seat in range(payments.shape[1]):
            row = latest[game, seat]
            if row == NO_ROW:
                continue
            rewards[row] += payments[game, seat]
            if finished[game]:
                next_rows[row] = END
                latest[game, seat] = NO_ROW


@jit_entry
def estimate_advantages(
    rewards: NDArray[np.float32],
    values: NDArray[np.float32],
    next_rows: NDArray[np.int64],
    gae_lambda: float,
    advantages: NDArray[np.float32],
) -> None:
    """Generalised advantage estimation (Schulman et al., 1506.02438) along each seat's own rows, undiscounted.

    All (R,); a successor always stands behind its predecessor. Writes `advantages`; those of open rows are 0.
    """
    for row in range(rewards.shape[0] - 1, -1, -1):
        after = next_rows[row]
        if after == OPEN:
            advantages[row] = 0.0
        elif after == END:
            advantages[row] = rewards[row] - values[row]
        else:
            advantages[row] = rewards[row] + values[after] - values[row] + gae_lambda * advantages[after]


def round_margins(scores: NDArray[np.int8], num_players: NDArray[np.int8]) -> NDArray[np.float32]:
    """How many tens of points each seat is above its table's mean, float32 (M, seats); unused seats get 0.

    scores: int8 (M, seats), of a round; num_players: int8 (M,).
    """
    is_seated = np.arange(scores.shape[1]) < num_players[:, None]
    means = np.where(is_seated, scores, 0).sum(axis=1, keepdims=True) / num_players[:, None]
    return np.where(is_seated, (scores - means) / 10, 0).astype(np.float32)


def num_scored_rounds(states: NDArray[Any]) -> NDArray[np.int8]:
    """How many rounds of each unfinished game have been scored, int8 (G,)."""
    scored: NDArray[np.int8] = states["round_number"] + (states["stage"] == stages.LEADER_TIE)
    return scored


def stagger(games: BatchedGames, generator: np.random.Generator, longest: int = 200) -> None:
    """Play 0 to `longest` random actions in each game, so that a rollout meets all stages of a game and not one."""
    lengths = generator.integers(0, longest, len(games))
    for played in range(longest):
        games.step(games.random_actions(), active=lengths > played)


@dataclass(frozen=True)
class Rollout:
    """Rows in memory that the next `collect` writes over; learn from the rows in `learnable`.

    observations: int8 (R, K); masks: bool (R, NUM_ACTIONS); wholes: int8 (R, WHOLE_STATE.size); stages: int8 (R,)
    actions: int64 (R,); log_probs, values, advantages: float32 (R,)
    learnable: int64 (L,), the rows whose successors are known
    num_decisions: how many decisions of the learner were made
    """

    observations: NDArray[np.int8]
    masks: NDArray[np.bool_]
    wholes: NDArray[np.int8]
    stages: NDArray[np.int8]
    actions: NDArray[np.int64]
    log_probs: NDArray[np.float32]
    values: NDArray[np.float32]
    advantages: NDArray[np.float32]
    learnable: NDArray[np.int64]
    num_decisions: int


class Collector:
    """Plays `games` with one policy for all of the learner's seats, `decisions_each` decisions a game and rollout.

    Every array is allocated once: rows 0 to `num_open` - 1 are carried over, then comes one row for each decision of the
    learner. A rollout ends with the tick that fills it, so it may have up to a decision a game more than asked for.
    """

    def __init__(
        self,
        games: BatchedGames,
        league: League,
        columns: NDArray[np.int64],
        decisions_each: int,
        shaping: float,
        gae_lambda: float,
    ) -> None:
        self.games = games
        self.league = league
        self.columns = columns
        self.decisions_each = decisions_each
        self.shaping = shaping
        self.gae_lambda = gae_lambda
        self.num_open = 0
        num_rows = int(games.states["num_players"].sum()) + len(games) * (decisions_each + 1)
        self.observations = np.zeros((num_rows, len(columns)), np.int8)
        self.masks = np.zeros((num_rows, NUM_ACTIONS), np.bool_)
        self.wholes = np.zeros((num_rows, WHOLE_STATE.size), np.int8)
        self.stages = np.zeros(num_rows, np.int8)
        self.actions = np.zeros(num_rows, np.int64)
        self.log_probs = np.zeros(num_rows, np.float32)
        self.values = np.zeros(num_rows, np.float32)
        self.rewards = np.zeros(num_rows, np.float32)
        self.advantages = np.zeros(num_rows, np.float32)
        self.next_rows = np.full(num_rows, OPEN)
        self.latest = np.full((len(games), games.game.max_players), NO_ROW)
        self.num_scored = num_scored_rounds(games.states)

    def collect(self, policy: Policy, generator: np.random.Generator) -> Rollout:
        """Play on, and return what can be learned from."""
        self._carry_open_rows()
        self.league.begin(generator)
        num_rows, wanted = self.num_open, self.num_open + len(self.games) * self.decisions_each
        while num_rows < wanted:
            num_rows = self._play_tick(num_rows, policy, generator)
        estimate_advantages(
            self.rewards[:num_rows], self.values[:num_rows], self.next_rows[:num_rows], self.gae_lambda, self.advantages
        )
        learnable = np.flatnonzero(self.next_rows[:num_rows] != OPEN)
        return Rollout(
            self.observations,
            self.masks,
            self.wholes,
            self.stages,
            self.actions,
            self.log_probs,
            self.values,
            self.advantages,
            learnable,
            num_rows - self.num_open,
        )

    def _play_tick(self, first_row: int, policy: Policy, generator: np.random.Generator) -> int:
        """One decision in every game; returns the first row that is still free."""
        games, players = self.games, self.league.to_act(self.games.seats)
        mine = np.flatnonzero(players == LEARNER)
        rows = slice(first_row, first_row + len(mine))
        pick_rows(games.observations, games.action_masks, mine, self.columns, self.observations[rows], self.masks[rows])
        write_whole_states(games.states, mine, games.seats, self.wholes[rows], self.stages[rows])
        logits, self.values[rows] = policy(self.observations[rows], self.wholes[rows])
        self.actions[rows], self.log_probs[rows] = draw_softmax(logits, self.masks[rows], generator.random(len(mine)))
        self.rewards[rows] = 0.0
        actions = np.empty(len(games), np.int64)
        actions[mine] = self.actions[rows]
        self.league.act(games, players, actions)
        link_rows(first_row, mine, games.seats, self.latest, self.next_rows)
        finished, returns = games.step(actions)
        pay_seats(returns + self._pay_margins(finished), finished, self.latest, self.next_rows, self.rewards)
        self.league.seat(np.flatnonzero(finished), generator)
        return rows.stop

    def _pay_margins(self, finished: NDArray[np.bool_]) -> NDArray[np.float32]:
        """The shaped part of what each seat is paid now, float32 (G, seats): at the end of a round, its margin."""
        states = self.games.states
        num_scored = num_scored_rounds(states)
        paid = np.zeros(self.latest.shape, np.float32)
        ended = np.flatnonzero((num_scored > self.num_scored) | finished)
        scores = states["round_scores"][ended, self.num_scored[ended]]
        scores[finished[ended]] = self._last_scores(ended[finished[ended]])
        paid[ended] = self.shaping * round_margins(scores, states["num_players"][ended])
        self.num_scored = num_scored
        return paid

    def _last_scores(self, games: NDArray[np.int64]) -> NDArray[np.int8]:
        """The scores of the last round of games that have just finished, int8 (M, seats)."""
        final = self.games.final_states[games]
        scores: NDArray[np.int8] = final["round_scores"][np.arange(len(games)), final["num_rounds"] - 1]
        return scores

    def _carry_open_rows(self) -> None:
        """Move the rows that wait for their successors to the front."""
        slots = np.flatnonzero(self.latest.ravel() != NO_ROW)
        open_rows = self.latest.ravel()[slots]
        self.num_open = len(slots)
        for name in ROWS:
            rows = getattr(self, name)
            rows[: self.num_open] = rows[open_rows]
        self.next_rows[: self.num_open] = OPEN
        self.latest.ravel()[slots] = np.arange(self.num_open)

    def save(self) -> dict[str, NDArray[Any]]:
        """All that the next rollout depends on, as named arrays."""
        self._carry_open_rows()
        saved = {name: getattr(self, name)[: self.num_open] for name in ROWS}
        return {**saved, "latest": self.latest, "num_scored": self.num_scored, "games": _bytes_array(self.games)}

    def restore(self, saved: dict[str, NDArray[Any]]) -> None:
        """Go on from what `save` returned. Raises ValueError if its games are of another kind or number."""
        games = BatchedGames.from_bytes(saved["games"].tobytes(), self.games.num_threads)
        if len(games) != len(self.games):
            raise ValueError(f"the saved rollout has {len(games)} games; allowed: {len(self.games)}")
        self.games = games
        self.num_open = len(saved["actions"])
        for name in ROWS:
            getattr(self, name)[: self.num_open] = saved[name]
        self.next_rows[: self.num_open] = OPEN
        self.latest[:] = saved["latest"]
        self.num_scored = saved["num_scored"]


def _bytes_array(games: BatchedGames) -> NDArray[np.uint8]:
    return np.frombuffer(games.to_bytes(), np.uint8)
