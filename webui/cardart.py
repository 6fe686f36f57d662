"""The pictures of cards on the page: those of the table's own deck once it is enrolled, else our drawings."""

from __future__ import annotations

import cv2

from vision.decks import EnrolledDeck, load
from webui.decks import enrolled
from webui.settings import Settings

QUALITY = 88
PLAIN = "-junk"  # a month has two of them, with a drawing each


class CardArt:
    """JPEGs by the name of the drawing that they stand for, such as ``08-bright`` or ``05-junk2``."""

    def __init__(self, deck: EnrolledDeck | None = None) -> None:
        self._pictures: dict[str, bytes] = {}
        if deck is not None:
            for face, bgr in zip(deck.faces, deck.pictures, strict=True):
                jpeg = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
                names = [f"{face}1", f"{face}2"] if face.endswith(PLAIN) else [face]
                free = [name for name in names if name not in self._pictures]
                self._pictures.update(dict.fromkeys(free[:1], jpeg))

    def of(self, art: str) -> bytes | None:
        """The JPEG for the drawing *art*, None where the deck has no such card."""
        return self._pictures.get(art)


def card_art(settings: Settings) -> CardArt:
    """The pictures for a run of the server. Raises SettingsError, DeckError for a deck that cannot be had."""
    name = settings.enrolled
    return CardArt(load(enrolled(settings.data, name)) if name else None)
