"""Ruleset: what may be set, and what is said when it may not."""

from dataclasses import FrozenInstanceError, fields, replace
from itertools import product
from typing import Any

import pytest

from overseers_env import BatchedGames, Ruleset
from overseers_env.games.overseers.batched import new_states
from overseers_env.games.overseers.ruleset import ALLOWED, as_ruleset
from overseers_env.games.overseers.state import read_rules, write_rules


def test_every_field_has_its_allowed_values() -> None:
    assert {field.name for field in fields(Ruleset)} == set(ALLOWED)
    for name, values in ALLOWED.items():
        for value in values:
            assert getattr(Ruleset(**{name: value}), name) == value


@pytest.mark.parametrize("name", sorted(set(ALLOWED) - {"edition"}))
@pytest.mark.parametrize("value", ["nonsense", 17, -1, 2.0, (), "True"])
def test_an_error_names_the_field_the_value_and_what_is_allowed(name: str, value: Any) -> None:
    with pytest.raises(ValueError) as error:
        Ruleset(**{name: value})
    assert f"{name}={value!r} is not allowed" in str(error.value)
    for allowed in ALLOWED[name]:
        assert repr(allowed) in str(error.value)


@pytest.mark.parametrize(("name", "value"), [("character_draft", 1), ("telling", 0), ("num_rounds", True)])
def test_a_number_is_no_truth_value(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"{name}={value!r} is not allowed"):
        Ruleset(**{name: value})


@pytest.mark.parametrize("edition", ["German", "", None, 3])
def test_an_unknown_edition(edition: Any) -> None:
    with pytest.raises(ValueError, match="is not allowed; allowed: 'french', 'english'"):
        Ruleset(edition)


@pytest.mark.parametrize("rules", [None, 3, ["french"], {"edition": "french"}])
def test_something_that_is_no_ruleset(rules: Any) -> None:
    with pytest.raises(ValueError, match="allowed: 'french', 'english' or a Ruleset"):
        as_ruleset(rules)
    with pytest.raises(ValueError, match="allowed: 'french', 'english'"):
        new_states(1, 4, "germanic")


def test_an_unknown_setting_names_the_nearest() -> None:
    with pytest.raises(ValueError, match="has no 'discusion_rounds', did you mean 'discussion_rounds'\\?"):
        as_ruleset("french", discusion_rounds=2)
    with pytest.raises(ValueError, match="Ruleset has no 'zzz'; it has: edition, characters"):
        as_ruleset("french", zzz=2)


def test_a_ruleset_is_complete_and_stays_as_it_is() -> None:
    rules = Ruleset("english")
    assert as_ruleset(rules) is rules
    with pytest.raises(ValueError, match=r"dataclasses\.replace"):
        as_ruleset(rules, num_rounds=2)
    with pytest.raises(FrozenInstanceError):
        rules.num_rounds = 2  # type: ignore[misc]
    assert replace(rules, num_rounds=2).last_card == "leftover"


def test_text_names_what_differs_from_the_edition() -> None:
    assert Ruleset().text() == "french"
    rules = Ruleset("english", telling=True, num_rounds=1, last_card="discard")
    assert rules.text() == "english last_card=discard telling=True num_rounds=1"
    with pytest.raises(ValueError, match="num_rounds='7' is not allowed"):
        Ruleset.parse("french num_rounds=7")
    with pytest.raises(ValueError, match="has no 'rounds'"):
        Ruleset.parse("french rounds=7")


SOME_RULES = [
    Ruleset(
        edition,
        **dict(zip(("characters", "last_card", "telling", "num_rounds", "discussion_rounds"), values, strict=True)),
    )
    for edition, values in product(
        ("french", "english"),
        product(("french", "english", "none"), ("discard", "leftover"), (True, False), (1, 4), (0, 2)),
    )
]


def test_text_is_read_back() -> None:
    assert len(set(SOME_RULES)) == 96
    for rules in SOME_RULES:
        assert Ruleset.parse(rules.text()) == rules


def test_a_record_holds_its_rules() -> None:
    """Editions differ only in settings, so a record knows them and not the name."""
    for rules in SOME_RULES:
        states = new_states(1, 5, rules)
        again = read_rules(states[0])
        assert replace(again, edition="french") == replace(rules, edition="french")
        copy = new_states(1, 5, "french")
        write_rules(copy, again, 5)
        assert copy.tobytes() == states.tobytes()


def test_rules_by_game() -> None:
    games = BatchedGames(2, 3, ["french", Ruleset("english", num_rounds=1)], seed=1)
    assert games.states["is_leftover"].tolist() == [0, 1]
    assert games.states["num_rounds"].tolist() == [3, 1]
    with pytest.raises(ValueError, match="rules has 3 entries; allowed: 1 or num_games=2"):
        BatchedGames(2, 3, ["french"] * 3)
