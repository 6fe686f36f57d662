"""`hwatupan restore`: put a backup in place of the record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from webui.commands.record import Data, Database, settings_of
from webui.copying import restore as put_back
from webui.database import shown


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What hwatupan backup wrote.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Put a backup in place of what was played since. What was there is kept in a file beside it.

    While a server uses the record it is refused, and nothing changes. A backup may go from a file into PostgreSQL,
    and back.

    Examples:

      hwatupan restore games.sqlite

      hwatupan restore games.sqlite --database postgresql://me:secret@localhost/hwatupan
    """
    settings = settings_of(data, database)
    old = put_back(file, settings.record, settings.data)
    print(f"{shown(settings.record)} holds what {file} held")
    if old is not None:
        print(f"what was there before is kept in {old}")
