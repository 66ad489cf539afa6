"""Words of a source in another language say so, on pages and in the file: a voice must not read Chinese as English."""

import re

import pytest
from django.test import Client

from research.models import Claim, Evidence, ResearchTask, Source
from research.store.exports.reading import paper
from research.store.exports.webpage import html
from tests.web import report_rows, rows
from tests.web.parsed import page, pick

pytestmark = pytest.mark.django_db


@pytest.fixture
def written() -> tuple[ResearchTask, list[Claim]]:
    room = rows.room()
    return report_rows.reviewed_report(room, rows.person("ana", room, "reviewer"))


def test_the_html_file_names_the_language_of_a_foreign_quote_and_its_title_alone(written):
    task, _claims = written
    made = html(paper(task)).decode()
    assert re.search(r'<strong lang="zh-Hans">澜湾储能电站起火</strong><span lang="zh-Hans">[^<]*赤岬储能电站', made)
    assert re.search(r'<cite lang="zh-Hans">澜湾储能电站起火</cite>', made)
    assert 'lang="en"' not in made.partition("<body>")[2], "what is the report's own language is said once, at the top"


def test_in_a_chinese_report_the_english_quote_is_the_foreign_one(written):
    task, _claims = written
    ResearchTask.objects.filter(pk=task.pk).update(language="zh")
    made = html(paper(ResearchTask.objects.get(pk=task.pk))).decode()
    assert re.search(r'<strong lang="en">Investigation report[^<]*</strong><span lang="en">', made)
    assert "<strong>澜湾储能电站起火</strong>" in made


@pytest.mark.parametrize("address", ["/review/C-{task}-2", "/tasks/T-{task}/flag", "/tasks/T-{task}/report"])
def test_pages_name_the_language_of_each_quoted_sentence(written, address):
    task, claims = written
    client = Client()
    client.force_login(rows.person("mei", task.workspace, "reviewer"))
    shown = page(client.get(address.format(task=task.pk)))
    spoken = [each for each in pick(shown, "[lang]") if (each.text or "").strip() == claims[2].text]
    assert spoken and {each.get("lang") for each in spoken} == {"zh-Hans"}


@pytest.mark.parametrize(
    ("quote", "page_in", "spoken"),
    [
        ("Lark 6.5 新增 ALTER TABLE … COMPACT PARTITION 语句", "en", "zh-Hans"),
        ("The plant at Red Cape (赤岬储能电站) was rebuilt in 2025.", "zh", "en"),
    ],
)
def test_a_quote_is_told_in_its_own_language_and_not_in_its_pages(written, quote, page_in, spoken):
    task, claims = written
    piece = Evidence.objects.filter(citations__claim=claims[0]).first()
    Evidence.objects.filter(pk=piece.pk).update(quote=quote)
    Source.objects.filter(pk=piece.source_id).update(language=page_in)
    client = Client()
    client.force_login(rows.person("mei", task.workspace, "reviewer"))
    shown = page(client.get(f"/review/C-{task.pk}-{claims[0].number}"))
    told = [each.get("lang") for each in pick(shown, "[lang]") if quote in " ".join(each.text_content().split())]
    assert told[-1:] == [spoken], "the innermost says it"


def test_the_file_tells_a_quote_in_its_own_language_too(written):
    task, claims = written
    piece = Evidence.objects.filter(citations__claim=claims[2]).first()
    Source.objects.filter(pk=piece.source_id).update(language="en")
    assert re.search(r'<span lang="zh-Hans">[^<]*赤岬储能电站', html(paper(task)).decode())
