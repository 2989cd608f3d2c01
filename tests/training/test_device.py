from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from training.config import Config, GamesConfig, PPOConfig
from training.device import find_device, has_bfloat16, uses_bfloat16
from training.train import Trainer
from training.whole_state import WHOLE_STATE

TINY = Config(games=GamesConfig(num_games=30, decisions_each=8), ppo=PPOConfig(minibatch=100))


def test_a_gpu_is_used_when_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert [find_device(wanted).type for wanted in ("auto", "cpu", "cuda")] == ["cuda", "cpu", "cuda"]
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert find_device("auto").type == "cpu"
    with pytest.raises(ValueError, match="torch sees no GPU; allowed: auto, cpu"):
        find_device("cuda")


def test_bfloat16_is_used_where_it_is_wanted() -> None:
    cpu = torch.device("cpu")
    assert uses_bfloat16("bf16", cpu)
    assert not uses_bfloat16("off", cpu)
    assert uses_bfloat16("auto", cpu) == has_bfloat16(cpu)


def test_in_bfloat16_it_learns_float32_weights(tmp_path: Path) -> None:
    exact, rounded = (Trainer(replace(TINY, folder=str(tmp_path), autocast=one)) for one in ("off", "bf16"))
    logits, values = rounded.policy(rounded.collector.games.observations[:, rounded.collector.columns], wholes())
    assert logits.dtype == values.dtype == np.float32
    for trainer in (exact, rounded):
        statistics = trainer.step()
        assert np.isfinite(statistics.policy_loss)
    first, second = exact.network.policy.weight, rounded.network.policy.weight
    assert first.dtype == second.dtype == torch.float32
    assert not torch.equal(first, second)


def wholes() -> np.ndarray:
    return np.zeros((30, WHOLE_STATE.size), np.int8)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="torch sees no GPU")
def test_a_run_on_the_gpu_is_saved_and_resumed(tmp_path: Path) -> None:
    config = replace(TINY, folder=str(tmp_path), device="cuda")
    trainer = Trainer(config)
    trainer.step()
    trainer.save()
    resumed = Trainer.resume(config)
    assert resumed.network.policy.weight.device.type == "cuda"
    assert torch.equal(resumed.network.policy.weight, trainer.network.policy.weight)
    resumed.step()
    resumed.measure()
