"""The heuristic's numbers that are not in the rules, each with its reason. Measured among heuristics, 3 to 6 players."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Parameters:
    """Tuples are by trait, by character, by number of players (0 to 6) or by number of cards, as said."""

    hide_bias: float = 0.1
    """People hide their best cards: hidden cards weigh e**(hide_bias * value of the table) (LEARNING §2)."""
    mixing: float = 0.2
    """Points of accusation that are all one to me: the larger, the more evenly I mix what I hide."""
    calm: float = 3.0
    """Spread of a final score, in points, when only this round's hidden things are open."""
    calm_open: float = 1.2
    """The same when all tables lie open."""
    calm_per_round: float = 4.0
    """What each round to come adds to the spread."""
    theft: tuple[float, ...] = (0.0, 0.0, 0.0, 10.0, 7.0, 6.0, 5.0)
    """Points that being the thief is worth before Showdown: a card, and a rival's loss."""
    thief_chance: tuple[float, ...] = (0.0, 0.4, 0.95, 1.0, 1.0)
    """The chance that so many Greed make the thief."""
    option: tuple[float, ...] = (0.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0)
    """What a pick is worth that goes to another trait than the one considered, by the size of the pack."""
    put_aside: float = 0.0
    """What the card is worth that I shall put aside if all to come are better than those I hold (§4.4)."""
    patience: float = 1.0
    """How much better the second card must be than the next pack's best for Wuming to use her power."""
    eagerness: tuple[float, ...] = (1.9, 1.1, 0.7, 0.9, 1.1, 0.5)
    """How readily the others take each trait, against its share of a pack."""
    discard_lean: tuple[float, ...] = (0.1, 0.8, 1.5, 1.2, 1.0, 1.5)
    """How readily a card of each trait is put aside, against its share of the cards I can't see."""
    leftover_lean: tuple[float, ...] = (0.1, 0.8, 1.5, 1.2, 1.0, 1.5)
    """The same of the cards left over (§4.4 english)."""
    character_worth: tuple[float, ...] = (0.0, 0.5, 0.0, 2.0, 2.5, 3.0, 3.0, 1.5, 1.5, 1.0, 4.0)
    """Points that each character brings in a round."""
    table_mean: tuple[float, ...] = (0.0, 0.0, 0.0, 22.0, 22.0, 22.0, 22.0)
    table_spread: tuple[float, ...] = (1.0, 1.0, 1.0, 4.1, 4.1, 4.3, 4.5)
    """Mean and standard deviation of a table's value at the vote, by number of players."""
    look_mean: tuple[float, ...] = (0.0, 0.0, 0.0, 22.0, 23.0, 24.0, 25.0)
    look_slope: tuple[float, ...] = (0.0, 0.0, 0.0, 0.25, 0.25, 0.25, 0.25)
    """The look that is accused half of the time, and how fast that grows, by number of players."""
