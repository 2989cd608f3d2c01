"""Shuffles of the deck into slots that agree with what a seat knows, each as likely as any other.

Cards that lie open on another table are *needs*: they must be among that seat's slots. The number of shuffles that
satisfy all needs is counted slot by slot (a sum over which slot holds which needed trait), and a shuffle is drawn in
proportion to these counts: exactly uniform, and nothing is thrown away.
"""

from overseers_env.engine.jit import jit
from overseers_env.engine.random import WORD, mix
from overseers_env.games.overseers.cards import HAND_SIZE, NO_TRAIT, NUM_TRAITS
from overseers_env.games.overseers.state import NO_SEAT, State
from overseers_env.games.overseers.worlds_slots import CAPACITY, EMPTY, MAX_ENTRIES, OWN, Work, below

FREE = NUM_TRAITS
CONTENT_AT, LAYER_AT = 46, 58
CONTENT_FIELD = (1 << LAYER_AT) - (1 << CONTENT_AT)
DICE = 1 << 30


@jit
def _num_bits(largest: int) -> int:
    bits = 0
    while largest >> bits > 0:
        bits += 1
    return bits


@jit
def lay_out_count(state: State, work: Work) -> None:
    """Give every need and every group's card its field in a key, and put the slots of known groups in order."""
    num_players, shift = int(state.num_players), 0
    work.start_key = 0
    for seat in range(num_players):
        for trait in range(NUM_TRAITS):
            bits = _num_bits(int(work.needs[seat, trait]))
            work.need_shift[seat, trait] = shift
            work.need_field[seat, trait] = (1 << bits) - 1
            work.start_key += int(work.needs[seat, trait]) << shift
            shift += bits
    work.num_layers = 0
    for group in range(1, int(work.num_groups)):
        shift = CONTENT_AT
        for trait in range(NUM_TRAITS):
            bits = _num_bits(int(work.cards[group, trait]))
            work.used_shift[group, trait] = shift
            work.used_field[group, trait] = (1 << bits) - 1
            shift += bits
        _order_slots(state, work, group)
    _count_slots_after(state, work)


@jit
def _order_slots(state: State, work: Work, group: int) -> None:
    for pack in range(state.num_players):
        for place in range(HAND_SIZE):
            if work.group[pack, place] == group and work.taker[pack, place] != NO_SEAT:
                work.layer_pack[work.num_layers] = pack
                work.layer_place[work.num_layers] = place
                work.num_layers += 1


@jit
def _count_slots_after(state: State, work: Work) -> None:
    """How many slots each seat has behind each layer, those of group 0 included."""
    last = int(work.num_layers)
    for seat in range(state.num_players):
        work.slots_after[last, seat] = 0
    for pack in range(state.num_players):
        for place in range(HAND_SIZE):
            if work.group[pack, place] == 0 and work.taker[pack, place] != NO_SEAT:
                work.slots_after[last, work.taker[pack, place]] += 1
    for layer in range(last - 1, -1, -1):
        for seat in range(state.num_players):
            work.slots_after[layer, seat] = work.slots_after[layer + 1, seat]
        work.slots_after[layer, _taker(work, layer)] += 1


@jit
def _taker(work: Work, layer: int) -> int:
    return int(work.taker[work.layer_pack[layer], work.layer_place[layer]])


@jit
def _group(work: Work, layer: int) -> int:
    return int(work.group[work.layer_pack[layer], work.layer_place[layer]])


@jit
def _need_left(work: Work, key: int, seat: int, trait: int) -> int:
    return (key >> int(work.need_shift[seat, trait])) & int(work.need_field[seat, trait])


@jit
def _all_needs_left(work: Work, key: int, seat: int) -> int:
    needs = 0
    for trait in range(NUM_TRAITS):
        needs += _need_left(work, key, seat, trait)
    return needs


@jit
def _used(work: Work, key: int, group: int, trait: int) -> int:
    return (key >> int(work.used_shift[group, trait])) & int(work.used_field[group, trait])


