"""What a report can be taken away as. Every door offers this list: pages, API and command.

All are built inside the request: a report has at most some hundred sentences, and the slowest of them, the PDF, takes
less than a second. A job with a notice would be slower than the file.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from research.models import Report, ResearchTask
from research.store.exports.bibliography import bibtex, ris
from research.store.exports.csl import csl_json
from research.store.exports.everything import everything
from research.store.exports.packed import packed
from research.store.exports.reading import paper
from research.store.exports.tables import csv_of_evidence
from research.store.exports.typeset import pdf
from research.store.exports.webpage import html
from research.store.exports.wordfile import docx
from research.store.markdown import markdown

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


@dataclass(frozen=True, slots=True)
class Format:
    name: str
    """In addresses and as the file's ending."""
    media_type: str
    word: str | Promise
    holds: str | Promise
    """What a reader gets, in one line of the menu (RP11)."""
    build: Callable[[ResearchTask, Report | None], bytes]
    """None: the newest version."""
    ending: str = ""
    """Of the file, where it isn't the name."""

    @property
    def text(self) -> bool:
        return "charset" in self.media_type or self.media_type.endswith("json")

    def file_name(self, task: ResearchTask) -> str:
        return f"{task.label}.{self.ending or self.name}"


def _bundle(task: ResearchTask, report: Report | None) -> bytes:
    return packed({each.file_name(task): each.build(task, report) for each in FORMATS.values() if each.name != "zip"})


_ALL = (
    Format("md", "text/markdown; charset=utf-8", "Markdown", _("Footnotes and sources; plain text."),
           lambda task, report: markdown(task, report).encode()),
    Format("html", "text/html; charset=utf-8", "HTML", _("One file that opens without a network."),
           lambda task, report: html(paper(task, report))),
    Format("docx", DOCX, "Word", _("With the word processor's own footnotes."),
           lambda task, report: docx(paper(task, report))),
    Format("pdf", "application/pdf", "PDF", _("For printing; tagged for screen readers."),
           lambda task, report: pdf(paper(task, report))),
    Format("csv", "text/csv; charset=utf-8", "CSV", _("The evidence as a table: quotes, scores, sources."),
           lambda task, report: csv_of_evidence(task)),
    Format("bib", "application/x-bibtex; charset=utf-8", "BibTeX", _("The cited sources."), bibtex),
    Format("ris", "application/x-research-info-systems; charset=utf-8", "RIS", _("The cited sources."), ris),
    Format("csl", "application/vnd.citationstyles.csl+json", "CSL-JSON", _("The cited sources."), csl_json,
           ending="csl.json"),
    Format("json", "application/json", "JSON",
           _("Everything: goals, queries, sources, evidence, claims, decisions, costs."),
           lambda task, report: everything(task)),
    Format("zip", "application/zip", "ZIP", _("All of these in one file."), _bundle),
)  # fmt: skip
FORMATS = {each.name: each for each in _ALL}
