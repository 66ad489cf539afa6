"""A page as its readers meet it: parsed, not searched as text."""

import re

import lxml.html
from django.http import HttpResponse
from lxml.html import HtmlElement

ADDRESSES = ("href", "src", "action", "formaction", "data-quote")
_STEP = re.compile(r"(?P<tag>[a-z0-9]+)|\.(?P<kind>[\w-]+)|#(?P<id>[\w-]+)|\[(?P<name>[\w-]+)(=(?P<value>[^\]]+))?\]")


def page(answer: HttpResponse) -> HtmlElement:
    return lxml.html.fromstring(answer.content.decode())


def pick(root: HtmlElement, selector: str) -> list[HtmlElement]:
    """The few forms of CSS that these tests need: tag, .class, #id, [name], [name=value], below, and > below."""
    return [found for one in selector.split(",") for found in root.xpath(_path(one.split()))]


def _path(steps: list[str]) -> str:
    path, axis = ".", "//"
    for step in steps:
        if step == ">":
            axis = "/"
            continue
        path, axis = path + axis + _conditions(step), "//"
    return path


def _conditions(step: str) -> str:
    tag, tests = "*", ""
    for part in _STEP.finditer(step):
        if part["tag"]:
            tag = part["tag"]
        elif part["kind"]:
            tests += f"[contains(concat(' ', normalize-space(@class), ' '), ' {part['kind']} ')]"
        elif part["id"]:
            tests += f"[@id='{part['id']}']"
        else:
            tests += f"[@{part['name']}='{part['value']}']" if part["value"] else f"[@{part['name']}]"
    return tag + tests


def words(element: HtmlElement) -> str:
    """The text of an element, spaces folded."""
    return " ".join(element.text_content().split())


def all_words(root: HtmlElement, selector: str) -> list[str]:
    return [words(found) for found in pick(root, selector)]


def addresses(root: HtmlElement) -> list[str]:
    return [element.get(name) for name in ADDRESSES for element in root.xpath(f".//@{name}/..")]
