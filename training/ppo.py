"""Proximal policy optimisation (Schulman et al., 1707.06347) with action masks (Huang & Ontañón, 2006.14171)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import mse_loss

from overseers_env.agents.learned import PolicyNetwork
from training.config import Config
from training.networks import Learner, Outputs
from training.rollout import Rollout
from training.whole_state import WHOLE_STATE

ILLEGAL_LOGIT = -1e9
"""Stands for minus infinity: its probability is exactly 0 in float32, and 0 times its log probability is 0 too."""


@dataclass(frozen=True)
class UpdateStatistics:
    """What an update did, averaged over its minibatches; explained variance is of the values it started from.

    What the learner has no head for is None.
    """

    policy_loss: float
    value_loss: float
    entropy: float
    kl: float
    clip_fraction: float
    gradient_norm: float
    explained_variance: float
    critic_loss: float | None = None
    highest_loss: float | None = None
    """Cross-entropy of who is the highest, in nats."""
    highest_brier: float | None = None
    hidden_loss: float | None = None
    """Cross-entropy of a face-down card's trait, in nats."""
    pull_kl: float | None = None


@dataclass(frozen=True)
class Batch:
    """Rows to learn from, as tensors; shapes as in Rollout."""

    observations: Tensor
    masks: Tensor
    wholes: Tensor
    actions: Tensor
    log_probs: Tensor
    advantages: Tensor
    """Of mean 0 and deviation 1 over the learnable rows."""
    returns: Tensor

    def rows(self, chosen: Tensor) -> "Batch":
        """These rows, int64 (N,)."""
        return Batch(*(tensor.index_select(0, chosen) for tensor in vars(self).values()))


