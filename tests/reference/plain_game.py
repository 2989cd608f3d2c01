"""A slow, plain twin of the rules in RULES.md, to compare the engine with.

`PlainGame._game` and the functions it calls are the course of a game, in the order of the rules, as generators. They
yield a `Chance` or a `Decision` whenever they need an answer; the answer comes back as the value of that yield.
The other methods are what a harness uses.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.reference import plain_deal, plain_end, plain_vote
from tests.reference.plain_rules import Rules, full_deck, win_shares
from tests.reference.plain_sight import Event, now
from tests.reference.plain_state import Chance, Decision, Flow, State


class PlainGame:
    """One game. It plays no dice: feed it what `needs_chance` asks for, and `act` for the seats of `pending`."""

    def __init__(
        self,
        num_players: int,
        *,
        characters: str,
        last_card: str,
        theft: str,
        liang: str,
        telling: bool,
        character_draft: bool,
        alternating_direction: bool,
        num_rounds: int,
        discussion_rounds: int,
    ) -> None:
        rules = Rules(
            characters=characters,
            last_card=last_card,
            theft=theft,
            liang=liang,
            telling=telling,
            character_draft=character_draft,
            alternating_direction=alternating_direction,
            num_rounds=num_rounds,
            discussion_rounds=discussion_rounds,
        )
        self.state = State(num_players, rules)
        self._flow = self._game()
        self._question: Chance | Decision | None = None
        self._continue(None)

    # The course of the game.

    def _game(self) -> Flow:
        """§2, §10.4."""
        state = self.state
        first = yield Chance("leader", lambda value: value in state.seats)
        state.name_leader(first)
        for number in range(state.rules.num_rounds):
            state.round = number
            yield from self._round()
            if number < state.rules.num_rounds - 1:
                yield from plain_end.next_leader(state)

    def _round(self) -> Flow:
        """§2.1."""
        state = self.state
        state.clear_round()
        state.memory.new_round(state.carried_over())
        yield from plain_deal.deal_characters(state)
        yield from plain_deal.deal_packs(state)
        yield from plain_deal.fushen(state)
        yield from plain_deal.draft(state)
        yield from plain_deal.placement(state)
        yield from plain_vote.yanmei(state)  # §6.1: in this order
        yield from plain_vote.gan(state)
        yield from plain_vote.meixiu(state)
        yield from plain_vote.nuying(state)
        yield from plain_vote.discussion(state)
        yield from plain_vote.vote(state)
        yield from plain_vote.judgment(state)
        yield from plain_end.showdown(state)
        yield from plain_end.greed(state)
        yield from plain_end.scoring(state)

    # Questions and answers.

    def _continue(self, answer: Any) -> None:
        """Give the answer to the game and play on until somebody has a choice, or chance is needed."""
        while True:
            try:
                self._question = self._flow.send(answer)
            except StopIteration:
                self._question = None
                return
            if isinstance(self._question, Chance):
                return
            self._play_forced()
            if self.pending():
                return
            answer = self._question.done

    def _play_forced(self) -> None:
        """Decisions with one legal action are not asked (§14.1)."""
        assert isinstance(self._question, Decision)
        for seat in self._question.ways:
            while len(self._question.options(seat)) == 1:
                self._commit(seat, self._question.options(seat)[0])

    def _commit(self, seat: int, text: str) -> None:
        assert isinstance(self._question, Decision)
        self._question.done[seat] += (text,)
        self.state.memory.tell(seat, "did", text)

    def needs_chance(self) -> tuple[str] | None:
        """Which random outcome the game waits for."""
        if isinstance(self._question, Chance):
            return (self._question.kind,)
        return None

    def feed(self, value: Any) -> None:
        """The random outcome the game waits for."""
        if self.needs_chance() is None:
            raise ValueError("no chance is needed now")
        assert isinstance(self._question, Chance)
        if not self._question.possible(value):
            raise ValueError(f"{value!r} is impossible as {self._question.kind}")
        self._continue(value)

    def pending(self) -> dict[int, list[str]]:
        """The seats that must still decide, and what each may do (§14)."""
        if not isinstance(self._question, Decision):
            return {}
        options = {seat: self._question.options(seat) for seat in sorted(self._question.ways)}
        return {seat: texts for seat, texts in options.items() if texts}

    def act(self, seat: int, text: str) -> None:
        """This seat does this."""
        if text not in self.pending().get(seat, []):
            raise ValueError(f"P{seat} may not {text!r} now")
        assert isinstance(self._question, Decision)
        self._commit(seat, text)
        self._play_forced()
        if not self.pending():
            self._continue(self._question.done)

    # Facts.

    @property
    def stage(self) -> str:
        """The decision now pending; 'chance' while a random outcome is awaited."""
        if self._question is None:
            return "game over"
        if isinstance(self._question, Chance):
            return "chance"
        return self._question.stage

    @property
    def num_players(self) -> int:
        return self.state.num_players

    @property
    def round(self) -> int:
        return self.state.round

    @property
    def leader(self) -> int | None:
        return self.state.leader

    @property
    def was_leader(self) -> list[bool]:
        return list(self.state.was_leader)

    @property
    def characters(self) -> list[str | None]:
        return list(self.state.characters)

    @property
    def hands(self) -> list[Counter[str]]:
        return [+hand for hand in self.state.hands]

    @property
    def packs(self) -> list[Counter[str]]:
        return [+pack for pack in self.state.packs]

    @property
    def face_up(self) -> list[Counter[str]]:
        return [+table.rows["up"] for table in self.state.tables]

    @property
    def face_down(self) -> list[Counter[str]]:
        return [+table.rows["down"] for table in self.state.tables]

    @property
    def discard_pile(self) -> Counter[str]:
        return +self.state.discard_pile

    def values(self) -> list[int]:
        return self.state.values()

    @property
    def flattened(self) -> str | None:
        return self.state.flattened

    @property
    def altered(self) -> str | None:
        """The trait of Nuying's altered card while the stack exists."""
        for table in self.state.tables:
            if table.altered is not None:
                return table.altered[1]
        return None

    @property
    def top(self) -> str | None:
        """The trait of the card on top of Nuying's altered card while the stack exists."""
        for table in self.state.tables:
            if table.top is not None:
                return table.top[1]
        return None

    @property
    def round_scores(self) -> list[list[int]]:
        return [list(scores) for scores in self.state.round_scores]

    @property
    def accused(self) -> int | None:
        return self.state.accused

    @property
    def verdict(self) -> str | None:
        return self.state.verdict

    @property
    def thief(self) -> int | None:
        return self.state.thief

    @property
    def statements(self) -> list[list[str | None]]:
        return [list(turn) for turn in self.state.statements]

    def verdicts(self) -> list[list[bool | None]]:
        return [list(turn) for turn in self.state.statement_verdicts]

    @property
    def win_shares(self) -> list[float] | None:
        """Each seat's part of the win when the game is over (§10.5)."""
        if self._question is not None:
            return None
        totals = [sum(scores[seat] for scores in self.state.round_scores) for seat in self.state.seats]
        return win_shares(totals, self.state.was_leader)

    def conserved(self) -> bool:
        """Whether every card of the deck is in exactly one place."""
        state = self.state
        places = [state.set_aside, state.discard_pile, *state.packs, *state.hands]
        places += [table.printed() for table in state.tables]
        cards = Counter(trait for place in places for trait in place.elements())
        return cards == full_deck(state.num_players)

    # Sight.

    @property
    def seen(self) -> list[list[Event]]:
        """Everything each seat has seen or done in this round, in order (§13)."""
        return [list(events) for events in self.state.memory.seen]

    def sight(self, seat: int) -> tuple[Event, ...]:
        """What the seat has seen, and what it sees going on now; equal sights can't be told apart."""
        asked = sorted(self._question.ways) if isinstance(self._question, Decision) else []
        return (*self.state.memory.seen[seat], now(self.stage, asked, seat))
