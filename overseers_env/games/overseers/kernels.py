"""Compiled entry points: loops over a batch of records. One game is a batch of one.

Shapes: N games; states (N,) of STATE_DTYPE, seats int8 (N,), actions int64 (N,), observations and masks (N,) records of
one row of int8 numbers each (engine.layout.row_dtype), windows int64 (N, 2) of legal actions (`flow.legal_window`).
Nothing is allocated; every argument that is not an input is written in place.
"""

from typing import Any

from overseers_env.engine.bits import nth_one, num_ones
from overseers_env.engine.jit import jit, jit_entry
from overseers_env.engine.random import derive_key, draw_below
from overseers_env.engine.words import expand, store_eight
from overseers_env.games.overseers import flow, stages
from overseers_env.games.overseers.actions import NO_OP, NUM_ACTIONS
from overseers_env.games.overseers.cards import MAX_PLAYERS
from overseers_env.games.overseers.stages.scoring import win_share
from overseers_env.games.overseers.state import NO_SEAT, clear_game
from overseers_env.games.overseers.value import table_value
from overseers_env.games.overseers.view import observe

Array = Any
ALL_LEGAL = -1
CLOSED = -2
WINDOW_SIZE = 64
LAST_WINDOW = NUM_ACTIONS - WINDOW_SIZE
"""Where the last window of legal actions begins that ends within the mask."""


@jit
def write_mask(first: int, bits: int, mask: Any) -> None:
    """Write an action mask; a seat that is not asked, whose legal window is empty, may only play NO_OP."""
    start = min(first, LAST_WINDOW)
    bits <<= first - start
    for action in range(NUM_ACTIONS):
        mask.cells[action] = 0
    for place in range(0, WINDOW_SIZE, 8):
        store_eight(mask.cells, start + place, expand(bits >> place))
    mask.cells[NO_OP] = bits == 0


@jit
def see(state: Any, seat: int, observation: Any, mask: Any) -> tuple[int, int]:
    """Write what a seat knows and may do; returns its legal window (`flow.legal_window`)."""
    observe(state, seat, observation)
    first, bits = flow.legal_window(state, seat)
    write_mask(first, bits, mask)
    return first, bits


@jit
def see_question(states: Array, seats: Array, observations: Array, masks: Array, windows: Array, game: int) -> None:
    """Find who acts in a game, and write what that seat sees and may do (of a finished game: seat 0)."""
    seat = flow.seat_to_act(states[game])
    seats[game] = seat
    first, bits = see(states[game], max(seat, 0), observations[game], masks[game])
    windows[game, 0] = first
    windows[game, 1] = bits


@jit_entry
def start(states: Array, seeds: Array, streams: Array, episodes: Array) -> None:
    """Start every game: number `streams[i]` of the seed's games, at its restart number `episodes[i]`."""
    for i in range(states.shape[0]):
        restart(states[i], seeds, streams[i], episodes[i])


@jit
def restart(state: Any, seeds: Array, stream: int, episode: int) -> None:
    """Give the game its key, and play it up to its first question."""
    key_0, key_1 = derive_key(int(seeds[0]), int(seeds[1]), stream, episode)
    state.key[0] = key_0
    state.key[1] = key_1
    flow.reset(state)


@jit_entry
def see_all(states: Array, seats: Array, observations: Array, masks: Array, windows: Array) -> None:
    """Find who acts in every game, and write what that seat sees (of a finished game: what seat 0 sees)."""
    for i in range(states.shape[0]):
        see_question(states, seats, observations, masks, windows, i)


@jit_entry
def see_as(states: Array, seats: Array, observations: Array, masks: Array) -> None:
    """Write what the given seats see, whoever acts."""
    for i in range(states.shape[0]):
        see(states[i], int(seats[i]), observations[i], masks[i])


@jit_entry
def first_illegal(masks: Array, actions: Array, active: Array) -> int:
    """The index of the first active game whose action its mask does not allow, or ALL_LEGAL."""
    for i in range(actions.shape[0]):
        action = actions[i]
        if active[i] and not (0 <= action < NUM_ACTIONS and masks[i].cells[action]):
            return i
    return ALL_LEGAL


