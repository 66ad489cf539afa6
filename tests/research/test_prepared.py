"""Statements that are put together once say what Django's say."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from research.models import Calibration, Embedding, HostPause
from research.store.prepared import Prepared, PreparedChange

pytestmark = pytest.mark.django_db


def scale(embedder: str, base: str, **told: Any) -> Calibration:
    return Calibration.objects.create(
        embedder=embedder,
        base=base,
        name="first",
        mean=[0.5, 1],
        curve=[[0, 1]],
        made_at=timezone.now(),
        by="%s",
        **told,
    )


def test_a_prepared_question_brings_what_the_queryset_brings_json_read() -> None:
    def of_base(base: str) -> QuerySet[Any, Any]:
        return Calibration.objects.filter(base=base, by="%s").values_list("embedder", "mean", "made_at")

    for name in ("one", "two"):
        scale(name, "base")
    scale("other", "elsewhere")
    asked = Prepared(of_base)
    assert list(asked("base")) == list(of_base("base"))
    assert list(asked("elsewhere")) == list(of_base("elsewhere"))
    assert len(asked("base")) == 2
    assert list(asked("nowhere")) == []


def test_a_prepared_question_is_put_together_once_and_asked_each_time() -> None:
    made = []

    @Prepared
    def of_base(base: str) -> QuerySet[Any, Any]:
        made.append(base)
        return Calibration.objects.filter(base=base).values_list("pk")

    with CaptureQueriesContext(
        connection,
    ) as said:
        for base in ("a", "b", "a"):
            of_base(base)
    assert len(made) == 1
    assert len(said) == 3


@pytest.mark.parametrize("hashes", [[], ["a"], ["a", "c", "it's %s"]])
def test_a_list_may_be_of_any_length(hashes: list[str]) -> None:
    @Prepared
    def known(embedder: str, hashes: list[str]) -> QuerySet[Any, Any]:
        rows = Embedding.objects.filter(embedder=embedder, text_hash__in=hashes).order_by("text_hash")
        return rows.values_list("text_hash", "vector")

    for name in ("a", "b", "c", "it's %s"):
        Embedding.objects.create(text_hash=name, embedder="mine", vector=[0.25, 1.0])
        Embedding.objects.create(text_hash=name, embedder="another", vector=[0.5])
    assert list(known("mine", hashes)) == [(name, [0.25, 1.0]) for name in sorted(hashes)]


def test_a_prepared_change_changes_those_rows_alone_and_says_what_it_is_told_to() -> None:
    @PreparedChange
    def paused(host: str, seconds: timedelta) -> tuple[QuerySet[HostPause], dict[str, Any]]:
        return HostPause.objects.filter(host=host), {"until": Now() + seconds}

    old = timezone.now() - timedelta(days=1)
    for host in ("a.example", "b.example"):
        HostPause.objects.create(host=host, until=old)
    assert len(paused("a.example", timedelta(hours=1))) == 1
    assert len(paused("nowhere.example", timedelta(hours=1))) == 0
    assert HostPause.objects.get(host="a.example").until > timezone.now() + timedelta(minutes=59)
    assert HostPause.objects.get(host="b.example").until == old
