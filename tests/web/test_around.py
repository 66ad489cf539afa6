"""Around a quote: its neighbours in the stored copy, and the address that leads to its words on the live page."""

import pytest
from django.test import Client

from research.models import Evidence, ResearchTask, Source
from research.store.around import around, live
from tests.web import report_rows, rows
from tests.web.parsed import page, words

pytestmark = pytest.mark.django_db


def piece(text: str, quote: str, url: str = "https://a.example/x") -> Evidence:
    start = text.index(quote)
    return Evidence(source=Source(text=text, url=url), quote=quote, start=start, end=start + len(quote))


@pytest.mark.parametrize(
    ("text", "quote", "expected"),
    [
        ("One fell. Two rose. Three stood. Four ran.", "Three stood.", ("Two rose.", "Four ran.")),
        ("一降。二升。三停。", "二升。", ("一降。", "三停。")),
        ("Only this.", "Only this.", ("", "")),
        ("First this. Then that.", "First this.", ("", "Then that.")),
    ],
)
def test_one_sentence_stands_on_each_side(text, quote, expected):
    assert around(piece(text, quote)) == expected


@pytest.mark.parametrize(
    ("quote", "url", "address"),
    [
        ("fell by 15 %, or so", "https://a.example/x", "https://a.example/x#:~:text=fell%20by%2015%20%25%2C%20or%20so"),
        ("well-known", "https://a.example/x#part", "https://a.example/x#part:~:text=well%2Dknown"),
        ("下降两成", "https://a.example/x", "https://a.example/x#:~:text=%E4%B8%8B%E9%99%8D%E4%B8%A4%E6%88%90"),
        ("x", "doc:minutes.md", ""),
        ("x", "javascript:alert(1)", ""),
    ],
)
def test_the_live_page_is_asked_for_at_its_words(quote, url, address):
    assert live(piece(quote, quote, url)) == address


def test_of_a_long_quote_both_ends_are_named_in_whole_words():
    quote = "The station at the cape was rebuilt after the fire, with walls of stone between all of its twelve racks."
    named = live(piece(quote, quote)).partition(":~:text=")[2]
    assert named == "The%20station%20at%20the%20cape,of%20its%20twelve%20racks."


def test_the_card_behind_a_citation_has_both(db):
    room = rows.room()
    task, claims = report_rows.reviewed_report(room, rows.person("ana", room, "reviewer"))
    client = Client()
    client.force_login(rows.person("mei", room, "reviewer"))
    cited = claims[1].citations.select_related("evidence__source").get().evidence
    card = page(client.get(f"/claims/{claims[1].label}/E-{cited.pk}"))
    assert "The loss was put at 1.2 million yuan." in words(card) and "No one was hurt." in words(card)
    assert ResearchTask.objects.get(pk=task.pk) and live(cited) in [
        link.get("href") for link in card.iter("a") if link.get("data-key") == "l"
    ]
