"""The child that parses what may never end: body on its input, JSON on its output, limits set before a byte is read.

Started by `reach.sandbox` as a plain interpreter without the parent's environment; ends at its limits by the kernel.
"""

import json
import resource
import sys

from reach.errors import Kind, ReachError
from reach.parsed import Parsed
from reach.settings import ReachSettings
from reach.sniff import Form


def main() -> None:
    order = json.loads(sys.stdin.buffer.readline())
    settings = ReachSettings()
    _limit(order["cpu_seconds"], order["memory_bytes"])
    try:
        print(_parse(sys.stdin.buffer.read(), order, settings).to_json())  # noqa: T201  its only output
    except ReachError as error:
        print(json.dumps({"kind": error.kind, "detail": error.detail}))  # noqa: T201
    except MemoryError:
        print(json.dumps({"kind": Kind.TOO_LARGE, "detail": "reading it needs too much memory"}))  # noqa: T201


def _parse(body: bytes, order: dict[str, str], settings: ReachSettings) -> Parsed:
    """Parsers are imported one at a time: each costs start-up time and address space."""
    match order["form"]:
        case Form.PDF:
            from reach.pdf import read_pdf

            return read_pdf(body, settings)
        case Form.DOCX:
            from reach.office import read_docx

            return read_docx(body, settings)
        case Form.XLSX:
            from reach.sheets import read_sheets

            return read_sheets(body, settings)
        case Form.PPTX:
            from reach.slides import read_slides

            return read_slides(body, settings)
        case Form.EPUB:
            from reach.books import read_book

            return read_book(body, settings)
        case Form.CSV:
            from reach.records import read_records

            return read_records(body.decode(), settings)
        case _:
            from reach.dates import today_from
            from reach.webpage import read_html

            return read_html(body.decode(), today_from(order["today"]), settings)


def _limit(cpu_seconds: int, memory_bytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
