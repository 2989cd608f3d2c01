"""Proximal policy optimisation (Schulman et al., 1707.06347) with action masks (Huang & Ontañón, 2006.14171)."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import mse_loss

from overseers_env.agents.learned import PolicyNetwork
from training.config import PPOConfig
from training.rollout import Rollout

ILLEGAL_LOGIT = -1e9
"""Stands for minus infinity: its probability is exactly 0 in float32, and 0 times its log probability is 0 too."""


@dataclass(frozen=True)
class UpdateStatistics:
    """What an update did, averaged over its minibatches; explained variance is of the values it started from."""

    policy_loss: float
    value_loss: float
    entropy: float
    kl: float
    clip_fraction: float
    gradient_norm: float
    explained_variance: float


def masked_policy(logits: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
    """Probabilities and log probabilities over the legal actions, float32 (N, A); illegal ones get 0 and below -1e8."""
    legal = logits.masked_fill(~masks, ILLEGAL_LOGIT)
    return legal.softmax(dim=1), legal.log_softmax(dim=1)  # softmax again is four times as fast as exp of the logs


def explained_variance(predicted: Tensor, happened: Tensor) -> float:
    """1 - Var(happened - predicted) / Var(happened): 1 is perfect, 0 no better than a constant."""
    variance = happened.var()
    return float(1.0 - (happened - predicted).var() / variance) if variance > 0 else 0.0


def update(
    network: PolicyNetwork,
    optimizer: torch.optim.Optimizer,
    rollout: Rollout,
    config: PPOConfig,
    entropy_weight: float,
    generator: np.random.Generator,
) -> UpdateStatistics:
    """Improve the network on a rollout, in place: `epochs` passes over shuffled minibatches."""
    observations, masks = torch.from_numpy(rollout.observations), torch.from_numpy(rollout.masks)
    actions, old_log_probs = torch.from_numpy(rollout.actions), torch.from_numpy(rollout.log_probs)
    old_values, raw_advantages = torch.from_numpy(rollout.values), torch.from_numpy(rollout.advantages)
    returns = old_values + raw_advantages

    learnable = torch.from_numpy(rollout.learnable)
    seen = raw_advantages[learnable]
    advantages = (raw_advantages - seen.mean()) / (seen.std() + 1e-8)

    num_minibatches = max(1, round(len(learnable) / config.minibatch))
    history = []
    for _ in range(config.epochs):
        for rows in np.array_split(generator.permutation(rollout.learnable), num_minibatches):
            batch = torch.from_numpy(rows)
            logits, values = network(observations[batch])
            probs, log_probs = masked_policy(logits, masks[batch])
            taken = log_probs.gather(1, actions[batch, None]).squeeze(1)

            # the policy: better than before, but not further than the clip allows
            log_ratio = taken - old_log_probs[batch]
            ratio = log_ratio.exp()
            gain = advantages[batch]
            clipped = ratio.clamp(1.0 - config.clip, 1.0 + config.clip)
            policy_loss = -torch.minimum(ratio * gain, clipped * gain).mean()

            value_loss = mse_loss(values, returns[batch])
            entropy = -(probs * log_probs).sum(dim=1).mean()
            loss = policy_loss + config.value_weight * value_loss - entropy_weight * entropy

            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            gradient_norm = nn.utils.clip_grad_norm_(network.parameters(), config.max_gradient)
            optimizer.step()

            with torch.no_grad():
                kl = (ratio - 1.0 - log_ratio).mean()  # unbiased, never negative: joschu.net/blog/kl-approx.html
                outside = ((ratio - 1.0).abs() > config.clip).float().mean()
                history.append(torch.stack([policy_loss, value_loss, entropy, kl, outside, gradient_norm]))
    means = torch.stack(history).mean(dim=0).tolist()
    means.append(explained_variance(old_values[learnable], returns[learnable]))
    return UpdateStatistics(*means)
