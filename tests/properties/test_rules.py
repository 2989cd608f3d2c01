"""Properties of every game: cards are conserved, masks are what step accepts, orders of commitment mean nothing."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from overseers_env import NUM_ACTIONS, Ruleset
from overseers_env.games.overseers import kernels, stages
from overseers_env.games.overseers.cards import DECKS
from tests.engine.tables import cards, legal_actions, shown
from tests.engine.walks import asked_of, finished, is_over, stage_of, started, walk
from tests.properties.strategies import examples, num_players, rulesets, seeds


def cards_in_play(state: Any) -> Any:
    """All cards by trait: packs, hands, tables, the discard, and what a seat has just put aside for it."""
    total = state["pack"].sum(axis=0) + state["hand"].sum(axis=0) + state["pile"]
    total = total + state["face_up"].sum(axis=0) + state["face_down"].sum(axis=0)
    if state["stage"] == stages.DISCARD:
        for trait in state["discarded"][state["discarded"] >= 0]:
            total[trait] += 1
    return total


@examples(80, 5)
@given(num_players, rulesets, seeds)
def test_cards_are_conserved(players: int, rules: Ruleset, seed: int) -> None:
    """Deck = packs, hands, tables, discard and the undealt; the undealt stay the same all round."""
    undealt: dict[int, str] = {}
    for states, _, _ in walk(players, rules, seed):
        state = states[0]
        in_play = cards_in_play(state)
        if stage_of(states) in ("character tie", "character choice"):
            assert not in_play.any()
            continue
        left = DECKS[players] - in_play
        assert left.min() >= 0
        assert left.sum() == DECKS[players].sum() - 6 * players
        assert cards(left) == undealt.setdefault(int(state["round_number"]), cards(left))
        for name in ("pack", "hand", "pile", "face_up", "face_down"):
            assert state[name].min() >= 0, name


@examples(25, 2)
@given(num_players, rulesets, seeds)
def test_masks_are_exactly_what_a_step_accepts(players: int, rules: Ruleset, seed: int) -> None:
    """Every action of every seat, tried on a copy, at each tenth decision or so."""
    dice = random.Random(seed)
    for states, _, _ in walk(players, rules, seed):
        if dice.random() > 0.1 and not is_over(states):
            continue
        for seat in range(players):
            mask = shown(states, seat)[1]
            for action in range(-1, NUM_ACTIONS + 1):
                copy = states.copy()
                accepted = kernels.play_one(copy, seat, action)
                is_allowed = 0 < action < NUM_ACTIONS and bool(mask[action])
                assert accepted == is_allowed, (stage_of(states), seat, action)
                if not accepted:
                    assert copy.tobytes() == states.tobytes(), "what was refused changed nothing"
            assert bool(mask[0]) == (seat not in asked_of(states)), "the no-op is for those who are not asked"


@examples(150, 8)
@given(num_players, rulesets, seeds)
def test_there_is_always_somebody_with_a_real_choice(players: int, rules: Ruleset, seed: int) -> None:
    """§14.1."""
    for states, seat, _ in walk(players, rules, seed):
        asked = asked_of(states)
        assert bool(asked) == (seat >= 0)
        assert all(len(legal_actions(states, one)) >= 2 for one in asked)
        assert int(states["pending"][0]) < 1 << players


@examples(60, 3)
@given(num_players, rulesets, seeds)
def test_the_order_of_commitments_does_not_matter(players: int, rules: Ruleset, seed: int) -> None:
    """§14.2: seats decide by what they see; asked in the order of their numbers, or in any other, the game is the same."""
    ends = {play_in_order(players, rules, seed, order).tobytes() for order in range(3)}
    assert len(ends) == 1


def play_in_order(players: int, rules: Ruleset, seed: int, order: int) -> Any:
    """A game in which each seat's choices depend on its own questions only; `order` decides which seat is asked first."""
    states, dice = started(players, rules, seed), random.Random(order)
    asked_before = [0] * players
    while not is_over(states):
        asked = asked_of(states)
        seat = asked[0] if order == 0 else asked[-1] if order == 1 else dice.choice(asked)
        legal = legal_actions(states, seat)
        action = random.Random(f"{seed} {seat} {asked_before[seat]}").choice(legal)
        asked_before[seat] += 1
        assert kernels.play_one(states, seat, action)
    return states


@examples(150, 8)
@given(num_players, rulesets, seeds)
def test_returns_sum_to_0_and_somebody_wins(players: int, rules: Ruleset, seed: int) -> None:
    """§10.5: winner's shares minus 1/n; the winners have the highest total."""
    states, returns = finished(players, rules, seed), np.zeros((1, 6), np.float32)
    kernels.final_returns(states, returns)
    shares = returns[0, :players] + 1 / players
    totals = states["round_scores"][0, :, :players].sum(axis=0)
    assert returns.sum() == pytest.approx(0, abs=1e-6)
    assert not returns[0, players:].any()
    assert (shares > -1e-6).all()
    assert (totals[shares > 1e-6] == totals.max()).all()
    winners = shares[shares > 1e-6]
    assert winners == pytest.approx(np.full(len(winners), 1 / len(winners)), abs=1e-6)


@examples(40, 3)
@given(num_players, rulesets, seeds)
def test_a_copy_in_mid_game_ends_as_the_original(players: int, rules: Ruleset, seed: int) -> None:
    """A record is all there is: its bytes, restored anywhere, play the same game."""
    dice, saved, later = random.Random(seed), None, []
    for states, seat, action in walk(players, rules, seed):
        if saved is None and dice.random() < 0.05:
            saved = states.tobytes()
        if saved is not None and seat >= 0:
            later.append((seat, action))
    if saved is None:
        return
    again = np.frombuffer(saved, states.dtype).copy()
    for seat, action in later:
        assert kernels.play_one(again, seat, action)
    assert again.tobytes() == states.tobytes()
