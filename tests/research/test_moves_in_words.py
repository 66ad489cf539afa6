"""Why a task moved, as its journal says it, has its words in a reader's language."""

import ast
from pathlib import Path

from tests.sayings import is_known


def test_every_reason_that_a_verb_gives_for_a_move_is_known() -> None:
    given = [text for path in Path("research/actions").glob("*.py") for text in reasons(path.read_text())]
    assert len(given) >= 4
    assert [text for text in given if not is_known(text)] == []


def reasons(source: str) -> list[str]:
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    moves = [call for call in calls if getattr(call.func, "id", "") == "set_status" and len(call.args) > 3]
    return [call.args[3].value for call in moves if isinstance(call.args[3], ast.Constant)]  # type: ignore[misc]
