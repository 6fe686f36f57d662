"""Our own certificate authority: browsers give a camera to secure pages only, and no public one signs home addresses.

The authority is limited by its own certificate to this computer's names and to addresses of home networks, so whoever
trusts it trusts nothing else by it. Keys lie in the data folder, readable by their owner only, and never leave it.
"""

from __future__ import annotations

import ipaddress
import os
import ssl
import threading
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from webui.errors import StoreError
from webui.network import Address, host_name, lan_addresses, own_names

FOLDER, AUTHORITY, AUTHORITY_KEY, SERVER = "tls", "authority.crt", "authority.key", "server.pem"
AUTHORITY_DAYS, SERVER_DAYS, EARLY_DAYS = 3650, 397, 30  # iOS takes no server certificate of more than 825 days
HOME = tuple(
    ipaddress.ip_network(one)
    for one in (
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16", "127.0.0.0/8",
        "fc00::/7", "fe80::/10", "::1/128",
    )
)  # fmt: skip
LOCAL = ("localhost", "local", "lan", "home.arpa", "internal")

Names = Callable[[], tuple[str, ...]]


def all_names() -> tuple[str, ...]:
    """All that this computer may be called: addresses and host names."""
    return (*lan_addresses(), "127.0.0.1", "::1", "localhost", *own_names())


class Certificates:
    """The authority and the server's certificate, made when first asked for, renewed when names change or time runs."""

    def __init__(self, data: Path, names: Names = all_names, now: Callable[[], datetime] | None = None) -> None:
        """Files go into the folder ``tls`` of *data*; *now* gives a time with its zone."""
        self._folder, self._names = data / FOLDER, names
        self._now = now or (lambda: datetime.now(UTC))
        self._lock = threading.Lock()
        self._context: ssl.SSLContext | None = None
        self._issued_for: tuple[str, ...] = ()
        self._until = datetime.min.replace(tzinfo=UTC)

    def context(self) -> ssl.SSLContext:
        """What a server shakes hands with, for the names of now. Raises StoreError."""
        names = self._names()
        with self._lock:
            if self._context is None or names != self._issued_for or self._now() > self._until:
                self._context = self._renewed(names)
                self._issued_for = names
            return self._context

    def authority(self) -> x509.Certificate:
        """The certificate that phones must trust. Raises StoreError."""
        with self._lock:
            return self._authority(self._names())[0]

    def _renewed(self, names: tuple[str, ...]) -> ssl.SSLContext:
        authority, key = self._authority(names)
        path = self._folder / SERVER
        wanted = allowed(names, authority)
        kept = _certificate(path)
        if kept is None or not self._fits(kept, wanted, authority):
            own = ec.generate_private_key(ec.SECP256R1())
            kept = _server_certificate(own, wanted, authority, key, self._now())
            _write(path, _pem(own) + kept.public_bytes(serialization.Encoding.PEM))
        self._until = kept.not_valid_after_utc - timedelta(days=EARLY_DAYS)
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        made.minimum_version = ssl.TLSVersion.TLSv1_2
        try:
            made.load_cert_chain(path)
        except (OSError, ssl.SSLError):
            raise StoreError(f"{path} cannot be used; remove it, another one is made") from None
        return made

    def _fits(self, kept: x509.Certificate, wanted: tuple[str, ...], authority: x509.Certificate) -> bool:
        fresh = kept.not_valid_after_utc - timedelta(days=EARLY_DAYS) > self._now()
        ours = _key_of(kept) == x509.SubjectKeyIdentifier.from_public_key(_public(authority)).digest
        return fresh and ours and set(wanted) <= set(names_of(kept))

    def _authority(self, names: tuple[str, ...]) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
        path, key_path = self._folder / AUTHORITY, self._folder / AUTHORITY_KEY
        kept = _certificate(path)
        if kept is not None and kept.not_valid_after_utc - timedelta(days=SERVER_DAYS) > self._now():
            return kept, _private(key_path)
        key = ec.generate_private_key(ec.SECP256R1())
        made = _authority_certificate(key, names, self._now())
        _write(key_path, _pem(key))
        _write(path, made.public_bytes(serialization.Encoding.PEM))
        return made, key


