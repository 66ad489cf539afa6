"""The report: every sentence leads to stored words, and what is weak shows."""

import pytest
from django.test import Client

from research.models import Claim, Decision, ModelCall, Report, Source, User, Workspace
from research.store.markdown import markdown
from research.web.marks import marked
from tests.web import report_rows, rows
from tests.web.parsed import addresses, all_words, page, pick, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(room: Workspace) -> User:
    return rows.person("rui", room, "reviewer")


@pytest.fixture
def desk(client: Client, reader: User) -> Client:
    client.force_login(reader)
    return client


def decided(claim: Claim, by: User, ruling: str, **more: str) -> Decision:
    """As the verb leaves it, without the task's next step."""
    Claim.objects.filter(pk=claim.pk).update(version=2, waits=False)
    fields = {"text": claim.text, "verdict": claim.verdict, **more}
    return Decision.objects.create(claim=claim, claim_version=1, person=by, ruling=ruling, **fields)


def test_each_sentence_is_found_by_its_number_and_quotes_stand_in_their_own_language(desk, written):
    task, claims = written
    shown = page(desk.get(f"/tasks/T-{task.pk}/report"))
    assert [words(pick(shown.get_element_by_id(f"c-{claim.number}"), ".said")[0]) for claim in claims] == [
        claim.text for claim in claims
    ]
    chinese = shown.get_element_by_id("c-3")
    assert pick(chinese, "q")[0].get("lang") == "zh-Hans"
    assert words(pick(chinese, "cite")[0]) == "澜湾储能电站起火"


def test_a_chip_names_its_source_and_without_a_script_leads_to_the_reference(desk, written):
    task, _claims = written
    shown = page(desk.get(f"/tasks/T-{task.pk}/report"))
    chips = pick(shown, "a.cite")
    assert chips[0].get("aria-label") == "Source 1: Investigation report of the Red Cape fire"
    for chip in chips:
        assert pick(shown, chip.get("href")), "a chip leads to a reference that stands on the page"


def test_the_head_counts_verdicts_beside_how_many_were_checked(desk, written):
    task, _claims = written
    tally = all_words(page(desk.get(f"/tasks/T-{task.pk}/report")), ".tally > div")
    assert tally == [
        "Claims 5", "supported 2", "partly 1", "contradicted 0", "not found 1", "check failed 1", "Coverage 4 of 5",
    ]  # fmt: skip


def test_a_draft_says_how_many_wait_and_leads_to_the_desk(desk, written, reader):
    task, claims = written
    banner = pick(page(desk.get(f"/tasks/T-{task.pk}/report")), ".draft")[0]
    assert "3 sentences wait for a person." in words(banner)
    assert f"/review?task={task.pk}" in addresses(banner)
    for claim in claims:
        Claim.objects.filter(pk=claim.pk).update(waits=False)
    assert not pick(page(desk.get(f"/tasks/T-{task.pk}/report")), ".draft")


def test_only_weak_sentences_are_marked_and_each_says_why(desk, written):
    task, _claims = written
    shown = page(desk.get(f"/tasks/T-{task.pk}/report"))
    marks = {line.get("id"): pick(line, ".weak") for line in pick(shown, ".line[id]")}
    assert {number: bool(found) for number, found in marks.items()} == {
        "c-1": False, "c-2": True, "c-3": False, "c-4": True, "c-5": True,
    }  # fmt: skip
    assert "weak-partly" in marks["c-2"][0].get("class")
    assert words(pick(shown, "#c-4 .aside")[0]).startswith("not found: No quote says it.")
    assert all_words(shown, ".line-speculation .aside") == ["speculation: nothing carries it"]


def test_decisions_show_with_the_name_of_who_made_them(desk, written, reader):
    task, claims = written
    decided(claims[1], reader, "edited", text="Output fell by 15 %.")
    decided(claims[3], reader, "rejected", effect="mark", reason_code="does_not_say")
    decided(claims[4], reader, "approved", note="Seen on site")
    shown = page(desk.get(f"/tasks/T-{task.pk}/report"))
    assert all_words(shown, "#c-2 > .said") == ["Output fell by 15 %."]
    assert claims[1].text in words(pick(shown, "#c-2 details.was")[0])
    assert all_words(shown, "#c-4 s") == ["Nobody was in the building."]
    assert all_words(shown, "#c-4 .aside") == ["rejected by rui: evidence missing"]
    assert all_words(shown, "#c-5 .aside") == ["approved by rui “Seen on site”"]


