"""The course of a game (§2.1): reset, what is legal, a commitment, and on to the next question.

Each stage is opened (who must decide?), asked, and closed (what follows, which stage is next?). A legal set is a window
of at most 62 consecutive actions: its first id and a bit for each.
"""

from overseers_env.engine.bits import lowest_one
from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import BECOME, CARD_DOWN, CARD_UP, HIDE, PASS, PLAYER, SILENT, TAKE
from overseers_env.games.overseers.characters import FUSHEN, GAN, LIANG, MEIXIU, NUYING, YANMEI
from overseers_env.games.overseers.stages import (
    deal,
    discussion,
    draft,
    greed,
    judgment,
    placement,
    powers,
    scoring,
    showdown,
    vote,
)
from overseers_env.games.overseers.state import NO_CARD, NO_SEAT, State, clear_game

CHANCE_BITS = sum(1 << stage for stage in stages.CHANCE_STAGES)


@jit
def reset(state: State) -> None:
    """Start the game that the record's rules, number of players and key describe, up to its first question."""
    clear_game(state)
    advance(state)


@jit
def legal_window(state: State, seat: int) -> tuple[int, int]:
    """The seat's legal actions as (first id, bits): action first + i is legal if bit i is set. (0, 0) if it is not asked."""
    stage = state.stage
    if (state.pending >> seat) & 1 == 0:
        return 0, 0
    if stage == stages.DRAFT:
        return draft.legal_draft(state, seat)
    if stage == stages.DISCARD:
        return draft.legal_discard(state, seat)
    if stage == stages.PLACEMENT:
        return placement.legal_placement(state, seat)
    if stage == stages.VOTE or stage == stages.MEIXIU or stage == stages.LIANG:
        return powers.legal_other_seat(state, seat)
    if stage == stages.DISCUSSION:
        return discussion.legal_discussion(state, seat)
    if stage == stages.JUDGMENT:
        return judgment.legal_judgment(state, seat)
    if stage == stages.ADMISSION:
        return judgment.legal_two_cards(state, seat)
    if stage == stages.WUMING:
        return draft.legal_wuming(state, seat)
    if stage == stages.FUSHEN:
        return draft.legal_fushen(state, seat)
    if stage == stages.YANMEI or stage == stages.NUYING or stage == stages.NUYING_TOP:
        return powers.legal_card(state, seat)
    if stage == stages.GAN:
        return powers.legal_gan(state, seat)
    if stage == stages.VOTE_TIE:
        return vote.legal_vote_tie(state, seat)
    if stage == stages.SHOWDOWN_TIE:
        return showdown.legal_showdown_tie(state, seat)
    if stage == stages.PENALTY:
        return showdown.legal_penalty(state, seat)
    if stage == stages.COMPENSATION:
        return showdown.legal_compensation(state, seat)
    if stage == stages.GREED_TIE:
        return greed.legal_greed_tie(state, seat)
    if stage == stages.THEFT:
        return greed.legal_theft(state, seat)
    if stage == stages.GIFT:
        return greed.legal_gift(state, seat)
    if stage == stages.LEADER_TIE:
        return scoring.legal_leader_tie(state, seat)
    if stage == stages.CHARACTER_TIE:
        return deal.legal_character_tie(state, seat)
    return deal.legal_character_choice(state, seat)


@jit
def is_legal(state: State, seat: int, action: int) -> bool:
    """Is it the seat's to decide, and may it decide so?"""
    first, bits = legal_window(state, seat)
    place = action - first
    return 0 <= place < 62 and (bits >> place) & 1 == 1


@jit
def seat_to_act(state: State) -> int:
    """The first seat that must decide (§15.12), or NO_SEAT when the game is over."""
    for seat in range(state.num_players):
        if (state.pending >> seat) & 1 == 1:
            return seat
    return NO_SEAT


