"""`hwatupan backup`: a copy of everything that was played, also while a server plays."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from webui.commands.console import CommandError
from webui.commands.record import Data, Database, settings_of
from webui.copying import back_up


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    data: Data = None,
    database: Database = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Copy all games, players and pictures into one file. A server may go on playing meanwhile.

    FILE is an SQLite database, also where the games lie in PostgreSQL; `hwatupan restore` takes it, there or here.

    Examples:

      hwatupan backup games.sqlite

      hwatupan backup games.sqlite --database postgresql://me:secret@localhost/hwatupan
    """
    if file.exists() and not force:
        raise CommandError(f"{file} is there already; name another file, or say --force to write over it")
    size = back_up(settings_of(data, database).record, file)
    print(f"{file}: {size / 1e6:.1f} MB; put it back with: hwatupan restore {file}")
