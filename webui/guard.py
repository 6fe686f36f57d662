"""What every answer and every request must obey: who may ask, what the browser may load, one shape of error."""

from __future__ import annotations

import ipaddress
import logging
from urllib.parse import urlsplit

from flask import Flask, Response, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from webui.errors import WebError
from webui.network import own_names
from webui.settings import Settings
from webui.texts import TEXTS, Language, say

log = logging.getLogger(__name__)

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; "
    "font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def protect(app: Flask, settings: Settings) -> None:
    """Check host and origin before, set headers after, and answer every error in one shape."""
    allowed = {"localhost", settings.host, *settings.hosts, *own_names()}

    @app.before_request
    def check() -> None:
        check_host(request.host, allowed)
        if request.method not in SAFE or request.headers.get("Upgrade"):
            check_origin(request.headers.get("Origin"), request.host)
            check_site(request.headers.get("Sec-Fetch-Site"))

    @app.after_request
    def headers(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"  # none at all would take the origin from our own forms
        response.headers["Permissions-Policy"] = "camera=(self), microphone=(), geolocation=(), payment=()"
        return response

    app.register_error_handler(WebError, web_error)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _broken)


def check_host(host: str, allowed: set[str]) -> None:
    """Refuse a host name that is not ours: a foreign page may have pointed its own name here (DNS rebinding)."""
    name = urlsplit(f"//{host}").hostname or ""
    if name not in allowed and not _is_address(name):
        raise WebError("origin", f"the host name {name!r} is not served here; add it with HWATUPAN_HOSTS", 403)


def check_origin(origin: str | None, host: str) -> None:
    """Refuse a change or a socket that another site's page asks for. A client that is no browser sends no origin."""
    if origin is not None and urlsplit(origin).netloc != host:
        raise WebError("origin", f"a page of {origin} may not do this; open the table at {host}", 403)


def check_site(site: str | None) -> None:
    """Refuse what the browser itself says another site started. Old browsers and scripts do not say."""
    if site in ("cross-site", "same-site"):
        raise WebError("origin", f"the request is {site}; open the table itself", 403)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def error_language() -> Language:
    """The language of an error: what the page says it speaks."""
    return "en" if (request.headers.get("Accept-Language") or "").lower().startswith("en") else "ko"


def web_error(error: WebError) -> ResponseReturnValue:
    """The error as JSON, in the language that the page speaks."""
    key = f"error.{error.code}"
    language = error_language()
    message = error.told.get(language) or (say(key, language) if key in TEXTS else str(error))
    return jsonify({"error": {"code": error.code, "message": message, "detail": str(error)}}), error.status


def _http_error(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    body = {"code": "http", "message": say("error.http", error_language()), "detail": f"{status} {error.name}"}
    return jsonify({"error": body}), status


def _broken(error: Exception) -> ResponseReturnValue:
    log.exception("request %s %s failed", request.method, request.path)
    body = {"code": "internal", "message": say("error.internal", error_language()), "detail": type(error).__name__}
    return jsonify({"error": body}), 500
