"""The core is pure: the linter reads it in the text, a fresh interpreter shows it in life."""

import ast
import subprocess
import sys

import pytest

from tests.shape.tree import ROOT, File, files

CORE = ["research/engine", "research/roles", "research/prompts", "research/terms", "reach", "memory"]
ROWS = {"memory/models.py", "memory/store.py", "memory/apps.py"}
FRAMEWORKS = {"django", "celery", "kombu", "channels", "ninja", "psycopg", "pgvector", "redis"}


def modules() -> list[str]:
    found = [file.name for file in files(*CORE) if file.name not in ROWS]
    return [name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in found]


def test_a_fresh_interpreter_loads_the_core_without_any_framework() -> None:
    """Other settings than none must not matter, so the variable that Django looks for points nowhere."""
    program = f"""
import importlib, sys
for name in {modules()!r}:
    importlib.import_module(name)
print(*sorted({FRAMEWORKS!r} & {{name.partition(".")[0] for name in sys.modules}}))
"""
    environment = {"PATH": "", "DJANGO_SETTINGS_MODULE": "nowhere"}
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == []


def test_importing_the_package_imports_nothing_else() -> None:
    """Celery's tutorial puts its app here; that would pull Django into the core, and no linter would notice."""
    for package in ("research", "research/engine", "research/roles", "reach", "memory"):
        (file,) = [file for file in files(package) if file.name == f"{package}/__init__.py"]
        assert not imported(file), file.name


def imported(file: File) -> set[str]:
    names = [alias.name for node in ast.walk(file.tree) if isinstance(node, ast.Import) for alias in node.names]
    return {*names, *(str(node.module) for node in ast.walk(file.tree) if isinstance(node, ast.ImportFrom))}


OPENERS = {
    "socket",
    "ssl",
    "http.client",
    "urllib.request",
    "urllib3",
    "ftplib",
    "smtplib",
    "telnetlib",
    "xmlrpc",
    "psycopg",
}
MAY_OPEN = {
    "reach/egress.py": "the one way out to the web",
    "reach/authorities.py": "whose certificates are accepted; opens none",
    "research/roles/endpoints/bounded.py": "the way to model servers; their certificates",
    "research/management/measure/onlooker.py": "opens our own page while memory is measured, on loopback",
    "research/management/commands/up.py": "takes our own port, and asks whether it answers",
    "research/actions/advance.py": "the machine's name, for the lease",
    "research/store/view_rows.py": "the operator's database view, read-only (the channel `database`)",
    "research/store/scrubbing.py": "how Django's own connections write text; opens none",
    "research/store/faults.py": "knows what a database's exceptions are, to leave their words out",
    "research/embedded/server.py": "our own database server, to see whether it is up and to make its database",
    "research/embedded/backend/base.py": "knows the exception of Django's own connection, to start that server",
}


def opens(file: File) -> bool:
    return any(name in OPENERS or name.partition(".")[0] in OPENERS for name in imported(file))


def test_only_these_files_may_open_a_connection() -> None:
    assert {file.name for file in files("research", "reach", "memory") if opens(file)} == set(MAY_OPEN)


@pytest.mark.parametrize("word", ["eval", "exec", "pickle", "marshal", "shelve"])
def test_nothing_that_was_fetched_can_become_code(word: str) -> None:
    for file in files("research", "reach", "memory"):
        calls = {ast.unparse(node.func) for node in ast.walk(file.tree) if isinstance(node, ast.Call)}
        assert word not in calls | imported(file), file.name
