"""A card put where people say that it lies: from the floor or a pile to another place, into the open or out of it."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Face
from engine.events import CardMove
from engine.observation import FLOOR, Zone, ZoneKind
from engine.table import Stack, Table

IN_STACK = 3


def placed(table: Table, move: CardMove) -> Table | None:
    """Return *table* with the card of *move* in its new zone.

    None if it does not lie in the old one, if a zone is neither floor nor pile, or if nothing would change. Three
    loose cards of a month become a stack; two that are left of a stack lie loose (RULES.md 7.1).
    """
    if move.was == move.now:
        return None
    taken = table if move.was is None else _taken(table, move.face, move.was)
    if taken is None or move.now is None:
        return taken
    return _laid(taken, move.face, move.now)


def _taken(table: Table, face: Face, zone: Zone) -> Table | None:
    if zone == FLOOR:
        return _lifted(table, face)
    if not _is_pile(table, zone) or zone.seat is None or face not in table.piles[zone.seat]:
        return None
    pile = list(table.piles[zone.seat])
    del pile[len(pile) - 1 - pile[::-1].index(face)]  # the one that came last
    return _with_pile(table, zone.seat, tuple(pile))


def _lifted(table: Table, face: Face) -> Table | None:
    if face in table.loose:
        at = table.loose.index(face)
        return replace(table, loose=table.loose[:at] + table.loose[at + 1:])
    for stack in table.stacks:
        others = tuple(one for one in table.stacks if one is not stack)
        if face in stack.bonus:
            at = stack.bonus.index(face)
            kept = replace(stack, bonus=stack.bonus[:at] + stack.bonus[at + 1:])
            return replace(table, stacks=(*others, kept))
        if face in stack.cards:
            at = stack.cards.index(face)
            left = stack.cards[:at] + stack.cards[at + 1:]
            return replace(table, stacks=others, loose=table.loose + left + stack.bonus)
    return None


def _laid(table: Table, face: Face, zone: Zone) -> Table | None:
    if zone != FLOOR:
        if not _is_pile(table, zone) or zone.seat is None:
            return None
        return _with_pile(table, zone.seat, (*table.piles[zone.seat], face))
    month = [card for card in table.loose if card.month == face.month]
    if face.month == 0 or len(month) + 1 < IN_STACK:
        return replace(table, loose=(*table.loose, face))
    rest = tuple(card for card in table.loose if card.month != face.month)
    return replace(table, loose=rest, stacks=(*table.stacks, Stack((*month, face))))


def _is_pile(table: Table, zone: Zone) -> bool:
    return zone.kind is ZoneKind.PILE and zone.seat is not None and 0 <= zone.seat < len(table.piles)


def _with_pile(table: Table, seat: int, pile: tuple[Face, ...]) -> Table:
    return replace(table, piles=tuple(pile if one == seat else old for one, old in enumerate(table.piles)))
