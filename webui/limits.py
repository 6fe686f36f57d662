"""How often one device may do a thing: a bucket of tries that fills again with time."""

from __future__ import annotations

import ipaddress
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

MOST = 2048  # devices remembered; the one longest unheard of is forgotten first


@dataclass(frozen=True, slots=True)
class Rate:
    """*burst* tries at once, then one every *seconds*."""

    burst: int
    seconds: float


RATES = {
    "pin": Rate(5, 20),  # PINs from one device: a million of them take most of a year
    "pins": Rate(30, 2),  # PINs from all devices together
    "photo": Rate(6, 5),  # each takes a second of the computer that follows the game
    "post": Rate(40, 0.1),
    "socket": Rate(20, 1),
}


class Limits:
    """Counts tries by kind and device. Safe to ask from any thread."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """*clock* gives seconds."""
        self._clock, self._lock = clock, threading.Lock()
        self._full_at: OrderedDict[tuple[str, str], float] = OrderedDict()  # when all tries will be there again

    def take(self, what: str, device: str = "") -> float:
        """Use up one try; the answer is 0, or the seconds to wait because none is left."""
        rate, key, now = RATES[what], (what, device), self._clock()
        with self._lock:
            full_at = max(self._full_at.pop(key, now), now)
            wait = full_at - now - (rate.burst - 1) * rate.seconds
            self._full_at[key] = full_at if wait > 0 else full_at + rate.seconds
            while len(self._full_at) > MOST:
                self._full_at.popitem(last=False)
        return max(wait, 0.0)


def device(address: str | None) -> str:
    """One name for all addresses that one device may take: IPv6 gives each home a whole network."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)
