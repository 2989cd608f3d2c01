"""A whole game as text, and back."""

import random
import re
from itertools import chain
from typing import Any

import pytest

from overseers_env import Ruleset
from overseers_env.games.overseers import kernels
from overseers_env.games.overseers.notation import (
    TITLE,
    RecordError,
    decision_text,
    parse_decision,
    read_record,
    replay,
    replay_record,
    write_record,
)
from tests.engine.tables import Scripted, deal, deny, head, legal_actions, packs_line, shown, some
from tests.engine.walks import asked_of, is_over, stage_of, started, walk

PACKS = ("AABBLL", "CCCHHH", "LLLCCG")
Decisions = list[tuple[int, int]]


def random_rules(dice: random.Random) -> Ruleset:
    characters = dice.choice(["french", "french", "english", "none"])
    return Ruleset(
        dice.choice(["french", "english"]),
        characters=characters,
        num_rounds=dice.choice([1, 2, 3]),
        discussion_rounds=dice.choice([0, 1, 2]),
        character_draft=characters != "none" and dice.random() < 0.4,
        alternating_direction=dice.random() < 0.5,
    )


def random_game(seed: int, *, stop: float = 1.0, num_players: int = 0) -> tuple[Any, Decisions]:
    """A game of random rules, up to its end or a part of it: the record and the decisions."""
    dice = random.Random(seed)
    decisions: Decisions = []
    for states, seat, action in walk(num_players or dice.choice([3, 4, 5, 6]), random_rules(dice), seed):  # noqa: B007
        if seat < 0 or (stop < 1 and dice.random() > stop):
            break
        decisions.append((seat, action))
    return states[0], decisions


def body(text: str) -> list[str]:
    """The lines of a record that move the game."""
    return [line for line in text.splitlines()[4:] if not line.startswith(("#", "round"))]


@pytest.mark.parametrize("seed", range(some(60, 8)))
def test_a_game_is_read_back_state_for_state(seed: int) -> None:
    state, decisions = random_game(seed, stop=1.0 if seed % 3 else 0.99)
    text = write_record(state, decisions)
    states, again = replay_record(read_record(text))
    assert states[0].tobytes() == state.tobytes()
    assert again == decisions
    assert write_record(states[0], again) == text
    assert replay(text)[0].tobytes() == state.tobytes()


def test_a_replay_needs_no_generator() -> None:
    """With another key, or none, the chance results of the text are laid, not drawn."""
    state, decisions = random_game(1)
    text = write_record(state, decisions)
    lines = text.splitlines()
    for key in ("key ?? ??", "key 1 2"):
        states = replay("\n".join([*lines[:3], key, *lines[4:]]))
        states["key"] = state["key"]
        assert states[0].tobytes() == state.tobytes()


def test_every_chance_kind_is_written_and_laid() -> None:
    kinds = set()
    for seed in range(some(40, 25)):
        state, decisions = random_game(seed)
        text = write_record(state, decisions)
        assert replay(text)[0].tobytes() == state.tobytes()
        for line in body(text):
            if line.startswith("*"):
                kinds.add("characters by seat" if line.startswith("* characters P0") else line.split()[1])
    assert kinds == {"leader", "characters", "characters by seat", "packs", "fushen", "gan", "peek"}


def test_the_text_of_a_game() -> None:
    state, decisions = random_game(2)
    lines = write_record(state, decisions).splitlines()
    assert lines[0] == TITLE
    assert lines[1].startswith("rules ")
    assert Ruleset.parse(lines[1].removeprefix("rules ")).num_rounds == int(state["num_rounds"])
    assert lines[2] == f"players {int(state['num_players'])}"
    assert lines[3] == f"key {int(state['key'][0])} {int(state['key'][1])}"
    assert lines[4] == "round 1"
    assert lines[5].startswith("* leader P")
    assert sum(line.startswith("round ") for line in lines) == int(state["num_rounds"])
    assert sum(line.startswith("P") for line in lines) == len(decisions)
    for seat, line in enumerate(line for line in lines if line.startswith("# P")):
        total = int(state["round_scores"][:, seat].sum())
        assert f"# P{seat} " in line
        assert f"= {total}, win share" in line


