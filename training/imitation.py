"""Imitation: a start for self-play. The learner learns to decide as a teacher does, and what that earns.

The teacher plays all seats; the learner fits its policy to the teacher's actions by cross-entropy, its values and critic to
the returns, its other heads as ever. Self-play then begins where the teacher stands, and not at random play.
"""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import mse_loss
from tqdm import tqdm

from overseers_env import NUM_ACTIONS, BatchedGames
from overseers_env.agents import Agent
from training.config import Config
from training.league import League, some_seats
from training.networks import Learner
from training.ppo import Batch, auxiliary_terms, descend, masked_policy, minibatches
from training.rollout import Collector, Policy

CERTAIN = 60.0
"""A logit so far above the others' 0 that the teacher's action is the one drawn."""


def taught_policy(games: BatchedGames, teacher: Agent) -> Policy:
    """A policy, as `Collector` takes it, that does what the teacher does and expects nothing."""

    def teach(picked: NDArray[np.int8], _: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        logits = np.zeros((len(picked), NUM_ACTIONS), np.float32)
        logits[np.arange(len(picked)), teacher.act(games.observations, games.action_masks)] = CERTAIN
        return logits, np.zeros(len(picked), np.float32)

    return teach


def imitation_loss(learner: Learner, batch: Batch, config: Config) -> tuple[Tensor, Tensor]:
    """The loss of a minibatch, and how often the learner's likeliest action is the teacher's."""
    outputs = learner(batch.observations, batch.wholes)
    _, log_probs = masked_policy(outputs.logits, batch.masks)
    loss = -log_probs.gather(1, batch.actions[:, None]).mean()
    loss = loss + config.ppo.value_weight * mse_loss(outputs.values, batch.returns)
    if outputs.critic_values is not None:
        loss = loss + config.ppo.value_weight * mse_loss(outputs.critic_values, batch.returns)
    if outputs.guesses is not None:
        highest, _, hidden = auxiliary_terms(outputs.guesses, batch.wholes)
        loss = loss + config.auxiliary.weight * (highest + hidden)
    return loss, (log_probs.argmax(dim=1) == batch.actions).float().mean()


def imitate(
    learner: Learner, games: BatchedGames, teacher: Agent, config: Config, generator: np.random.Generator
) -> float:
    """Fit the learner to the teacher's play, in place; returns how often they agree in the end (0 to 1).

    games: fresh ones; they are played on. Teacher and generator decide all: the same seeds learn the same.
    """
    chosen = config.imitation
    everyone = League(games, 0.0, some_seats, [], num_active=0)
    columns = learner.network.columns.numpy(force=True)
    collector = Collector(games, everyone, columns, config.games.decisions_each, config.reward.shaping, gae_lambda=1.0)
    optimizer = torch.optim.Adam(learner.parameters(), lr=chosen.learning_rate, eps=1e-5, fused=True)
    agreement, seen = 0.0, 0
    with tqdm(desc=f"imitating {teacher.name}", total=chosen.decisions, unit=" decisions", unit_scale=True) as bar:
        while seen < chosen.decisions:
            rollout = collector.collect(taught_policy(games, teacher), generator)
            agreed = []
            for batch in minibatches(learner, rollout, chosen.epochs, config.ppo.minibatch, generator):
                loss, same = imitation_loss(learner, batch, config)
                descend(learner, optimizer, loss, config.ppo.max_gradient)
                agreed.append(float(same))
            agreement = float(np.mean(agreed))
            seen += rollout.num_decisions
            bar.update(rollout.num_decisions)
            bar.set_postfix_str(f"{agreement:.0%} agree")
    return agreement
