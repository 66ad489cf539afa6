"""When a page was published: who says so, in the order in which they are believed. Never after it was fetched (B-083).

What is read off an HTML page itself is `reach.page_dates`'; here is what holds for every page, and what comes from its
address and its server.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from email.utils import parsedate_to_datetime
from enum import StrEnum

from reach.days import Written, as_day, written_days
from reach.relative import tells_distance
from reach.settings import ReachSettings

RELATIVE = "tells of days relative to a day of publication that is not known"


class Origin(StrEnum):
    """In the order in which they are believed; contradictory ones don't outvote each other."""

    COLUMN = "column"
    META = "meta"
    JSON_LD = "json-ld"
    VISIBLE = "visible"
    ADDRESS = "address"
    SEARCH = "search"
    HEADER = "header"


def confidence(origin: str, settings: ReachSettings) -> float:
    """How far a day of publication is believed by where it was found; 0 for a page without one."""
    match origin:
        case Origin.COLUMN:
            return settings.date_column
        case Origin.META:
            return settings.date_meta
        case Origin.JSON_LD:
            return settings.date_json_ld
        case Origin.VISIBLE:
            return settings.date_visible
        case Origin.ADDRESS:
            return settings.date_address
        case Origin.SEARCH:
            return settings.date_search
        case Origin.HEADER:
            return settings.date_header
        case _:
            return 0.0


@dataclass(frozen=True, slots=True)
class Dates:
    published: date | None = None
    published_from: str = ""
    updated: date | None = None


@dataclass(frozen=True, slots=True)
class Now:
    """The fetch as a page sees it: its day in the page's own zone, and the moment, where the caller knows it."""

    day: date
    moment: datetime | None
    settings: ReachSettings

    @classmethod
    def of(cls, today: date, settings: ReachSettings, zone: tzinfo | None = None) -> "Now":
        """`today` may be the moment itself. A page whose zone isn't known is taken to live in UTC."""
        if not isinstance(today, datetime):
            return cls(today, None, settings)
        moment = (today if today.tzinfo else today.replace(tzinfo=UTC)).astimezone(zone or UTC)
        return cls(moment.date(), moment, settings)

    @property
    def anchor(self) -> date | datetime:
        """What "3 hours ago" is counted from."""
        return self.moment or self.day

    def admits(self, day: date, moment: datetime | None = None) -> bool:
        """Neither to come nor of a clock that was never set. Instants are compared as instants, whatever their zones
        call the day."""
        if day.year < self.settings.first_year:
            return False
        if moment is not None and self.moment is not None:
            return moment <= self.moment + timedelta(seconds=self.settings.date_skew_seconds)
        return day <= self.day


def today_from(told: str) -> date:
    """Back from its ISO form: a day stays a day, a moment a moment."""
    return datetime.fromisoformat(told) if "T" in told else date.fromisoformat(told)


_PACKED = re.compile(r"\s*(\d{4})(\d\d)(\d\d)(?!\d)")


def read_day(told: str, today: date, settings: ReachSettings) -> date | None:
    """The day as written, in the zone it was written in; days to come and the epoch are no publication dates."""
    return admitted([told], Now.of(today, settings))


def admitted(told: Iterable[str], now: Now) -> date | None:
    for text in told:
        written = first_written(text)
        if written is not None and now.admits(written.day, written.moment):
            return written.day
    return None


def first_written(told: str) -> Written | None:
    """Of a machine's field: the first day in it, 20300428 included."""
    if packed := _PACKED.match(told):
        day = as_day(int(packed[1]), int(packed[2]), int(packed[3]))
        return Written(day, packed.start(), packed.end()) if day else None
    return next(written_days(told), None)


_PATH_DAYS = tuple(
    re.compile(pattern)
    for pattern in (
        r"/(\d{4})/(\d{1,2})/(\d{1,2})(?![\d.])",
        r"(?<!\d)(\d{4})[-_](\d\d)[-_/](\d\d)(?!\d)",
        r"/(\d{4})/(\d\d)-?(\d\d)(?=/|$)",
        r"(?<![\da-zA-Z])t?(\d{4})(\d\d)(\d\d)(?![\da-zA-Z])",
    )
)


def day_in_address(path: str, now: Now) -> date | None:
    """`/2026/03/05/title`, `/2026-03-05-title`, `/n1/2026/0305/c1`, `/t20260305_1.html`."""
    for pattern in _PATH_DAYS:
        for found in pattern.finditer(path):
            day = as_day(int(found[1]), int(found[2]), int(found[3]))
            if day is not None and now.admits(day):
                return day
    return None


def day_in_header(last_modified: str, server_time: str, now: Now) -> date | None:
    """Servers stamp a page that they render with the moment of rendering, by their own clock: that tells nothing."""
    modified, sent = _moment(last_modified), _moment(server_time)
    if modified is None or not now.admits(modified.date(), modified):
        return None
    stamp = timedelta(seconds=now.settings.header_stamp_seconds)
    fetches = [moment for moment in (now.moment, sent) if moment is not None]
    return None if any(abs(moment - modified) <= stamp for moment in fetches) else modified.date()


def _moment(header: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(header)
    except (ValueError, TypeError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def completed(dates: Dates, paths: Iterable[str], last_modified: str, server_time: str, now: Now) -> Dates:
    """What the page doesn't say of itself, its address may, and its server at last."""
    if dates.published is not None:
        return dates
    for path in paths:
        if day := day_in_address(path, now):
            return Dates(day, Origin.ADDRESS, dates.updated)
    if day := day_in_header(last_modified, server_time, now):
        return Dates(day, Origin.HEADER, dates.updated)
    return dates


TEMPLATES = frozenset({date(2013, 12, 23), date(2013, 1, 27)})
"""Days on which the empty files that python-docx and python-pptx begin with were made: what they write keeps them."""


def declared(
    created: date | None, modified: date | None, today: date, settings: ReachSettings, text: str = ""
) -> Dates:
    """Of a file's own properties: when it was made and last saved. An office file may be made from an older one, which
    leaves its day behind: with its `text`, a day before one that the text tells of as past is no publication's."""
    now = Now.of(today, settings)
    made, saved = (day if day and day not in TEMPLATES and now.admits(day) else None for day in (created, modified))
    later = saved if saved is not None and (made is None or saved > made) else None
    told = max((written.day for written in written_days(text) if written.day <= (later or now.day)), default=None)
    if made is not None and told is not None and told > made:
        made = None
    return Dates(made, Origin.META if made else "", later)


def relative_note(text: str, published_from: str, language: str, settings: ReachSettings) -> str:
    """Said so where "yesterday" can't be put on a day (B-084). A server's time of writing the file is no anchor."""
    anchored = published_from not in ("", Origin.HEADER)
    return "" if anchored or not tells_distance(text[: settings.relative_chars], language) else RELATIVE
