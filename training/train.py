"""Self-play: collect, improve, measure now and then. `overseers train configs/NAME.yaml` runs this."""

import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import asdict, replace
from itertools import cycle, islice, product
from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml
from numpy.typing import NDArray
from torch.utils.tensorboard import SummaryWriter
from tqdm import tqdm

from overseers_env import BatchedGames, Ruleset
from overseers_env.agents import Agent, make_agent
from overseers_env.agents.learned import LearnedAgent, PolicyNetwork, find_checkpoint, load_network
from overseers_env.arena import MatchResult, play_match
from training.checkpoints import (
    adam_arrays,
    module_arrays,
    read_config,
    read_state,
    restore_adam,
    restored_module,
    write_card,
    write_checkpoint,
)
from training.config import RESUMABLE, Config, GamesConfig, RunConfig
from training.curves import curves_of
from training.device import find_device, uses_bfloat16
from training.imitation import imitate
from training.league import best_response_league, new_league
from training.networks import Learner, new_network, used_columns
from training.ppo import UpdateStatistics, update
from training.rollout import Collector, stagger

SELF_PLAY = "learned by self-play: masked PPO, one network for all seats."
PROGRESS_SEED = 1_000_000
"""The arena's seed of the short matches, so that they share no deal with a usual measurement (seed 0)."""


