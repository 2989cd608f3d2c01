"""A shipped bot loads by its name, and its card tells what was measured; curves are drawn from a run's own events."""

import json
from pathlib import Path

import pytest

from overseers_env.agents import make_agent
from training.config import config_from
from training.plots import plot_runs, smoothed
from training.ship import ship
from training.train import train


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    settings = {
        "name": "tiny",
        "folder": str(folder),
        "decisions": 600,
        "games": {"num_games": 8, "decisions_each": 16, "players": [3], "rules": ["french characters=none"]},
        "network": {"hidden": [16]},
        "pool": {"share": 0.0},
        "measure": {"every": 300, "players": 3, "opponent": "random", "deals": 2},
    }
    train(config_from(settings))
    return folder / "tiny"


def test_a_shipped_bot_has_its_figures_with_commands(run: Path, tmp_path: Path) -> None:
    response = tmp_path / "response"
    response.mkdir()
    gain = {"mean": 0.041, "low": 0.03, "high": 0.05}
    result = {"num_players": 3, "gain": gain, "decisions": 1000, "num_games": 300}
    (response / "result.json").write_text(json.dumps(result))
    folder = ship(run, "tiny", 6, [response], shelf=tmp_path)
    card = (folder / "card.md").read_text()
    assert (
        'overseers evaluate checkpoints/tiny --against heuristic --players 3 --games 6 --rules "french characters=none"'
        in card
    )
    assert "overseers evaluate heuristic --against checkpoints/tiny --players 3 --games 6" in card
    assert "gain +0.041 (+0.030 to +0.050)" in card
    assert "| seed | 1 |" in card
    assert {path.name for path in folder.iterdir()} == {"weights.safetensors", "config.yaml", "card.md"}
    assert str(tmp_path.parent) not in (folder / "config.yaml").read_text()
    assert make_agent(folder).name == str(folder)


def test_nothing_is_shipped_over_another_or_from_nothing(run: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(ValueError, match="exists already"):
        ship(run, "taken", 6, shelf=tmp_path)
    with pytest.raises(ValueError, match="is no checkpoint"):
        ship(tmp_path, "new", 6, shelf=tmp_path)
    with pytest.raises(ValueError, match="holds no best response"):
        ship(run, "new", 6, [tmp_path], shelf=tmp_path)
    assert not (tmp_path / "new").exists()


def test_curves_are_drawn(run: Path, tmp_path: Path) -> None:
    plot_runs([run], tmp_path / "curves.svg")
    assert (tmp_path / "curves.svg").read_text().startswith("<?xml")
    with pytest.raises(ValueError, match="no TensorBoard events"):
        plot_runs([tmp_path], tmp_path / "none.svg")
    assert smoothed([1.0, 2.0]) == pytest.approx([1.0, 1.1])
