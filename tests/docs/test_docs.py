"""Documentation that can fail: what it says is compared with what it says it of."""

import re
import tomllib
from pathlib import Path

import pytest
from django.core.management import get_commands

from research.engine.lifecycle import PHASE_MOVES, STATUS_MOVES, Phase
from research.engine.steps import STEPS
from research.web.api.addresses import api
from tests.docs import moves

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]
WORDS = re.findall(
    r"\w+",
    "Task Goal Gap Query Batch Reach Hit Page Source Segment Evidence Fact Conflict Summary Snapshot Tombstone Clue "
    "Report Claim Verdict Decision Workspace Step Entry Role Endpoint Job",
)
TWO_WORDS = ["Working memory", "Evolving report"]
LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]+)\)")
FENCE = re.compile(r"```.*?```", re.DOTALL)


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def test_the_tables_of_the_architecture_are_the_engines() -> None:
    text = moves.PAGE.read_text()
    assert moves.printed(text) == text, "write them anew: .venv/bin/python -m tests.docs.moves"
    assert len(re.findall(r"^\| \*\*", text, re.MULTILINE)) >= len(PHASE_MOVES) + len(STATUS_MOVES)


def test_the_flow_is_told_in_ten_sentences_that_name_every_phase() -> None:
    told = re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |^## )", moves.PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert [int(number) for number, _text in told] == list(range(1, 11))
    named = [word for _number, text in told for word in re.findall(r"\*\*(\w+)\*\*", text)]
    assert [word for word in named if word in list(Phase)] == [phase.value for phase in STEPS]


def glossary() -> dict[str, tuple[str, str]]:
    rows = re.findall(r"^\| \*\*(.+?)\*\* \| (.+?) \| (.+?) \|$", (DOCS / "glossary.md").read_text(), re.MULTILINE)
    return {word: (chinese, meaning) for word, chinese, meaning in rows}


@pytest.mark.parametrize("word", WORDS + TWO_WORDS)
def test_the_glossary_has_every_word_of_the_design(word: str) -> None:
    chinese, meaning = glossary()[word]
    assert re.fullmatch(r"[\u4e00-\u9fff]+", chinese)
    assert len(meaning.split()) > 4


def test_no_two_words_of_the_glossary_share_a_translation() -> None:
    terms = [chinese for chinese, _meaning in glossary().values()]
    assert len(terms) == len(set(terms))


def test_commands_in_the_readme_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in PAGES:
        text = page.read_text()
        code = "\n".join(FENCE.findall(text)) + "\n" + "\n".join(re.findall(r"`(make [^`]+)`", text))
        assert set(re.findall(r"\bmake ([a-z]+)", code)) <= targets, name(page)
    for page in PAGES:
        assert set(re.findall(r"manage\.py ([a-z_]+)", page.read_text())) <= set(get_commands()), name(page)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for found in LINK.finditer(FENCE.sub("", page.read_text())):
        target = found["target"].partition("#")[0]
        if target and "://" not in target:
            assert (page.parent / target).exists(), f"{name(page)}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_that_are_named_exist(page: Path) -> None:
    """`research/engine/limits.py` in running text is a link, too."""
    for path in re.findall(r"`((?:research|reach|memory|tests|docs|templates|static)/[\w./*-]+)`", page.read_text()):
        found = list(ROOT.glob(path.rstrip("/")))
        assert found, f"{name(page)}: {path}"


def test_the_top_of_the_changelog_is_the_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    first = (ROOT / "CHANGELOG.md").read_text().splitlines()[0]
    assert first.lstrip("# ").split()[0] == project["version"]


def test_the_page_about_the_api_names_every_address() -> None:
    """Written short: `/{id}` and `/pause` stand behind the address that they continue."""
    text = (DOCS / "api.md").read_text()
    written = {path for row in re.findall(r"^\| (`.*?`) \|", text, re.MULTILINE) for path in _spelled_out(row)}
    served = {re.sub(r"\{\w+\}", "{id}", path) for path in api.get_openapi_schema()["paths"]}
    assert written == served


def _spelled_out(row: str) -> set[str]:
    pieces = [re.sub(r"\?.*$", "", piece.split()[-1]) for piece in re.findall(r"`(.*?)`", row)]
    first = pieces[0]
    base = first if pieces[1:] and "{id}" not in first else first.rpartition("/")[0]
    continued = {base + piece for piece in pieces[1:] if piece.startswith("/")}
    return {first, *continued}


@pytest.mark.parametrize("page", sorted((DOCS / "decisions").glob("0*.md")), ids=name)
def test_a_decision_says_what_why_what_else_and_when_to_look_again(page: Path) -> None:
    text = page.read_text()
    assert re.match(rf"# {int(page.name[:4])}\. .+", text)
    for part in ("**What.**", "**Why.**", "**What else was there.**", "**Look again when**"):
        assert part in text, part
    assert len(text.split()) < 350


def test_decisions_are_listed_in_their_order() -> None:
    listed = re.findall(r"\((\d{4}[\w-]+\.md)\)", (DOCS / "decisions" / "README.md").read_text())
    assert listed == sorted(path.name for path in (DOCS / "decisions").glob("0*.md"))


OWN = re.compile(r"127\.0\.0\.1|localhost|([\w-]+\.)*example(\.org)?")
ROOTS = ("/api/", "/var/lib", "/srv/", "/health/", "/v1/", "/etc/", "/run/secrets/")


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_pages_speak_of_the_product_alone(page: Path) -> None:
    """A stranger has only the repository: no host but examples, no folder but the product's, no link out of it."""
    text = page.read_text()
    hosts = re.findall(r"\bhttps?://([^/\s:)`\"]+)", text)
    assert not [host for host in hosts if not OWN.fullmatch(host)]
    paths = re.findall(r"(?<![\w.:/*{}\])-])(/[a-z]+/[\w/.-]*)", text)
    assert not [path for path in paths if not path.startswith(ROOTS)]
    assert "../../" not in text
    for found in LINK.finditer(FENCE.sub("", text)):
        assert "://" in found["target"] or (page.parent / found["target"]).resolve().is_relative_to(ROOT)
