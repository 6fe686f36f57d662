"""Tables and turns as text, both ways: short enough to read in a log, a game record or a test."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import Face, parse_face
from engine.errors import NotationError
from engine.table import Stack, Table
from engine.turn import Play


def format_faces(cards: Iterable[Face]) -> str:
    """Return ``"05-animal 08-junk"`` in the order given."""
    return " ".join(map(str, cards))


def parse_faces(text: str) -> tuple[Face, ...]:
    """Return the cards of ``"05-animal 08-junk"``. Raises NotationError."""
    return tuple(parse_face(code) for code in text.split())


def format_table(table: Table) -> str:
    """Return *table* as lines; ``parse_table`` reads them back.

    >>> print(format_table(Table((parse_face("08-bright"),), (), ((), ()), (10, 10), 20, (0, 0))))
    floor 08-bright
    pile
    pile
    hands 10 10
    stock 20
    tokens 0 0
    """
    lines = [f"floor {format_faces(table.loose)}", *map(_format_stack, table.stacks)]
    lines += [f"pile {format_faces(pile)}" for pile in table.piles]
    lines += [f"hands {_numbers(table.hands)}", f"stock {table.stock}", f"tokens {_numbers(table.tokens)}"]
    return "\n".join(line.rstrip() for line in lines)


def _format_stack(stack: Stack) -> str:
    owner = "" if stack.owner is None else f" by {stack.owner}"
    bonus = f" with {format_faces(stack.bonus)}" if stack.bonus else ""
    return f"stack {format_faces(stack.cards)}{owner}{bonus}"


def _numbers(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


def parse_table(text: str) -> Table:
    """Return the table that *text* shows, as ``format_table`` writes it. Raises NotationError naming the line."""
    loose: tuple[Face, ...] = ()
    stacks, piles = [], []
    counts: dict[str, tuple[int, ...]] = {}
    for number, line in enumerate(text.strip().splitlines(), 1):
        word, _, rest = line.strip().partition(" ")
        match word:
            case "floor":
                loose = parse_faces(rest)
            case "stack":
                stacks.append(_parse_stack(rest, number))
            case "pile":
                piles.append(parse_faces(rest))
            case "hands" | "stock" | "tokens":
                counts[word] = tuple(_number(part, number) for part in rest.split())
            case _:
                raise NotationError(f"line {number}: {word!r} begins no line of a table")
    hands, stock = counts.get("hands", (0,) * len(piles)), counts.get("stock", (0,))
    tokens = counts.get("tokens", (0,) * len(piles))
    if not len(piles) == len(hands) == len(tokens) or len(stock) != 1:
        raise NotationError("a table has one pile, one hand count and one token count for each seat, and one stock")
    return Table(loose, tuple(stacks), tuple(piles), hands, stock[0], tokens)


def _parse_stack(text: str, line: int) -> Stack:
    rest, _, bonus = text.partition(" with ")
    cards, by, owner = rest.partition(" by ")
    faces = parse_faces(cards)
    if len(faces) != 3 or len({face.month for face in faces}) != 1:
        raise NotationError(f"line {line}: a stack is three cards of one month")
    return Stack(faces, _number(owner, line) if by else None, parse_faces(bonus))


def _number(text: str, line: int) -> int:
    if not text.isdecimal():
        raise NotationError(f"line {line}: {text!r} is no number")
    return int(text)


PLAY_WORDS = ("shakes", "bonus", "lays", "takes", "flips", "flip-takes")
LAYS = {(False, False): "lays", (True, False): "leaves", (False, True): "bombs-fresh", (True, True): "lays"}
"""How a card is laid: ``leaves`` its pair (must_capture=false), or is a bomb on the card just laid (nuclear)."""


def format_play(play: Play) -> str:
    """Return *play* as one line, for example ``"0 lays 05-animal takes 05-ribbon flips 08-junk"``."""
    parts = (_numbers(play.shakes), format_faces(play.bonus_laid), format_faces(play.hand), _one(play.choose_hand),
             format_faces(play.flip), _one(play.choose_flip))
    words = [LAYS[play.leave, play.nuclear] if word == "lays" else word for word in PLAY_WORDS]
    return " ".join([str(play.seat), *(f"{word} {part}" for word, part in zip(words, parts, strict=True) if part)])


def _one(face: Face | None) -> str:
    return "" if face is None else str(face)


def parse_play(text: str) -> Play:
    """Return the play that *text* names, as ``format_play`` writes it. Raises NotationError."""
    seat, *words = text.split() or [""]
    groups: dict[str, list[str]] = {word: [] for word in (*PLAY_WORDS, "leaves", "bombs-fresh")}
    group: list[str] | None = None
    for word in words:
        if word in groups:
            group = groups[word]
        elif group is None:
            raise NotationError(f"{word!r} does not begin a part of a turn; write one of {', '.join(PLAY_WORDS)}")
        else:
            group.append(word)
    shakes = tuple(_number(month, 1) for month in groups["shakes"])
    leaves, fresh = groups["leaves"], groups["bombs-fresh"]
    bonus, flip = (parse_faces(" ".join(groups[word])) for word in ("bonus", "flips"))
    hand = parse_faces(" ".join(groups["lays"] + leaves + fresh))
    return Play(_number(seat, 1), hand, flip, _chosen(groups["takes"]), _chosen(groups["flip-takes"]), bonus, shakes,
                bool(leaves), bool(fresh))


def _chosen(codes: list[str]) -> Face | None:
    if len(codes) > 1:
        raise NotationError(f"one card is chosen, not {len(codes)}: {' '.join(codes)}")
    return parse_face(codes[0]) if codes else None
