"""Batch: thousands of games, one call. Results are written in place into arrays that are read-only outside."""

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from overseers_env.engine.errors import IllegalActionError
from overseers_env.engine.game import Game
from overseers_env.engine.jit import announce_compilation
from overseers_env.engine.layout import as_rows

B = TypeVar("B", bound="Batch")
WORD = 0xFFFFFFFF
MAX_SEED = (1 << 64) - 1
BYTES_VERSION = 1
SAVED = ("states", "final_states", "streams", "episodes", "seeds", "turn")


def seed_words(seed: int | None) -> NDArray[np.int64]:
    """A seed of up to 64 bits as two words, int64 (2,); None takes one from the system.

    Raises ValueError for a seed out of range.
    """
    number = secrets.randbits(64) if seed is None else int(seed)
    if not 0 <= number <= MAX_SEED:
        raise ValueError(f"seed={seed} is not allowed; allowed: None or 0 to 2**64 - 1")
    return np.array([number & WORD, number >> 32], np.int64)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


class Batch:
    """N games side by side. Game i of a seed is the same game in a batch of any size, on any number of threads.

    observations: int8 (N, observation size), for the seat to act, rewritten by `step`
    action_masks: bool (N, number of actions), likewise
    seats: int8 (N,), who acts
    states: (N,) records;  final_states: (N,) records, the last finished game of each place
    """

    def __init__(
        self, game: Game, states: NDArray[Any], seed: int | None = None, num_threads: int = 1, first_game: int = 0
    ) -> None:
        """Start `len(states)` games whose records say what is played.

        first_game: the number of the first game among the seed's games.
        """
        if len(states) < 1:
            raise ValueError(f"num_games={len(states)} is not allowed; allowed: 1 or more")
        if num_threads < 1:
            raise ValueError(f"num_threads={num_threads} is not allowed; allowed: 1 or more")
        announce_compilation()
        self.game = game
        self._states = states
        self._final_states = np.zeros_like(states)
        self._seeds = seed_words(seed)
        self._streams = np.arange(first_game, first_game + len(states), dtype=np.int64)
        self._episodes = np.zeros(len(states), np.int64)
        self._turn = 0
        self._allocate(num_threads)
        game.kernels.start(self._states, self._seeds, self._streams, self._episodes)
        self._look()

    def _allocate(self, num_threads: int) -> None:
        size = len(self._states)
        self._seats = np.zeros(size, np.int8)
        self._observations = np.zeros((size, self.game.observation.size), np.int8)
        self._masks = np.zeros((size, self.game.num_actions), np.int8)
        self._rows, self._mask_rows = as_rows(self._observations), as_rows(self._masks)
        self._windows = np.zeros((size, 2), np.int64)
        self._all_active = np.ones(size, np.bool_)
        self.seats = _read_only(self._seats)
        self.observations = _read_only(self._observations)
        self.action_masks = _read_only(self._masks.view(np.bool_))
        self.states = _read_only(self._states)
        self.final_states = _read_only(self._final_states)
        self.num_threads = min(num_threads, size)
        bounds = np.linspace(0, size, self.num_threads + 1).astype(int)
        self._slices = [slice(start, stop) for start, stop in pairwise(bounds)]
        self._pool = ThreadPoolExecutor(self.num_threads)  # starts no thread before it is used

    def __len__(self) -> int:
        return len(self._states)

    @property
    def num_games(self) -> int:
        """How many games are played side by side."""
        return len(self._states)

    def _look(self) -> None:
        self.game.kernels.see_all(self._states, self._seats, self._rows, self._mask_rows, self._windows)

    def step(
        self, actions: ArrayLike, active: ArrayLike | None = None
    ) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
        """Play one action a game: ids (N,), for the seats in `seats`. Games where `active` is False stand still.

        Returns finished, bool (N,), and returns, float32 (N, seats): a winner's share minus 1/n where a game finished,
        else 0. Both are new arrays. A finished game is kept in `final_states` and starts again.
        Raises IllegalActionError, and plays nothing, if an action is not legal; it names the game.
        """
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != self._seats.shape:
            raise ValueError(f"actions must have shape {self._seats.shape}; got {chosen.shape}")
        playing = self._all_active if active is None else np.ascontiguousarray(active, dtype=np.bool_)
        if playing.shape != self._seats.shape:
            raise ValueError(f"active must have shape {self._seats.shape}; got {playing.shape}")
        wrong = self.game.kernels.first_illegal(self._mask_rows, chosen, playing)
        if wrong >= 0:
            raise self._illegal(wrong, int(chosen[wrong]))
        finished = np.zeros(len(self), np.bool_)
        returns = np.zeros((len(self), self.game.max_players), np.float32)
        self._share(lambda part: self._step_slice(part, chosen, playing, finished, returns))
        return finished, returns

    def _share(self, work: Callable[[slice], None]) -> None:
        """Do the work on every thread's part of the games; this thread takes the first part itself."""
        others = [self._pool.submit(work, part) for part in self._slices[1:]]
        work(self._slices[0])
        for other in others:
            other.result()

    def _step_slice(
        self,
        part: slice,
        actions: NDArray[np.int64],
        active: NDArray[np.bool_],
        finished: NDArray[np.bool_],
        returns: NDArray[np.float32],
    ) -> None:
        self.game.kernels.step_all(
            self._states[part],
            actions[part],
            active[part],
            self._seeds,
            self._streams[part],
            self._episodes[part],
            self._seats[part],
            self._rows[part],
            self._mask_rows[part],
            self._windows[part],
            finished[part],
            returns[part],
            self._final_states[part],
        )

    def _illegal(self, index: int, action: int) -> IllegalActionError:
        legal = ", ".join(self.game.describe_action(int(one)) for one in np.flatnonzero(self._masks[index]))
        return IllegalActionError(
            f"game {index}: {self.game.describe_action(action)!r} is not legal for seat {self._seats[index]} "
            f"at {self.game.describe_stage(self._states[index])!r}; legal: {legal}"
        )

    def reseed(self, seed: int | None) -> None:
        """Let the next `restart` of every game begin the first game of this seed (None takes one from the system)."""
        self._seeds = seed_words(seed)
        self._episodes[:] = -1

    def restart(self, which: ArrayLike) -> None:
        """Start these games, bool (N,), anew: each goes on to the next game of its own series."""
        chosen = np.asarray(which, np.bool_)
        self._episodes[chosen] += 1
        states = self._states[chosen]
        self.game.kernels.start(states, self._seeds, self._streams[chosen], self._episodes[chosen])
        self._states[chosen] = states
        self._look()

    def random_actions(self) -> NDArray[np.int64]:
        """A uniformly random legal action for every game, int64 (N,); the next call draws others."""
        actions = np.empty(len(self), np.int64)
        turn, draw = self._turn, self.game.kernels.random_legal
        self._share(lambda part: draw(self._windows[part], self._seeds, self._streams[part], turn, actions[part]))
        self._turn += 1
        return actions

    def observe(self, seats: ArrayLike) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
        """What the given seats (N,) see and may do, whoever acts, as new arrays."""
        viewers = np.ascontiguousarray(np.broadcast_to(np.asarray(seats, np.int8), self._seats.shape))
        if (viewers < 0).any() or (viewers >= self._states["num_players"]).any():
            raise ValueError("a seat is out of range; allowed: 0 to the game's num_players - 1")
        observations, masks = np.empty_like(self._observations), np.empty_like(self._masks)
        self.game.kernels.see_as(self._states, viewers, as_rows(observations), as_rows(masks))
        return observations, masks.view(np.bool_)

    def copy(self: B) -> B:
        """The same games, independent from now on."""
        twin = object.__new__(type(self))
        twin.__setstate__(self.__getstate__())
        return twin

    def __getstate__(self) -> dict[str, Any]:
        saved = {name: np.copy(getattr(self, f"_{name}")) for name in SAVED}
        return {**saved, "game": self.game, "num_threads": self.num_threads}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.game = saved["game"]
        for name in SAVED:
            setattr(self, f"_{name}", saved[name])
        self._turn = int(self._turn)
        self._allocate(saved["num_threads"])
        self._look()

    def __deepcopy__(self: B, memo: dict[int, Any]) -> B:
        return self.copy()

    def to_bytes(self) -> bytes:
        """All games as bytes (NumPy's own format, no pickles)."""
        out = BytesIO()
        plain = {name: np.copy(getattr(self, f"_{name}")) for name in SAVED}
        for name in ("states", "final_states"):
            plain[name] = np.frombuffer(plain[name].tobytes(), np.uint8)
        np.savez(out, allow_pickle=False, version=BYTES_VERSION, game=self.game.name, **plain)
        return out.getvalue()

    def _restore(self, data: bytes, game: Game, num_threads: int) -> None:
        """Fill this object from `to_bytes`. Raises ValueError if they are not whole, of another game or out of range."""
        try:
            with np.load(BytesIO(data), allow_pickle=False) as loaded:
                saved: dict[str, Any] = {name: loaded[name] for name in (*SAVED, "version", "game")}
        except Exception as error:
            raise ValueError(f"these bytes hold no games: {error}") from error
        if str(saved["game"]) != game.name or int(saved["version"]) != BYTES_VERSION:
            raise ValueError(
                f"these bytes hold {saved['game']} version {saved['version']}; allowed: {game.name} version {BYTES_VERSION}"
            )
        for name in ("states", "final_states"):
            if saved[name].dtype != np.uint8 or saved[name].size % game.state_dtype.itemsize:
                raise ValueError(f"these bytes hold {name} of another layout")
            saved[name] = np.frombuffer(saved[name].tobytes(), game.state_dtype).copy()
        size = len(saved["states"])
        if size < 1 or any(saved[name].shape != (size,) for name in ("final_states", "streams", "episodes")):
            raise ValueError("these bytes hold arrays of different lengths")
        if saved["turn"].shape != () or saved["turn"].dtype.kind not in "iu":
            raise ValueError("these bytes hold a turn of another form")
        if saved["seeds"].shape != (2,) or any(
            saved[name].dtype != np.int64 for name in ("seeds", "streams", "episodes")
        ):
            raise ValueError("these bytes hold seeds of another form")
        game.check_states(saved["states"])
        self.__setstate__({**saved, "game": game, "num_threads": num_threads})
