"""Days and times: one style on all pages, whoever reads."""

import re
from datetime import UTC, date, datetime, timedelta, timezone

from django.conf import settings
from django.utils.timezone import override

from research.store.moments import written
from research.templatetags.moments import clock_time, day, moment

AT = datetime(2026, 3, 4, 14, 2, 5, tzinfo=UTC)


def test_no_template_writes_a_date_in_a_style_of_its_own() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in (settings.BASE / "templates").rglob("*.html")}
    assert len(texts) > 40
    own = re.compile(r"\|(?:date|time|naturaltime)\b|<time\b|\b(?:DATE|DATETIME)_FORMAT\b")
    assert [f"{path.name}: {found[0]}" for path, text in texts.items() if (found := own.search(text))] == []


def test_a_time_says_which_zone_it_counts_in() -> None:
    assert written(AT) == "2026-03-04 14:02 UTC"
    with override(timezone(timedelta(hours=5, minutes=30))):
        assert written(AT) == "2026-03-04 19:32 UTC+05:30"
    with override(timezone(-timedelta(hours=3))):
        assert written(AT) == "2026-03-04 11:02 UTC-03:00"


def test_a_page_gives_the_exact_time_to_scripts_and_a_readable_one_to_people() -> None:
    shown = '<time data-local="moment" datetime="2026-03-04T14:02:05+00:00" title="2026-03-04 14:02 UTC">'
    assert moment(AT) == f"{shown}2026-03-04 14:02 UTC</time>"
    assert clock_time(AT).endswith(' title="2026-03-04 14:02 UTC">14:02:05</time>')


def test_what_has_no_date_leaves_the_word_for_it_to_the_page() -> None:
    assert (day(None), moment(None)) == ("", "")
    assert day(date(2026, 3, 4)) == day(AT) == '<time class="number">2026-03-04</time>'