@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
def test_the_scores_at_its_end(num_players: int) -> None:
    state, decisions = random_game(2, num_players=num_players)
    ends = [line for line in write_record(state, decisions).splitlines() if line.startswith("# P")]
    assert len(ends) == num_players
    for line in ends:
        assert re.fullmatch(r"# P\d \d+( \+ \d+)* = \d+, win share (0|1|0\.\d+)", line)


def test_decisions_that_are_no_game() -> None:
    state, decisions = random_game(3)
    with pytest.raises(ValueError, match="do not lead to this state"):
        write_record(state, decisions[:-1])
    with pytest.raises(ValueError, match="is not legal for P"):
        write_record(state, [*decisions, (0, 0)])
    other = state.copy()
    other["leader"] = -1
    with pytest.raises(ValueError, match="do not lead to this state"):
        write_record(other, decisions)


@pytest.mark.parametrize("num_players", [3, 6])
def test_decisions_both_ways(num_players: int) -> None:
    """Every legal decision of random games has a text that is read back; no two of a seat have the same."""
    stages = set()
    for seed in range(some(30, 5)):
        for states, seat, _ in walk(num_players, Ruleset(num_rounds=1), seed):
            if seat < 0:
                continue
            legal = legal_actions(states, seat)
            texts = [decision_text(states[0], seat, action) for action in legal]
            assert len(set(texts)) == len(texts)
            assert [parse_decision(text, seat, num_players) for text in texts] == legal
            stages.add(stage_of(states))
    assert len(stages) > 12


def test_seats_are_counted_from_the_table() -> None:
    assert parse_decision("vote P3", 1, 4) == parse_decision("vote P0", 2, 4) == parse_decision("name P1", 3, 4)
    with pytest.raises(ValueError, match="'P4' is no seat; allowed: P0 to P3"):
        parse_decision("vote P4", 1, 4)
    with pytest.raises(ValueError, match="'2' is no seat"):
        parse_decision("vote 2", 1, 4)


GOOD = [*head("french characters=none discussion_rounds=0 num_rounds=1", 3, 1), packs_line(*PACKS), "P0 draft anger"]
WITH_CHARACTERS = [*head("french discussion_rounds=0 num_rounds=1", 3, 1)]