def test_a_removed_sentence_leaves_its_place_but_not_its_words(desk, written, reader):
    task, claims = written
    decided(claims[3], reader, "rejected", effect="remove", reason_code="no_source")
    shown = page(desk.get(f"/tasks/T-{task.pk}/report"))
    assert words(shown.get_element_by_id("c-4")) == "A sentence was removed by rui: no source"
    assert "Decided by people 1" in all_words(shown, ".tally > div")
    assert "Nobody was in the building" not in words(pick(shown, ".text")[0])


@pytest.mark.parametrize(("effect", "claims", "rejected"), [("remove", 4, []), ("mark", 5, ["1"]), ("both", 5, ["1"])])
def test_page_and_file_count_alike_what_people_removed_and_rejected(desk, written, reader, effect, claims, rejected):
    task, made = written
    assert "2 of 5 claims supported" in markdown(task)
    decided(made[0], reader, "rejected", effect=effect, reason_code="no_source")
    shown = page(desk.get(f"/tasks/T-{task.pk}/report"))
    tally = all_words(shown, ".tally > div")
    assert tally[:2] == [f"Claims {claims}", "supported 1"]
    assert all_words(shown, ".tally-rejected dd") == rejected
    assert f"1 of {claims} claims supported" in markdown(task)


def test_a_report_of_which_everything_was_removed_is_not_called_unchecked(desk, written, reader):
    task, made = written
    for claim in made:
        decided(claim, reader, "rejected", effect="remove", reason_code="no_source")
    shown = page(desk.get(f"/tasks/T-{task.pk}/report"))
    assert all_words(shown, ".tally > div")[0] == "Claims 0"
    assert "not checked yet" not in words(pick(shown, ".report-head")[0])


def test_what_stayed_open_is_a_part_of_the_report(desk, written):
    task, _claims = written
    shown = page(desk.get(f"/tasks/T-{task.pk}/report"))
    open_goals = words(pick(shown, ".open-goals")[0])
    assert "Who paid for the damage?" in open_goals and "Red Cape damage insurer" in open_goals
    conflict = pick(shown, ".conflict")[0]
    assert "38 minutes against 45 minutes" in words(conflict) and "约45分钟" in words(conflict)
    assert words(shown.get_element_by_id("not-answered")) == "Not answered"
    assert all_words(shown, ".cause summary") == ["too slow; given up (1)", "the page does not exist (1)"]


def test_references_carry_dates_uses_and_the_way_to_the_stored_copy(desk, written):
    task, _claims = written
    first = page(desk.get(f"/tasks/T-{task.pk}/report")).get_element_by_id("ref-1")
    source = Source.objects.get(title__startswith="Investigation")
    assert "fetched 2026-03-04 14:02 UTC" in words(first) and "cited 3 times" in words(first)
    assert f"/sources/S-{source.pk}" in addresses(first)


def test_only_a_report_that_no_model_wrote_calls_itself_a_collection_of_quotations(desk, written, room):
    task, _claims = written
    said = "An annotated collection of quotations"
    assert said in desk.get(f"/tasks/T-{task.pk}/report").content.decode()
    ModelCall.objects.create(
        workspace=room, task=task, role="reporter", endpoint="anthropic://strong", model="strong", prompt="section",
        prompt_hash="0", state="settled", reserved_tokens=10, input_tokens=7, output_tokens=5,
    )  # fmt: skip
    shown = page(desk.get(f"/tasks/T-{task.pk}/report"))
    assert said not in words(shown)
    assert any("strong" in line and "7 → 5 tokens" in line for line in all_words(shown, ".about-list > div"))


def test_the_card_holds_the_stored_words_with_what_was_found_and_missed(desk, written):
    task, claims = written
    cited = claims[1].citations.get().evidence
    answer = desk.get(f"/claims/C-{task.pk}-2/E-{cited.pk}", headers={"HX-Request": "true"})
    card = page(answer)
    assert b"<html" not in answer.content
    quote = pick(card, "[data-exact]")[0]
    assert quote.text_content() == cited.quote == cited.source.text[cited.start : cited.end]
    assert all_words(quote, "mark.found") == ["second quarter"]
    assert all_words(card, ".atom-missing") == ["missing:20 % source: 15 %"]
    assert f"/sources/S-{cited.source_id}#E-{cited.pk}" in addresses(card)


