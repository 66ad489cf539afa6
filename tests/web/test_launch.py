"""From a thought to an approved plan."""

import pytest
from django.test import Client

from research.actions import Refused, start
from research.actions.tasks import plan_hash
from research.models import Audit, ResearchTask, User, Workspace
from research.store.load import limits_of
from research.web.plan import Row, changed
from tests.web import rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(room: Workspace) -> User:
    return rows.person("ada", room)


@pytest.fixture
def client(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def test_a_question_becomes_a_task_with_what_was_chosen(client: Client, room: Workspace) -> None:
    form = {"question": "澜湾储能补贴是多少？", "workspace": room.pk, "language": "en", "period_start": "2023-01-01",
            "period_end": "2024-12-31", "auto_approve": "on"}  # fmt: skip
    answer = client.post("/tasks/new", form)
    task = ResearchTask.objects.get()
    assert answer["Location"] == f"/tasks/T-{task.pk}"
    assert (task.question, task.language, task.auto_approve) == ("澜湾储能补贴是多少？", "en", True)
    assert (str(task.period_start), str(task.period_end)) == ("2023-01-01", "2024-12-31")


def test_a_report_is_as_long_as_was_wished_for(client: Client, room: Workspace) -> None:
    lengths = {}
    for length in ("short", "", "long"):
        form = {"question": "澜湾储能补贴是多少？", "workspace": room.pk, "length": length}
        assert client.post("/tasks/new", form).status_code == 302
        lengths[length] = limits_of(ResearchTask.objects.latest("pk")).report_characters_zh
    assert lengths == {"short": 2280, "": 5700, "long": 11_400}
    assert client.post("/tasks/new", form | {"length": "endless"}).status_code == 422
    with pytest.raises(Refused, match="short or long"):
        start(User.objects.get(username="ada"), room, "How much is the subsidy?", length="endless")


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("", "Write a question first."),
        (" \x00\x07 ", "Write a question first."),
        ("?" * 20, "no words"),
        ("x" * 8001, "at most 8000"),
        ("Write me a poem about batteries", "writes no poems"),
    ],
)
def test_a_bad_question_gets_its_sentence_beside_the_field_and_stays(
    client: Client, room: Workspace, question: str, sentence: str
) -> None:
    answer = client.post("/tasks/new", {"question": question, "workspace": room.pk})
    page = answer.content.decode().replace("&#x27;", "'")
    assert answer.status_code == 422
    assert sentence in page
    assert 'id="id_question_error"' in page
    if question.isprintable():
        assert question in page
    assert not ResearchTask.objects.exists()


def test_a_period_that_ends_before_it_begins_is_told_at_its_own_field(client: Client, room: Workspace) -> None:
    form = {"question": "What burned?", "workspace": room.pk, "period_start": "2024-05-01", "period_end": "2024-04-01"}
    page = client.post("/tasks/new", form).content.decode()
    assert 'id="id_period_end_error"' in page and "What burned?" in page
    assert not ResearchTask.objects.exists()


def test_where_to_look_is_kept_with_the_task_in_one_spelling(client: Client, room: Workspace) -> None:
    form = {"question": "What burned?", "workspace": room.pk, "only_sites": "https://Gov.CN/，*.例子.测试\n",
            "never_sites": "forum.gov.cn., blog.gov.cn"}  # fmt: skip
    assert client.post("/tasks/new", form).status_code == 302
    task = ResearchTask.objects.get()
    assert (task.only_sites, task.never_sites) == (
        ["gov.cn", "xn--fsqu00a.xn--0zwm56d"],
        ["forum.gov.cn", "blog.gov.cn"],
    )
    assert not task.documents_only
    page = client.get(f"/tasks/T-{task.pk}").content.decode()
    assert "only these sites: gov.cn, 例子.测试; never these sites: forum.gov.cn, blog.gov.cn" in page
    told = Audit.objects.get(verb="start").after
    assert told["only_sites"] == task.only_sites


