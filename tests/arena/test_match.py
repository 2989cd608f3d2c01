import json
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from overseers_env import BatchedGames
from overseers_env.agents.random import RandomAgent
from overseers_env.arena import match, play_match
from training.config import MAX_SEED


class LastLegal:
    """Takes the last legal action of the list: enough to beat random players."""

    name = "last"

    def act(self, observations: NDArray[np.int8], action_masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        return action_masks.shape[1] - 1 - action_masks[:, ::-1].argmax(axis=1)

    def reset(self, seed: int) -> None:
        pass


@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
def test_equal_players_get_the_fair_share(num_players: int) -> None:
    result = play_match("random", "random", 300, num_players, seed=1)
    assert result.fair_share == 1 / num_players
    for estimate, expected in ((result.win_share, result.fair_share), (result.margin, 0.0)):
        assert (
            abs(estimate.mean - expected) < estimate.high - estimate.low
        )  # four standard errors, so that new deals pass too
    assert result.num_games == 300 * num_players


def test_a_player_without_chance_gets_exactly_the_fair_share_of_itself() -> None:
    """On rotated seats of the same deal the same deterministic players play the same game, so the shares sum to 1."""
    result = play_match(LastLegal(), LastLegal(), 50, 4)
    assert result.win_share.mean == pytest.approx(0.25, abs=1e-7)
    assert result.win_share.high - result.win_share.low < 1e-6


def test_a_better_player_wins_more_in_both_directions() -> None:
    forward = play_match(LastLegal(), "random", 150)
    reverse = play_match("random", LastLegal(), 150)
    assert forward.win_share.low > 0.3
    assert reverse.win_share.high < 0.25
    assert forward.margin.low > 0


def test_the_same_match_gives_the_same_numbers_and_another_seed_others() -> None:
    first, second = (play_match(RandomAgent(seed), LastLegal(), 40, 3, "english", seed=7) for seed in (1, 2))
    assert first == second
    assert json.dumps(first.as_dict()) == json.dumps(second.as_dict())
    assert play_match("random", LastLegal(), 40, 3, "english", seed=8).score != first.score


def test_threads_change_nothing() -> None:
    assert play_match("random", "random", 30, num_threads=2) == play_match("random", "random", 30)


def test_later_deals_do_not_depend_on_how_many_came_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal number d is the same whether it is played in the first batch or in a later one."""
    whole = play_match(LastLegal(), LastLegal(), 60, 4)
    monkeypatch.setattr(match, "GAMES_AT_ONCE", 25)
    assert play_match(LastLegal(), LastLegal(), 60, 4) == whole


def test_rotation_catches_a_player_that_depends_on_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cheat looks up its true seat: strong in seat 0, weak elsewhere. In seat 0 alone it would look strong."""
    tables = []

    class Watched(BatchedGames):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            tables.append(self)

    class Cheat(LastLegal):
        name = "cheat"

        def act(self, observations: NDArray[np.int8], action_masks: NDArray[np.bool_]) -> NDArray[np.int64]:
            here = np.flatnonzero((tables[-1].observations[:, None] == observations[None, :1]).all(axis=2))[0]
            if tables[-1].seats[here] == 0:
                return super().act(observations, action_masks)
            return action_masks.argmax(axis=1)

    monkeypatch.setattr(match, "BatchedGames", Watched)
    result = play_match(Cheat(), "random", 120)
    assert result.win_share_by_seat[0] > 0.32
    assert max(result.win_share_by_seat[1:]) < 0.2
    assert result.win_share.high < result.fair_share


def test_every_rotation_of_a_deal_starts_from_the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    packs = []

    class Watched(BatchedGames):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            packs.append(self.states["pack"].copy())

    monkeypatch.setattr(match, "BatchedGames", Watched)
    play_match("random", "random", 20)
    assert len(packs) == 4
    assert all(np.array_equal(packs[0], other) for other in packs)
    assert len(np.unique(packs[0].reshape(20, -1), axis=0)) == 20


def test_the_deals_of_the_arena_are_never_those_of_training() -> None:
    assert match.FIRST_SEED > MAX_SEED


def test_wrong_arguments_say_what_is_allowed() -> None:
    with pytest.raises(ValueError, match="num_deals=0 is not allowed; allowed: 1 or more"):
        play_match("random", "random", 0)
    with pytest.raises(ValueError, match="seed=-1 is not allowed"):
        play_match("random", "random", 1, seed=-1)
    with pytest.raises(ValueError, match="num_players=7 is not allowed; allowed: 3 to 6"):
        play_match("random", "random", 1, 7)
    with pytest.raises(ValueError, match="allowed: 'french', 'english'"):
        play_match("random", "random", 1, rules="dutch")
