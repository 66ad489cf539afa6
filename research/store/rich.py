"""Markdown of a person's own as HTML of ours: no raw HTML, no image, no attribute but a sound address."""

from collections.abc import Sequence

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from reach.address import link

LOWER = {"h1": "h3", "h2": "h4", "h3": "h5", "h4": "h6", "h5": "h6"}
"""It stands below a heading of the page."""


def rich(text: str) -> SafeString:
    maker = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "html_block", "html_inline"])
    tokens = maker.parse(text)
    _tame(tokens)
    made: str = maker.renderer.render(tokens, maker.options, {})
    return mark_safe(made)  # noqa: S308  # every word in it was escaped by the renderer, every address checked here


def _tame(tokens: Sequence[Token]) -> None:
    for token in tokens:
        token.tag = LOWER.get(token.tag, token.tag)
        if token.type == "link_open":
            address = link(str(token.attrGet("href") or ""))
            token.attrs = {"href": address, "rel": "noreferrer noopener"} if address else {}
        else:
            token.attrs = {}
        _tame(token.children or ())
