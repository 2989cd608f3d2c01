"""The characters (§3.1) and the numbers in their powers."""

import numpy as np

CHARACTERS = (
    "fushen",
    "wuming",
    "placer",
    "yanmei",
    "gan",
    "meixiu",
    "nuying",
    "virtuous",
    "suyin",
    "collector",
    "liang",
)
FUSHEN, WUMING, PLACER, YANMEI, GAN, MEIXIU, NUYING, VIRTUOUS, SUYIN, COLLECTOR, LIANG = range(11)
NUM_CHARACTERS = 11
NO_CHARACTER = -1

POWERS = (
    "Draft: draws 3 of the undealt characters and becomes one",
    "Draft: once, every seat takes 2 cards instead of 1",
    "Placement: 2 cards face up and 3 face down",
    "Vote: flattens one of her traits: 5 points a card and nothing else",
    "Vote: draws 2 from the discard, keeps 1 face down",
    "Vote: sees 2 face-down cards of one seat; +3 points",
    "Vote: one of her cards goes under another and copies it",
    "Showdown: +1 for each Courage and each Hope",
    "Showdown: +2 for each Anger",
    "Greed: takes all Greed of the discard; can't be robbed",
    "Scoring: steals 4 points (french) or takes 1 for each card of a table (english)",
)

NO_SET, ENGLISH_SET, FRENCH_SET = range(3)
CHARACTER_SETS = ("none", "english", "french")
IN_SET = np.array([[0] * 11, [0, 0] + [1] * 9, [1] * 11], dtype=np.int8)
"""Which characters each set holds: IN_SET[set, character]."""
SET_BITS = np.array([sum(1 << place for place, held in enumerate(one) if held) for one in IN_SET], dtype=np.int64)
"""The same as bits: SET_BITS[set]."""

FLATTENED_POINTS = 5  # §6.2
MEIXIU_POINTS = 3  # §6.4
VIRTUOUS_POINTS = 1  # §8.6
SUYIN_POINTS = 2  # §3.1
LIANG_POINTS = 4  # §10.2
FUSHEN_DRAWS = 3  # §3.1
GAN_DRAWS = 2  # §6.3
MEIXIU_SEES = 2  # §6.4
