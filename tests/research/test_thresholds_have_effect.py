"""Changing a limit changes what happens: for each, where its effect is seen (R230)."""

from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import date
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from memory.evolving import ConfirmedFact, EvolvingReport, Hypothesis
from reach.errors import Kind
from reach.pages import Outcome, Status
from research import actions
from research.actions.difficulty import difficulty_of
from research.engine import stopping
from research.engine.choose import gain
from research.engine.degrading import NONE_YET
from research.engine.events import (
    ClaimsChecked,
    Digested,
    PlanDrafted,
    QueriesWritten,
    ReportEvolved,
    StepEnded,
    Summarised,
)
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.paragraphs import worth_showing
from research.engine.scoring import accepted, score
from research.engine.settling import Side, settlement
from research.engine.state import Round
from research.engine.thin import far_too_short
from research.engine.tools import ReadPage
from research.models import Thresholds
from research.roles.briefs import PlannedGoal, QuoteBrief, ReportBrief
from research.roles.endpoints.scripted import Scripted
from research.roles.patterns import Unpaid, Wording
from research.roles.planner import ModelPlanner
from research.roles.sizes import Sizes
from research.store.load import budgeted, limits_of
from research.terms import Language, Section, Sentence, SentenceKind
from tests.builders import (
    NOW,
    OFF_GOAL,
    SaidExecutor,
    SaidPlanner,
    World,
    evidence,
    goal,
    in_hand,
    leaf,
    query,
    state,
)
from tests.research import clue_probes, follow_up_probes, prompt_probes, tree_probes
from tests.research.probing import PROBES, probe, step, there, until
from tests.whole.tasks import asked, fresh, lease, room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post")]

WORDS = "Lanwan had 1,240 MWh of storage at the end of 2024."
OTHER = "By December 2024 the grid counted 1,240 MWh in storage stations."

# --- evidence


@probe(weight_relevance=0.4, weight_credibility=0.4, weight_timeliness=0.4)
def total_of_a_score(limits: Limits) -> Any:
    return score(0.9, 0.5, 0.1, "", limits).total


@probe(accept_score=0.8)
def taken_or_not(limits: Limits) -> Any:
    return accepted(score(0.7, 0.7, 0.7, "", limits), limits)


LEAVES = [leaf(f"Page {n}", f"Lanwan grid storage, {n}.\nSecond of {n}.\nThird of {n}.") for n in range(12)]


def reading(limits: Limits, **parts: Any) -> World:
    begun = state(
        goal(reads=parts.pop("read", 0)),
        phase=Phase.REACH,
        active=1,
        round=Round(gap="capacity", queries=(query(),)),
        counts={"reads": parts.pop("read_in_all", 0)},
    )
    return until(there(limits, LEAVES, begun, executor=SaidExecutor({"Page 1": 0.4, **parts})), Phase.MEMORY)


@probe(promising_snippet=0.95, reads_per_round=5, hits=2)
def pages_read_in_a_round(limits: Limits) -> Any:
    return len(reading(limits).shelf.opened)


@probe(reads_per_goal=10)
def pages_read_at_the_end_of_a_goal(limits: Limits) -> Any:
    return len(reading(limits, read=2).shelf.opened)


@probe(reads_in_all=100)
def pages_read_at_the_end_of_a_task(limits: Limits) -> Any:
    return len(reading(limits, read_in_all=12).shelf.opened)


REPORT = "".join(f"{n}. Lanwan counts {n} stations, and on day {n} the boats went out to sea. " for n in range(300))
LAST = "The capacity of grid storage in Lanwan is what the last paragraph tells."


@probe(embedded_paragraphs=1, embedded_characters=80, opening_characters=0)
def paragraphs_shown_of_a_long_page(limits: Limits) -> Any:
    page = ReadPage(leaf("Report", "").source, f"{REPORT}{REPORT}{LAST} {REPORT}", "https://a.example/")
    return async_to_sync(worth_showing)(page, goal(), "capacity of stations", (), there(limits).tools)


