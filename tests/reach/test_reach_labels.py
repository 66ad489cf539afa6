"""A result carries source, time and confidence with its reason, or it is none."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from reach.labels import Label, label_of
from reach.pages import Outcome, Status

AT = datetime(2026, 3, 4, 14, 2, tzinfo=UTC)
GOOD = {"source": "web: https://a.example/", "fetched_at": AT, "confidence": 0.6, "computed": "an unknown host"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"source": " "},
        {"computed": ""},
        {"fetched_at": AT.replace(tzinfo=None)},
        {"confidence": -0.01},
        {"confidence": 1.01},
        {"confidence": float("nan")},
    ],
)
def test_a_label_that_lacks_a_part_cannot_be_made(wrong: dict[str, object]) -> None:
    Label(**GOOD)  # type: ignore[arg-type]  # one part at a time is wrong on purpose
    with pytest.raises(ValueError):
        Label(**{**GOOD, **wrong})  # type: ignore[arg-type]


def test_the_time_of_a_label_is_told_in_utc() -> None:
    there = AT.astimezone(timezone(timedelta(hours=8)))
    made = Label("web: a", there, 0.5, "a rule")
    assert made.fetched_at == AT and made.fetched_at.utcoffset() == timedelta(0)


def outcome(status: Status = Status.OK, items: int = 1, **parts: object) -> Outcome:
    return Outcome("https://a.example/", "web", status, None, "", 0.1, items, **parts)  # type: ignore[arg-type]


@pytest.mark.parametrize("status", [Status.OK, Status.CACHED])
def test_a_result_fresh_or_cached_has_a_label_or_is_refused(status: Status) -> None:
    made = label_of(outcome(status, fetched_at=AT, confidence=0.6, computed="an unknown host"))
    assert made == Label("web: https://a.example/", AT, 0.6, "an unknown host")
    for parts in ({}, {"fetched_at": AT}, {"confidence": 0.6, "computed": "x"}, {"fetched_at": AT, "confidence": 0.6}):
        with pytest.raises(ValueError):
            label_of(outcome(status, **parts))


def test_what_brought_nothing_needs_no_label() -> None:
    assert label_of(outcome(items=0)) is None
    assert label_of(outcome(Status.FAILED, items=0)) is None
    assert label_of(outcome(Status.SKIPPED, items=0)) is None
