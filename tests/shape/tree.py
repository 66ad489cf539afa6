"""The code as data: every file of ours, read once."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("research", "reach", "memory")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class File:
    path: Path
    text: str
    tree: ast.Module

    @property
    def name(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    def functions(self) -> Iterator[Function]:
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))


@cache
def files(*folders: str) -> tuple[File, ...]:
    """Python files below the folders; migrations are Django's, not ours."""
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    own = [path for path in paths if "migrations" not in path.parts]
    return tuple(_parsed(path) for path in own)


@cache
def _parsed(path: Path) -> File:
    text = path.read_text(encoding="utf-8")
    return File(path, text, ast.parse(text))


def length(function: Function) -> int:
    assert function.end_lineno is not None
    return function.end_lineno - function.lineno + 1
