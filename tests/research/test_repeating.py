"""Going in circles, measured on a finished task's rows."""

import pytest

from research.engine.events import PlanDrafted, QueriesWritten, RoundClosed
from research.management.repeating import fresh_share, repeated_share
from research.models import ResearchTask
from tests.builders import goal, query
from tests.research.test_store import told
from tests.whole.tasks import asked, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post", "shelf")]


@pytest.fixture
def task() -> ResearchTask:
    made = asked(room())
    told(made, PlanDrafted((goal(1),)))
    return made


def sent(task: ResearchTask, *texts: tuple[str, int, str]) -> None:
    """Text, batch, and why it was dropped."""
    made = (query(n, text=text, batch=batch, dropped=why) for n, (text, batch, why) in enumerate(texts, start=1))
    told(task, QueriesWritten(tuple(made)))


def test_only_what_was_sent_and_repeats_an_earlier_batch_counts(task: ResearchTask) -> None:
    sent(
        task,
        ("Lanwan storage capacity", 1, ""),
        ("Lanwan storage capacities", 1, ""),
        ("capacity of Lanwan storage", 2, ""),
        ("Lanwan storage capacity 2024", 2, ""),
        ("storage capacity Lanwan", 3, "repeats query 1"),
    )
    assert repeated_share(task) == 1 / 4


def test_a_task_that_sent_nothing_repeated_nothing(task: ResearchTask) -> None:
    assert (repeated_share(task), fresh_share(task)) == (0.0, 0.0)


def test_rounds_with_a_new_fact_are_counted_among_all_rounds(task: ResearchTask) -> None:
    told(task, RoundClosed(1, "capacity", 2), RoundClosed(1, "capacity", 0), RoundClosed(1, "capacity", 1))
    assert fresh_share(task) == 2 / 3


def test_a_pass_that_sends_nothing_is_no_round_of_search(task: ResearchTask) -> None:
    again = query(2, dropped="repeats query 1", twin=1)
    told(task, QueriesWritten((query(1),)), RoundClosed(1, "capacity", 2))
    told(task, QueriesWritten((again,)), RoundClosed(1, "capacity", 0))
    assert fresh_share(task) == 1.0