NOTICE = (
    "The bureau counted storage of 1,240 MWh on the grid of Lanwan at the end of 2024, it told the press on Monday."
)


@probe(same_text=0.5)
def reprints_of_a_round(limits: Limits) -> Any:
    edited = NOTICE.replace("it told the press on Monday", "as a reader of this paper found out")
    pair = [leaf("Bureau", NOTICE), leaf("Gazette", edited, host="gazette.example")]
    begun = state(goal(), phase=Phase.REACH, active=1, round=Round(gap="capacity", queries=(query(),)))
    return [piece.reprint_of for piece in until(there(limits, pair, begun), Phase.MEMORY).state.round.fresh]


@probe(site_pages=2, thin_text=0.6)
def pages_whose_text_could_not_be_got_at(limits: Limits) -> Any:
    return far_too_short(100, [900, 1000], limits), far_too_short(450, [1000] * 4, limits)


@probe(quotes_per_page=1)
def quotes_of_a_round(limits: Limits) -> Any:
    return len(reading(limits).state.round.fresh)


@probe(quote_characters=80, page_tokens=200)
def what_the_executor_is_told_of_a_page(limits: Limits) -> Any:
    briefs: list[QuoteBrief] = reading(limits).tools.executor.quoted  # type: ignore[attr-defined]
    return {(brief.longest, brief.page_tokens) for brief in briefs}


# --- memory


def remembering(limits: Limits, *fresh_pieces: Any, of: Any = None, **parts: Any) -> World:
    begun = state(of or goal(), phase=Phase.MEMORY, active=1, round=in_hand(*fresh_pieces), **parts)
    return step(there(limits, (), begun))


@probe(answers_in_part=0.9, independent_sources=1, gaps_per_goal=1)
def how_a_goal_stands_after_a_round(limits: Limits) -> Any:
    grown = SaidPlanner([PlannedGoal("storage of Lanwan", ("capacity", "date"))])
    planned = step(there(limits, planner=grown)).saw(PlanDrafted)[0].goals[0]
    after = remembering(limits, evidence(total=0.8)).state.mind.goal(1)
    return planned.gaps, after.gaps, after.state


def long_report(facts: int = 30) -> EvolvingReport:
    lines = tuple(ConfirmedFact(f"Station {n} holds {n * 37} MWh in {1990 + n}.", (n,), 0.8, n) for n in range(facts))
    return EvolvingReport("the goal", lines, (Hypothesis("perhaps " * 40, 1),), ())


def evolved(limits: Limits, **parts: Any) -> EvolvingReport:
    begun = {"mind": {"evolving": long_report(**parts)}, "counts": {"rounds": 5}}
    return remembering(limits, evidence(99, quote=WORDS), **begun).saw(ReportEvolved)[0].report


@probe(report_tokens=500)
def facts_that_fit_the_report(limits: Limits) -> Any:
    return len(evolved(limits).facts)


@probe(stale_rounds=10)
def guesses_kept_when_room_is_short(limits: Limits) -> Any:
    return len(evolved(replace(limits, report_tokens=600)).hypotheses)


@probe(report_room=0.5)
def facts_kept_when_the_report_is_full(limits: Limits) -> Any:
    return len(evolved(replace(limits, report_tokens=600), facts=60).facts)


@probe(hypotheses=0)
def what_a_weak_source_says(limits: Limits) -> Any:
    weak = replace(evidence(quote=WORDS), accepted=False)
    begun = state(goal(), phase=Phase.MEMORY, active=1, round=replace(in_hand(), doubtful=(weak,)))
    return len(step(there(limits, begun=begun)).state.mind.evolving.hypotheses)


def digests(limits: Limits) -> Any:
    long = [evidence(n, quote=f"In {1990 + n} station {n} of Lanwan held {n * 37} MWh. " * 3) for n in range(1, 20)]
    return [len(part.origins) for part in remembering(limits, *long).saw(Digested)[0].digests]


