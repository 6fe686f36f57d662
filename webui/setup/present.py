"""What the pages of the set-up show, in one language. Pure: values in, words and numbers out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Protocol

from engine.cards import FACES
from engine.house import QUESTIONS, bases
from engine.rules import PRESETS
from webui.deckwords import spoken_card
from webui.setup.draft import STEPS, Draft
from webui.sources import kind, shown
from webui.texts import PLACES, TEXTS, Language, Speak, say, speak

CHOICES = ("bonus2", "bonus3", "back", "foreign", "nothing")
"""What a card may be that is no face; faces come before."""

MORE_DOUBT = 8
"""Doubtful cards that are asked about one by one; more say that the picture should be taken again."""


@dataclass(frozen=True, slots=True)
class StepView:
    """One step: whether it was gone through, is shown now, and what was entered there."""

    code: str
    number: int
    title: str
    done: bool
    current: bool
    summary: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """A place at the table and who sits there."""

    seat: int
    place: str  # code: bottom, top, …
    label: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class AnswerView:
    """One answer to a question."""

    code: str
    text: str
    chosen: bool
    usual: bool


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A question about the house."""

    code: str
    title: str  # the word that players use for it
    text: str
    answers: tuple[AnswerView, ...]
    note: str  # why this answer is chosen, where a deck told it


class DeckFault(Protocol):
    """A fault of a deck (`vision.enrol.Finding`)."""

    @property
    def fault(self) -> Any:
        """What is wrong."""

    @property
    def face(self) -> str | None:
        """The face that it is about."""

    @property
    def numbers(self) -> Sequence[int]:
        """The cards that show it."""


class DeckCard(Protocol):
    """A card of a lay-out (`vision.enrol.LaidCard`)."""

    @property
    def number(self) -> int:
        """As drawn on the picture."""

    @property
    def picture(self) -> int:
        """On which picture."""

    @property
    def quad(self) -> Any:
        """Where: ``corners`` are pixels."""

    @property
    def face(self) -> str:
        """A face or what it is instead."""

    @property
    def instead(self) -> str:
        """What else it might be."""

    @property
    def double(self) -> bool:
        """One more than a deck holds."""

    @property
    def doubtful(self) -> bool:
        """Whether a person should look."""


def steps_view(draft: Draft, current: str, names: Mapping[int, str], language: Language) -> tuple[StepView, ...]:
    """The five steps; *names* of the cameras by number."""
    told = summaries(draft, names, language)
    return tuple(
        StepView(step, n, say(f"setup.step.{step}", language), step in draft.done, step == current, told[step])
        for n, step in enumerate(STEPS, 1)
    )


def summaries(draft: Draft, cameras: Mapping[int, str], language: Language) -> dict[str, str]:
    """What was entered in each step, in a line."""
    t = speak(language)
    return {
        "camera": _camera(draft, cameras, language),
        "table": t("setup.laid_out" if draft.laid_out else "setup.by_cards", players=draft.players),
        "deck": t("setup.deck_is", deck=draft.enrolled) if draft.enrolled else t("setup.no_deck"),
        "players": _players(draft, language, t),
        "rules": _rules(draft, t),
    }


def source_name(source: str, cameras: Mapping[int, str], language: Language) -> str:
    """A source as people call it; an address without its password."""
    what, told = kind(source), shown(source)
    if what == "camera" and cameras.get(int(source)):
        return cameras[int(source)]
    told = PurePath(source).name if what in ("file", "folder") else told
    return say(f"setup.source.{what}", language, source=told)


def _camera(draft: Draft, cameras: Mapping[int, str], language: Language) -> str:
    if not draft.source:
        return say("setup.none", language)
    parts = [source_name(draft.source, cameras, language)]
    parts += [say("setup.turned", language, degrees=draft.rotate)] if draft.rotate else []
    parts += [say("setup.mirrored", language)] if draft.mirror else []
    return " · ".join(parts)


def _players(draft: Draft, language: Language, t: Speak) -> str:
    names = ", ".join(seat.name or seat.label for seat in seats_view(draft, language))
    return f"{names} · {t('setup.stake_is', stake=f'{draft.stake:,}') if draft.stake else t('setup.points_only')}"


def _rules(draft: Draft, t: Speak) -> str:
    own = [one for one in questions_view(draft.answers, (), "ko") if not any(a.chosen and a.usual for a in one.answers)]
    return t("setup.rules_own", count=len(own)) if own else t("setup.rules_usual")


def seats_view(draft: Draft, language: Language) -> tuple[SeatView, ...]:
    """Every place at the table, in the order of seats."""
    return tuple(
        SeatView(seat, place, say(f"place.{place}", language), draft.name(seat), draft.colour(seat))
        for seat, place in enumerate(PLACES[draft.players])
    )


def bonus_answer(faces: Sequence[str]) -> str | None:
    """The answer about bonus cards that a deck with these *faces* gives; None where none fits."""
    held = sorted(face for face in faces if face.startswith("bonus"))
    known = {(): "none", ("bonus2", "bonus3"): "two", ("bonus2", "bonus2"): "twins",
             ("bonus2", "bonus2", "bonus3"): "three"}  # fmt: skip
    return known.get(tuple(held))


