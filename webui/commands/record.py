"""What the commands about the record share: where it is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from webui.settings import Settings, load_settings

Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Where games are kept.")]
Database = Annotated[str | None, typer.Option("--database", metavar="URL", help="PostgreSQL instead of a file in DIR.")]


def settings_of(data: Path | None, database: str | None) -> Settings:
    """The settings as `hwatupan serve` would have them. Raises SettingsError."""
    return load_settings(data=data, database=database)