class TestErrors:
    """They name the line."""

    def test_the_good_record_is_good(self) -> None:
        assert Scripted(GOOD).asked == [1, 2]

    @pytest.mark.parametrize(
        ("line", "text", "message"),
        [
            (1, "# Another record", "line 1: a record starts with '# Overseers game record 1'"),
            (2, "rules german", "line 2: .*edition='german' is not allowed; allowed: 'french', 'english'"),
            (2, "rules french num_rounds=9", "line 2: .*num_rounds='9' is not allowed; allowed: 1, 2, 3, 4"),
            (2, "rules french wings=9", "line 2: .*has no 'wings'"),
            (2, "rules", "line 2"),
            (2, "rule french", "begins with the lines rules, players and key"),
            (3, "players 7", "line 3: players '7' is not allowed; allowed: 3 to 6"),
            (3, "players three", "line 3: players 'three' is not allowed"),
            (4, "key 1", "line 4: key '1' is not allowed; allowed: two numbers below 2\\*\\*32, or '\\?\\? \\?\\?'"),
            (4, "key 1 4294967296", "line 4: key"),
            (4, "key -1 2", "line 4: key"),
            (5, "* leader P3", "line 5: '\\* leader P3' is impossible: expected one seat"),
            (5, "* leader", "line 5: .*impossible"),
            (5, "* leader P0 P1", "line 5: .*impossible: expected one seat"),
            (5, "* packs P0", "line 5: '\\* packs P0' does not belong here; expected: '\\* leader ...'"),
            (5, "P0 draft anger", "line 5: 'draft anger' is not legal for P0 at 'first leader'"),
            (6, packs_line("AAAABB", *PACKS[1:]), "line 6: .*more cards of a trait than the deck has"),
            (6, packs_line("AABBL", *PACKS[1:]), "line 6: .*a pack has 6 cards"),
            (6, packs_line(*PACKS[1:]), "line 6: .*expected P0 ... P1 ... P2 ..."),
            (6, packs_line(*PACKS).replace("anger", "wrath"), "line 6: .*'wrath' is not one of anger, benevolence"),
            (6, packs_line(*PACKS).replace("P1", "P2"), "line 6: .*expected P0 ... P1 ... P2"),
            (7, "P3 draft anger", "line 7: 'P3' is no seat; allowed: '\\*' and P0 to P2"),
            (7, "Q0 draft anger", "line 7: 'Q0' is no seat"),
            (7, "P0 draft greed", "line 7: 'draft greed' is not legal for P0 at 'draft'"),
            (7, "P0 draft wrath", "line 7: 'draft wrath' is no action; allowed after 'draft'"),
            (7, "P0 fly", "line 7: 'fly ?' is no action; an action starts with one of"),
            (7, "P0 vote P7", "line 7: 'P7' is no seat"),
            (7, "P0", "line 7"),
            (7, "* gan hope hope", "line 7: .*does not belong here; expected: a decision at 'draft'"),
            (
                7,
                "P0 draft ??",
                "line 7: 'P0 draft \\?\\?' is one seat's view; only a record without \\?\\? can be replayed",
            ),
        ],
    )
    def test_a_wrong_line(self, line: int, text: str, message: str) -> None:
        lines = [*GOOD[: line - 1], text, *GOOD[line:]]
        with pytest.raises(RecordError, match=message):
            replay("\n".join(lines))

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("* characters P0 gan P1 gan P2 liang", "expected 3 different characters"),
            ("* characters P0 gan P1 liang", "expected P0 ... P1 ... P2"),
            ("* characters P0 gan P1 liang P2 xie", "'xie' is not one of fushen, wuming"),
            ("* packs P0", "expected: '\\* characters ...'"),
        ],
    )
    def test_wrong_characters(self, text: str, message: str) -> None:
        with pytest.raises(RecordError, match=f"line 6: .*{message}"):
            replay("\n".join([*WITH_CHARACTERS, text]))

    def test_characters_of_another_edition(self) -> None:
        lines = [*head("english", 3, 1), "* characters P0 gan P1 fushen P2 liang"]
        with pytest.raises(RecordError, match=r"line 6: .*a character is not in this edition"):
            replay("\n".join(lines))

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("* fushen yanmei meixiu", "expected 3 different characters"),
            ("* fushen yanmei meixiu liang", "a seat holds one of them"),
            ("* fushen yanmei meixiu fushen", "a seat holds one of them"),
        ],
    )
    def test_a_wrong_offer(self, text: str, message: str) -> None:
        lines = [*WITH_CHARACTERS, "* characters P0 gan P1 fushen P2 liang", packs_line(*PACKS), text]
        with pytest.raises(RecordError, match=f"line 8: .*{message}"):
            replay("\n".join(lines))

    @pytest.mark.parametrize("text", ["* gan hope", "* gan hope hope hope", "* gan anger anger", "* gan hope wrath"])
    def test_wrong_cards_for_gan(self, text: str) -> None:
        game = deal("gan ABL/LC/H", "suyin CCB/BH/H", "placer HC/LLC/G")
        with pytest.raises(RecordError, match="is impossible"):
            game.play(text).checked()

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("* peek lust", "expected two of the three"),
            ("* peek lust lust", "expected two of the three"),
            ("* peek benevolence* lust", "the star marks the card that Gan drew"),
            ("* peek lust hope", "the card that Gan drew is seen; mark it"),
        ],
    )
    def test_a_wrong_peek(self, text: str, message: str) -> None:
        game = deal("meixiu ABL/LC/H", "gan CCH/BL/G", "placer AC/LBH/G")
        game = game.play("* gan hope greed", "P1 keep hope", "P0 name P1")
        with pytest.raises(RecordError, match=message):
            game.play(text).checked()

    def test_a_line_after_the_end(self) -> None:
        game = deny(deal("virtuous ABL/LC", "suyin CCB/BH", "placer HH/LLC"), 0)
        assert game.stage == "game over"
        with pytest.raises(RecordError, match="is not legal for P0 at 'game over'"):
            game.play("P0 admit").checked()

    def test_comments_blank_lines_and_spaces_do_not_matter(self) -> None:
        text = "\n\n".join(f"  {line}   # said so" if not line.startswith("#") else line for line in GOOD)
        assert replay(text).tobytes() == Scripted(GOOD).states.tobytes()


