"""BatchedGames: thousands of games, one call."""

import copy
import pickle
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any

import numpy as np
import pytest

from overseers_env import NUM_ACTIONS, OBSERVATION_SIZE, BatchedGames, IllegalActionError, Ruleset
from tests.engine.tables import some

MIXED_PLAYERS = [3, 4, 5, 6, 3, 6]
MIXED_RULES = ["french", "english", Ruleset(num_rounds=1), "english", Ruleset(characters="none"), "french"]

STEPS = some(60, 15)


def mixed(seed: int = 9, **options: Any) -> BatchedGames:
    """Six games of different rules and numbers of players."""
    return BatchedGames(6, MIXED_PLAYERS, list(MIXED_RULES), seed=seed, **options)


def play(games: BatchedGames, steps: int) -> BatchedGames:
    """So many random steps."""
    for _ in range(steps):
        games.step(games.random_actions())
    return games


def everything(games: BatchedGames) -> list[bytes]:
    """All that can be seen of a batch."""
    arrays = (games.states, games.final_states, games.seats, games.observations, games.action_masks)
    return [array.tobytes() for array in arrays]


class TestShapes:
    def test_arrays(self) -> None:
        games = BatchedGames(5, 4, seed=1)
        assert len(games) == games.num_games == 5
        assert (games.observations.shape, games.observations.dtype) == ((5, OBSERVATION_SIZE), np.int8)
        assert (games.action_masks.shape, games.action_masks.dtype) == ((5, NUM_ACTIONS), np.bool_)
        assert (games.seats.shape, games.seats.dtype) == ((5,), np.int8)
        finished, returns = games.step(games.random_actions())
        assert (finished.shape, finished.dtype) == ((5,), np.bool_)
        assert (returns.shape, returns.dtype) == ((5, 6), np.float32)

    @pytest.mark.parametrize("name", ["observations", "action_masks", "seats", "states", "final_states"])
    def test_buffers_are_read_only(self, name: str) -> None:
        buffer = getattr(BatchedGames(2, 3, seed=1), name)
        with pytest.raises(ValueError, match="read-only"):
            buffer[0] = buffer[1]
        assert not buffer.flags.writeable

    def test_buffers_are_written_in_place(self) -> None:
        games = BatchedGames(2, 3, seed=1)
        seen, seats = games.observations, games.seats
        before = seen.copy()
        play(games, 3)
        assert games.observations is seen
        assert games.seats is seats
        assert (seen != before).any()

    def test_results_of_a_step_are_new_arrays(self) -> None:
        games = BatchedGames(2, 3, seed=1)
        first, second = games.step(games.random_actions()), games.step(games.random_actions())
        assert not any(np.shares_memory(one, two) for one, two in zip(first, second, strict=True))

    @pytest.mark.parametrize("num_games", [0, -3])
    def test_number_of_games(self, num_games: int) -> None:
        with pytest.raises(ValueError, match=f"num_games={num_games} is not allowed; allowed: 1 or more"):
            BatchedGames(num_games, 4)

    def test_number_of_threads(self) -> None:
        with pytest.raises(ValueError, match="num_threads=0 is not allowed; allowed: 1 or more"):
            BatchedGames(2, 4, num_threads=0)
        assert BatchedGames(2, 4, num_threads=8).num_threads == 2


class TestIllegalActions:
    @pytest.mark.parametrize("action", [-1, 0, NUM_ACTIONS - 1, NUM_ACTIONS, 10**12, -(10**12)])
    def test_names_the_game_and_leaves_everything_as_it_was(self, action: int) -> None:
        games = play(BatchedGames(4, 5, seed=2), 7)
        before, actions = everything(games), games.random_actions()
        actions[2] = action
        with pytest.raises(IllegalActionError, match=r"^game 2: .* is not legal for seat \d at '[a-z ]+'; legal: ."):
            games.step(actions)
        assert everything(games) == before

    def test_says_what_is_legal(self) -> None:
        games = BatchedGames(1, 3, Ruleset(characters="none"), seed=2)
        with pytest.raises(IllegalActionError) as error:
            games.step([games.game.num_actions])
        assert "action 149 (out of range 0 to 148)" in str(error.value)
        assert "at 'draft'; legal: draft " in str(error.value)

    def test_the_first_of_several_is_named(self) -> None:
        games = BatchedGames(4, 5, seed=2)
        with pytest.raises(IllegalActionError, match=r"^game 1: 'no-op'"):
            games.step([games.random_actions()[0], 0, 0, 0])

    def test_every_action_that_the_mask_forbids(self) -> None:
        games = play(BatchedGames(1, 4, seed=3), 30)
        before = everything(games)
        for action in np.flatnonzero(~games.action_masks[0]):
            with pytest.raises(IllegalActionError):
                games.step([action])
        assert everything(games) == before

    def test_a_still_game_may_have_any_action(self) -> None:
        games = BatchedGames(2, 4, seed=3)
        actions = games.random_actions()
        actions[1] = -7
        games.step(actions, [True, False])

    @pytest.mark.parametrize("shape", [(), (3,), (2, 1)])
    def test_shapes(self, shape: tuple[int, ...]) -> None:
        games = BatchedGames(2, 4, seed=3)
        with pytest.raises(ValueError, match=r"actions must have shape \(2,\)"):
            games.step(np.zeros(shape, int))
        with pytest.raises(ValueError, match=r"active must have shape \(2,\)"):
            games.step(games.random_actions(), np.zeros(shape, bool))


