"""The report as one HTML file that needs no network and starts nothing: no script, no image, no address that is fetched
by looking at it. Its own policy forbids them, too, should a reader's program put any in."""

from django.template.loader import render_to_string

from research.store.exports.paper import Paper


def html(made: Paper) -> bytes:
    return render_to_string("export/report.html", {"paper": made}).encode()
