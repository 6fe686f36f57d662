"""Reads the text of whole games that `engine.gametext` writes, and says in which line something is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.cards import parse_face
from engine.deal import Draw
from engine.errors import EngineError, NotationError
from engine.gametext import ARROW, NUMBERS, REFUSED, SAID, TITLE
from engine.notation import PLAY_WORDS, parse_faces, parse_play
from engine.options import nearest
from engine.record import Call, Cards, End, GameRecord, GameRound, Outcome, Say, Step
from engine.rulefile import loads
from engine.rules import RuleSet
from engine.settle import ResultKind
from engine.state import Action, Do
from engine.table import Seat
from engine.turn import Play, TurnEvent

COMMENT = re.compile(r"(^|\s)#.*$")
TURN = {*PLAY_WORDS, "leaves", "bombs-fresh"} - {"shakes", "bonus"}
SAYS = {text: do for do, text in SAID.items()}
EVENTS = {str(event) for event in TurnEvent}
CALLS = {str(say) for say in Say}


@dataclass(slots=True)
class _Reading:
    """What was read so far."""

    rules: RuleSet = field(default_factory=RuleSet)
    players: int = 0
    head: dict[str, Any] = field(default_factory=dict)
    rounds: list[GameRound] = field(default_factory=list)

    @property
    def now(self) -> GameRound:
        if not self.rounds:
            raise NotationError("this belongs to a round; write 'round 1' before it")
        return self.rounds[-1]

    def change(self, **changes: Any) -> None:
        self.rounds[-1] = replace(self.now, **changes)

    def end(self, **changes: Any) -> None:
        if self.now.end is None:
            raise NotationError("this follows the line 'result ...' of a round")
        self.change(end=replace(self.now.end, **changes))


def parse_game(text: str) -> GameRecord:
    """Return the game that *text* holds. Raises NotationError that names the line."""
    reading, rows = _Reading(), text.splitlines()
    if not is_game(text):
        raise NotationError(f"this is no game record: it does not begin with {TITLE!r}")
    at = 0
    while at < len(rows):
        line = COMMENT.sub("", rows[at]).strip()
        at += 1
        try:
            if line == "rules":
                at = _rules(reading, rows, at)
            elif line and line != TITLE:
                _line(reading, line, at)
        except EngineError as error:
            raise NotationError(f"line {at}: {error}") from None
    if not reading.players:
        raise NotationError("the record does not say who plays; write 'players 2' or their names before the rounds")
    return GameRecord(reading.rules, reading.players, tuple(reading.rounds), **reading.head)


def is_game(text: str) -> bool:
    """Say whether *text* begins as a game record does."""
    lines = (COMMENT.sub("", line).strip() for line in text.splitlines())
    return next((line for line in lines if line), "") == TITLE


def _rules(reading: _Reading, rows: Sequence[str], at: int) -> int:
    """Read the indented block of house rules; return where it ends."""
    end = at
    while end < len(rows) and (not rows[end].strip() or rows[end][0].isspace()):
        end += 1
    reading.rules = loads("\n".join(rows[at:end]), "the rules")
    return end


def _line(reading: _Reading, line: str, number: int) -> None:
    word, _, rest = line.partition(" ")
    if re.match(r"\d+\.?$", word):
        _step(reading, line, number)
    elif word in NUMBERS:
        reading.end(**{word: integers(rest)})
    elif word in READERS:
        READERS[word](reading, rest.strip(), number)
    else:
        raise NotationError(f"{word!r} begins no line of a game; {nearest(word, [*READERS, *NUMBERS])}")


def _players(reading: _Reading, rest: str, number: int) -> None:
    if rest.isdecimal():
        reading.players = int(rest)
    else:
        reading.head["names"] = names = tuple(name.strip() for name in rest.split(","))
        reading.players = len(names)
        if len(set(names)) < len(names):
            raise NotationError(f"two players have one name in {rest!r}; tell them apart")
    if reading.players not in (2, 3, 4):
        raise NotationError(f"{reading.players} players cannot play; write their number or names, 2 to 4")


def _draw(reading: _Reading, rest: str, number: int) -> None:
    hour, *words = rest.split()
    if not 0 <= integer(hour) < 24:
        raise NotationError(f"a day has the hours 0 to 23, not {hour}")
    cards = {integer(seat): parse_face(card) for seat, card in zip(words[::2], words[1::2], strict=False)}
    reading.head["draws"] = (*reading.head.get("draws", ()), Draw(integer(hour), cards))


def _round(reading: _Reading, rest: str, number: int) -> None:
    if not reading.players:
        raise NotationError("say who plays before the first round: 'players 2', or their names")
    if integer(rest) != len(reading.rounds) + 1:
        raise NotationError(f"round {len(reading.rounds) + 1} comes here, not round {rest}")
    reading.rounds.append(GameRound(((),) * reading.players, (), line=number))


def _hand(reading: _Reading, rest: str, number: int) -> None:
    seat, _, cards = rest.partition(" ")
    hands = list(reading.now.hands)
    hands[_seat(reading, seat)] = parse_faces(cards)
    reading.change(hands=tuple(hands))


def _mission(reading: _Reading, rest: str, number: int) -> None:
    name, _, cards = rest.rpartition(":")
    reading.change(missions=(*reading.now.missions, (name, parse_faces(cards))))


def _result(reading: _Reading, rest: str, number: int) -> None:
    head, _, counted = rest.partition(":")
    kind, *words = head.split() or [""]
    if kind not in {str(one) for one in ResultKind}:
        raise NotationError(f"no round ends with {kind!r}; {nearest(kind, [str(one) for one in ResultKind])}")
    agreed = words[-1:] != [REFUSED]
    winner = _seat(reading, words[0]) if words and words[0] != REFUSED else None
    reading.change(end=End(ResultKind(kind), winner, counted.strip(), agreed=agreed, line=number))


def _stake(reading: _Reading, rest: str, number: int) -> None:
    if integer(rest) < 1:
        raise NotationError(f"a point is worth 1 or more, not {rest}")
    reading.head["stake"] = integer(rest)


READERS: dict[str, Callable[[_Reading, str, int], None]] = {
    "players": _players, "draw": _draw, "round": _round, "hand": _hand, "mission": _mission, "result": _result,
    "stake": _stake,
    "purse": lambda reading, rest, _: reading.head.update(purse=integers(rest)),
    "dealer": lambda reading, rest, _: reading.change(dealer=_seat(reading, rest)),
    "nagari": lambda reading, rest, _: reading.change(nagari=integer(rest)),
    "cut": lambda reading, *_: reading.change(tapped=False),
    "tap": lambda reading, *_: reading.change(tapped=True),
    "floor": lambda reading, rest, _: reading.change(floor=parse_faces(rest)),
    "stock": lambda reading, rest, _: reading.change(stock=parse_faces(rest)),
    "returns": lambda reading, rest, _: reading.change(returned=parse_faces(rest)),
    "money": lambda reading, rest, _: reading.end(money=integers(rest)),
}


def _step(reading: _Reading, line: str, number: int) -> None:
    """Read a line that begins with the number of a turn, or with a seat."""
    counted = re.match(r"(\d+)\.\s*", line)
    body, arrow, told = line[counted.end() if counted else 0:].partition(f" {ARROW}")
    word, *words = body.split() or [""]
    seat = _seat(reading, word)
    if words in (["plays"], ["dies"]):
        reading.change(plays=(*reading.now.plays, (seat, words == ["plays"])))
        return
    step = Step(seat, _does(seat, words), parse_outcome(told) if arrow else Outcome(),
                int(counted[1]) if counted else None, number)
    reading.change(steps=(*reading.now.steps, step))


def _does(seat: Seat, words: Sequence[str]) -> Play | Action | Call:
    word, rest = words[0] if words else "", words[1:]
    if (said := " ".join(words)) in SAYS:
        return Action(SAYS[said])
    if word in CALLS:
        return Call(Say(word), _answers(rest)) if word == Say.SHOWDOWN else Call(Say(word), about=" ".join(rest))
    if word == "shakes" and any(not month.isdecimal() for month in rest[:1]):
        return Action(Do.SHAKE, parse_faces(" ".join(rest)))
    if word == "bonus" and not TURN & set(rest):
        return Action(Do.LAY_BONUS, parse_faces(" ".join(rest)))
    if word not in (known := {*TURN, "shakes", "bonus", "draws"}):
        raise NotationError(f"nobody {word!r} in a game; {nearest(word, {*known, *SAYS, *CALLS, 'plays', 'dies'})}")
    return parse_play(" ".join([str(seat), *(rest if word == "draws" else words)]))


def _answers(words: Sequence[str]) -> dict[Seat, bool]:
    said = dict(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or not {*said.values()} <= {"accepts", "refuses"}:
        raise NotationError("a showdown is answered, e.g. 'showdown 1 accepts 2 refuses'")
    return {integer(seat): word == "accepts" for seat, word in said.items()}


def parse_outcome(text: str) -> Outcome:
    """Return what the words behind the arrow tell; what they do not name did not happen. Raises NotationError."""
    events: list[str] = []
    groups: list[tuple[str, list[str]]] = []
    for word in text.split():
        if word in EVENTS:
            events.append(word)
        elif word in ("captures", "stacks", "draws", "from", "back", "pays", "scores"):
            groups.append((word, []))
        elif groups:
            groups[-1][1].append(word)
        else:
            raise NotationError(f"{word!r} is no outcome; {nearest(word, EVENTS)}")
    one = dict(groups)
    gifts: dict[str, dict[Seat, Cards]] = {"from": {}, "back": {}}
    for word, words in groups:
        if word in gifts:
            gifts[word][integer(" ".join(words[:1]))] = parse_faces(" ".join(words[1:]))
    captured, stack, draws = (parse_faces(" ".join(one.get(word, []))) for word in ("captures", "stacks", "draws"))
    scores = tuple(None if word == "-" else integer(word) for word in one["scores"]) if "scores" in one else None
    return Outcome(tuple(events), captured, stack, gifts["from"], gifts["back"],
                   integer(" ".join(one.get("pays", ["0"]))), scores, draws)


def _seat(reading: _Reading, text: str) -> Seat:
    seat = integer(text)
    if seat >= reading.players:
        raise NotationError(f"there is no seat {seat}; {reading.players} players sit from seat 0 on")
    return seat


def integer(text: str) -> int:
    """Return the number that *text* is. Raises NotationError."""
    if not re.fullmatch(r"[+-]?\d+", text.strip()):
        raise NotationError(f"{text!r} is no number")
    return int(text)


def integers(text: str) -> tuple[int, ...]:
    """Return the numbers of *text*. Raises NotationError."""
    return tuple(map(integer, text.split()))
