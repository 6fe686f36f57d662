"""What a record says and the rules do not bear out, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.gametext import numbers
from engine.notation import format_faces
from engine.record import Cards, End, Outcome, Step
from engine.turn import Play

NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference. ``recorded`` is "" where a line cannot be played at all; ``ruled`` then says why."""

    line: int  # of the text; 0 if it did not come from text
    what: str
    recorded: str
    ruled: str

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        told = f"{self.what}: " if not self.recorded else f"{self.what} {self.recorded}; the rules say "
        return f"{where}{told}{self.ruled}"


def cards_text(cards: Cards) -> str:
    """Return *cards* as text, ``nothing`` for none."""
    return format_faces(cards) or NOTHING


def play_differs(step: Step, play: Play, done: Play, captured: Cards) -> Iterator[Difference]:
    """Yield the cards of a line that were not those of hand and stock; flips that it does not name are no fault."""
    pairs = [("lays", play.hand, done.hand), ("bonus", play.bonus_laid, done.bonus_laid)]
    pairs += [("flips", play.flip, done.flip)] if play.flip else []
    for word, told, ruled in pairs:
        if told != ruled and sorted(told) != sorted(ruled):
            yield Difference(step.line, word, cards_text(told), cards_text(ruled))
    for card in (play.choose_hand, play.choose_flip):
        if card is not None and card not in captured:
            yield Difference(step.line, "takes", str(card), cards_text(captured))


def outcome_differs(line: int, told: Outcome, ruled: Outcome) -> Iterator[Difference]:
    """Yield what was told otherwise than ruled. Cards and events are compared without their order; gifts are not."""
    for word, left, right in (("captures", told.captured, ruled.captured), ("stacks", told.stack, ruled.stack),
                              ("draws", told.draws, ruled.draws)):
        if left is not None and right is not None and left != right and sorted(left) != sorted(right):
            yield Difference(line, word, cards_text(left), cards_text(right))
    if told.events not in (None, ruled.events) and sorted(told.events or ()) != sorted(ruled.events or ()):
        yield Difference(line, "events", " ".join(told.events) or NOTHING, " ".join(ruled.events or ()) or NOTHING)
    for seat, cards in sorted(_both(told.change, ruled.change)):
        yield Difference(line, f"back {seat}", *map(cards_text, cards))
    if told.pays is not None and told.pays != (ruled.pays or 0):
        yield Difference(line, "pays", str(told.pays), str(ruled.pays or 0))
    if told.scores is not None and told.scores != ruled.scores:
        yield Difference(line, "scores", numbers(told.scores), numbers(ruled.scores or ()))


def _both(told: Mapping[int, Cards] | None, ruled: Mapping[int, Cards] | None) -> Iterator[tuple[int, tuple[Any, Any]]]:
    """The seats for which two mappings name other cards, with both."""
    for seat in (told or {}).keys() | (ruled or {}).keys() if told is not None else ():
        left, right = (told or {}).get(seat, ()), (ruled or {}).get(seat, ())
        if left != right and sorted(left) != sorted(right):
            yield seat, (left, right)


def end_differs(told: End, ruled: End) -> Iterator[Difference]:
    """Yield how a round was told to end and the rules say otherwise."""
    pairs = [("result", *(f"{end.kind} {'' if end.winner is None else end.winner}".strip() for end in (told, ruled)))]
    if told.counted:
        pairs += [("counted", told.counted, ruled.counted or NOTHING)]
    for word in ("paid", "sold", "net", "total", "money"):
        points, right = getattr(told, word), getattr(ruled, word)
        if points is not None:
            pairs += [(word, numbers(points), numbers(right or (0,) * len(points)))]
    for word, left, right in pairs:
        if left != right:
            yield Difference(told.line, word, left, right)
