"""A slip: its name, how it changes the steps of a turn, and whether a question about it would be fair."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vision.twin.act import Act
from vision.twin.steps import Do, Step


@dataclass(frozen=True, slots=True)
class Slip:
    """One kind of innocent clumsiness. `commit` changes `Act.steps` and says whether it could."""

    name: str
    words: str
    question_ok: bool
    commit: Callable[[Act], bool]


SLIPS: dict[str, Slip] = {}
"""Every slip by its name, filled by the modules of the families."""


def slip(
    name: str, words: str, *, question_ok: bool = False
) -> Callable[[Callable[[Act], bool]], Callable[[Act], bool]]:
    """Register a function that makes a turn clumsy, and says whether it could."""

    def register(commit: Callable[[Act], bool]) -> Callable[[Act], bool]:
        SLIPS[name] = Slip(name, words, question_ok, commit)
        return commit

    return register


def spanned(act: Act, steps: list[Step], *, more: float = 0.0) -> list[Step]:
    """*steps*, with their beginning and end (and *more* seconds) noted as the slip's."""
    return [opens(act), *steps, closes(act, more)]


def opens(act: Act) -> Step:
    """Notes that the slip begins here."""
    line = act.slip
    return Do(lambda work: line.update(start=round(work.stage.now, 3)))


def closes(act: Act, more: float = 0.0) -> Step:
    """Notes that the slip ends here, or *more* seconds later."""
    line = act.slip
    return Do(lambda work: line.update(end=round(work.stage.now + more, 3)))
