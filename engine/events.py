"""What the log holds: looks at the table and what people said or mended, each to and from JSON values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.cards import Face, parse_face
from engine.errors import NotationError
from engine.observation import Hands, Note, Observation, SeenCard, Source, Zone, ZoneKind
from engine.table import Seat, Stack, Table

Json = dict[str, Any]


class Say(StrEnum):
    """What people declare (CONTRACT.md section 4)."""

    GO = "go"
    STOP = "stop"
    SHAKE = "shake"
    BOMB = "bomb"
    CHONGTONG = "chongtong"
    CLAIM = "claim"
    SHOWDOWN = "showdown"
    SELL = "sell"
    PAY = "pay"
    READY = "ready"


@dataclass(frozen=True, slots=True)
class Looked:
    """The eyes looked at the table."""

    observation: Observation

    @property
    def seconds(self) -> float:
        """The moment of the look, film seconds."""
        return self.observation.seconds


@dataclass(frozen=True, slots=True)
class Said:
    """A seat declared something."""

    seconds: float
    seat: Seat
    say: Say
    cards: tuple[Face, ...] = ()
    value: int | None = None


@dataclass(frozen=True, slots=True)
class CardFix:
    """The card that was read as ``was`` is ``face``: on the floor, or captured by ``seat``."""

    was: Face
    face: Face
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class TurnFix:
    """Turn ``n`` of this round was this play instead. ``stolen`` None: what the rules take."""

    n: int
    seat: Seat
    hand: tuple[Face, ...]
    flip: tuple[Face, ...]
    choose_hand: Face | None = None
    choose_flip: Face | None = None
    stolen: Mapping[Seat, tuple[Face, ...]] | None = None


@dataclass(frozen=True, slots=True)
class TurnDrop:
    """Turn ``n`` of this round was not played."""

    n: int


@dataclass(frozen=True, slots=True)
class CardMove:
    """A card lies in zone ``now``, not in ``was`` as the book has it; None: it does not lie open at all."""

    face: Face
    was: Zone | None
    now: Zone | None


Fix = CardFix | TurnFix | TurnDrop | CardMove


@dataclass(frozen=True, slots=True)
class Corrected:
    """People mended a reading; later turns of the round are explained again."""

    seconds: float
    fix: Fix


@dataclass(frozen=True, slots=True)
class Undone:
    """Take back the last visible step: a turn, a correction or something said."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Redone:
    """Bring back the step that was taken back last, while nothing else has happened since."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Joined:
    """People tell where the round stands: begin or go on from this table, ``turn`` to move."""

    seconds: float
    table: Table
    turn: Seat
    dealer: Seat | None = None


@dataclass(frozen=True, slots=True)
class TurnTold:
    """People tell whose turn it is, where the referee lost step."""

    seconds: float
    seat: Seat


@dataclass(frozen=True, slots=True)
class NewRound:
    """Void what runs (nobody pays) and wait for a deal; ``dealer`` None: as the rules say."""

    seconds: float
    dealer: Seat | None = None


@dataclass(frozen=True, slots=True)
class Paused:
    """Looks mean nothing until resumed."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Resumed:
    """Looks count again."""

    seconds: float


@dataclass(frozen=True, slots=True)
class AlertAnswered:
    """People answered alert ``number``; ``accepted`` False: overruled, the play stands."""

    seconds: float
    number: int
    accepted: bool


Event = (Looked | Said | Corrected | Undone | Redone | Joined | TurnTold | NewRound | Paused | Resumed
         | AlertAnswered)

_PLAIN: dict[str, type[Undone] | type[Redone] | type[Paused] | type[Resumed]] = {
    "undone": Undone, "redone": Redone, "paused": Paused, "resumed": Resumed}