def test_documents_alone_may_be_asked(client: Client, room: Workspace) -> None:
    client.post("/tasks/new", {"question": "What burned?", "workspace": room.pk, "documents_only": "on"})
    task = ResearchTask.objects.get()
    assert task.documents_only
    assert "only your own documents" in client.get(f"/tasks/T-{task.pk}").content.decode()


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("only_sites", "a.example, b.example/news", "“b.example/news” is a page of a site."),
        ("never_sites", "http://a.example:8080", "“http://a.example:8080” names a port."),
        ("never_sites", "a.example, not a host!", "“not a host!” is no site."),
    ],
)
def test_a_bad_site_is_told_beside_its_field_with_the_folded_part_open(
    client: Client, room: Workspace, field: str, typed: str, sentence: str
) -> None:
    answer = client.post("/tasks/new", {"question": "What burned?", "workspace": room.pk, field: typed})
    page = answer.content.decode()
    assert answer.status_code == 422 and not ResearchTask.objects.exists()
    assert '<details class="scope" open>' in page
    told = page[page.index(f'id="id_{field}_error"') :]
    assert sentence in told[: told.index("</p>")]
    assert typed in page


def test_wishes_that_exclude_each_other_are_refused(client: Client, room: Workspace) -> None:
    both = {"only_sites": "a.example", "documents_only": "on"}
    twice = {"only_sites": "a.example", "never_sites": "A.EXAMPLE"}
    for wish, sentence in ((both, "Choose one:"), (twice, "a.example is both to be looked at and to be left out.")):
        answer = client.post("/tasks/new", {"question": "What burned?", "workspace": room.pk, **wish})
        assert answer.status_code == 422 and sentence in answer.content.decode()
    assert not ResearchTask.objects.exists()


def test_where_to_look_stays_folded_until_it_is_used(client: Client) -> None:
    assert '<details class="scope">' in client.get("/tasks/new").content.decode()


def test_nobody_asks_in_a_workspace_of_others(client: Client) -> None:
    foreign = rows.room("other")
    assert client.post("/tasks/new", {"question": "What burned?", "workspace": foreign.pk}).status_code == 422
    assert not ResearchTask.objects.exists()


def test_who_may_ask_nowhere_is_told_so(room: Workspace) -> None:
    client = Client()
    client.force_login(rows.person("guest"))
    assert client.get("/tasks/new").status_code == 403


def test_examples_are_in_the_language_of_the_reader_and_fill_the_form(client: Client) -> None:
    english = client.get("/tasks/new").content.decode()
    chinese = client.get("/tasks/new", headers={"Accept-Language": "zh-CN"}).content.decode()
    assert "Red Cape" in english and "Red Cape" not in chinese and "补贴" in chinese
    assert ">What burned?</textarea>" in client.get("/tasks/new?question=What+burned%3F").content.decode().replace(
        "\n", ""
    )


def plan_form(task: ResearchTask, *questions: str, act: str = "approve", seen: str = "") -> dict[str, object]:
    count = len(questions)
    return {"question": questions, "wanted": ["a date\r\na figure"] * count, "priority": ["1.00"] * count,
            "removed": [""] * count, "act": act, "seen_hash": seen or task.plan_hash}  # fmt: skip


@pytest.fixture
def drafted(room: Workspace, ada: User) -> ResearchTask:
    return rows.planned(rows.task(room, ada), "What burned?", "Who investigated it?")


def test_a_plan_approved_as_drafted_keeps_its_goals(client: Client, drafted: ResearchTask, ada: User) -> None:
    client.post(f"/tasks/T-{drafted.pk}/plan", plan_form(drafted, "What burned?", "Who investigated it?"))
    drafted.refresh_from_db()
    assert (drafted.status, drafted.approved_by) == ("running", ada)
    assert drafted.entries.get(kind="PlanApproved").payload["by"] == "ada"


def test_every_button_of_the_plan_works_without_scripts_and_saves_nothing(
    client: Client, drafted: ResearchTask
) -> None:
    address = f"/tasks/T-{drafted.pk}/plan"
    for act, shown in (("add", "Goal 3"), ("remove-0", "goal-removed"), ("down-0", "Goal 2")):
        page = client.post(address, plan_form(drafted, "What burned?", "Who then?", act=act)).content.decode()
        assert shown in page and "Who then?" in page
    assert list(drafted.goals.values_list("question", flat=True)) == ["What burned?", "Who investigated it?"]


