"""Tables as text."""

import re

import numpy as np
import pytest

from overseers_env import BatchedGames, overseers_v0
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.cards import SYMBOLS
from overseers_env.render.text import PUBLIC, render
from tests.envs.playing import step_randomly

ESCAPE = re.compile("\x1b\\[[0-9;]*m")
SYMBOL = re.compile("|".join(SYMBOLS))


def positions(num_players, steps=130):
    """Records from all over two random games."""
    batch = BatchedGames(2, num_players=num_players, seed=num_players)
    for _ in range(steps):
        batch.step(batch.random_actions())
        yield from batch.states.copy()


@pytest.mark.parametrize("num_players", [3, 6])
def test_hidden_cards_never_change_what_another_seat_sees(num_players):
    changed = 0
    for state in positions(num_players):
        if state["stage"] > stages.VOTE:
            continue
        twin = state.copy()
        for name in ("hand", "pack", "face_down", "packs_seen"):
            twin[name][1] = np.roll(state[name][1], 1, axis=-1)
        assert render(twin, PUBLIC) == render(state, PUBLIC)
        for seat in (0, 2):
            assert render(twin, seat) == render(state, seat)
        if render(twin, None) != render(state, None):
            assert render(twin, 1) != render(state, 1)
            changed += 1
    assert changed > 100


def test_face_down_cards_are_unknown_to_all_but_their_seat():
    env = overseers_v0.raw_env(render_mode="ansi")
    env.reset(seed=1)
    while env._states["stage"][0] != stages.VOTE:
        step_randomly(env, np.random.default_rng(0), 1)
    state = env._states[0]
    hidden = int(state["face_down"].sum())
    own = int(state["face_down"][0].sum())
    for eyes, unknown in ((None, 0), (0, hidden - own), (PUBLIC, hidden)):
        tables = [line for line in render(state, eyes).splitlines() if "|" in line]
        assert sum(line.count("??") for line in tables) == unknown
    assert env.render() == render(state, PUBLIC)


def test_colour_says_nothing_that_the_symbol_does_not():
    for state in positions(4, steps=50):
        assert ESCAPE.sub("", render(state)) == render(state, colour=False)
        assert not ESCAPE.search(render(state, colour=False))
        for before, symbol, after in re.findall("(.{0,12})(" + SYMBOL.pattern + ")(.{0,4})", render(state)):
            assert before.endswith("m")
            assert after == "\x1b[0m"
            assert symbol in SYMBOLS


@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
def test_every_stage_can_be_drawn(num_players):
    drawn = set()
    for state in positions(num_players):
        for eyes in (None, PUBLIC, *range(num_players)):
            text = render(state, eyes, colour=False)
            assert all(f"P{seat} " in text for seat in range(num_players))
            assert f"P{num_players}" not in text
        drawn.add(int(state["stage"]))
    assert len(drawn) > 10


def test_the_end_names_the_winner():
    env = overseers_v0.env(render_mode="ansi", render_seat=None, num_players=3)
    env.reset(seed=6)
    step_randomly(env, np.random.default_rng(6), 10_000)
    winners = [f"P{agent[-1]}" for agent, reward in env.rewards.items() if reward > 0]
    assert env.render().endswith("won by " + " and ".join(winners))


def test_modes(capsys):
    env = overseers_v0.env(render_mode="human", render_seat=1)
    env.reset(seed=0)
    assert env.render() is None
    assert "P1 draws from" in capsys.readouterr().out
    silent = overseers_v0.env()
    silent.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert silent.render() is None


@pytest.mark.parametrize("eyes", [3, -2, True, "all"])
def test_other_eyes_are_refused(eyes):
    state = BatchedGames(1, num_players=3, seed=0).states[0]
    with pytest.raises(ValueError, match="0 to 2"):
        render(state, eyes)
