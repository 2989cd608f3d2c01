"""MaskablePPO on OverseersVecEnv: whose reward it learns from, who sits opposite, and what it leaves behind."""

import os
import signal
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnvWrapper

from overseers_env import BatchedGames
from overseers_env.agents import make_agent
from overseers_env.agents.learned import LearnedAgent
from overseers_env.cli import main
from overseers_env.envs.rewards import seat_rewards
from overseers_env.envs.sb3 import OverseersVecEnv
from tests.envs.playing import FirstLegal, LastLegal
from training.config import config_of
from training.ppo import masked_policy
from training.sb3 import Course, Pool, RoundMargins, new_env, new_model, train_sb3
from training.sb3_config import ChairsConfig, SB3Config
from training.sb3_policy import export_network

SMALL = {
    "name": "small",
    "decisions": 6 * 12 * 20,
    "games": {"num_games": 12, "players": [3, 4], "decisions_each": 20},
    "network": {"hidden": [32, 16]},
    "ppo": {"minibatch": 120, "learning_rate": 1e-2},
    "pool": {"scripted": ["random"], "snapshots": 0.5, "snapshot_every": 240},
    "measure": {"every": 600, "opponent": "random", "deals": 4},
}


def small(folder: Path, **changes: Any) -> SB3Config:
    return config_of(SB3Config, {**SMALL, "folder": str(folder), **changes})


def random_positions(num_games: int) -> BatchedGames:
    games = BatchedGames(num_games, np.resize([3, 4], num_games), seed=5)
    for _ in range(77):
        games.step(games.random_actions())
    return games


class Ledger(VecEnvWrapper):
    """Notes what the states say that each learner has earned when a game ends: win share - 1/n, and margins."""

    def __init__(self, tables: OverseersVecEnv, shaping: float) -> None:
        super().__init__(RoundMargins(tables, shaping, players_of(tables)))
        self.tables, self.shaping = tables, shaping
        self.earned: list[dict[int, float]] = []

    def reset(self) -> Any:
        return self.venv.reset()

    def step_wait(self) -> Any:
        observations, rewards, dones, infos = self.venv.step_wait()
        games = self.tables._tables
        notes = {}
        for game in np.flatnonzero(dones):
            state, seat = games._final_states[game : game + 1], games._final_seats[game]
            totals = state[0]["round_scores"].sum(axis=0)
            margin = totals[seat] - totals.sum() / state[0]["num_players"]
            notes[int(game)] = seat_rewards(state, "win_share")[0, seat] + self.shaping * margin / 10
        self.earned.append(notes)
        return observations, rewards, dones, infos


def players_of(tables: OverseersVecEnv) -> Any:
    return tables._tables._num_players


def test_every_return_is_what_the_learners_own_seat_earned() -> None:
    """With lambda 1 the return of a game's first decision is all that the learner's seat got in that game."""
    tables = OverseersVecEnv(12, num_players=[3, 4] * 6, opponents=["random", FirstLegal(), LastLegal()])
    ledger = Ledger(tables, 0.1)
    config = small(Path(), games={"num_games": 12, "players": [3, 4], "decisions_each": 90}, ppo={"gae_lambda": 1})
    model = new_model(config, ledger)
    model.learn(12 * 90)
    buffer = model.rollout_buffer
    returns = buffer.returns.reshape(12, 90)
    checked = []
    for game in range(12):
        begins = 0
        for step, notes in enumerate(ledger.earned):
            if game in notes:
                assert buffer.episode_starts[begins, game]
                assert returns[game, begins] == pytest.approx(notes[game], abs=1e-4)
                checked.append(notes[game])
                begins = step + 1
    assert len(checked) > 12
    assert min(checked) < 0 < max(checked)


def test_without_shaping_the_reward_comes_at_the_end() -> None:
    tables = OverseersVecEnv(4, opponents="random")
    env = RoundMargins(tables, 0.0, players_of(tables))
    env.reset()
    for _ in range(60):
        _, rewards, dones, _ = env.step(tables.action_masks().argmax(axis=1))
        assert not rewards[~dones].any()


def test_the_exported_network_is_the_policy_in_both_heads(tmp_path: Path) -> None:
    config = small(tmp_path)
    model = new_model(config, new_env(config))
    model.learn(2 * 240)
    network, games = export_network(model.policy), random_positions(64)
    observations, masks = games.observations.astype(np.float32), games.action_masks.copy()
    logits, values = LearnedAgent(network).logits_and_values(games.observations)
    mine = masked_policy(torch.from_numpy(logits), torch.from_numpy(masks))[0].numpy()
    with torch.no_grad():
        seen = torch.from_numpy(observations)
        theirs = model.policy.get_distribution(seen, masks).distribution.probs.numpy()
        their_values = model.policy.predict_values(seen).squeeze(1).numpy()
    assert mine.max() < 1
    assert np.abs(mine - theirs).max() < 1e-5
    assert np.abs(values - their_values).max() < 1e-5
    before = values.copy()
    model.learn(240)
    assert np.array_equal(LearnedAgent(network).logits_and_values(games.observations)[1], before)


def test_other_policies_are_not_exported() -> None:
    model = MaskablePPO("MlpPolicy", OverseersVecEnv(2, opponents="random"), n_steps=2, batch_size=4)
    with pytest.raises(ValueError, match="allowed: a policy made with policy_kwargs"):
        export_network(model.policy)


