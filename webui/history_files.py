"""Files out of history and into it: exports, imports, and a moment to send."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from webui.errors import WebError
from webui.exports import KINDS, export, file_name
from webui.history_pages import bounded, history
from webui.imports import LARGEST, read_evening
from webui.moment import pack
from webui.pages import site

blueprint = Blueprint("history_files", __name__)
blueprint.before_request(bounded)


@blueprint.get("/history/<int:evening>/export.<kind>")
def download(evening: int, kind: str) -> ResponseReturnValue:
    """An evening as CSV, JSON or text record."""
    if kind not in KINDS:
        raise WebError("field", f"no export of the kind {kind[:20]!r}; {', '.join(KINDS)} are there", 404)
    body = export(history(), evening, kind)
    return _file(body.encode(), KINDS[kind], file_name(history().evening(evening), kind))


@blueprint.post("/api/history/import")
def upload() -> ResponseReturnValue:
    """The body is the file: JSON or a text record."""
    request.max_content_length = LARGEST + 1
    try:
        raw = request.get_data(cache=False)
    except RequestEntityTooLarge:
        raise WebError("large", f"more than {LARGEST:,} bytes; export fewer rounds", 413) from None
    return jsonify({"evening": history().add(read_evening(raw))})


@blueprint.get("/api/moment.zip")
def moment() -> ResponseReturnValue:
    """The round that runs with pictures, log and settings; ``?names=1``: with names."""
    live = site().live
    body = pack(
        history(), live.match, live.snapshot(), site().settings,
        table=live.album.now(), layout=live.album.layout(), named=request.args.get("names") == "1",
    )  # fmt: skip
    return _file(body, "application/zip", f"hwatupan-moment-{datetime.now():%Y-%m-%d-%H%M%S}.zip")


def _file(body: bytes, mimetype: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(body, content_type=mimetype, headers=headers)
