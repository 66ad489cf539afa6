"""`manage.py ask`: from a question to a written report, and an exit code that tells the truth."""

import io
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from research.management.commands import ask
from research.models import Lease, ResearchTask, User
from tests.whole.tasks import QUESTION
from tests.whole.test_killed_and_resumed import ON_THE_MATTER, SAMPLES

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post", "shelf")]
CHINESE = "澜湾 2024 年底的储能装机容量是多少？"


@pytest.fixture
def shelf(tmp_path: Path, settings: Any) -> Path:
    folder = tmp_path / "shelf"
    folder.mkdir()
    for name in ON_THE_MATTER:
        shutil.copy(SAMPLES / name, folder)
    settings.DOCUMENTS_FOLDER = folder
    return folder


@pytest.fixture(autouse=True)
def a_database_that_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test database was migrated by the test run; a second migration inside a test would only cost time."""
    monkeypatch.setattr(ask, "bring_up_to_date", lambda: None)


def asked(*words: Any, **options: Any) -> str:
    out = io.StringIO()
    call_command("ask", *words, stdout=out, **options)
    return out.getvalue()


def test_a_report_is_written_and_the_command_ends_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = tmp_path / "report.md"
    assert asked(QUESTION, out=written) == ""
    text = written.read_text(encoding="utf-8")
    assert text.startswith(f"# {QUESTION}")
    assert "1,240 MWh" in text
    told = capsys.readouterr().err
    assert "one-time password" in told
    assert "Plan: " in told
    assert "Searching: " in told
    assert f"is written{' as a draft: claims wait for review' if 'draft' in text else ''} to {written}" in told


def test_without_a_file_the_report_alone_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(QUESTION).startswith(f"# {QUESTION}")
    assert "Plan: " not in capsys.readouterr().out


def test_a_report_speaks_the_questions_language_unless_told_otherwise(tmp_path: Path, shelf: Path) -> None:
    for page in shelf.iterdir():
        page.unlink()
    plan = "到 2024 年底，澜湾储能装机容量为 485 兆瓦，1240 兆瓦时。储能装机容量按电站并网口径统计。"
    (shelf / "澜湾储能装机容量统计.md").write_text(f"# 澜湾储能装机容量统计\n\n{plan}\n", encoding="utf-8")
    assert "## 来源" in asked(CHINESE)
    assert "## Sources" in asked(CHINESE, language="en")
    assert list(ResearchTask.objects.order_by("id").values_list("language", flat=True)) == ["zh", "en"]


def test_the_period_asked_about_is_kept() -> None:
    from datetime import date

    call_command("ask", QUESTION, "--from", "2023-01-01", "--to", "2025-12-31", stdout=io.StringIO())
    task = ResearchTask.objects.get()
    assert (task.period_start, task.period_end) == (date(2023, 1, 1), date(2025, 12, 31))


def test_where_to_look_is_kept_and_a_bad_site_ends_the_command_with_its_sentence() -> None:
    call_command(
        "ask", QUESTION, "--only-site", "a.example", "--only-site", "b.example", "--never-site", "c.a.example",
        stdout=io.StringIO(),
    )  # fmt: skip
    task = ResearchTask.objects.get()
    assert (task.only_sites, task.never_sites) == (["a.example", "b.example"], ["c.a.example"])
    call_command("ask", QUESTION, "--documents-only", stdout=io.StringIO())
    assert ResearchTask.objects.latest("id").documents_only
    with pytest.raises(CommandError, match="“a b” is no site"):
        call_command("ask", QUESTION, "--only-site", "a b", stdout=io.StringIO())


def test_what_is_not_answered_is_written_down_and_is_no_success(tmp_path: Path, shelf: Path) -> None:
    for page in shelf.iterdir():
        page.unlink()
    written = tmp_path / "report.md"
    with pytest.raises(CommandError, match="is not answered: nothing was found that could be quoted"):
        asked(QUESTION, out=written)
    text = written.read_text(encoding="utf-8")
    assert "Not answered" in text
    assert "Tried: " in text


@pytest.mark.parametrize(
    ("words", "options", "sentence"),
    [
        ([""], {}, "Write a question first"),
        (["\0\x07"], {}, "Write a question first"),
        (["x" * 8001], {}, "at most 8000 fit"),
        (["Write a poem about the sea"], {}, "no poems"),
        (["hello"], {}, "doesn't chat"),
        ([QUESTION, "--from", "2024-12-31", "--to", "2023-01-01"], {}, "ends before it begins"),
        ([QUESTION, "--from", "yesterday"], {}, "'yesterday' is no day; write it as 2024-01-31"),
        ([QUESTION, "--to", "2024-02-30"], {}, "'2024-02-30' is no day"),
        ([QUESTION, "--language", "fr"], {}, "invalid choice: 'fr'"),
        ([QUESTION, "--user", "nobody"], {}, "nobody named 'nobody'"),
    ],
)
def test_bad_input_is_a_sentence_and_starts_nothing(words: list[str], options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        asked(*words, **options)
    assert not ResearchTask.objects.exists()


@pytest.mark.parametrize(("name", "sentence"), [("no/such/folder/r.md", "can't be written"), (".", "is a folder")])
def test_a_place_that_cannot_be_written_is_told_before_the_work(tmp_path: Path, name: str, sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        asked(QUESTION, out=tmp_path / name)
    assert not ResearchTask.objects.exists()


def test_the_command_is_its_own_worker_and_hands_the_task_over_at_its_end(
    post: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it lives no other worker touches the task; whatever is left, any worker may do."""
    reserved: list[str] = []
    work = ask.Command._work

    def listening(command: ask.Command, task: ResearchTask) -> None:
        reserved.append(ResearchTask.objects.get(pk=task.pk).reserved_for)
        assert post() == []
        work(command, task)
        assert post() == []

    monkeypatch.setattr(ask.Command, "_work", listening)
    asked(QUESTION)
    task = ResearchTask.objects.get()
    assert reserved[0].startswith("ask ")
    assert (task.reserved_for, post()) == ("", [task.pk])


def test_a_command_that_is_interrupted_leaves_a_task_that_goes_on(post: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(command: ask.Command, task: ResearchTask) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ask.Command, "_work", interrupted)
    with pytest.raises(KeyboardInterrupt):
        asked(QUESTION)
    task = ResearchTask.objects.get()
    assert (task.status, task.reserved_for, post()) == ("running", "", [task.pk])


def test_a_failed_task_is_told_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(command: ask.Command, task: ResearchTask) -> None:
        ResearchTask.objects.filter(pk=task.pk).update(status="failed", failure="The key was refused.")
        task.refresh_from_db()

    monkeypatch.setattr(ask.Command, "_work", fail)
    with pytest.raises(CommandError, match="failed: The key was refused"):
        asked(QUESTION)


def test_a_task_that_somebody_paused_meanwhile_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    progress = ask.Command._progress

    def pause(command: ask.Command, task: ResearchTask, seen: int) -> int:
        ResearchTask.objects.filter(pk=task.pk).update(status="paused")
        return progress(command, task, seen)

    monkeypatch.setattr(ask.Command, "_progress", pause)
    with pytest.raises(CommandError, match="is paused: somebody halted it"):
        asked(QUESTION)


def test_the_asker_can_be_named() -> None:
    asked(QUESTION)
    with pytest.raises(CommandError, match="nobody named 'ada'"):
        asked(QUESTION, user="ada")
    assert ResearchTask.objects.get().owner == User.objects.get(username="admin")
    assert Lease.objects.get().holder == ""
