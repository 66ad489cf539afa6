"""A robots.txt as rules: RFC 9309, and nothing that costs more than one pass over it.

Written out here because the file is a stranger's: the libraries at hand keep every rule once for every agent named
above it, so that half a megabyte of both grows to gigabytes. Here only the lines for us are kept.
"""

import math
import re
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes, urlsplit

ANYONE = "*"
_LINE_END = re.compile(r"\r\n|\r|\n")
_PRODUCT = re.compile(r"[a-z_-]+")
_RESERVED = "!*'();:@&=+$,/?#[]~-._%"  # left as it stands; an escaped one is another character than a plain one
_ESCAPE = re.compile(r"%[0-9a-fA-F]{2}")
_UNRESERVED = re.compile(r"[A-Za-z0-9~._-]")


@dataclass(frozen=True, slots=True)
class Rules:
    """What one host asks of one agent: (allowed, pattern) in their order, and the seconds between two visits."""

    lines: tuple[tuple[bool, str], ...] = ()
    delay: float = 0.0

    def allows(self, url: str) -> bool:
        """The longest matching pattern decides; of two equally long ones, the one that allows."""
        parts = urlsplit(url)
        path = one_spelling((parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
        if path == "/robots.txt":
            return True
        found = [(len(pattern), allowed) for allowed, pattern in self.lines if matches(pattern, path)]
        return max(found)[1] if found else True


NO_RULES = Rules()  # everything is allowed


def parse(text: str, product: str) -> Rules:
    """The groups that name `product`, or else those for anyone; all groups of one agent are one (RFC 9309 2.2.1)."""
    groups: dict[str, tuple[list[tuple[bool, str]], list[float]]] = {product: ([], []), ANYONE: ([], [])}
    named: set[str] = set()
    current: set[str] = set()
    in_head = False
    for field, value in _fields(text):
        if field == "user-agent":
            agent = _agent(value)
            current = (current if in_head else set()) | ({agent} & groups.keys())
            named |= current
            in_head = True
        elif field in ("allow", "disallow", "crawl-delay"):
            in_head = False
            for agent in current:
                _add(groups[agent], field, value)
    lines, delays = groups[product if product in named else ANYONE]
    return Rules(tuple(lines), max(delays, default=0.0))


def _fields(text: str) -> list[tuple[str, str]]:
    lines = (line.partition("#")[0].partition(":") for line in _LINE_END.split(text.removeprefix("\ufeff")))
    return [(field.strip().lower(), value.strip()) for field, _, value in lines]


def _agent(value: str) -> str:
    """`Redthread/1.0` names the product `redthread`."""
    if value.startswith(ANYONE):
        return ANYONE
    product = _PRODUCT.match(value.lower())
    return product[0] if product else ""


def _add(group: tuple[list[tuple[bool, str]], list[float]], field: str, value: str) -> None:
    lines, delays = group
    if field == "crawl-delay":
        delays.extend([seconds] if (seconds := _seconds(value)) else [])
    elif value:
        lines.append((field == "allow", one_spelling(value)))


def _seconds(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        return 0.0
    return seconds if math.isfinite(seconds) and seconds > 0 else 0.0


def one_spelling(path: str) -> str:
    """Escapes in capitals, needless ones undone, needed ones made: both sides of a comparison go through it."""
    return _ESCAPE.sub(_escape, quote(path, safe=_RESERVED))


def _escape(found: re.Match[str]) -> str:
    mark = unquote_to_bytes(found[0]).decode("latin-1")
    return mark if _UNRESERVED.fullmatch(mark) else found[0].upper()


def matches(pattern: str, path: str) -> bool:
    """`*` stands for anything, a closing `$` for the end. Each part is looked for behind the one before it."""
    ends = pattern.endswith("$")
    first, *rest = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    at = len(first)
    for part in rest[:-1] if ends else rest:
        at = path.find(part, at)
        if at < 0:
            return False
        at += len(part)
    if not ends:
        return True
    return len(path) - len(rest[-1]) >= at and path.endswith(rest[-1]) if rest else len(path) == at
