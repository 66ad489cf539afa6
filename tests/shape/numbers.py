"""Finds numbers that stand where nobody would look for them (R230)."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.shape.tree import File

PLAIN = {0, 1, 2, -1, 100}
"""Nothing, one, a pair, the last, and per cent: no choice of ours."""
TELLING = (
    "timeout",
    "limit",
    "cap",
    "threshold",
    "seconds",
    "most",
    "least",
    "maximum",
    "minimum",
    "retries",
    "attempts",
)
"""Names of arguments that hold a choice, whatever its value."""


@dataclass(frozen=True)
class Found:
    file: str
    line: int
    where: str
    number: str
    source: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} in {self.where}: {self.number}   {self.source}"


def loose_numbers(file: File) -> Iterator[Found]:
    """Every number but those of named, explained constants."""
    for statement in file.tree.body:
        if not _is_explained_constant(statement, file):
            yield from _within(statement, file, _name(statement))


def _name(statement: ast.stmt) -> str:
    return getattr(statement, "name", "the module")


def _is_explained_constant(statement: ast.stmt, file: File) -> bool:
    """NAME = … with its unit or reason beside it: behind it, above it, or as a docstring under it."""
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    else:
        return False
    names = [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
    return bool(names) and all(name.isupper() for name in names) and _explained(statement, file)


def _explained(statement: ast.stmt, file: File) -> bool:
    assert statement.end_lineno is not None
    own = file.lines[statement.lineno - 1 : statement.end_lineno]
    return any("#" in line for line in own) or _comment_above(statement, file) or _docstring_below(statement, file)


def _comment_above(statement: ast.stmt, file: File) -> bool:
    """Directly above, or above the run of constants that it belongs to."""
    above = file.lines[: statement.lineno - 1]
    while above and re.match(r"_?[A-Z][A-Z0-9_, ]* = ", above[-1]):
        above.pop()
    return bool(above) and above[-1].startswith("#")


def _docstring_below(statement: ast.stmt, file: File) -> bool:
    """Directly below, or below the run."""
    for after in file.tree.body[file.tree.body.index(statement) + 1 :]:
        if isinstance(after, ast.Expr):
            return isinstance(after.value, ast.Constant) and isinstance(after.value.value, str)
        if not isinstance(after, ast.Assign) or after.lineno != statement.lineno + 1:
            return False
        statement = after
    return False


def _within(statement: ast.stmt, file: File, where: str) -> Iterator[Found]:
    places = {id(number) for node in ast.walk(statement) for number in _places(node)}
    telling = {id(number) for node in ast.walk(statement) for number in _telling_numbers(node)}
    signs = {id(node.operand): node for node in ast.walk(statement) if isinstance(node, ast.UnaryOp)}
    for node in ast.walk(statement):
        if not _is_number(node) or id(node) in places:
            continue
        value = -node.value if isinstance(getattr(signs.get(id(node)), "op", None), ast.USub) else node.value
        if value not in PLAIN or id(node) in telling:
            yield Found(file.name, node.lineno, where, str(value), file.lines[node.lineno - 1].strip())


def _telling_numbers(node: ast.AST) -> Iterator[ast.AST]:
    """Numbers that are a choice even if they are small: named arguments, their defaults, and cuts like [:100]."""
    if isinstance(node, ast.keyword) and node.arg and _tells(node.arg) and _is_number(node.value, above=0):
        yield node.value
    if isinstance(node, ast.arguments):
        named = [
            *zip(reversed(node.args), reversed(node.defaults), strict=False),
            *zip(node.kwonlyargs, node.kw_defaults, strict=True),
        ]
        yield from (value for argument, value in named if _tells(argument.arg) and _is_number(value, above=0))
    if isinstance(node, ast.Slice) and _is_number(node.upper, above=2):
        yield node.upper  # type: ignore[misc]  # a number, as just seen


def _places(node: ast.AST) -> Iterator[ast.AST]:
    """Which part of a thing is meant, as in match[3] or parts[-2:]: the thing's own shape decides it."""
    if isinstance(node, ast.Subscript):
        index = node.slice.lower if isinstance(node.slice, ast.Slice) else node.slice
        yield from ast.walk(index) if isinstance(index, ast.Constant | ast.UnaryOp) else ()


def _tells(name: str) -> bool:
    return any(part in TELLING for part in name.lower().split("_"))


def _is_number(node: ast.AST | None, above: float | None = None) -> bool:
    if not isinstance(node, ast.Constant) or isinstance(node.value, bool) or not isinstance(node.value, int | float):
        return False
    return above is None or node.value > above
