"""Prepares a page's tree for the extractor: what a reader can't see goes, what a table or list says becomes lines.

Every pass is a loop over the tree, never a recursion: depth is the page's to choose.
"""

import re
from collections.abc import Iterator

from lxml import etree
from lxml import html as lxml_html

from reach.grid import heads_told, label_line, lines_of
from reach.render import ITEM, ROWS, Element, words_of
from reach.settings import ReachSettings

_KNOWN_NAMES = """
a abbr address area article aside audio b base bdi bdo big blockquote body br button canvas caption center cite code
col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer
form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main
map mark math menu meta meter nav noframes noscript object ol optgroup option output p param picture pre progress q rp
rt ruby s samp script search section select slot small source span strike strong style sub summary sup svg table tbody
td template textarea tfoot th thead time title tr track tt u ul var video wbr
"""
_KNOWN = frozenset(_KNOWN_NAMES.split())
_XML_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_TAG = re.compile(r"<(/?)([a-zA-Z][\w:-]{0,40})[^<>]*>")
# Elements without an end, or whose end is often left out: counting them would find depth where there is none.
_UNCOUNTED_NAMES = (
    "area base br col embed hr img input link meta source track wbr p li dt dd tr td th option tbody thead"
)
_UNCOUNTED = frozenset(_UNCOUNTED_NAMES.split())
_VENDOR = frozenset({"o", "w", "v", "m", "st1", "fb", "g", "svg", "xlink", "amp", "a16"})  # prefixes of word processors

_NEVER_SHOWN = frozenset(("script", "style", "template", "noscript", "iframe", "object", "embed", "svg", "canvas"))
_STYLE_HIDES = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|font-size\s*:\s*0(\.0+)?(px|pt|em|rem|%)?\s*(;|!|$)"
    r"|opacity\s*:\s*0(\.0+)?\s*(;|!|$)|(left|right|top|bottom|text-indent|margin-left)\s*:\s*-\d{3,}"
    r"|clip\s*:\s*rect\(\s*[01](px)?[\s,]|clip-path\s*:\s*inset\(\s*(50|100)%"
    r"|(?<![\w-])(max-)?(width|height)\s*:\s*[01](px)?\s*(;|!|$)",
    re.IGNORECASE,
)
_WHITE = r"(?:white|#fff(?:fff)?(?:ff)?|rgba?\(\s*255\s*,\s*255\s*,\s*255[^)]*\))"
_WHITE_TEXT = re.compile(rf"(?<![\w-])color\s*:\s*(?:{_WHITE}|transparent)\s*(?:;|!|$)", re.IGNORECASE)
_BACKGROUND = re.compile(r"background(?:-color|-image)?\s*:\s*([^;]+)", re.IGNORECASE)
_IS_WHITE = re.compile(rf"\s*(?:{_WHITE}|transparent|none|inherit|initial)\s*(?:!.*)?$", re.IGNORECASE)
_CONSENT_NAME = re.compile(r"cookie|consent|gdpr|onetrust|didomi|cybot", re.IGNORECASE)
# Each pass is handed what may concern it by libxml2, instead of looking at every element of a large page in Python.
_MAY_HIDE = etree.XPath("descendant::*[@style or @hidden or @aria-hidden or self::input]")
_MAY_ASK = etree.XPath("descendant::*[@role or @aria-modal or @id or @class]")
_HOLDS_DATA = etree.XPath("descendant-or-self::*[@*[contains(translate(substring(., 1, 40), 'DAT', 'dat'), 'data:')]]")
_KEPT_ROOTS = frozenset({"html", "body", "main", "article"})
_SPAN = re.compile(r"[0-9]{1,3}")  # a longer number is a mistake or an attack
_BLOCKS = frozenset({"p", "div", "ul", "ol", "dl", "table", "pre", "blockquote", "section", "h1", "h2", "h3", "h4"})


# One class for all elements, looked up in C: the library's own lookup is a call of Python for every element and pass.
_CLASSES = etree.ElementDefaultClassLookup(
    element=lxml_html.HtmlElement,
    comment=lxml_html.HtmlComment,
    pi=lxml_html.HtmlProcessingInstruction,
    entity=lxml_html.HtmlEntity,
)


