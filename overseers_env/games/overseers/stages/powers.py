"""The powers before the vote (§6.1): Yanmei, Gan, Meixiu, Nuying, in this order."""

from overseers_env.engine.jit import jit
from overseers_env.games.overseers import stages
from overseers_env.games.overseers.actions import CARD_UP, DOWN_KIND, PLAYER, TAKE
from overseers_env.games.overseers.cards import NO_TRAIT, NUM_TRAITS
from overseers_env.games.overseers.chance import roll
from overseers_env.games.overseers.characters import GAN, GAN_DRAWS, MEIXIU, MEIXIU_SEES, YANMEI
from overseers_env.games.overseers.state import ALL_SEATS, FACE_DOWN, FACE_UP, NO_CARD, NO_SEAT, State
from overseers_env.games.overseers.table import (
    count_kinds,
    facing_of_kind,
    holder,
    kind_bits,
    num_face_down,
    one_of_kind,
    trait_of_kind,
)


@jit
def ask_holder(state: State, character: int) -> None:
    """Ask the seat that holds the character, if one does."""
    seat = holder(state, character)
    state.pending = 1 << seat if seat != NO_SEAT else 0


@jit
def legal_other_seat(state: State, seat: int) -> tuple[int, int]:
    """Any seat but my own."""
    return PLAYER, (1 << int(state.num_players)) - 2


@jit
def legal_card(state: State, seat: int) -> tuple[int, int]:
    """Any card on my table; not the one I have already chosen."""
    kinds = count_kinds(state, seat)
    if state.chosen != NO_CARD:
        kinds -= one_of_kind(state.chosen)
    return CARD_UP, kind_bits(kinds)


@jit
def mark_card(state: State, seat: int, kind: int) -> None:
    """§6.2: turn a card sideways; its trait is flat for Yanmei. A face-down mark shows no trait."""
    state.mark = trait_of_kind(state, kind)
    state.mark_facing = facing_of_kind(state, kind)
    state.mark_is_there = 1
    state.mark_known = ALL_SEATS if state.mark_facing == FACE_UP else 1 << seat


@jit
def close_yanmei(state: State) -> int:
    """Gan draws if he is there."""
    return stages.GAN_DRAW if holder(state, GAN) != NO_SEAT else stages.MEIXIU


@jit
def draw_from_pile(state: State) -> None:
    """§6.3: Gan sees two random cards of the discard."""
    size = 0
    for trait in range(NUM_TRAITS):
        size += int(state.pile[trait])
    for place in range(GAN_DRAWS):
        skip = roll(state, place, size - place)
        for trait in range(NUM_TRAITS):
            left = int(state.pile[trait])
            if place == 1 and state.gan_sees[0] == trait:
                left -= 1
            if skip < left:
                state.gan_sees[place] = trait
                break
            skip -= left


@jit
def legal_gan(state: State, seat: int) -> tuple[int, int]:
    """§6.3: one of the two he sees."""
    return TAKE, 1 << int(state.gan_sees[0]) | 1 << int(state.gan_sees[1])


@jit
def keep(state: State, seat: int, trait: int) -> None:
    """§6.3: keep one face down; the other goes back."""
    state.drawn = trait
    state.drawn_is_there = 1
    state.drawn_known = 1 << seat
    state.pile[trait] -= 1
    state.face_down[seat, trait] += 1


@jit
def close_meixiu(state: State) -> int:
    """§6.4: of two face-down cards Meixiu sees both; of three, chance takes two."""
    if state.peeked == NO_SEAT:
        return stages.NUYING
    if num_face_down(state, int(state.peeked)) > MEIXIU_SEES:
        return stages.PEEK
    for trait in range(NUM_TRAITS):
        state.peek[trait] = state.face_down[state.peeked, trait]
    if holder(state, YANMEI) == state.peeked and state.mark_facing == FACE_DOWN:
        state.mark_known |= 1 << holder(state, MEIXIU)
    return stages.NUYING


@jit
def peek_at_two(state: State) -> None:
    """§6.4: two at random of three. The drawn card is the last of them, should one be Gan's."""
    left_out = roll(state, 0, MEIXIU_SEES + 1)
    is_gan = holder(state, GAN) == state.peeked
    drawn_left_out = is_gan and left_out == MEIXIU_SEES
    trait_left_out = int(state.drawn) if drawn_left_out else NO_TRAIT
    if not drawn_left_out:
        for trait in range(NUM_TRAITS):
            plain = int(state.face_down[state.peeked, trait])
            if is_gan and state.drawn == trait:
                plain -= 1
            if trait_left_out == NO_TRAIT and left_out < plain:
                trait_left_out = trait
            left_out -= plain
    lay_peek(state, trait_left_out, is_gan and not drawn_left_out)


@jit
def lay_peek(state: State, trait_left_out: int, sees_drawn: bool) -> None:
    """Meixiu sees all face-down cards of the seat but one of this trait, Gan's drawn card among them or not."""
    for trait in range(NUM_TRAITS):
        state.peek[trait] = state.face_down[state.peeked, trait]
    state.peek[trait_left_out] -= 1
    if sees_drawn:
        state.drawn_known |= 1 << holder(state, MEIXIU)


@jit
def choose_card(state: State, kind: int) -> None:
    """Note a first card; what happens waits for the second (§15.1, §15.4)."""
    state.chosen = kind


@jit
def stack_cards(state: State, seat: int, kind: int) -> None:
    """§6.5: the chosen card goes face down under the card of this kind."""
    state.altered = trait_of_kind(state, int(state.chosen))
    state.altered_facing = facing_of_kind(state, int(state.chosen))
    state.altered_known = ALL_SEATS if state.altered_facing == FACE_UP else 1 << seat
    state.top = trait_of_kind(state, kind)
    state.top_facing = facing_of_kind(state, kind)
    state.top_known = ALL_SEATS if state.top_facing == FACE_UP else 1 << seat
    if state.chosen < DOWN_KIND:
        state.face_up[seat, state.altered] -= 1
        state.face_down[seat, state.altered] += 1
    state.is_stacked = 1
    state.chosen = NO_CARD
