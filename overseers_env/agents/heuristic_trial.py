"""The heuristic at talk, vote and judgment: who is highest, and what an accusation would do to whom (§6.6 to §7.1)."""

from overseers_env.agents.heuristic_choice import best_action
from overseers_env.agents.heuristic_mind import PACKED_SETS, Mind, Vector
from overseers_env.agents.heuristic_posterior import (
    chance_all_below,
    chance_highest,
    first_set,
    infer_tables,
    last_set,
    mean_value,
    win_chance,
)
from overseers_env.agents.heuristic_worth import (
    compensation_gain,
    least_pair_loss,
    penalty_loss,
)
from overseers_env.engine.jit import jit
from overseers_env.games.overseers.actions import (
    ACCUSE,
    ADMIT,
    DENY,
    PENALISE,
    PLAYER,
    SILENT,
    SPARE,
)
from overseers_env.games.overseers.cards import MAX_PLAYERS

NONE = -1


@jit
def expected_verdict(mind: Mind, seat: int, cards: int, value: int) -> float:
    """By how much the score of a seat with these cards changes on average if it is accused and answers at its best."""
    chance = chance_all_below(mind, seat, value)
    admitting = -least_pair_loss(mind, seat, cards)
    denying = -chance * penalty_loss(mind, seat, cards)
    if chance < 1.0:
        denying += (1.0 - chance) * compensation_gain(mind, seat, cards)
    return max(admitting, denying)


@jit
def accusation_benefit(mind: Mind, seat: int) -> float:
    """By how much my chance to win changes if the seat is accused, over all that it may have hidden."""
    benefit, mean = 0.0, mean_value(mind, seat)
    for place in range(first_set(mind, seat), last_set(mind, seat)):
        if mind.weight[seat, place] < 0.002:  # too unlikely to matter
            continue
        cards, value = mind.cards[seat] + PACKED_SETS[place], int(mind.value[seat, place])
        change = expected_verdict(mind, seat, cards, value)
        if seat == 0:
            change = win_chance(mind, change, NONE, 0.0) - win_chance(mind, 0.0, NONE, 0.0)
        else:
            change = win_chance(mind, 0.0, seat, value - mean + change) - win_chance(mind, 0.0, seat, value - mean)
        benefit += mind.weight[seat, place] * change
    return benefit


@jit
def choose_accused(mind: Mind, seen: Vector, mask: Vector) -> int:
    """Vote, or as Leader settle a tied vote: the seat whose accusation does me most good."""
    infer_tables(mind, seen)
    for seat in range(mind.num_players):
        if mask[PLAYER + seat]:
            mind.merit[PLAYER + seat] = accusation_benefit(mind, seat)
    return best_action(mind, mask, PLAYER, MAX_PLAYERS)


@jit
def choose_statement(mind: Mind, seen: Vector, mask: Vector) -> int:
    """Accuse the seat that I shall vote for: true as far as I know, and it tells nothing of my cards."""
    infer_tables(mind, seen)
    best, most = NONE, 0.0
    for seat in range(1, mind.num_players):
        benefit = accusation_benefit(mind, seat)
        if best == NONE or benefit > most:
            best, most = seat, benefit
    return ACCUSE + best - 1 if mask[ACCUSE + best - 1] else SILENT


@jit
def choose_peeked(mind: Mind, seen: Vector, mask: Vector) -> int:
    """Meixiu looks where it is least sure whether that table is the highest (§6.4)."""
    infer_tables(mind, seen)
    for seat in range(1, mind.num_players):
        chance = chance_highest(mind, seat)
        mind.merit[PLAYER + seat] = chance * (1.0 - chance)
    return best_action(mind, mask, PLAYER, MAX_PLAYERS)


@jit
def choose_answer(mind: Mind, seen: Vector, mask: Vector) -> int:
    """Admit if that leaves me the better chance to win (§7.1).

    Denying costs the penalty if I am the highest alone, brings a card of the discard if I am not, and on a tie the Leader
    decides: if that is not me, he penalises.
    """
    infer_tables(mind, seen)
    cards, value = int(mind.cards[0]), int(mind.value[0, 0])
    alone, shared = chance_all_below(mind, 0, value), chance_all_below(mind, 0, value + 1)
    guilty = win_chance(mind, -penalty_loss(mind, 0, cards), NONE, 0.0)
    innocent = win_chance(mind, compensation_gain(mind, 0, cards), NONE, 0.0)
    tied = win_chance(mind, 0.0, NONE, 0.0) if mind.leader == 0 else guilty
    mind.merit[DENY] = alone * guilty + (shared - alone) * tied + (1.0 - shared) * innocent
    mind.merit[ADMIT] = win_chance(mind, -least_pair_loss(mind, 0, cards), NONE, 0.0)
    return best_action(mind, mask, ADMIT, 2)


@jit
def choose_tie_verdict(mind: Mind, seen: Vector, mask: Vector) -> int:
    """§8.5: spare myself, penalise a rival."""
    is_me = mind.accused == 0
    mind.merit[PENALISE] = 0.0 if is_me else 1.0
    mind.merit[SPARE] = 1.0 if is_me else 0.0
    return best_action(mind, mask, PENALISE, 2)
