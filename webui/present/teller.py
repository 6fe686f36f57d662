"""Speaks of one game in one language: seats by their names, cards, places, moments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import Face
from engine.game import Game
from engine.observation import Zone, ZoneKind
from engine.table import Seat
from webui.snapshot import Snapshot
from webui.texts import Language, card_label, known, say, seat_name, zone_name


@dataclass(frozen=True, slots=True)
class Teller:
    """What the presenters share."""

    game: Game
    language: Language
    names: tuple[str, ...] = ()

    def say(self, key: str, **values: object) -> str:
        """The text of *key*."""
        return say(key, self.language, **values)

    def known(self, group: str, code: str) -> str:
        """The text of ``group.code``, or the code itself."""
        return known(group, code, self.language)

    def who(self, seat: Seat | None) -> str:
        """A seat's player, by place if nobody told a name; empty for nobody."""
        if seat is None:
            return ""
        given = self.names[seat] if seat < len(self.names) else ""
        return given or seat_name(seat, self.game.players, self.language)

    def where(self, zone: Zone) -> str:
        """A place by its name."""
        if zone.kind is ZoneKind.PILE and zone.seat is not None:
            return self.say("ui.pile_of", who=self.who(zone.seat))
        return zone_name(zone, self.game.players, self.language)

    def cards(self, faces: Iterable[Face]) -> str:
        """Cards by their short names."""
        return ", ".join(card_label(face, self.language) for face in faces)


def teller(snapshot: Snapshot, language: Language) -> Teller:
    """Who speaks of *snapshot*."""
    return Teller(snapshot.game, language, snapshot.view.names)
