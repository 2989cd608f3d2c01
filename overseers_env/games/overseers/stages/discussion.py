"""Discussion (§11): public statements, and whether they were true, which no seat ever sees."""

from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import ACCUSE, BUCKET, BUCKET_STARTS, HOLD, SEEN, SILENT, VOUCH
from overseers_env.games.overseers.cards import NUM_TRAITS
from overseers_env.games.overseers.characters import MEIXIU
from overseers_env.games.overseers.state import NOT_YET, State
from overseers_env.games.overseers.value import highest_value, table_value

ALL_BUCKETS = (1 << len(BUCKET_STARTS)) - 1
ALL_TRAITS = (1 << NUM_TRAITS) - 1


@jit
def open_discussion(state: State) -> None:
    """§11: one statement a seat, clockwise from the Leader, as many turns as the rules say."""
    num_players = int(state.num_players)
    if state.num_spoken < num_players * state.discussion_rounds:
        state.pending = 1 << ((int(state.leader) + int(state.num_spoken)) % num_players)
    else:
        state.pending = 0


@jit
def legal_discussion(state: State, seat: int) -> tuple[int, int]:
    """§11: any statement; about what a power saw only Meixiu, where the edition lets her."""
    others = (1 << (int(state.num_players) - 1)) - 1
    bits = 1 | others << (ACCUSE - SILENT) | others << (VOUCH - SILENT)
    bits |= ALL_TRAITS << (HOLD - SILENT) | ALL_BUCKETS << (BUCKET - SILENT)
    if state.may_tell == 1 and state.character[seat] == MEIXIU:
        bits |= ALL_TRAITS << (SEEN - SILENT)
    return SILENT, bits


@jit
def speak(state: State, seat: int, statement: int) -> None:
    """Say it: `statement` counts from SILENT."""
    state.statements[state.round_number, state.num_spoken // state.num_players, seat] = statement
    state.num_spoken += 1


@jit
def close_discussion(state: State) -> int:
    """The next speaker; after the last the verdicts are taken, on the tables as they lie (§11)."""
    if state.num_spoken < state.num_players * state.discussion_rounds:
        return stages.DISCUSSION
    take_verdicts(state)
    return stages.VOTE


@jit
def take_verdicts(state: State) -> None:
    """§11: the truth of every statement of the round, on the tables as they lie at the vote."""
    if state.discussion_rounds == 0:
        return
    highest = highest_value(state)
    for turn in range(state.discussion_rounds):
        for seat in range(state.num_players):
            said = int(state.statements[state.round_number, turn, seat])
            state.verdicts[state.round_number, turn, seat] = verdict_on(state, seat, said + SILENT, highest)


@jit
def verdict_on(state: State, seat: int, action: int, highest: int) -> int:
    """§11, §15.8: 1 true, 0 false, NOT_YET for silence; of an accusation whether that seat was the highest."""
    if action >= SEEN:
        return 1 if state.face_down[state.peeked, action - SEEN] > 0 else 0
    if action >= BUCKET:
        return 1 if bucket_of(table_value(state, seat)) == action - BUCKET else 0
    if action >= HOLD:
        return 1 if state.face_down[seat, action - HOLD] > 0 else 0
    if action >= VOUCH:
        return 1 if _value_of_neighbour(state, seat, action - VOUCH) < highest else 0
    if action >= ACCUSE:
        return 1 if _value_of_neighbour(state, seat, action - ACCUSE) == highest else 0
    return NOT_YET


@jit
def _value_of_neighbour(state: State, seat: int, place: int) -> int:
    return table_value(state, (seat + 1 + place) % int(state.num_players))


@jit
def bucket_of(value: int) -> int:
    """Which of the five buckets a value lies in (§11)."""
    bucket = 0
    for place in range(1, len(BUCKET_STARTS)):
        if value >= BUCKET_STARTS[place]:
            bucket = place
    return bucket
