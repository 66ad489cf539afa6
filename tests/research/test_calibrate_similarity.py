"""`manage.py calibrate similarity`: a scale that is fitted once for all processes, and what it is worth."""

import io
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.management import CommandError, call_command

from research import wiring
from research.management.commands import calibrate
from research.models import Audit, Calibration, Embedding
from research.roles.builtin.calibrate import read_background
from research.roles.endpoints import Vectors
from research.store.embeddings import KeptEmbedder
from tests.roles.test_roles_embedder import Far

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post", "shelf")]
PAIRS = "same\tfirst\tsecond\n1\tprice of copper\tcopper price\n0\tprice of copper 2023\tprice of copper 2024\n"


@pytest.fixture(autouse=True)
def a_database_that_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test database was migrated by the test run; a second migration inside a test would only cost time."""
    monkeypatch.setattr(calibrate, "bring_up_to_date", lambda: None)


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> Far:
    """Bound to a server, of which only the wire is missing."""
    there = Far()
    monkeypatch.setattr(wiring, "bind_vectors", lambda *args: there)
    wiring.vectors.cache_clear()
    return there


def said(*args: str, **options: Any) -> list[str]:
    out = io.StringIO()
    call_command("calibrate", "similarity", *args, stdout=out, **options)
    return out.getvalue().splitlines()


def pairs(tmp_path: Path, text: str = PAIRS) -> Path:
    path = tmp_path / "pairs.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_last_line_is_recall_and_false_drops_in_two_decimals(tmp_path: Path) -> None:
    *told, last = said(pairs=pairs(tmp_path))
    assert last == "recall 1.00 false 0.00"
    assert len(told) == 1


def test_each_disagreement_is_shown_with_what_decided(tmp_path: Path) -> None:
    text = "1\tprice of copper 2023\tcopper price\n0\tprice of copper\tcopper price\n"
    _, missed, wrongly, last = said(pairs=pairs(tmp_path, text))
    assert missed.startswith("missed: price of copper 2023 | copper price (")
    assert "2023" in missed.partition("(")[2]
    assert wrongly.startswith("dropped wrongly: price of copper | copper price (")
    assert wrongly.endswith("no contrast)")
    assert last == "recall 0.00 false 1.00"


def test_a_scale_is_kept_with_its_embedder_and_used_from_the_next_step_on(far: Far) -> None:
    (line,) = said()
    row = Calibration.objects.get()
    assert row.base == Far.name
    assert row.embedder == wiring.embedder_for().name
    assert line.startswith(f"{row.embedder}: fitted on {len(read_background())} texts and ")
    fitted = len(far.asked)
    async_to_sync(wiring.embedder_for().embed)(["a text"])
    async_to_sync(wiring.embedder_for().embed)(["a text"])
    assert far.asked[fitted:] == [1, 1]
    assert Audit.objects.get(verb="calibrate_embedder").after == row.embedder


def test_the_same_lists_give_the_same_scale_and_nothing_changes(far: Far) -> None:
    assert said()[0].endswith("made anew as they are needed")
    made = Calibration.objects.get().made_at
    assert said()[0].endswith("as before")
    assert (Calibration.objects.get().made_at, Audit.objects.filter(verb="calibrate_embedder").count()) == (made, 1)


def test_the_first_use_fits_and_keeps_a_scale_for_the_processes_that_follow(far: Far) -> None:
    async_to_sync(wiring.embedder_for().embed)(["a text"])
    row = Calibration.objects.get()
    assert (row.by, row.embedder) == ("first use", f"{Far.name}#c1")
    before = len(far.asked)
    async_to_sync(wiring.embedder_for().embed)(["a text"])
    assert far.asked[before:] == [1]


def test_another_background_is_another_scale_and_its_vectors_meet_no_older_ones(far: Far, tmp_path: Path) -> None:
    """B-135: what was centred by another mean is another embedder's."""
    said()
    async_to_sync(KeptEmbedder(wiring.embedder_for()).embed)(["a text"])
    other = tmp_path / "background.txt"
    other.write_text("\n".join(f"text number {n} on a matter of its own" for n in range(30)), encoding="utf-8")
    said(background=other)
    async_to_sync(KeptEmbedder(wiring.embedder_for()).embed)(["a text"])
    one, two = Embedding.objects.order_by("pk")
    assert one.embedder != two.embedder == wiring.embedder_for().name
    assert list(one.vector) != list(two.vector)


@pytest.mark.parametrize(
    ("option", "text", "fault"),
    [
        ("pairs", "1\ta\tb\n", "must hold both"),
        ("pairs", "yes\ta\tb\n", "line 1"),
        ("labelled", "1\ta\tb\n", "must hold both"),
        ("background", "one\ntwo\none\n", "holds 2 texts"),
        ("pairs", None, "can't be read"),
    ],
)
def test_a_file_that_is_of_no_use_is_refused_before_anything_is_fitted(
    option: str, text: str | None, fault: str, tmp_path: Path
) -> None:
    path = pairs(tmp_path, text) if text is not None else tmp_path / "missing"
    with pytest.raises(CommandError, match=fault):
        said(**{option: path})
    assert not Calibration.objects.exists()


class Moved(Far):
    """The same address, another model behind it."""

    async def vectors(self, texts: tuple[str, ...]) -> Vectors:
        return await Far(places=8).vectors(texts)


def test_a_new_calibration_takes_in_a_model_of_another_length(far: Far, monkeypatch: pytest.MonkeyPatch) -> None:
    said()
    monkeypatch.setattr(wiring, "bind_vectors", lambda *args: Moved())
    wiring.vectors.cache_clear()
    said()
    (vector,) = async_to_sync(wiring.embedder_for().embed)(["a text"])
    assert len(vector) == 8
