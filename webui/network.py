"""Where this computer can be reached: its addresses in the home network, its names, and what the server listens on."""

from __future__ import annotations

import ipaddress
import socket
import threading
from dataclasses import dataclass
from time import monotonic

import ifaddr

LOOK_S = 20.0
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Reach:
    """What the server listens on: one address, or ``0.0.0.0`` and ``::`` for all. *https_port* None: no TLS."""

    host: str = "127.0.0.1"
    port: int = 8000
    https_port: int | None = None

    @property
    def lan(self) -> bool:
        """Whether other devices can come in."""
        return not is_loopback(self.host)

    def addresses(self) -> tuple[str, ...]:
        """What other devices can call this computer, the likeliest first."""
        if not self.lan:
            return ()
        if self.host not in ("0.0.0.0", "::"):
            return (self.host,)
        return tuple(one for one in lan_addresses() if self.host == "::" or ":" not in one)

    def http(self, name: str) -> str:
        """The address of the page under *name* (an address or a host name)."""
        return f"http://{bracketed(name)}:{self.port}"

    def https(self, name: str) -> str:
        """The same over TLS, for phones that are the camera."""
        return f"https://{bracketed(name)}:{self.https_port}"


def bracketed(name: str) -> str:
    """*name* as it stands in an address line."""
    return f"[{name}]" if ":" in name else name


def lan_addresses() -> tuple[str, ...]:
    """This computer's addresses that other devices can use, the likeliest first; empty without a network."""
    with _lock:
        if monotonic() - _kept.at > LOOK_S:
            _kept.at, _kept.found = monotonic(), _look()
        return _kept.found


def host_name() -> str:
    """This computer's name without its domain, in small letters; empty if it has none that can be used."""
    name = socket.gethostname().partition(".")[0].lower()
    return name if name.isascii() and name.replace("-", "").isalnum() and name != "localhost" else ""


def own_names() -> tuple[str, ...]:
    """The names under which this computer is found at home."""
    name = host_name()
    return (name, f"{name}.local") if name else ()


def is_own(address: str | None) -> bool:
    """Whether a request from *address* comes from this computer itself."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None) or found
    return mapped.is_loopback or str(mapped) in lan_addresses()


def is_loopback(name: str) -> bool:
    """Whether *name* is this computer for itself only."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


class _Kept:
    at = -LOOK_S
    found: tuple[str, ...] = ()


_kept, _lock = _Kept(), threading.Lock()


def _look() -> tuple[str, ...]:
    best = _outward()
    found: dict[str, None] = {best: None} if best else {}
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            address = ipaddress.ip_address(text.partition("%")[0])
            if not (address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified):
                found[str(address)] = None
    return tuple(sorted(found, key=lambda one: (one != best, ":" in one)))


def _outward() -> str:
    """The address that packets to other networks would leave from; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""
