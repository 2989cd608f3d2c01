"""Scoring and end (§10): round scores, Liang, the next Leader, the winner."""

from overseers_env.engine.bits import lowest_one, num_ones
from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.characters import LIANG, LIANG_POINTS
from overseers_env.games.overseers.stages.deal import first_stage, name_leader
from overseers_env.games.overseers.state import NO_SEAT, State, clear_round
from overseers_env.games.overseers.table import holder, num_cards
from overseers_env.games.overseers.ties import SEAT_BITS, name_one_of, seats_with_least
from overseers_env.games.overseers.value import table_value


@jit
def close_scoring(state: State) -> int:
    """§10.1, §10.2, §10.4: write the scores; end the game, or find the next Leader."""
    for seat in range(state.num_players):
        state.round_scores[state.round_number, seat] = table_value(state, seat)
    _apply_liang(state)
    return stages.GAME_OVER if state.round_number + 1 == state.num_rounds else stages.LEADER_TIE


@jit
def _apply_liang(state: State) -> None:
    """§10.2: no score falls below 0."""
    target = int(state.liang_target)
    if target == NO_SEAT:
        return
    score = int(state.round_scores[state.round_number, target])
    loss = min(score, num_cards(state, target) if state.is_liang_penalty == 1 else LIANG_POINTS)
    state.round_scores[state.round_number, target] = score - loss
    if state.is_liang_penalty == 0:
        state.round_scores[state.round_number, holder(state, LIANG)] += loss


@jit
def lowest_seats(state: State) -> int:
    """The seats with the lowest score of the round, as bits."""
    scores, num_players = 0, int(state.num_players)
    for seat in range(num_players):
        scores += int(state.round_scores[state.round_number, seat]) << (SEAT_BITS * seat)
    return seats_with_least(scores, num_players)


@jit
def open_leader_tie(state: State) -> None:
    """§10.4: the lowest score leads next; between equal ones the Leader is asked."""
    lowest = lowest_seats(state)
    state.chooser = lowest_one(lowest)
    state.pending = 1 << int(state.leader) if num_ones(lowest) > 1 else 0


@jit
def legal_leader_tie(state: State, seat: int) -> tuple[int, int]:
    """§10.4: one of the lowest, the Leader himself if he is among them."""
    return name_one_of(state, lowest_seats(state), seat)


@jit
def begin_round(state: State, leader: int) -> int:
    """§2.3, §10.4: the next round, with its Leader. Returns its first stage."""
    clear_round(state)
    state.round_number += 1
    name_leader(state, leader)
    return first_stage(state)


@jit
def total_score(state: State, seat: int) -> int:
    """All round scores of the seat."""
    total = 0
    for number in range(state.num_rounds):
        total += int(state.round_scores[number, seat])
    return total


@jit
def _highest_total(state: State) -> int:
    highest = 0
    for seat in range(state.num_players):
        highest = max(highest, total_score(state, seat))
    return highest


@jit
def _num_best(state: State, highest: int, only_never_leader: bool) -> int:
    seats = 0
    for seat in range(state.num_players):
        if total_score(state, seat) == highest and not (only_never_leader and state.was_leader[seat] == 1):
            seats += 1
    return seats


@jit
def win_share(state: State, seat: int) -> float:
    """§10.5: the seat's share of the win: highest total; among the tied those who never led; then equal shares."""
    highest = _highest_total(state)
    never_leaders = _num_best(state, highest, True)
    if total_score(state, seat) != highest:
        return 0.0
    if never_leaders == 0:
        return 1.0 / _num_best(state, highest, False)
    return 0.0 if state.was_leader[seat] == 1 else 1.0 / never_leaders
