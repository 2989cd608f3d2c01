"""A whole game as text, and back (format: docs/notation.md).

A record names the rules, the players and the game's key, then every chance result (lines that start with `*`) and every
decision with its seat, in the order they happened. A replay lays the chance results down as written and needs no
generator. A record may be written as one seat saw it: `??` stands for what it does not know; such a text is to be read,
and can't be replayed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overseers_env.games.overseers import kernels, stages
from overseers_env.games.overseers.actions import CARD_UP, TEXTS, Action, MalformedActionError
from overseers_env.games.overseers.batched import new_states
from overseers_env.games.overseers.cards import DECKS, HAND_SIZE, MAX_PLAYERS, NUM_TRAITS, TRAITS
from overseers_env.games.overseers.characters import CHARACTERS, FUSHEN, FUSHEN_DRAWS, GAN, IN_SET, MEIXIU, NO_SET
from overseers_env.games.overseers.ruleset import Ruleset
from overseers_env.games.overseers.state import NO_CARD, NO_SEAT, read_rules

TITLE = "# Overseers game record 1"
UNKNOWN = "??"
SEATED_VERBS = ("vote", "name", "accuse", "vouch")
VERBS = {
    stages.GAN: "keep",
    stages.COMPENSATION: "take",
    stages.DISCARD: "discard",
    stages.ADMISSION: "discard",
    stages.YANMEI: "turn",
    stages.NUYING: "turn",
    stages.PENALTY: "lose",
    stages.MEIXIU: "name",
    stages.VOTE_TIE: "name",
    stages.GREED_TIE: "name",
    stages.THEFT: "name",
    stages.LIANG: "name",
    stages.LEADER_TIE: "name",
    stages.CHARACTER_TIE: "name",
}
"""The verb of a stage where it is not the first of its block."""

Decision = tuple[int, int]
"""(seat, action id)."""


class RecordError(ValueError):
    """A text that is no record, or whose game can't be played. It names the line."""


@dataclass(frozen=True)
class Line:
    """A line of a record that moves the game: a chance result (seat NO_SEAT) or a decision."""

    number: int
    seat: int
    text: str


@dataclass(frozen=True)
class Record:
    """A record, read but not yet played."""

    rules: Ruleset
    num_players: int
    key: tuple[int, int] | None
    lines: tuple[Line, ...]


def decision_text(state: Any, seat: int, action: int) -> str:
    """An action as a record writes it: with the stage's own verb, and seats counted from the table ("vote P3")."""
    chosen = Action(action)
    verb, _, rest = str(chosen).partition(" ")
    other = VERBS.get(int(state["stage"]))
    if other in chosen.block.verbs:
        verb = str(other)
    if verb in SEATED_VERBS:
        rest = f"P{(seat + int(rest)) % int(state['num_players'])}"
    return f"{verb} {rest}".strip()


def parse_decision(text: str, seat: int, num_players: int) -> int:
    """The action id of a decision as `decision_text` writes it. Raises MalformedActionError."""
    verb, _, rest = text.partition(" ")
    if verb in SEATED_VERBS:
        other = _parse_seat(rest, num_players)
        if other is None:
            raise MalformedActionError(f"{rest!r} is no seat; allowed: P0 to P{num_players - 1}")
        rest = str((other - seat) % num_players)
    return Action.parse(f"{verb} {rest}").id


