"""Tables on narrow screens: every cell knows its column, and the box around says that it scrolls."""

import re

from django.conf import settings
from django.template import Context, Template

TABLE = (
    "{% load tables %}{% wide %}<table><thead>"
    "<tr><th>Query</th><th class='n'>Hits <b>now</b></th><th>Kept</th></tr></thead>"
    "<tbody>{% for row in rows %}<tr><td class='target'>{{ row }}</td><td colspan=\"2\">not sent</td></tr>"
    "<tr><th scope='row'>{{ row }}</th><td>1</td><td></td></tr>{% endfor %}</tbody></table>{% endwide %}"
)


def shown(*rows: str) -> str:
    return Template(TABLE).render(Context({"rows": rows}))


def test_each_cell_carries_the_heading_of_its_column() -> None:
    first, second = re.findall(r"<tr>(?:(?!</tr>).)*</tr>", shown("storage").partition("<tbody>")[2])
    assert re.findall(r'data-label="([^"]*)"', first) == ["Query"], "what spans columns says itself what it is"
    assert re.findall(r'data-label="([^"]*)"', second) == ["Query", "Hits now", "Kept"]


def test_what_a_cell_says_is_left_alone() -> None:
    told = shown("<td data-x='1'> & <tr>", "第二行")
    assert "&lt;td data-x=&#x27;1&#x27;&gt; &amp; &lt;tr&gt;" in told and "第二行" in told
    assert told.count("data-label=") == 8


def test_the_box_can_be_reached_by_keyboard_and_says_what_it_does() -> None:
    assert re.search(r'<div class="scroll" role="group" tabindex="0" aria-label="[^"]+">', shown())


def test_no_table_stands_outside_of_such_a_box() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (settings.BASE / "templates").rglob("*.html")]
    tables = sum(text.count("<table") for text in texts)
    assert tables > 10
    assert sum(text.count("{% wide %}<table") for text in texts) == tables
    assert sum(text.count("</table>{% endwide %}") for text in texts) == tables
