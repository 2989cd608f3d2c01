import numpy as np
import pytest

from overseers_env.arena import bootstrap


def test_two_values_by_hand() -> None:
    """Resamples of {0, 1} have the mean 0, 1/2, 1 with chances 1/4, 1/2, 1/4: the 2.5 % points are 0 and 1."""
    estimate = bootstrap([0.0, 1.0])
    assert (estimate.mean, estimate.low, estimate.high) == (0.5, 0.0, 1.0)


def test_equal_values_have_no_width() -> None:
    estimate = bootstrap(np.full(50, 0.25))
    assert (estimate.mean, estimate.low, estimate.high) == (0.25, 0.25, 0.25)


def test_many_values_agree_with_the_normal_interval() -> None:
    values = np.random.default_rng(1).normal(3.0, 2.0, 4000)
    estimate = bootstrap(values)
    half = 1.96 * values.std() / np.sqrt(len(values))
    assert estimate.mean == pytest.approx(values.mean())
    assert estimate.low == pytest.approx(values.mean() - half, abs=0.15 * half)
    assert estimate.high == pytest.approx(values.mean() + half, abs=0.15 * half)


def test_it_covers_the_truth_about_nineteen_times_in_twenty() -> None:
    generator = np.random.default_rng(2)
    covered = 0
    for number in range(400):
        estimate = bootstrap(generator.random(200) < 0.3, seed=number, num_resamples=500)
        covered += estimate.low <= 0.3 <= estimate.high
    assert 365 <= covered <= 392  # 380 expected


def test_the_same_seed_gives_the_same_ends() -> None:
    values = np.random.default_rng(3).random(100)
    assert bootstrap(values, seed=4) == bootstrap(values, seed=4)
    assert bootstrap(values, seed=4) != bootstrap(values, seed=5)


def test_no_values_are_refused() -> None:
    with pytest.raises(ValueError, match="one value or more"):
        bootstrap([])
