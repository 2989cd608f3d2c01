"""Match results as a table."""

from collections.abc import Sequence

from overseers_env.arena.match import MatchResult

HEADER = ("player", "against", "rules", "win share", "95 % interval", "fair", "score", "margin", "games", "seconds")


def match_table(results: Sequence[MatchResult], seconds: Sequence[float]) -> str:
    """A Markdown table, aligned so that it reads well as plain text too: a line a match, and how long each took."""
    lines = [HEADER, *(_line(result, time) for result, time in zip(results, seconds, strict=True))]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADER))]
    rows = [f"| {' | '.join(map(str.ljust, line, widths))} |" for line in lines]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([rows[0], rule, *rows[1:]])


def _line(result: MatchResult, seconds: float) -> tuple[str, ...]:
    return (
        result.focal,
        f"{result.num_players - 1} x {result.others}",
        result.rules,
        f"{result.win_share.mean:.3f}",
        f"{result.win_share.low:.3f} to {result.win_share.high:.3f}",
        f"{result.fair_share:.3f}",
        f"{result.score.mean:.1f}",
        f"{result.margin.mean:+.1f}",
        f"{result.num_games:,}",
        f"{seconds:.1f}",
    )