@probe(digest_tokens=200)
def sources_in_one_digest(limits: Limits) -> Any:
    return digests(limits)


@probe(digest_most=1000)
def sources_in_a_digest_of_a_comparison(limits: Limits) -> Any:
    long = [evidence(n, quote=f"In {1990 + n} station {n} of Lanwan held {n * 37} MWh. " * 3) for n in range(1, 20)]
    begun = state(goal(), phase=Phase.MEMORY, active=1, round=in_hand(*long), question="Lanwan vs Tidegate: how much?")
    return [len(part.points) for part in step(there(limits, begun=begun)).saw(Digested)[0].digests]


@probe(archived_ids=20)
def rows_named_in_the_archive_line(limits: Limits) -> Any:
    return len(evolved(replace(limits, report_tokens=500), facts=60).archived)


@probe(same_matter=0.5)
def facts_merged_when_room_is_short(limits: Limits) -> Any:
    alike = ("Lanwan stations hold power for every cold night", "Lanwan stations hold power for ports and ferries")
    pair = tuple(ConfirmedFact(text, (100 + at,), 0.9, 99) for at, text in enumerate(alike))
    begun = long_report()
    mind = {"evolving": replace(begun, facts=(*begun.facts, *pair))}
    report = remembering(replace(limits, report_tokens=500), evidence(9, quote=WORDS), mind=mind).saw(ReportEvolved)
    return [fact.evidence for fact in report[0].report.facts]


@probe(working_entries=5)
def entries_in_working_memory(limits: Limits) -> Any:
    pieces = [evidence(n, quote=f"Station {n} holds storage.") for n in range(1, 9)]
    return len(remembering(limits, *pieces).state.mind.working.entries)


@probe(summary_tokens=200)
def what_a_summary_has_room_for(limits: Limits) -> Any:
    pieces = [evidence(n, quote=f"In {1990 + n} station {n} of Lanwan held {n * 37} MWh. " * 3) for n in range(1, 9)]
    made = remembering(limits, *pieces, of=goal(rounds=3)).saw(Summarised)
    return [len(part.summary.text()) for part in made]


@probe(reflect_every=1)
def phase_after_the_first_round(limits: Limits) -> Any:
    return remembering(limits, evidence()).state.phase


# --- planning


@probe(first_goals=2)
def goals_of_a_plan(limits: Limits) -> Any:
    plans = [PlannedGoal(f"storage {n} of Lanwan", ()) for n in range(9)]
    return len(step(there(limits, planner=SaidPlanner(plans))).state.mind.goals)


@probe(goals_in_all=1, goal_depth=1)
def goals_that_grow(limits: Limits) -> Any:
    begun = state(
        goal(), phase=Phase.MEMORY, active=1, round=in_hand(evidence(1, quote=WORDS), evidence(2, quote=OTHER))
    )
    planner = SaidPlanner(grown={1: [PlannedGoal("finer", ())]})
    return len(step(there(limits, (), begun, planner=planner)).state.mind.goals)


@probe(variants=1)
def phrasings_sent(limits: Limits) -> Any:
    planner = SaidPlanner(queries=lambda brief: ["alpha one", "beta two", "gamma three"])
    return len(step(there(limits, (), state(goal(), active=1), planner=planner)).state.round.queries)


@probe(query_similarity=0.5)
def what_counts_as_a_repeat(limits: Limits) -> Any:
    made = there(limits, (), state(goal(), active=1, counts={"queries": 1}))
    async_to_sync(made.box.note)([QueriesWritten((query(1, text="storage station capacities"),))])
    made.tools.planner.queries = lambda brief: ["storage stations capacity"]  # type: ignore[attr-defined]
    return [bool(each.dropped) for each in step(made).saw(QueriesWritten)[-1].queries]


