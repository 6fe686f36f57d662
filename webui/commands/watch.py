"""`hwatupan watch`: the whole road without the web, as fast as it goes, one line for each thing said."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.events import Joined
from engine.referee import start
from engine.rules import RuleSet
from engine.watched import watchable
from vision import layout as layouts
from vision.decks import EnrolledDeck
from vision.frames import FrameSource, open_source
from vision.layout import Layout
from vision.observe import Observer
from vision.pipeline import Recogniser
from vision.proposal import in_words as layout_in_words
from webui.commands.console import CommandError, complain, print_json, track
from webui.commands.enrolled import Data, Enrolled, deck_of
from webui.commands.films import INPUTS, LAYOUT, beside, film_of, read_inputs
from webui.commands.road import Inputs, Road
from webui.commands.rulefile import named
from webui.eyes import Seeking
from webui.texts import known


def watch(
    source: Annotated[str, typer.Argument(help="A film or its folder, twin:seed=3, a camera number, an address.")],
    layout: Annotated[Path | None, typer.Option(metavar="F", help="Layout file; else the one beside the film.")] = None,
    inputs: Annotated[Path | None, typer.Option(metavar="F", help="What people said; else beside the film.")] = None,
    players: Annotated[int | None, typer.Option(min=2, max=4, help="How many play; else as the layout says.")] = None,
    dealer: Annotated[int | None, typer.Option(min=0, max=3, help="The dealer's seat; else the first to play.")] = None,
    rules: Annotated[str, typer.Option(metavar="PRESET|FILE", help="House rules.")] = "korean_standard",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    enrolled: Enrolled = None,
    data: Data = None,
) -> int:
    """Follow a game on a film, a camera or the virtual table, and say what happens.

    Examples:

      hwatupan watch film --json

      hwatupan watch film/film.mp4 --layout layout.toml --dealer 1

      hwatupan watch twin:seed=3,players=3,rounds=1

      hwatupan watch 0 --players 3 --enrolled mine
    """
    house, deck = watchable(named(rules)), deck_of(enrolled, data)
    opened, where = _open(source, players, house)
    table = _layout(opened, where, layout, players)
    seats = table.players if table else players or 2
    if dealer is not None and dealer >= seats:
        raise CommandError(f"{seats} players sit on seats 0 to {seats - 1}; --dealer {dealer} is none")
    said = _inputs(opened, where, inputs)
    road = build(table, house, dealer, said, deck=deck) if table else _seek(seats, house, dealer, said, deck)
    frames = _follow(road, opened, print_json if as_json else _print_words)
    if not road.cards_seen:
        raise CommandError(f"{source} shows no table: no card was seen in {frames} pictures; check picture and layout")
    return 0


def _follow(road: Road, source: FrameSource, say: Callable[[Mapping[str, Any]], None]) -> int:
    """Tell all there is until the film ends, the camera is lost or Ctrl-C is pressed; return how many frames came."""
    begun = time.perf_counter()
    frames = 0
    shown = source.frames() if sys.stdout.isatty() else track(source.frames(), "watching", None)
    try:
        for frame in shown:
            frames += 1
            for output in road.see(frame):
                say(output.to_json())
    except KeyboardInterrupt:
        pass  # the usual end of a camera
    finally:
        if frames:
            for output in road.finish():
                say(output.to_json())
            wall = round(time.perf_counter() - begun, 3)
            say({"type": "end", "frames": frames, "processed": frames, "wall_s": wall})
    return frames


def build(
    table: Layout, house: RuleSet, dealer: int | None, inputs: Inputs, threads: int = 2,
    deck: EnrolledDeck | None = None, joined: Sequence[Joined] = (),
) -> Road:  # fmt: skip
    """Eyes and referee for one table; *joined* tells where a round stands that began before."""
    return Road(Observer(table, Recogniser(threads, deck)), start(house, table.players, dealer), inputs, joined)


def _seek(players: int, house: RuleSet, dealer: int | None, inputs: Inputs, deck: EnrolledDeck | None) -> Road:
    """Eyes and referee for a table that the cards must lay out first."""
    complain("no layout is given; waiting for cards that tell where things lie")
    recogniser = Recogniser(deck=deck)
    eyes = Seeking(recogniser, players, lambda found: complain(f"the table is laid out: {layout_in_words(found)}"))
    return Road(eyes, start(house, players, dealer), inputs)


def _open(source: str, players: int | None, house: RuleSet) -> tuple[FrameSource, Path | None]:
    """The source, and the film's path if it is one on disk."""
    film = film_of(source)
    if film is not None:
        return open_source(str(film)), film
    path = Path(source)
    return open_source(source, players=players, options=house.options()), path if path.is_dir() else None


def _layout(source: FrameSource, where: Path | None, given: Path | None, players: int | None) -> Layout | None:
    path = given or (beside(where, LAYOUT) if where is not None else None)
    own: Layout | None = getattr(source, "layout", None)
    if path is not None:
        table = layouts.load(path)
    elif own is not None:
        table = own
    else:
        return None
    if players is not None and players != table.players:
        raise CommandError(f"the layout is for {table.players} players, not for {players}; leave --players out")
    return table


def _inputs(source: FrameSource, where: Path | None, given: Path | None) -> Inputs:
    path = given or (beside(where, INPUTS) if where is not None else None)
    if path is not None:
        said = read_inputs(path)
        return lambda: said
    return lambda: getattr(source, "inputs", ())


def _print_words(line: Mapping[str, Any]) -> None:
    print(in_words(line), flush=True)


def in_words(line: Mapping[str, Any]) -> str:
    """A line of ``watch --json`` for reading."""
    at = f"{line['seconds']:7.1f} s  " if "seconds" in line else ""
    match line["type"]:
        case "round":
            return f"{at}a round begins, seat {line['dealer']} deals"
        case "turn":
            taken = f", takes {' '.join(line['captured'])}" if line["captured"] else ""
            stolen = "".join(f", {' '.join(cards)} from seat {s}" for s, cards in line["stolen"].items() if cards)
            return (f"{at}turn {line['n']}: seat {line['seat']} plays {' '.join(line['hand']) or 'nothing'}, "
                    f"flips {' '.join(line['flip']) or 'nothing'}{taken}{stolen}")  # fmt: skip
        case "score":
            return f"{at}score {' : '.join(map(str, line['totals']))}"
        case "prompt":
            return f"{at}seat {line['seat']}, go or stop? {line['points']} points, {line['go']} go"
        case "alert":
            who = "" if line["seat"] is None else f" seat {line['seat']}"
            return f"{at}{line['level']} {line['code']}{who} {' '.join(line['cards'])}".rstrip()
        case "state":
            return f"{at}{line['state']}: {known('why', line['why'], 'en')}" if line["why"] else f"{at}{line['state']}"
        case "result":
            return f"{at}the round ends: {line['kind']}, winner {line['winner']}, net {line['net']}"
        case "end":
            return f"{line['frames']} pictures in {line['wall_s']:.1f} s"
    return str(dict(line))
