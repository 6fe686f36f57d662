"""The hwatu deck: months, kinds, the 37 printed faces and the 48 cards they make.

Source: RULES.md section 1 (Korean month order: 11 = paulownia, 12 = rain).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from engine.errors import NotationError


class Kind(IntEnum):
    """What a card counts as; ordered so that faces sort. The text of a face uses the lower-case word."""

    BRIGHT = 0
    ANIMAL = 1
    RIBBON = 2
    DJUNK = 3
    JUNK = 4
    BONUS = 5


_KNOWN: dict[tuple[int, Kind, int], Face] = {}  # every face made so far


@dataclass(frozen=True, slots=True, order=True, init=False)
class Face:
    """A printed face: 37 of them in 48 cards; the two plain junks of a month are equal values.

    Written ``"08-bright"``, ``"11-djunk"``; bonus cards ``"bonus2"``, ``"bonus3"``. The same text is the
    label in the model file, in logs, in tests and in the API. Equal faces are one object, so that sets of cards and
    comparisons need not look into them.
    """

    month: int  # 1..12 in Korean order (11 paulownia, 12 rain); 0 for a bonus card
    kind: Kind
    junk_value: int = 0  # 0, 1, 2 or 3 pi

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __new__(cls, month: int, kind: Kind, junk_value: int = 0) -> Face:
        face = object.__new__(cls)
        for name, value in (("month", month), ("kind", kind), ("junk_value", junk_value)):
            object.__setattr__(face, name, value)
        return _KNOWN.setdefault((month, kind, junk_value), face)

    def __reduce__(self) -> tuple[type[Face], tuple[int, Kind, int]]:
        return Face, (self.month, self.kind, self.junk_value)

    def __str__(self) -> str:
        if self.kind is Kind.BONUS:
            return f"bonus{self.junk_value}"
        return f"{self.month:02d}-{self.kind.name.lower()}"


def _month_faces() -> list[Face]:
    kinds = {
        "bright": (1, 3, 8, 11, 12),
        "animal": (2, 4, 5, 6, 7, 8, 9, 10, 12),
        "ribbon": (1, 2, 3, 4, 5, 6, 7, 9, 10, 12),
        "djunk": (11, 12),
        "junk": tuple(range(1, 12)),
    }
    value = {"djunk": 2, "junk": 1}
    return sorted(Face(m, Kind[k.upper()], value.get(k, 0)) for k, months in kinds.items() for m in months)


FACES: tuple[Face, ...] = tuple(_month_faces())
"""The 37 faces of the months, sorted."""

BONUS_FACES: tuple[Face, ...] = (Face(0, Kind.BONUS, 2), Face(0, Kind.BONUS, 3))

DECK: tuple[Face, ...] = tuple(sorted(f for f in FACES for _ in range(2 if f.kind is Kind.JUNK else 1)))
"""The 48 cards; the two plain junks of a month appear as two equal faces."""

COPIES: dict[Face, int] = {f: 2 if f.kind is Kind.JUNK else 1 for f in FACES}
"""How many cards of each face one deck holds (without bonus cards)."""

BY_CODE: dict[str, Face] = {str(f): f for f in FACES + BONUS_FACES}
BY_CODE |= {f"{f}{n}": f for f in FACES if f.kind is Kind.JUNK for n in (1, 2)}
BY_CODE |= {f"{f}#{n}": f for f in BONUS_FACES for n in range(2, 7)}


def parse_face(code: str) -> Face:
    """Return the face written as *code*, for example ``"08-bright"``; ``"05-junk2"`` reads as ``"05-junk"``.

    Raises NotationError for anything else.
    """
    try:
        return BY_CODE[code]
    except KeyError:
        raise NotationError(f"no card {code!r}; write month-kind, e.g. '08-bright'") from None
