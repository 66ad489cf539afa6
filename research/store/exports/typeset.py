"""The report as a tagged PDF (PDF/UA-1), set by Typst inside a wheel, with a Chinese font inside another.

The template is ours and fixed. All words come in as one JSON value, which Typst takes for text whatever stands in it:
there is nothing to escape, and no word of a source can load a file, a package or a page (B-144).
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import cast

import pylopdf_fonts_zh_cn
import typst

from research.store.exports.paper import Line, Paper

TEMPLATE = Path(__file__).with_name("report.typ")


def pdf(made: Paper) -> bytes:
    """Only the two wheels' fonts are used, so the same report has the same pages on every machine."""
    compiler = typst.Compiler(
        str(TEMPLATE),
        font_paths=[str(pylopdf_fonts_zh_cn.sans_path().parent)],
        ignore_system_fonts=True,
        sys_inputs={"paper": json.dumps(_printed(made), ensure_ascii=False)},
    )
    return cast(bytes, compiler.compile(format="pdf", pdf_standards=["ua-1"]))


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
