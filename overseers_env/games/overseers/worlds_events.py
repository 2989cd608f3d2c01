"""The private events behind the draft, played anew for a world: what Fushen, Gan and Meixiu saw, which face-down cards
Yanmei and Nuying turned, what was given up unseen. Each is drawn as the rules draw it, or as any choice would be, and
must come out as the viewer saw it: the functions say False where it does not.
"""

from overseers_env.engine.bits import lowest_one, num_ones
from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.cards import GREED, NO_TRAIT, NUM_TRAITS
from overseers_env.games.overseers.characters import (
    COLLECTOR,
    FUSHEN,
    FUSHEN_DRAWS,
    GAN,
    MEIXIU,
    MEIXIU_SEES,
    NUM_CHARACTERS,
    NUYING,
    YANMEI,
)
from overseers_env.games.overseers.stages.deal import free_characters
from overseers_env.games.overseers.stages.discussion import take_verdicts
from overseers_env.games.overseers.state import ADMITTED, FACE_DOWN, FACE_UP, INNOCENT, NO_SEAT, State
from overseers_env.games.overseers.table import holder
from overseers_env.games.overseers.worlds_build import draw_card
from overseers_env.games.overseers.worlds_slots import Work, below

UNSEEN = 8
"""Added to the trait of a face-down card that the viewer never sees."""


@jit
def redraw_offer(state: State, viewer: int, work: Work, world: State) -> None:
    """§3.1: another Fushen drew any characters that nobody held, the one that she became among them."""
    fushen = int(state.fushen_seat) if state.fushen_seat != NO_SEAT else holder(state, FUSHEN)
    if fushen == NO_SEAT or fushen == viewer:
        return
    bits, draws = free_characters(state) & ~(1 << FUSHEN), FUSHEN_DRAWS
    for character in range(NUM_CHARACTERS):
        world.offer[character] = 0
    if state.fushen_seat != NO_SEAT:
        world.offer[state.character[fushen]] = 1
        draws -= 1
    for _ in range(draws):
        rest = bits
        for _ in range(below(work, num_ones(bits))):
            rest &= rest - 1
        world.offer[lowest_one(rest)] = 1
        bits &= ~(1 << lowest_one(rest))


@jit
def draw_hidden(seat: int, work: Work) -> int:
    """A random face-down card of those the seat laid down itself; UNSEEN is added for one that the viewer never sees."""
    seen, unseen = 0, 0
    for trait in range(NUM_TRAITS):
        seen += int(work.hidden[seat, trait])
        unseen += int(work.unseen[seat, trait])
    if below(work, seen + unseen) < seen:
        return draw_card(work.hidden, seat, work)
    return draw_card(work.unseen, seat, work) + UNSEEN


@jit
def replay_powers(state: State, viewer: int, work: Work, world: State) -> bool:
    """§6.1: Yanmei, Gan, Meixiu, Nuying, as far as the round has come."""
    if state.stage < stages.YANMEI:
        return True
    return (
        _replay_yanmei(state, viewer, work, world)
        and _replay_gan(state, viewer, work, world)
        and _replay_meixiu(state, viewer, work, world)
        and _replay_nuying(state, viewer, work, world)
    )


@jit
def _agrees(known: int, viewer: int, fact: int, drawn: int) -> bool:
    """If the viewer knows the trait, it must be the one drawn."""
    return (known >> viewer) & 1 == 0 or fact == drawn


@jit
def _replay_yanmei(state: State, viewer: int, work: Work, world: State) -> bool:
    """§6.2: any of her face-down cards may bear the mark."""
    yanmei = holder(state, YANMEI)
    if yanmei == viewer or state.mark == NO_TRAIT or state.mark_facing == FACE_UP:
        return True
    world.mark = draw_hidden(yanmei, work) % UNSEEN
    return _agrees(int(state.mark_known), viewer, int(state.mark), int(world.mark))


