"""Back into step with a table on which turns were played that nobody saw: cards lie where they are seen now.

Somebody stood before the camera, or hands hid everything for too long. What cannot be seen stays as the book has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.belief import BELIEVED_LOOKS, Belief
from engine.cards import COPIES, Face
from engine.closing import next_seat
from engine.observation import FLOOR, Zone, ZoneKind
from engine.table import Seat, Stack, Table

CLEAR = 0.8  # mean probability of a face that corrects the book
PLAYED = 2  # cards that a turn brings out
IN_STACK = 3


def missed_seats(table: Table, first: Seat, belief: Belief, now: Seat | None = None) -> tuple[Seat, ...]:
    """Return who played unseen, in order from *first*: each turn brings two new cards, wherever they lie now.

    *now*: whose turn it is, if a hand told.
    """
    book = Counter(table.loose) + Counter(table.stacked) + Counter(card for pile in table.piles for card in pile)
    out = sum((_seen(belief, Zone(ZoneKind.PILE, seat)) for seat in range(len(table.piles))), _seen(belief, FLOOR))
    likely = (out - book).total() / PLAYED
    order = [first]
    while (following := next_seat(_later(table, order), order[-1])) is not None and len(order) <= 2 * likely + 6:
        order.append(following)
    ends = [n for n in range(1, len(order)) if now is None or order[n] == now] or [1]
    return tuple(order[: min(ends, key=lambda n: abs(n - likely))])


def adopt(table: Table, missed: Sequence[Seat], belief: Belief) -> Table:
    """Return *table* after the unseen turns of *missed*, with every card where it is seen clearly.

    What left the floor and is seen nowhere went to the last of *missed*.
    """
    floor, stacks = _floor(table, belief)
    gone = Counter(table.loose) + Counter(table.stacked) - Counter(floor)
    gone -= Counter(card for stack in stacks for card in stack.cards + stack.bonus)
    piles = _piles(table, gone, Counter(floor), belief, missed[-1])
    return replace(_later(table, missed), loose=floor, stacks=stacks, piles=piles)


def _later(table: Table, seats: Sequence[Seat]) -> Table:
    """The table with a turn's cards less for each of *seats*."""
    hands, tokens = list(table.hands), list(table.tokens)
    for seat in seats:
        held = hands if hands[seat] else tokens
        held[seat] = max(0, held[seat] - 1)
    return replace(table, hands=tuple(hands), tokens=tuple(tokens), stock=max(0, table.stock - len(seats)))


def _seen(belief: Belief, zone: Zone) -> Counter[Face]:
    """The faces that are plainly read in a zone."""
    return Counter(card.face for card in belief.cards if card.zone == zone and card.present and card.face is not None
                   and card.looks >= BELIEVED_LOOKS and card.probability(card.face) >= CLEAR)


def _floor(table: Table, belief: Belief) -> tuple[tuple[Face, ...], tuple[Stack, ...]]:
    """Loose cards and stacks: what is seen, and what may lie under it."""
    seen = _seen(belief, FLOOR)
    under = Counter(card.face for card in belief.cards if card.face is not None and not card.present
                    and card.zone == FLOOR and belief.hidden(card))
    lying = Counter(card.face for card in belief.floor if card.face is not None)
    kept = tuple(stack for stack in table.stacks if any(lying[card] for card in stack.cards))
    rest = seen - Counter(card for stack in kept for card in stack.cards)
    loose = rest | (Counter(table.loose) & (lying + under))
    loose &= Counter(COPIES) - Counter(card for stack in kept for card in stack.cards)
    months = Counter(card.month for card in loose.elements())
    piled = [month for month, count in months.items() if count == IN_STACK]
    fresh = tuple(Stack(tuple(card for card in sorted(loose.elements()) if card.month == month)) for month in piled)
    return tuple(card for card in sorted(loose.elements()) if card.month not in piled), kept + fresh


def _piles(table: Table, gone: Counter[Face], floor: Counter[Face], belief: Belief, last: Seat
           ) -> tuple[tuple[Face, ...], ...]:
    """The piles with what came to them: the cards *gone* from the floor, and those played and taken unseen."""
    piles = [list(pile) for pile in table.piles]
    left = Counter(COPIES) - Counter(card for pile in piles for card in pile) - gone - floor - Counter(table.stacked)
    for seat, pile in enumerate(piles):
        for card in (_seen(belief, Zone(ZoneKind.PILE, seat)) - Counter(pile)).elements():
            source = gone if gone[card] else left
            if source[card] > 0:
                source[card] -= 1
                pile.append(card)
    for card in (+gone).elements():
        months = [sum(one.month == card.month for one in pile) for pile in piles]
        piles[months.index(max(months)) if max(months) else last].append(card)
    return tuple(map(tuple, piles))
