"""From an HTTP answer that isn't one to a typed failure with a sentence for an operator. Decides, and calls nobody."""

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from research.roles.endpoints import EndpointError, EndpointKind

SHOWN = 200
"""Characters of a server's own words in a sentence of ours."""
DELAY_HEADERS = ("retry-after-ms", "retry-after")

_SECRET = re.compile(
    r"(?i)authorization[\"']?\s*[=:]\s*[\"']?(?:(?:bearer|basic)\s+)?\S+|\b(?:bearer|basic)\s+\S+"
    r"|(?:api[-_]?key|token|secret|password)[\"']?\s*[=:]\s*\S+|\bsk-[\w*.-]+"
)
_SPENT = re.compile(r"(?i)insufficient_quota|quota|billing|credit|余额|欠费")
_TOO_LONG = re.compile(
    r"(?i)context.{0,12}(?:length|size|window)|max_model_len|maximum context|too (?:long|many tokens)"
    r"|prompt is too long|max_tokens.{0,40}(?:greater|exceed|large|limit|maximum)"
)
_DECLINED = re.compile(r"(?i)content.?(?:filter|policy|management)|safety|moderation|data_inspection")
_BUSY = re.compile(r"(?i)overload|capacity|busy|loading model")

_SENTENCES: Mapping[int, tuple[EndpointKind, str, bool]] = {
    401: (EndpointKind.NOT_AUTHORISED, "the server doesn't accept the key; check the key's environment variable", True),
    402: (EndpointKind.NOT_AUTHORISED, "the account has no credit left; top it up or bind another endpoint", True),
    403: (EndpointKind.NOT_AUTHORISED, "the key may not use this model; ask for access or bind another model", True),
    404: (EndpointKind.NO_SUCH_MODEL, "the server knows no such model or path; check the binding", True),
    408: (EndpointKind.UNAVAILABLE, "the server gave up waiting", False),
    413: (EndpointKind.TOO_LONG, "the request is larger than the server takes", False),
    429: (EndpointKind.RATE_LIMITED, "the server limits the rate of calls", False),
    503: (EndpointKind.OVERLOADED, "the server is busy", False),
    529: (EndpointKind.OVERLOADED, "the server is overloaded", False),
}
LONGEST_DELAY = 3600.0
"""Seconds. A server that wants to be left alone for longer isn't busy: a quota is used up, and an operator must act."""
DAY = 24 * LONGEST_DELAY
"""Seconds."""
OUR_FAULTS = range(400, 500)
SERVER_FAULTS = range(500, 600)


def without_secrets(text: str, secrets: tuple[str, ...] = ()) -> str:
    """Known secrets by value, and whatever looks like one: servers quote keys back in their errors (B-033)."""
    for secret in secrets:
        if secret:
            text = text.replace(secret, "[removed]")
    return _SECRET.sub("[removed]", text)


def failure(
    status: int, body: str, headers: Mapping[str, str], secrets: tuple[str, ...] = (), now: datetime | None = None
) -> EndpointError:
    kind, sentence, permanent = _judge(status, body)
    said = " ".join(without_secrets(body, secrets).split())[:SHOWN]
    wait = delay(headers, now)
    if wait and wait > LONGEST_DELAY:
        sentence += f" and wants no call for {_hours(wait)}; bind another endpoint, or go on then"
        wait, permanent = None, True
    detail = f"{sentence} (HTTP {status}{': ' + said if said else ''})"
    return EndpointError(kind, detail, wait, permanent)


def _hours(seconds: float) -> str:
    days = int(seconds / DAY)
    return f"{math.ceil(seconds / LONGEST_DELAY)} hours" if days <= 1 else f"{days} days"


def _judge(status: int, body: str) -> tuple[EndpointKind, str, bool]:
    if status == 429 and _SPENT.search(body):
        return EndpointKind.RATE_LIMITED, "the account's quota is used up; raise it or bind another endpoint", True
    if status in (400, 422) and _TOO_LONG.search(body):
        return EndpointKind.TOO_LONG, "the prompt or the answer asked for is longer than the model takes", False
    if status in (400, 422, 451) and _DECLINED.search(body):
        return EndpointKind.REFUSED, "the provider's filter declined this text", False
    if status in _SENTENCES:
        return _SENTENCES[status]
    if status in SERVER_FAULTS:
        busy = EndpointKind.OVERLOADED if _BUSY.search(body) else EndpointKind.UNAVAILABLE
        return busy, "the server failed", False
    if status in OUR_FAULTS:
        return EndpointKind.INTERNAL, "the server doesn't understand the request", False
    return EndpointKind.INTERNAL, "the server gave no answer that a model server gives; check the binding", False


def delay(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds a server asks for, from either spelling and from a date; nonsense is no delay."""
    for name in DELAY_HEADERS:
        if told := headers.get(name):
            seconds = _seconds(told, now or datetime.now(UTC))
            if seconds is not None:
                return max(0.0, seconds / 1000 if name.endswith("-ms") else seconds)
    return None


def _seconds(told: str, now: datetime) -> float | None:
    if re.fullmatch(r"\d{1,9}(?:\.\d{1,6})?", told.strip()):
        return float(told)
    try:
        at = parsedate_to_datetime(told)
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() - now.timestamp()
    except (ValueError, TypeError, OverflowError):
        return None
