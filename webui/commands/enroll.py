"""`hwatupan enroll`: learn a deck from pictures of all its cards, and check that it is whole."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from vision import decks
from vision.assign import BONUS, FOREIGN
from vision.cardsize import measure
from vision.draw import number_cards, write
from vision.enrol import SAYABLE, Enrolment, Laid, LaidCard, look, name
from vision.frames import read_picture
from vision.layout import CARD_MM
from vision.pipeline import Recogniser
from vision.types import Bgr
from webui.commands.asked import Lang
from webui.commands.console import CommandError, complain, print_json, spoken, track
from webui.commands.enrolled import Data
from webui.commands.look import target
from webui.decks import deck_path
from webui.deckwords import sentences, spoken_card
from webui.errors import WebError
from webui.settings import load_settings
from webui.texts import Language, say
from webui.typed import read_cards

FAULTY = 1
"""Exit code: a card is missing, double or foreign, lies face down, or a back differs."""

FEWEST = 24
"""Cards that are seen at least; fewer say more about the picture than about the deck."""

PAIR = re.compile(r"(\d+)=(.+)")


def enroll(
    deck: Annotated[str, typer.Argument(metavar="NAME", help="What the deck is called from now on.")],
    images: Annotated[list[Path], typer.Argument(metavar="IMAGE...", help="Pictures of all its cards, none twice.")],
    told: Annotated[list[str] | None, typer.Option("--say", metavar="N=CARD", help="What the card N is.")] = None,
    bonus: Annotated[list[str] | None, typer.Option(metavar="N=VALUE", help="Card N is a bonus card, 2 or 3.")] = None,
    draw: Annotated[Path | None, typer.Option(metavar="OUT", help="The picture, numbered; a folder for more.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Check the deck and keep nothing.")] = False,
    length: Annotated[float | None, typer.Option(min=30, max=120, help="A card's long side in mm, by a ruler.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    lang: Lang = None,
    data: Data = None,
) -> int:
    """Learn your deck, and check that no card is missing, double or foreign.

    Lay all cards out face up, none over another, and take a picture from above; two if they do not fit into one. A
    further picture may show the backs. Exit code 1 says that something is wrong with the deck.

    Examples:

      hwatupan enroll mine deck.png --draw numbered.png

      hwatupan enroll mine deck.png --say 17=07-junk --say 20=nothing --bonus 49=2

      hwatupan enroll mine left.jpg right.jpg backs.jpg --lang ko

      hwatupan enroll mine deck.png --check
    """
    language, kept = spoken(lang), deck_path(load_settings(data=data).data, deck)
    said = {**_said(told or (), language), **_bonus(bonus or ())}
    pictures = [read_picture(path) for path in images]
    laid = look(Recogniser(deck=decks.load(kept) if check and kept.is_file() else None),
                track(pictures, "looking", len(pictures)))  # fmt: skip
    _legible(laid, images, language)
    found = name(laid, said)
    if draw is not None:
        for number, (path, bgr) in enumerate(zip(images, pictures, strict=True)):
            write(target(draw, path, len(images)), number_cards(bgr, [c for c in found.cards if c.picture == number]))
    if found.count < FEWEST:
        raise CommandError(say("deck.few", language, cards=found.count))
    if sys.stdin.isatty() and not as_json:
        found = ask(laid, said, language, lambda question: str(typer.prompt(question, "", show_default=False)))
    if not check:
        found.deck(_size(laid, pictures, length)).dump(kept)
    answer = as_object(deck, images, found, None if check else kept)
    if as_json:
        print_json(answer)
    else:
        print("\n".join(sentences(answer, language)))
    return FAULTY if found.faults() else 0


def ask(laid: Laid, said: Mapping[int, str], language: Language, prompt: Callable[[str], str]) -> Enrolment:
    """Ask about every doubtful or foreign card until none is left; each answer may settle others."""
    told = dict(said)
    while True:
        found = name(laid, told)
        open_ = [card for card in found.cards if card.number not in told and (card.doubtful or card.face == FOREIGN)]
        if not open_:
            return found
        told[open_[0].number] = _answer(open_[0], language, prompt)


def as_object(deck: str, images: Sequence[Path], found: Enrolment, file: Path | None) -> dict[str, Any]:
    """The object of ``enroll --json``."""
    faults = found.faults()
    return {
        "deck": deck,
        "pictures": list(map(str, images)),
        "cards": found.count,
        "complete": not faults,
        "faults": [{"fault": str(f.fault), "face": f.face, "numbers": list(f.numbers)} for f in faults],
        "doubtful": [_doubt(card) for card in found.doubtful],
        "bonus": [{"number": card.number, "face": card.face} for card in found.cards if card.face in BONUS],
        "file": None if file is None else str(file),
        "layout": [_place(card) for card in found.cards],
    }


def _legible(laid: Laid, images: Sequence[Path], language: Language) -> None:
    """Raises CommandError for a picture that is too dark, blurred or small: nothing is guessed."""
    for path, why in zip(images, laid.why, strict=True):
        if why is not None:
            raise CommandError(f"{path}: {say(f'why.{why}', language)}")


def _doubt(card: LaidCard) -> dict[str, Any]:
    return {"number": card.number, "face": card.face, "instead": card.instead, "confidence": round(card.confidence, 3),
            "why": None if card.why is None else str(card.why)}  # fmt: skip


def _place(card: LaidCard) -> dict[str, Any]:
    corners = [[round(float(x), 1), round(float(y), 1)] for x, y in card.quad.corners]
    return {"number": card.number, "picture": card.picture, "face": card.face, "double": card.double,
            "confidence": round(card.confidence, 3), "quad": corners}  # fmt: skip


def _answer(card: LaidCard, language: Language, prompt: Callable[[str], str]) -> str:
    key = "deck.ask_foreign" if card.face == FOREIGN else "deck.ask"
    question = say(key, language, number=card.number, card=spoken_card(card.face, language))
    while True:
        answer = prompt(question).strip()
        if not answer:
            return card.face
        try:
            return _card(answer, language)
        except WebError as error:
            complain(error)


def _card(word: str, language: Language) -> str:
    """One card as people write it. Raises WebError."""
    if word in SAYABLE:
        return word
    faces = read_cards([word], language)
    if len(faces) != 1 or str(faces[0]) not in SAYABLE:
        raise WebError("card", say("deck.answers", language, word=word))
    return str(faces[0])


def _said(told: Sequence[str], language: Language) -> dict[int, str]:
    """What ``--say`` tells, by number."""
    pairs = {}
    for text in told:
        parts = PAIR.fullmatch(text)
        if parts is None:
            raise CommandError(f"--say {text} names no card; write its number and what it is, such as --say 17=07-junk")
        pairs[int(parts[1])] = _card(parts[2].strip(), language)
    return pairs


def _bonus(told: Sequence[str]) -> dict[int, str]:
    """What ``--bonus`` tells, by number."""
    pairs = {}
    for text in told:
        parts = PAIR.fullmatch(text)
        if parts is None or f"bonus{parts[2]}" not in BONUS:
            raise CommandError(f"--bonus {text} is no bonus card; write its number and 2 or 3, such as --bonus 49=2")
        pairs[int(parts[1])] = f"bonus{parts[2]}"
    return pairs


def _size(laid: Laid, pictures: Sequence[Bgr], length: float | None) -> tuple[float, float]:
    """Width and length of a card in mm, as the first picture tells them, else as decks usually are."""
    quads = [quad for quad, place in zip(laid.quads, laid.places, strict=True) if place == 0]
    return measure(pictures[0], quads, length) or CARD_MM
