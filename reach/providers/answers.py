"""What search services have in common: how an answer says no, how it is read, and how a line of it becomes a hit."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from reach.address import WEB_SCHEMES, host, split
from reach.clean import clean, sendable
from reach.dates import read_day
from reach.egress import Response
from reach.errors import Kind, ReachError
from reach.pages import Hit, Period
from reach.query import snippet, title
from reach.settings import ReachSettings

# 202 and 418 are how some engines and proxies say "too many" (B-039).
LIMITED = frozenset({HTTPStatus.ACCEPTED, HTTPStatus.IM_A_TEAPOT, HTTPStatus.TOO_MANY_REQUESTS})
NO_ADVICE: Mapping[int, str] = MappingProxyType({})
_TOO_MANY = re.compile(r"rate.?limit|too many|throttl|quota|maxlag", re.IGNORECASE)
_PAGE = re.compile(rb"\s*(<!doctype html|<html|<head|<body|<h1|<p\b|<div\b)", re.IGNORECASE)
_ERROR_NAMES = ("error", "errors", "fault")
_EXCUSES = ("message", "detail")  # only of an answer without results: beside them they say "ok"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of an answer as the service wrote it, with its markup and entities."""

    url: str
    title: str
    snippet: str = ""
    published: str = ""

    def __post_init__(self) -> None:
        """Half a character in an address can't be asked for: that line alone has no address. Invisible marks are dirt
        that came along."""
        object.__setattr__(self, "url", "" if sendable(self.url) != self.url else clean(self.url).strip())


def check(response: Response, who: str, now: datetime, limited: frozenset[int], advice: Mapping[int, str]) -> None:
    """Only 200 goes on. `advice`: what an operator can do about a status, told with it. Raises ReachError."""
    status, wait = response.status, response.retry_after(now)
    if status == HTTPStatus.OK:
        return
    why = f"{who} answered {status}"
    why = f"{why}: {advice[status]}" if status in advice else why
    if status in limited or (status == HTTPStatus.SERVICE_UNAVAILABLE and wait is not None):
        raise ReachError(Kind.RATE_LIMITED, why, retry_after=wait)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise ReachError(Kind.PROVIDER_UNAVAILABLE, why, passing=True)
    raise ReachError(Kind.PROVIDER_REFUSED, why)


def read_json(body: bytes, who: str) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise unreadable(body, who, "JSON") from None


def unreadable(body: bytes, who: str, form: str) -> ReachError:
    """A web page with status 200 comes from something in front of the service: a sign-in, a consent, a proxy."""
    if _PAGE.match(body):
        why = f"{who} sent a web page instead of results: something in front of it wants a sign-in or a check"
        return ReachError(Kind.PROVIDER_REFUSED, why)
    return ReachError(Kind.PARSE_FAILED, f"the answer of {who} is no {form}")


def at(answer: Any, path: Sequence[str]) -> Any:
    """What stands under a path of names; a number names a place in a list. None where there is nothing."""
    for name in path:
        if isinstance(answer, list) and name.isdigit() and int(name) < len(answer):
            answer = answer[int(name)]
        elif isinstance(answer, dict):
            answer = answer.get(name)
        else:
            return None
    return answer


def words(answer: Any, *path: str) -> str:
    """The text under a path; a list of texts gives its first one, as catalogues write their titles."""
    found = at(answer, path)
    if isinstance(found, list):
        found = found[0] if found else None
    return str(found) if isinstance(found, str | int | float) and not isinstance(found, bool) else ""


def rows(answer: Any, path: Sequence[str], who: str, secrets: Iterable[str] = ()) -> list[Any]:
    """The list of results. An error told with status 200 is a failure, also beside an empty list."""
    found = at(answer, path)
    told = "" if found else complaint(answer, _ERROR_NAMES if isinstance(found, list) else _ERROR_NAMES + _EXCUSES)
    if told:
        kind = Kind.RATE_LIMITED if _TOO_MANY.search(told) else Kind.PROVIDER_REFUSED
        raise ReachError(kind, f"{who} answered with an error: {without(told, secrets)}")
    if not isinstance(found, list):
        place = ".".join(path) or "its top"
        raise ReachError(Kind.PARSE_FAILED, f"the answer of {who} has no list of results at {place}")
    return found


def complaint(answer: Any, names: Sequence[str]) -> str:
    """What an answer says went wrong, in its own words; empty when it complains of nothing."""
    told = next((answer[name] for name in names if answer.get(name)), None) if isinstance(answer, dict) else None
    if told is None:
        return ""
    return told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)


def without(text: str, secrets: Iterable[str]) -> str:
    """Services quote the key that they refuse (B-033)."""
    for secret in secrets:
        text = text.replace(secret, "[removed]") if secret else text
    return text


def to_hits(
    entries: Sequence[Entry], channel: str, period: Period | None, limit: int, today: date, settings: ReachSettings
) -> list[Hit]:
    """A line without a usable address is left out; an answer of nothing but such lines was not understood."""
    usable = [entry for entry in entries if is_web(entry.url)]
    if entries and not usable:
        raise ReachError(Kind.PARSE_FAILED, f"none of the {len(entries)} results of {channel} has a web address")
    hits: list[Hit] = []
    for entry in usable:
        published = day_told(entry.published, today, settings)
        if period is not None and not period.admits(published):
            continue
        heading = title(entry.title, settings) or entry.url
        hits.append(Hit(heading, snippet(entry.snippet, settings), entry.url, published, channel, len(hits) + 1))
        if len(hits) == limit:
            break
    return hits


def is_web(url: str) -> bool:
    parts = split(url)
    return parts is not None and parts.scheme.lower() in WEB_SCHEMES and bool(host(url))


def day_told(text: str, today: date, settings: ReachSettings) -> date | None:
    """Also as letters are dated, which feeds and news services do: `Tue, 05 May 2026 10:00:00 GMT`."""
    day = read_day(text, today, settings)
    if day is not None or not text:
        return day
    try:
        return read_day(parsedate_to_datetime(text).date().isoformat(), today, settings)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def quota(headers: Mapping[str, str]) -> str:
    """What rate-limit headers tell. Where they tell of several windows, the last one is the longest."""
    left, most = (_last(headers, f"{name}") for name in ("remaining", "limit"))
    if left and most:
        return f"{left} of {most} left"
    per = _last(headers, "interval")
    return f"{left} left" if left else f"{most} requests per {per}" if most and per else ""


def _last(headers: Mapping[str, str], name: str) -> str:
    told = headers.get(f"x-ratelimit-{name}") or headers.get(f"x-rate-limit-{name}") or headers.get(f"ratelimit-{name}")
    return (told or "").rpartition(",")[2].strip()
