"""How often a password may be guessed. Failures make the next try wait, longer each time; none is final.

Counted are one name from one address, an address whatever the name, and a name wherever from. The last one a stranger
can bring about for somebody else: its wait is short, and a browser in which that person has signed in before is counted
for itself alone. A try is counted before the password is looked at and taken back when it fits, so that many at once,
in many processes, are no more than so many one after another. Rows of the shared cache: losing them loses waits.
"""

import hashlib
import ipaddress
import json
import logging
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from research.actions.trail import audit
from research.models import CacheEntry, User

log = logging.getLogger(__name__)
PAIR, BROWSER = "pair", "browser"
NETWORK_BITS = 64
"""Of an IPv6 address: one household or one machine has that many addresses behind it."""
SOMEBODY = "a name that nobody has"
"""In the trail, in place of what was typed: it may be a password in the wrong field."""


@dataclass(frozen=True, slots=True)
class _Count:
    """Of what failures are counted, how many are free, and how long the longest wait is, in seconds."""

    kind: str
    about: str
    free: int
    longest: float

    @property
    def key(self) -> str:
        return hashlib.sha256(f"sign-in {self.kind} {self.about}".encode()).hexdigest()


def admit(name: str, address: str, browser: str = "") -> float:
    """Counts a try, and returns 0; or the seconds to wait, and then nothing is counted and no password looked at.
    `browser`: the mark of one in which this person has signed in before."""
    counts = _counts(name, address, browser)
    now = timezone.now()
    with transaction.atomic():
        rows = _locked(counts)
        told = {count: _told(rows[count.key], now.timestamp()) for count in counts}
        wait: float = max(each["until"] for each in told.values()) - now.timestamp()
        if wait > 0:
            return wait
        slowed = [count for count in counts if _counted(rows[count.key], told[count], count, now.timestamp())]
        if slowed:
            _note(name, address, {count.kind: told[count]["failures"] for count in slowed})
    return 0.0


def welcome(name: str, address: str, browser: str = "") -> None:
    """The password fitted: this one was no failure, and those of the same hands before it were slips."""
    counts = _counts(name, address, browser)
    with transaction.atomic():
        rows = _locked(counts)
        for count in counts:
            if count.kind in (PAIR, BROWSER):
                rows[count.key].delete()
            else:
                told = _told(rows[count.key], timezone.now().timestamp())
                _kept(rows[count.key], {**told, "failures": max(0, told["failures"] - 1), "until": 0.0})


def _counts(name: str, address: str, browser: str) -> Sequence[_Count]:
    who, whence = unicodedata.normalize("NFKC", name).casefold(), _network(address)
    few, longest = settings.SIGN_IN_FREE_TRIES, settings.SIGN_IN_LONGEST_WAIT
    if browser:
        return (_Count(BROWSER, f"{browser} {who}", few, longest),)
    return (
        _Count(PAIR, f"{whence} {who}", few, longest),
        _Count("address", whence, settings.SIGN_IN_FREE_TRIES_OF_MANY, longest),
        _Count("name", who, settings.SIGN_IN_FREE_TRIES_OF_MANY, settings.SIGN_IN_LONGEST_WAIT_OF_A_NAME),
    )


def _network(address: str) -> str:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address) or found.ipv4_mapped:
        return str(getattr(found, "ipv4_mapped", None) or found)
    return str(ipaddress.ip_network(f"{found}/{NETWORK_BITS}", strict=False))


def _locked(counts: Sequence[_Count]) -> dict[str, CacheEntry]:
    """In the order of their keys, so that no two tries wait crosswise. Made anew, or kept from expiring."""
    expires = timezone.now() + timedelta(seconds=settings.SIGN_IN_FORGOTTEN)
    rows = [CacheEntry(key=key, value=b"{}", expires=expires) for key in sorted(count.key for count in counts)]
    CacheEntry.objects.bulk_create(rows, update_conflicts=True, update_fields=["expires"], unique_fields=["key"])
    found = CacheEntry.objects.select_for_update().filter(key__in=[row.key for row in rows]).order_by("key")
    return {row.key: row for row in found}


def _told(row: CacheEntry, now: float) -> dict[str, Any]:
    told = {"failures": 0, "until": 0.0, "last": now} | json.loads(bytes(row.value))
    return told if now - told["last"] < settings.SIGN_IN_FORGOTTEN else {"failures": 0, "until": 0.0, "last": now}


def _counted(row: CacheEntry, told: dict[str, Any], count: _Count, now: float) -> bool:
    """Whether waits begin with this one. Each is twice as long as the one before."""
    told["failures"] += 1
    over: int = told["failures"] - count.free
    doubled = settings.SIGN_IN_FIRST_WAIT * 2**over if 0 <= over < count.longest else count.longest
    wait = min(count.longest, doubled) if over >= 0 else 0.0
    _kept(row, {"failures": told["failures"], "until": now + wait, "last": now})
    return over == 0


def _kept(row: CacheEntry, told: dict[str, Any]) -> None:
    row.value = json.dumps(told).encode()
    row.save(update_fields=["value"])


def _note(name: str, address: str, failures: dict[str, int]) -> None:
    """One row when waits begin, not one a try: whoever floods the sign-in must not flood the trail."""
    person = User.objects.filter(username=unicodedata.normalize("NFKC", name)).first()
    room = person.memberships.order_by("pk").first() if person else None
    after = {"address": address, "failures": failures}
    log.warning("sign-in slowed: %s from %s", failures, address)
    audit(None, room.workspace if room else None, "page", "slow_sign_in", person.username if person else SOMEBODY,
          after=after)  # fmt: skip
