"""What must hold after every action of a round (RULES.md 7.1, table invariants)."""

from __future__ import annotations

from collections import Counter

from engine.cards import DECK, Face
from engine.round import Phase, Round


def all_cards(state: Round) -> list[Face]:
    """Return every card of the round, sorted: nothing is lost and nothing appears."""
    return sorted(_cards(state))


def _cards(state: Round) -> list[Face]:
    cards = [*state.stock_cards, *state.table.loose, *state.bonus_now]
    for group in (*state.hand_cards, *state.table.piles, *(s.cards + s.bonus for s in state.table.stacks)):
        cards += group
    if state.pending is not None:
        cards += state.pending.hand + state.pending.flip
    return cards


def check_months(before: Round, after: Round) -> None:
    """Assert that cards of a month leave the floor in twos or fours; three only in the last turn's ppeok."""
    if after.last is None or after.last is before.last:
        return
    play, result, rules = after.last.play, after.last.result, after.rules
    captured = Counter(card.month for card in result.captured if card.month)
    assert len(captured) <= 2, "cards of three months were taken in one turn"
    for month, count in captured.items():
        no_ppeok = result.last_turn and rules.last_turn_ppeok == "capture3"
        assert count in (2, 4) or (count == 3 and no_ppeok and play.hand[0].month == play.flip[-1].month == month)


def check_invariants(before: Round, after: Round) -> None:
    """Assert conservation, the book-kept counts and the shape of the floor."""
    assert Counter(_cards(after)) == Counter(DECK + after.rules.bonus_cards)
    table = after.table
    if after.phase is not Phase.CHOOSE and not after.bonus_now:
        assert table.hands == tuple(map(len, after.hand_cards))
        assert table.stock == len(after.stock_cards)
    assert min(table.tokens) >= 0
    loose = Counter(card.month for card in table.loose)
    if max(loose.values(), default=0) == 4:
        assert not any(after.own_turns) and after.result is not None, "four of a month lie loose, and play goes on"
        return
    assert 0 not in loose, "a bonus card lies on the floor"
    assert max(loose.values(), default=0) <= 2
    assert all(len(s.cards) == 3 and s.month not in loose for s in table.stacks)
    old = Counter(card.month for card in before.table.loose)
    if after.rules.must_capture:
        assert all(loose[month] <= max(1, old[month]) for month in loose), "one loose card of a month became two"
    assert sum(after.paid) == 0
    check_months(before, after)
    if all(turns == 0 for turns in table.hands) and not any(table.tokens) and after.rules.deal_totals_2p == (10, 8) \
            and after.rules.must_capture:
        assert len(table.loose) <= 1, "more than the last-turn card is left on the floor"
