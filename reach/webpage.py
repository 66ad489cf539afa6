"""HTML to text. trafilatura chooses what belongs to the page; what it must not lose is spelt out before it looks."""

import re
from datetime import date

from reach import blocked, markup
from reach.clean import clean, one_line, tidy
from reach.matter import matter_of
from reach.page_dates import dates_in
from reach.parsed import Parsed, notes
from reach.render import Element, words_of
from reach.settings import ReachSettings

_SITE_CUT = re.compile(r"\s+[|·•»–—-]\s+|\s*_\s*|\s+::\s+")
HIDDEN = "hidden text removed"


def read_html(source: str, today: date, settings: ReachSettings) -> Parsed:
    """Raises ReachError for what is no page; never returns an empty text."""
    tree = markup.parse(clean(source), settings)
    if tree is None:
        blocked.check_page("", tidy(source) if "<" not in source else "", False, settings)
        return Parsed("", tidy(source))
    large = len(source) > settings.html_bytes or sum(1 for _ in tree.iter()) > settings.html_nodes
    head = _Head(tree, today, settings)
    hidden = markup.prepare(tree, settings)
    text, listed = matter_of(tree, large, settings)
    cut = blocked.PARTIAL if len(text) > settings.text_chars else ""
    text = text[: settings.text_chars]
    blocked.check_page(head.title, text, head.scripted, settings)
    note = notes(HIDDEN if hidden else "", listed, cut, blocked.paywall_note(source, text, settings))
    return Parsed(
        head.title,
        text,
        head.dates.published,
        note,
        head.language,
        head.canonical,
        head.dates.published_from,
        head.dates.updated,
    )


class _Head:
    """What the page says about itself, read before the tree is changed."""

    def __init__(self, tree: Element, today: date, settings: ReachSettings) -> None:
        metas = {
            (node.get("property") or node.get("name") or "").lower(): node.get("content", "")
            for node in tree.iter("meta")
        }
        self.title = one_line(_title(tree, metas), settings.title_chars)
        self.dates = dates_in(tree, today, settings)
        self.language = (tree.get("lang") or metas.get("og:locale", "")).strip()
        links = (node for node in tree.iter("link") if "canonical" in node.get("rel", "").lower().split())
        self.canonical = next((node.get("href", "").strip() for node in links), "")
        self.scripted = any("json" not in node.get("type", "") for node in tree.iter("script"))


def _title(tree: Element, metas: dict[str, str]) -> str:
    heads = [words_of(node) for node in tree.iter("h1")]
    site = metas.get("og:site_name", "").strip()
    whole = next((words_of(node) for node in tree.iter("title")), "")
    for told in (
        metas.get("og:title", "").strip(),
        heads[0] if len(heads) == 1 else "",
        whole,
        heads[0] if heads else "",
    ):
        if told:
            return _without_site(told, site, heads)
    return ""


def _without_site(title: str, site: str, heads: list[str]) -> str:
    """Cuts the site's name at the end, known by name, by the page's own heading, or by being the shorter last part."""
    for head in heads:
        if head and title.startswith(head):
            return head
    cuts = list(_SITE_CUT.finditer(title))
    if not cuts:
        return title
    front, tail = title[: cuts[-1].start()], title[cuts[-1].end() :]
    certain = site and tail.casefold() == site.casefold()
    return (
        front if certain or (cuts[-1][0].strip() in ("|", "_", "::", "·", "»") and len(tail) <= len(front)) else title
    )
