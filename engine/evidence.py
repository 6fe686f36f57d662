"""What the eyes believe as evidence of the turn that is played now."""

from __future__ import annotations

from engine.belief import Belief
from engine.beside import beside
from engine.copies import replace
from engine.explain import uncollected
from engine.game import Evidence, Round

VEILED_LOOKS = 8  # looks without sight of hands after which nobody knows what they did


def evidence_of(belief: Belief, rest: int) -> Evidence:
    """Return what there is to explain now; *rest*: looks without a hand after which a flip would lie there."""
    gone = (card for card in belief.cards if not card.present)
    hidden = frozenset(card.key for card in gone if belief.hidden(card))
    told, veiled = beside(belief.cards), belief.veiled >= VEILED_LOOKS
    floor, seen = (tuple(told.get(card.key, card) for card in cards) for cards in (belief.floor, belief.cards))
    return Evidence(floor, seen, hidden, belief.bare == 0, belief.clear >= rest, belief.stock_at,
                    untouched=not (belief.entered or veiled), unflipped=not (belief.at_stock or veiled),
                    unread=belief.covered, veiled=veiled)


def without_waiting(round_: Round, evidence: Evidence) -> Evidence:
    """The evidence without pairs of the last turns that nobody has collected yet."""
    captured = [card for turn in round_.turns[-2:] for card in turn.result.captured]
    old = [card for card in evidence.floor if card.old]
    waits = uncollected(old, round_.table, captured) if captured else frozenset[int]()
    return replace(evidence, floor=tuple(card for card in evidence.floor if card.key not in waits))
