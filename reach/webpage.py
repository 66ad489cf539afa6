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

_BOXES = frozenset({"div", "section", "ul", "ol", "p", "span", "table"})
_LISTS = frozenset({"div", "ul", "ol", "p", "table"})
_SIDE_TAGS = frozenset({"nav", "aside", "footer", "form", "dialog", "menu", "button", "select"})
_SIDE_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alert", "menu"})
_SIDE_NAMES = re.compile(
    r"(^|[\s_-])(nav(bar|igation)?|menu|sidebar|breadcrumbs?|footer|share|social|related|recommend(ed|ations)?|newsletter"
    r"|subscribe|promo|sponsor(ed)?|ads?|advert(isement)?|banner|cookie|consent|comments?|toolbar|skip-?link)($|[\s_-])",
    re.IGNORECASE,
)
_PART_NAMES = re.compile(r"foot-?note|citation|admonition|callout|\bnote\b|warning|\btip\b", re.IGNORECASE)
_SITE_CUT = re.compile(r"\s+[|·•»–—-]\s+|\s*_\s*|\s+::\s+")
# The frame of a Markdown table, which the extractor puts around rows that we left to it.
_ROW_FRAME = re.compile(r"^\|[ \t]*|[ \t]*\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"^\|(?:-+\|)+[ \t]*\n?", re.MULTILINE)
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
    return tidy(_ROW_FRAME.sub("", _RULE.sub("", text or "")))


def _fuller(text: str, tree: Element, settings: ReachSettings) -> str:
    """The extractor is precise but loses list items and code (up to a third of a release note was measured). So a page
    that marks its matter is read by ourselves, the extractor's veto on link lists kept; elsewhere the extractor wins
    unless it lost most of the page."""
    roots = list(tree.iter("article")) or list(tree.iter("main"))
    body = tree.find("body")
    body = tree if body is None else body
    main = main_text(roots[0] if len(roots) == 1 else body, text, settings)
    enough = 1 / settings.own_reading_gain if len(roots) == 1 else settings.own_reading_gain
    if len(main) > len(text) * enough or blocked.is_consent(text, settings):
        text = main
    return text or visible_text(body)


def main_text(root: Element, chosen: str, settings: ReachSettings) -> str:
    """Our own reading of a part, without what stands beside a page's matter. `chosen` is what the extractor took."""
    part = copy.deepcopy(root)
    part.tail = None
    for node in markup.elements(part):
        if node is not part and (_is_beside(node) or _is_link_list(node, chosen, settings)):
            markup.drop(node)
    return visible_text(part)


def _is_beside(node: Element) -> bool:
    role = node.get("role", "")
    if role.startswith("doc-") or _PART_NAMES.search(node.get("class", "")):
        return False
    if node.tag in _SIDE_TAGS or role in _SIDE_ROLES:
        return True
    if node.tag == "header":
        inside = next(node.iterancestors("article", "main"), None) is not None
        return not inside and next(node.iter("h1"), None) is None
    return node.tag in _BOXES and bool(_SIDE_NAMES.search(f"{node.get('class', '')} {_id_of_box(node)}"))


def _id_of_box(node: Element) -> str:
    """Ids of sections are made from their headings, and a heading may well speak of recommendations or comments."""
    return str(node.get("id", "")) if node.tag != "section" else ""


def _is_link_list(node: Element, chosen: str, settings: ReachSettings) -> bool:
    """Several links and little else, left out by the extractor too. An address spelt out is a reference, not a link."""
    if node.tag not in _LISTS:
        return False
    links = [words for link in node.iterdescendants("a") if (words := words_of(link)) and "://" not in words]
    if len(links) < settings.link_list_least:
        return False
    words = words_of(node)
    return (
        sum(map(len, links)) > len(words) * settings.link_share_most and words[: settings.visible_chars] not in chosen
    )