def questions_view(
    answers: Mapping[str, str], deck: Sequence[str] | None, language: Language
) -> tuple[QuestionView, ...]:
    """The ten questions with what was answered, else what the *deck* (its faces) tells, else what is usual."""
    told = {"bonus": bonus_answer(deck)} if deck else {}
    out = []
    for question in QUESTIONS:
        usual = question.answers[0].code
        by_deck = told.get(question.code) if question.code not in answers else None
        chosen = answers.get(question.code) or by_deck or usual
        begin, _, rest = say(f"house.{question.code}", language).partition(": ")
        choices = tuple(
            AnswerView(code, say(f"house.{question.code}.{code}", language), code == chosen, code == usual)
            for code in (one.code for one in question.answers)
        )
        note = say("setup.rules.by_deck", language) if by_deck and by_deck != usual else ""
        out.append(QuestionView(question.code, begin, rest[:1].upper() + rest[1:], choices, note))
    return tuple(out)


def presets_view(language: Language) -> list[dict[str, Any]]:
    """The presets that may lie behind the answers, in words, with their answers."""
    return [
        {"code": name, "text": say(f"preset.{name}", language),
         "answers": {q.code: found.code for q in QUESTIONS if (found := q.answered(PRESETS[name])) is not None}}
        for name in bases()
    ]  # fmt: skip


def table_words(
    weakness: str | None, cards: int, *, twin: bool, kept: bool, language: Language
) -> tuple[str, bool]:
    """What the proposed places rest on, and whether to rely on them."""
    if kept:
        return say("setup.table.kept", language), True
    if twin:
        return say("setup.table.twin", language), True
    if weakness:
        return say(f"setup.table.weak.{weakness}", language), False
    return say("setup.table.found", language, cards=cards), True


def deck_choices(language: Language) -> list[tuple[str, str]]:
    """Everything that a card may be called, with its words."""
    named = [(str(face), spoken_card(str(face), language)) for face in FACES]
    return named + [(code, say(f"setup.deck.kind.{code}", language)) for code in CHOICES]


def deck_view(
    stage: str, why: str, cards: Sequence[DeckCard], faults: Sequence[DeckFault], said: Mapping[int, str],
    sizes: Sequence[tuple[int, int]], count: int, language: Language,
) -> dict[str, Any]:  # fmt: skip
    """A deck on the bench: what was found, what is wrong, what people should say. *sizes*: of the pictures, pixels."""
    t = speak(language)
    open_ = [card for card in cards if card.number not in said and (card.doubtful or card.face == "foreign")]
    title = {"looking": t("setup.deck.reading"), "failed": _failed(why, count, t)}.get(stage, "")
    if stage == "read":
        title = t("setup.deck.faulty" if faults else "setup.deck.whole", cards=count)
    return {
        "stage": stage,
        "title": title,
        "good": stage == "read" and not faults,
        "pictures": len(sizes),
        "sizes": [list(size) for size in sizes],
        "faults": [*(_fault(one, language) for one in faults if not _is_asked(one, open_)), *_twice(faults, t)],
        "cards": [_placed(card, open_, language) for card in cards],
        "asks": [_asked(card, t, language) for card in open_[:MORE_DOUBT]],
        "asked": t("setup.deck.asks", count=len(open_)) if open_ else "",
        "keep": t("setup.deck.keep_anyway" if faults else "setup.deck.keep"),
    }


def _failed(why: str, count: int, t: Speak) -> str:
    if why == "few":
        return t("deck.few", cards=count)
    return t(f"why.{why}") if f"why.{why}" in TEXTS else t("setup.deck.failed")


def _fault(one: DeckFault, language: Language) -> str:
    card = spoken_card(one.face, language) if one.face else ""
    return say(f"deck.{one.fault}", language, card=card, numbers=", ".join(map(str, one.numbers)))


def _is_asked(one: DeckFault, open_: Sequence[DeckCard]) -> bool:
    """Whether the fault is a card about which people are asked anyway."""
    return str(one.fault) == "foreign" and {*one.numbers} <= {card.number for card in open_}


def _twice(faults: Sequence[DeckFault], t: Speak) -> list[str]:
    doubles = Counter(str(one.fault) for one in faults)["double"]
    return [t("deck.twice")] if doubles >= MORE_DOUBT else []


def _placed(card: DeckCard, open_: Sequence[DeckCard], language: Language) -> dict[str, Any]:
    wrong = card.double or card.face in ("foreign", "back")
    mark = "ask" if any(card.number == one.number for one in open_) else "wrong" if wrong else "sure"
    corners = [[round(float(x), 1), round(float(y), 1)] for x, y in card.quad.corners]
    return {"number": card.number, "picture": card.picture, "corners": corners, "mark": mark,
            "name": spoken_card(card.face, language)}  # fmt: skip


def _asked(card: DeckCard, t: Speak, language: Language) -> dict[str, Any]:
    if card.face == "foreign":
        likely = [(code, t(f"setup.deck.kind.{code}")) for code in ("bonus2", "bonus3", "foreign")]
    else:
        likely = [(card.face, t("setup.deck.yes", card=spoken_card(card.face, language)))]
        if card.instead not in (card.face, "foreign"):
            likely.append((card.instead, spoken_card(card.instead, language)))
    return {"number": card.number, "text": t("setup.deck.what", number=card.number), "face": card.face,
            "likely": [{"face": face, "text": text} for face, text in likely]}  # fmt: skip