@probe(known_facts=2)
def facts_listed_as_known(limits: Limits) -> Any:
    made = there(limits, (), state(goal(), active=1))
    from research.terms import Fact

    made.box.facts = [Fact("Lanwan", "has", str(n), n, 0.9) for n in range(30)]
    return len(step(made).tools.planner.asked[0].known)  # type: ignore[attr-defined]


@probe(embedded_again=0)
def older_texts_with_a_vector_of_the_bound_embedder(limits: Limits) -> Any:
    from research.models import Embedding
    from research.roles.builtin.embedder import HashingEmbedder
    from research.store.archive import RowArchive
    from research.store.embeddings import KeptEmbedder
    from tests.research.test_store import told

    Embedding.objects.all().delete()
    task, kept = asked(room(f"of {limits.embedded_again} texts")), KeptEmbedder(HashingEmbedder())
    told(task, PlanDrafted((goal(),)), QueriesWritten((query(text="asked under another embedder"),)))
    (vector,) = async_to_sync(kept.embed)(["asked now"])
    return async_to_sync(RowArchive(task, kept, limits.embedded_again).nearest_queries)("", vector, 3)


@probe(term_sources=0)
def terms_told_to_a_planner(limits: Limits) -> Any:
    made = there(limits, [leaf("Notice", "Lanwan has grid storage (电网储能).")], state(goal(), active=1))
    return step(made).tools.planner.asked[0].terms  # type: ignore[attr-defined]


@probe(unpaid_tries=9, looked_back_tasks=0)
def wordings_told_to_a_planner(limits: Limits) -> Any:
    made = there(limits, (), state(goal(), active=1))
    made.box.known_unpaid = (Unpaid(Wording.NAME, 7),)
    return step(made).tools.planner.asked[0].unpaid  # type: ignore[attr-defined]


@probe(goal_cost=1)
def gain_of_a_round(limits: Limits) -> Any:
    return gain(goal(rounds=2), limits)


@probe(backtracks_per_goal=1)
def state_of_a_goal_that_was_left(limits: Limits) -> Any:
    begun = state(goal(), phase=Phase.REFLECT, active=1)
    made = there(limits, (), begun, planner=SaidPlanner(reflections=[OFF_GOAL]))
    made.box.minds[1] = replace(begun.mind, active=None)
    return step(made).state.mind.goal(1).state


@probe(tombstones=1)
def tombstones_kept(limits: Limits) -> Any:
    begun = state(goal(), phase=Phase.REFLECT, active=1, tombstones=("one", "two"))
    made = there(limits, (), begun, planner=SaidPlanner(reflections=[OFF_GOAL]))
    made.box.minds[1] = replace(begun.mind, active=None)
    return len(step(made).state.tombstones)


# --- stopping and budget


@probe(enough_evidence=40)
def end_of_a_goal_with_much_evidence(limits: Limits) -> Any:
    return stopping.goal_end(goal(accepted=9, publishers=("a", "b")), False, False, limits)


@probe(dry_rounds=1)
def end_of_a_goal_after_a_dry_round(limits: Limits) -> Any:
    return stopping.goal_end(goal(dry=1), False, False, limits)


@probe(rounds_per_goal=9)
def end_of_a_goal_after_four_rounds(limits: Limits) -> Any:
    return stopping.goal_end(goal(rounds=4), False, False, limits)


@probe(plan_share=0.2, steps=20, tokens=1000, reporter_share=0.9)
def end_of_a_search(limits: Limits) -> Any:
    half = (goal(1, state=goal().state.DONE), goal(2))
    at_rest = state(*half, counts={"dry": 2}, step=30, spent_tokens=10_000)
    return stopping.search_over(at_rest, limits, NOW)


@probe(reporter_tokens=1000, checker_tokens=1000)
def what_the_search_leaves_to_the_report(limits: Limits) -> Any:
    return stopping.search_budget(limits), stopping.checker_share(limits)


