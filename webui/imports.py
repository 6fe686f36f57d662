"""Reads an evening from a file: what `webui.exports` wrote as JSON, or a text record. Nothing is believed unchecked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.cards import parse_face
from engine.dealt import Laid
from engine.errors import EngineError
from engine.events import read_table, table_json
from engine.game import DealSeen
from engine.gameparse import is_game, parse_game
from engine.gametext import TITLE
from engine.playback import Closed, Opened, Played, play_back
from engine.record import GameRecord
from engine.rulefile import dumps, understood
from engine.settle import ResultKind
from engine.state import Action, Do
from engine.turn import Play, TurnEvent
from webui.counted import code_of, face_of
from webui.errors import WebError
from webui.exports import FORMAT
from webui.history import RoundKept, TurnKept
from webui.people import COLOURS, checked_colour, checked_name

Json = dict[str, Any]
LARGEST = 4_000_000
MOST_ROUNDS, MOST_TURNS = 2000, 60
LATEST = 2**31 - 1
STEP = re.compile(r"(\w+) ([+x])(-?\d+)(?: by (\d))?")


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sat where from a round on."""

    seat: int
    from_round: int
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Read:
    """An evening as it was read from a file."""

    rules: str
    players: int
    dealer: int | None
    begun: int | None
    stake: int
    sitters: tuple[Sitting, ...]
    rounds: tuple[tuple[RoundKept, tuple[TurnKept, ...]], ...]


def read_evening(raw: bytes) -> Read:
    """The evening in *raw*. Raises WebError with what is wrong and where, in one sentence."""
    if len(raw) > LARGEST:
        raise WebError("large", f"the file has {len(raw):,} bytes; {LARGEST:,} are allowed", 413)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _wrong("the file is no text in UTF-8") from None
    try:
        if is_game(text):
            return _from_record(parse_game(text))
        return _from_json(json.loads(text))
    except WebError:
        raise
    except RecursionError:
        raise _wrong("the file is nested too deeply") from None
    except EngineError as error:
        raise _wrong(str(error)) from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise _wrong(f"a value is missing or none ({type(error).__name__} {str(error)[:80]})") from None


def _wrong(told: str) -> WebError:
    return WebError("import", f"{told}; give a file that begins with {TITLE!r}, or JSON with format {FORMAT!r}")


# JSON


def _from_json(data: Any) -> Read:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise _wrong("this is no evening that Hwatupan wrote")
    rules, players = str(data["rules"]), _number(data["players"], 2, 4)
    understood(rules)
    rounds = data["rounds"]
    if not isinstance(rounds, list) or len(rounds) > MOST_ROUNDS:
        raise _wrong(f"rounds must be a list of at most {MOST_ROUNDS}")
    told = tuple(_round(one, players, number) for number, one in enumerate(rounds, 1))
    sitters = tuple(_sitting(one, players) for one in data.get("sitters", ())[: 4 * MOST_ROUNDS])
    return Read(
        rules, players, _seat(data.get("dealer"), players), _time(data.get("begun")),
        _number(data.get("stake", 0), 0, 1_000_000), sitters, told,
    )  # fmt: skip


def _sitting(data: Json, players: int) -> Sitting:
    seat, first = _number(data["seat"], 0, players - 1), _number(data["from"], 1, MOST_ROUNDS)
    return Sitting(seat, first, checked_name(data["name"]), checked_colour(data["colour"]))


def _round(data: Json, players: int, number: int) -> tuple[RoundKept, tuple[TurnKept, ...]]:
    turns = data.get("turns", [])
    if len(turns) > MOST_TURNS:
        raise _wrong(f"round {number} has {len(turns)} turns; {MOST_TURNS} are the most")
    result = None if data.get("result") is None else _result(data["result"], players, number)
    kept = RoundKept(
        number, _time(data.get("begun")), _time(data.get("ended")), _seat(data.get("dealer"), players),
        _number(data.get("nagari", 0), 0, 1000), result, _deal(data.get("deal"), players),
        None if data.get("opening") is None else _table(data["opening"], players),
    )  # fmt: skip
    if kept.opening is None and turns:
        raise _wrong(f"round {number} has turns and no opening")
    return kept, tuple(_turn(one, players, number, n) for n, one in enumerate(turns, 1))


