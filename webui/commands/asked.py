"""The options of `hwatupan score`: what people can tell of a round."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from engine.score import Place
from engine.settle import ResultKind


class Win(StrEnum):
    """Rounds that are won without counting cards."""

    CHONGTONG = "chongtong"
    THREE_PPEOK = "three-ppeok"
    HEODANG = "heodang"

    @property
    def kind(self) -> ResultKind:
        """The kind of result."""
        return ResultKind[self.name]


class Lies(StrEnum):
    """Where the cup lies."""

    ANIMAL = "animal"
    JUNK = "junk"

    @property
    def place(self) -> Place:
        """The same for the engine."""
        return "junk" if self is Lies.JUNK else "animal"


def _number(told: str, most: int | None = None) -> typer.models.OptionInfo:
    return typer.Option(metavar="N", min=0, max=most, help=told, show_default=False)  # type: ignore[no-any-return]


Cards = Annotated[list[str] | None, typer.Argument(metavar="CARDS|PICTURE...", help="What the winner captured.")]
Losers = Annotated[
    list[str] | None, typer.Option(metavar="CARDS|PICTURE", help="What a loser captured; once for each.")
]
Players = Annotated[int | None, typer.Option(metavar="N", min=2, max=4, help="Else as many as piles.")]
Rules = Annotated[str, typer.Option(metavar="PRESET|FILE", help="House rules.")]
Go = Annotated[int, _number("Gos of the winner.", 20)]
LoserGo = Annotated[list[int] | None, typer.Option(metavar="N", help="Loser N said Go; once for each Go, in order.")]
Yeokgo = Annotated[bool, typer.Option("--yeokgo", help="The winner's last Go came after a loser's.")]
Shake = Annotated[int, _number("Sets that the winner shook.", 4)]
Bomb = Annotated[int, _number("Sets bombed that were not shaken.", 4)]
Nagari = Annotated[int, _number("Void rounds just before this one.", 20)]
Dokbak = Annotated[
    list[int] | None, typer.Option(metavar="N", help="Loser N pays for all: fed the winner, refused a showdown.")
]
Cup = Annotated[Lies | None, typer.Option(help="Where the cup lies; else where it serves its owner best.")]
Missions = Annotated[
    list[str] | None,
    typer.Option("--mission", metavar="M", help="NAME, if met; NAME=x2; NAME=+3; NAME=CARDS, if drawn."),
]
Cap = Annotated[int | None, typer.Option(metavar="N", min=1, help="The most points that one player pays.")]
Purses = Annotated[
    list[int] | None, typer.Option("--purse", metavar="N", help="All that a loser has to pay with; once for each.")
]
By = Annotated[Win | None, typer.Option(help="Won at once, without counting cards.")]
Sold = Annotated[str | None, typer.Option(metavar="CARDS", help="Of four players: the hand that was sold.")]
Dealer = Annotated[int, _number("Who dealt, where a sale asks: 0 is the winner.", 2)]
Stake = Annotated[int, _number("Money for a point.")]
Add = Annotated[
    list[str] | None, typer.Option(metavar="CARD", help="A card that the picture hides; 1:CARD of loser 1.")
]
Remove = Annotated[list[str] | None, typer.Option(metavar="CARD", help="A card that was read wrongly.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object.")]
Lang = Annotated[str | None, typer.Option(metavar="ko|en", help="Else as the system speaks.")]
