"""Learning beside sb3-contrib's MaskablePPO: the same game, the same network, one thread, in one run.

python -m benchmarks learning   (some minutes; needs the extras train and clients)

Both play 4 players, french, and learn with a trunk of 2 x 256 under both heads, 3 epochs and minibatches of 4,096 from
rollouts of 32,768 rows: ours from configs/base.yaml, 512 games x 64 decisions, MaskablePPO from 64 games x 512.
Ours plays all seats with the network that learns, and learns from every decision. MaskablePPO can only learn from one
seat of a table, so two counts are told: decisions that are learned from, and all that are made, those of its opponents
included. Its opponents are random bots, which cost next to nothing, or, as in self-play, a frozen copy of its network.
With our network (training/sb3_policy.py) choices favour the peer: torch's checks of every distribution are off, rewards
are neither shaped nor monitored, and the frozen copy draws its actions in our compiled code. "As it comes" is what
MaskablePPO("MlpPolicy", policy_kwargs={"net_arch": [256, 256]}) does: a trunk each for policy and value.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from torch.distributions import Distribution

from overseers_env.agents import make_agent
from overseers_env.agents.agent import Agent
from overseers_env.agents.learned import LearnedAgent
from overseers_env.envs.sb3 import OverseersVecEnv
from training.config import config_of, load_config
from training.sb3 import new_model
from training.sb3_config import SB3Config
from training.sb3_policy import export_network
from training.train import Trainer

BASE = Path(__file__).resolve().parents[1] / "configs" / "base.yaml"
NUM_ENVS, STEPS_EACH = 64, 512
REPEATS = 3

Learn = Callable[[], tuple[int, int]]
"""One rollout and one update; returns how many decisions were learned from, and how many were made."""


class Counted:
    """A player whose decisions are counted."""

    def __init__(self, player: Agent) -> None:
        self.player, self.name = player, player.name
        self.decisions = 0

    def act(self, observations: NDArray[np.int8], action_masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """As the player's."""
        self.decisions += len(observations)
        return self.player.act(observations, action_masks)

    def reset(self, seed: int) -> None:
        """As the player's."""
        self.player.reset(seed)


@dataclass(frozen=True)
class Learning:
    """A trainer's medians: decisions a CPU-second learned from, and made."""

    name: str
    learned_per_second: float
    made_per_second: float


def our_trainer() -> Learn:
    """Self-play as configs/base.yaml says."""
    trainer = Trainer(load_config(BASE))

    def learn() -> tuple[int, int]:
        before = trainer.decisions
        trainer.step()
        return (trainer.decisions - before,) * 2

    return learn


def maskable_ppo(is_against_itself: bool) -> Learn:
    """MaskablePPO with our network, against random bots or against a frozen copy of its network."""
    games: dict[str, Any] = {"num_games": NUM_ENVS, "decisions_each": STEPS_EACH}
    env = _tables()
    model = new_model(config_of(SB3Config, {"games": games}), env)
    opponent = Counted(LearnedAgent(export_network(model.policy)) if is_against_itself else make_agent("random"))
    return _learn_counting(model, env, opponent, are_checked=False)


def maskable_ppo_as_it_comes() -> Learn:
    """MaskablePPO as its documentation has it, but for the sizes: two trunks, all numbers of an observation, checks on."""
    env = _tables()
    network = {"net_arch": [256, 256]}
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=STEPS_EACH, batch_size=4096, n_epochs=3, gamma=1.0, policy_kwargs=network, seed=1
    )
    return _learn_counting(model, env, Counted(make_agent("random")), are_checked=True)


def _tables() -> OverseersVecEnv:
    return OverseersVecEnv(NUM_ENVS, num_players=4, rules="french", opponents="random")


def _learn_counting(model: MaskablePPO, env: OverseersVecEnv, opponent: Counted, are_checked: bool) -> Learn:
    env.set_opponents(opponent)

    def learn() -> tuple[int, int]:
        Distribution.set_default_validate_args(are_checked)
        learner, others = model.num_timesteps, opponent.decisions
        model.learn(NUM_ENVS * STEPS_EACH, reset_num_timesteps=False)
        learned = model.num_timesteps - learner
        return learned, learned + opponent.decisions - others

    return learn


TRAINERS: dict[str, Callable[[], Learn]] = {
    "overseers train configs/base.yaml": our_trainer,
    "MaskablePPO, our network, against random bots": lambda: maskable_ppo(is_against_itself=False),
    "MaskablePPO, our network, against a frozen copy": lambda: maskable_ppo(is_against_itself=True),
    "MaskablePPO as it comes, against random bots": maskable_ppo_as_it_comes,
}


def measure(repeats: int = REPEATS) -> list[Learning]:
    """Each trainer in turn, one rollout and update a sample, after one that is not counted."""
    trainers = {name: make() for name, make in TRAINERS.items()}
    samples: dict[str, list[tuple[float, float]]] = {name: [] for name in trainers}
    for repeat in range(repeats + 1):
        for name, learn in trainers.items():
            start = time.process_time()
            learned, made = learn()
            seconds = time.process_time() - start
            if repeat:
                samples[name].append((learned / seconds, made / seconds))
    return [
        Learning(name, median(learned for learned, _ in taken), median(made for _, made in taken))
        for name, taken in samples.items()
    ]


def markdown(results: list[Learning]) -> str:
    """A table in which the first trainer is compared with every other."""
    ours = results[0]
    lines = [
        "| learning included, one thread | learned from / CPU-s | made / CPU-s | ours learns from | ours makes |",
        "|---|---:|---:|---:|---:|",
    ]
    for one in results:
        learned, made = one.learned_per_second, one.made_per_second
        ratios = f"{ours.learned_per_second / learned:.1f} x | {ours.made_per_second / made:.1f} x"
        lines.append(f"| {one.name} | {learned:,.0f} | {made:,.0f} | {'|' if one is ours else ratios} |")
    return "\n".join(lines)


def main() -> None:
    torch.set_num_threads(1)
    print(markdown(measure()))


if __name__ == "__main__":
    main()
