"""The engine against the plain twin: every fact of random games, and what each seat is shown of them."""

import random
from dataclasses import replace

import pytest

from overseers_env import Ruleset
from tests.reference.side_by_side import Sights, play_both, play_variation

EDITIONS = [Ruleset("french"), Ruleset("english")]


def random_rules(dice: random.Random) -> Ruleset:
    """Any edition with any setting beside it."""
    rules = Ruleset(
        dice.choice(["french", "english"]),
        characters=dice.choice([None, None, None, "french", "english", "none"]),
        last_card=dice.choice([None, None, "discard", "leftover"]),
        theft=dice.choice([None, None, "must", "may"]),
        liang=dice.choice([None, "steal", "penalty"]),
        telling=dice.choice([None, True, False]),
        discussion_rounds=dice.choice([0, 1, 1, 2]),
        num_rounds=dice.choice([1, 2, 3, 4]),
        alternating_direction=dice.random() < 0.5,
    )
    return replace(rules, character_draft=rules.characters != "none" and dice.random() < 0.4)


@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.edition)
@pytest.mark.parametrize("discussion_rounds", [0, 1])
def test_every_fact_agrees(num_players, rules, discussion_rounds):
    for seed in range(25):
        assert play_both(num_players, replace(rules, discussion_rounds=discussion_rounds), seed).is_over


@pytest.mark.parametrize("part", range(4))
def test_every_fact_agrees_under_any_rules(part):
    for seed in range(part * 1000, part * 1000 + 100):
        dice = random.Random(seed)
        assert play_both(dice.choice([3, 4, 5, 6]), random_rules(dice), seed).is_over


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_thousands_of_games_agree(part):
    for seed in range(part * 10_000, part * 10_000 + 250):
        dice = random.Random(seed)
        assert play_both(dice.choice([3, 4, 5, 6]), random_rules(dice), seed).is_over


@pytest.mark.parametrize("seed", range(8))
def test_a_seat_is_shown_all_it_has_seen_and_nothing_else(seed):
    dice, sights = random.Random(seed), Sights()
    rules = Ruleset(
        dice.choice(["french", "english"]), num_rounds=1, telling=True, discussion_rounds=dice.choice([0, 1])
    )
    num_players, deviation, num_decisions = dice.choice([3, 4, 5, 6]), -1, 1
    while deviation < num_decisions:
        num_decisions = play_variation(num_players, rules, seed, deviation, sights)
        deviation += 1
    assert len(sights) > 10 * num_decisions
