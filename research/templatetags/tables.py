"""Tables on narrow screens. A table of eight columns can't be read at 390 px: there each row becomes a card, in which
every cell carries its column's heading. Wider, but not wide enough, it scrolls in a box that says so.

The headings are taken from the table itself, so that no template says them twice and none can forget one.
"""

import re
from itertools import islice
from typing import Any

from django import template
from django.template.base import NodeList, Parser, Token
from django.utils.html import conditional_escape, format_html, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()

_HEADING = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)
_ROW = re.compile(r"(<tr\b[^>]*>)(.*?)(?=</tr>)", re.DOTALL)
_CELL = re.compile(r'(<t[dh]\b)((?:[^>]*\bcolspan="(?P<over>\d+)")?[^>]*>)')


class Wide(template.Node):
    def __init__(self, inside: NodeList) -> None:
        self.inside = inside

    def render(self, context: Any) -> SafeString:
        return format_html(
            '<div class="scroll" role="group" tabindex="0" aria-label="{}">{}</div>',
            _("Table; it scrolls sideways where it does not fit"),
            labelled(self.inside.render(context)),
        )


@register.tag
def wide(parser: Parser, token: Token) -> Wide:
    inside = parser.parse(("endwide",))
    parser.delete_first_token()
    return Wide(inside)


def labelled(html: str) -> SafeString:
    """Markup of our own templates, in which all text is escaped: every `<td` is a cell, and no table holds another."""
    head, tag, body = html.partition("<tbody")
    names = [" ".join(strip_tags(found).split()) for found in _HEADING.findall(head)]
    return SafeString(head + tag + _ROW.sub(lambda row: row[1] + _named(row[2], names), body))


def _named(cells: str, names: list[str]) -> str:
    """A cell over several columns bears no heading: it says itself what it is."""
    left = iter(names)

    def label(cell: re.Match[str]) -> str:
        if cell["over"]:
            list(islice(left, int(cell["over"])))
            return cell[0]
        name = next(left, "")
        return f'{cell[1]} data-label="{conditional_escape(name)}"{cell[2]}' if name else cell[0]

    return _CELL.sub(label, cells)
