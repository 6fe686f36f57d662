"""`hwatupan history`: evenings as a list, as files, and deleted for good."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from webui import sweep
from webui.commands.console import CommandError, print_json, spoken
from webui.commands.record import Data, Database, settings_of
from webui.exports import KINDS, export
from webui.history import Evening, History, free, opened
from webui.history_present import detail, evening_page, list_page, title
from webui.imports import LARGEST, read_evening
from webui.people import Person
from webui.texts import Language


def history(
    number: Annotated[int | None, typer.Argument(metavar="EVENING", help="The number of one; else all.")] = None,
    export_to: Annotated[Path | None, typer.Option("--export", metavar="FILE", help=".csv, .json or .txt.")] = None,
    take: Annotated[Path | None, typer.Option("--import", metavar="FILE", help="A .json or .txt record.")] = None,
    delete: Annotated[bool, typer.Option("--delete", help="Delete that evening for good.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before deleting.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    data: Data = None,
    database: Database = None,
    language: Annotated[str | None, typer.Option("--lang", metavar="ko|en", help="Language of the list.")] = None,
) -> None:
    """List the evenings that were played, or show, export, import and delete one. A server may play meanwhile.

    Examples:

      hwatupan history

      hwatupan history 3

      hwatupan history 3 --export evening.txt

      hwatupan history --import evening.json

      hwatupan history 3 --delete
    """
    where, chosen = settings_of(data, database).record, spoken(language)
    kept = opened(where)
    if take is not None:
        print(f"{take}: kept as evening {kept.add(read_evening(_read(take)))}")
        return
    if number is None:
        if export_to is not None or delete:
            raise CommandError("which evening? hwatupan history lists their numbers")
        _list(kept, chosen, as_json=as_json)
        return
    evening = kept.evening(number)
    if export_to is not None:
        _write(export_to, export(kept, number, _kind(export_to)))
    elif delete:
        _delete(kept, evening, chosen, yes=yes)
    else:
        _show(kept, evening, chosen, as_json=as_json)


def _people(kept: History) -> dict[int, Person]:
    return {person.id: person for person in kept.people()}


def _list(kept: History, language: Language, *, as_json: bool) -> None:
    months = list_page(kept.evenings(), _people(kept), 0, language).months
    for month in months:
        if not as_json:
            print(month.title)
        for one in month.evenings:
            if as_json:
                print_json(asdict(one))
            else:
                shares = ", ".join(f"{share.name} {share.text}" for share in one.shares)
                print(f"{one.id:>5}  {one.title}  {one.detail}  {shares}")
    if not months and not as_json:
        print("no round was finished yet; play with: hwatupan serve")


def _show(kept: History, evening: Evening, language: Language, *, as_json: bool) -> None:
    page = evening_page(evening, _people(kept), 0, kept.picture_bytes(evening.id), language)
    if as_json:
        print_json(asdict(page))
        return
    for line in (page.title, page.detail, *(f"{one.name}: {one.text} {one.money}".rstrip() for one in page.shares)):
        print(line)
    for one in page.rounds:
        print(f"{one.number:>5}  {one.title} {one.detail}".rstrip() + f"  {' '.join(one.nets)}")


def _kind(path: Path) -> str:
    kind = path.suffix.removeprefix(".").lower()
    if kind not in KINDS:
        raise CommandError(f"{path} ends in none of {', '.join(f'.{one}' for one in KINDS)}; the ending says the kind")
    return kind


def _write(path: Path, text: str) -> None:
    try:
        with open(path, "x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        raise CommandError(f"{path} is there already; name another file") from None
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror}; name another file") from None
    print(f"{path}: {os.path.getsize(path):,} bytes")


def _read(path: Path) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror}; give what hwatupan history --export wrote") from None


def _delete(kept: History, evening: Evening, language: Language, *, yes: bool) -> None:
    newest = max((one.id for one in kept.evenings() if not one.imported), default=0)
    if evening.id == newest and not free(kept.where):
        raise CommandError(f"evening {evening.id} goes on now; stop the server or begin another evening on its page")
    if not yes:
        if not sys.stdin.isatty():
            raise CommandError(f"deleting evening {evening.id} cannot be undone; say --yes if you mean it")
        told = f"{title(evening, language)}, {detail(evening, language)}"
        typer.confirm(f"Delete evening {evening.id} ({told}) for good?", abort=True)
    sweep.delete(kept, evening.id)
    print(f"evening {evening.id} is deleted")