@jit
def write_returns(state: Any, returns: Array, game: int) -> None:
    """§10.5: a winner's share minus 1/n for every seat of a finished game; unused seats stay 0."""
    for seat in range(state.num_players):
        returns[game, seat] = win_share(state, seat) - 1.0 / state.num_players


@jit_entry
def step_all(
    states: Array,
    actions: Array,
    active: Array,
    seeds: Array,
    streams: Array,
    episodes: Array,
    seats: Array,
    observations: Array,
    masks: Array,
    windows: Array,
    finished: Array,
    returns: Array,
    final_states: Array,
) -> None:
    """Play a legal action in every active game; a finished one is kept in `final_states` and starts again.

    `finished` and `returns` come in as zeros.
    """
    for i in range(states.shape[0]):
        if not active[i]:
            continue
        flow.play(states[i], int(seats[i]), int(actions[i]))
        if states[i].stage == stages.GAME_OVER:
            finished[i] = True
            write_returns(states[i], returns, i)
            final_states[i] = states[i]
            episodes[i] += 1
            restart(states[i], seeds, streams[i], episodes[i])
        see_question(states, seats, observations, masks, windows, i)


@jit_entry
def random_legal(windows: Array, seeds: Array, streams: Array, turn: int, actions: Array) -> None:
    """Draw a uniformly random action of every game's legal window."""
    for i in range(windows.shape[0]):
        bits = int(windows[i, 1])
        key_0, key_1 = int(seeds[0]) ^ int(streams[i]), int(seeds[1])
        actions[i] = windows[i, 0] + nth_one(bits, draw_below(key_0, key_1, turn, num_ones(bits)))


@jit_entry
def play_one(states: Array, seat: int, action: int) -> bool:
    """Play an action of any pending seat in a batch of one, up to the next question. False if it is not legal."""
    if not flow.is_legal(states[0], seat, action):
        return False
    flow.play(states[0], seat, action)
    return True


@jit_entry
def clear(states: Array) -> None:
    """Put a batch of one at its beginning, before the first chance result."""
    clear_game(states[0])


@jit_entry
def draw(states: Array) -> None:
    """Draw and lay the chance result that a batch of one waits for."""
    flow.draw_chance(states[0])


@jit_entry
def commit_one(states: Array, seat: int, action: int) -> bool:
    """Note a decision in a batch of one, and no more: `tick` lets follow what follows. False if it is not legal."""
    if not flow.is_legal(states[0], seat, action):
        return False
    flow.commit(states[0], seat, action)
    return True


@jit_entry
def tick(states: Array) -> tuple[int, int]:
    """Let one thing follow by itself in a batch of one: a forced decision, returned as (seat, action); else the end of
    the stage, or of a chance result that has been laid: (CLOSED, 0). (NO_SEAT, 0) if a seat must choose or all is over.
    """
    state = states[0]
    if state.stage == stages.GAME_OVER:
        return NO_SEAT, 0
    if flow.is_chance(state.stage):
        flow.open_stage(state, flow.close_chance(state))
        return CLOSED, 0
    seat, action = flow.forced_decision(state)
    if seat != NO_SEAT:
        flow.commit(state, seat, action)
        return seat, action
    if state.pending != 0:
        return NO_SEAT, 0
    flow.open_stage(state, flow.close(state))
    return CLOSED, 0


@jit_entry
def table_values(states: Array, values: Array) -> None:
    """Write what every table is worth as it lies, int64 (N, MAX_PLAYERS); unused seats 0."""
    for i in range(states.shape[0]):
        for seat in range(MAX_PLAYERS):
            values[i, seat] = table_value(states[i], seat) if seat < states[i].num_players else 0


@jit_entry
def legal_windows(states: Array, seats: Array, windows: Array) -> None:
    """Write the legal window of the given seat of every game, int64 (N, 2): first action, bits."""
    for i in range(states.shape[0]):
        first, bits = flow.legal_window(states[i], int(seats[i]))
        windows[i, 0] = first
        windows[i, 1] = bits


@jit_entry
def final_returns(states: Array, returns: Array) -> None:
    """Write the returns of finished games, float32 (N, MAX_PLAYERS)."""
    for i in range(states.shape[0]):
        write_returns(states[i], returns, i)