@probe(hard_tokens=90_000)
def budget_of_a_hard_task(limits: Limits) -> Any:
    return budgeted(limits, hard=True).tokens, budgeted(limits, hard=False).tokens


@probe(hard_answers=2)
def class_of_a_question(limits: Limits) -> Any:
    return difficulty_of("When was Lanwan's plan issued, and how much did it cost?", limits)


@probe(valuable_relevance=0.9)
def news_of_a_round(limits: Limits) -> Any:
    return len(stopping.valuable([evidence()], [], [], limits))


@probe(no_new_goals_after=0.1)
def growth_when_a_part_is_spent(limits: Limits) -> Any:
    return stopping.may_grow(state(goal(), spent_tokens=20_000), limits)


@probe(report_characters_en=1000, report_characters_zh=500)
def length_asked_of_the_reporter(limits: Limits) -> Any:
    asked_for = []

    class Listener:
        async def write(self, brief: ReportBrief) -> tuple[Section, ...]:
            asked_for.append(brief.characters)
            return ()

    for language in Language:
        made = there(limits, (), state(goal(), phase=Phase.REPORT, language=language), reporter=Listener())
        made.box.pieces = {1: evidence()}
        step(made)
    return asked_for


# --- checking


def verdict_on(sentence: Sentence, limits: Limits) -> Any:
    made = there(limits, (), state(goal(), phase=Phase.CLAIMS))
    made.box.pieces = {
        1: evidence(1, quote="Lanwan opened its large new storage hall for the island grid in early May.")
    }
    made.box.versions = [(Section("x", 1, (sentence,)),)]
    return step(made).saw(ClaimsChecked)[0].checked[0].verdict


@probe(near_quote=0.6)
def verdict_on_a_retyped_quote(limits: Limits) -> Any:
    text = "Lanwan opened its huge storage hall, in use for the whole of the grid since early May."
    return verdict_on(Sentence(text, SentenceKind.QUOTE, (1,)), limits)


@probe(carried_words=0.1)
def verdict_on_a_sentence_with_words_of_its_own(limits: Limits) -> Any:
    text = "Lanwan opened a storage hall, to cheers, songs, speeches, fireworks, toasts and dancing."
    return verdict_on(Sentence(text, SentenceKind.FACT, (1,)), limits)


@probe(offered_evidence=1)
def what_else_is_offered(limits: Limits) -> Any:
    made = there(limits, (), state(goal(), phase=Phase.CLAIMS))
    made.box.pieces = {number: evidence(number, quote="Lanwan opened its hall in May.") for number in (1, 2, 3)}
    made.box.pieces[1] = evidence(1, quote="Rain fell on the delta.")
    made.box.versions = [(Section("x", 1, (Sentence("Lanwan opened its hall in May.", SentenceKind.FACT, (1,)),)),)]
    return step(made).saw(ClaimsChecked)[0].checked[0].offered


@probe(settle_days=10, settle_trust=0.1, settle_publishers=1)
def what_settles_a_conflict(limits: Limits) -> Any:
    even = Side(date(2025, 6, 1), 0.6, 1)
    others = (Side(date(2025, 7, 1), 0.6, 1), Side(even.published, 0.7, 1), Side(even.published, 0.6, 2))
    return [settlement(even, other, limits).lead for other in others]


# --- models


@probe(decision_tokens=50, answer_tokens=200, section_tokens=300, input_tokens=1500, query_words=3, query_han=5)
def what_the_roles_send(limits: Limits) -> Any:
    wire = Scripted(
        {
            "plan": {"goals": [{"question": "grid storage of Lanwan", "wanted": []}]},
            "query": {"queries": [{"text": "Lanwan grid storage capacity end", "hopes": ""}]},
            "quote": {"quotes": []},
            "section": {"heading": "", "sentences": [{"text": WORDS, "kind": "fact", "evidence": [1]}]},
        }
    )
    return _sent(wire, limits, Language.ENGLISH), _sent(_chinese(), limits, Language.CHINESE)


