"""A task's columns are moved by conditional UPDATEs, each by name. A bare save() writes back what is long past."""

import ast
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tests.shape.tree import File, files

ROWS_OF_A_TASK = {"task", "lease", "found", "research_task", "researchtask"}


def bare_saves(file: File) -> Iterator[str]:
    """x.save() without update_fields or force_insert, where x may be a task or lease by name or by type."""
    typed = {
        argument.arg
        for function in ast.walk(file.tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for argument in function.args.args
        if argument.annotation is not None and ast.unparse(argument.annotation) in ("ResearchTask", "Lease")
    }
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("save", "asave"):
            named = {keyword.arg for keyword in node.keywords}
            whose = ast.unparse(node.func.value).rpartition(".")[2]
            if whose in typed | ROWS_OF_A_TASK and not named & {"update_fields", "force_insert"}:
                yield f"{file.name}:{node.lineno}"


def test_no_task_is_saved_whole() -> None:
    assert not [place for file in files("research", "memory") for place in bare_saves(file)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("task.save()", 1),
        ("self.task.save()", 1),
        ("def end(row: ResearchTask) -> None:\n    row.save()", 1),
        ("task.save(update_fields=['status'])", 0),
        ("form.save()", 0),
    ],
)
def test_a_bare_save_is_found(text: str, found: int) -> None:
    made: Any = SimpleNamespace(name="made.py", tree=ast.parse(text))
    assert len(list(bare_saves(made))) == found