class Trainer:
    """A run in memory: `step` collects and learns once, `save` writes a checkpoint, `Trainer.resume` reads one."""

    def __init__(
        self, config: Config, network: PolicyNetwork | None = None, opponent: Agent | None = None, overview: str = ""
    ) -> None:
        """network: the weights to start from, else fresh ones; opponent: who plays all seats but one of every game, else
        the config's pool plays some; overview: what the card says that the bot is.
        """
        self.config = config
        self.opponent = opponent
        self.overview = overview or SELF_PLAY
        games = new_games(config)
        self.network = network or new_network(columns_of(config), config.network.hidden, config.seed)
        self.collector = Collector(
            games,
            best_response_league(games, opponent) if opponent else new_league(games, config.pool),
            self.network.columns.numpy(force=True),
            config.games.decisions_each,
            config.reward.shaping,
            config.ppo.gae_lambda,
        )
        self.device = find_device(config.device)
        self.learner = Learner(
            self.network,
            config.critic.hidden if config.critic.whole_state else 0,
            config.auxiliary.weight > 0,
            config.seed,
            uses_bfloat16(config.autocast, self.device),
        ).to(self.device)
        self.slow = deepcopy(self.network) if config.pull.weight > 0 else None
        self.optimizer = torch.optim.Adam(self.learner.parameters(), lr=config.ppo.learning_rate, eps=1e-5, fused=True)
        self.generator = np.random.default_rng(config.seed)
        self.decisions = 0
        self.seconds = 0.0
        self.results: list[str] = []
        self.curves: dict[str, float] = {}

    @property
    def progress(self) -> float:
        """How much of the run is done, 0 to 1."""
        return min(1.0, self.decisions / self.config.decisions)

    def policy(
        self, picked: NDArray[np.int8], whole: NDArray[np.int8]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """What the learner says now; shapes as in `rollout.Policy`."""
        with torch.inference_mode():
            logits, values = self.learner.decide(
                torch.from_numpy(picked).to(self.device), torch.from_numpy(whole).to(self.device)
            )
        return logits.numpy(force=True), values.numpy(force=True)

    def step(self) -> UpdateStatistics:
        """One rollout and one update."""
        start, config = time.perf_counter(), self.config.ppo
        learner, optimizer = self.learner, self.optimizer
        for group in optimizer.param_groups:
            group["lr"] = anneal(config.learning_rate, config.last_learning_rate, self.progress)
        self.collector.shaping = anneal(self.config.reward.shaping, self.config.reward.last_shaping, self.progress)
        entropy_weight = anneal(config.entropy, config.last_entropy, self.progress)
        rollout = self.collector.collect(self.policy, self.generator)
        statistics = update(learner, optimizer, rollout, self.config, entropy_weight, self.generator, self.slow)
        self.curves = curves_of(rollout)
        before = self.decisions
        self.decisions += rollout.num_decisions
        if crossings(before, self.decisions, self.config.pool.every):
            self.collector.league.add_snapshot(self.network, self.decisions // self.config.pool.every)
        self.seconds += time.perf_counter() - start
        return statistics

    def measure(self) -> MatchResult:
        """A short match against the config's opponent. It changes nothing that learning depends on."""
        wanted = self.config.measure
        rules = self.config.games.measured_rules
        me = LearnedAgent(self.network, self.config.name)
        opponent = self.opponent or make_agent(wanted.opponent)
        result = play_match(me, opponent, wanted.deals, wanted.players, rules, PROGRESS_SEED)
        self.results.append(f"- {self.decisions:,} decisions: {result.summary()}")
        return result

    def save(self) -> Path:
        """Write a checkpoint of this moment; returns its folder."""
        folder = self.config.run_folder / "checkpoints" / f"{self.decisions:012d}"
        if folder.exists():
            return folder
        state = {
            **self.collector.save(),
            **self.collector.league.save(),
            **module_arrays("learner", self.learner.heads()),
            **module_arrays("slow", self.slow.state_dict() if self.slow else {}),
            **adam_arrays(self.optimizer),
        }
        counters = {
            "decisions": self.decisions,
            "seconds": self.seconds,
            "results": self.results,
            "generator": self.generator.bit_generator.state,
        }
        card = write_card(self.config, self.overview, self.decisions, self.seconds, "\n".join(self.results))
        write_checkpoint(folder, self.network, self.config, card, state, counters)
        return folder

    @classmethod
    def resume(cls, config: Config) -> "Trainer":
        """The run's latest checkpoint, going on to the same numbers as if it had never stopped.

        Raises ValueError if there is none, or if the config differs in more than RESUMABLE.
        """
        folder = find_checkpoint(config.run_folder)
        arrays, counters = read_state(folder)
        check_same(read_config(folder), config)
        trainer = cls(config)
        heads = restored_module("learner", arrays)
        trainer.network.load_state_dict(load_network(folder).state_dict())
        trainer.learner.load_state_dict({**trainer.learner.state_dict(), **heads})
        if trainer.slow:
            trainer.slow.load_state_dict(restored_module("slow", arrays))
        trainer.collector.restore(arrays)
        trainer.collector.league.restore(arrays, trainer.network)
        restore_adam(trainer.optimizer, arrays)
        trainer.generator.bit_generator.state = counters["generator"]
        trainer.decisions, trainer.seconds = counters["decisions"], counters["seconds"]
        trainer.results = counters["results"]
        return trainer


def anneal(first: float, last: float, progress: float) -> float:
    """The value at this point of a line from `first` to `last`."""
    return first + (last - first) * progress


def new_games(config: Config) -> BatchedGames:
    """The games of a config, somewhere in the middle: numbers of players and rulesets mixed evenly."""
    games = config.games
    players, rules = mixed_games(games)
    batch = BatchedGames(games.num_games, players, rules, config.seed, num_threads=torch.get_num_threads())
    stagger(batch, np.random.default_rng(config.seed))
    return batch


def columns_of(config: Config) -> NDArray[np.int64]:
    """The numbers of an observation that a network for these games reads."""
    return used_columns(config.games.players, map(Ruleset.parse, config.games.rules))


def mixed_games(games: GamesConfig) -> tuple[NDArray[np.int64], list[str | Ruleset]]:
    """Each game's number of players, int64 (G,), and ruleset: every kind equally often."""
    kinds = list(islice(cycle(product(games.players, map(Ruleset.parse, games.rules))), games.num_games))
    return np.array([kind[0] for kind in kinds]), [kind[1] for kind in kinds]


def check_same(saved: Config, config: Config) -> None:
    """Raises ValueError, naming the keys, if a resumed run would be another run."""
    free = {name: getattr(saved, name) for name in RESUMABLE}
    wanted, had = replace(config, **free).as_dict(), saved.as_dict()
    differing = [name for name in had if had[name] != wanted[name]]
    if differing:
        raise ValueError(
            f"{', '.join(differing)} differ from the run in {config.run_folder}; "
            f"only {', '.join(RESUMABLE)} may when it is resumed"
        )


def prepare_folder(config: RunConfig, overwrite: bool, allowed: str = "--resume, --overwrite") -> None:
    """Make the run's folder. Raises ValueError if it holds a run already and may not be overwritten."""
    folder = config.run_folder
    if folder.exists() and any(folder.iterdir()):
        if not overwrite:
            raise ValueError(f"{folder} holds a run already; allowed: {allowed}, or another name=...")
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.yaml").write_text(yaml.safe_dump(config.as_dict(), sort_keys=False), encoding="utf-8")


def crossings(before: int, now: int, every: int) -> bool:
    """Was a multiple of `every` passed between two counts?"""
    return before // every != now // every


def log_scalars(writer: SummaryWriter, section: str, scalars: dict[str, Any], decisions: int) -> None:
    """Write numbers to TensorBoard."""
    for name, value in scalars.items():
        writer.add_scalar(f"{section}/{name}", value, decisions)


class StopRequest:
    """Ctrl-C waits for the end of the step, so that a whole one is saved; a second one stops at once, unsaved."""

    is_made = False

    def __enter__(self) -> "StopRequest":
        self._is_main = threading.current_thread() is threading.main_thread()
        if self._is_main:
            self._former = signal.signal(signal.SIGINT, self._make)
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_main:
            signal.signal(signal.SIGINT, self._former)

    def _make(self, *_: object) -> None:
        if self.is_made:
            raise KeyboardInterrupt
        self.is_made = True


def network_to_start(config: Config) -> PolicyNetwork | None:
    """The network of the config's `start`, None where it has none. Raises ValueError as `load_network`."""
    return load_network(find_checkpoint(Path(config.start))).train() if config.start else None


def learn(trainer: Trainer, watch: Callable[[MatchResult], None] = lambda _: None) -> Path:
    """Train to the config's number of decisions, with a progress bar, curves and checkpoints; returns the last folder.

    watch: called with every short match. Interrupted (Ctrl-C), it writes a checkpoint and raises KeyboardInterrupt.
    """
    config = trainer.config
    bar = tqdm(
        desc=config.name,
        total=max(config.decisions, trainer.decisions),
        initial=trainer.decisions,
        unit=" decisions",
        unit_scale=True,
        mininterval=0.5 if sys.stderr.isatty() else 15.0,
    )
    with SummaryWriter(str(config.run_folder), purge_step=trainer.decisions) as writer, bar, StopRequest() as stop:
        while trainer.decisions < config.decisions and not stop.is_made:
            before, start = trainer.decisions, trainer.seconds
            statistics = trainer.step()
            bar.update(trainer.decisions - before)
            rate = (trainer.decisions - before) / (trainer.seconds - start)
            learned = {name: value for name, value in asdict(statistics).items() if value is not None}
            log_scalars(writer, "learning", {**learned, "decisions_per_second": rate}, trainer.decisions)
            log_scalars(writer, "play", trainer.curves, trainer.decisions)
            if crossings(before, trainer.decisions, config.measure.every):
                result = trainer.measure()
                bar.set_postfix_str(f"win share {result.win_share.mean:.3f} against {result.others}")
                means = {"win_share": result.win_share.mean, "score": result.score.mean, "margin": result.margin.mean}
                log_scalars(writer, "measure", means, trainer.decisions)
                watch(result)
            if crossings(before, trainer.decisions, config.checkpoint_every):
                trainer.save()
        folder = trainer.save()
    if stop.is_made:
        raise KeyboardInterrupt
    return folder


def train(config: Config, resume: bool = False, overwrite: bool = False) -> Path:
    """Self-play to the config's number of decisions; returns the folder of the last checkpoint.

    Resumed on the same machine with as many threads, a run ends in the same numbers as if it had never stopped.
    Raises ValueError for a run that exists and is neither resumed nor overwritten, or that can't be resumed; else as
    `learn`.
    """
    if resume:
        return learn(Trainer.resume(config))
    network = network_to_start(config)
    prepare_folder(config, overwrite)
    trainer = Trainer(config, network)
    if config.imitation.decisions:
        start = time.perf_counter()
        imitate(trainer.learner, new_games(config), make_agent(config.imitation.teacher), config, trainer.generator)
        trainer.seconds = time.perf_counter() - start
    return learn(trainer)
