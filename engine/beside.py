"""What the place of a card says of its month: on the floor only cards of one month are laid upon one another.

That helps an eye which never saw more than a part of a card. A card that was once seen plainly is what it was read as.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from engine.alerts import REST_LOOKS
from engine.belief import Lying
from engine.copies import replace
from engine.observation import FLOOR

UPON_MM = 26.0  # cards nearer than this share more than a corner
ELSEWHERE = 0.005  # how much rarer a card lies upon one of another month


def beside(cards: Sequence[Lying]) -> dict[int, Lying]:
    """Return those of *cards*, by key, whose probabilities change by what they lie upon."""
    lying = [card for card in cards if card.zone == FLOOR and card.present]
    plain = [card for card in lying if card.sure >= REST_LOOKS]
    part = [card for card in lying if not card.sure and len(card.sums) > 1]
    weighed = ((card, _months(card, plain)) for card in part)
    return {card.key: _weighed(card, months) for card, months in weighed if months}


def _months(card: Lying, plain: Sequence[Lying]) -> frozenset[int]:
    near = (other for other in plain if dist(other.at, card.at) < UPON_MM)
    return frozenset(other.face.month for other in near if other.face is not None)


def _weighed(card: Lying, months: frozenset[int]) -> Lying:
    """The *card* with faces of other months so much less likely; the sum of all stays."""
    sums = {face: value * (1.0 if face.month in months else ELSEWHERE) for face, value in card.sums.items()}
    scale = sum(card.sums.values()) / sum(sums.values())
    return replace(card, sums={face: value * scale for face, value in sums.items()})
