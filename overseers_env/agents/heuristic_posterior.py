"""What the heuristic believes of hidden cards, of the tables' values, of the discard and of who will win.

Each seat's hidden cards are drawn from the pool of cards I can't see, and weighted by e**(hide_bias * value of the table
they would make), because people hide their best cards. Seats are taken as independent given the pool.
"""

from math import exp

from overseers_env.agents.heuristic_mind import MAX_UNKNOWN, NUM_VALUES, PACKED_SETS, SET_STARTS, SETS, Mind, Vector
from overseers_env.agents.heuristic_sight import my_discard
from overseers_env.agents.heuristic_worth import table_worth
from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.cards import NUM_TRAITS


@jit
def first_set(mind: Mind, seat: int) -> int:
    """The first of the hidden sets that the seat may have."""
    return SET_STARTS[min(mind.num_unknown[seat], MAX_UNKNOWN)]


@jit
def last_set(mind: Mind, seat: int) -> int:
    """The place after the last of them."""
    return SET_STARTS[min(mind.num_unknown[seat], MAX_UNKNOWN) + 1]


@jit
def _ways(mind: Mind, place: int) -> float:
    """In how many ways the pool holds the hidden set; the pool's counts need not be whole."""
    ways = 1.0
    for trait in range(NUM_TRAITS):
        for taken in range(SETS[place, trait]):
            ways *= max(0.0, mind.pool[trait] - taken) / (taken + 1)
    return ways


@jit
def infer_table(mind: Mind, seat: int, bias: float) -> None:
    """Set the seat's `weight` and `value` of each hidden set, and the `chance` of each value."""
    total = 0.0
    first, last = first_set(mind, seat), last_set(mind, seat)
    for place in range(first, last):
        ways = _ways(mind, place)
        value = table_worth(mind, seat, mind.cards[seat] + PACKED_SETS[place]) if ways > 0.0 else 0
        weight = ways * exp(bias * value)
        mind.value[seat, place] = min(value, NUM_VALUES - 1)
        mind.weight[seat, place] = weight
        total += weight
    for value in range(NUM_VALUES):
        mind.chance[seat, value] = 0.0
    for place in range(first, last):
        share = mind.weight[seat, place] / total if total > 0.0 else 1.0 / (last - first)
        mind.weight[seat, place] = share
        mind.chance[seat, mind.value[seat, place]] += share
    mind.below[seat, 0] = 0.0
    for value in range(NUM_VALUES):
        mind.below[seat, value + 1] = mind.below[seat, value] + mind.chance[seat, value]


@jit
def infer_tables(mind: Mind, seen: Vector) -> None:
    """All seats' tables (mine I know), the discard, and how strong each stands."""
    for seat in range(mind.num_players):
        infer_table(mind, seat, mind.hide_bias)
    infer_pile(mind, seen)
    weigh_standing(mind)


@jit
def mean_value(mind: Mind, seat: int) -> float:
    """What the seat's table is worth on average."""
    mean = 0.0
    for value in range(NUM_VALUES):
        mean += value * mind.chance[seat, value]
    return mean


@jit
def chance_all_below(mind: Mind, seat: int, value: int) -> float:
    """The chance that every other table is worth less than `value`."""
    chance = 1.0
    for other in range(mind.num_players):
        if other != seat:
            chance *= mind.below[other, value]
    return chance


@jit
def chance_highest(mind: Mind, seat: int) -> float:
    """The chance that no table is worth more than the seat's."""
    chance = 0.0
    for value in range(NUM_VALUES):
        if mind.chance[seat, value] > 0.0:
            chance += mind.chance[seat, value] * chance_all_below(mind, seat, value + 1)
    return chance


@jit
def infer_pile(mind: Mind, seen: Vector) -> None:
    """§4.4: the chance that the discard holds each trait: what I put aside surely, one card of the pool by each other seat."""
    total = 0.0
    for trait in range(NUM_TRAITS):
        total += mind.pool[trait] * _lean(mind, trait)
    mine = my_discard(seen)
    for trait in range(NUM_TRAITS):
        share = mind.pool[trait] * _lean(mind, trait) / total if total > 0.0 else 0.0
        mind.pile[trait] = 1.0 if trait == mine else 1.0 - (1.0 - share) ** (mind.num_players - 1)


@jit
def _lean(mind: Mind, trait: int) -> float:
    return mind.leftover_lean[trait] if mind.is_leftover == 1 else mind.discard_lean[trait]


@jit
def weigh_standing(mind: Mind) -> None:
    """Set `strength`: seats win in proportion to e**(expected final score / spread)."""
    mind.spread = (mind.calm_open if mind.is_open == 1 else mind.calm) + mind.calm_per_round * mind.rounds_left
    most = -1000.0
    for seat in range(mind.num_players):
        mind.strength[seat] = mind.total[seat]
        if mind.stage > stages.PLACEMENT:
            mind.strength[seat] += mean_value(mind, seat)
        most = max(most, mind.strength[seat])
    for seat in range(mind.num_players):
        mind.strength[seat] = exp((mind.strength[seat] - most) / mind.spread)


@jit
def win_chance(mind: Mind, mine: float, seat: int, its: float) -> float:
    """My chance to win the game if my score changes by `mine` and the seat's by `its`."""
    me = mind.strength[0] * exp(mine / mind.spread)
    others = 0.0
    for other in range(1, mind.num_players):
        others += mind.strength[other] * (exp(its / mind.spread) if other == seat else 1.0)
    return me / (me + others)