def _turn(data: Json, players: int, number: int, n: int) -> TurnKept:
    line, said = data["turn"], data.get("said")
    told: Json = {
        "type": "turn", "seconds": float(line.get("seconds", 0.0)), "round": number, "n": n,
        "seat": _number(line["seat"], 0, players - 1),
        **{key: _faces(line[key]) for key in ("hand", "flip", "captured")},
        "stack": None if line.get("stack") is None else _faces(line["stack"]),
        "stolen": {str(_number(int(seat), 0, players - 1)): _faces(cards) for seat, cards in line["stolen"].items()},
        "shakes": [_number(month, 1, 12) for month in line.get("shakes", ())][:12],
        "events": [str(TurnEvent(event)) for event in line["events"]][:20],
        "totals": _points(line["totals"], players), "confidence": float(line.get("confidence", 1.0)),
    }  # fmt: skip
    return TurnKept(n, told, _table(data["table"], players), "go" if said == "go" else None)


def _result(data: Json, players: int, number: int) -> Json:
    net = _points(data["net"], players)
    if sum(net):
        raise _wrong(f"the points of round {number} {tuple(net)} do not sum to 0")
    lines = [
        {"name": _word(one["name"]), "value": _number(one.get("value", one.get("points", 0)), -(10**6), 10**6),
         "times": bool(one.get("times")), "seat": _seat(one.get("seat"), players)}
        for one in data.get("lines", ())[:40]
    ]  # fmt: skip
    return {
        "type": "result", "seconds": float(data.get("seconds", 0.0)), "round": number,
        "kind": str(ResultKind(data["kind"])), "winner": _seat(data["winner"], players),
        "captured": [_pile(pile) for pile in data.get("captured", ())[:players]], "lines": lines,
        "totals": _points(data.get("totals", [0] * players), players),
        "go": _points(data.get("go", [0] * players), players), "net": net,
    }  # fmt: skip


def _deal(data: Json | None, players: int) -> Json | None:
    if data is None:
        return None
    seat = _number(data["dealer"], 0, players - 1)
    deal = DealSeen(seat, *(_number(data[key], 0, 12) for key in ("cards", "brights", "hidden")))
    return {"dealer": deal.dealer, "cards": deal.cards, "brights": deal.brights, "hidden": deal.hidden}


def _table(data: Json, players: int) -> Json:
    table = read_table(data)
    if len(table.piles) != players or len(table.hands) != players:
        raise _wrong(f"a table has {len(table.piles)} seats; {players} play")
    counts = [_number(one, 0, 60) for one in (*table.hands, *table.tokens, table.stock)]
    if len(counts) > 2 * players + 1 or len(table.stacks) > 12:
        raise _wrong("a table holds more than a deck")
    return table_json(table)


def _faces(texts: Any) -> list[str]:
    if not isinstance(texts, list) or len(texts) > 60:
        raise _wrong("cards must be a short list")
    return [str(parse_face(text)) for text in texts]


def _pile(texts: Any) -> list[str]:
    """Captured cards; of a round that was counted by hand, a junk may have no month."""
    if not isinstance(texts, list) or len(texts) > 60:
        raise _wrong("cards must be a short list")
    try:
        return [code_of(face_of(text)) for text in texts]
    except WebError as error:
        raise _wrong(str(error)) from None


def _points(values: Any, players: int) -> list[int]:
    if not isinstance(values, list) or len(values) != players:
        raise _wrong(f"points must be {players} numbers")
    return [_number(value, -(10**7), 10**7) for value in values]