def to_json(event: Event) -> Json:
    """Return *event* as JSON values; ``from_json`` reads it back equal."""
    match event:
        case Looked(observation):
            return {"type": "looked", **_look_json(observation)}
        case Said():
            return {"type": "said", "seconds": event.seconds, "seat": event.seat, "say": str(event.say),
                    "cards": _texts(event.cards), "value": event.value}
        case Corrected(seconds, fix):
            return {"type": "corrected", "seconds": seconds, **_fix_json(fix)}
        case Joined():
            return {"type": "joined", "seconds": event.seconds, "table": table_json(event.table),
                    "turn": event.turn, "dealer": event.dealer}
        case TurnTold(seconds, seat):
            return {"type": "turn_told", "seconds": seconds, "seat": seat}
        case NewRound(seconds, dealer):
            return {"type": "new_round", "seconds": seconds, "dealer": dealer}
        case AlertAnswered(seconds, number, accepted):
            return {"type": "alert_answered", "seconds": seconds, "number": number, "accepted": accepted}
        case Undone() | Redone() | Paused() | Resumed():
            return {"type": type(event).__name__.lower(), "seconds": event.seconds}


def from_json(data: Json) -> Event:
    """Return the event that *data* holds. Raises NotationError for anything else."""
    try:
        return _read(data)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise NotationError(f"no event: {error!r} in {str(data)[:80]}; take a line that to_json wrote") from error


def _read(data: Json) -> Event:
    kind, seconds = data["type"], float(data["seconds"])
    match kind:
        case "looked":
            return Looked(_read_look(data))
        case "said":
            return Said(seconds, data["seat"], Say(data["say"]), _faces(data.get("cards") or ()), data.get("value"))
        case "corrected":
            return Corrected(seconds, _read_fix(data))
        case "joined":
            return Joined(seconds, read_table(data["table"]), data["turn"], data.get("dealer"))
        case "turn_told":
            return TurnTold(seconds, int(data["seat"]))
        case "new_round":
            return NewRound(seconds, data.get("dealer"))
        case "alert_answered":
            return AlertAnswered(seconds, int(data["number"]), bool(data["accepted"]))
    return _PLAIN[kind](seconds)


def read_input(data: Json) -> Said:
    """Return one line of ``inputs.jsonl`` as an event. Raises NotationError for anything else."""
    event = from_json({**data, "type": "said"})
    assert isinstance(event, Said)
    return event


def _texts(faces: tuple[Face, ...]) -> list[str]:
    return [str(face) for face in faces]


def _faces(texts: list[str] | tuple[str, ...]) -> tuple[Face, ...]:
    return tuple(parse_face(text) for text in texts)


def _face(text: str | None) -> Face | None:
    return None if text is None else parse_face(text)


def _fix_json(fix: Fix) -> Json:
    match fix:
        case CardFix(was, face, seat):
            return {"card": {"was": str(was), "face": str(face), **({} if seat is None else {"seat": seat})}}
        case CardMove(face, before, now):
            return {"move": {"face": str(face), "was": None if before is None else zone_text(before),
                             "now": None if now is None else zone_text(now)}}
        case TurnDrop(n):
            return {"drop": n}
        case TurnFix():
            return {"turn": _turn_json(fix)}


def _read_fix(data: Json) -> Fix:
    if "card" in data:
        card = data["card"]
        return CardFix(parse_face(card["was"]), parse_face(card["face"]), card.get("seat"))
    if "move" in data:
        face, was, now = data["move"]["face"], data["move"]["was"], data["move"]["now"]
        return CardMove(parse_face(face), None if was is None else read_zone(was),
                        None if now is None else read_zone(now))
    return TurnDrop(int(data["drop"])) if "drop" in data else _read_turn(data["turn"])


def _turn_json(fix: TurnFix) -> Json:
    return {"n": fix.n, "seat": fix.seat, "hand": _texts(fix.hand), "flip": _texts(fix.flip),
            "choose_hand": None if fix.choose_hand is None else str(fix.choose_hand),
            "choose_flip": None if fix.choose_flip is None else str(fix.choose_flip),
            "stolen": None if fix.stolen is None else {str(s): _texts(c) for s, c in fix.stolen.items()}}


