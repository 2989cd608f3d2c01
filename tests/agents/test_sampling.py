import numpy as np
import pytest

from overseers_env.agents.sampling import draw_softmax, draw_uniform


def test_draws_follow_the_masked_softmax() -> None:
    generator = np.random.default_rng(0)
    logits = generator.normal(0, 2, 12).astype(np.float32)
    mask = np.array([1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0], bool)
    probs = np.where(mask, np.exp(logits.astype(float)), 0)
    probs /= probs.sum()
    num_draws = 200_000
    actions, log_probs = draw_softmax(
        np.tile(logits, (num_draws, 1)), np.tile(mask, (num_draws, 1)), generator.random(num_draws)
    )
    counts = np.bincount(actions, minlength=12)
    assert counts[~mask].sum() == 0
    chi_square = ((counts - num_draws * probs)[mask] ** 2 / (num_draws * probs[mask])).sum()
    assert chi_square < 20.5  # 99.9 % point for 5 degrees of freedom
    assert log_probs == pytest.approx(np.log(probs[actions]), abs=1e-5)


def test_draws_invert_the_distribution_function() -> None:
    logits, masks = np.log([[0.5, 9, 0.3, 0.2]] * 4).astype(np.float32), np.array([[True, False, True, True]] * 4)
    actions, _ = draw_softmax(logits, masks, np.array([0.0, 0.49, 0.51, 0.999999]))
    assert actions.tolist() == [0, 0, 2, 3]


def test_large_logits_neither_overflow_nor_leave_the_legal_actions() -> None:
    logits = np.array([[1e30, -1e30, 3e38, 5.0]], np.float32)
    actions, log_probs = draw_softmax(logits, np.array([[True, True, False, True]]), np.array([0.999999999]))
    assert actions.tolist() == [0]
    assert log_probs.tolist() == [0.0]


def test_uniform_draws_are_even_over_legal_actions() -> None:
    masks = np.tile(np.array([False, True, True, False, True]), (90_000, 1))
    actions = draw_uniform(masks, np.random.default_rng(1).random(90_000))
    counts = np.bincount(actions, minlength=5)
    assert counts[[0, 3]].tolist() == [0, 0]
    assert np.abs(counts[[1, 2, 4]] - 30_000).max() < 600


def test_wrong_input_is_refused() -> None:
    masks, uniforms = np.ones((3, 4), bool), np.zeros(3)
    with pytest.raises(ValueError, match="logits must have shape"):
        draw_softmax(np.zeros((3, 5), np.float32), masks, uniforms)
    with pytest.raises(ValueError, match="uniforms must have shape"):
        draw_uniform(masks, np.zeros(2))
    with pytest.raises(ValueError, match="NaN"):
        draw_softmax(np.full((3, 4), np.nan, np.float32), masks, uniforms)
    masks[1] = False
    with pytest.raises(ValueError, match="row 1"):
        draw_uniform(masks, uniforms)