def parse(markup: str, settings: ReachSettings) -> Element | None:
    """None where there is no element at all."""
    parser = lxml_html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    parser.set_element_class_lookup(_CLASSES)
    try:
        tree = lxml_html.document_fromstring(
            flattened(markup, settings.html_depth).encode("utf-8", "replace"), parser=parser
        )
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return None
    return tree if isinstance(tree, lxml_html.HtmlElement) else None


def prepare(tree: Element, settings: ReachSettings) -> bool:
    """All passes, in their order; True if words were hidden. Our own marks are ours alone to set."""
    etree.strip_attributes(tree, ITEM, ROWS)
    hidden = drop_unseen(tree)
    unwrap_strangers(tree)
    drop_data_uris(tree)
    drop_consent(tree, settings)
    spell_out_lists(tree)
    spell_out_tables(tree, settings)
    return hidden


def flattened(markup: str, deepest: int) -> str:
    """Unwraps what is nested deeper: there libxml2 stops reading, and the rest of the page would be lost in silence."""
    depth, at, kept = 0, 0, []
    for found in _TAG.finditer(markup):
        if found[2].lower() in _UNCOUNTED:
            continue
        depth = max(0, depth - 1) if found[1] else depth + 1
        if depth >= deepest:
            kept.append(markup[at : found.start()])
            at = found.end()
    return "".join([*kept, markup[at:]]) if kept else markup


def elements(tree: Element) -> Iterator[Element]:
    """A list first: the passes change the tree that they walk."""
    return iter([node for node in tree.iter() if isinstance(node.tag, str)])


def drop(node: Element) -> None:
    """With its words, but not with the words that follow it."""
    if node.getparent() is not None:
        node.drop_tree()


def unwrap_strangers(tree: Element) -> None:
    """A name that is no HTML would make the extractor lose what stands inside it.

    `<host:port>` in prose was meant as text and becomes it; a custom element is only a wrapper.
    """
    for node in [node for node in elements(tree) if node.tag not in _KNOWN and node.getparent() is not None]:
        prefix = node.tag.split(":", 1)[0]
        if not _XML_NAME.fullmatch(node.tag) and prefix not in _VENDOR:
            node.text = f"<{node.tag}>{node.text or ''}"
        node.drop_tag()


def drop_unseen(tree: Element) -> bool:
    """Removes what a reader doesn't see; True if words were among it (B-137). Script and style don't count."""
    for node in list(tree.iter(*_NEVER_SHOWN)):
        drop(node)
    found = False
    for node in _MAY_HIDE(tree):
        if node.tag not in _KEPT_ROOTS and _is_hidden(node):
            found = found or bool("".join(node.itertext()).strip())
            drop(node)
    return found


def _is_hidden(node: Element) -> bool:
    if "hidden" in node.attrib and node.get("hidden") != "until-found":
        return True
    if node.get("aria-hidden", "").lower() == "true" or (node.tag == "input" and node.get("type") == "hidden"):
        return True
    style = node.get("style", "")
    return bool(style) and (bool(_STYLE_HIDES.search(style)) or _is_white_on_white(node, style))


def _is_white_on_white(node: Element, style: str) -> bool:
    """White letters count as seen only if an inline style gives them, or an element around them, another ground."""
    if not _WHITE_TEXT.search(style):
        return False
    for around in (node, *node.iterancestors()):
        ground = _BACKGROUND.search(around.get("style", ""))
        colour = ground[1] if ground else around.get("bgcolor", "")
        if colour:
            return bool(_IS_WHITE.match(colour))
    return True


def drop_consent(tree: Element, settings: ReachSettings) -> None:
    """Cookie banners by name or role, unless so long that they hold the page itself."""
    for node in _MAY_ASK(tree):
        if node.tag not in _KEPT_ROOTS and _is_consent(node, settings):
            drop(node)


def _is_consent(node: Element, settings: ReachSettings) -> bool:
    if node.get("role", "") in ("dialog", "alertdialog") or node.get("aria-modal") == "true":
        return True
    named = _CONSENT_NAME.search(f"{node.get('id', '')} {node.get('class', '')}")
    return bool(named) and len("".join(node.itertext())) <= settings.notice_chars


def drop_data_uris(tree: Element) -> None:
    for node in _HOLDS_DATA(tree):
        for name, value in list(node.attrib.items()):
            if value.lstrip().lower().startswith("data:"):
                del node.attrib[name]


