"""Which channels a gap is looked for in: rules, what binds, and what a planner may say."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.engine import channels
from research.engine.channels import Lack, choose, own_language
from research.engine.events import FindsTriaged, QueriesWritten
from research.engine.lifecycle import Phase
from research.engine.state import Round
from research.roles.briefs import DraftQuery, QueryBrief
from research.terms import Channel, Find, Language
from tests.builders import SaidExecutor, SaidPlanner, goal, leaf, query, state, world

NAMES = ("documents", "searxng", "wikipedia", "arxiv", "crossref", "openalex", "feeds")
OFFERED = tuple(Channel(name, f"About {name}. Use it. Not for all.") for name in NAMES)
STOCK = Channel(
    "database", "Holds the daily stock of battery cells by warehouse. Use it for stock figures. Not for subsidy rules."
)


def lack(goal: str, gap: str = "", question: str = "", dry: bool = False) -> Lack:
    return Lack(question or goal, goal, gap, dry)


@pytest.mark.parametrize(
    ("text", "names", "reason"),
    [
        ("papers on sodium anodes", {"arxiv", "crossref", "openalex"}, channels.PAPERS),
        ("What does 10.1038/s41586-020-2649-2 conclude?", {"arxiv", "crossref", "openalex"}, channels.PAPERS),
        ("arXiv:2101.00001 main result", {"arxiv", "crossref", "openalex"}, channels.PAPERS),
        ("钠离子电池的论文", {"arxiv", "crossref", "openalex"}, channels.PAPERS),
        ("history of the Red Cape station", {"wikipedia", "searxng"}, channels.ENTRY),
        ("什么是抽水蓄能", {"wikipedia", "searxng"}, channels.ENTRY),
        ("What is a flow battery?", {"wikipedia", "searxng"}, channels.ENTRY),
        ("latest storage prices in Lanwan", {"searxng", "feeds"}, channels.NEWS),
        ("储能电芯 最新 报价", {"searxng", "feeds"}, channels.NEWS),
        ("storage capacity of Lanwan", {"searxng", "wikipedia"}, channels.GENERAL),
        ("澜湾储能装机容量", {"searxng", "wikipedia"}, channels.GENERAL),
    ],
)
def test_a_rule_chooses_and_documents_are_asked_beside_it(text: str, names: set[str], reason: str) -> None:
    made = choose(lack(text), OFFERED)
    assert set(made.names) == names | {"documents"}
    assert made.reason == reason


def test_two_rules_that_fit_are_both_followed() -> None:
    made = choose(lack("latest papers on sodium anodes"), OFFERED)
    assert set(made.names) == {"documents", "arxiv", "crossref", "openalex", "searxng", "feeds"}
    assert made.reason == f"{channels.PAPERS}; {channels.NEWS}"


def test_a_rule_whose_channels_nobody_switched_on_gives_way_to_the_general_ones() -> None:
    made = choose(lack("papers on sodium anodes"), OFFERED[:2])
    assert made == channels.Choice(("documents", "searxng"), channels.GENERAL)


def test_channels_come_in_the_order_in_which_they_are_offered() -> None:
    backwards = tuple(reversed(OFFERED))
    made = choose(lack("storage capacity"), backwards)
    assert made.names == tuple(channel.name for channel in backwards if channel.name in made.names)


@pytest.mark.parametrize(
    "text", ["our company's stock of cells", "minutes of our team", "我们公司的库存", "我司的报销制度", "本公司客户"]
)
@pytest.mark.parametrize("dry", [False, True])
def test_the_teams_own_matters_go_nowhere_else_whoever_says_so(text: str, dry: bool) -> None:
    """A search text tells the service that reads it what the team is working on."""
    made = choose(lack(text, dry=dry), OFFERED, ["searxng", "wikipedia"])
    assert made == channels.Choice(("documents",), channels.OWN_MATTERS)


@pytest.mark.parametrize(
    "text", ["internal memos of Boeing on the 737", "our solar system", "我所知道的储能", "the company's policy"]
)
def test_another_companys_matters_are_searched_like_any_other(text: str) -> None:
    assert "searxng" in choose(lack(text), OFFERED).names


def test_a_channel_that_an_operator_described_is_asked_when_its_words_are_the_gaps() -> None:
    made = choose(lack("stock of battery cells in May"), (*OFFERED, STOCK))
    assert "database" in made.names and "shares words with what is missing: database" in made.reason
    assert "database" in choose(lack("our company's battery cells"), (*OFFERED, STOCK)).names


@pytest.mark.parametrize("text", ["subsidy rules of Lanwan", "use the figures", "opening day of the bridge"])
def test_what_a_description_says_it_is_not_for_does_not_call_for_it(text: str) -> None:
    assert "database" not in choose(lack(text), (*OFFERED, STOCK)).names


def test_addresses_of_the_question_are_always_looked_at() -> None:
    offered = (Channel("pages", "Reads the addresses of the question."), *OFFERED)
    made = choose(lack("storage capacity"), offered, ["wikipedia"])
    assert made == channels.Choice(("pages", "documents", "wikipedia"), f"{channels.PLANNED}; {channels.NAMED}")


def test_the_planner_comes_before_the_rules_that_do_not_bind() -> None:
    made = choose(lack("history of Lanwan"), OFFERED, ["openalex", "nonsense"])
    assert made == channels.Choice(("documents", "openalex"), channels.PLANNED)


@pytest.mark.parametrize("planned", [(), ("google", "https://x.example/"), ("",)])
def test_a_planner_that_names_nothing_offered_leaves_it_to_the_rules(planned: tuple[str, ...]) -> None:
    assert choose(lack("history of Lanwan"), OFFERED, planned) == choose(lack("history of Lanwan"), OFFERED)


def test_after_a_round_that_brought_nothing_every_channel_is_asked() -> None:
    made = choose(lack("history of Lanwan", dry=True), OFFERED, ["documents"])
    assert made == channels.Choice(NAMES, channels.WIDER)


def test_where_nothing_can_be_chosen_nothing_is_said() -> None:
    assert choose(lack("history of Lanwan"), ()) == channels.Choice((), "")


@given(st.text(max_size=60), st.text(max_size=30), st.sets(st.sampled_from([*NAMES, "x"])), st.booleans())
def test_only_what_is_offered_is_chosen_and_documents_are_among_it(
    text: str, gap: str, planned: set[str], dry: bool
) -> None:
    made = choose(Lack(text, text, gap, dry), OFFERED, planned)
    assert set(made.names) <= set(NAMES) and "documents" in made.names and made.reason


@pytest.mark.parametrize(
    ("text", "asked", "language"),
    [
        ("Lanwan storage subsidy", Language.ENGLISH, None),
        ("澜湾 储能补贴", Language.CHINESE, None),
        ("澜湾 储能补贴", Language.ENGLISH, "zh"),
        ("Lanwan storage subsidy", Language.CHINESE, "en"),
    ],
)
def test_a_variant_in_another_language_carries_its_own(text: str, asked: Language, language: str | None) -> None:
    assert own_language(text, asked) == language


class Choosing(SaidPlanner):
    async def write_queries(self, brief: QueryBrief) -> tuple[DraftQuery, ...]:
        self.asked.append(brief)
        return (DraftQuery("Lanwan storage", brief.gap), DraftQuery("storage Lanwan", "", ("wikipedia",)),
                DraftQuery("capacity of the bay", ""))  # fmt: skip


async def test_one_decision_is_made_for_a_batch_and_stands_in_each_query_that_is_sent() -> None:
    there: Any = world(begun=state(goal(), active=1), planner=Choosing())
    there.tools = replace(there.tools, channels=OFFERED)
    await there.step()
    (written,) = there.saw(QueriesWritten)
    assert there.tools.planner.asked[0].channels == OFFERED
    sent = [query for query in written.queries if not query.dropped]
    assert {(query.channels, query.channel_reason) for query in sent} == {
        (("documents", "wikipedia"), channels.PLANNED)
    }
    dropped = [query for query in written.queries if query.dropped]
    assert dropped and all(query.channels == () for query in dropped)


async def test_a_page_that_the_question_names_is_read_whatever_its_address_looks_like() -> None:
    named, other = leaf("Named", "Lanwan had 1,240 MWh of storage."), leaf("Other", "Lanwan had nothing.")
    finds = tuple(
        Find(1, channel, each.source.title, "", each.source.url, None, 1)
        for channel, each in (("pages", named), ("searxng", other))
    )
    begun = state(goal(), phase=Phase.EVIDENCE, active=1, round=Round("capacity", (query(),), finds))
    there: Any = world([named, other], begun, executor=SaidExecutor({"Named": 0.0, "Other": 0.0}))
    await there.step()
    (triaged,) = there.saw(FindsTriaged)
    assert dict(triaged.relevance) == {named.source.url: 1.0, other.source.url: 0.0}
    assert there.shelf.opened == [named.source.url]