def _chinese() -> Scripted:
    return Scripted(
        {
            "plan": {"goals": [{"question": "澜湾电网储能容量", "wanted": []}]},
            "query": {"queries": [{"text": "澜湾电网储能装机容量", "hopes": ""}]},
            "quote": {"quotes": []},
            "section": {"heading": "", "sentences": [{"text": WORDS, "kind": "fact", "evidence": [1]}]},
        }
    )


def _sent(wire: Scripted, limits: Limits, language: Language) -> Any:
    """Lengths asked for by prompt, how often each was asked, and the length of the longest prompt."""
    from research.roles.builtin.embedder import HashingEmbedder
    from research.roles.builtin.executor import BuiltinExecutor
    from research.roles.builtin.planner import BuiltinPlanner
    from research.roles.builtin.reporter import BuiltinReporter
    from research.roles.executor import ModelExecutor
    from research.roles.reporter import ModelReporter

    sizes = Sizes.of(limits.values())

    def told(role: str, prompt: str, kind: str, detail: str) -> None:
        """The effect is seen in what was asked."""

    question = "澜湾电网储能容量" if language is Language.CHINESE else "How much grid storage has Lanwan?"
    planner = ModelPlanner(wire, BuiltinPlanner(), sizes, told)
    made = there(limits, (), state(question=question, phase=Phase.PLAN, language=language), planner=planner)
    step(step(made))
    executor = ModelExecutor(wire, BuiltinExecutor(HashingEmbedder()), sizes, told)
    pages = [leaf("Page", f"{question} {WORDS} " * 3)]
    round_ = Round(gap="capacity", queries=(query(text=question),), finds=())
    made = there(limits, pages, state(goal(), phase=Phase.REACH, active=1, round=round_), executor=_Triaged(executor))
    step(step(made))
    reporter = ModelReporter(wire, BuiltinReporter(), sizes, told)
    made = there(limits, (), state(goal(), phase=Phase.REPORT), reporter=reporter)
    made.box.pieces = {n: evidence(n, quote=f"{WORDS} {n} " * 4) for n in range(1, 60)}
    step(made)
    longest = max(len(request.prompt) for request in wire.asked)
    return sorted((request.prompt_name, request.max_tokens) for request in wire.asked), longest


class _Triaged(SaidExecutor):
    """Triage by the test, quotes by the model's role."""

    def __init__(self, inner: Any) -> None:
        super().__init__()
        self.quote = inner.quote  # type: ignore[method-assign]


@probe(
    call_seconds=5,
    call_tries=1,
    call_wait_seconds=2,
    call_longest_wait_seconds=1,
    reply_bytes=10_000,
    escalations=0,
    call_seats=1,
    seat_seconds=1,
    seat_look_seconds=1,
    breaker_failures=1,
    breaker_seconds=1,
)
def how_patient_an_endpoint_is(limits: Limits) -> Any:
    """Asked of the wiring, which builds endpoints: what a model's server meets in life."""
    from django.conf import settings
    from django.utils import timezone

    from research import wiring
    from research.store.lease import Held
    from research.store.replies import StepReplies

    task = asked(room("of patience"))
    bound = settings.ROLE_ENDPOINTS
    try:
        settings.ROLE_ENDPOINTS = {
            **bound,
            "planner": "openai://127.0.0.1:9/small",
            "reporter": "openai://127.0.0.1:9/large",
        }
        kit = wiring.kit_for(task, timezone.now(), StepReplies(task, 0, Held(task.pk, 0, 1)), limits)
        planner = kit.tools.planner
        layers = list(_layers(planner._weak._model.endpoint))  # type: ignore[attr-defined]
        told = [getattr(each, name, None) for each in layers for name in ("_patience", "_rules", "patience")]
        return planner._left, *filter(None, told)  # type: ignore[attr-defined]
    finally:
        settings.ROLE_ENDPOINTS = bound
        task.workspace.name = f"of patience {task.pk}"
        task.workspace.save()
        for person in (task.owner, *type(task.owner).objects.filter(username__endswith="of patience")):
            type(person).objects.filter(pk=person.pk).update(username=f"{person.username} {task.pk}")


