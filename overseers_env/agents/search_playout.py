"""Playing a round to its end many times at once: all playouts of a decision go on side by side, a player choosing for all.

Compiled are the steps; which actions are chosen is the player's (search_guide.py), in one call for all playouts.
"""

from math import exp, sqrt
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from overseers_env.engine.jit import jit, jit_entry
from overseers_env.engine.layout import as_rows
from overseers_env.games.overseers import flow, stages
from overseers_env.games.overseers.actions import NUM_ACTIONS
from overseers_env.games.overseers.kernels import see
from overseers_env.games.overseers.observation import OBSERVATION_SIZE
from overseers_env.games.overseers.recall import VIEWER
from overseers_env.games.overseers.stages.scoring import total_score, win_share
from overseers_env.games.overseers.state import State

END_SPREAD, ROUND_SPREAD = 2.0, 4.0
"""Points of a total score that decide: at the end of the game, and for the square root of the rounds to come."""
SHARE_WEIGHT = 0.5
"""How much of a finished game's merit is its true win share; the rest is how near it was, which is told by fewer worlds."""


class Policy(Protocol):
    """Chooses for every seat of a playout, from what that seat sees."""

    def choose(
        self, observations: NDArray[np.int8], masks: NDArray[np.bool_], luck: NDArray[np.float64]
    ) -> NDArray[np.int64]:
        """Legal actions, int64 (N,); luck: (N,), in [0, 1), the same numbers make the same choices."""
        ...


def play_out(
    worlds: NDArray[Any], actions: NDArray[np.int64], policy: Policy, generator: np.random.Generator
) -> NDArray[Any]:
    """Play every one of the viewer's actions (A,) in every world (W,), and on to the end of the round or game.

    Luck is drawn for each world and turn, so that all actions meet the same. Returns the games' ends, records (W * A,),
    world by world.
    """
    num_worlds, num_actions = len(worlds), len(actions)
    games, size = np.repeat(worlds, num_actions), num_worlds * num_actions
    places, seats = np.arange(size), np.full(size, VIEWER, np.int8)
    observations, masks = np.zeros((size, OBSERVATION_SIZE), np.int8), np.zeros((size, NUM_ACTIONS), np.int8)
    rows, mask_rows, chosen = as_rows(observations), as_rows(masks), np.tile(actions, num_worlds)
    number = int(worlds["round_number"][0])
    while num_playing := step_playouts(games, places[: len(chosen)], number, chosen, seats, rows, mask_rows):
        luck = generator.random(num_worlds)[places[:num_playing] // num_actions]
        chosen = policy.choose(observations[:num_playing], masks[:num_playing].view(np.bool_), luck)
    return games


@jit_entry
def step_playouts(games: Any, places: Any, number: int, actions: Any, seats: Any, rows: Any, masks: Any) -> int:
    """Play an action in each of the games at `places`, and look at what follows in those whose round goes on.

    `places`, `seats`, `rows`, `masks` are written anew, those that go on first. Returns how many go on.
    """
    num_playing = 0
    for i in range(places.shape[0]):
        state = games[places[i]]
        flow.play(state, int(seats[i]), int(actions[i]))
        if state.stage != stages.GAME_OVER and state.round_number == number:
            places[num_playing] = places[i]
            seats[num_playing] = flow.seat_to_act(state)
            see(state, int(seats[num_playing]), rows[num_playing], masks[num_playing])
            num_playing += 1
    return num_playing


@jit_entry
def chances_to_win(games: Any, chances: Any) -> None:
    """Write the viewer's chance to win each game, float64 (N,), by the scores of its finished rounds."""
    for i in range(games.shape[0]):
        chances[i] = _chance_to_win(games[i])


@jit
def _chance_to_win(state: State) -> float:
    """In proportion to e**(total score / spread); at the end also by who won."""
    is_over = state.stage == stages.GAME_OVER
    rounds_left = 0 if is_over else int(state.num_rounds) - int(state.round_number)
    spread = END_SPREAD if is_over else ROUND_SPREAD * sqrt(rounds_left)
    mine, total = total_score(state, VIEWER), 0.0
    for seat in range(state.num_players):
        total += exp((total_score(state, seat) - mine) / spread)
    if is_over:
        return SHARE_WEIGHT * win_share(state, VIEWER) + (1.0 - SHARE_WEIGHT) / total
    return 1.0 / total
