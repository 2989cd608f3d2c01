"""§11: structured talk, and its verdicts."""

from itertools import product

import pytest

from overseers_env.games.overseers import kernels
from overseers_env.games.overseers.actions import ACCUSE, BUCKET, BUCKETS, HOLD, SEEN, SILENT, VOUCH, Action
from overseers_env.games.overseers.cards import TRAITS
from tests.engine.tables import Scripted, counts, deal, shown

TALK = "num_rounds=1"
SEATS = ("meixiu ABL/LC", "suyin CCB/BH", "placer HH/LLC")
"""Worth 21, 18 and 14: Suyin's hidden are Benevolence and Hope."""


def talk(*seats: str, rules: str = "french", options: str = TALK, leader: int = 0) -> Scripted:
    return deal(*(seats or SEATS), rules=rules, options=options, leader=leader).play("P0 name P1")


def verdict(game: Scripted, *statements: str) -> list[int]:
    """The kept verdicts on the statements of one turn: 1 true, 0 false, -1 none."""
    return game.play(*statements).state["verdicts"][0, 0, :3].tolist()


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_s11_turns_of_one_statement_a_seat_clockwise_from_the_leader(turns: int) -> None:
    game = talk(options=f"discussion_rounds={turns} num_rounds=1", leader=1)
    for seat in (1, 2, 0) * turns:
        assert (game.stage, game.asked) == ("discussion", [seat])
        game = game.play(f"P{seat} silent")
    assert game.stage == "vote"


def test_s11_what_can_be_said() -> None:
    game = talk()
    said = {"silent"} | {f"{verb} P{other}" for verb, other in product(("accuse", "vouch"), (1, 2))}
    said |= {f"hold {trait}" for trait in TRAITS} | {
        f"bucket {bucket}" for bucket in ("0-9", "10-14", "15-19", "20-24", "25+")
    }
    assert game.legal(0) == said | {f"seen {trait}" for trait in TRAITS}, "Meixiu"
    game = game.play("P0 silent")
    assert game.legal(1) == {text.replace("P1", "P0") for text in said}, "no statement about oneself"


def test_s11_english_forbids_telling_what_was_seen() -> None:
    assert not any(text.startswith("seen") for text in talk(rules="english").legal(0))
    assert any(text.startswith("seen") for text in talk(rules="english telling=True").legal(0))
    assert not any(text.startswith("seen") for text in talk(rules="french telling=False").legal(0))


def test_s11_statements_are_public_and_bind_nobody() -> None:
    game = talk().play("P0 vouch P1", "P1 accuse P0", "P2 hold greed")
    for seat in range(3):
        seen = game.sees(seat)["statements"][0]
        about = [row[:6] for row in seen]
        assert about[(0 - seat) % 3][(1 - seat) % 3] == 1
        assert about[(1 - seat) % 3][(0 - seat) % 3] == -1
        assert seen[(2 - seat) % 3][6:12] == counts("G")
    assert game.legal(0) == {"vote P1", "vote P2"}, "she vouched and may vote for it all the same"


def test_s11_accuse_keeps_whether_it_was_highest_and_silence_has_no_verdict() -> None:
    game = talk()
    assert [game.value(seat) for seat in range(3)] == [21, 18, 14]
    assert verdict(game, "P0 silent", "P1 accuse P0", "P2 accuse P1") == [-1, 1, 0]


def test_s11_vouch_is_true_below_the_highest() -> None:
    assert verdict(talk(), "P0 vouch P1", "P1 vouch P0", "P2 vouch P0") == [1, 0, 0]


def test_s11_hidden_traits_are_taken_as_printed() -> None:
    assert verdict(talk(), "P0 hold lust", "P1 hold courage", "P2 hold hope") == [1, 0, 0]
    assert verdict(talk(), "P0 hold courage", "P1 hold hope", "P2 hold courage") == [1, 1, 1]


def test_s11_the_altered_card_is_hidden_as_its_printed_trait() -> None:
    game = talk("meixiu ABL/LC", "nuying CCA/BH", "placer HH/LLC").play("P1 turn up anger", "P1 card up courage")
    assert verdict(game, "P0 seen anger", "P1 hold anger", "P2 silent") == [1, 1, -1]
    assert verdict(game, "P0 seen courage", "P1 hold courage", "P2 silent") == [0, 0, -1]


def test_s11_seen_is_about_the_seat_she_looked_at() -> None:
    assert verdict(talk(), "P0 seen hope", "P1 silent", "P2 silent") == [1, -1, -1]
    assert verdict(talk(), "P0 seen lust", "P1 silent", "P2 silent") == [0, -1, -1]


@pytest.mark.parametrize(
    ("table", "value", "bucket"),
    [
        ("H", 0, "0-9"),
        ("LLL", 9, "0-9"),
        ("CC", 10, "10-14"),
        ("CCB", 14, "10-14"),
        ("LLLLL", 15, "15-19"),
        ("ACCL", 19, "15-19"),
        ("BBBBB", 20, "20-24"),
        ("AAAA", 24, "20-24"),
        ("HHHB", 25, "25+"),
        ("AAAAAA", 36, "25+"),
    ],
)
def test_s11_buckets(table: str, value: int, bucket: str) -> None:
    """The last speaker's table is laid by hand."""
    for said in BUCKETS:
        game = talk().play("P0 silent", "P1 silent")
        game.state["face_up"][2], game.state["face_down"][2] = counts(table), 0
        assert game.value(2) == value
        assert kernels.play_one(game.states, 2, Action.parse(f"bucket {said}").id)
        assert game.state["verdicts"][0, 0, 2] == (said == bucket)


def test_s11_values_of_buckets_have_all_powers_and_the_three_points() -> None:
    assert verdict(talk(), "P0 bucket 20-24", "P1 bucket 15-19", "P2 bucket 10-14") == [1, 1, 1]
    assert verdict(talk(), "P0 bucket 15-19", "P1 bucket 20-24", "P2 bucket 25+") == [0, 0, 0]


def test_s11_no_seat_ever_sees_a_verdict() -> None:
    game = talk().play("P0 vouch P1", "P1 accuse P0", "P2 hold greed")
    before = [game.sight(seat) for seat in range(3)]
    game.state["verdicts"][:] = 1 - game.state["verdicts"].clip(0)
    assert [game.sight(seat) for seat in range(3)] == before
    assert sum(shown(game.states, 0)[1]) == 2


def test_s11_statement_ids_are_one_block() -> None:
    assert SILENT < ACCUSE < VOUCH < HOLD < BUCKET < SEEN