class TestActive:
    def test_games_that_are_not_active_stand_still(self) -> None:
        games = mixed()
        for turn in range(some(40, 12)):
            active = np.arange(6) % 2 == turn % 2
            states, seen = games.states.copy(), games.observations.copy()
            finished, returns = games.step(games.random_actions(), active)
            assert games.states[~active].tobytes() == states[~active].tobytes()
            assert (games.observations[~active] == seen[~active]).all()
            assert not finished[~active].any()
            assert not returns[~active].any()
            assert all(games.states[game].tobytes() != states[game].tobytes() for game in np.flatnonzero(active))

    def test_the_game_is_the_same_whenever_it_is_played(self) -> None:
        """Game 0 moves at every step, and at every second step of a longer run."""
        quick, slow = BatchedGames(2, 4, seed=5), BatchedGames(2, 4, seed=5)
        for _ in range(30):
            actions = quick.random_actions()
            quick.step(actions, [True, False])
            slow.step(actions, [False, False])
            slow.step(actions, [True, False])
        assert quick.states.tobytes() == slow.states.tobytes()


class TestEnds:
    def test_a_finished_game_is_kept_and_starts_again(self) -> None:
        games, ends = BatchedGames(3, 3, Ruleset(num_rounds=1), seed=4), 0
        while ends < 4:
            before = games.states.copy()
            finished, returns = games.step(games.random_actions())
            for game in np.flatnonzero(finished):
                ends += 1
                end, start = games.final_states[game], games.states[game]
                assert games.game.describe_stage(end) == "game over"
                assert end["key"].tolist() == before[game]["key"].tolist()
                assert start["key"].tolist() != end["key"].tolist()
                assert start["round_number"] == 0
                assert returns[game, :3].sum() == pytest.approx(0, abs=1e-6)
                assert returns[game].max() > 0
                assert games.seats[game] >= 0
            assert not returns[~finished].any()

    def test_the_mask_always_has_a_choice(self) -> None:
        games = mixed()
        for _ in range(some(600, 40)):
            games.step(games.random_actions())
            assert (games.action_masks.sum(axis=1) >= 2).all()
            assert not games.action_masks[:, 0].any()


class TestSeeds:
    def test_game_i_is_the_same_in_any_batch_size(self) -> None:
        large, small = play(BatchedGames(9, 4, seed=11), STEPS), play(BatchedGames(4, 4, seed=11), STEPS)
        assert large.states[:4].tobytes() == small.states.tobytes()
        assert (large.observations[:4] == small.observations).all()

    def test_first_game(self) -> None:
        large, rest = play(BatchedGames(9, 4, seed=11), STEPS), play(BatchedGames(3, 4, seed=11, first_game=6), STEPS)
        assert large.states[6:].tobytes() == rest.states.tobytes()

    def test_a_seed_is_a_batch(self) -> None:
        assert everything(play(mixed(), STEPS)) == everything(play(mixed(), STEPS))
        assert everything(play(mixed(), STEPS)) != everything(play(mixed(seed=10), STEPS))

    def test_games_of_a_batch_differ(self) -> None:
        assert len(set(map(bytes, BatchedGames(50, 4, seed=1).states["pack"]))) == 50

    @pytest.mark.parametrize("num_threads", [2, 3, 5])
    def test_any_number_of_threads(self, num_threads: int) -> None:
        one, many = mixed(), mixed(num_threads=num_threads)
        for _ in range(some(300, 20)):
            actions = one.random_actions()
            results = [games.step(actions) for games in (one, many)]
            assert all((first == second).all() for first, second in zip(*results, strict=True))
            many.random_actions()
        assert everything(one) == everything(many)

    def test_an_error_in_a_thread_leaves_everything(self) -> None:
        games = mixed(num_threads=3)
        before = everything(games)
        with pytest.raises(IllegalActionError, match=r"^game 5:"):
            games.step([*games.random_actions()[:5], 0])
        assert everything(games) == before