@jit
def _weight(work: Work, key: int, layer: int, label: int) -> int:
    """In how many ways the layer's slot can hold a needed card of this trait, or (FREE) not a needed one: 0 or more."""
    seat, group = _taker(work, layer), _group(work, layer)
    if label == FREE:
        return 1 if _all_needs_left(work, key, seat) <= work.slots_after[layer + 1, seat] else 0
    if _need_left(work, key, seat, label) == 0:
        return 0
    return int(work.cards[group, label]) - _used(work, key, group, label)


@jit
def _next_key(work: Work, key: int, layer: int, label: int) -> int:
    """The key behind the layer. The cards used are forgotten where a group ends."""
    seat, group = _taker(work, layer), _group(work, layer)
    if label != FREE:
        key += (1 << int(work.used_shift[group, label])) - (1 << int(work.need_shift[seat, label]))
    if _ends_group(work, layer):
        key &= ~CONTENT_FIELD
    return key + (1 << LAYER_AT)


@jit
def _ends_group(work: Work, layer: int) -> bool:
    return layer + 1 == work.num_layers or _group(work, layer + 1) != _group(work, layer)


@jit
def _ways_to_fill(work: Work, key: int, layer: int, label: int) -> float:
    """Where a group ends: the orders of its cards that no need has taken; elsewhere 1."""
    if not _ends_group(work, layer):
        return 1.0
    group = _group(work, layer)
    free = int(work.size[group]) - (0 if label == FREE else 1)
    for trait in range(NUM_TRAITS):
        free -= _used(work, key, group, trait)
    return _factorial(free)


@jit
def _factorial(number: int) -> float:
    product = 1.0
    for factor in range(2, number + 1):
        product *= factor
    return product


@jit
def _falling(number: int, steps: int) -> float:
    product = 1.0
    for step in range(steps):
        product *= number - step
    return product


@jit
def _ways_at_end(state: State, work: Work, key: int) -> float:
    """In how many ways group 0 can hold the needs that are left, its other cards in any order."""
    ways, wanted = 1.0, 0
    for trait in range(NUM_TRAITS):
        of_trait = 0
        for seat in range(state.num_players):
            of_trait += _need_left(work, key, seat, trait)
        if of_trait > work.cards[0, trait]:
            return 0.0
        ways *= _falling(int(work.cards[0, trait]), of_trait)
        wanted += of_trait
    for seat in range(state.num_players):
        slots = int(work.slots_after[work.num_layers, seat])
        for trait in range(NUM_TRAITS):
            for copy in range(_need_left(work, key, seat, trait)):
                ways *= slots / (copy + 1)
                slots -= 1
    return ways * _factorial(int(work.size[0]) - wanted)


@jit
def _find(work: Work, key: int) -> int:
    """The place of a key in the table, or of the empty place where it belongs."""
    place = mix((key & WORD) ^ mix((key >> 32) & WORD)) & (CAPACITY - 1)
    while work.table_key[place] != EMPTY and work.table_key[place] != key:
        place = (place + 1) & (CAPACITY - 1)
    return place


@jit
def _forget(work: Work) -> None:
    for entry in range(work.num_entries):
        work.table_key[work.entries[entry]] = EMPTY
    work.num_entries = 0


@jit
def _enter(work: Work, key: int) -> None:
    place = _find(work, key)
    if work.table_key[place] == EMPTY and work.num_entries < MAX_ENTRIES:
        work.table_key[place] = key
        work.entries[work.num_entries] = place
        work.num_entries += 1


@jit
def count_shuffles(state: State, work: Work) -> float:
    """Count the shuffles that satisfy all needs, from every key that can occur. 0 if the table is too small."""
    _forget(work)
    _enter(work, int(work.start_key))
    entry = 0
    while entry < work.num_entries:
        key = int(work.table_key[work.entries[entry]])
        layer = key >> LAYER_AT
        if layer < work.num_layers:
            for label in range(NUM_TRAITS + 1):
                if _weight(work, key, layer, label) > 0:
                    _enter(work, _next_key(work, key, layer, label))
        entry += 1
    if work.num_entries == MAX_ENTRIES:
        return 0.0
    for later in range(work.num_entries):
        place = work.entries[work.num_entries - 1 - later]
        key = int(work.table_key[place])
        layer = key >> LAYER_AT
        if layer == work.num_layers:
            work.table_count[place] = _ways_at_end(state, work, key)
            continue
        ways = 0.0
        for label in range(NUM_TRAITS + 1):
            ways += _ways_of(work, key, layer, label)
        work.table_count[place] = ways
    return float(work.table_count[work.entries[0]])


