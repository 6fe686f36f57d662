"""`hwatupan replay`: a recorded game turn by turn with scores, each line judged by the rules again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from engine.dealt import Laid
from engine.gametext import format_deal, format_end, format_header, format_step, numbers
from engine.notation import format_faces, format_table
from engine.playback import Closed, Moment, Opened, Played, play_back
from engine.record import GameRecord
from engine.state import Phase, Round
from webui.commands import rulefile
from webui.commands.console import CommandError, complain, print_json
from webui.commands.gamefile import read_game
from webui.commands.replaylines import line_of, position_line


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game record, or a log that Hwatupan wrote.")],
    turn: Annotated[int | None, typer.Option(min=0, help="Only the table after this turn; 0: after the deal.")] = None,
    number: Annotated[int, typer.Option("--round", min=1, help="The round of --turn.")] = 1,
    rules: Annotated[str | None, typer.Option(metavar="PRESET|FILE", help="House rules; else as FILE says.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> int:
    """Play a recorded game again: what every turn took, the scores after it, and who pays what.

    FILE is a game record (as simulate prints it), what watch --json printed, the truth.json of a film, the record
    file of serve, or the ZIP of a moment that its page packed. What is printed is again a game record. Every outcome in
    FILE is compared with the rules; where they say otherwise, a comment tells it and the exit code is 1.

    Examples:

      hwatupan replay game.txt

      hwatupan replay game.txt --round 2 --turn 5

      hwatupan replay film/truth.json > game.txt

      hwatupan replay hwatupan-moment-2026-11-30-201500.zip
    """
    record = read_game(file, None if rules is None else rulefile.named(rules))
    if turn is not None:
        state, laid = position(record, number, turn)
        if as_json:
            print_json(position_line(state, laid, number, turn))
        else:
            _print(_shown(state, laid))
        return 0
    differ = 0
    for moment in _told(record, as_json=as_json):
        differ += len(moment.wrong)
    if differ:
        complain(f"{file}: in {differ} {'place' if differ == 1 else 'places'} the rules say otherwise")
    return 1 if differ else 0


def _told(record: GameRecord, *, as_json: bool) -> Iterator[Moment]:
    """Print the game; yield its moments."""
    if not as_json:
        _print(format_header(record))
    for moment in play_back(record):
        if as_json:
            print_json(line_of(moment))
        else:
            _print(_in_words(moment, record.stake))
            _print(f"# {one}" for one in moment.wrong)
        yield moment


def _in_words(moment: Moment, stake: int) -> Iterator[str]:
    if isinstance(moment, Opened):
        yield ""
        yield from format_deal(moment.number, moment.deal)
    elif isinstance(moment, Played):
        yield format_step(moment.step)
    else:
        yield from format_end(moment.end, stake)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def position(record: GameRecord, number: int, turn: int) -> tuple[Round, Laid]:
    """Round *number* after *turn* and its Go or Stop, and the deal it came from.

    Raises CommandError if the record has no such turn, or if it cannot be played until then.
    """
    laid: Laid | None = None
    found: Round | None = None
    turns, mover = 0, None
    for moment in play_back(record):
        if moment.number != number or isinstance(moment, Closed):
            continue
        if isinstance(moment, Opened):
            laid = moment.laid
            found = None if laid is None else laid.state
            continue
        if turns == turn and moment.step.seat != mover:  # what the mover says after his turn belongs to it
            break
        if moment.step.n is not None:
            turns, mover = moment.step.n, moment.step.seat
        found = moment.state
    if laid is None or found is None or turns < turn:
        raise CommandError(f"round {number} has no turn {turn} that can be played; it goes to turn {turns}")
    return found, laid


def _shown(state: Round, laid: Laid) -> Iterator[str]:
    """The table, hands and stock as far as known, and who moves."""
    if laid.four is not None:
        yield f"seats {numbers(laid.active)}"
    yield format_table(state.table)
    if not laid.hidden:
        for seat, hand in zip(laid.active, state.hand_cards, strict=True):
            yield f"hand {seat} {format_faces(hand)}".rstrip()
        yield f"next {format_faces(state.stock_cards)}".rstrip()
    yield f"scores {numbers(state.totals())}"
    what = "to move" if state.phase is Phase.PLAY else f"asked: {state.phase.value}"
    result = state.result
    yield f"seat {laid.active[state.turn]} is {what}" if result is None else f"the round is over: {result.kind}"
