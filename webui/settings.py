"""Settings: defaults, what was set up on the page, the TOML file, HWATUPAN_* variables, flags; the later wins."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

import platformdirs
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from webui.errors import SettingsError
from webui.setup import draft as drafts


class Settings(BaseSettings):
    """What a run of the server is told; docs/settings.md has a paragraph for each field."""

    model_config = SettingsConfigDict(env_prefix="HWATUPAN_", extra="forbid", frozen=True)

    source: str = "twin"
    players: int = Field(2, ge=2, le=4)
    rules: str = "korean_standard"
    dealer: int | None = Field(None, ge=0, le=3)
    host: str = "127.0.0.1"
    port: int = Field(8000, ge=0, le=65535)
    https_port: int = Field(8443, ge=-1, le=65535)
    own_is_host: bool = True
    data: Path = Path(platformdirs.user_data_dir("hwatupan"))
    database: str | None = None
    pictures: int = Field(200, ge=0)
    layout: Path | None = None
    enrolled: str | None = None
    language: Literal["ko", "en"] = "ko"
    hosts: tuple[str, ...] = ()
    viewers: int = Field(50, ge=1)
    picture_fps: float = Field(10.0, gt=0, le=60)
    picture_quality: int = Field(80, ge=1, le=100)
    lost_after: float = Field(3.0, gt=0)
    phone_fps: float = Field(10.0, gt=0, le=30)
    log: Literal["text", "json"] = "text"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Flags, then environment, then the file named by `load_settings`."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)

    @property
    def record(self) -> Path | str:
        """Where games are kept: the SQLite file in the data folder, or the address of a database."""
        return self.database or self.data / "hwatupan.sqlite"


def load_settings(file: Path | None = None, **flags: Any) -> Settings:
    """Read the settings, those that were set up on the page among them. Raises SettingsError with one sentence."""
    return with_setup(given_settings(file, **flags))


def with_setup(given: Settings) -> Settings:
    """*given* with what was set up on the page. Where a source is given, the table is another one and nothing is taken.

    Raises SettingsError for a damaged file.
    """
    if "source" in given.model_fields_set:
        return given
    draft = drafts.load(given.data)
    if not draft.finished:
        return given
    told = {name: value for name, value in draft.settings(given.data).items() if name not in given.model_fields_set}
    if told.get("players") != draft.players:  # places and seats are those of another table
        told = {name: value for name, value in told.items() if name not in ("layout", "dealer")}
    return given.model_copy(update=told)


def given_settings(file: Path | None = None, **flags: Any) -> Settings:
    """What file, environment and flags say; flags that are None were not given. Raises SettingsError.

    Without *file*, ``hwatupan.toml`` in the data folder is read if it is there.
    """
    given = {name: value for name, value in flags.items() if value is not None}
    if file is not None and not file.is_file():
        raise SettingsError(f"no settings file {file}; leave --settings out or write the file")
    try:
        path = file or _usual_file(given)

        class FromFile(Settings):
            model_config = SettingsConfigDict(toml_file=path)

        return FromFile(**given)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"the settings file {path} is no TOML: {error}; mend or remove it") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        told = f"setting {where} is {first.get('input')!r}: {first['msg'].lower()}"
        raise SettingsError(f"{told}; mend it in the settings file, the variable HWATUPAN_* or the flag") from None


def _usual_file(given: dict[str, Any]) -> Path:
    folder = given.get("data") or Path(platformdirs.user_data_dir("hwatupan"))
    return Path(folder) / "hwatupan.toml"
