"""Overseers as a Game, and BatchedGames: the batch that most users want."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from overseers_env.engine.batch import Batch
from overseers_env.engine.game import Game
from overseers_env.games.overseers import kernels, stages
from overseers_env.games.overseers.actions import NUM_ACTIONS, TEXTS
from overseers_env.games.overseers.cards import MAX_PLAYERS, MIN_PLAYERS
from overseers_env.games.overseers.observation import OBSERVATION
from overseers_env.games.overseers.ruleset import Ruleset, as_ruleset
from overseers_env.games.overseers.state import STATE_DTYPE, check_states, write_rules


def describe_action(action: int) -> str:
    """The action's text; for a number that is none, a text that says so."""
    return TEXTS[action] if 0 <= action < NUM_ACTIONS else f"action {action} (out of range 0 to {NUM_ACTIONS - 1})"


def describe_stage(state: Any) -> str:
    """The name of the stage that a record is in."""
    return stages.STAGE_NAMES[int(state["stage"])]


OVERSEERS = Game(
    name="overseers",
    state_dtype=STATE_DTYPE,
    observation=OBSERVATION,
    num_actions=NUM_ACTIONS,
    max_players=MAX_PLAYERS,
    kernels=kernels,
    describe_action=describe_action,
    describe_stage=describe_stage,
    check_states=check_states,
)


def check_num_players(num_players: Any) -> None:
    """Raises ValueError unless it is 3 to 6, or an array of such numbers."""
    numbers = np.asarray(num_players)
    if numbers.dtype.kind not in "iu" or (numbers < MIN_PLAYERS).any() or (numbers > MAX_PLAYERS).any():
        raise ValueError(f"num_players={num_players!r} is not allowed; allowed: {MIN_PLAYERS} to {MAX_PLAYERS}")


def new_states(num_games: int, num_players: ArrayLike, rules: "str | Ruleset | list[str | Ruleset]") -> NDArray[Any]:
    """Records (num_games,) that say what is played and have not begun; players and rules may differ by game."""
    check_num_players(num_players)
    if num_games < 1:
        raise ValueError(f"num_games={num_games} is not allowed; allowed: 1 or more")
    states = np.zeros(num_games, STATE_DTYPE)
    each = rules if isinstance(rules, list | tuple) else [rules]
    if len(each) not in (1, num_games):
        raise ValueError(f"rules has {len(each)} entries; allowed: 1 or num_games={num_games}")
    if len(each) == 1:
        write_rules(states, as_ruleset(each[0]), 0)
    else:
        for place, one in enumerate(each):
            write_rules(states[place], as_ruleset(one), 0)
    states["num_players"] = num_players
    return states


class BatchedGames(Batch):
    """Thousands of Overseers games, one call; see Batch for the arrays.

    num_players: 3 to 6, or an array of them; rules: "french", "english", a Ruleset, or a list with one for each game.
    Raises ValueError for a wrong number of players or rule, naming what is allowed.
    """

    def __init__(
        self,
        num_games: int,
        num_players: ArrayLike = 4,
        rules: "str | Ruleset | list[str | Ruleset]" = "french",
        seed: int | None = None,
        num_threads: int = 1,
        first_game: int = 0,
    ) -> None:
        super().__init__(OVERSEERS, new_states(num_games, num_players, rules), seed, num_threads, first_game)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in super().__getstate__().items() if name != "game"}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        super().__setstate__({**saved, "game": OVERSEERS})

    @classmethod
    def from_bytes(cls, data: bytes, num_threads: int = 1) -> "BatchedGames":
        """The games that `to_bytes` wrote. Raises ValueError for anything else."""
        games = cls.__new__(cls)
        games._restore(data, OVERSEERS, num_threads)
        return games
