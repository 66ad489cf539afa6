"""What a model call takes without the model: measured, and nothing of the measuring stays."""

import pytest

from research.management.measure import overhead
from research.models import ModelCall, ResearchTask, Workspace
from tests.whole.tasks import room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]


def test_the_overhead_of_a_call_is_measured_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    here = room()
    monkeypatch.setattr(overhead, "CALLS", 12)
    seen: list[int] = []
    answering = overhead.AtOnce.complete

    async def counted(self: overhead.AtOnce, request: object) -> object:
        seen.append(await ModelCall.objects.filter(state="reserved").acount())
        return await answering(self, request)  # type: ignore[arg-type]

    monkeypatch.setattr(overhead.AtOnce, "complete", counted)
    told = overhead.measured()
    assert seen == [1] * 12
    assert 0 < told["median_ms"] <= told["p90_ms"] and told["calls"] == 12
    assert list(Workspace.objects.all()) == [here.workspace]
    assert not ModelCall.objects.exists() and not ResearchTask.objects.exists()
