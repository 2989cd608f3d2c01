"""Every example runs as its docstring says, in a fresh Python."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ARGUMENTS = {"sb3_maskable.py": ["8192"], "train_with_sb3.py": ["8192"]}
EXPECTED = {
    "aec_random.py": "# Overseers game record 1",
    "batched.py": "decisions a second",
    "sb3_maskable.py": "total_timesteps",
    "train_with_sb3.py": "overseers evaluate runs/sb3-",
}


def test_every_example_is_tested():
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_an_example_runs(name, tmp_path):
    command = [sys.executable, str(EXAMPLES / name), *ARGUMENTS.get(name, [])]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    assert EXPECTED[name] in run.stdout
