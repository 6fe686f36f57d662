"""What the log looks like: a line for people, or one JSON object a line for programs that collect logs."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Literal

TEXT = "%(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """``{"time", "level", "logger", "message"}``, and ``error`` with a traceback where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(form: Literal["text", "json"]) -> None:
    """Log what the server does, in that form, on standard error."""
    logging.getLogger("webui").setLevel(logging.INFO)
    for handler in logging.getLogger().handlers:
        handler.setFormatter(JsonLines() if form == "json" else logging.Formatter(TEXT))
