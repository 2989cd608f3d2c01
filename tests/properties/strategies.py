"""What hypothesis plays: any rules, any number of players, any seed. The examples are the same in every run."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from overseers_env import Ruleset
from tests.engine.tables import some

num_players = st.integers(3, 6)
seeds = st.integers(0, 2**31 - 1)


def _ruleset(edition: str, draws_characters: bool, settings_: dict[str, object]) -> Ruleset:
    return Ruleset(edition, character_draft=draws_characters and settings_["characters"] != "none", **settings_)


rulesets = st.builds(
    _ruleset,
    st.sampled_from(["french", "english"]),
    st.booleans(),
    st.fixed_dictionaries(
        {
            "characters": st.sampled_from([None, None, None, "french", "english", "none"]),
            "last_card": st.sampled_from([None, "discard", "leftover"]),
            "theft": st.sampled_from([None, "must", "may"]),
            "liang": st.sampled_from([None, "steal", "penalty"]),
            "telling": st.sampled_from([None, True, False]),
            "discussion_rounds": st.integers(0, 2),
            "num_rounds": st.integers(1, 4),
            "alternating_direction": st.booleans(),
        }
    ),
)


def examples(compiled: int, plain: int) -> settings:
    """So many examples, fewer in plain Python; no time limits."""
    return settings(
        max_examples=some(compiled, plain),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