def spell_out_lists(tree: Element) -> None:
    """Definition lists become lines `Status: Final`; a long definition keeps its blocks under its term."""
    for listing in list(tree.iter("dl")):
        term = ""
        for item in list(listing):
            if item.tag == "dt":
                term = words_of(item)
                drop(item)
            elif item.tag == "dd" and term and not any(child.tag in _BLOCKS for child in item.iterdescendants()):
                _into_line(item, label_line(term, words_of(item)))
                term = ""
            elif term:
                line = lxml_html.Element("p")
                line.text = term.rstrip(":：") + ":"
                item.addprevious(line)
                term = ""
                item.tag = "div"
            elif item.tag == "dd":
                item.tag = "div"
        if term:
            line = lxml_html.Element("p")
            line.text = term
            listing.append(line)
        listing.tag = "div"
        listing.set(ROWS, "")


def _into_line(item: Element, text: str) -> None:
    tail = item.tail
    item.clear()
    item.tag, item.text, item.tail = "p", text, tail


def spell_out_tables(tree: Element, settings: ReachSettings) -> None:
    """Each row of a data table becomes a line (see reach.grid); a cell that spans rows stands in each of them.

    A table that only lays out the page (blocks or tables in its cells, or a single column) is left to the extractor.
    """
    for table in list(tree.iter("table")):
        rows = list(table.iter("tr"))
        if not rows or _is_layout(table, rows):
            continue
        lines = [line for line in _lines(rows, settings) if line.strip(" |")]
        caption = next((words_of(node) for node in table.iter("caption")), "")
        tail = table.tail
        table.clear()
        table.tag, table.tail = "div", tail
        table.set(ROWS, "")
        for line in ([caption] if caption else []) + lines:
            paragraph = lxml_html.Element("p")
            paragraph.text = line
            table.append(paragraph)


def _is_layout(table: Element, rows: list[Element]) -> bool:
    if table.get("role") == "presentation" or next(table.iterdescendants("table"), None) is not None:
        return True
    if all(len(row) <= 1 for row in rows):
        return True
    return next(table.iterdescendants("h1", "h2", "article", "form"), None) is not None


def _lines(rows: list[Element], settings: ReachSettings) -> Iterator[str]:
    """One cell above the others is a title; a name beside a value, with no names above, is a line `Status: Final`."""
    cells = [[cell for cell in row if cell.tag in ("td", "th")] for row in rows]
    title = next((at for at, row in enumerate(cells) if len(row) > 1), 0)
    heads = next((at for at, row in enumerate(cells[title:]) if not _is_head(row)), 0)
    heads = heads if heads <= settings.table_heads else 0
    grid = list(_grid(cells, title + heads))
    yield from (row[0] for row in grid[:title] if row)
    if heads or not any(_is_pair(row) for row in cells[title:]):
        yield from lines_of(grid[title:], heads or heads_told(grid[title:], settings))
        return
    for row, values in zip(cells[title:], grid[title:], strict=True):
        yield label_line(*values) if _is_pair(row) and len(values) == len(row) else " | ".join(values)


def _is_pair(cells: list[Element]) -> bool:
    return [cell.tag for cell in cells] == ["th", "td"]


def _is_head(cells: list[Element]) -> bool:
    if not cells:
        return True
    return all(cell.tag == "th" for cell in cells) or cells[0].getparent().getparent().tag == "thead"


def _grid(rows: list[list[Element]], heads: int) -> Iterator[list[str]]:
    """A head's name is repeated in all the columns that it spans; a value stands in the first of its own alone."""
    spanning: dict[int, tuple[int, str]] = {}
    for number, cells in enumerate(rows):
        values: list[str] = []
        for cell in cells:
            text = words_of(cell)
            down = _span(cell, "rowspan")
            for nth in range(_span(cell, "colspan")):
                _fill(values, spanning)
                said = text if nth == 0 or number < heads else ""
                if down > 1:
                    spanning[len(values)] = (down - 1, said)
                values.append(said)
        _fill(values, spanning)
        yield values


def _fill(values: list[str], spanning: dict[int, tuple[int, str]]) -> None:
    while len(values) in spanning:
        left, text = spanning.pop(len(values))
        if left > 1:
            spanning[len(values)] = (left - 1, text)
        values.append(text)


def _span(cell: Element, name: str) -> int:
    told = cell.get(name, "")
    return max(1, int(told)) if _SPAN.fullmatch(told) else 1
