"""sb3-contrib's MaskablePPO on this game: one learner a table, its opponents drawn from a pool.

`overseers train-sb3 configs/sb3.yaml` runs this, and `python -m training.sb3 configs/sb3.yaml` is the same command.

Credit: OverseersVecEnv steps from one decision of the learner to its next and returns that seat's own reward, so the
rows of SB3's rollout buffer are one player's and its advantages are right as they are. What SB3 can't do is learn from
all seats of one table at once; `overseers train` does, and is several times as fast (python -m benchmarks learning).
"""

import sys
import time
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from stable_baselines3.common.vec_env import VecEnv, VecEnvWrapper, VecMonitor
from torch.distributions import Distribution
from tqdm import tqdm

from overseers_env import OBSERVATION, Ruleset
from overseers_env.agents import make_agent
from overseers_env.agents.agent import Agent
from overseers_env.agents.learned import LearnedAgent, find_checkpoint, load_network
from overseers_env.arena import MatchResult, play_match
from overseers_env.cli import main
from overseers_env.envs.opponents import Opponents, draw_seed
from overseers_env.envs.sb3 import OverseersVecEnv
from training.checkpoints import write_card, write_player
from training.networks import used_columns
from training.sb3_config import ChairsConfig, SB3Config
from training.sb3_policy import export_network, import_network, policy_kwargs
from training.train import PROGRESS_SEED, StopRequest, anneal, crossings, mixed_games, prepare_folder

MODEL = "model.zip"
OVERVIEW = "sb3-contrib's MaskablePPO trained: one seat against scripted bots and earlier selves."


class RoundMargins(VecEnvWrapper):
    """Pays the learner, beside its reward, shaping * (its score - the table's mean) / 10 at the end of each round.

    The scores are read from the learner's own observations. num_players: int64 (N,). `shaping` may be set anew.
    """

    def __init__(self, venv: VecEnv, shaping: float, num_players: NDArray[np.int64]) -> None:
        super().__init__(venv)
        self.shaping = shaping
        self._num_players = num_players

    def reset(self) -> NDArray[np.float32]:
        """Begin all games: float32 (N, OBSERVATION_SIZE)."""
        observations: NDArray[np.float32] = self.venv.reset()
        self._margins = own_margins(observations, self._num_players)
        return observations

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """As the environment's, with the rewards shaped."""
        observations, rewards, dones, infos = self.venv.step_wait()
        before, self._margins = self._margins, own_margins(observations, self._num_players)
        now = self._margins.copy()
        for game in np.flatnonzero(dones):
            end = infos[game]["terminal_observation"][None]
            now[game] = own_margins(end, self._num_players[game : game + 1])[0]
        return observations, rewards + self.shaping * (now - before), dones, infos


def own_margins(observations: NDArray[np.float32], num_players: NDArray[np.int64]) -> NDArray[np.float32]:
    """How many tens of points the observer is above its table's mean so far, float32 (N,)."""
    totals = OBSERVATION.read(observations)["scores"].sum(axis=1)
    margins: NDArray[np.float32] = ((totals[:, 0] - totals.sum(axis=1) / num_players) / 10).astype(np.float32)
    return margins


class Pool:
    """Opponents to draw from: scripted bots, and the latest snapshots of the learner."""

    def __init__(self, config: ChairsConfig, num_chairs: int, seed: int) -> None:
        self._share, self._num_chairs = config.snapshots, num_chairs
        self._rng = np.random.default_rng(seed)
        self._scripted = [self._seeded(make_agent(name)) for name in config.scripted]
        self.snapshots: deque[Agent] = deque(maxlen=config.kept)

    def _seeded(self, player: Agent) -> Agent:
        player.reset(draw_seed(self._rng))
        return player

    def add(self, snapshot: Agent) -> None:
        """Keep a snapshot; the oldest goes when there are too many."""
        self.snapshots.append(self._seeded(snapshot))

    def draw_table(self) -> Opponents:
        """A player for each chair, or the one that all of them drew, which is asked in larger batches."""
        drawn = [self._draw() for _ in range(self._num_chairs)]
        return drawn[0] if all(player is drawn[0] for player in drawn) else drawn

    def _draw(self) -> Agent:
        is_snapshot = bool(self.snapshots) and self._rng.random() < self._share
        players = self.snapshots if is_snapshot else self._scripted
        return players[int(self._rng.integers(len(players)))]


