"""A question asked of a web on loopback, and the line that comes of it: ours, and beside it what others would take."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from research import actions
from research.engine.limits import Limits
from research.management.measure.made_up_web import PLACES, made_up_pages, served
from research.management.measure.observed import HITS
from research.management.measure.questions import Question
from research.management.measure.running import counting, line_of
from research.management.measure.turns import turns_of
from research.models import ResearchTask

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical")]
ASKED = Question(
    "q1",
    f"How many MWh does the storage station of {PLACES[0]} hold, and when was it opened?",
    "en",
    "industry",
    ({"id": "k1", "all": [PLACES[0], r"\d+ MWh"]},),
    "asked.json",
)


@pytest.fixture
def web(settings: Any, tmp_path: Path) -> Iterator[None]:
    with served(made_up_pages(PLACES[:3])) as told:
        settings.SEARXNG_URL, settings.DOCUMENTS_FOLDER = told["SEARXNG_URL"], tmp_path
        settings.REACH_ALLOW_HOSTS = told["REACH_ALLOW_HOSTS"].split(",")
        yield


@pytest.mark.usefixtures("web")
def test_others_are_shown_ten_full_hits_of_each_search_and_each_whole_page() -> None:
    actions.first_admin()
    with counting() as bound:
        line = line_of(ASKED, 1, bound, changed={"steps": 12})
    task = ResearchTask.objects.get()
    searches = [turn for turn in turns_of(task) if '"tool": "search"' in turn.action]
    reads = [turn for turn in turns_of(task) if '"tool": "read"' in turn.action]
    assert {len(turn.texts) for turn in searches} == {HITS}
    assert task.hits.filter(query__batch=1).count() == Limits().hits, "ours is shown fewer"
    assert reads and all(len(turn.observation) > 5_000 for turn in reads)
    assert line["found"] == ["k1"] and line["tokens"]["total"] > 0 and line["folded"] == 0
    assert [other["system"] for other in line["baselines"]] == [
        "append everything",
        "observation masking",
        "summary only",
    ]
    on, off = line["loops"]
    assert (on["resum"], off["resum"]) == (True, False) and on["completed"] and 0 < on["most_share"] < 1