def test_a_pool_draws_scripted_bots_and_snapshots_by_their_shares() -> None:
    pool = Pool(ChairsConfig(("random", "heuristic", "heuristic"), snapshots=0.4, kept=2), num_chairs=5, seed=1)
    drawn = Counter(player.name for _ in range(300) for player in chairs(pool))
    assert drawn.keys() == {"random", "heuristic"}
    assert drawn["heuristic"] / drawn["random"] == pytest.approx(2, rel=0.2)
    olds = [FirstLegal(), LastLegal(), FirstLegal()]
    for old in olds:
        pool.add(old)
    players = [player for _ in range(300) for player in chairs(pool)]
    assert sum(isinstance(player, FirstLegal) for player in players) / len(players) == pytest.approx(0.4, abs=0.05)
    assert olds[0] not in players
    assert {olds[1], olds[2]} < set(players)
    assert {olds[1].seed, olds[2].seed}.isdisjoint({0})


def chairs(pool: Pool) -> list[Any]:
    table = pool.draw_table()
    return table if isinstance(table, list) else [table] * 5


def test_a_table_of_equals_is_one_player() -> None:
    heuristics = Pool(ChairsConfig(("heuristic",)), num_chairs=3, seed=1)
    assert heuristics.draw_table().name == "heuristic"


def test_a_run_can_be_played_repeated_and_loaded_by_sb3(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seated = []
    monkeypatch.setattr(OverseersVecEnv, "set_opponents", noting(seated, OverseersVecEnv.set_opponents))
    config = small(tmp_path)
    folder = train_sb3(config)
    assert folder == config.run_folder / "checkpoints" / f"{config.decisions:012d}"
    tables = [table if isinstance(table, list) else [table] for table in seated]
    assert len(tables) == 6
    assert any(isinstance(player, LearnedAgent) for table in tables for player in table)
    assert list(config.run_folder.glob("events*"))
    assert "win share" in (folder / "card.md").read_text()
    again = train_sb3(small(tmp_path, name="again"))
    bot, twin = make_agent(config.run_folder), make_agent(again)
    games = random_positions(20)
    assert np.array_equal(bot.logits_and_values(games.observations)[0], twin.logits_and_values(games.observations)[0])
    model = MaskablePPO.load(config.run_folder / "model.zip")
    seen, masks = games.observations.astype(np.float32), games.action_masks.copy()
    likeliest, _ = model.predict(seen, deterministic=True, action_masks=masks)
    greedy = make_agent(config.run_folder, greedy=True)
    assert np.array_equal(likeliest, greedy.act(games.observations, masks))


def test_a_run_starts_where_another_ended(tmp_path: Path) -> None:
    first = small(tmp_path, decisions=240)
    train_sb3(first)
    still = {"learning_rate": 0.0, "last_learning_rate": 0.0, "minibatch": 120}
    start = str(first.run_folder)
    second = train_sb3(small(tmp_path, name="second", decisions=240, start=start, ppo=still))
    games = random_positions(20)
    before, after = (make_agent(folder).logits_and_values(games.observations) for folder in (first.run_folder, second))
    np.testing.assert_equal(before, after)
    other = small(tmp_path, name="other", start=start, network={"hidden": [8]})
    with pytest.raises(ValueError, match=r"layers of \(32, 16\) is not allowed; allowed here"):
        train_sb3(other)
    assert not other.run_folder.exists()
    with pytest.raises(ValueError, match="is no checkpoint"):
        train_sb3(small(tmp_path, name="none", start=str(tmp_path / "nowhere")))


def noting(notes: list[Any], method: Any) -> Any:
    def noted(self: Any, argument: Any) -> None:
        notes.append(argument)
        method(self, argument)

    return noted


def test_interrupted_it_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config, start = small(tmp_path), Course._on_rollout_start

    def interrupted(course: Course) -> None:
        start(course)
        if course.num_timesteps == 480:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(Course, "_on_rollout_start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        train_sb3(config)
    assert make_agent(config.run_folder).network.hidden == (32, 16)
    with pytest.raises(ValueError, match="holds a run already; allowed: --overwrite, or another name"):
        train_sb3(config)


def test_shaping_and_entropy_are_annealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, start = [], Course._on_rollout_start

    def noted(course: Course) -> None:
        start(course)
        seen.append((course.num_timesteps, course.env.shaping, course.model.ent_coef))

    monkeypatch.setattr(Course, "_on_rollout_start", noted)
    train_sb3(small(tmp_path, decisions=960, reward={"shaping": 0.4, "last_shaping": 0.0}, ppo={"minibatch": 120}))
    assert [step for step, _, _ in seen] == [0, 240, 480, 720]
    assert [shaping for _, shaping, _ in seen] == pytest.approx([0.4, 0.3, 0.2, 0.1])
    assert [entropy for _, _, entropy in seen] == pytest.approx([0.02, 0.0155, 0.011, 0.0065])


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = ["games.num_games=4", "games.decisions_each=8", "decisions=64", "measure.deals=2", f"folder={tmp_path}"]
    assert main(["train-sb3", "configs/sb3.yaml", *settings, "pool.scripted=random", "measure.opponent=random"]) == 0
    assert f"overseers evaluate {tmp_path / 'sb3'}" in capsys.readouterr().out
    assert main(["train-sb3", "configs/sb3.yaml", "pool.scripted=randm"]) == 2
    assert "did you mean 'random'" in capsys.readouterr().err
    assert main(["train-sb3", "configs/sb3.yaml", "pool.kept_=3"]) == 2
    assert "did you mean 'pool.kept'" in capsys.readouterr().err
