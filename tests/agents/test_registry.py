import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from overseers_env import BatchedGames
from overseers_env.agents import make_agent


def test_an_unknown_name_is_told_the_nearest_and_all() -> None:
    with pytest.raises(
        ValueError, match=r"no agent 'heurstic', did you mean 'heuristic'\?; allowed: random, heuristic"
    ):
        make_agent("heurstic")


def test_an_unknown_keyword_is_told_the_allowed_ones() -> None:
    with pytest.raises(ValueError, match=r"agent 'random': .*'greedy'; allowed: seed, name"):
        make_agent("random", greedy=True)


def test_a_folder_without_weights_is_no_checkpoint(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no checkpoint: weights\.safetensors is missing"):
        make_agent(tmp_path)


def test_random_plays_legal_actions_and_repeats_them_for_a_seed() -> None:
    games, agent = BatchedGames(64, 5, seed=1), make_agent("random", seed=3)
    first = agent.act(games.observations, games.action_masks)
    assert games.action_masks[np.arange(64), first].all()
    second = agent.act(games.observations, games.action_masks)
    assert (first != second).any()
    agent.reset(3)
    assert np.array_equal(agent.act(games.observations, games.action_masks), first)


def test_scripted_agents_import_neither_torch_nor_a_trainer() -> None:
    code = (
        "import sys; from overseers_env.agents import make_agent; import overseers_env.cli, overseers_env.arena; "
        "make_agent('random'); print([name for name in ('torch', 'training') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