def test_an_edited_plan_is_what_is_approved(client: Client, drafted: ResearchTask) -> None:
    form = plan_form(drafted, "Who investigated it?", "What burned, and where?", "Gone")
    form["removed"] = ["", "", "yes"]
    client.post(f"/tasks/T-{drafted.pk}/plan", form)
    drafted.refresh_from_db()
    assert drafted.status == "running"
    assert list(drafted.goals.values_list("question", flat=True)) == ["Who investigated it?", "What burned, and where?"]


def test_a_plan_that_changed_meanwhile_is_shown_beside_mine(client: Client, drafted: ResearchTask) -> None:
    seen = drafted.plan_hash
    drafted.goals.filter(number=1).update(question="What exploded?")
    ResearchTask.objects.filter(pk=drafted.pk).update(plan_hash=plan_hash(drafted))
    answer = client.post(f"/tasks/T-{drafted.pk}/plan", plan_form(drafted, "My own goal?", seen=seen))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "What exploded?" in page and "My own goal?" in page
    drafted.refresh_from_db()
    assert drafted.status == "awaiting_approval"
    assert f'name="seen_hash" value="{drafted.plan_hash}"' in page


def test_who_edits_a_plan_that_was_approved_meanwhile_is_told_that_nothing_was_saved(
    client: Client, drafted: ResearchTask
) -> None:
    address = f"/tasks/T-{drafted.pk}/plan"
    client.post(address, plan_form(drafted, "What burned?", "Who investigated it?"))
    page = client.post(address, plan_form(drafted, "My own goal?"), follow=True).content.decode()
    assert "approved already" in page and "was not saved" in page
    assert "approved already" not in client.get(address, follow=True).content.decode()
    assert not drafted.goals.filter(question="My own goal?").exists()


@pytest.mark.parametrize(("words", "sentence"), [("w " * 6000, "at most 8000 characters"), ("😀", "needs a question")])
def test_a_goal_of_the_plan_is_held_to_what_a_question_is_held_to(
    client: Client, drafted: ResearchTask, words: str, sentence: str
) -> None:
    answer = client.post(f"/tasks/T-{drafted.pk}/plan", plan_form(drafted, "What burned?", words))
    assert answer.status_code == 422 and sentence in answer.content.decode()
    drafted.refresh_from_db()
    assert drafted.status == "awaiting_approval"


def test_a_goal_as_long_as_a_long_question_is_approved_whole(client: Client, room: Workspace, ada: User) -> None:
    """The plan's one goal may be the question itself: approving it beside another must not cut its end off."""
    question = "What burned at the site of " + "the old mill and " * 60 + "the harbour?"
    task = rows.planned(rows.task(room, ada), question)
    page = client.get(f"/tasks/T-{task.pk}/plan").content.decode()
    assert 'maxlength="8000"' in page and question in page
    client.post(f"/tasks/T-{task.pk}/plan", plan_form(task, question, "And who paid?"))
    assert task.goals.get(number=1).question == question


def test_an_empty_plan_is_refused_with_a_sentence(client: Client, drafted: ResearchTask) -> None:
    answer = client.post(f"/tasks/T-{drafted.pk}/plan", plan_form(drafted, ""))
    assert answer.status_code == 422 and "at least one goal" in answer.content.decode()


def test_somebody_elses_plan_cannot_be_approved(room: Workspace, drafted: ResearchTask) -> None:
    client = Client()
    client.force_login(rows.person("bob", room))
    assert "Approve and start" not in client.get(f"/tasks/T-{drafted.pk}/plan").content.decode()
    assert client.post(f"/tasks/T-{drafted.pk}/plan", plan_form(drafted, "What burned?")).status_code == 403
    drafted.refresh_from_db()
    assert drafted.status == "awaiting_approval"


@pytest.mark.parametrize("act", ["up-0", "down-1", "up-9", "remove-9", "up-", "fly-1", "", "up-²"])
def test_a_button_that_cannot_be_meant_changes_nothing(act: str) -> None:
    plan = [Row("a", ""), Row("b", "")]
    assert changed(plan, act) == plan