@jit
def commit(state: State, seat: int, action: int) -> None:
    """Note a legal decision. It takes effect at once or when all pending seats have committed (§14.2)."""
    stage = state.stage
    if _needs_second_card(state, seat, action):
        return
    if stage == stages.PLACEMENT:
        placement.place(state, seat, action - HIDE)
    elif stage == stages.DISCARD:
        draft.discard(state, seat, action - CARD_DOWN)
    elif stage == stages.VOTE:
        state.vote[seat] = _named_seat(state, seat, action)
    elif stage == stages.DISCUSSION:
        discussion.speak(state, seat, action - SILENT)
    elif stage == stages.JUDGMENT:
        judgment.answer(state, action)
    elif stage == stages.ADMISSION:
        judgment.give_up(state, seat, action - CARD_UP)
    elif stage == stages.WUMING:
        draft.answer_wuming(state, action)
    elif stage == stages.FUSHEN:
        draft.become(state, seat, action - BECOME)
    elif stage == stages.YANMEI:
        powers.mark_card(state, seat, action - CARD_UP)
    elif stage == stages.GAN:
        powers.keep(state, seat, action - TAKE)
    elif stage == stages.MEIXIU:
        state.peeked = _named_seat(state, seat, action)
    elif stage == stages.NUYING:
        powers.choose_card(state, action - CARD_UP)
    elif stage == stages.NUYING_TOP:
        powers.stack_cards(state, seat, action - CARD_UP)
    else:
        _commit_late(state, seat, action)
    state.pending &= ~(1 << seat)


@jit
def _commit_late(state: State, seat: int, action: int) -> None:
    """The decisions of the Leader, and those from Showdown on."""
    stage = state.stage
    if stage == stages.VOTE_TIE:
        state.accused = _named_seat(state, seat, action)
    elif stage == stages.SHOWDOWN_TIE:
        showdown.settle_tie(state, action)
    elif stage == stages.PENALTY:
        showdown.pay(state, seat, action - CARD_UP)
    elif stage == stages.COMPENSATION:
        showdown.compensate(state, seat, action - TAKE)
    elif stage == stages.GREED_TIE:
        state.thief = _named_seat(state, seat, action)
    elif stage == stages.THEFT:
        state.robbed = NO_SEAT if action == PASS else _named_seat(state, seat, action)
    elif stage == stages.GIFT:
        greed.give(state, seat, action - CARD_UP)
    elif stage == stages.LIANG:
        state.liang_target = _named_seat(state, seat, action)
    elif stage == stages.LEADER_TIE or stage == stages.CHARACTER_TIE:
        state.chooser = _named_seat(state, seat, action)
    elif stage == stages.CHARACTER_CHOICE:
        deal.choose_character(state, seat, action - BECOME)


@jit
def _needs_second_card(state: State, seat: int, action: int) -> bool:
    """Two cards at once (§15.1): note the first and keep asking the seat."""
    stage = state.stage
    if stage == stages.DRAFT:
        return not draft.pick(state, seat, action - TAKE)
    if (stage == stages.ADMISSION or stage == stages.PENALTY) and state.chosen == NO_CARD:
        powers.choose_card(state, action - CARD_UP)
        return True
    return False


@jit
def _named_seat(state: State, seat: int, action: int) -> int:
    return (seat + action - PLAYER) % int(state.num_players)


@jit
def play(state: State, seat: int, action: int) -> None:
    """Play a legal action, and go on until a seat has a real choice (§14.1) or the game is over."""
    decide(state, seat, action)
    advance(state)


@jit
def decide(state: State, seat: int, action: int) -> None:
    """Commit a legal action, and what is forced on the seat behind it (§14.1)."""
    commit(state, seat, action)
    play_forced(state, seat)


@jit
def play_forced(state: State, seat: int) -> None:
    """§14.1: a decision with one legal action is played and not asked."""
    while (state.pending >> seat) & 1 == 1:
        first, bits = legal_window(state, seat)
        if bits & (bits - 1) != 0:
            return
        commit(state, seat, first + lowest_one(bits))


@jit
def advance(state: State) -> None:
    """Go on until a seat has a real choice or the game is over, drawing what chance decides."""
    while advance_to_chance(state):
        draw_chance(state)
        _enter(state, close_chance(state))


@jit
def advance_to_chance(state: State) -> bool:
    """Go on until a seat has a real choice or the game is over (False), or chance must decide first (True)."""
    while state.pending == 0 and state.stage != stages.GAME_OVER:
        if is_chance(state.stage):
            return True
        _enter(state, close(state))
    return False


@jit
def forced_decision(state: State) -> tuple[int, int]:
    """A pending seat with one legal action, and that action; (NO_SEAT, 0) where there is none."""
    for seat in range(state.num_players):
        first, bits = legal_window(state, seat)
        if bits != 0 and bits & (bits - 1) == 0:
            return seat, first + lowest_one(bits)
    return NO_SEAT, 0


@jit
def is_chance(stage: int) -> bool:
    """Is this a stage of §15.10?"""
    return (CHANCE_BITS >> int(stage)) & 1 == 1