class TestRestarts:
    def test_a_restarted_game_is_the_next_of_its_series(self) -> None:
        """The same that would have begun had it been played to its end; the others stand still."""
        games, ended = mixed(), mixed()
        before = games.states.copy()
        games.restart([False, False, True, False, True, False])
        others = [0, 1, 3, 5]
        assert games.states[others].tobytes() == before[others].tobytes()
        finished = np.zeros(6, np.bool_)
        while not finished[2]:
            finished = ended.step(ended.random_actions())[0]
        assert ended.states[2].tobytes() == games.states[2].tobytes() != before[2].tobytes()
        assert (games.observations[2] == ended.observations[2]).all()
        assert games.seats[2] == ended.seats[2]

    def test_reseeded_and_restarted_it_is_a_new_batch_of_that_seed(self) -> None:
        games = play(mixed(), 10)
        games.reseed(77)
        games.restart(np.ones(6, np.bool_))
        fresh = mixed(seed=77)
        assert [array.tobytes() for array in (games.states, games.seats, games.observations, games.action_masks)] == [
            array.tobytes() for array in (fresh.states, fresh.seats, fresh.observations, fresh.action_masks)
        ]
        with pytest.raises(ValueError, match="seed=-1 is not allowed"):
            games.reseed(-1)


def test_mixed_players_and_editions_play_as_they_would_alone() -> None:
    """Game i of the mixed batch is the game of the same seed and number in a batch of its own kind."""
    games = mixed()
    alone = [
        BatchedGames(1, players, rules, seed=9, first_game=i)
        for i, (players, rules) in enumerate(zip(MIXED_PLAYERS, MIXED_RULES, strict=True))
    ]
    for _ in range(some(300, 20)):
        actions = games.random_actions()
        finished, returns = games.step(actions)
        for i, one in enumerate(alone):
            own_finished, own_returns = one.step(actions[i : i + 1])
            assert one.states[0].tobytes() == games.states[i].tobytes()
            assert (one.observations[0] == games.observations[i]).all()
            assert (one.action_masks[0] == games.action_masks[i]).all()
            assert (own_finished[0], own_returns[0].tolist()) == (finished[i], returns[i].tolist())


def test_observe_as_any_seat() -> None:
    games = play(mixed(), 20)
    seen, masks = games.observe(games.seats)
    assert (seen == games.observations).all()
    assert (masks == games.action_masks).all()
    seen, masks = games.observe(0)
    assert (masks[:, 0] == ~masks[:, 1:].any(axis=1)).all(), "who is not asked has only the no-op"
    assert seen.flags.writeable
    assert not np.shares_memory(seen, games.observations)
    for seats in (-1, 6, [0, 0, 0, 0, 4, 0]):
        with pytest.raises(ValueError, match="a seat is out of range; allowed: 0 to the game's num_players - 1"):
            games.observe(seats)


COPIES: dict[str, Callable[[BatchedGames], BatchedGames]] = {
    "copy": lambda games: games.copy(),
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda games: pickle.loads(pickle.dumps(games)),
    "bytes": lambda games: BatchedGames.from_bytes(games.to_bytes()),
}


class TestCopies:
    @pytest.mark.parametrize("how", sorted(COPIES))
    def test_go_on_as_the_original(self, how: str) -> None:
        games = play(mixed(), some(150, 12))
        twin = COPIES[how](games)
        assert everything(twin) == everything(games)
        assert everything(play(twin, some(150, 12))) == everything(play(games, some(150, 12)))

    @pytest.mark.parametrize("how", sorted(COPIES))
    def test_are_independent(self, how: str) -> None:
        games = play(mixed(), 10)
        before, twin = everything(games), COPIES[how](games)
        play(twin, 20)
        assert everything(games) == before
        assert everything(twin) != before
        assert not np.shares_memory(twin.states, games.states)
        assert not twin.states.flags.writeable

    def test_keep_threads(self) -> None:
        games = mixed(num_threads=2)
        assert games.copy().num_threads == 2
        assert BatchedGames.from_bytes(games.to_bytes(), num_threads=3).num_threads == 3

    def test_restarts_after_a_copy_are_the_same_games(self) -> None:
        games = BatchedGames(2, 3, Ruleset(num_rounds=1), seed=3)
        twin, ends = games.copy(), 0
        while ends < 3:
            ends += games.step(games.random_actions())[0].sum()
            twin.step(twin.random_actions())
        assert twin.states.tobytes() == games.states.tobytes()


