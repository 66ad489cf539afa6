"""What can go wrong on the way out, as a closed set. A failure is a value that ends as a row, never silence (R218)."""

import re
from enum import StrEnum

from reach.settings import DETAIL_CHARS

_SECRET_WORDS = re.compile(
    r"(?i)\b(authorization|x-api-key|api[-_]?key|access[-_]?token|token|secret|password|passwd|bearer)\b[\"']?\s*[:=]?\s*"
    r"[\"']?\s*(?:bearer\s+|basic\s+)?[^\s,;&\"'<>]+"
)
_QUERY_STRING = re.compile(r"(https?://[^\s?#\"'<>]*)[?#][^\s\"'<>]*")
_USER_INFO = re.compile(r"(https?://)[^\s/@\"'<>]+@")


class Kind(StrEnum):
    PROVIDER_UNAVAILABLE = "provider_unavailable"
    PROVIDER_REFUSED = "provider_refused"
    RATE_LIMITED = "rate_limited"
    POLICY_DENIED = "policy_denied"
    BLOCKED_BY_SITE = "blocked_by_site"
    NOT_FOUND = "not_found"
    NOT_TEXT = "not_text"
    UNDECODABLE = "undecodable"
    TOO_LARGE = "too_large"
    TOO_SLOW = "too_slow"
    PARSE_FAILED = "parse_failed"
    INCOMPLETE = "incomplete"
    CANCELLED = "cancelled"
    INTERNAL = "internal"


class ReachError(Exception):
    """One target failed. `detail` may be shown and logged as it is: secrets are cut out before it is stored."""

    def __init__(self, kind: Kind, detail: str, *, retry_after: float | None = None, passing: bool = False) -> None:
        self.kind = kind
        self.detail = safe_detail(detail)
        self.retry_after = retry_after  # seconds the other side asked us to wait
        self.passing = passing  # a connect time-out, a 5xx or half a body: alone worth the one retry (R212, B-071)
        super().__init__(f"{kind}: {self.detail}")

    def beyond(self, host: str) -> "ReachError":
        """The same, of one that a redirect led to: a reader who is told of the first host alone looks in vain there."""
        told = f"{self.detail}; its redirect led to {host}"
        return ReachError(self.kind, told, retry_after=self.retry_after, passing=self.passing)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.kind, self.detail, self.retry_after, self.passing)


class SharedLost(Exception):
    """What workers share (cache, pace, library) can't be asked. No target's failure, so none is told of it: the whole
    reach ends, and whoever asked asks again (F-09)."""


def _rebuild(kind: Kind, detail: str, retry_after: float | None, passing: bool) -> ReachError:
    return ReachError(kind, detail, retry_after=retry_after, passing=passing)


def safe_detail(text: str, width: int = DETAIL_CHARS) -> str:
    """One printable line without keys, user-info or query strings: it goes into rows, logs and pages (B-033, B-147)."""
    text = _USER_INFO.sub(r"\1", text)
    text = _QUERY_STRING.sub(r"\1?…", text)
    text = _SECRET_WORDS.sub(lambda found: f"{found[1]} [removed]", text)
    line = " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())
    return line if len(line) <= width else line[: width - 1] + "…"
