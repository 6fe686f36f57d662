"""Pages for a phone that is the camera: trusting our certificate, and sending the picture."""

from __future__ import annotations

from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding
from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from webui.errors import WebError
from webui.gate import gate
from webui.joining import shown
from webui.pages import site
from webui.setup.desk import desk
from webui.sources import PHONE
from webui.tls import Certificates, fingerprint

blueprint = Blueprint("camera_pages", __name__)


def certificates() -> Certificates:
    """Those of the current app. Raises WebError if it serves no TLS."""
    doorway = gate().doorway
    if doorway is None or doorway.reach.https_port is None:
        raise WebError("no_tls", "nothing is served over TLS; let other devices in first", 404)
    return doorway.certificates


@blueprint.get("/trust")
def trust() -> ResponseReturnValue:
    """How to trust our certificate on a phone, and the way on to the camera page."""
    reach = gate().reach
    if reach.https_port is None:
        return shown("access/trust.html", following="", print="")
    name = urlsplit(f"//{request.host}").hostname or "localhost"
    key = request.args.get("key", "")
    following = f"{reach.https(name)}/phone" + (f"?key={key}" if gate().pairing.keyed(key) else "")
    return shown("access/trust.html", following=following, print=fingerprint(certificates().authority()))


@blueprint.get("/trust/hwatupan.crt")
def authority() -> ResponseReturnValue:
    """The certificate of our authority."""
    data = certificates().authority().public_bytes(Encoding.DER)
    disposition = {"Content-Disposition": "attachment; filename=hwatupan.crt"}
    return Response(data, mimetype="application/x-x509-ca-cert", headers=disposition)


@blueprint.get("/phone")
def phone() -> ResponseReturnValue:
    """The page whose camera is the table's."""
    used = site().live.snapshot().source == PHONE or desk().finder.wants_phone
    return shown("access/phone.html", fps=site().settings.phone_fps, used=used)
