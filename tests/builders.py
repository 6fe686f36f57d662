"""Short ways to write cards, tables and plays in tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.cards import Face, parse_face
from engine.table import Seat, Stack, Table
from engine.turn import Play


def faces(text: str | Iterable[str]) -> tuple[Face, ...]:
    """Return the cards of ``"05-animal 08-junk1"`` or of a list of such codes."""
    return tuple(parse_face(code) for code in (text.split() if isinstance(text, str) else text))


def stack(text: str, owner: Seat | None = None, bonus: str = "") -> Stack:
    """Return a stack of three cards."""
    return Stack(faces(text), owner, faces(bonus))


def table(loose: str = "", *, stacks: Sequence[Stack] = (), piles: Mapping[Seat, str] | None = None,
          players: int = 2, hands: Sequence[int] | None = None, stock: int = 10,
          tokens: Sequence[int] | None = None) -> Table:
    """Return a table in the middle of a round; what is not named is ordinary."""
    return Table(faces(loose), tuple(stacks), tuple(faces((piles or {}).get(s, "")) for s in range(players)),
                 tuple(hands or [5] * players), stock, tuple(tokens or [0] * players))


def play(hand: str, flip: str, *, seat: Seat = 0, take: str = "", take_flip: str = "", bonus: str = "",
         shakes: Sequence[int] = ()) -> Play:
    """Return a turn: cards laid, cards flipped, and the cards chosen where two lie."""
    one = parse_face
    return Play(seat, faces(hand), faces(flip), one(take) if take else None, one(take_flip) if take_flip else None,
                faces(bonus), tuple(shakes))


def codes(cards: Iterable[Face]) -> list[str]:
    """Return the text of *cards*, sorted: card lists compare as multisets."""
    return sorted(map(str, cards))
