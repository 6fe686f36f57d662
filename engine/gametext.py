"""Whole games as text, both ways: a line for each turn, answer and declaration, easy to read and to compare.

    hwatupan game 1
    players Mina, Jun
    rules
      preset = "korean_standard"

    round 1
    dealer 0
    hand 0 01-bright ...
    hand 1 02-animal ...
    floor 05-junk ...
    stock 08-ribbon ...
      1. 0 lays 05-animal flips 08-ribbon -> captures 05-animal 05-junk scores 0 0
         1 shakes 07-animal 07-ribbon 07-junk
    result stop 0: cards +7, go +1, pibak x2 by 1
    net 16 -16

What follows ``->`` is the outcome; a line without it is a turn whose outcome nobody wrote down. ``#`` begins a comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.notation import format_faces, format_play
from engine.record import Call, End, GameRecord, GameRound, Outcome, Points, Say, Step
from engine.rulefile import dumps
from engine.settle import SettleLine
from engine.state import Do
from engine.turn import Play

TITLE = "hwatupan game 1"
SAID = {Do.GO: "go", Do.STOP: "stop", Do.CHONGTONG: "chongtong", Do.PLAY_ON: "plays-on", Do.CUP_ANIMAL: "cup animal",
        Do.CUP_JUNK: "cup junk"}
ARROW, REFUSED = "->", "refused"
NUMBERS = ("paid", "sold", "net", "settled", "total")


def format_game(record: GameRecord) -> str:
    """Return *record* as text that ``engine.gameparse.parse_game`` reads back."""
    lines = [*format_header(record)]
    for number, one in enumerate(record.rounds, 1):
        lines += ["", *format_deal(number, one), *map(format_step, one.steps), *format_end(one.end, record.stake)]
    return "\n".join(lines) + "\n"


def format_header(record: GameRecord) -> Iterator[str]:
    """Yield the lines before the first round."""
    yield TITLE
    yield f"players {', '.join(record.names) or record.players}"
    yield "rules"
    for line in dumps(record.rules).splitlines():
        yield f"  {line}" if line else ""
    if record.stake != 1:
        yield f"stake {record.stake}"
    if record.purse:
        yield f"purse {numbers(record.purse)}"
    for draw in record.draws:
        yield f"draw {draw.hour} {' '.join(f'{seat} {card}' for seat, card in draw.cards.items())}"


def format_deal(number: int, one: GameRound) -> Iterator[str]:
    """Yield the lines of a round before its first turn."""
    yield f"round {number}"
    if one.dealer is not None:
        yield f"dealer {one.dealer}"
    if one.nagari:
        yield f"nagari {one.nagari}"
    if one.tapped is not None:
        yield "tap" if one.tapped else "cut"
    for name, cards in one.missions:
        yield f"mission {name}: {format_faces(cards)}"
    for seat, hand in enumerate(one.hands):
        if hand:
            yield f"hand {seat} {format_faces(hand)}"
    yield f"floor {format_faces(one.floor)}"
    if one.stock:
        yield f"stock {format_faces(one.stock)}"
    for seat, plays in one.plays:
        yield f"{seat} {'plays' if plays else 'dies'}"
    if one.returned:
        yield f"returns {format_faces(one.returned)}"


def format_step(step: Step) -> str:
    """Return *step* as one line with its outcome, as far as that is told."""
    number = "" if step.n is None else f"{step.n}."
    line = f"{number:>4} {step.seat} {_does(step)}".rstrip()
    told = format_outcome(step.told)
    return line if told is None else f"{line} {ARROW} {told}".rstrip()


def _does(step: Step) -> str:
    does = step.does
    if isinstance(does, Play):
        _, _, words = format_play(does).partition(" ")
        return words or "draws"
    if isinstance(does, Call):
        return _called(does)
    if does.do is Do.SHAKE:
        return f"shakes {format_faces(does.cards)}"
    if does.do is Do.LAY_BONUS:
        return f"bonus {format_faces(does.cards)}"
    return SAID[does.do]


def _called(call: Call) -> str:
    if call.say is Say.SHOWDOWN:
        words = (f"{seat} {'accepts' if accepts else 'refuses'}" for seat, accepts in call.answers.items())
        return " ".join([call.say, *words])
    return f"{call.say} {call.about}".rstrip()


def format_outcome(told: Outcome) -> str | None:
    """Return the words behind the arrow; None if nothing is told."""
    if told == Outcome():
        return None
    words = [*(told.events or ())]
    for word, cards in (("captures", told.captured), ("stacks", told.stack), ("draws", told.draws)):
        words += [word, format_faces(cards)] if cards else []
    for word, gifts in (("from", told.stolen), ("back", told.change)):
        words += [f"{word} {seat} {format_faces(cards)}" for seat, cards in (gifts or {}).items() if cards]
    words += [f"pays {told.pays}"] if told.pays else []
    words += [f"scores {numbers(told.scores)}"] if told.scores is not None else []
    return " ".join(words)


def format_end(end: End | None, stake: int = 1) -> Iterator[str]:
    """Yield the lines of how a round ended; nothing for one that has not."""
    if end is None:
        return
    who = "" if end.winner is None else f" {end.winner}"
    refused = "" if end.agreed else f" {REFUSED}"
    counted = f": {end.counted}" if end.counted else ""
    yield f"result {end.kind}{who}{refused}{counted}"
    for word in NUMBERS:
        points = getattr(end, word)
        if points is not None:
            yield f"{word} {numbers(points)}"
    if stake != 1 and end.total is not None:
        yield f"money {numbers(points * stake for points in end.total)}"


def format_count(lines: Iterable[SettleLine]) -> str:
    """Return the steps of a settlement as ``"cards +7, go +1, pibak x2 by 1"``."""
    return ", ".join(f"{line.name} {'x' if line.times else '+'}{line.value}"
                     + ("" if line.seat is None else f" by {line.seat}") for line in lines)


def numbers(values: Points | Iterable[int | None]) -> str:
    """Return numbers by seat; ``-`` for the seat that sits out."""
    return " ".join("-" if value is None else str(value) for value in values)
