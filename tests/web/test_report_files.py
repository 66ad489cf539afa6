"""Taking a report away: who may, by which door, and what each file holds."""

import csv
import io
import json
import zipfile
from datetime import UTC, datetime
from html import unescape

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation

from research.models import Report, ResearchTask, Source, User, Workspace
from research.store.exports.bibliography import bibtex, ris
from research.store.exports.csl import csl_json
from research.store.exports.everything import everything
from research.store.exports.formats import FORMATS
from research.store.exports.reading import paper
from research.store.exports.tables import csv_of_evidence, harmless
from research.store.markdown import markdown
from research.web.api.exports import Ending
from tests.web import report_rows, rows
from tests.web.report_rows import reviewed_report

pytestmark = pytest.mark.django_db
READ = datetime(2026, 3, 4, 14, 2, tzinfo=UTC)


@pytest.fixture
def ada(room: Workspace) -> User:
    return rows.person("ada", room)


@pytest.fixture
def task(room: Workspace, ada: User) -> ResearchTask:
    return reviewed_report(room, ada)[0]


def reader(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.mark.parametrize("ending", FORMATS)
def test_each_format_is_a_file_at_its_address(task: ResearchTask, ada: User, ending: str) -> None:
    page = reader(ada).get(f"/tasks/T-{task.pk}/files/{ending}")
    told = reader(ada).get(f"/api/v1/tasks/{task.label}/report/files/{ending}")
    for answer in (page, told):
        assert answer.status_code == 200
        assert answer["Content-Type"] == FORMATS[ending].media_type
        assert answer["Content-Disposition"] == f'attachment; filename="{FORMATS[ending].file_name(task)}"'
    assert page.content == told.content != b""


def test_clients_are_told_of_every_format() -> None:
    assert [each.value for each in Ending] == list(FORMATS)


def test_strangers_unknown_formats_and_unwritten_reports_are_not_found(
    task: ResearchTask, room: Workspace, ada: User
) -> None:
    stranger = rows.person("mallory", rows.room("Elsewhere"), "admin")
    assert reader(stranger).get(f"/tasks/T-{task.pk}/files/pdf").status_code == 404
    assert reader(ada).get(f"/tasks/T-{task.pk}/files/exe").status_code == 404
    assert reader(ada).get(f"/tasks/T-{rows.task(room, ada).pk}/files/pdf").status_code == 404


def test_an_earlier_version_stays_to_be_had_as_it_was(task: ResearchTask, ada: User) -> None:
    first = task.reports.get()
    later = [{"heading": "Rewritten", "goal": None, "sentences": []}]
    Report.objects.create(task=task, version=2, sections=later, v=1, cause="written")
    files = f"/tasks/T-{task.pk}/files/md"
    assert "version 1" in reader(ada).get(files, {"version": 1}).content.decode()
    assert first.sections[0]["heading"] in reader(ada).get(files, {"version": 1}).content.decode()
    assert first.sections[0]["heading"] not in reader(ada).get(files).content.decode()
    for wrong in ("3", "x", "9" * 30):
        assert reader(ada).get(files, {"version": wrong}).status_code == 404
        assert reader(ada).get(f"/api/v1/tasks/{task.label}/report/files/md", {"version": wrong}).status_code == 404


def test_the_report_page_offers_every_format(task: ResearchTask, ada: User) -> None:
    page = reader(ada).get(f"/tasks/T-{task.pk}/report").content.decode()
    for ending in FORMATS:
        assert f"/tasks/T-{task.pk}/files/{ending}" in page


def test_a_draft_says_so_first_in_every_readable_format(task: ResearchTask) -> None:
    assert FORMATS["html"].build(task, None).decode().index("Draft") < FORMATS["html"].build(task, None).decode().index(
        "<h1>"
    )
    assert "draft: claims wait for review" in markdown(task).split("##")[0]
    task.claims.update(waits=False)
    assert 'class="draft"' not in FORMATS["html"].build(task, None).decode()


def test_a_moving_figure_says_when_it_was_read(task: ResearchTask, ada: User) -> None:
    """R228: a price is true of the minute it was read."""
    assert "as of" not in markdown(task)
    Source.objects.filter(title__contains="Investigation").update(url="https://a.test/price/cell", fetched=READ)
    text = markdown(task)
    assert "*(as of 2026-03-04 14:02 UTC)*" in text or "as of 2026-03-04 14:02 UTC;" in text
    assert "fetched 2026-03-04 14:02 UTC" in text
    assert "as of " in reader(ada).get(f"/tasks/T-{task.pk}/report").content.decode()


@pytest.mark.parametrize("text", ["=1+1", "+49", "-2", "@SUM(A1)", "\t=1", " =1", "＝1+1", "\r=1"])
def test_no_text_in_a_table_is_a_formula(text: str) -> None:
    assert str(harmless(text)).startswith("'")
    assert harmless(-2.5) == -2.5 and harmless("1=1") == "1=1"


def test_the_evidence_table_holds_every_kept_quote(task: ResearchTask) -> None:
    Source.objects.update(title="=HYPERLINK(0)")
    body = csv_of_evidence(task).decode("utf-8-sig")
    table = list(csv.DictReader(io.StringIO(body)))
    assert [each["quote"] for each in table] == [row.quote for row in task.evidence.order_by("number")]
    assert {each["title"] for each in table} == {"'=HYPERLINK(0)"}
    assert {each["cited"] for each in table} == {"True"}


def test_reference_managers_get_the_cited_sources_and_nothing_that_breaks_out(task: ResearchTask) -> None:
    hostile = "Fire} @misc{evil, title={x\nTY  - BOOK \\input{/etc/passwd} 100 % & $1"
    Source.objects.filter(title__contains="Investigation").update(
        title=hostile, url="javascript:alert(1)", fetched=READ
    )
    entries, tags = bibtex(task).decode(), ris(task).decode()
    assert entries.count("\n}") == 2 and "\\textbackslash{}input\\{" in entries and "100 \\% \\& \\$1" in entries
    assert "javascript" not in entries + tags
    assert [line for line in tags.split("\r\n") if line.startswith("TY")] == ["TY  - ELEC"] * 2
    assert "Fetched 2026-03-04 14:02 UTC" in entries and "N1  - Fetched 2026-03-04 14:02 UTC" in tags
    assert "澜湾储能电站起火" in entries and "澜湾储能电站起火" in tags
    items = json.loads(csl_json(task))
    assert len(items) == 2 and "javascript" not in json.dumps(items)
    assert items[0]["title"].startswith("Fire} @misc{evil") and "URL" not in items[0]
    assert [each["title"] for each in items if each["language"] == "zh"] == ["澜湾储能电站起火"]


def test_everything_is_told_as_data_with_numbers_that_lead_from_list_to_list(task: ResearchTask) -> None:
    told = json.loads(everything(task))
    assert told["task"]["label"] == task.label
    numbers = {each["number"] for each in told["evidence"]}
    sources = {each["id"] for each in told["sources"]}
    assert {each["source"] for each in told["evidence"]} == sources
    assert {cited for each in told["claims"] for cited in each["evidence"]} <= numbers
    assert {each["goal"] for each in told["evidence"]} <= {each["number"] for each in told["goals"]}
    assert told["reports"][-1]["version"] == 1 and told["conflicts"] and told["reached"]


def test_the_bundle_holds_all_the_others(task: ResearchTask) -> None:
    with zipfile.ZipFile(io.BytesIO(FORMATS["zip"].build(task, None))) as bundle:
        assert sorted(bundle.namelist()) == sorted(
            each.file_name(task) for each in FORMATS.values() if each.name != "zip"
        )
        assert bundle.read(f"{task.label}.md").decode() == markdown(task)


def test_five_hundred_references_are_built_within_the_request(room: Workspace, ada: User) -> None:
    made = rows.task(room, ada)
    goal = rows.goal(made, state="done")
    pieces = [
        rows.evidence(goal, page, page.text) for page in (rows.source(room, f"第{n}条：{n} MWh。") for n in range(500))
    ]
    report_rows.report(made, ("储能", goal, [report_rows.sentence(each.quote, "quote", (each,)) for each in pieces]))
    text = markdown(made)
    assert text.count("\n[^") == 500
    assert b"/StructTreeRoot" in FORMATS["pdf"].build(made, None)


def test_the_command_writes_any_format_and_throws_no_bytes_at_a_terminal(task: ResearchTask, tmp_path) -> None:
    call_command("export", task.label, "--format", "pdf", "--out", str(tmp_path / "r.pdf"))
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF-")
    with pytest.raises(CommandError, match="no text"):
        call_command("export", task.label, "--format", "docx")


@pytest.mark.parametrize(
    ("address", "told"),
    [("doc://upload-6", "document of the team's own"), ("DB://plant/readings", "row of the team's own")],
)
def test_a_document_of_the_teams_own_is_named_and_linked_nowhere(task: ResearchTask, address: str, told: str) -> None:
    Source.objects.filter(title__contains="Investigation").update(url=address, publisher="fire.docx")
    report_rows.unread(task, address)
    made = paper(task)
    own = next(each for each in made.references if "Investigation" in each.title)
    assert (own.address, own.link) == (told, "") and own.facts.startswith("fire.docx. ")
    web = next(each for each in made.references if each is not own)
    assert web.link == web.address != ""
    for ending in ("md", "html"):
        text = unescape(FORMATS[ending].build(task, None).decode())
        assert told in text and f"<{address}" not in text and f'href="{address}' not in text
    with zipfile.ZipFile(io.BytesIO(FORMATS["docx"].build(task, None))) as parts:
        assert b"upload-6" not in (links := parts.read("word/_rels/document.xml.rels")) and b"plant" not in links
    assert address.encode() not in FORMATS["pdf"].build(task, None)


@pytest.mark.parametrize(
    ("language", "reader_in", "told"),
    [("zh", "en", "限定范围：只查自己的文档"), ("en", "zh-hans", "Asked for: only your own documents.")],
)
def test_a_reports_words_are_in_its_language_whoever_reads_it(
    task: ResearchTask, language: str, reader_in: str, told: str
) -> None:
    ResearchTask.objects.filter(pk=task.pk).update(language=language, documents_only=True)
    task.refresh_from_db()
    with translation.override(language if language == "en" else "zh-hans"):
        own = markdown(task)
    with translation.override(reader_in):
        assert markdown(task) == own and translation.get_language() == reader_in
    assert told in own
