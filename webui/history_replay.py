"""From a kept round to the page that replays it turn by turn. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from engine.cards import Face, Kind, parse_face
from engine.events import read_table
from engine.rules import RuleSet
from engine.score import Score, score
from engine.table import Table
from webui import history_views as views
from webui.errors import WebError
from webui.history import Evening, RoundKept, TurnKept
from webui.history_present import People, result_title, title, who
from webui.texts import TEXTS, Language, card_label, card_name, known, say
from webui.views import CardView, GroupView, StackView

GROUPS = {Kind.BRIGHT: "bright", Kind.ANIMAL: "animal", Kind.RIBBON: "ribbon"}
CUP = parse_face("09-animal")
SUMS = ("cards", "dokbak", "ppeok")


def replay_page(
    evening: Evening,
    one: RoundKept,
    turns: Sequence[TurnKept],
    n: int,
    rules: RuleSet,
    people: People,
    pictured: Collection[int],
    current: int,
    language: Language,
) -> views.ReplayPage:
    """The table after turn *n* of a round, 0 after the deal. Raises WebError (404) for a turn that is not kept."""
    if not 0 <= n <= len(turns) or one.opening is None:
        raise WebError("evening", f"round {one.number} has no turn {n}; it goes from 0 to {len(turns)}", 404)
    now = turns[n - 1] if n else None
    table = read_table(now.table if now else one.opening)
    line = now.line if now else {}
    names = [who(evening, seat, one.number, people, language) for seat in range(evening.players)]
    numbers = [other.number for other in evening.rounds if other.opening is not None]
    at = numbers.index(one.number)
    over = n == len(turns) and one.result is not None
    return views.ReplayPage(
        evening=evening.id,
        number=one.number,
        title=say("history.round", language, number=one.number),
        detail=title(evening, language),
        n=n,
        last=len(turns),
        steps=tuple(_step(turn, names, language) for turn in turns),
        floor=shown(sorted(table.loose), language),
        stacks=tuple(_stack(table, number, names, language) for number in range(len(table.stacks))),
        piles=tuple(_pile(table, seat, names[seat], line, rules, language) for seat in range(evening.players)),
        played=shown(_faces(line, "hand"), language),
        flipped=shown(_faces(line, "flip"), language),
        taken=shown(_faces(line, "captured"), language),
        stock=say("replay.stock", language, count=table.stock),
        picture=n in pictured,
        rounds=(numbers[at - 1] if at else None, numbers[at + 1] if at + 1 < len(numbers) else None),
        result=result_title(evening, one, people, current, language) if over else "",
        lines=_settled(one, names, language) if over else (),
    )


def shown(faces: Iterable[Face], language: Language) -> tuple[CardView, ...]:
    """The faces as cards; a second equal junk gets the other drawing of its month."""
    out: list[CardView] = []
    counted: dict[Face, int] = {}
    for face in faces:
        counted[face] = counted.get(face, 0) + 1
        art = f"{face}{min(counted[face], 2)}" if face.kind is Kind.JUNK else str(face)
        out.append(CardView(str(face), card_name(face, language), art, face.month))
    return tuple(out)


def _faces(line: dict[str, Any], key: str) -> list[Face]:
    return [parse_face(text) for text in line.get(key) or ()]


def _stack(table: Table, number: int, names: Sequence[tuple[str, str]], language: Language) -> StackView:
    stack = table.stacks[number]
    label = "ui.stack" if stack.owner is None else "ui.stack_of"
    owner = "" if stack.owner is None else names[stack.owner][0]
    return StackView(shown(stack.cards + stack.bonus, language), say(label, language, who=owner))


def _pile(
    table: Table, seat: int, name: tuple[str, str], line: dict[str, Any], rules: RuleSet, language: Language
) -> views.PileView:
    counted = score(table.piles[seat], rules)
    groups = _groups(table.piles[seat], counted, language)
    return views.PileView(*name, counted.total, groups, line.get("seat") == seat)


def _groups(pile: Sequence[Face], counted: Score, language: Language) -> tuple[GroupView, ...]:
    kept: dict[str, list[Face]] = {"bright": [], "animal": [], "ribbon": [], "junk": []}
    for face in pile:
        junk = face == CUP and counted.cup_as == "junk"
        kept["junk" if junk else GROUPS.get(face.kind, "junk")].append(face)
    values = {kind: len(faces) for kind, faces in kept.items()} | {"junk": counted.junk_value}
    return tuple(
        GroupView(kind, say(f"group.{kind}", language), shown(faces, language), values[kind])
        for kind, faces in kept.items()
        if faces
    )


def _step(turn: TurnKept, names: Sequence[tuple[str, str]], language: Language) -> views.StepView:
    line = turn.line
    played, flipped = _faces(line, "hand"), _faces(line, "flip")
    parts = []
    if played:
        parts.append(say("ui.played", language, cards=_labels(played, language)))
    if flipped:
        parts.append(say("ui.flipped", language, cards=_labels(flipped, language)))
    taken = len(line["captured"])
    parts.append(say("ui.took" if taken else "ui.took_none", language, count=taken))
    events = [known("event", event, language) for event in line["events"]]
    if turn.said == "go":
        events.append(say("replay.said_go", language))
    points = " : ".join("-" if total is None else str(total) for total in line["totals"])
    return views.StepView(turn.n, *names[line["seat"]], ", ".join(parts), tuple(events), points)


def _labels(faces: Iterable[Face], language: Language) -> str:
    return " + ".join(card_label(face, language) for face in faces)


def _settled(one: RoundKept, names: Sequence[tuple[str, str]], language: Language) -> tuple[str, ...]:
    """The sum step by step, and what each seat wins or pays."""
    assert one.result is not None
    told = []
    for line in one.result.get("lines", ()):
        scores = f"line.{line['name']}" in TEXTS
        label = known("line" if scores else "settle", line["name"], language)
        value = line.get("value", line.get("points", 0))
        text = f"{label} ×{value}" if line.get("times") else f"{label} {value}"
        if not line.get("times") and not scores and line["name"] not in SUMS:
            text = f"{label} +{value}"
        told.append(text if line.get("seat") is None else f"{names[line['seat']][0]}: {text}")
    return tuple(told)
