"""Cards as pictures with names: single ones, the whole deck, and those recognised on the picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.cards import BONUS_FACES, BY_CODE, FACES, Face, Kind
from webui import views
from webui.snapshot import Seen
from webui.texts import Language, card_mark, card_name, say


def card_view(face: Face, language: Language, likely: tuple[str, ...] = (), copy: int = 1) -> views.CardView:
    """One card; *copy* picks the drawing where a month has two plain junks."""
    art = f"{face}{copy}" if face.kind is Kind.JUNK else str(face)
    return views.CardView(str(face), card_name(face, language), art, face.month, likely)


def cards(
    faces: Iterable[Face], language: Language, likely: Mapping[Face, tuple[str, ...]] | None = None
) -> tuple[views.CardView, ...]:
    """The faces as cards; a second equal junk gets the other drawing of its month."""
    out: list[views.CardView] = []
    counted: dict[Face, int] = {}
    for face in faces:
        counted[face] = counted.get(face, 0) + 1
        others = likely.get(face, ()) if likely else ()
        out.append(card_view(face, language, others, min(counted[face], 2)))
    return tuple(out)


def deck_view(language: Language, bonus: bool) -> tuple[views.CardView, ...]:
    """Every face once, for the sheets on which people tap a card."""
    return tuple(card_view(face, language) for face in FACES + (BONUS_FACES if bonus else ()))


def seen_view(seen: Iterable[Seen], language: Language) -> tuple[views.SeenView, ...]:
    """The recognised cards to draw on the picture."""
    return tuple(
        views.SeenView(
            track=card.track,
            face=card.face,
            zone=card.zone,
            label=card_mark(BY_CODE[card.face], language) if card.face else "?",
            name=card_name(BY_CODE[card.face], language) if card.face else say("card.unsure", language),
            sure=card.sure,
            corners=card.corners,
            likely=card.likely,
            under=card.under,
        )
        for card in seen
    )
