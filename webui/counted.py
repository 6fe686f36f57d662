"""A round that people count by hand, seats as at the table: read from JSON, scored, settled. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.cards import Face, parse_face
from engine.errors import NotationError, TallyError
from engine.four import rules_of_three, sale
from engine.outputs import RoundResult
from engine.rules import RuleSet
from engine.score import Place, Score, score
from engine.settle import ResultKind
from engine.table import Seat
from engine.tally import ANY_JUNK, Told, surplus, tally, tally_win
from webui.errors import WebError

Json = Mapping[str, Any]
ENDS = (ResultKind.STOP, ResultKind.NAGARI, ResultKind.CHONGTONG, ResultKind.THREE_PPEOK)
JUNK = "junk"
"""How a junk of which nobody says the month is written."""

MOST_CARDS, MOST_GOS, MOST_TIMES = 60, 40, 20
PLACES: tuple[Place, ...] = ("animal", "junk")


@dataclass(frozen=True, slots=True)
class Count:
    """What people tell of a round. The pile of *out*, who sits out of four, is the hand that was sold."""

    piles: tuple[tuple[Face, ...], ...]
    gos: tuple[Seat, ...] = ()  # in the order in which they were said
    shakes: tuple[int, ...] = ()  # sets by seat; one that was shown and bombed counts once
    bombs: tuple[int, ...] = ()
    nagari: int = 0  # void rounds in a row before this one
    end: ResultKind | None = None  # None: it runs
    winner: Seat | None = None
    payer: Seat | None = None  # who pays for all
    cup: Place | None = None  # None: where it serves its owner best
    dealer: Seat = 0
    out: Seat | None = None

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.piles)

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that play."""
        return tuple(seat for seat in range(self.players) if seat != self.out)


def face_of(text: object) -> Face:
    """A card as the page writes it, ``"junk"`` for one of any month. Raises WebError."""
    if text == JUNK:
        return ANY_JUNK
    try:
        return parse_face(text if isinstance(text, str) else repr(text))
    except NotationError as error:
        raise WebError("card", str(error)) from None


def code_of(face: Face) -> str:
    """A card as the page writes it."""
    return JUNK if face == ANY_JUNK else str(face)


def read_count(body: Json) -> Count:
    """The round that *body* tells. Raises WebError for a value that is missing or none, and for too many of a card."""
    piles = body.get("piles")
    if not isinstance(piles, list) or not 2 <= len(piles) <= 4:
        raise _wrong("piles", "2 to 4 lists of cards")
    players = len(piles)
    end, wanted = body.get("end"), body.get("cup")
    cup = next((place for place in PLACES if place == wanted), None)
    if end is not None and end not in ENDS:
        raise _wrong("end", f"null or one of {', '.join(ENDS)}")
    if cup is None and wanted is not None:
        raise _wrong("cup", "null, animal or junk")
    out = _number(body, "out", players - 1) if players == 4 else None
    count = Count(
        tuple(_pile(pile) for pile in piles), _gos(body.get("gos", []), players),
        _times(body, "shakes", players), _times(body, "bombs", players), _number(body, "nagari", MOST_TIMES),
        None if end is None else ResultKind(end), _seat(body, "winner", players), _seat(body, "payer", players),
        cup, _seat(body, "dealer", players) or 0, out,
    )  # fmt: skip
    return _checked(count)


def _checked(count: Count) -> Count:
    if over := surplus(count.piles):
        raise WebError("too_many", f"a deck does not hold so many of {', '.join(map(code_of, over))}", 409)
    if (count.winner is None) != (count.end in (None, ResultKind.NAGARI)):
        raise _wrong("winner", "the seat that won, and null while the round runs or after a nagari")
    if count.winner is not None and count.winner not in count.active:
        raise _wrong("winner", "a seat that plays")
    if count.payer is not None and (count.payer == count.winner or count.payer not in count.active):
        raise _wrong("payer", "a seat that lost")
    return count


def house_of(count: Count, rules: RuleSet) -> RuleSet:
    """The rules by which those who play score."""
    return rules_of_three(rules) if count.players == 4 else rules


def scores(count: Count, rules: RuleSet) -> tuple[Score, ...]:
    """What each seat's cards count now; who sits out has nothing."""
    house, piles = house_of(count, rules), count.piles
    return tuple(
        score(piles[seat] if seat in count.active else (), house, cup_as=count.cup) for seat in range(count.players)
    )