def test_the_card_names_what_speaks_against_the_quote_and_what_reprints_it(desk, written, room):
    task, claims = written
    cited = claims[0].citations.get().evidence
    copy = rows.source(room, cited.source.text, "Copied report", publisher="Copy Daily")
    rows.evidence(cited.goal, copy, cited.quote, reprint_of=cited)
    card = page(desk.get(f"/claims/C-{task.pk}-1/E-{cited.pk}", headers={"HX-Request": "true"}))
    assert "38 minutes against 45 minutes" in words(pick(card, ".cite-against")[0])
    assert "Reprinted, counted once: Copy Daily" in words(card)


def test_without_a_script_the_card_is_a_page(desk, written):
    task, claims = written
    cited = claims[1].citations.get().evidence
    answer = desk.get(f"/claims/C-{task.pk}-2/E-{cited.pk}")
    assert words(pick(page(answer), "h1")[0]) == "One sentence and its quote"
    assert "HX-Request" in answer["Vary"]


def test_a_stranger_meets_neither_report_nor_card_nor_export(client, written):
    task, claims = written
    client.force_login(rows.person("zoe", rows.room("Elsewhere"), "admin"))
    cited = claims[1].citations.get().evidence_id
    for path in (f"tasks/T-{task.pk}/report", f"tasks/T-{task.pk}/report.md", f"claims/C-{task.pk}-2/E-{cited}"):
        assert client.get(f"/{path}").status_code == 404, path


def test_evidence_that_a_claim_does_not_cite_has_no_card_on_it(desk, written):
    task, claims = written
    other = claims[2].citations.get().evidence_id
    assert desk.get(f"/claims/C-{task.pk}-2/E-{other}").status_code == 404


def test_the_export_is_a_file_named_after_the_task(desk, written):
    task, claims = written
    answer = desk.get(f"/tasks/T-{task.pk}/report.md")
    assert answer["Content-Disposition"] == f'attachment; filename="T-{task.pk}.md"'
    assert claims[0].text in answer.content.decode()


def test_a_task_without_a_report_says_where_to_look_instead(desk, room):
    task = rows.task(room, rows.person("ben", room))
    answer = desk.get(f"/tasks/T-{task.pk}/report")
    assert "The report is not written yet" in words(page(answer))
    assert desk.get(f"/tasks/T-{task.pk}/report.md").status_code == 404


def test_a_report_of_nothing_says_so_and_still_tells_what_was_tried(desk, written):
    task, _claims = written
    task.claims.all().delete()
    Report.objects.create(task=task, version=2, sections=[], v=1, cause="written")
    shown = words(page(desk.get(f"/tasks/T-{task.pk}/report")))
    assert "No evidence was accepted, so nothing was written." in shown and "Who paid for the damage?" in shown


def test_a_report_that_waits_for_its_check_calls_nothing_weak(desk, room):
    task = rows.task(room, rows.person("ben", room))
    goal = rows.goal(task)
    report_rows.report(task, ("One", goal, [report_rows.sentence("Something stands here.")]))
    task.claims.all().delete()
    shown = page(desk.get(f"/tasks/T-{task.pk}/report"))
    assert "These sentences are not checked yet." in words(shown) and not pick(shown, ".text .weak")


@pytest.mark.parametrize(
    ("text", "atom", "expected"),
    [
        ("Output fell by 15 % in 2015.", "15", ["15"]),
        ("A share of 0.15 is not 15.", "15", ["15"]),
        ("产量下降１５％。", "15%", ["１５％"]),
        ("Red Cape and red cape", "Red Cape", ["Red Cape", "red cape"]),
        ("nothing here", "15", []),
        ("anything", "", []),
    ],
)
def test_a_mark_covers_whole_figures_and_never_changes_the_text(text, atom, expected):
    pieces = marked(text, [report_rows.atom(atom, True)])
    assert "".join(piece.text for piece in pieces) == text
    assert [piece.text for piece in pieces if piece.mark] == expected


def test_a_goal_with_quotes_that_ended_short_is_answered_in_part(desk, written, room):
    task, _claims = written
    unpaid = task.goals.get(question="Who paid for the damage?")
    rows.evidence(unpaid, rows.source(room, "The insurer paid a part."), "The insurer paid a part.")
    shown = page(desk.get(f"/tasks/T-{task.pk}/report"))
    assert words(shown.get_element_by_id("not-answered")) == "Not answered, or only in part"
    assert "Answered only in part." in words(pick(shown, ".open-goals")[0])