def _layers(endpoint: Any) -> Iterator[Any]:
    """An endpoint and all that it stands before."""
    while endpoint is not None:
        yield endpoint
        endpoint = getattr(endpoint, "inner", None) or getattr(endpoint, "_inner", None)


# --- durability and questions: seen in rows


def started(limits: Limits, question: str = "How much storage has Lanwan?") -> Any:
    here = room(f"room {Thresholds.objects.count()}")
    Thresholds.objects.create(workspace=here.workspace, number=1, values=limits.values(), reason="probe")
    try:
        return actions.start(here.ada, here.workspace, question, auto_approve=True)
    except actions.Refused as refused:
        return refused.sentence


@probe(question_characters=100)
def longest_question(limits: Limits) -> Any:
    return isinstance(started(limits, "How much storage has Lanwan? " * 10), str)


@probe(lease_seconds=120)
def how_long_a_lease_runs(limits: Limits) -> Any:
    from research.store.lease import take

    task = started(limits)
    take(task.pk, "worker", limits_of(task).lease_seconds)
    row = lease(task)
    return round((row.until - row.beat).total_seconds())


@probe(attempts=5)
def state_after_four_dead_workers(limits: Limits) -> Any:
    from research.models import Lease

    task = started(limits)
    Lease.objects.filter(task=task).update(attempts=4)
    actions.advance(task.pk)
    return fresh(task).status


@probe(reach_wait_seconds=10)
def wait_after_nothing_could_be_reached(limits: Limits) -> Any:
    refused = Outcome("q", "web", Status.SKIPPED, Kind.RATE_LIMITED, "asked to wait", 0.0, 0, retry_after=900.0)
    round_ = replace(in_hand(), searched=NONE_YET.plus([refused]))
    begun = state(goal(), phase=Phase.MEMORY, active=1, round=round_, counts={"queries": 1})
    return step(there(limits, begun=begun)).saw(StepEnded)[-1].wait


@probe(retry_seconds=300)
def wait_after_a_failed_step(limits: Limits) -> Any:
    from memory.models import Notebook
    from research.models import Entry

    task = started(limits)
    Notebook.objects.filter(pk=task.notebook_id).update(v=99)
    actions.advance(task.pk)
    return Entry.objects.get(task=task, kind="StepFailed").payload["again_in"]


@probe(step_seconds=0.0001)
def whether_a_step_runs_into_its_deadline(limits: Limits) -> Any:
    from research.models import Entry

    task = started(limits)
    actions.advance(task.pk)
    return [entry.payload["kind"] for entry in Entry.objects.filter(task=task, kind="StepFailed")]


@probe(beat_seconds=0.05)
def beats_within_a_third_of_a_second(limits: Limits) -> Any:
    import time

    from research.store.lease import Heartbeat, Held

    beats = []

    class Listening(Heartbeat):
        def _beat(self) -> None:
            while not self._done.wait(self._beat_seconds):
                beats.append(1)

    with Listening(Held(0, 0, 1), limits.lease_seconds, limits.beat_seconds):
        time.sleep(0.3)
    return bool(beats)


PROBES.update(follow_up_probes.PROBES)
assert clue_probes and prompt_probes and tree_probes  # imported so that their probes register


def test_every_limit_has_a_probe() -> None:
    assert set(PROBES) == {limit.name for limit in fields(Limits)}


@pytest.mark.parametrize("name", [limit.name for limit in fields(Limits)])
def test_changing_a_limit_changes_what_happens(name: str) -> None:
    value, see = PROBES[name]
    default = Limits()
    assert getattr(default, name) != value
    assert see(Limits.kept({**default.values(), name: value})) != see(default)