def settled(count: Count, rules: RuleSet, number: int = 1) -> RoundResult | None:
    """Who pays what (RULES.md 13, 14), as for a watched round; None while it runs. Raises WebError (409)."""
    if count.end is None:
        return None
    try:
        net, lines = _paid(count, rules)
    except TallyError as error:
        raise WebError("no_tally", f"such a round cannot have been: {error}", 409) from None
    captured = tuple(pile if seat in count.active else () for seat, pile in enumerate(count.piles))
    totals = tuple(one.total for one in scores(count, rules))
    go = tuple(count.gos.count(seat) for seat in range(count.players))
    return RoundResult(0.0, number, count.end, count.winner, captured, totals, go, net, lines)


def as_line(result: RoundResult) -> dict[str, Any]:
    """The result as it is kept: like a watched one, but a junk may have no month."""
    return {**result.to_json(), "captured": [[code_of(face) for face in pile] for pile in result.captured]}


def kept_result(line: Json) -> RoundResult:
    """A result that was kept, watched or counted by hand."""
    captured = tuple(tuple(face_of(text) for text in pile) for pile in line.get("captured", ()))
    return RoundResult(
        0.0, line["round"], ResultKind(line["kind"]), line["winner"], captured, tuple(line["totals"]),
        tuple(line["go"]), tuple(line["net"]), tuple(line.get("lines", ())),
    )  # fmt: skip


def _paid(count: Count, rules: RuleSet) -> tuple[tuple[int, ...], tuple[dict[str, Any], ...]]:
    """Net by seat and the lines of the sum; the tally has the winner first, and who sits out last."""
    winner, sold = count.winner, count.piles[count.out] if count.out is not None else ()
    if winner is None or count.end is None:
        sale_ = sale(sold, count.out, rules, count.dealer) if count.out is not None and sold else ()
        return tuple(sale_) or (0,) * count.players, ()
    order = (winner, *(seat for seat in count.active if seat != winner), *([] if count.out is None else [count.out]))
    place = {seat: at for at, seat in enumerate(order)}
    if count.end is not ResultKind.STOP:
        won = tally_win(count.end, count.players, rules, count.nagari)
        return tuple(won[place[seat]] for seat in range(count.players)), ()
    lost = tuple(place[seat] for seat in count.gos if seat != winner)
    told = Told(
        count.piles[winner], tuple(count.piles[seat] for seat in order[1:3] if seat != count.out),
        count.gos.count(winner), lost, bool(lost) and count.gos[-1] == winner, _at(count.shakes, winner),
        _at(count.bombs, winner), count.nagari, None if count.payer is None else place[count.payer], count.cup,
        sold=sold, dealer=place[count.dealer],
    )  # fmt: skip
    found = tally(told, count.players, rules)
    lines = (replace(line, seat=None if line.seat is None else order[line.seat]) for line in found.settlement.lines)
    return tuple(found.net[place[seat]] for seat in range(count.players)), tuple(line.to_json() for line in lines)


def _at(numbers: tuple[int, ...], seat: Seat) -> int:
    return numbers[seat] if seat < len(numbers) else 0


def _wrong(name: str, right: str) -> WebError:
    return WebError("field", f"{name} is wrong; {right} is right")


def _pile(cards: object) -> tuple[Face, ...]:
    if not isinstance(cards, list) or len(cards) > MOST_CARDS:
        raise _wrong("piles", f"lists of at most {MOST_CARDS} cards")
    return tuple(sorted(face_of(card) for card in cards))


def _gos(seats: object, players: int) -> tuple[Seat, ...]:
    if not isinstance(seats, list) or len(seats) > MOST_GOS:
        raise _wrong("gos", f"a list of at most {MOST_GOS} seats")
    return tuple(_seat({"gos": seat}, "gos", players) or 0 for seat in seats)


def _times(body: Json, name: str, players: int) -> tuple[int, ...]:
    numbers = body.get(name, [0] * players)
    if not isinstance(numbers, list) or len(numbers) != players:
        raise _wrong(name, f"a list of {players} numbers")
    return tuple(_number({name: number}, name, MOST_TIMES) for number in numbers)


def _number(body: Json, name: str, most: int) -> int:
    value = body.get(name, 0)
    if type(value) is not int or not 0 <= value <= most:
        raise _wrong(name, f"0 to {most}")
    return value


def _seat(body: Json, name: str, players: int) -> Seat | None:
    return None if body.get(name) is None else _number(body, name, players - 1)
