"""The ladder of five hundred steps, which lives with the tests: its world in memory is theirs."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any


def ladder_of(corpora: Sequence[Path]) -> dict[str, Any]:
    """Needs a checkout: an image of the product has no tests in it."""
    try:
        script, ladder = import_module("tests.bench.script"), import_module("tests.bench.ladder")
    except ModuleNotFoundError as missing:
        raise ValueError(f"this installation has no tests in it ({missing.name})") from None
    begun = script.of_corpora(corpora) if corpora else script.made_up()
    named = ", ".join(path.name for path in corpora) or "made-up pages"
    return {"from": named, **ladder.measured(begun)}
