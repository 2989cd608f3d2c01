"""The golden games are as they were: their records, and what every seat sees of every decision."""

from difflib import unified_diff
from itertools import islice

import pytest

from overseers_env import OBSERVATION
from overseers_env.games.overseers.characters import CHARACTERS
from overseers_env.games.overseers.stages import DECISION_STAGES, STAGE_NAMES
from tests.golden.games import AXES, FOLDER, GAMES, Golden, path_of

SHOWN_LINES = 60
LARGEST = 200_000


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_as_it_was(name: str) -> None:
    kept, played = path_of(name).read_text().splitlines(), Golden(name).text.splitlines()
    difference = list(islice(unified_diff(kept, played, "kept", "played", n=2, lineterm=""), SHOWN_LINES))
    assert not difference, "\n".join([f"{name}.txt differs; if it should, `make golden`:", *difference])


def test_every_file_is_a_game_and_small_enough_to_read() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
    assert all(path.stat().st_size < LARGEST for path in FOLDER.glob("*.txt"))


def test_every_piece_of_an_observation_has_names_for_its_places() -> None:
    assert {piece.name: piece.shape for piece in OBSERVATION} == {
        name: tuple(map(len, axes)) for name, axes in AXES.items()
    }


def test_the_games_meet_every_decision_every_character_and_every_piece() -> None:
    text = "\n".join(path_of(name).read_text() for name in GAMES)
    stages = {STAGE_NAMES[stage] for stage in DECISION_STAGES}
    assert {stage for stage in stages if f"stage {stage} " not in text and f"stage {stage}\n" not in text} == set()
    assert {one for one in CHARACTERS if f": {one}" not in text} == set()
    assert {name for name in AXES if f" {name} " not in text} == set()
