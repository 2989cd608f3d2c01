"""Properties of what a seat is shown (§13)."""

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given

from overseers_env import OBSERVATION, Ruleset
from overseers_env.games.overseers import kernels
from tests.engine.tables import legal_actions, shown, some
from tests.engine.walks import asked_of, is_over, stage_of, started, walk
from tests.golden.games import AXES, SEATS
from tests.properties.strategies import examples, num_players, rulesets, seeds

LOWS, HIGHS = OBSERVATION.lows(), OBSERVATION.highs()


@examples(60, 3)
@given(num_players, rulesets, seeds)
def test_values_lie_within_their_bounds(players: int, rules: Ruleset, seed: int) -> None:
    for number, (states, _, _) in enumerate(walk(players, rules, seed)):
        for seat in range(players):
            if number % some(1, 7):
                continue
            seen, mask = shown(states, seat)
            assert (seen >= LOWS).all()
            assert (seen <= HIGHS).all()
            assert set(mask.tolist()) <= {0, 1}


@examples(60, 3)
@given(num_players, rulesets, seeds)
def test_seats_that_are_not_there_are_zero(players: int, rules: Ruleset, seed: int) -> None:
    axes = {name: place for name, all_axes in AXES.items() for place, one in enumerate(all_axes) if one == SEATS}
    assert len(axes) == 17
    for number, (states, _, _) in enumerate(walk(players, rules, seed)):
        for seat in range(players):
            if number % some(1, 7):
                continue
            seen = OBSERVATION.read(shown(states, seat)[0])
            for name, axis in axes.items():
                beyond = np.moveaxis(seen[name], axis, 0)[players:]
                assert not beyond.any(), name
            assert not seen["statements"][:, :, players:6].any(), "nobody speaks about them either"
            assert not seen["votes"][players:].any()


@pytest.mark.parametrize("edition", ["french", "english"])
def test_the_mask_depends_on_what_the_seat_is_shown(edition: str) -> None:
    """Games that differ in one decision look alike to a seat for a while: then its mask is the same."""
    masks: dict[tuple[int, bytes], bytes] = {}
    shown_before = set()
    for seed in range(some(5, 2)):
        rules = Ruleset(edition, num_rounds=1, discussion_rounds=0)
        for deviation in range(-1, some(40, 6)):
            for seat, seen, mask, state in variation(3 + seed % 4, rules, seed, deviation):
                assert masks.setdefault((seat, seen), mask) == mask
                shown_before.add((seat, seen, state))
    assert len(shown_before) > 1.15 * len(masks), "many different states look alike to somebody"


def variation(players: int, rules: Ruleset, seed: int, deviation: int) -> list[tuple[int, bytes, bytes, bytes]]:
    """The seed's game with another choice at one decision: at every question what each seat is shown, and the record."""
    states, moments = started(players, rules, seed), []
    for number in range(1000):
        if is_over(states):
            break
        for seat in range(players):
            seen, mask = shown(states, seat)
            moments.append((seat, seen.tobytes(), mask.tobytes(), states.tobytes()))
        seat = asked_of(states)[0]
        moment = f"{seed} {stage_of(states)} {seat} {states['num_taken'][0]} {states['chosen'][0]}"
        luck = random.Random(f"{moment} deviates" if number == deviation else moment).random()
        legal = legal_actions(states, seat)
        assert kernels.play_one(states, seat, legal[int(luck * len(legal))])
    return moments


@examples(40, 2)
@given(num_players, rulesets, seeds)
def test_only_the_own_seat_sees_its_commitment(players: int, rules: Ruleset, seed: int) -> None:
    """§14.2: while a simultaneous stage lasts, the others' observations and masks stay as they were."""
    last: tuple[tuple[int, ...], int, list[bytes]] | None = None
    for states, seat, _ in walk(players, rules, seed):
        sights = [b"".join(part.tobytes() for part in shown(states, other)) for other in range(players)]
        moment = tuple(int(states[name][0]) for name in ("round_number", "stage", "num_taken", "num_spoken"))
        if last is not None and last[0] == moment and stage_of(states) in ("draft", "discard", "placement", "vote"):
            differing = {other for other in range(players) if sights[other] != last[2][other]}
            assert differing <= {last[1]}
        last = moment, seat, sights


def test_seats_see_the_same_public_facts() -> None:
    """Face-up cards, scores, Leader, votes and characters are the same for all, each counted from its own seat."""
    for seed in range(some(10, 2)):
        for states, _, _ in walk(5, Ruleset(num_rounds=2), seed):
            if stage_of(states) in ("placement", "vote"):
                continue
            seen = [OBSERVATION.read(shown(states, seat)[0]) for seat in range(5)]
            for name in (
                "leader",
                "characters",
                "tables",
                "rows",
                "num_hidden",
                "accused",
                "thief",
                "robbed",
                "was_leader",
            ):
                turned = [np.roll(seen[seat][name][:5], seat, axis=0).tolist() for seat in range(5)]
                assert all(one == other for one, other in pairwise(turned)), name
