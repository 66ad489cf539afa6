"""A file fits a sitting, a function fits a screen, and a name says what it holds."""

import ast
import re
import statistics

from tests.shape.tree import ROOT, Function, files, length

FILE, TEST_FILE, FUNCTION, MEDIAN, VIEW = 300, 600, 40, 10, 15
DRAWERS = {"utils", "util", "helpers", "helper", "common", "manager", "handler", "handlers", "service", "services"}
DRAWERS |= {"base", "impl", "misc", "core", "lib", "stuff"}
ALLOWED = {"research/embedded/backend/base.py": "the module that Django asks a database backend for"}


def test_files_fit_a_sitting() -> None:
    long = {file.name: len(file.lines) for file in files("research", "reach", "memory") if len(file.lines) > FILE}
    assert not long


def test_files_of_tests_may_be_twice_as_long() -> None:
    long = {file.name: len(file.lines) for file in files("tests") if len(file.lines) > TEST_FILE}
    assert not long


def functions(*folders: str) -> list[tuple[int, str, Function]]:
    return [(length(one), file.name, one) for file in files(*folders) for one in file.functions()]


def test_functions_fit_a_screen() -> None:
    every = functions("research", "reach", "memory")
    assert not [(lines, file, one.name) for lines, file, one in every if lines > FUNCTION]
    assert statistics.median(lines for lines, _file, _one in every) < MEDIAN


def test_views_of_the_api_find_check_act_and_show() -> None:
    """Docstring included; more is a rule that belongs into a verb."""
    routed = [
        (lines, file, one.name)
        for lines, file, one in functions("research/web")
        if any(ast.unparse(decorator).startswith(("router.", "api.")) for decorator in one.decorator_list)
    ]
    assert len(routed) > 20
    assert not [view for view in routed if view[0] > VIEW]


def test_no_name_is_a_drawer() -> None:
    """Files by their own name; classes by their last word."""
    names = {file.name for file in files("research", "reach", "memory") if DRAWERS & set(file.path.stem.split("_"))}
    assert names == set(ALLOWED)
    last = re.compile(r"(Utils?|Helpers?|Manager|Handler|Service|Impl|Misc)$")
    classes = [
        f"{file.name}: {name}"
        for file in files("research", "reach", "memory")
        for name in re.findall(r"^class (\w+)", file.text, re.MULTILINE)
        if last.search(name)
    ]
    assert not classes


def test_folders_are_no_drawers_either() -> None:
    tops = [ROOT / top for top in ("research", "reach", "memory", "tests", "static", "templates")]
    assert not [path for top in tops for path in top.rglob("*") if path.is_dir() and path.name in DRAWERS]


def test_nothing_is_left_undone() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b|raise NotImplemented")
    assert not [file.name for file in files("research", "reach", "memory") if marks.search(file.text)]