def masked_policy(logits: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
    """Probabilities and log probabilities over the legal actions, float32 (N, A); illegal ones get 0 and below -1e8."""
    legal = logits.masked_fill(~masks, ILLEGAL_LOGIT)
    return legal.softmax(dim=1), legal.log_softmax(dim=1)  # softmax again is four times as fast as exp of the logs


def explained_variance(predicted: Tensor, happened: Tensor) -> float:
    """1 - Var(happened - predicted) / Var(happened): 1 is perfect, 0 no better than a constant."""
    variance = happened.var()
    return float(1.0 - (happened - predicted).var() / variance) if variance > 0 else 0.0


def whole_batch(rollout: Rollout, device: torch.device) -> Batch:
    """All rows of a rollout on the device."""

    def there(array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(array).to(device)

    advantages = there(rollout.advantages)
    seen = advantages[there(rollout.learnable)]
    return Batch(
        there(rollout.observations),
        there(rollout.masks),
        there(rollout.wholes),
        there(rollout.actions),
        there(rollout.log_probs),
        (advantages - seen.mean()) / (seen.std() + 1e-8),
        there(rollout.values) + advantages,
    )


def minibatches(
    learner: Learner, rollout: Rollout, epochs: int, size: int, generator: np.random.Generator
) -> Iterator[Batch]:
    """The learnable rows in a new order each epoch, about `size` at once, on the learner's device."""
    device = learner.network.scales.device
    whole = whole_batch(rollout, device)
    number = max(1, round(len(rollout.learnable) / size))
    for _ in range(epochs):
        for rows in np.array_split(generator.permutation(rollout.learnable), number):
            yield whole.rows(torch.from_numpy(rows).to(device))


def policy_terms(log_probs: Tensor, batch: Batch, clip: float) -> tuple[Tensor, Tensor, Tensor]:
    """The clipped loss: better than before, but not further than the clip allows; KL from before; how many are outside.

    log_probs: float32 (N, A), of all actions now.
    """
    taken = log_probs.gather(1, batch.actions[:, None]).squeeze(1)
    log_ratio = taken - batch.log_probs
    ratio = log_ratio.exp()
    clipped = ratio.clamp(1.0 - clip, 1.0 + clip)
    loss = -torch.minimum(ratio * batch.advantages, clipped * batch.advantages).mean()
    with torch.no_grad():
        kl = (ratio - 1.0 - log_ratio).mean()  # unbiased, never negative: joschu.net/blog/kl-approx.html
        outside = ((ratio - 1.0).abs() > clip).float().mean()
    return loss, kl, outside


def whole_piece(wholes: Tensor, name: str) -> Tensor:
    """A piece of the whole states, float32 (N, ...)."""
    piece = WHOLE_STATE[name]
    return wholes[:, piece.offset : piece.stop].float().view(-1, *piece.shape)


def auxiliary_terms(guesses: tuple[Tensor, Tensor], wholes: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Cross-entropy of who is the highest and its Brier score, and cross-entropy of each card that others hide.

    guesses: as from AuxiliaryHeads; wholes: int8 (N, WHOLE_STATE.size). Means over the rows where something is hidden.
    """
    is_hidden, highest = whole_piece(wholes, "is_hidden"), whole_piece(wholes, "highest")
    num_rows = is_hidden.sum().clamp(min=1.0)
    target = highest / highest.sum(dim=1, keepdim=True)
    log_chances = guesses[0].log_softmax(dim=1)
    highest_loss = -(target * log_chances * is_hidden).sum() / num_rows
    with torch.no_grad():
        brier = ((log_chances.exp() - target).square() * is_hidden).sum() / num_rows
    cards = whole_piece(wholes, "face_down")[:, 1:] * is_hidden[:, :, None]
    hidden_loss = -(cards * guesses[1].log_softmax(dim=2)).sum() / cards.sum().clamp(min=1.0)
    return highest_loss, brier, hidden_loss


def pull_term(probs: Tensor, log_probs: Tensor, slow: PolicyNetwork, batch: Batch) -> Tensor:
    """KL divergence of the policy, probabilities and their logs float32 (N, A), from the slow copy's."""
    with torch.no_grad():
        _, slow_log_probs = masked_policy(slow(batch.observations)[0], batch.masks)
    return (probs * (log_probs - slow_log_probs)).sum(dim=1).mean()


def move_towards(slow: PolicyNetwork, network: PolicyNetwork, rate: float) -> None:
    """Move the slow copy's weights, in place, this part of the way."""
    with torch.no_grad():
        for weight, goal in zip(slow.parameters(), network.parameters(), strict=True):
            weight.lerp_(goal, rate)


def total_loss(
    outputs: Outputs, batch: Batch, config: Config, entropy_weight: float, slow: PolicyNetwork | None
) -> tuple[Tensor, dict[str, Tensor]]:
    """The loss of a minibatch, and its terms by their names in UpdateStatistics."""
    ppo, terms = config.ppo, {}
    probs, log_probs = masked_policy(outputs.logits, batch.masks)
    terms["policy_loss"], terms["kl"], terms["clip_fraction"] = policy_terms(log_probs, batch, ppo.clip)
    terms["entropy"] = -(probs * log_probs).sum(dim=1).mean()
    terms["value_loss"] = mse_loss(outputs.values, batch.returns)
    loss = terms["policy_loss"] + ppo.value_weight * terms["value_loss"] - entropy_weight * terms["entropy"]
    if outputs.critic_values is not None:
        terms["critic_loss"] = mse_loss(outputs.critic_values, batch.returns)
        loss = loss + ppo.value_weight * terms["critic_loss"]
    if outputs.guesses is not None:
        guessed = auxiliary_terms(outputs.guesses, batch.wholes)
        terms["highest_loss"], terms["highest_brier"], terms["hidden_loss"] = guessed
        loss = loss + config.auxiliary.weight * (terms["highest_loss"] + terms["hidden_loss"])
    if slow is not None:
        terms["pull_kl"] = pull_term(probs, log_probs, slow, batch)
        loss = loss + config.pull.weight * terms["pull_kl"]
    return loss, {name: term.detach() for name, term in terms.items()}


def clip_gradients(learner: Learner, largest: float) -> Tensor:
    """Scale gradients down to this norm, in place: the critic's by itself, as it shares no weight with the rest.

    Returns the norm of the rest before.
    """
    if learner.critic is not None:
        nn.utils.clip_grad_norm_(learner.critic.parameters(), largest)
    others = [weight for name, weight in learner.named_parameters() if not name.startswith("critic.")]
    return nn.utils.clip_grad_norm_(others, largest)


def descend(learner: Learner, optimizer: torch.optim.Optimizer, loss: Tensor, largest: float) -> Tensor:
    """One step down the loss, its gradients clipped; returns their norm before."""
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    norm = clip_gradients(learner, largest)
    optimizer.step()
    return norm


def update(
    learner: Learner,
    optimizer: torch.optim.Optimizer,
    rollout: Rollout,
    config: Config,
    entropy_weight: float,
    generator: np.random.Generator,
    slow: PolicyNetwork | None = None,
) -> UpdateStatistics:
    """Improve the learner on a rollout, in place: `epochs` passes over shuffled minibatches.

    slow: the copy that the policy is pulled to, which follows afterwards.
    """
    history: list[dict[str, Tensor]] = []
    for batch in minibatches(learner, rollout, config.ppo.epochs, config.ppo.minibatch, generator):
        outputs = learner(batch.observations, batch.wholes)
        loss, terms = total_loss(outputs, batch, config, entropy_weight, slow)
        norm = descend(learner, optimizer, loss, config.ppo.max_gradient)
        history.append({**terms, "gradient_norm": norm})
    if slow is not None:
        move_towards(slow, learner.network, config.pull.rate)
    means = {name: float(torch.stack([terms[name] for terms in history]).mean()) for name in history[0]}
    predicted = torch.from_numpy(rollout.values[rollout.learnable])
    happened = predicted + torch.from_numpy(rollout.advantages[rollout.learnable])
    return UpdateStatistics(**means, explained_variance=explained_variance(predicted, happened))
