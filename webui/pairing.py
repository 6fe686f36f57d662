"""The secrets that let devices in: PINs, keys of links, the key that signs cookies, and who sits where.

They lie in ``access.json`` in the data folder, readable by its owner only, and are made when they are first needed.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
import threading
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from itsdangerous import BadSignature, URLSafeTimedSerializer

from engine.table import Seat
from webui.access import Role, Who
from webui.errors import StoreError

KEPT_S = 30 * 86400
FILE = "access.json"


def _pin(digits: int) -> str:
    return "".join(secrets.choice("0123456789") for _ in range(digits))


@dataclass(frozen=True, slots=True)
class Keys:
    """Everything secret. *era* grows when all devices are sent away; *seats*: which device has which seat."""

    signing: str = field(default_factory=lambda: secrets.token_hex(32))
    pin: str = field(default_factory=lambda: _pin(6))
    host_pin: str = field(default_factory=lambda: _pin(10))
    view: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    camera: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    era: int = 0
    seats: dict[str, str] = field(default_factory=dict)


class Pairing:
    """Lets devices in and knows them again by their cookie. Safe to ask from any thread."""

    def __init__(self, folder: Path) -> None:
        """Nothing is read or written before the first question."""
        self._path = folder / FILE
        self._lock = threading.RLock()
        self._kept: Keys | None = None

    @property
    def keys(self) -> Keys:
        """The secrets of now. Raises StoreError if they cannot be read or kept."""
        with self._lock:
            if self._kept is None:
                self._kept = self._read()
            return self._kept

    def role_of(self, pin: str) -> Role | None:
        """What a typed PIN opens: the table for players and spectators, or everything for another host."""
        typed = "".join(filter(str.isdigit, pin))
        if hmac.compare_digest(typed.encode(), self.keys.host_pin.encode()):
            return Role.HOST
        return Role.PLAYER if hmac.compare_digest(typed.encode(), self.keys.pin.encode()) else None

    def keyed(self, key: str | None) -> Who | None:
        """What the key of a link opens."""
        given = (key or "").encode()
        for wanted, role in ((self.keys.view, Role.SPECTATOR), (self.keys.camera, Role.CAMERA)):
            if hmac.compare_digest(given, wanted.encode()):
                return Who(role)
        return None

    def cookie(self, who: Who, before: str | None = None) -> str | None:
        """A signed cookie for *who*; None if another device has that seat. *before*: the device's cookie so far."""
        with self._lock:
            keys, claim = self.keys, ""
            if who.role is Role.PLAYER:
                holder = self._opened(before).get("claim", "")
                if self.taken(who.seat) and keys.seats[str(who.seat)] != holder:
                    return None
                claim = holder or secrets.token_hex(8)
                others = {seat: one for seat, one in keys.seats.items() if one != claim}
                self._write(replace(keys, seats={**others, str(who.seat): claim}))
            told = {"role": str(who.role), "seat": who.seat, "claim": claim, "era": keys.era}
            return str(self._signer().dumps(told))

    def known(self, cookie: str | None) -> Who | None:
        """Who showed *cookie*; None if it is forged, too old, or its owner was sent away."""
        told = self._opened(cookie)
        try:
            role, seat = Role(told.get("role", "")), told.get("seat")
        except ValueError:
            return None
        if role is Role.PLAYER and self.keys.seats.get(str(seat)) != told.get("claim"):
            return None
        return Who(role, seat if role is Role.PLAYER else None)

    def taken(self, seat: Seat | None) -> bool:
        """Whether a device has that seat."""
        return str(seat) in self.keys.seats

    def free(self, seat: Seat) -> None:
        """Let another device have that seat."""
        with self._lock:
            kept = {one: claim for one, claim in self.keys.seats.items() if one != str(seat)}
            self._write(replace(self.keys, seats=kept))

    def renew(self) -> None:
        """Other PINs and keys; every device must join again."""
        with self._lock:
            self._write(replace(Keys(), era=self.keys.era + 1, signing=self.keys.signing))

    def _signer(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.keys.signing, salt="hwatupan access")

    def _opened(self, cookie: str | None) -> dict[str, Any]:
        try:
            told = self._signer().loads(cookie or "", max_age=KEPT_S)
        except BadSignature:
            return {}
        return told if isinstance(told, dict) and told.get("era") == self.keys.era else {}

    def _read(self) -> Keys:
        try:
            told = json.loads(self._path.read_text(encoding="utf-8"))
            return Keys(**{each.name: told[each.name] for each in fields(Keys)})
        except FileNotFoundError:
            pass
        except (OSError, ValueError, KeyError, TypeError):
            raise StoreError(f"{self._path} cannot be read; remove it, and devices join with a new PIN") from None
        made = Keys()
        self._write(made)
        return made

    def _write(self, keys: Keys) -> None:
        aside = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            aside.unlink(missing_ok=True)
            with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                json.dump(asdict(keys), file)
            aside.replace(self._path)
        except OSError as error:
            raise StoreError(f"cannot keep PINs in {self._path} ({error.strerror}); check space and rights") from None
        self._kept = keys