def _number(value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise _wrong(f"{str(value)[:40]!r} is no whole number from {low} to {high}")
    return value


def _seat(value: Any, players: int) -> int | None:
    return None if value is None else _number(value, 0, players - 1)


def _time(value: Any) -> int | None:
    return None if value is None else _number(value, 0, LATEST)


def _word(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"\w{1,40}", value, re.ASCII):
        raise _wrong(f"{str(value)[:40]!r} is no word of a settlement")
    return value


# text records


def _from_record(record: GameRecord) -> Read:
    if len(record.rounds) > MOST_ROUNDS:
        raise _wrong(f"{len(record.rounds)} rounds; {MOST_ROUNDS} are the most")
    told = tuple(_told_rounds(record))
    sitters = tuple(
        Sitting(seat, 1, checked_name(name), COLOURS[seat % len(COLOURS)]) for seat, name in enumerate(record.names)
    )
    return Read(dumps(record.rules), record.players, None, None, record.stake if record.stake > 1 else 0, sitters, told)


def _told_rounds(record: GameRecord) -> Iterator[tuple[RoundKept, tuple[TurnKept, ...]]]:
    """Each round as the rules play it; of four players, of whom one sits out, only how it ended."""
    laid: Laid | None = None
    turns: list[TurnKept] = []
    kept = RoundKept(0, None, None, None, 0, None, None)
    gos = [0] * record.players
    for moment in play_back(record):
        if isinstance(moment, Opened):
            laid, turns, gos = moment.laid, [], [0] * record.players
            whole = laid is not None and laid.four is None
            opening = table_json(laid.state.table) if laid is not None and whole else None
            deal = moment.deal
            kept = RoundKept(moment.number, None, None, deal.dealer, deal.nagari or 0, None, None, opening)
        elif isinstance(moment, Played):
            _play(moment, turns, gos, whole=kept.opening is not None)
        else:
            yield replace(kept, result=_ended(moment, turns, gos, record.players)), tuple(turns)


def _play(moment: Played, turns: list[TurnKept], gos: list[int], *, whole: bool) -> None:
    step = moment.step
    if isinstance(step.does, Action) and step.does.do is Do.GO:
        gos[step.seat] += 1
        if turns and turns[-1].line["seat"] == step.seat:
            turns[-1] = replace(turns[-1], said="go")
    if not whole or not isinstance(step.does, Play) or moment.state is None or len(turns) >= MOST_TURNS:
        return
    does, told = step.does, step.told
    totals = [points or 0 for points in told.scores or moment.state.totals()]
    line: Json = {
        "type": "turn", "seconds": 0.0, "round": moment.number, "n": len(turns) + 1, "seat": step.seat,
        "hand": [str(card) for card in does.hand], "flip": [str(card) for card in does.flip],
        "captured": [str(card) for card in told.captured or ()],
        "stack": [str(card) for card in told.stack] if told.stack else None,
        "stolen": {str(seat): [str(card) for card in cards] for seat, cards in (told.stolen or {}).items()},
        "shakes": list(does.shakes), "events": [str(event) for event in told.events or ()],
        "totals": totals, "confidence": 1.0,
    }  # fmt: skip
    turns.append(TurnKept(len(turns) + 1, line, table_json(moment.state.table), None))


def _ended(moment: Closed, turns: list[TurnKept], gos: list[int], players: int) -> Json | None:
    end = moment.end
    if end is None:
        return None
    lines = [
        {"name": name, "value": int(value), "times": sign == "x", "seat": int(seat) if seat else None}
        for name, sign, value, seat in STEP.findall(end.counted)
    ]
    table = read_table(turns[-1].table) if turns else None
    return {
        "type": "result", "seconds": 0.0, "round": moment.number, "kind": str(end.kind), "winner": end.winner,
        "captured": [[str(card) for card in pile] for pile in table.piles] if table else [], "lines": lines,
        "totals": turns[-1].line["totals"] if turns else [0] * players, "go": gos,
        "net": list(end.settled or end.net or (0,) * players),
    }  # fmt: skip
