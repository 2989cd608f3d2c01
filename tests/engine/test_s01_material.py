"""§1: traits, editions, players."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from overseers_env import BatchedGames, Ruleset
from overseers_env.games.overseers.cards import COLOURS, DECKS, FRENCH_TRAITS, SYMBOLS, TRAITS
from overseers_env.games.overseers.characters import CHARACTER_SETS, CHARACTERS, IN_SET
from overseers_env.games.overseers.ruleset import EDITIONS
from overseers_env.games.overseers.state import read_rules
from tests.engine.tables import some, worth

DECK = {3: (3, 4, 5, 5, 5, 3), 4: (3, 4, 5, 5, 5, 3), 5: (4, 6, 6, 6, 6, 4), 6: (5, 6, 7, 7, 7, 4)}
TOTAL = {3: 25, 4: 25, 5: 32, 6: 36}


@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
def test_s1_1_the_deck(num_players: int) -> None:
    assert tuple(DECKS[num_players]) == DECK[num_players]
    assert DECKS[num_players].sum() == TOTAL[num_players]


@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
def test_s1_1_no_game_deals_a_card_more_than_the_deck_has(num_players: int) -> None:
    games = BatchedGames(some(2000, 200), num_players, seed=1)
    dealt = games.states["pack"].sum(axis=1)
    assert (dealt <= DECKS[num_players]).all()
    assert (dealt.sum(axis=1) == 6 * num_players).all()
    if num_players == 6:
        assert (dealt == DECKS[6]).all(), "36 cards, all dealt"
    else:
        assert (dealt.max(axis=0) == DECKS[num_players]).all(), "every card is dealt at times"


def test_s1_1_names() -> None:
    assert TRAITS == ("anger", "benevolence", "lust", "courage", "hope", "greed")
    assert (FRENCH_TRAITS[0], FRENCH_TRAITS[1], FRENCH_TRAITS[3:]) == (
        "Meurtre",
        "Bienveillance",
        ("Honnêteté", "Piété", "Vol"),
    )
    assert COLOURS == ("red", "orange", "violet", "blue", "green", "grey")
    assert len(set(SYMBOLS)) == 6


@pytest.mark.parametrize(("card", "points"), [("A", 6), ("B", 4), ("L", 3), ("G", 2)])
def test_s1_1_points_of_each_card(card: str, points: int) -> None:
    assert [worth(card * copies) for copies in range(7)] == [points * copies for copies in range(7)]


@pytest.mark.parametrize(("card", "points"), [("C", [0, 2, 10, 18, 18, 18, 18]), ("H", [0, 0, 6, 21, 21, 21, 21])])
def test_s1_1_points_of_a_set_and_no_second_set(card: str, points: list[int]) -> None:
    assert [worth(card * copies) for copies in range(7)] == points


def test_s1_2_french_is_the_default_and_has_all_eleven_characters() -> None:
    assert Ruleset() == Ruleset("french")
    assert read_rules(BatchedGames(1, seed=0).states[0]) == Ruleset("french")
    french, english = (
        {CHARACTERS[one] for one in np.flatnonzero(IN_SET[CHARACTER_SETS.index(edition)])} for edition in EDITIONS
    )
    assert (len(french), len(english)) == (11, 9)
    assert french - english == {"fushen", "wuming"}


SETTINGS: dict[str, tuple[Any, Any]] = {
    "characters": ("french", "english"),
    "last_card": ("discard", "leftover"),
    "theft": ("must", "may"),
    "liang": ("steal", "penalty"),
    "telling": (True, False),
}


def test_s1_2_what_differs_between_the_editions() -> None:
    for name, (french, english) in SETTINGS.items():
        assert getattr(Ruleset("french"), name) == french
        assert getattr(Ruleset("english"), name) == english


@pytest.mark.parametrize(("edition", "name"), list(product(EDITIONS, SETTINGS)))
def test_s1_2_each_difference_may_be_set_alone(edition: str, name: str) -> None:
    for value in SETTINGS[name]:
        rules = Ruleset(edition, **{name: value})
        games = BatchedGames(1, 3, rules, seed=0)
        played = read_rules(games.states[0])
        for other in SETTINGS:
            assert getattr(played, other) == (value if other == name else getattr(Ruleset(edition), other))


@pytest.mark.parametrize("num_players", [-1, 0, 2, 7, 3.0, "4", [4, 7]])
def test_s1_3_three_to_six_players(num_players: Any) -> None:
    with pytest.raises(ValueError, match="allowed: 3 to 6"):
        BatchedGames(2, num_players)


@pytest.mark.parametrize("num_rounds", [1, 2, 3, 4])
def test_s1_3_one_to_four_rounds(num_rounds: int) -> None:
    assert Ruleset().num_rounds == 3
    games = BatchedGames(1, 3, Ruleset(num_rounds=num_rounds), seed=3)
    rounds = set()
    for _ in range(1000):
        rounds.add(int(games.states["round_number"][0]))
        if games.step(games.random_actions())[0][0]:
            break
    assert rounds == set(range(num_rounds))
    assert int(games.final_states["round_number"][0]) == num_rounds - 1


@pytest.mark.parametrize("num_rounds", [0, 5])
def test_s1_3_other_numbers_of_rounds_are_refused(num_rounds: int) -> None:
    with pytest.raises(ValueError, match="allowed: 1, 2, 3, 4"):
        Ruleset(num_rounds=num_rounds)