@jit
def _replay_gan(state: State, viewer: int, work: Work, world: State) -> bool:
    """§6.3: two random cards of the discard, and either of them kept."""
    if state.gan_sees[0] == NO_TRAIT:
        return True
    for trait in range(NUM_TRAITS):
        work.scratch[0, trait] = world.pile[trait]
    first = draw_card(work.scratch, 0, work)
    work.scratch[0, first] -= 1
    second = draw_card(work.scratch, 0, work)
    if holder(state, GAN) == viewer:
        if not _same_pair(state, first, second):
            return False
    else:
        world.gan_sees[0], world.gan_sees[1] = first, second
    if state.drawn == NO_TRAIT:
        return True
    if holder(state, GAN) != viewer:
        world.drawn = first if below(work, 2) == 0 else second
    world.pile[world.drawn] -= 1
    return _agrees(int(state.drawn_known), viewer, int(state.drawn), int(world.drawn))


@jit
def _same_pair(state: State, first: int, second: int) -> bool:
    one, other = int(state.gan_sees[0]), int(state.gan_sees[1])
    return (first == one and second == other) or (first == other and second == one)


@jit
def _replay_meixiu(state: State, viewer: int, work: Work, world: State) -> bool:
    """§6.4: another Meixiu saw two of the face-down cards, any two of three. What the viewer saw stays."""
    meixiu, peeked = holder(state, MEIXIU), int(state.peeked)
    if peeked == NO_SEAT or meixiu == viewer:
        return True
    size = 0
    for trait in range(NUM_TRAITS):
        world.peek[trait] = work.hidden[peeked, trait] + work.unseen[peeked, trait]
        size += int(world.peek[trait])
    is_gan = holder(state, GAN) == peeked
    left_out = below(work, MEIXIU_SEES + 1)
    sees_drawn = is_gan and left_out < MEIXIU_SEES
    if sees_drawn or size > MEIXIU_SEES:
        world.peek[draw_hidden(peeked, work) % UNSEEN] -= 1
    if sees_drawn:
        world.peek[world.drawn] += 1
    if is_gan:
        world.drawn_known = int(state.drawn_known) & ~(1 << meixiu) | int(sees_drawn) << meixiu
    return True


@jit
def _replay_nuying(state: State, viewer: int, work: Work, world: State) -> bool:
    """§6.5: any face-down card of hers may have gone under, and any other may be on top."""
    nuying = holder(state, NUYING)
    if nuying == viewer or state.altered == NO_TRAIT:
        return True
    altered, top = int(state.altered), int(state.top)
    if state.altered_facing == FACE_DOWN:
        altered = draw_hidden(nuying, work)
    if state.top_facing == FACE_DOWN:
        top = _draw_other_hidden(nuying, altered if state.altered_facing == FACE_DOWN else NO_TRAIT, work)
    world.altered, world.top = altered % UNSEEN, top % UNSEEN
    if state.is_open == 1:
        if state.altered_facing == FACE_DOWN and (altered >= UNSEEN) != (state.given_up_special[2] == 1):
            return False
        if state.top_facing == FACE_DOWN and (top >= UNSEEN) != (state.given_up_special[3] == 1):
            return False
    return _agrees(int(state.altered_known), viewer, int(state.altered), int(world.altered)) and _agrees(
        int(state.top_known), viewer, int(state.top), int(world.top)
    )


@jit
def _draw_other_hidden(seat: int, taken: int, work: Work) -> int:
    """A random face-down card but the one that is taken."""
    if taken == NO_TRAIT:
        return draw_hidden(seat, work)
    cards = work.unseen if taken >= UNSEEN else work.hidden
    cards[seat, taken % UNSEEN] -= 1
    other = draw_hidden(seat, work)
    cards[seat, taken % UNSEEN] += 1
    return other


