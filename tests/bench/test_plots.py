"""Curves in files that change only with their numbers."""

from pathlib import Path

from research.management.measure.plots import curves


def test_the_same_curves_make_the_same_file(tmp_path: Path) -> None:
    lines = {"redthread": [1, 2, 2, 2], "append everything": [1, 3, 6, 10]}
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        curves(tmp_path / name / "input.svg", lines, "Main input", "step", "tokens", log=True)
    first, second = ((tmp_path / name / "input.svg").read_text() for name in ("one", "two"))
    assert first == second
    assert (first.startswith("<?xml") and "Main input" in first) or "<svg" in first


def test_other_numbers_make_another_file(tmp_path: Path) -> None:
    curves(tmp_path / "input.svg", {"redthread": [1, 2]}, "Main input", "step", "tokens")
    before = (tmp_path / "input.svg").read_text()
    curves(tmp_path / "input.svg", {"redthread": [1, 3]}, "Main input", "step", "tokens")
    assert (tmp_path / "input.svg").read_text() != before
