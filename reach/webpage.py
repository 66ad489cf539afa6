"""HTML to text. trafilatura chooses what belongs to the page; what it must not lose is spelt out before it looks."""

import copy
import logging
import re
from datetime import date

import trafilatura

from reach import blocked, markup
from reach.clean import clean, one_line, tidy
from reach.dates import published_on
from reach.parsed import Parsed, notes
from reach.render import Element, visible_text, words_of
from reach.settings import ReachSettings

logging.getLogger("trafilatura").setLevel(logging.CRITICAL)  # it reports pages it can't read; we say so ourselves
logging.getLogger("htmldate").setLevel(logging.CRITICAL)

_SIDE_TAGS = frozenset({"nav", "aside", "footer", "form", "dialog", "menu", "button", "select"})
_SIDE_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alert", "menu"})
_SIDE_NAMES = re.compile(
    r"(^|[\s_-])(nav(bar|igation)?|menu|sidebar|breadcrumbs?|footer|share|social|related|recommend(ed|ations)?|newsletter"
    r"|subscribe|promo|sponsor(ed)?|ads?|advert(isement)?|banner|cookie|consent|comments?|toolbar|skip-?link)($|[\s_-])",
    re.IGNORECASE,
)
_SITE_CUT = re.compile(r"\s+[|·•»–—-]\s+|\s*_\s*|\s+::\s+")
HIDDEN = "hidden text removed"


def read_html(source: str, today: date, settings: ReachSettings) -> Parsed:
    """Raises ReachError for what is no page; never returns an empty text."""
    tree = markup.parse(clean(source), settings)
    if tree is None:
        blocked.check_page("", tidy(source) if "<" not in source else "", False, settings)
        return Parsed("", tidy(source))
    large = len(source) > settings.html_bytes or sum(1 for _ in tree.iter()) > settings.html_nodes
    head = _Head(tree, today, settings, guess_date=not large)
    hidden = _prepare(tree, settings)
    text = "" if large else _extracted(tree)
    text = _fuller(text, tree, settings)
    text = text[: settings.text_chars]
    blocked.check_page(head.title, text, head.scripted, settings)
    note = notes(HIDDEN if hidden else "", blocked.paywall_note(source, text, settings))
    return Parsed(head.title, text, head.published, note, head.language, head.canonical)


class _Head:
    """What the page says about itself, read before the tree is changed."""

    def __init__(self, tree: Element, today: date, settings: ReachSettings, guess_date: bool) -> None:
        metas = {
            (node.get("property") or node.get("name") or "").lower(): node.get("content", "")
            for node in tree.iter("meta")
        }
        self.title = one_line(_title(tree, metas), settings.title_chars)
        self.published = published_on(tree, today, settings) if guess_date else None
        self.language = (tree.get("lang") or metas.get("og:locale", "")).strip()
        links = (node for node in tree.iter("link") if node.get("rel", "").lower() == "canonical")
        self.canonical = next((node.get("href", "").strip() for node in links), "")
        self.scripted = next(tree.iter("script"), None) is not None


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


def _prepare(tree: Element, settings: ReachSettings) -> bool:
    hidden = markup.drop_unseen(tree)
    markup.unwrap_strangers(tree)
    markup.drop_data_uris(tree)
    markup.drop_consent(tree, settings)
    markup.spell_out_lists(tree)
    markup.spell_out_tables(tree)
    return hidden


def _extracted(tree: Element) -> str:
    try:
        text = trafilatura.extract(
            copy.deepcopy(tree), include_comments=False, include_tables=True, favor_recall=True, fast=True
        )
    except Exception:
        return ""
    return tidy(text or "")


def _fuller(text: str, tree: Element, settings: ReachSettings) -> str:
    """The extractor's choice, unless it lost a good part of what plainly is the page, or the page itself."""
    main = main_text(tree)
    if len(main) > len(text) * settings.own_reading_gain or blocked.is_consent(text, settings):
        text = main
    return text or visible_text(tree)


def main_text(tree: Element) -> str:
    """Our own reading: the one article or main part if there is one, without what stands beside a page's matter."""
    roots = list(tree.iter("article")) or list(tree.iter("main"))
    part = copy.deepcopy(roots[0] if len(roots) == 1 else tree)
    for node in markup.elements(part):
        if node is not part and _is_beside(node):
            markup.drop(node)
    return visible_text(part)


def _is_beside(node: Element) -> bool:
    if node.tag in _SIDE_TAGS or node.get("role", "") in _SIDE_ROLES:
        return True
    if (
        node.tag == "header"
        and next(node.iterancestors("article", "main"), None) is None
        and next(node.iter("h1"), None) is None
    ):
        return True
    name = f"{node.get('id', '')} {node.get('class', '')}".strip()
    return bool(name) and node.tag not in ("body", "main", "article") and bool(_SIDE_NAMES.search(name))