def write_record(final_state: Any, decisions: Iterable[Decision], seat: int | None = None) -> str:
    """The game that these decisions (seat, action id) made of the final state's rules, players and key, as text.

    seat: write what this seat saw of it, when it saw it, `??` for the rest.
    Raises ValueError if the decisions don't lead to that state.
    """
    states = new_states(1, int(final_state["num_players"]), read_rules(final_state))
    states["key"] = final_state["key"]
    lines = [TITLE, f"rules {read_rules(final_state).text()}", f"players {int(final_state['num_players'])}"]
    lines.append(f"key {UNKNOWN} {UNKNOWN}" if seat is not None else f"key {states['key'][0, 0]} {states['key'][0, 1]}")
    kernels.clear(states)
    lines.extend(_what_follows(states, seat))
    for actor, action in decisions:
        lines.extend(
            [_full_line(states[0], actor, action)] if seat is None else _seen_line(states[0], actor, action, seat)
        )
        if not kernels.commit_one(states, actor, action):
            raise ValueError(f"these decisions are no game: {TEXTS[action]!r} is not legal for P{actor}")
        lines.extend(_what_follows(states, seat))
    if states[0].tobytes() != final_state.tobytes():
        raise ValueError("these decisions do not lead to this state, or its chance results did not come from its key")
    lines.extend(_result_lines(states))
    return "\n".join(lines) + "\n"


def _full_line(state: Any, actor: int, action: int) -> str:
    return f"P{actor} {decision_text(state, actor, action)}"


def _what_follows(states: NDArray[Any], seat: int | None) -> Iterator[str]:
    """Go on until a seat must choose, and tell what chance decides, and what else the seat sees (None: it needs no telling)."""
    while True:
        before = states[0].copy()
        if int(before["stage"]) in stages.CHANCE_STAGES:
            if int(before["stage"]) == _first_chance(before):
                yield f"round {int(before['round_number']) + 1}"
            kernels.draw(states)
            yield f"* {_chance_text(states[0], int(before['stage']), seat)}"
        actor, action = kernels.tick(states)
        if actor == NO_SEAT:
            return
        if seat is not None:
            yield from _seen_end(before, seat) if actor == kernels.CLOSED else _seen_line(before, actor, action, seat)