@jit
def _ways_of(work: Work, key: int, layer: int, label: int) -> float:
    weight = _weight(work, key, layer, label)
    if weight == 0:
        return 0.0
    behind = work.table_count[_find(work, _next_key(work, key, layer, label))]
    return weight * _ways_to_fill(work, key, layer, label) * behind


@jit
def draw_shuffle(state: State, work: Work) -> None:
    """Draw one of the counted shuffles, each as likely as any other: a card for every slot that is not the viewer's."""
    for pack in range(state.num_players):
        for place in range(HAND_SIZE):
            work.is_needed[pack, place] = 0
            if work.group[pack, place] != OWN:
                work.trait[pack, place] = NO_TRAIT
    key = int(work.start_key)
    for layer in range(work.num_layers):
        label = _draw_label(work, key, layer)
        if label != FREE:
            _put(work, int(work.layer_pack[layer]), int(work.layer_place[layer]), label)
        key = _next_key(work, key, layer, label)
    for seat in range(state.num_players):
        for trait in range(NUM_TRAITS):
            work.left[seat, trait] = _need_left(work, key, seat, trait)
    _put_left_needs(state, work)
    for group in range(work.num_groups):
        _fill_group(state, work, group)


@jit
def _put(work: Work, pack: int, place: int, trait: int) -> None:
    work.trait[pack, place] = trait
    work.is_needed[pack, place] = 1


@jit
def _draw_label(work: Work, key: int, layer: int) -> int:
    ways = 0.0
    for label in range(NUM_TRAITS + 1):
        ways += _ways_of(work, key, layer, label)
    rest = (below(work, DICE) + 0.5) / DICE * ways
    last = FREE
    for label in range(NUM_TRAITS + 1):
        share = _ways_of(work, key, layer, label)
        if share > 0.0:
            last = label
            if rest < share:
                return label
            rest -= share
    return last


@jit
def _put_left_needs(state: State, work: Work) -> None:
    """Put each seat's needs that are left into its slots of group 0, any slots."""
    for seat in range(state.num_players):
        slots = int(work.slots_after[work.num_layers, seat])
        for pack in range(state.num_players):
            for place in range(HAND_SIZE):
                if work.group[pack, place] != 0 or work.taker[pack, place] != seat:
                    continue
                skip = below(work, slots)
                slots -= 1
                for trait in range(NUM_TRAITS):
                    if skip < work.left[seat, trait]:
                        work.left[seat, trait] -= 1
                        _put(work, pack, place, trait)
                        break
                    skip -= int(work.left[seat, trait])


@jit
def _fill_group(state: State, work: Work, group: int) -> None:
    """Shuffle the cards of a group that no need has taken into its other slots."""
    free, cards = int(work.size[group]), 0
    for pack in range(state.num_players):
        for place in range(HAND_SIZE):
            if work.group[pack, place] == group and work.is_needed[pack, place] == 1:
                free -= 1
    for trait in range(NUM_TRAITS):
        cards += (int(work.cards[group, trait]) - _num_put(state, work, group, trait)) << (8 * trait)
    for pack in range(state.num_players):
        for place in range(HAND_SIZE):
            if work.group[pack, place] == group and work.is_needed[pack, place] == 0:
                skip, trait = below(work, free), 0
                while skip >= (cards >> (8 * trait)) & 255:
                    skip -= (cards >> (8 * trait)) & 255
                    trait += 1
                cards -= 1 << (8 * trait)
                free -= 1
                work.trait[pack, place] = trait


@jit
def _num_put(state: State, work: Work, group: int, trait: int) -> int:
    put = 0
    for pack in range(state.num_players):
        for place in range(HAND_SIZE):
            if (
                work.group[pack, place] == group
                and work.is_needed[pack, place] == 1
                and work.trait[pack, place] == trait
            ):
                put += 1
    return put