def names_of(certificate: x509.Certificate) -> tuple[str, ...]:
    """The names and addresses that *certificate* is for."""
    value = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return (*value.get_values_for_type(x509.DNSName), *map(str, value.get_values_for_type(x509.IPAddress)))


def fingerprint(certificate: x509.Certificate) -> str:
    """SHA-256 as phones show it, ``AB:CD:…``."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def allowed(names: Iterable[str], authority: x509.Certificate) -> tuple[str, ...]:
    """Those *names* that *authority* may sign for."""
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    networks = [one.value for one in limits if isinstance(one, x509.IPAddress)]
    domains = [one.value for one in limits if isinstance(one, x509.DNSName)]

    def signs(name: str) -> bool:
        address = _address(name)
        if address is None:
            return any(name == domain or name.endswith(f".{domain}") for domain in domains)
        return any(address in network for network in networks if not isinstance(network, Address))

    return tuple(name for name in names if signs(name))


def _address(name: str) -> Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _general(name: str) -> x509.GeneralName:
    address = _address(name)
    return x509.DNSName(name) if address is None else x509.IPAddress(address)


def _authority_certificate(
    key: ec.EllipticCurvePrivateKey, names: tuple[str, ...], now: datetime
) -> x509.Certificate:
    """A root that may sign for home networks, this computer's names, and addresses that it has today."""
    addresses = [address for address in map(_address, names) if address is not None]
    today = [ipaddress.ip_network(one) for one in addresses if not any(one in home for home in HOME)]
    domains = [*LOCAL, *(name for name in names if _address(name) is None and name not in LOCAL)]
    permitted = [*map(x509.DNSName, domains), *map(x509.IPAddress, [*HOME, *today])]
    called = x509.Name([
        x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Hwatupan"),
        x509.NameAttribute(NameOID.COMMON_NAME, f"Hwatupan {host_name() or 'table'}"[:64]),
    ])
    usage = x509.KeyUsage(
        digital_signature=False, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    return (
        _begun(called, called, key.public_key(), now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def _server_certificate(
    own: ec.EllipticCurvePrivateKey,
    names: tuple[str, ...],
    authority: x509.Certificate,
    key: ec.EllipticCurvePrivateKey,
    now: datetime,
) -> x509.Certificate:
    usage = x509.KeyUsage(
        digital_signature=True, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=False, crl_sign=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Hwatupan")])
    return (
        _begun(called, authority.subject, own.public_key(), now, SERVER_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(list(map(_general, names))), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(own.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(_public(authority)), critical=False)
        .sign(key, hashes.SHA256())
    )


def _begun(
    subject: x509.Name, issuer: x509.Name, public: ec.EllipticCurvePublicKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # a phone's clock may be behind
        .not_valid_after(now + timedelta(days=days))
    )


def _public(certificate: x509.Certificate) -> ec.EllipticCurvePublicKey:
    found = certificate.public_key()
    assert isinstance(found, ec.EllipticCurvePublicKey)
    return found


def _key_of(certificate: x509.Certificate) -> bytes | None:
    return certificate.extensions.get_extension_for_class(x509.AuthorityKeyIdentifier).value.key_identifier


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _certificate(path: Path) -> x509.Certificate | None:
    """The certificate in *path*; None without the file. Raises StoreError for a file that is none."""
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        raise StoreError(f"{path} is no certificate; remove the folder {path.parent} to make new ones") from None


def _private(path: Path) -> ec.EllipticCurvePrivateKey:
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), None)
    except (OSError, ValueError, TypeError):
        key = None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise StoreError(f"{path} is no key; remove the folder {path.parent} to make new ones")
    return key


def _write(path: Path, data: bytes) -> None:
    aside = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside.unlink(missing_ok=True)
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        aside.replace(path)
    except OSError as error:
        raise StoreError(f"cannot write {path} ({error.strerror}); check space and rights on the disk") from None
