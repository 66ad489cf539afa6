"""What no report ever cited comes last in a builtin planner's queries (R074)."""

from dataclasses import replace

from research.roles.briefs import QueryBrief
from research.roles.builtin.planner import BuiltinPlanner
from research.roles.builtin.query_lines import same_line
from research.roles.patterns import Unpaid, Wording, wording_of
from tests.roles.builtin.briefs_made import TEP_QUESTION, goal, query_brief

GOAL = goal("Tarn archives checksums: files, proposals, decision or status, date", "files, proposals", "status, date")
BRIEF = query_brief(TEP_QUESTION, GOAL)


async def texts(brief: QueryBrief) -> list[str]:
    return [draft.text for draft in await BuiltinPlanner().write_queries(brief)]


async def all_lines(brief: QueryBrief) -> list[str]:
    """Round after round, until nothing is left to ask."""
    asked: list[str] = []
    while more := await texts(replace(brief, outcomes=tuple(asked))):
        asked += more
    return asked


async def test_a_wording_that_never_paid_gives_way_to_the_others() -> None:
    first = await texts(BRIEF)
    worn = wording_of(first[0], TEP_QUESTION)
    later = await texts(replace(BRIEF, unpaid=(Unpaid(worn, 9),)))
    assert later
    assert first != later
    assert worn not in {wording_of(text, TEP_QUESTION) for text in later}


async def test_a_query_that_never_paid_gives_way_in_whatever_order_its_words_stand() -> None:
    first = await texts(BRIEF)
    waste = " ".join(reversed(first[0].split()))
    later = await texts(replace(BRIEF, wasted=(waste,)))
    assert later and not any(same_line(text, waste) for text in later)


async def test_what_never_paid_is_asked_last_and_one_at_a_time_and_may_still_prove_itself() -> None:
    unpaid = Unpaid(wording_of((await texts(BRIEF))[0], TEP_QUESTION), 9)
    learned = replace(BRIEF, unpaid=(unpaid,))
    every = await all_lines(learned)
    worn = [wording_of(text, TEP_QUESTION) is unpaid.wording for text in every]
    assert any(worn)
    assert worn == sorted(worn)
    rest = tuple(text for text, is_worn in zip(every, worn, strict=True) if not is_worn)
    assert len(await texts(replace(learned, outcomes=rest))) == 1


async def test_where_everything_is_waste_one_line_is_still_asked() -> None:
    hopeless = replace(BRIEF, unpaid=tuple(Unpaid(each, 9) for each in Wording))
    assert await texts(hopeless) == (await texts(BRIEF))[:1]
