"""The report as a tagged PDF (PDF/UA-1), set by Typst inside a wheel, with a Chinese font inside another.

The template is ours and fixed. All words come in as one JSON value, which Typst takes for text whatever stands in it:
there is nothing to escape, and no word of a source can load a file, a package or a page (B-144).
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import cast

import pylopdf_fonts_zh_cn
import typst

from research.store.exports.legible import spelled_out
from research.store.exports.paper import Line, Paper, Run

TEMPLATE = Path(__file__).with_name("report.typ")
NO_WORDS = {"link", "lang", "language", "style"}


def pdf(made: Paper) -> bytes:
    """Only the two wheels' fonts are used, so the same report has the same pages on every machine. What they can't show
    is spelled out: no word that somebody quotes or types can cost a reader the file."""
    compiler = typst.Compiler(
        str(TEMPLATE), font_paths=[str(pylopdf_fonts_zh_cn.sans_path().parent)], ignore_system_fonts=True
    )
    printed = _printed(made)
    try:
        return _typeset(compiler, printed)
    except typst.TypstError:
        told = spelled_out(_words(printed), lambda text: _shows(compiler, text))
        return _typeset(compiler, cast(dict[str, object], _told("", printed, told)))


def _typeset(compiler: typst.Compiler, printed: Mapping[str, object]) -> bytes:
    words = {"paper": json.dumps(printed, ensure_ascii=False)}
    return cast(bytes, compiler.compile(format="pdf", pdf_standards=["ua-1"], sys_inputs=words))


def _shows(compiler: typst.Compiler, text: str) -> bool:
    try:
        _typeset(compiler, _printed(Paper("-", "en", "", "", ((Run(text),),), (), "", ())))
    except typst.TypstError:
        return False
    return True


def _told(name: str, value: object, told: Callable[[str], str]) -> object:
    """Where a link leads is no text: it stays as it is."""
    if isinstance(value, dict):
        return {key: _told(key, each, told) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_told(name, each, told) for each in value]
    return told(value) if isinstance(value, str) and name not in NO_WORDS else value


def _words(printed: Mapping[str, object]) -> list[str]:
    met: list[str] = []

    def told(text: str) -> str:
        met.append(text)
        return text

    _told("", printed, told)
    return met


def _printed(made: Paper) -> dict[str, object]:
    def line(runs: Line) -> list[dict[str, object]]:
        """Each mark with the words of its footnote."""
        return [asdict(run) | {"said": made.reference(run.note).noted(run.text) if run.note else ""} for run in runs]

    parts = [
        {
            "heading": part.heading,
            "intro": [line(each) for each in part.intro],
            "lines": [line(each) for each in part.lines],
        }
        for part in made.parts
    ]
    own = {"lang": made.language[:2], "intro": [line(each) for each in made.intro], "parts": parts}
    return asdict(made) | own