@jit
def replay_rest(state: State, viewer: int, work: Work, world: State) -> bool:
    """The tables as they lay at the vote and the truth of what was said (§11); then what was given up (§7.1), what was
    found in the discard (§8.4, §9.1), and the tables as they lie now.
    """
    if state.stage <= stages.PLACEMENT:
        return True
    _lay_tables(state, viewer, work, world)
    if state.stage > stages.DISCUSSION:
        _take_verdicts_at_vote(state, world)
    if state.is_open == 0:
        return True
    world.face_up[:] = state.face_up
    world.face_down[:] = state.face_down
    return _replay_admission(state, viewer, work, world) and _replay_pile(state, viewer, world)


@jit
def _lay_tables(state: State, viewer: int, work: Work, world: State) -> None:
    """Every table as the powers left it, before the judgment."""
    for seat in range(state.num_players):
        for trait in range(NUM_TRAITS):
            world.face_up[seat, trait] = state.row[seat, trait]
            world.face_down[seat, trait] = work.hidden[seat, trait] + work.unseen[seat, trait]
    gan, nuying = holder(state, GAN), holder(state, NUYING)
    if state.drawn != NO_TRAIT:
        world.face_down[gan, world.drawn] += 1
    if state.altered != NO_TRAIT and state.altered_facing == FACE_UP:
        world.face_up[nuying, state.altered] -= 1
        world.face_down[nuying, state.altered] += 1


@jit
def _take_verdicts_at_vote(state: State, world: State) -> None:
    world.is_open = 0
    world.is_stacked = int(state.altered != NO_TRAIT)
    take_verdicts(world)
    world.is_open = state.is_open
    world.is_stacked = state.is_stacked


@jit
def _replay_admission(state: State, viewer: int, work: Work, world: State) -> bool:
    """§7.1, §13.3: what another seat gave up face down, from the cards that nobody has seen again."""
    accused = int(state.accused)
    if state.verdict != ADMITTED or accused == viewer:
        return True
    lost, left = 0, 0
    for trait in range(NUM_TRAITS):
        given = int(work.unseen[accused, trait])
        given += int(state.given_up_special[0] == 1 and state.mark_facing == FACE_DOWN and state.mark == trait)
        given += int(state.given_up_special[1] == 1 and world.drawn == trait)
        given += int(state.given_up_special[2] == 1 and state.altered_facing == FACE_UP and state.altered == trait)
        world.given_up_hidden[trait] = given
        lost += given - int(state.given_up_hidden[trait])
        left = left | int(_kept_hidden(state, accused, work, trait) > 0) << trait
    if lost != 0:
        return False
    if state.given_up_special[1] == 1 and (left >> int(world.drawn)) & 1 == 1:
        return False  # §15.2: other cards of the trait would have left first
    return not (_gave_up_hidden_mark(state) and (left >> int(state.mark)) & 1 == 1)


@jit
def _gave_up_hidden_mark(state: State) -> bool:
    return state.given_up_special[0] == 1 and state.mark_facing == FACE_DOWN


@jit
def _kept_hidden(state: State, accused: int, work: Work, trait: int) -> int:
    """Cards that the accused had laid face down and did not give up."""
    return int(work.hidden[accused, trait]) - int(_gave_up_hidden_mark(state) and state.mark == trait)


@jit
def _replay_pile(state: State, viewer: int, world: State) -> bool:
    """§8.4, §9.1: the discard must have held what was taken from it."""
    if state.verdict == ADMITTED:
        for trait in range(NUM_TRAITS):
            world.pile[trait] += state.given_up_open[trait] + world.given_up_hidden[trait]
    if state.verdict == INNOCENT:
        for trait in range(NUM_TRAITS):
            if state.accused == viewer and state.pile_seen[trait] != world.pile[trait]:
                return False
            world.pile_seen[trait] = world.pile[trait]
    for trait in range(NUM_TRAITS):
        world.pile[trait] += state.penalty[trait]
    if state.compensation != NO_TRAIT:
        world.pile[state.compensation] -= 1
        if world.pile[state.compensation] < 0:
            return False
    if state.stage > stages.GREED and holder(state, COLLECTOR) != NO_SEAT:
        if world.pile[GREED] != state.num_collected:
            return False
        world.pile[GREED] = 0
    return True
