"""Imports point down. The contracts stand in pyproject.toml; here they are asked, and each is seen to refuse."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shape.tree import PACKAGES, ROOT

LINT = Path(sys.executable).parent / "lint-imports"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([LINT, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__", "*.p[yd][cf]"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_the_contracts_are_kept() -> None:
    checked = lint(ROOT)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("reach/fetch.py", "import research.terms", "research may use memory and reach"),
        ("memory/working.py", "import reach.pages", "research may use memory and reach"),
        ("research/store/load.py", "import research.actions", "imports point down"),
        ("research/models/task.py", "import research.store.load", "imports point down"),
        ("research/roles/planner.py", "import research.engine.limits", "imports point down"),
        ("research/actions/tasks.py", "import research.web.frame", "imports point down"),
        ("research/things.py", "SPARE = True", "imports point down"),
        ("research/engine/events.py", "import research.engine.loop", "Inside the engine"),
        ("research/engine/spare.py", "SPARE = True", "Inside the engine"),
        ("research/engine/steps/plan.py", "import research.engine.steps.query", "Steps don't call each other"),
        ("memory/figures/words.py", "import memory.models", "the rules know no rows"),
        ("research/engine/loop.py", "import django", "The core knows no framework"),
        ("research/terms/asking.py", "import django.db", "The core knows no framework"),
        ("reach/pace.py", "from celery import Celery", "The core knows no framework"),
        ("research/web/tasks.py", "import research.terms", "Pages see rows"),
        ("research/web/live.py", "import research.engine.state", "Pages see rows"),
        ("reach/fetch.py", "import httpx2", "One way out to the web"),
        ("reach/search.py", "import socket", "One way out to the web"),
        ("memory/working.py", "import ssl", "One way out to the web"),
        ("research/store/load.py", "import httpcore2", "One way out to the web"),
        ("research/actions/asking.py", "import anthropic", "One way out to the web"),
        ("research/roles/endpoints/openai.py", "import vllm", "One way out to the web"),
    ],
)
def test_a_planted_import_breaks_the_contract_meant_for_it(copy: Path, file: str, line: str, contract: str) -> None:
    path = copy / file
    before = path.read_text() if path.exists() else None
    path.write_text(f"{line}\n{before or ''}" if "__future__" not in (before or "") else f"{before}\n{line}\n")
    try:
        checked = lint(copy)
    finally:
        path.unlink() if before is None else path.write_text(before)
    broken = checked.stdout.partition("Broken contracts")[2]
    assert checked.returncode == 1
    assert contract in " ".join(broken.split())