def read_record(text: str) -> Record:
    """Read a record. Raises RecordError with the line that is wrong."""
    numbered = [(number, line.split("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    if not text.startswith(TITLE):
        raise RecordError(f"line 1: a record starts with {TITLE!r}")
    body = [(number, line) for number, line in numbered if line]
    head = {line.partition(" ")[0]: (number, line.partition(" ")[2]) for number, line in body[:3]}
    if set(head) != {"rules", "players", "key"}:
        raise RecordError("a record begins with the lines rules, players and key")
    rules, num_players = _read_head(head)
    lines = []
    for number, line in body[3:]:
        if UNKNOWN in line:
            raise RecordError(
                f"line {number}: {line!r} is one seat's view; only a record without {UNKNOWN} can be replayed"
            )
        actor, _, rest = line.partition(" ")
        if actor == "round":
            continue
        seat = NO_SEAT if actor == "*" else _parse_seat(actor, num_players)
        if seat is None:
            raise RecordError(f"line {number}: {actor!r} is no seat; allowed: '*' and P0 to P{num_players - 1}")
        lines.append(Line(number, seat, rest.strip()))
    return Record(rules, num_players, _read_key(*head["key"]), tuple(lines))


def replay_record(record: Record) -> tuple[NDArray[Any], list[Decision]]:
    """Play a record: the states (1,) it leads to, and its decisions. Raises RecordError with the line that is wrong."""
    states = new_states(1, record.num_players, record.rules)
    if record.key is not None:
        states["key"] = record.key
    kernels.clear(states)
    decisions: list[Decision] = []
    for line in record.lines:
        if line.seat == NO_SEAT:
            _lay_line(states, line)
            continue
        try:
            action = parse_decision(line.text, line.seat, record.num_players)
        except MalformedActionError as error:
            raise RecordError(f"line {line.number}: {error}") from error
        if not kernels.commit_one(states, line.seat, action):
            stage = stages.STAGE_NAMES[int(states["stage"][0])]
            raise RecordError(f"line {line.number}: {line.text!r} is not legal for P{line.seat} at {stage!r}")
        decisions.append((line.seat, action))
        _go_on(states)
    return states, decisions


def replay(text: str) -> NDArray[Any]:
    """The states (1,) that a record leads to. Raises RecordError with the line that is wrong."""
    return replay_record(read_record(text))[0]


def _read_head(head: dict[str, tuple[int, str]]) -> tuple[Ruleset, int]:
    try:
        rules = Ruleset.parse(head["rules"][1])
    except (ValueError, TypeError) as error:
        raise RecordError(f"line {head['rules'][0]}: {error}") from error
    number, players = head["players"]
    if players not in ("3", "4", "5", "6"):
        raise RecordError(f"line {number}: players {players!r} is not allowed; allowed: 3 to 6")
    return rules, int(players)


def _read_key(number: int, text: str) -> tuple[int, int] | None:
    words = text.split()
    if words == [UNKNOWN, UNKNOWN]:
        return None
    if len(words) != 2 or not all(word.isdecimal() and int(word) < 1 << 32 for word in words):
        raise RecordError(f"line {number}: key {text!r} is not allowed; allowed: two numbers below 2**32, or '?? ??'")
    return int(words[0]), int(words[1])


def _parse_seat(text: str, num_players: int) -> int | None:
    is_seat = len(text) == 2 and text[0] == "P" and text[1] in "012345"[:num_players]
    return int(text[1]) if is_seat else None


def _holder(state: Any, character: int) -> int:
    return [int(one) for one in state["character"]].index(character)


# chance results, to text and back


def _first_chance(state: Any) -> int:
    """The chance stage that begins the round."""
    if int(state["round_number"]) == 0:
        return stages.FIRST_LEADER
    if int(state["character_set"]) == NO_SET:
        return stages.PACKS
    return stages.LAY_OUT if state["is_character_draft"] else stages.CHARACTERS


def _chance_text(state: Any, stage: int, seat: int | None) -> str:
    seats = range(int(state["num_players"]))
    if stage == stages.FIRST_LEADER:
        return f"leader P{int(state['leader'])}"
    if stage == stages.CHARACTERS:
        return "characters " + " ".join(f"P{one} {CHARACTERS[state['character'][one]]}" for one in seats)
    if stage == stages.LAY_OUT:
        return "characters " + " ".join(CHARACTERS[one] for one in np.flatnonzero(state["laid_out"]))
    if stage == stages.PACKS:
        packs = (_cards_text(state["pack"][one]) if seat in (None, one) else UNKNOWN for one in seats)
        return "packs " + " ".join(f"P{one} {pack}" for one, pack in enumerate(packs))
    if stage == stages.FUSHEN_DRAW:
        is_seen = seat in (None, _holder(state, FUSHEN))
        return "fushen " + (" ".join(CHARACTERS[one] for one in np.flatnonzero(state["offer"])) if is_seen else UNKNOWN)
    if stage == stages.GAN_DRAW:
        return "gan " + (
            " ".join(TRAITS[one] for one in state["gan_sees"]) if seat in (None, _holder(state, GAN)) else UNKNOWN
        )
    return "peek " + (_peek_text(state) if seat in (None, _holder(state, MEIXIU)) else UNKNOWN)


def _cards_text(counts: Any) -> str:
    return "+".join(TRAITS[trait] for trait in range(NUM_TRAITS) for _ in range(int(counts[trait])))


def _peek_text(state: Any) -> str:
    """Meixiu's two of three, sorted; a star marks the card that Gan drew."""
    seen = [TRAITS[trait] for trait in range(NUM_TRAITS) for _ in range(int(state["peek"][trait]))]
    if _sees_drawn(state):
        seen.remove(TRAITS[int(state["drawn"])])
        seen.append(TRAITS[int(state["drawn"])] + "*")
    return " ".join(seen)


def _sees_drawn(state: Any) -> bool:
    return (
        bool(int(state["drawn_known"]) >> _holder(state, MEIXIU) & 1)
        and int(state["character"][state["peeked"]]) == GAN
    )


def _lay_line(states: NDArray[Any], line: Line) -> None:
    """Lay the chance result of a line down, and go on."""
    stage = int(states["stage"][0])
    kind, _, rest = line.text.partition(" ")
    expected = _KINDS.get(stage)
    if kind != expected:
        wanted = f"a decision at {stages.STAGE_NAMES[stage]!r}" if expected is None else f"'* {expected} ...'"
        raise RecordError(f"line {line.number}: '* {line.text}' does not belong here; expected: {wanted}")
    try:
        _LAYERS[stage](states[0], rest.split())
    except (KeyError, IndexError, ValueError) as error:
        raise RecordError(f"line {line.number}: '* {line.text}' is impossible: {error}") from error
    kernels.tick(states)
    _go_on(states)


def _go_on(states: NDArray[Any]) -> None:
    """Go on to the next question or chance result."""
    while int(states["stage"][0]) not in stages.CHANCE_STAGES and kernels.tick(states)[0] != NO_SEAT:
        pass


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise ValueError(what)


def _ids(words: list[str], names: tuple[str, ...]) -> list[int]:
    for word in words:
        _require(word in names, f"{word!r} is not one of {', '.join(names)}")
    return [names.index(word) for word in words]


def _by_seat(state: Any, words: list[str]) -> list[str]:
    """The words after P0, P1, ..."""
    seats = [f"P{seat}" for seat in range(int(state["num_players"]))]
    _require(words[::2] == seats and len(words) == 2 * len(seats), f"expected {' ... '.join(seats)} ...")
    return words[1::2]


def _lay_leader(state: Any, words: list[str]) -> None:
    seat = _parse_seat(words[0], int(state["num_players"]))
    _require(seat is not None and len(words) == 1, "expected one seat")
    state["leader"] = seat
    state["was_leader"][seat] = 1


def _check_characters(state: Any, characters: list[int], number: int) -> None:
    allowed = IN_SET[int(state["character_set"])]
    _require(len(set(characters)) == number == len(characters), f"expected {number} different characters")
    _require(all(allowed[one] for one in characters), "a character is not in this edition")


def _lay_characters(state: Any, words: list[str]) -> None:
    characters = _ids(_by_seat(state, words), CHARACTERS)
    _check_characters(state, characters, int(state["num_players"]))
    state["character"][: len(characters)] = characters


def _lay_out(state: Any, words: list[str]) -> None:
    characters = _ids(words, CHARACTERS)
    _check_characters(state, characters, int(state["num_players"]) + 1)
    state["laid_out"][characters] = 1


def _lay_packs(state: Any, words: list[str]) -> None:
    packs = [_ids(pack.split("+"), TRAITS) for pack in _by_seat(state, words)]
    _require(all(len(pack) == HAND_SIZE for pack in packs), f"a pack has {HAND_SIZE} cards")
    counts = np.array([np.bincount(pack, minlength=NUM_TRAITS) for pack in packs])
    _require(bool((counts.sum(axis=0) <= DECKS[len(packs)]).all()), "more cards of a trait than the deck has")
    state["pack"][: len(packs)] = counts


def _lay_offer(state: Any, words: list[str]) -> None:
    characters = _ids(words, CHARACTERS)
    _check_characters(state, characters, FUSHEN_DRAWS)
    _require(not set(characters) & {int(one) for one in state["character"]}, "a seat holds one of them")
    state["offer"][characters] = 1


def _lay_gan(state: Any, words: list[str]) -> None:
    traits = _ids(words, TRAITS)
    counts = np.bincount(traits, minlength=NUM_TRAITS)
    _require(len(traits) == 2 and bool((counts <= state["pile"]).all()), "expected two cards of the discard")
    state["gan_sees"] = traits


def _lay_peek(state: Any, words: list[str]) -> None:
    seen = np.bincount(_ids([word.rstrip("*") for word in words], TRAITS), minlength=NUM_TRAITS)
    hidden = state["face_down"][int(state["peeked"])]
    _require(len(words) == 2 and bool((seen <= hidden).all()), "expected two of the three face-down cards")
    stars = [word.rstrip("*") for word in words if word.endswith("*")]
    is_gan = int(state["character"][state["peeked"]]) == GAN
    _require(not stars or (is_gan and stars == [TRAITS[int(state["drawn"])]]), "the star marks the card that Gan drew")
    left_out = int(np.flatnonzero(hidden - seen)[0])
    _require(
        not is_gan or bool(stars) or left_out == int(state["drawn"]), "the card that Gan drew is seen; mark it with *"
    )
    state["peek"] = seen
    if stars:
        state["drawn_known"] |= 1 << _holder(state, MEIXIU)


_KINDS = {
    stages.FIRST_LEADER: "leader",
    stages.CHARACTERS: "characters",
    stages.LAY_OUT: "characters",
    stages.PACKS: "packs",
    stages.FUSHEN_DRAW: "fushen",
    stages.GAN_DRAW: "gan",
    stages.PEEK: "peek",
}
_LAYERS = {
    stages.FIRST_LEADER: _lay_leader,
    stages.CHARACTERS: _lay_characters,
    stages.LAY_OUT: _lay_out,
    stages.PACKS: _lay_packs,
    stages.FUSHEN_DRAW: _lay_offer,
    stages.GAN_DRAW: _lay_gan,
    stages.PEEK: _lay_peek,
}


# what a seat sees of the others' decisions: the same lines whether they were asked or forced, in an order that tells nothing


def _seen_line(state: Any, actor: int, action: int, seat: int) -> Iterator[str]:
    """The decision as `seat` learns of it when it is made (§13). Of two cards it sees both at the second (§15.1, §15.4)."""
    stage = int(state["stage"])
    if actor == seat and stage != stages.VOTE:
        yield _full_line(state, actor, action)
    elif stage in (stages.ADMISSION, stages.PENALTY, stages.NUYING, stages.NUYING_TOP):
        if int(state["chosen"]) != NO_CARD:
            first = state.copy()
            first["stage"] = stages.NUYING if stage == stages.NUYING_TOP else stage
            yield _unseen_card(first, actor, CARD_UP + int(state["chosen"]))
            yield _unseen_card(state, actor, action)
    elif stage == stages.YANMEI:
        yield _unseen_card(state, actor, action)
    elif stage not in (stages.DRAFT, stages.DISCARD, stages.PLACEMENT, stages.GAN, stages.VOTE):
        yield _full_line(state, actor, action)


def _unseen_card(state: Any, actor: int, action: int) -> str:
    """The line of another seat's card: of one that lies face down without its trait."""
    line = _full_line(state, actor, action)
    return f"{line.partition(' down ')[0]} down {UNKNOWN}" if " down " in line else line


def _seen_end(state: Any, seat: int) -> Iterator[str]:
    """What a simultaneous decision shows when all have committed: the face-up rows, or the votes."""
    for other in range(int(state["num_players"])):
        if int(state["stage"]) == stages.PLACEMENT and other != seat:
            yield f"P{other} shows {_cards_text(state['row'][other])}"
        if int(state["stage"]) == stages.VOTE:
            yield f"P{other} vote P{int(state['vote'][other])}"


def _result_lines(states: NDArray[Any]) -> Iterator[str]:
    """Comments: each seat's points and share of the win, when the game is over."""
    state = states[0]
    if int(state["stage"]) != stages.GAME_OVER:
        return
    returns = np.zeros((1, MAX_PLAYERS), np.float32)
    kernels.final_returns(states, returns)
    for seat in range(int(state["num_players"])):
        scores = [int(one) for one in state["round_scores"][: int(state["num_rounds"]), seat]]
        share = abs(round(float(returns[0, seat]) + 1 / int(state["num_players"]), 3))
        yield f"# P{seat} {' + '.join(map(str, scores))} = {sum(scores)}, win share {share:.3g}"