class TestBytes:
    games = staticmethod(cache(lambda: play(mixed(), 25)))

    def tampered(self, **changes: Callable[[Any], Any]) -> bytes:
        """Saved games with arrays changed."""
        with np.load(BytesIO(self.games().to_bytes())) as saved:
            arrays = {name: saved[name] for name in saved.files}
        for name, change in changes.items():
            arrays[name] = np.asarray(change(arrays[name]))
        out = BytesIO()
        np.savez(out, **arrays)
        return out.getvalue()

    def with_field(self, name: str, value: Any) -> bytes:
        """Saved games with a field of all records changed."""

        def change(raw: Any) -> Any:
            states = np.frombuffer(raw.tobytes(), self.games().game.state_dtype).copy()
            states[name] = value
            return np.frombuffer(states.tobytes(), np.uint8)

        return self.tampered(states=change)

    def test_untouched_bytes_are_the_games(self) -> None:
        assert everything(BatchedGames.from_bytes(self.tampered())) == everything(self.games())

    @pytest.mark.parametrize(
        "change",
        [
            lambda data: b"",
            lambda data: b"no games at all",
            lambda data: data[: len(data) // 2],
            lambda data: data[:-1],
            lambda data: data[:2000] + b"\xff\xff" + data[2002:],
            lambda data: pickle.dumps({"states": 1}),
        ],
    )
    def test_garbage(self, change: Callable[[bytes], bytes]) -> None:
        with pytest.raises(ValueError, match="these bytes hold no games"):
            BatchedGames.from_bytes(change(self.games().to_bytes()))

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"game": lambda old: "chess"}, "chess version 1; allowed: overseers version 1"),
            ({"version": lambda old: 2}, "overseers version 2; allowed: overseers version 1"),
            ({"states": lambda old: old[:-1]}, "states of another layout"),
            ({"states": lambda old: old.astype(np.int16)}, "states of another layout"),
            ({"final_states": lambda old: old[:-1]}, "final_states of another layout"),
            ({"states": lambda old: old[:0]}, "arrays of different lengths"),
            ({"streams": lambda old: old[:-1]}, "arrays of different lengths"),
            ({"episodes": lambda old: old[:, np.newaxis]}, "arrays of different lengths"),
            ({"seeds": lambda old: old[:1]}, "seeds of another form"),
            ({"seeds": lambda old: old.astype(float)}, "seeds of another form"),
            ({"streams": lambda old: old.astype(np.int32)}, "seeds of another form"),
        ],
    )
    def test_arrays_of_another_form(self, changes: dict[str, Callable[[Any], Any]], message: str) -> None:
        with pytest.raises(ValueError, match=message):
            BatchedGames.from_bytes(self.tampered(**changes))

    def test_a_missing_array(self) -> None:
        out = BytesIO()
        np.savez(out, game="overseers", version=1)
        with pytest.raises(ValueError, match="these bytes hold no games"):
            BatchedGames.from_bytes(out.getvalue())

    @pytest.mark.parametrize("turn", [lambda old: np.arange(3), lambda old: "x"])
    def test_a_turn_of_another_form(self, turn: Callable[[Any], Any]) -> None:
        with pytest.raises(ValueError):
            BatchedGames.from_bytes(self.tampered(turn=turn))

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("num_players", 2),
            ("num_players", 7),
            ("num_rounds", 5),
            ("num_rounds", 0),
            ("num_rounds", -1),
            ("discussion_rounds", 3),
            ("character_set", 3),
            ("character_set", -1),
            ("stage", 36),
            ("stage", -1),
            ("pending", 64),
            ("pending", -1),
            ("leader", 6),
            ("leader", -2),
            ("round_number", 4),
            ("round_number", -1),
            ("num_taken", 7),
            ("num_taken", -1),
            ("picks", 6),
            ("picks", -2),
            ("pack", 13),
            ("pack", -1),
            ("hand", -1),
            ("face_up", -1),
            ("pile", -1),
            ("vote", 6),
            ("character", 11),
            ("statements", 100),
            ("num_spoken", 13),
            ("chosen", 14),
            ("key", -1),
            ("key", 1 << 32),
        ],
    )
    def test_a_field_out_of_range_is_named(self, name: str, value: int) -> None:
        with pytest.raises(ValueError, match=f"^{name} is out of range; allowed: "):
            BatchedGames.from_bytes(self.with_field(name, value))

    def test_a_round_beyond_the_last_is_refused(self) -> None:
        """A game that has passed its last round would never end, and write beyond its record."""
        states = self.games().states
        with pytest.raises(ValueError, match="round_number"):
            BatchedGames.from_bytes(self.with_field("round_number", states["num_rounds"]))