class Course(BaseCallback):
    """Between two rollouts: seats opponents, anneals, measures, saves, and moves the progress bar."""

    def __init__(self, config: SB3Config, env: RoundMargins, bar: "tqdm[Any]", stop: StopRequest) -> None:
        super().__init__()
        self.config, self.env, self.bar, self.stop = config, env, bar, stop
        self.pool = Pool(config.pool, max(config.games.players) - 1, config.seed)
        self.results: list[str] = []
        self.start = time.perf_counter()
        self.decisions = 0

    def _on_rollout_start(self) -> None:
        config, before, self.decisions = self.config, self.decisions, self.num_timesteps
        self.bar.update(self.decisions - before)
        if crossings(before, self.decisions, config.pool.snapshot_every):
            self.pool.add(self.player())
        if crossings(before, self.decisions, config.measure.every):
            self.measure()
        if crossings(before, self.decisions, config.checkpoint_every):
            self.save()
        progress = min(1.0, self.decisions / config.decisions)
        self.model.ent_coef = anneal(config.ppo.entropy, config.ppo.last_entropy, progress)
        self.env.shaping = anneal(config.reward.shaping, config.reward.last_shaping, progress)
        self.env.unwrapped.set_opponents(self.pool.draw_table())

    def _on_step(self) -> bool:
        return not self.stop.is_made

    def player(self) -> LearnedAgent:
        """The learner as it plays now, with weights of its own."""
        return LearnedAgent(export_network(self.model.policy), self.config.name)

    def measure(self) -> MatchResult:
        """A short match against the config's opponent, in deals that are never learned from."""
        wanted, rules = self.config.measure, self.config.games.measured_rules
        opponent = make_agent(wanted.opponent)
        result = play_match(self.player(), opponent, wanted.deals, wanted.players, rules, PROGRESS_SEED)
        self.results.append(f"- {self.num_timesteps:,} decisions: {result.summary()}")
        self.bar.set_postfix_str(f"win share {result.win_share.mean:.3f} against {wanted.opponent}")
        for name in ("win_share", "score", "margin"):
            self.logger.record(f"measure/{name}", getattr(result, name).mean)
        return result

    def save(self) -> Path:
        """Write SB3's zip, to go on with SB3, and a checkpoint, to play; returns the checkpoint's folder."""
        unfinished = self.config.run_folder / f"unfinished.{MODEL}"
        self.model.save(unfinished)
        unfinished.rename(self.config.run_folder / MODEL)
        folder = self.config.run_folder / "checkpoints" / f"{self.num_timesteps:012d}"
        if not folder.exists():
            seconds = time.perf_counter() - self.start
            card = write_card(self.config, OVERVIEW, self.num_timesteps, seconds, "\n".join(self.results))
            write_player(folder, export_network(self.model.policy), self.config.as_dict(), card)
        return folder


def new_env(config: SB3Config) -> RoundMargins:
    """The games of a config; the monitor inside notes the true reward, a win share - 1/n at the end."""
    players, rules = mixed_games(config.games)
    tables = OverseersVecEnv(len(players), num_players=players, rules=rules, opponents=config.pool.scripted[0])
    return RoundMargins(VecMonitor(tables), config.reward.shaping, players)


def new_model(config: SB3Config, env: VecEnv) -> MaskablePPO:
    """MaskablePPO as the config says, undiscounted. SB3's own device rule: a GPU where torch sees one."""
    games, ppo = config.games, config.ppo
    columns = used_columns(games.players, map(Ruleset.parse, games.rules))
    return MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=lambda left: anneal(ppo.learning_rate, ppo.last_learning_rate, 1.0 - left),
        n_steps=games.decisions_each,
        batch_size=min(ppo.minibatch, games.num_games * games.decisions_each),
        n_epochs=ppo.epochs,
        gamma=1.0,
        gae_lambda=ppo.gae_lambda,
        clip_range=ppo.clip,
        ent_coef=ppo.entropy,
        vf_coef=ppo.value_weight,
        max_grad_norm=ppo.max_gradient,
        policy_kwargs=policy_kwargs(columns, config.network.hidden),
        seed=config.seed,
    )


def train_sb3(config: SB3Config, overwrite: bool = False) -> Path:
    """Train to the config's number of decisions, the learner's own; returns the folder of the last checkpoint.

    Interrupted (Ctrl-C), it saves and raises KeyboardInterrupt.
    Raises ValueError for a run that exists and is not to be overwritten, or a start that does not fit.
    """
    Distribution.set_default_validate_args(False)  # torch checks every probability of every draw: a tenth of the time
    env = new_env(config)
    model = new_model(config, env)
    if config.start:
        import_network(model.policy, load_network(find_checkpoint(Path(config.start))))
    prepare_folder(config, overwrite, "--overwrite")
    model.set_logger(configure(str(config.run_folder), ["tensorboard"]))
    bar = tqdm(
        desc=config.name,
        total=config.decisions,
        unit=" decisions",
        unit_scale=True,
        mininterval=0.5 if sys.stderr.isatty() else 15.0,
    )
    with bar, StopRequest() as stop:
        course = Course(config, env, bar, stop)
        model.learn(config.decisions, callback=course)
        bar.update(model.num_timesteps - course.decisions)
        course.measure()
        folder = course.save()
    if stop.is_made:
        raise KeyboardInterrupt
    return folder


if __name__ == "__main__":
    sys.exit(main(["train-sb3", *sys.argv[1:]]))
