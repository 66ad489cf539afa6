"""Ten thousand reports by a model that invents: no reference without a row (P3, P9; B-086, B-087, B-089, B-092)."""

import random
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime

from django.utils import translation

from research.engine.citations import only_known
from research.models import Evidence, Source
from research.roles.briefs import Card, ReportBrief, SectionBrief
from research.roles.builtin.reporter import BuiltinReporter
from research.roles.endpoints import Request
from research.roles.endpoints.scripted import Scripted
from research.roles.reporter import ModelReporter
from research.store.export import _Numbers, _section, _Shown
from research.store.exports import reading
from research.store.exports.paper import Paper
from research.store.markdown import rendered
from research.terms import Goal, Section
from tests.roles.made import ASK, SIZES, Told

REPORTS = 10_000
SEED = 20260304
FACTS = {
    number: f"The Lanwan storage subsidy of stage {number} is 0.{number} yuan per kWh."
    for number in (3, 7, 12, 19, 28, 41)
}
ROWS = {
    number: Evidence(
        pk=number,
        number=number,
        quote=quote,
        source_id=number,
        source=Source(
            pk=number,
            url=f"https://lanwan.test/rule-{number}",
            title=f"Rule {number}",
            publisher="lanwan.test",
            fetched=datetime(2026, 3, 4, tzinfo=UTC),
        ),
    )
    for number, quote in FACTS.items()
}
INVENTED = (
    "https://example.com/market-study-2030",
    "http://lanwan.test/rule-99",
    "[S99]",
    "[3, 99]",
    "【7】",
    "［S12］",
    "[^41]",
    "[S1–S3]",
    "(S12; S99)",
    "[Market study](https://example.com/x)",
    "References: [1] A portal [2] An encyclopedia",
    "<a href=https://example.com>source</a>",
    "\n[^1]: Invented. <https://example.com/y>",
    "doi:10.1000/182",
    "www.example.com/report",
)


def lie(chance: random.Random) -> dict[str, object]:
    """A section of true and invented words, with numbers that exist and numbers that don't."""
    sentences = []
    for _ in range(chance.randint(1, 5)):
        words = [chance.choice(list(FACTS.values()))]
        words += chance.sample(INVENTED, chance.choice((0, 0, 1, 2)))
        chance.shuffle(words)
        known, unknown = list(FACTS), (0, 1, 99, 100_000, -3)
        numbers = [chance.choice(known if chance.random() < 0.7 else unknown) for _ in range(chance.randint(0, 3))]
        kind = chance.choice(("fact", "fact", "fact", "speculation"))
        sentences.append({"text": " ".join(words), "kind": kind, "evidence": numbers})
    heading = chance.choice(("Lanwan subsidy", "Subsidy [S99]", "See https://example.com/z", "References"))
    return {"heading": heading, "sentences": sentences}


def brief(chance: random.Random) -> ReportBrief:
    shown = chance.sample(list(FACTS), chance.randint(1, 4))
    cards = tuple(Card(n, FACTS[n], f"Rule {n}", "lanwan.test", date(2025, 6, 1), 0.8) for n in shown)
    goal = Goal(1, None, "What is the Lanwan storage subsidy?", ("the amount",))
    return ReportBrief(ASK, (SectionBrief(goal, None, cards),), (), 3000)


async def written(chance: random.Random) -> tuple[Section, ...]:
    def answer(request: Request) -> dict[str, object]:
        return lie(chance)

    reporter = ModelReporter(Scripted({"section": answer}), BuiltinReporter(), SIZES, Told())
    return only_known(await reporter.write(brief(chance)), set(FACTS))


def paper_of(sections: tuple[Section, ...]) -> Paper:
    shown = _Shown(None, None, [], _Numbers())
    parts = tuple(reading._section(_section(at, each, shown, ROWS)) for at, each in enumerate(sections))
    references = tuple(reading._reference(each) for each in shown.numbers.references())
    return Paper("Q", "en", "T-1", "", (), parts, "Sources", references)


def strays(made: Paper) -> Iterator[str]:
    """What a reader could take for a reference, and no row stands behind."""
    rows = {(source.title, source.url) for source in (row.source for row in ROWS.values())}
    yield from (each.title for each in made.references if (each.title, each.address) not in rows)
    text = rendered(made)
    body, _, sources = text.partition("\n## Sources\n")
    told = set(re.findall(r"^\[\^(\d+)\]:", sources, re.M))
    yield from (mark for mark in re.findall(r"(?<!\\)\[\^(\d+)\]", body) if mark not in told)
    yield from re.findall(r"https?://\S+|www\.\S+", body)
    yield from re.findall(r"<[^>]*>", body)
    yield from re.findall(
        r"S99|\[S?\d+[^\]]{0,20}\]|[【［][^】］]*[】］]|\bReferences:|\bdoi:", body.replace("[^", "").replace("\\", "")
    )


async def test_no_reference_without_a_row_over_ten_thousand_reports_of_a_model_that_invents() -> None:
    chance, cited = random.Random(SEED), 0
    with translation.override("en"):
        for number in range(REPORTS):
            made = paper_of(await written(chance))
            assert list(strays(made)) == [], f"report {number}"
            cited += len(made.references)
    assert cited > REPORTS, "and it did cite"
