"""Our own certificates: browsers accept them by every rule they check, for home addresses and for nothing else."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from webui import tls
from webui.errors import StoreError
from webui.serving import Door, listen, run_beside
from webui.tls import Certificates, allowed, fingerprint, names_of

NAMES = ("192.168.0.7", "127.0.0.1", "localhost", "attic", "attic.local")


def hello(environ: object, start_response: object) -> list[bytes]:
    start_response("200 OK", [("Content-Length", "5")])  # type: ignore[operator]
    return [b"hello"]


@pytest.fixture
def door(tmp_path: Path) -> Iterator[tuple[Door, Certificates]]:
    made = Certificates(tmp_path, lambda: NAMES)
    running = Door(listen("127.0.0.1", 0), hello, made.context)
    thread = run_beside(running)
    yield running, made
    running.shutdown()
    thread.join()


def strict(made: Certificates) -> ssl.SSLContext:
    """A client that trusts our authority only, and checks all that the standard says."""
    context = ssl.create_default_context(cadata=made.authority().public_bytes(serialization.Encoding.PEM).decode())
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    return context


def ask(port: int, context: ssl.SSLContext, name: str) -> bytes:
    plain = socket.create_connection(("127.0.0.1", port), timeout=20)
    with plain, context.wrap_socket(plain, server_hostname=name) as secure:
        secure.sendall(b"GET / HTTP/1.0\r\n\r\n")
        return secure.recv(1 << 14)


@pytest.mark.parametrize("name", NAMES)
def test_every_name_and_address_is_in_the_certificate(door: tuple[Door, Certificates], name: str) -> None:
    running, made = door
    assert ask(running.port, strict(made), name).startswith(b"HTTP/1.1 200")


def test_other_names_are_not(door: tuple[Door, Certificates]) -> None:
    running, made = door
    with pytest.raises(ssl.SSLCertVerificationError):
        ask(running.port, strict(made), "192.168.0.8")


def test_one_who_says_nothing_does_not_hold_the_door(door: tuple[Door, Certificates]) -> None:
    running, made = door
    silent = [socket.create_connection(("127.0.0.1", running.port)) for _ in range(5)]
    assert ask(running.port, strict(made), "localhost").startswith(b"HTTP/1.1 200")
    for one in silent:
        one.close()


def test_plain_http_at_the_secure_port_is_no_crash(door: tuple[Door, Certificates]) -> None:
    running, made = door
    with socket.create_connection(("127.0.0.1", running.port)) as plain, suppress(ConnectionResetError):
        plain.sendall(b"GET / HTTP/1.0\r\n\r\n")
        plain.recv(100)
    assert ask(running.port, strict(made), "localhost").startswith(b"HTTP/1.1 200")


def test_a_new_address_gets_a_new_certificate_of_the_same_authority(tmp_path: Path) -> None:
    names = ["192.168.0.7"]
    made = Certificates(tmp_path, lambda: tuple(names))
    before, first = made.authority(), made.context()
    assert made.context() is first
    names.append("10.0.0.9")
    assert made.context() is not first
    assert made.authority() == before, "phones need not trust anew"
    assert "10.0.0.9" in names_of(x509.load_pem_x509_certificate((tmp_path / "tls" / "server.pem").read_bytes()))


def test_certificates_outlive_the_server_and_are_renewed_in_time(tmp_path: Path) -> None:
    at = [datetime(2030, 1, 1, tzinfo=UTC)]
    path = tmp_path / "tls" / "server.pem"
    Certificates(tmp_path, lambda: NAMES, lambda: at[0]).context()
    first = path.read_bytes()
    again = Certificates(tmp_path, lambda: NAMES, lambda: at[0])
    again.context()
    assert path.read_bytes() == first
    at[0] += timedelta(days=tls.SERVER_DAYS - tls.EARLY_DAYS + 1)
    again.context()
    assert path.read_bytes() != first


def test_the_authority_cannot_speak_for_the_rest_of_the_internet(tmp_path: Path) -> None:
    made = Certificates(tmp_path, lambda: (*NAMES, "203.0.113.9"))
    authority = made.authority()
    assert allowed(("bank.example", "8.8.8.8", "xlocal", "attic", "203.0.113.9", "10.0.0.1"), authority) == (
        "attic", "203.0.113.9", "10.0.0.1",
    )  # fmt: skip
    key = serialization.load_pem_private_key((tmp_path / "tls" / "authority.key").read_bytes(), None)
    own = ec.generate_private_key(ec.SECP256R1())
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    forged = tls._server_certificate(own, ("bank.example",), authority, key, datetime.now(UTC))
    file = tmp_path / "forged.pem"
    file.write_bytes(tls._pem(own) + forged.public_bytes(serialization.Encoding.PEM))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    running = Door(listen("127.0.0.1", 0), hello, lambda: server)
    thread = run_beside(running)
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        ask(running.port, strict(made), "bank.example")
    running.shutdown()
    thread.join()


def test_keys_are_for_their_owner_only(tmp_path: Path) -> None:
    Certificates(tmp_path, lambda: NAMES).context()
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "tls").iterdir()} == {0}


def test_damaged_files_say_what_to_do(tmp_path: Path) -> None:
    Certificates(tmp_path, lambda: NAMES).context()
    (tmp_path / "tls" / "authority.key").write_text("?")
    with pytest.raises(StoreError, match="remove the folder"):
        Certificates(tmp_path, lambda: NAMES).authority()


def test_the_fingerprint_is_written_as_phones_show_it(tmp_path: Path) -> None:
    authority = Certificates(tmp_path, lambda: NAMES).authority()
    assert fingerprint(authority).replace(":", "").lower() == authority.fingerprint(hashes.SHA256()).hex()


def test_too_many_connections_are_closed_at_once(door: tuple[Door, Certificates]) -> None:
    running, _ = door
    running._places = threading.BoundedSemaphore(1)
    with socket.create_connection(("127.0.0.1", running.port)) as first:
        while running._places._value:  # type: ignore[attr-defined]
            pass
        with socket.create_connection(("127.0.0.1", running.port), timeout=20) as second:
            assert second.recv(1) == b""
        first.close()
