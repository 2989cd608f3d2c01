"""Learning curves of runs as one SVG: python -m training.plots runs/one runs/two --out docs/curves.svg

Reads what `overseers train` wrote for TensorBoard.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from matplotlib import pyplot, rcParams
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

CURVES = (
    ("measure/win_share", "win share against heuristic"),
    ("measure/margin", "points above the others' mean"),
    ("learning/entropy", "entropy, nats"),
    ("learning/explained_variance", "explained variance"),
    ("learning/highest_brier", "Brier score: who is highest"),
    ("play/accused_is_highest", "the accused is the highest"),
    ("play/admit_if_guilty", "admits when the highest"),
    ("play/admit_if_innocent", "admits when not"),
)
SMOOTHING = 0.9
NOISY = ("learning/", "play/")


def read_curve(run: Path, tag: str) -> tuple[list[int], list[float]]:
    """Decisions and values of one curve; empty if the run has none. Raises ValueError for a folder without events."""
    if not any(run.glob("events.out.tfevents.*")):
        raise ValueError(f"{run} holds no TensorBoard events; allowed: the folder of a run")
    events = EventAccumulator(str(run), size_guidance={"scalars": 0})
    events.Reload()
    points = events.Scalars(tag) if tag in events.Tags()["scalars"] else []
    return [point.step for point in points], [point.value for point in points]


def smoothed(values: Sequence[float]) -> list[float]:
    """An exponential mean that starts at the first value."""
    means: list[float] = []
    for value in values:
        means.append(value if not means else SMOOTHING * means[-1] + (1 - SMOOTHING) * value)
    return means


def plot_runs(runs: Sequence[Path], out: Path) -> None:
    """Draw CURVES of every run, one colour and line style a run, to an SVG."""
    pyplot.switch_backend("svg")
    rcParams["svg.hashsalt"] = "overseers"  # the same curves give the same file
    figure, axes = pyplot.subplots(2, 4, figsize=(18, 7), layout="constrained")
    for axis, (tag, title) in zip(axes.flat, CURVES, strict=True):
        for number, run in enumerate(runs):
            steps, values = read_curve(run, tag)
            shown = smoothed(values) if tag.startswith(NOISY) else values
            axis.plot([step / 1e6 for step in steps], shown, ("-", "--", ":", "-.")[number % 4], label=run.name)
        axis.set_title(title)
        axis.set_xlabel("million decisions")
        axis.grid(alpha=0.3)
    axes.flat[0].legend()
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, metadata={"Date": None})
    pyplot.close(figure)


def main() -> None:
    """Draw the runs named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=Path("curves.svg"))
    options = parser.parse_args()
    plot_runs(options.runs, options.out)


if __name__ == "__main__":
    main()
