"""The web's errors: a code that stays, an HTTP status, and one sentence saying what to do next."""

from __future__ import annotations

from collections.abc import Mapping


class WebError(Exception):
    """Base of every error that the web raises on purpose; *code* names it in JSON and in `webui.texts`.

    *told* is what people read, by language, where the text of the code alone says too little.
    """

    def __init__(self, code: str, message: str, status: int = 400, told: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.told = told or {}


class StoreError(WebError):
    """The database cannot be opened, read or written."""

    def __init__(self, message: str) -> None:
        super().__init__("store", message, 500)


class SettingsError(WebError):
    """A settings file, variable or flag that says nothing usable."""

    def __init__(self, message: str) -> None:
        super().__init__("settings", message)
