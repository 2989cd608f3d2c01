"""The traits (§1.1): names, symbols, how many are in a deck and what they are worth."""

import numpy as np

TRAITS = ("anger", "benevolence", "lust", "courage", "hope", "greed")
FRENCH_TRAITS = ("Meurtre", "Bienveillance", "Luxure", "Honnêteté", "Piété", "Vol")
COLOURS = ("red", "orange", "violet", "blue", "green", "grey")
SYMBOLS = ("♥", "●", "❖", "▼", "♣", "✖")
"""Shapes of the accessible edition (heart, disc, grapes, drop, clover, cross), so that colour never carries meaning alone."""

ANGER, BENEVOLENCE, LUST, COURAGE, HOPE, GREED = range(6)
NUM_TRAITS = 6
NO_TRAIT = -1

MIN_PLAYERS, MAX_PLAYERS = 3, 6
HAND_SIZE = 6

DECKS = np.array(
    [
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [3, 4, 5, 5, 5, 3],
        [3, 4, 5, 5, 5, 3],
        [4, 6, 6, 6, 6, 4],
        [5, 6, 7, 7, 7, 4],
    ],
    dtype=np.int8,
)
"""§1.1: cards of each trait in the deck, by number of players (rows 0 to 2 are unused)."""

MAX_COPIES = 15
POINTS = np.array(
    [
        [6 * copies for copies in range(MAX_COPIES + 1)],
        [4 * copies for copies in range(MAX_COPIES + 1)],
        [3 * copies for copies in range(MAX_COPIES + 1)],
        [0, 2, 10, *[18] * (MAX_COPIES - 2)],
        [0, 0, 6, *[21] * (MAX_COPIES - 2)],
        [2 * copies for copies in range(MAX_COPIES + 1)],
    ],
    dtype=np.int64,
)
"""§1.1: points of so many copies of a trait on one table: POINTS[trait, copies]."""
