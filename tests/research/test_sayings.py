"""Every sentence that engine, reach and builtin roles can say has its words in a reader's language.

The sources are walked, so that a sentence which somebody writes tomorrow fails here until it stands in the table, or
among those that no page shows.
"""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.utils import translation
from pydantic import TypeAdapter, ValidationError

from reach.egress import Egress
from reach.errors import Kind
from reach.providers.arxiv import Arxiv
from reach.providers.brave import Brave
from reach.providers.crossref import Crossref
from reach.providers.documents import Documents
from reach.providers.feeds import Feeds
from reach.providers.openalex import OpenAlex
from reach.providers.pages import Pages
from reach.providers.searxng import Searxng
from reach.providers.tavily import Tavily
from reach.providers.wikipedia import Wikipedia
from reach.settings import ReachSettings
from research.engine.degrading import PACED
from research.engine.limits import Limits
from research.management.commands.translate import CATALOGUE
from research.roles import answers
from research.roles.asking import _WHY as WHY
from research.roles.asking import _misshapen as misshapen
from research.roles.briefing import LANGUAGES
from research.store.failures import FAILURE_WORDS
from research.store.sayings import SAYINGS, said, said_each
from research.web.limit_words import UNIT_WORDS
from tests.sayings import is_known

WALKED = (
    "research/engine",
    "reach",
    "research/roles/builtin/claims/checker.py",
    "research/roles/builtin/claims/atoms.py",
    "research/roles/builtin/claims/amounts.py",
    "research/roles/builtin/claims/bearers.py",
    "research/roles/builtin/claims/judging.py",
    "research/roles/builtin/claims/parts_played.py",
    "research/roles/builtin/claims/turns.py",
    "research/roles/builtin/claims/exchanged.py",
    "research/roles/builtin/wanted.py",
    "research/store/labelling.py",
    "research/store/held.py",
    "research/store/view_rows.py",
    "research/store/thin.py",
)
QUIET = {"compile", "number", "StepEnded", "debug", "info", "warning", "error", "exception", "Planned"}
"""Calls whose text no reader meets: patterns, limits (which have words of their own), ends of steps, the log."""
FAULTS = {"ValueError", "TypeError", "AssertionError", "KeyError", "RuntimeError", "BadView", "BadScope", "IllegalMove"}
"""What programmers and operators are told, when the program is wrong or set up wrongly."""
SENTENCE = re.compile(r"[a-z{]{2,}[^\n]* [a-z{(]", re.IGNORECASE)
NO_SENTENCE = re.compile(r"\n|\\b|::|\?:|; q=|;q=|/[a-z]+\+xml|%\(\w+\)s|\bSELECT\b|\bAND\b|\bILIKE\b")
"""Tables of words, patterns, media types, SQL."""
FILLERS = ("7", "12%", "0.60", "2026-03-04", "a name", "example.org")
NOT_SHOWN = {
    # ends of steps, which the log keeps and no page tells
    "the check found: {}", "the plan is in doubt: {}", ", {} from the store",
    "; {} more were promising, but no more may be read", "{} pages read{}, {} of {} quotes kept{}", "goes on",
    "nothing was found that could be quoted", "; never those: {}",
    "{} of {} queries found something that the report cites{}",
    "{} of {} supported; {} of {} claims checked",
    # told to a planner in its prompt
    "thin: {} pieces of evidence, still open: {}", "brought up by the evidence", "the pages that the question names",
    "{} more finished goals are on file", "as the draft says",
    # a closed set whose values have words of their own, or the beginning of a sentence that stands in the table
    "plan closed", "mostly done", "answered by one source", "{} of goal {}", "; {} comes closest", "on the wire",
    "when decoded", "the body is larger than {} bytes {}", "pace: {} {} s",
    # two sentences, and each stands in the table
    "{}; its redirect led to {}",
    "with {} s an answer, {} pages would not fit",
    "decides the fact itself: governments, standards, statistics, official documentation",
    "somebody checks what it prints: reference works, journals, press with an editor",
    "nothing is known for it or against it",
    "speaks for itself: press releases, company blogs, pages that authors publish on their own",
    "anybody may write there: forums and social networks",
    # told to the operator at the start
    "Reaches leave through the proxy {}, which must refuse what is internal.",
    "Reaches leave directly. Proxies named in the environment are ignored; REACH_PROXY would set one.",
    # said to machines
    "continue reading", "yyyy-mm-dd hh:mm:ss", "gzip, deflate", "Bearer {}", "Spread | None",
    "Redthread/0.1 (research reader)",
}  # fmt: skip
"""With the reason for each group. A sentence that stands here and nowhere in the sources is struck (a test looks)."""
ELSEWHERE = ("trigger.py", "relative.py", "sandbox.py", "channels.py:51", "markup.py")
"""Files, or a line of one: the trigger's sentences stand in further_words, by their rule; the rest is words to look for
and a command line."""