def _read_turn(data: Json) -> TurnFix:
    stolen = data.get("stolen")
    return TurnFix(data["n"], data["seat"], _faces(data["hand"]), _faces(data["flip"]),
                   _face(data.get("choose_hand")), _face(data.get("choose_flip")),
                   None if stolen is None else {int(s): _faces(c) for s, c in stolen.items()})


def table_json(table: Table) -> Json:
    """Return *table* as JSON values."""
    stacks = [{"cards": _texts(s.cards), "owner": s.owner, "bonus": _texts(s.bonus)} for s in table.stacks]
    return {"loose": _texts(table.loose), "stacks": stacks, "piles": [_texts(pile) for pile in table.piles],
            "hands": list(table.hands), "stock": table.stock, "tokens": list(table.tokens)}


def read_table(data: Json) -> Table:
    """Return the table that `table_json` wrote."""
    stacks = tuple(Stack(_faces(s["cards"]), s["owner"], _faces(s["bonus"])) for s in data["stacks"])
    return Table(_faces(data["loose"]), stacks, tuple(_faces(pile) for pile in data["piles"]),
                 tuple(data["hands"]), data["stock"], tuple(data["tokens"]))


def zone_text(zone: Zone) -> str:
    """Return *zone* as ``"floor"`` or ``"pile:1"``."""
    return str(zone.kind) if zone.seat is None else f"{zone.kind}:{zone.seat}"


def read_zone(text: str) -> Zone:
    """Return the zone that `zone_text` wrote."""
    kind, _, seat = text.partition(":")
    return Zone(ZoneKind(kind), int(seat) if seat else None)


def _look_json(look: Observation) -> Json:
    hands = {"entered": {str(seat): sorted(map(zone_text, zones)) for seat, zones in look.hands.entered.items()},
             "stock_touched_by": look.hands.stock_touched_by, "stock_left": look.hands.stock_left}
    return {"seconds": look.seconds, "cards": [_card_json(card) for card in look.cards],
            "covered": sorted(map(zone_text, look.covered)), "hands": hands, "still": look.still,
            "doubt": look.doubt, "spoilt": look.spoilt,
            **({"notes": [[note.code, note.seat] for note in look.notes]} if look.notes else {})}


def _read_look(data: Json) -> Observation:
    hands = data["hands"]
    entered = {int(seat): frozenset(map(read_zone, zones)) for seat, zones in hands["entered"].items()}
    return Observation(float(data["seconds"]), tuple(map(_read_card, data["cards"])),
                       frozenset(map(read_zone, data["covered"])),
                       Hands(entered, hands["stock_touched_by"], hands["stock_left"]), data["still"], data["doubt"],
                       data.get("spoilt"), tuple(Note(str(code), seat) for code, seat in data.get("notes", ())))


def _card_json(card: SeenCard) -> Json:
    """A card with the fields that differ from their defaults: looks are many."""
    data: Json = {"track": card.track, "face": None if card.face is None else str(card.face),
                  "zone": zone_text(card.zone), "confidence": card.confidence, "at_mm": list(card.at_mm)}
    if card.scores:
        data["scores"] = {str(face): score for face, score in card.scores.items()}
    if card.source is not None:
        data |= {"source": str(card.source), "source_confidence": card.source_confidence}
    if card.covers:
        data["covers"] = list(card.covers)
    if card.angle_deg:
        data["angle_deg"] = card.angle_deg
    if card.visible != 1.0:
        data["visible"] = card.visible
    if card.unknown:
        data["unknown"] = card.unknown
    return data


def _read_card(data: Json) -> SeenCard:
    x, y = data["at_mm"]
    source = data.get("source")
    scores: Mapping[Face, float] = {parse_face(face): score for face, score in data.get("scores", {}).items()}
    return SeenCard(data["track"], _face(data["face"]), read_zone(data["zone"]), data["confidence"], (x, y),
                    data.get("angle_deg", 0.0), data.get("visible", 1.0), scores,
                    None if source is None else Source(source), data.get("source_confidence", 0.0),
                    tuple(data.get("covers", ())), data.get("unknown", 0.0))