class TestOneSeatsView:
    """`write_record(..., seat)`: `??` for what the seat did not see."""

    @pytest.mark.parametrize("seed", range(some(30, 6)))
    def test_it_cannot_be_replayed_and_hides_key_packs_and_picks(self, seed: int) -> None:
        state, decisions = random_game(seed)
        num_players = int(state["num_players"])
        for seat in range(num_players):
            text = write_record(state, decisions, seat)
            assert "key ?? ??" in text
            with pytest.raises(RecordError, match="one seat's view"):
                replay(text)
            for line in body(text):
                if line.startswith("* packs"):
                    packs = line.split()[2:]
                    for other in range(num_players):
                        assert (packs[2 * other + 1] == "??") == (other != seat)
                elif line.startswith("P") and not line.startswith(f"P{seat} "):
                    assert line.split()[1] not in ("draft", "hide", "keep") or "??" in line

    @pytest.mark.parametrize("seed", range(some(30, 6)))
    def test_own_decisions_are_all_there(self, seed: int) -> None:
        state, decisions = random_game(seed)
        full = body(write_record(state, decisions))
        for seat in range(int(state["num_players"])):
            own = [line for line in full if line.startswith(f"P{seat} ") and "vote" not in line]
            seen = iter(body(write_record(state, decisions, seat)))
            assert all(line in seen for line in own), "in this order"

    def test_games_that_look_alike_to_a_seat_read_alike(self) -> None:
        """Other choices of the others at one decision: where the seat was shown the same, its text is the same."""
        texts: dict[tuple[int, tuple[bytes, ...]], set[str]] = {}
        games = [told(seed, deviation) for seed in range(some(6, 1)) for deviation in range(-1, some(50, 12))]
        for seat, sights, text in chain.from_iterable(games):
            texts.setdefault((seat, sights), set()).add(text)
        assert max(map(len, texts.values())) == 1
        assert len(texts) < some(9, 10) / 10 * sum(map(len, games)), "some looked alike to somebody"

    def test_a_first_card_of_two_is_in_nobody_elses_text(self) -> None:
        """§15.1, §15.4: others see both at once, so a record that is written between them does not tell the first."""
        checked = set()
        for seed in range(some(60, 12)):
            decisions: Decisions = []
            before = None
            for states, seat, action in walk(4, Ruleset(num_rounds=1, discussion_rounds=0), seed):
                names_two = ("nuying", "admission", "penalty")
                if before is not None and before[1] in names_two and states["chosen"][0] >= 0:
                    stage, actor = before[1], decisions[-1][0]
                    for other in set(range(4)) - {actor}:
                        assert write_record(states[0], decisions, other) == write_record(
                            before[0], decisions[:-1], other
                        )
                    checked.add(stage)
                before = states[0].copy(), stage_of(states)
                decisions.append((seat, action))
        assert {"nuying", "admission"} <= checked


def told(seed: int, deviation: int) -> list[tuple[int, tuple[bytes, ...], str]]:
    """The seed's game with another choice at one decision: for each seat all that it was shown, and its text."""
    num_players, decisions = 3 + seed % 2, []
    states = started(num_players, Ruleset(num_rounds=1, discussion_rounds=0), seed)
    sights: list[list[bytes]] = [[] for _ in range(num_players)]
    while True:
        for seat in range(num_players):
            sight = b"".join(part.tobytes() for part in shown(states, seat))
            if sights[seat][-1:] != [sight]:
                sights[seat].append(sight)
        if is_over(states):
            return [
                (seat, tuple(sights[seat]), write_record(states[0], decisions, seat)) for seat in range(num_players)
            ]
        seat = asked_of(states)[0]
        legal = legal_actions(states, seat)
        moment = f"{seed} {stage_of(states)} {seat} {states['num_taken'][0]} {states['chosen'][0]}"
        luck = random.Random(f"{moment} deviates" if len(decisions) == deviation else moment).random()
        decisions.append((seat, legal[int(luck * len(legal))]))
        assert kernels.play_one(states, *decisions[-1])
