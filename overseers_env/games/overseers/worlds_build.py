"""From what is known of the other tables to needs, and from a shuffle back to packs, hands and face-down cards."""

from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.cards import GREED, HAND_SIZE, NO_TRAIT, NUM_TRAITS
from overseers_env.games.overseers.characters import COLLECTOR, GAN, MEIXIU, NUYING, YANMEI
from overseers_env.games.overseers.stages.draft import num_picks, passes_right
from overseers_env.games.overseers.state import FACE_DOWN, FACE_UP, NOT_YET, State
from overseers_env.games.overseers.worlds_slots import Work, below, num_passes


@jit
def find_needs(state: State, viewer: int, work: Work) -> None:
    """The cards that each other seat must have drafted: its face-up row, and what the viewer knows of its hidden cards."""
    for seat in range(state.num_players):
        for trait in range(NUM_TRAITS):
            work.needs[seat, trait] = 0
            if seat != viewer and state.stage > stages.PLACEMENT:
                work.needs[seat, trait] = state.row[seat, trait] + known_hidden(state, viewer, seat, trait)


@jit
def known_hidden(state: State, viewer: int, seat: int, trait: int) -> int:
    """How many of the cards that the seat itself laid face down the viewer knows to be of this trait."""
    if state.is_open == 1:
        return _shown(state, seat, trait) - _row_left(state, seat, trait) + int(_is_lost_mark(state, seat, trait))
    if state.peeked != seat or state.character[viewer] != MEIXIU:
        return 0
    saw_drawn = state.character[seat] == GAN and (state.drawn_known >> viewer) & 1 == 1
    return int(state.peek[trait]) - int(saw_drawn and state.drawn == trait)


@jit
def _shown(state: State, seat: int, trait: int) -> int:
    """Cards of the trait on the table at Showdown (what came and went later undone), without the one that Gan drew."""
    cards = int(state.face_up[seat, trait])
    if seat == state.accused:
        cards += int(state.penalty[trait]) - int(state.compensation == trait)
    if state.character[seat] == COLLECTOR and trait == GREED:
        cards -= int(state.num_collected)
    if state.stolen == trait:
        cards += int(seat == state.robbed) - int(seat == state.thief)
    if state.character[seat] == GAN and state.drawn_is_there == 1 and state.drawn == trait:
        cards -= 1
    return cards


@jit
def _row_left(state: State, seat: int, trait: int) -> int:
    """Cards of the trait of the face-up row that were still on the table at Showdown."""
    cards = int(state.row[seat, trait])
    if seat == state.accused:
        cards -= int(state.given_up_open[trait]) + int(_is_lost_altered(state, seat, trait))
    return cards


@jit
def _is_lost_altered(state: State, seat: int, trait: int) -> bool:
    """Was the altered card of this trait given up, one that had lain face up, so that all know it?"""
    was_given_up = state.given_up_special[2] == 1 and state.character[seat] == NUYING
    return was_given_up and state.altered_facing == FACE_UP and state.altered == trait


@jit
def _is_lost_mark(state: State, seat: int, trait: int) -> bool:
    """Was the marked card of this trait given up face down (its trait is public from Showdown on, §6.2)?"""
    was_given_up = state.given_up_special[0] == 1 and state.character[seat] == YANMEI
    return was_given_up and state.mark_facing == FACE_DOWN and state.mark == trait


# from a shuffle to the cards


@jit
def pack_at(state: State, seat: int, place: int) -> int:
    """The pack that lies before the seat when card number `place` of each pack is taken."""
    step = num_passes(state, place) if passes_right(state) else -num_passes(state, place)
    return (seat + step) % int(state.num_players)


