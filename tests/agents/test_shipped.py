"""Every bot in checkpoints/ fits this version of the game, plays what its card says, and beats random ones."""

from pathlib import Path

import pytest
import yaml

from overseers_env.agents import make_agent
from overseers_env.arena import play_match

SHELF = Path(__file__).resolve().parents[2] / "checkpoints"
BOTS = sorted(path.name for path in SHELF.iterdir())
LARGEST = 20_000_000
"""Bytes that a file of the project may have."""


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_beats_random_ones_at_every_table_it_learned(name: str) -> None:
    games = yaml.safe_load((SHELF / name / "config.yaml").read_text())["training"]["games"]
    for players in games["players"]:
        match = play_match(make_agent(f"checkpoints/{name}"), "random", 40, players, games["rules"][0])
        assert match.win_share.low > match.fair_share


@pytest.mark.parametrize("name", BOTS)
def test_a_card_has_figures_with_commands(name: str) -> None:
    card = (SHELF / name / "card.md").read_text()
    assert f"overseers evaluate checkpoints/{name} --against heuristic" in card
    assert f"overseers evaluate heuristic --against checkpoints/{name}" in card
    assert (SHELF / name / "weights.safetensors").stat().st_size < LARGEST
