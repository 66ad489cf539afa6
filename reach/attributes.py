"""A tag with thousands of attributes loses them all before the parser, which looks at each for each (F-36).

Cheap and no wall: who hides a tag's length from this scan is ended by the reader's limits.
"""

import re

from reach.settings import ReachSettings

_QUOTED = re.compile("\"[^\"]*\"|'[^']*'")
_BETWEEN = re.compile(r"[\s/]+")


def thinned(markup: str, settings: ReachSettings) -> str:
    most = settings.attributes_most
    long = re.compile(rf"<([a-zA-Z][\w:-]{{0,40}})([^<>]{{{2 * most},}})")  # an attribute takes two characters at least

    def bare(found: re.Match[str]) -> str:
        return f"<{found[1]}" if len(_BETWEEN.split(_QUOTED.sub(" ", found[2]))) > most else found[0]

    return long.sub(bare, markup)
