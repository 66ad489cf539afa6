"""Changing a limit changes what happens: for each, where its effect is seen (R230)."""

from dataclasses import fields, replace
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from memory.evolving import ConfirmedFact, EvolvingReport, Hypothesis
from research.engine.choose import gain
from research.engine.events import Digested, PlanDrafted, QueriesWritten, Remembered, ReportEvolved, Summarised
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.paragraphs import worth_showing
from research.engine.scoring import accepted, score
from research.engine.state import Round
from research.engine.thin import far_too_short
from research.engine.tools import ReadPage
from research.roles.briefs import PlannedGoal, QuoteBrief
from research.roles.patterns import Unpaid, Wording
from tests.builders import OFF_GOAL, SaidExecutor, SaidPlanner, World, evidence, goal, in_hand, leaf, query, state
from tests.research import (
    clue_probes,
    desk_probes,
    durability_probes,
    ending_probes,
    follow_up_probes,
    model_probes,
    prompt_probes,
    tree_probes,
)
from tests.research.probing import PROBES, WORDS, probe, step, there, until
from tests.whole.tasks import asked, room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post")]

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


@probe(reads_per_round=5, hits=2)
def pages_read_in_a_round(limits: Limits) -> Any:
    return len(reading(limits).shelf.opened)


@probe(promising_snippet=0.3)
def pages_read_that_promise_little(limits: Limits) -> Any:
    return len(reading(limits, **{each.source.title: 0.4 for each in LEAVES}).shelf.opened)


@probe(passable_snippet=0.7)
def pages_read_where_a_round_has_places_left(limits: Limits) -> Any:
    return len(reading(limits, **{each.source.title: 0.6 for each in LEAVES}).shelf.opened)


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


@probe(digest_above=0)
def what_a_short_reach_is_told_by(limits: Limits) -> Any:
    return remembering(limits, evidence(quote=WORDS)).saw(Digested)[0].digests[0].worded


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
    return len(remembering(limits, *pieces).saw(Remembered)[0].working.entries)


@probe(summary_tokens=200)
def what_a_summary_has_room_for(limits: Limits) -> Any:
    pieces = [evidence(n, quote=f"In {1990 + n} station {n} of Lanwan held {n * 37} MWh. " * 3) for n in range(1, 9)]
    made = remembering(limits, *pieces, of=goal(rounds=3)).saw(Summarised)
    return [len(part.summary.text()) for part in made]


@probe(summary_from=1)
def who_is_asked_for_a_summary_of_one_quotation(limits: Limits) -> Any:
    ended = remembering(limits, evidence(1, quote=WORDS), of=goal(rounds=3))
    return len(ended.tools.executor.summed)  # type: ignore[attr-defined]


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


@probe(found_tokens=100)
def quotations_that_a_planner_is_shown(limits: Limits) -> Any:
    pieces = [evidence(n, quote=f"In {1990 + n} station {n} of Lanwan held {n * 37} MWh.") for n in range(1, 9)]
    made = there(limits, (), state(goal()))
    made.box.pieces = {piece.number: piece for piece in pieces}
    return step(made).tools.planner.asked[0].shown  # type: ignore[attr-defined]


@probe(nearest_tokens=100)
def what_a_planner_is_told_of_a_long_report(limits: Limits) -> Any:
    begun = state(goal(), active=1)
    begun = replace(begun, mind=replace(begun.mind, evolving=long_report()))
    return step(there(limits, (), begun)).tools.planner.asked[0].report  # type: ignore[attr-defined]


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


PROBES.update(follow_up_probes.PROBES)
REGISTERED = (
    clue_probes,
    desk_probes,
    durability_probes,
    ending_probes,
    model_probes,
    prompt_probes,
    tree_probes,
)  # by the import


def test_every_limit_has_a_probe() -> None:
    assert set(PROBES) == {limit.name for limit in fields(Limits)}


@pytest.mark.parametrize("name", [limit.name for limit in fields(Limits)])
def test_changing_a_limit_changes_what_happens(name: str) -> None:
    value, see = PROBES[name]
    default = Limits()
    assert getattr(default, name) != value
    assert see(Limits.kept({**default.values(), name: value})) != see(default)