def strings(path: Path) -> Iterator[tuple[int, str]]:
    yield from _strings(ast.parse(path.read_text(encoding="utf-8")))


def _strings(node: ast.AST) -> Iterator[tuple[int, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        if isinstance(child, ast.Call) and _called(child) in QUIET | FAULTS:
            continue
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.lineno, child.value
        elif isinstance(child, ast.JoinedStr):
            yield child.lineno, "".join(v.value if isinstance(v, ast.Constant) else "{}" for v in child.values)
        else:
            yield from _strings(child)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def told_in_some_form(sentence: str) -> bool:
    sentence = sentence.removeprefix(PACED).strip()
    holes = sentence.count("{}")
    return any(is_known(sentence.replace("{}", filler)) for filler in FILLERS) if holes else is_known(sentence)


def files() -> list[Path]:
    found: list[Path] = []
    for place in WALKED:
        path = settings.BASE / place
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return found


def every() -> Iterator[tuple[str, str]]:
    for path in files():
        name = str(path.relative_to(settings.BASE))
        for line, text in strings(path):
            place = f"{name}:{line}"
            if not NO_SENTENCE.search(text) and not any(f"/{other}" in place for other in ELSEWHERE):
                yield place, text


def test_every_sentence_of_engine_and_reach_has_its_words() -> None:
    told = [(place, text) for place, text in every() if SENTENCE.search(text)]
    assert len(told) > 250, "the walk sees the sources"
    assert [one for one in told if one[1] not in NOT_SHOWN and not told_in_some_form(one[1])] == []


def test_nothing_is_excused_that_nobody_says() -> None:
    assert NOT_SHOWN - {text for _place, text in every()} == set()


def test_what_channels_say_of_themselves_has_its_words() -> None:
    """Three sentences, word for word; the operator's own channels are described by the operator."""
    numbers = ReachSettings()
    found = [each.ability for each in (Arxiv, Brave, Crossref, OpenAlex, Pages, Searxng, Tavily, Wikipedia)]
    found += [Documents(None, numbers).ability, Feeds((), Egress(numbers)).ability]  # type: ignore[arg-type]
    for ability in found:
        assert is_known(ability.about), ability.about
        assert not ability.limits or is_known(ability.limits), ability.limits


def test_units_and_failures_have_their_words() -> None:
    assert {each.metadata["unit"] for each in fields(Limits)} - {""} <= set(UNIT_WORDS)
    assert set(FAILURE_WORDS) == {kind.value for kind in Kind}


def test_a_sentence_and_its_parts_are_told_in_the_readers_language() -> None:
    with translation.override("zh-hans"):
        for sentence in (
            "The words stand in the quoted source.",
            "11 of 12 goals have evidence.",
            "read, nothing of it was kept",
            "says that it is: press release",
            "It shares storage, 2024 and gives number and date.",
            "Not in the quotes: number 1,420 MWh, date 2025.",
            "went off goal: 3 of 4 goals have evidence; the latest evidence shares no word with the question.",
        ):
            left = re.sub(r"storage|2024|2025|MWh", "", said(sentence))
            assert not re.search(r"[A-Za-z]", left), left
        one, other = "hidden text removed", "list of links"
        assert said_each(f"{one}; {other}") == f"{said(one)}；{said(other)}"
    with translation.override("en"):
        assert said("nobody ever said this") == "nobody ever said this"
        assert said("it has 5% left") == "it has 5% left"


def test_every_sentence_of_the_table_is_translated() -> None:
    catalogue = {(entry.msgctxt, entry.msgid): entry.msgstr for entry in polib.pofile(str(CATALOGUE))}
    for saying in SAYINGS:
        if isinstance(saying.words, str):
            assert catalogue.get((None, saying.words)), saying.words


COMPLAINTS = {"_Judged": 1, "UnusableAnswer": 1, "told_dropped": 3}
"""Calls that say what was wrong with a model's answer, and which of their arguments says it."""


MADE_OF_PARTS = {
    "{} in: {}": [f"{why} in: Sorry" for why in WHY.values()],
    "write in {}": [f"write in {language}" for language in LANGUAGES.values()],
    "queries.0: {}": [
        f"queries.0: {fault}"
        for fault in (
            "must be one line",
            "at most 9 words or 24 Chinese characters",
            "has no word in common with the goal",
            "the year 2031 is named by nothing; today is 2026-11-30",
        )
    ],
    "facts.0: {}": ["facts.0: there is no quotation 3", "facts.0: 12 % doesn't stand in quotation 3"],
    "{}; reason speaks of that passage": [
        "first and last are sentence numbers from 1 to 9, first not after last; reason speaks of that passage"
    ],
}
"""What the walk sees in pieces, whole."""


def complaints() -> Iterator[tuple[str, str]]:
    """What roles say of an answer that was sent back, given up or used in part: checks return it or None."""
    for path in sorted((settings.BASE / "research/roles").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns) == "str | None":
                returns = [each for each in ast.walk(node) if isinstance(each, ast.Return)]
                yield from ((path.name, text) for each in returns for _line, text in _strings(each))
            if isinstance(node, ast.Call) and (at := COMPLAINTS.get(_called(node))) and len(node.args) > at:
                held = ast.Expr(ast.Tuple([node.args[at]], ast.Load()))
                yield from ((path.name, text) for _line, text in _strings(held))


def test_what_was_wrong_with_a_models_answer_is_told_in_the_readers_language() -> None:
    told = [(name, text) for name, text in complaints() if SENTENCE.search(text)]
    assert len(told) > 25, "the walk sees the roles"
    left = {text for _name, text in told if not told_in_some_form(text.replace("prompt {}", "prompt '{}'"))}
    assert left == set(MADE_OF_PARTS)
    assert all(is_known(whole) for each in MADE_OF_PARTS.values() for whole in each)


def wrong(value: Any) -> Iterator[Any]:
    """Answers with one thing wrong: a part left out, or another in its place, at every level."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield {other: kept for other, kept in value.items() if other != name}
            yield from ({**value, name: each} for each in (*STRANGE, *wrong(part)))
    elif isinstance(value, list) and value:
        yield from ([each, *value[1:]] for each in (*STRANGE, *wrong(value[0])))


def test_no_other_word_before_a_colon_is_taken_for_a_place_in_an_answer() -> None:
    for sentence in ("source: 15 %", "missing: date 2025", "host: name", "scores: 9 numbers for 3 results"):
        assert "at " not in said(sentence)


STRANGE: list[Any] = [None, "", [], -5, 10**9, 1.5, "x" * 5000, "zzz", [1] * 500]


def test_every_fault_of_an_answers_form_is_told_in_the_readers_language() -> None:
    found = set()
    for name, shape in vars(answers).items():
        example = settings.BASE / f"research/prompts/{name.removesuffix('Answer').lower()}.example.json"
        if not name.endswith("Answer") or not example.exists():
            continue
        for each in (None, [], *wrong(json.loads(example.read_text()))):
            try:
                TypeAdapter(shape).validate_python(each)
            except ValidationError as error:
                found |= {misshapen(error).detail}
    assert len(found) > 60
    faults = {part.partition(": ")[2] for text in found for part in text.split("; ")}
    assert [each for each in faults if not is_known(each)] == []
