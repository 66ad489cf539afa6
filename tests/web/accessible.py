"""What axe-core finds on a page, in words. The file is read into the page by the test; no page of ours loads it."""

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parent / "axe" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def barriers(page: Page) -> list[str]:
    """One line each: the rule and the element that breaks it. Empty: nothing was found."""
    page.evaluate(AXE.read_text() + ";0")
    found = page.evaluate("async rules => (await axe.run(document, { runOnly: rules })).violations", RULES)
    return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"]]
