"""The compile cache: kept between processes, and never stale after a rule was edited."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from overseers_env.engine import jit

PROGRAM = """
import numpy as np
from overseers_env.games.overseers import kernels
from overseers_env.games.overseers.state import STATE_DTYPE
states, values = np.zeros(1, STATE_DTYPE), np.zeros((1, 6), np.int64)
states["num_players"], states["character"], states["mark"] = 3, 3, 1
states["face_up"][0, 0] = [1, 2, 0, 0, 0, 0]
kernels.table_values(states, values)
hits = sum(kernels.table_values.stats.cache_hits.values())
print(values[0, 0], hits)
"""
"""Yanmei holds an Anger and two flattened Benevolence: 6 + 2 * 5. Compiles the value of a table, and nothing else."""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the compiled sources, to edit."""
    for folder in jit.COMPILED_FOLDERS:
        shutil.copytree(
            jit.PACKAGE / folder, tmp_path / "overseers_env" / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    for folder in ("", "agents"):
        (tmp_path / "overseers_env" / folder / "__init__.py").write_text("")
    return tmp_path / "overseers_env"


def value_of_a_table(package: Path) -> tuple[int, int]:
    """What the copy says the table is worth, compiled in a process of its own, and how often the cache was hit."""
    cache = package.parent / "cache"
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    environment |= {"PYTHONPATH": str(package.parent), jit.CACHE_VARIABLE: str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        cwd=package.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    value, hits = run.stdout.split()
    return int(value), int(hits)


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text that is there once."""
    text = path.read_text()
    assert text.count(old) == 1, f"{old!r} in {path.name}"
    path.write_text(text.replace(old, new))


def test_an_edited_rule_takes_effect(package: Path) -> None:
    """The edited files are not the one that holds the entry point, whose date is all that numba's own cache looks at."""
    assert value_of_a_table(package) == (16, 0)
    assert value_of_a_table(package) == (16, 1), "the second process compiles nothing"
    edit(package / "games/overseers/cards.py", "6 * copies for", "7 * copies for")
    assert value_of_a_table(package) == (17, 0), "an Anger is worth 7 now"
    edit(package / "games/overseers/characters.py", "FLATTENED_POINTS = 5", "FLATTENED_POINTS = 9")
    assert value_of_a_table(package) == (25, 0), "and a flattened card 9"
    assert len(list((package.parent / "cache").iterdir())) == 3, "one folder for each state of the sources"


@pytest.mark.parametrize(
    "name", ["games/overseers/value.py", "engine/bits.py", "agents/agent.py", "games/overseers/stages/vote.py"]
)
def test_the_digest_depends_on_every_source(package: Path, name: str) -> None:
    before = jit.source_digest(package)
    assert before == jit.source_digest(package)
    (package / name).write_text((package / name).read_text() + "\n")
    assert jit.source_digest(package) != before


def test_the_digest_depends_on_names_and_on_the_compiler(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digests = {jit.source_digest(package)}
    (package / "engine" / "bits.py").rename(package / "engine" / "bits_2.py")
    digests.add(jit.source_digest(package))
    monkeypatch.setattr(numba, "__version__", "0.0")
    digests.add(jit.source_digest(package))
    assert len(digests) == 3


def test_the_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(jit.CACHE_VARIABLE, str(tmp_path / "mine"))
    assert jit.cache_folder() == tmp_path / "mine" / jit.source_digest()
    monkeypatch.delenv(jit.CACHE_VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "users"))
    assert jit.cache_folder() == tmp_path / "users" / "overseers_env" / jit.source_digest()


def test_a_folder_that_cannot_be_written_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(jit.CACHE_VARIABLE, str(tmp_path / "file" / "below"))
    folder = jit.cache_folder()
    assert folder.name == jit.source_digest()
    assert not folder.is_relative_to(tmp_path / "file")
    assert os.access(folder.parent.parent if not folder.parent.exists() else folder.parent, os.W_OK)


def test_compiling_is_announced_once(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "_is_cold", True)
    monkeypatch.setattr(jit.config, "DISABLE_JIT", 0)
    jit.announce_compilation()
    jit.announce_compilation()
    assert capsys.readouterr().err.count("compiling the rules") == 1