@jit
def draw_chance(state: State) -> None:
    """Draw and lay the result of the current chance stage."""
    stage = state.stage
    if stage == stages.FIRST_LEADER:
        deal.draw_leader(state)
    elif stage == stages.CHARACTERS:
        deal.deal_characters(state)
    elif stage == stages.LAY_OUT:
        deal.lay_out_characters(state)
    elif stage == stages.PACKS:
        deal.deal_packs(state)
    elif stage == stages.FUSHEN_DRAW:
        draft.draw_offer(state)
    elif stage == stages.GAN_DRAW:
        powers.draw_from_pile(state)
    elif stage == stages.PEEK:
        powers.peek_at_two(state)


@jit
def close_chance(state: State) -> int:
    """The result of the current chance stage lies; returns the stage after it."""
    stage = state.stage
    if stage == stages.FIRST_LEADER:
        return deal.first_stage(state)
    if stage == stages.CHARACTERS:
        return stages.PACKS
    if stage == stages.PACKS:
        return deal.close_packs(state)
    return int(stage) + 1


@jit
def close(state: State) -> int:
    """Let follow what was decided in the current stage; returns the stage after it."""
    stage = state.stage
    if stage == stages.DRAFT:
        return draft.close_draft(state)
    if stage == stages.DISCARD:
        return draft.close_discard(state)
    if stage == stages.DISCUSSION:
        return discussion.close_discussion(state)
    if stage == stages.YANMEI:
        return powers.close_yanmei(state)
    if stage == stages.MEIXIU:
        return powers.close_meixiu(state)
    if stage == stages.VOTE:
        return vote.close_vote(state)
    if stage == stages.JUDGMENT:
        return judgment.close_judgment(state)
    if stage == stages.SHOWDOWN:
        return showdown.close_showdown(state)
    if stage == stages.SHOWDOWN_TIE:
        return showdown.close_showdown_tie(state)
    if stage == stages.PENALTY or stage == stages.COMPENSATION:
        return stages.GREED
    if stage == stages.GREED:
        return greed.close_greed(state)
    if stage == stages.THEFT:
        return greed.close_theft(state)
    if stage == stages.SCORING:
        return scoring.close_scoring(state)
    if stage == stages.LEADER_TIE:
        return scoring.begin_round(state, int(state.chooser))
    if stage == stages.CHARACTER_CHOICE:
        return deal.close_character_choice(state)
    return int(stage) + 1


@jit
def _enter(state: State, stage: int) -> None:
    """Open a stage, and play what is forced on those who must decide."""
    open_stage(state, stage)
    if state.pending != 0:
        for seat in range(state.num_players):
            play_forced(state, seat)


@jit
def open_stage(state: State, stage: int) -> None:
    """Go to a stage and find who must decide."""
    state.stage = stage
    state.pending = 0
    _ask(state, stage)


@jit
def _ask(state: State, stage: int) -> None:
    """Who must decide?"""
    if stage == stages.DRAFT or stage == stages.DISCARD or stage == stages.PLACEMENT or stage == stages.VOTE:
        state.pending = (1 << int(state.num_players)) - 1
    elif stage == stages.WUMING:
        draft.open_wuming(state)
    elif stage == stages.FUSHEN:
        powers.ask_holder(state, FUSHEN)
    elif stage == stages.YANMEI:
        powers.ask_holder(state, YANMEI)
    elif stage == stages.GAN:
        powers.ask_holder(state, GAN)
    elif stage == stages.MEIXIU:
        powers.ask_holder(state, MEIXIU)
    elif stage == stages.NUYING or stage == stages.NUYING_TOP:
        powers.ask_holder(state, NUYING)
    elif stage == stages.DISCUSSION:
        discussion.open_discussion(state)
    elif stage == stages.LIANG:
        powers.ask_holder(state, LIANG)
    elif stage == stages.CHARACTER_TIE:
        deal.open_character_tie(state)
    elif stage == stages.CHARACTER_CHOICE:
        state.pending = 1 << int(state.chooser)
    elif stage == stages.LEADER_TIE:
        scoring.open_leader_tie(state)
    elif stage == stages.VOTE_TIE or stage == stages.SHOWDOWN_TIE or stage == stages.GREED_TIE:
        state.pending = 1 << int(state.leader)
    elif (
        stage == stages.JUDGMENT or stage == stages.ADMISSION or stage == stages.PENALTY or stage == stages.COMPENSATION
    ):
        state.pending = 1 << int(state.accused)
    elif stage == stages.THEFT:
        state.pending = 1 << int(state.thief)
    elif stage == stages.GIFT:
        state.pending = 1 << int(state.robbed)
