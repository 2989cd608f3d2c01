"""A learner among opponents: N games in which one seat is the learner's and agents play the others, all in batches."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from overseers_env.engine.batch import seed_words
from overseers_env.engine.layout import as_rows
from overseers_env.envs.opponents import Opponents, draw_seed, make_opponents
from overseers_env.envs.rewards import ILLEGAL_REWARD, check_reward, seat_rewards
from overseers_env.games.overseers import kernels
from overseers_env.games.overseers.actions import NUM_ACTIONS
from overseers_env.games.overseers.batched import BatchedGames
from overseers_env.games.overseers.observation import OBSERVATION_SIZE

if TYPE_CHECKING:
    from overseers_env.games.overseers.ruleset import Ruleset

Seed: TypeAlias = int | Sequence[int | None] | None
Which: TypeAlias = NDArray[np.bool_]
"""Some of the games, bool (N,)."""

ILLEGAL_CHOICES = ("terminate", "raise")


class _Tables(BatchedGames):
    """Games of which some can be started anew, each with a seed of its own if need be."""

    def restart_seeded(self, which: Which, seeds: Sequence[int | None]) -> None:
        """Start these games anew; one with a seed of its own plays the game that a batch of one has with that seed."""
        self.restart(which)
        first = np.zeros(1, np.int64)
        for index, seed in enumerate(seeds):
            if which[index] and seed is not None:
                self.game.kernels.start(self._states[index : index + 1], seed_words(seed), first, first)
        self._look()


class LearnerGames:
    """N games, each with one seat for a learner: wherever others are asked, opponents answer.

    num_players, rules, num_threads: as BatchedGames. opponents: see Opponents. reward: see envs/rewards.py.
    seat: the learner's, a number, or "random" for another one each game.
    illegal: what an illegal action of the learner does: "terminate" ends its game with -1, "raise" raises
    IllegalActionError and changes nothing.
    Raises ValueError for anything else, naming what is allowed.

    seats: int8 (N,), the learner's;  is_over: bool (N,), games that wait to be begun;  has_begun: was there a reset?
    """

    def __init__(
        self,
        num_games: int,
        num_players: ArrayLike = 4,
        rules: "str | Ruleset | list[str | Ruleset]" = "french",
        opponents: Opponents = "heuristic",
        seat: str | int = "random",
        reward: str = "win_share",
        illegal: str = "terminate",
        num_threads: int = 1,
    ) -> None:
        check_reward(reward)
        if illegal not in ILLEGAL_CHOICES:
            raise ValueError(f"illegal={illegal!r} is not allowed; allowed: {', '.join(map(repr, ILLEGAL_CHOICES))}")
        self._games = _Tables(num_games, num_players, rules, num_threads=num_threads)
        self._num_players = self._games.states["num_players"].astype(np.int64)
        self._check_seat(seat)
        self._seat, self._reward, self._illegal = seat, reward, illegal
        self._rng = np.random.default_rng()
        self.set_opponents(opponents)
        self.seats = np.zeros(num_games, np.int8)
        self.is_over = np.ones(num_games, np.bool_)
        self.has_begun = False
        self._final_seats = self.seats.copy()
        self._final_states = self._games.states.copy()

    def _check_seat(self, seat: str | int) -> None:
        num_seats = int(self._num_players.min())
        if seat != "random" and (isinstance(seat, str | bool) or seat not in range(num_seats)):
            raise ValueError(f"seat={seat!r} is not allowed; allowed: 'random' or 0 to {num_seats - 1}")

    def __len__(self) -> int:
        return len(self._games)

    def set_opponents(self, opponents: Opponents) -> None:
        """Let others play from now on; games go on. Raises ValueError for a list of the wrong length."""
        self._chairs = make_opponents(opponents, int(self._num_players.max()) - 1, self._rng)

    def reset(self, seed: Seed = None, which: Which | None = None) -> None:
        """Begin all games, or some, and go on to the learner's turn.

        seed: None goes on with fresh games. A number seeds everything: games, seats and opponents. A list seeds game i
        with entry i, and everything that follows; a number with `which` seeds game i with seed + i and nothing else.
        Raises ValueError for a list of the wrong length or a seed out of range.
        """
        chosen = np.ones(len(self), np.bool_) if which is None else which
        seeds = self._seeds_of_games(seed, which)
        if seed is not None and which is None:
            self._seed_all(seed)
        self._games.restart_seeded(chosen, seeds)
        self._sit_down(chosen, seeds)
        self.has_begun = True
        self._run(np.zeros(len(self), np.int64), np.zeros(len(self), np.bool_), at_once=False)

    def _seeds_of_games(self, seed: Seed, which: Which | None) -> Sequence[int | None]:
        if seed is None or (which is None and isinstance(seed, int | np.integer)):
            return [None] * len(self)
        seeds = [seed + index for index in range(len(self))] if isinstance(seed, int | np.integer) else seed
        if len(seeds) != len(self):
            raise ValueError(f"seed has {len(seeds)} entries; allowed: a number or a list of {len(self)}")
        return seeds

    def _seed_all(self, seed: int | Sequence[int | None]) -> None:
        if isinstance(seed, int | np.integer):
            self._games.reseed(int(seed))
            self._rng = np.random.default_rng(int(seed))
        else:
            self._rng = np.random.default_rng([0 if one is None else one for one in seed])
            self._games.reseed(draw_seed(self._rng))
        for opponent in self._chairs:
            opponent.reset(draw_seed(self._rng))

    def step(self, actions: ArrayLike, at_once: bool = False) -> tuple[NDArray[np.float64], Which]:
        """Play the learner's actions, ids (N,), and go on to its next turn; games that are over begin instead.

        at_once: a game that ends begins again in the same call.
        Returns the learner's rewards, float64 (N,), and which games have ended, bool (N,).
        Raises IllegalActionError, and changes nothing, if an action is not legal and illegal="raise".
        """
        chosen = np.asarray(actions)
        if chosen.shape != (len(self),) or chosen.dtype.kind not in "iu":
            raise ValueError(f"actions must be whole numbers ({len(self)},); got {chosen.dtype} {chosen.shape}")
        rewards, offenders = np.zeros(len(self)), ~self.is_over & ~self._are_legal(chosen)
        if self._illegal == "raise" and offenders.any():
            self._games.step(chosen, offenders)
        playing = ~self.is_over & ~offenders
        self._sit_down(self.is_over.copy())
        if offenders.any():
            rewards[offenders] = ILLEGAL_REWARD
            self._cut(offenders, at_once)
        ended = self._run(chosen.astype(np.int64), playing, at_once)
        if ended.any():
            paid = seat_rewards(self._final_states[ended], self._reward)
            rewards[ended] = paid[np.arange(len(paid)), self._final_seats[ended]]
        return rewards, ended | offenders

    def _are_legal(self, actions: NDArray[Any]) -> Which:
        in_range = (actions >= 0) & (actions < NUM_ACTIONS)
        allowed = self._games.action_masks[np.arange(len(self)), np.where(in_range, actions, 0)]
        return np.asarray(in_range & allowed)

    def _run(self, actions: NDArray[np.int64], playing: Which, at_once: bool) -> Which:
        """Play actions in some games, and let opponents answer in all until the learner is asked or the game has ended.

        Returns which games have ended.
        """
        ended, waiting = np.zeros(len(self), np.bool_), self._waiting()
        moves = np.where(playing, actions, self._answers(waiting))
        moving = playing | waiting
        while moving.any():
            finished, _ = self._games.step(moves, moving)
            if finished.any():
                ended |= finished
                self._close(finished, self._games.final_states)
                if at_once:
                    self._sit_down(finished)
            moving = self._waiting()
            moves = self._answers(moving)
        return ended

    def _waiting(self) -> Which:
        """Where an opponent is asked."""
        return np.asarray(~self.is_over & (self._games.seats != self.seats))

    def _answers(self, asked: Which) -> NDArray[np.int64]:
        """What the opponents play where they are asked, int64 (N,)."""
        actions = np.zeros(len(self), np.int64)
        chairs = (self._games.seats.astype(np.int64) - self.seats) % self._num_players - 1
        for chair, opponent in enumerate(self._chairs):
            where = np.flatnonzero(asked if len(self._chairs) == 1 else asked & (chairs == chair))
            if len(where):
                actions[where] = opponent.act(self._games.observations[where], self._games.action_masks[where])
        return actions

    def _close(self, which: Which, states: NDArray[Any]) -> None:
        """Keep the end of games."""
        self._final_states[which] = states[which]
        self._final_seats[which] = self.seats[which]
        self.is_over |= which

    def _cut(self, which: Which, at_once: bool) -> None:
        """End games in the middle."""
        self._close(which, self._games.states)
        self._games.restart_seeded(which, [None] * len(self))
        if at_once:
            self._sit_down(which)

    def _sit_down(self, which: Which, seeds: Sequence[int | None] = ()) -> None:
        """Give the learner its seat in games that begin."""
        self.is_over &= ~which
        if self._seat != "random":
            self.seats[which] = self._seat
            return
        self.seats[which] = self._rng.integers(0, self._num_players[which])
        for index, seed in enumerate(seeds):
            if which[index] and seed is not None:
                self.seats[index] = np.random.default_rng(seed).integers(0, self._num_players[index])

    def observe(self) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """What the learner sees, float32 (N, OBSERVATION_SIZE), and may do, int8 (N, NUM_ACTIONS), as new arrays.

        Of a game that is over it is the end.
        """
        observations, masks = self._games.observations.astype(np.float32), self._games.action_masks.astype(np.int8)
        if self.is_over.any():
            observations[self.is_over], masks[self.is_over] = self.observe_end(self.is_over)
        return observations, masks

    def observe_end(self, which: Which) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """What the learner saw last in k games that ended: (k, OBSERVATION_SIZE), and its masks (k, NUM_ACTIONS)."""
        states = self._final_states[which]
        observations = np.empty((len(states), OBSERVATION_SIZE), np.int8)
        masks = np.empty((len(states), NUM_ACTIONS), np.int8)
        kernels.see_as(states, self._final_seats[which], as_rows(observations), as_rows(masks))
        return observations.astype(np.float32), masks

    def action_masks(self) -> NDArray[np.int8]:
        """What the learner may do, int8 (N, NUM_ACTIONS), a new array."""
        masks = self._games.action_masks.astype(np.int8)
        if self.is_over.any():
            masks[self.is_over] = self.observe_end(self.is_over)[1]
        return masks

    def record(self, index: int) -> tuple[Any, int]:
        """One game's record, for drawing, and the learner's seat in it."""
        if self.is_over[index]:
            return self._final_states[index], int(self._final_seats[index])
        return self._games.states[index], int(self.seats[index])
