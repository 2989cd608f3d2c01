"""Actions: one table of blocks gives every number its text and every text its number."""

import pytest

from overseers_env import NUM_ACTIONS, Action, MalformedActionError
from overseers_env.games.overseers import actions
from overseers_env.games.overseers.actions import BLOCKS, HIDDEN_SETS, HIDE, HIDE_COUNTS, IDS, STARTS, TEXTS
from overseers_env.games.overseers.cards import TRAITS
from overseers_env.games.overseers.characters import CHARACTERS


def test_blocks_cover_all_ids_without_gap_or_overlap() -> None:
    covered = [STARTS[block.name] + place for block in BLOCKS for place in range(len(block.objects))]
    assert covered == list(range(NUM_ACTIONS))
    assert len({block.name for block in BLOCKS}) == len(BLOCKS)
    assert NUM_ACTIONS == 149
    assert all(block.meaning for block in BLOCKS)


def test_zero_is_the_no_op() -> None:
    assert str(Action(0)) == "no-op"
    assert actions.NO_OP == 0


@pytest.mark.parametrize("action_id", range(149))
def test_both_directions_of_every_id(action_id: int) -> None:
    action = Action.from_id(action_id)
    assert action.id == action_id
    assert Action.parse(str(action)) == action
    assert str(action) == TEXTS[action_id]
    block = action.block
    assert STARTS[block.name] <= action_id < STARTS[block.name] + len(block.objects)
    rest = block.objects[action_id - STARTS[block.name]]
    for verb in block.verbs:
        assert Action.parse(f"{verb} {rest}").id == action_id


def test_texts_are_different() -> None:
    assert len(set(TEXTS)) == NUM_ACTIONS
    assert set(IDS.values()) == set(range(NUM_ACTIONS))


def test_some_texts() -> None:
    for text, start, place in (
        ("draft hope", "take", 4),
        ("keep greed", "take", 5),
        ("hide anger+anger", "hide", 0),
        ("hide greed+greed+greed", "hide", 76),
        ("discard up lust", "card up", 2),
        ("turn down lust", "card down", 2),
        ("vote 2", "player", 2),
        ("name 0", "player", 0),
        ("become liang", "become", 10),
        ("bucket 25+", "bucket", 4),
        ("seen anger", "seen", 0),
    ):
        assert Action.parse(text).id == STARTS[start] + place


def test_placement_has_21_pairs_and_56_triples() -> None:
    assert [len(hidden) for hidden in HIDDEN_SETS].count(2) == 21
    assert [len(hidden) for hidden in HIDDEN_SETS].count(3) == 56
    for place, hidden in enumerate(HIDDEN_SETS):
        assert str(Action(HIDE + place)) == "hide " + "+".join(TRAITS[trait] for trait in hidden)
        assert HIDE_COUNTS[place].tolist() == [hidden.count(trait) for trait in range(6)]


def test_case_and_spaces_do_not_matter() -> None:
    assert Action.parse("  Draft   HOPE ") == Action.parse("draft hope")


@pytest.mark.parametrize("action_id", [-1, 149, 10**9])
def test_out_of_range(action_id: int) -> None:
    with pytest.raises(MalformedActionError, match=f"action {action_id} is out of range; allowed: 0 to 148"):
        Action.from_id(action_id)


@pytest.mark.parametrize("text", ["draft", "draft sorrow", "draft hope hope"])
def test_an_unknown_object_names_those_of_the_verb(text: str) -> None:
    with pytest.raises(MalformedActionError) as error:
        Action.parse(text)
    assert "allowed after 'draft'" in str(error.value)
    assert all(repr(trait) in str(error.value) for trait in TRAITS)


@pytest.mark.parametrize("text", ["", "fly", "hope", "??", "drafthope"])
def test_an_unknown_verb_names_all_verbs(text: str) -> None:
    with pytest.raises(MalformedActionError) as error:
        Action.parse(text)
    message = str(error.value)
    assert "an action starts with one of" in message
    assert all(verb in message for block in BLOCKS for verb in block.verbs)


def test_become_lists_the_characters() -> None:
    with pytest.raises(MalformedActionError) as error:
        Action.parse("become nobody")
    assert all(character in str(error.value) for character in CHARACTERS)


def test_actions_can_be_compared_and_kept_in_sets() -> None:
    assert Action(3) < Action(4)
    assert len({Action(3), Action(3), Action.parse(str(Action(3)))}) == 1