@jit
def rebuild_draft(state: State, viewer: int, work: Work, world: State) -> None:
    """Write packs, picks and hands of all other seats, as they are before anyone commits to the current decision."""
    taken = min(int(state.num_taken), num_picks(state))
    is_drafting = state.stage <= stages.DRAFT
    for seat in range(state.num_players):
        if seat == viewer:
            continue
        for trait in range(NUM_TRAITS):
            world.hand[seat, trait] = 0
            world.pack[seat, trait] = 0
        for place in range(HAND_SIZE):
            pack = pack_at(state, seat, place)
            is_second = state.double_pick != NOT_YET and place == state.double_pick + 1
            has_begun = place < taken or (place == taken and is_drafting)
            _see_pack(work, world, seat, pack, place, has_begun and not is_second)
            world.picks[seat, place] = work.trait[pack, place] if place < taken else NO_TRAIT
            if place < taken and state.stage <= stages.PLACEMENT:
                world.hand[seat, work.trait[pack, place]] += 1
        if is_drafting:
            for trait in range(NUM_TRAITS):
                world.pack[seat, trait] = world.packs_seen[seat, taken, trait]
        if state.stage == stages.PLACEMENT and state.is_leftover == 0:
            world.hand[seat, world.discarded[seat]] -= 1


@jit
def _see_pack(work: Work, world: State, seat: int, pack: int, place: int, is_seen: bool) -> None:
    """The seat remembers the pack: the cards that were taken from it at `place` or later."""
    for trait in range(NUM_TRAITS):
        world.packs_seen[seat, place, trait] = 0
    if is_seen:
        for later in range(place, HAND_SIZE):
            world.packs_seen[seat, place, work.trait[pack, later]] += 1


@jit
def take_roles(state: State, viewer: int, work: Work, world: State) -> None:
    """Which of the taken cards each seat discarded and which it laid face down (§4.4, §5.1), at random."""
    for trait in range(NUM_TRAITS):
        world.pile[trait] = 0
    for seat in range(state.num_players):
        if seat != viewer:
            _take_free_cards(state, viewer, seat, work)
            world.discarded[seat] = _discard_one(state, seat, work)
        else:
            _keep_own_cards(state, seat, work)
        if world.discarded[seat] != NO_TRAIT:
            world.pile[world.discarded[seat]] += 1


@jit
def _take_free_cards(state: State, viewer: int, seat: int, work: Work) -> None:
    """`unseen` of a seat: its taken cards that no need accounts for; `hidden`: those that the viewer knows are hidden."""
    for trait in range(NUM_TRAITS):
        work.unseen[seat, trait] = 0
        work.hidden[seat, trait] = known_hidden(state, viewer, seat, trait) if state.stage > stages.PLACEMENT else 0
    for pack in range(state.num_players):
        for place in range(HAND_SIZE):
            if work.taker[pack, place] == seat and work.is_needed[pack, place] == 0:
                work.unseen[seat, work.trait[pack, place]] += 1


@jit
def _discard_one(state: State, seat: int, work: Work) -> int:
    """The card the seat put aside: any of those not known to be kept; or the one left over in its last pack (§4.4)."""
    if state.stage < stages.PLACEMENT:
        return NO_TRAIT
    if state.is_leftover == 1:
        last = HAND_SIZE - 1
        return int(work.trait[pack_at(state, seat, last), last])
    trait = draw_card(work.unseen, seat, work)
    work.unseen[seat, trait] -= 1
    return trait


@jit
def draw_card(cards: State, seat: int, work: Work) -> int:
    """A random card of a seat's counts, int8 (MAX_PLAYERS, NUM_TRAITS); NO_TRAIT where there is none."""
    size = 0
    for trait in range(NUM_TRAITS):
        size += int(cards[seat, trait])
    if size == 0:
        return NO_TRAIT
    skip, trait = below(work, size), 0
    while skip >= cards[seat, trait]:
        skip -= int(cards[seat, trait])
        trait += 1
    return trait


@jit
def _keep_own_cards(state: State, viewer: int, work: Work) -> None:
    """The viewer knows its own face-down cards: what it took, less what it discarded and showed."""
    for trait in range(NUM_TRAITS):
        work.unseen[viewer, trait] = 0
        work.hidden[viewer, trait] = -state.row[viewer, trait]
    if state.stage <= stages.PLACEMENT:
        return
    for place in range(num_picks(state)):
        work.hidden[viewer, state.picks[viewer, place]] += 1
    if state.is_leftover == 0:
        work.hidden[viewer, state.discarded[viewer]] -= 1
