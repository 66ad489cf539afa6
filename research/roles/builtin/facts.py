"""Subject, relation, object out of quoted words: keys with values, "X is Y", dated events. Conservative (R120)."""

import re
from collections.abc import Iterator

from memory.figures import dates
from memory.working import Entry
from reach.segment import sentences
from reach.words import content_terms
from research.roles.builtin.passages import header_pairs
from research.roles.builtin.tuning import TUNING
from research.roles.builtin.wanted import Wanted
from research.terms import Fact

_IS_EN = re.compile(
    r"(?P<subject>(?:The |An? )?[A-Z0-9][^,;:()]{1,60}?) "
    r"(?P<relation>is|was|are|were|has|have|became|replaces|defines|introduces|requires|targets) "
    r"(?P<object>[^;]{3,160}?)[.;]?"
)
_IS_ZH = re.compile(
    r"(?P<subject>[^，。；：、\s][^，。；：]{1,30}?)(?P<relation>成为|是|为|位于|达到|引入了?|支持|取代)(?P<object>[^，。；]{2,80})[，。；]?"
)
_UNSURE = re.compile(r"\b(?:it|this|that|there|they|these|we|you|what|which|if|when)\b", re.I)
_POINTING = ("这", "那", "它", "其", "该", "如果", "当")


def facts_in(entry: Entry, wanted: Wanted) -> list[Fact]:
    found = list(dict.fromkeys([*_keyed(entry), *_stated(entry), *_dated(entry)]))
    return [
        Fact(subject, relation, value, entry.evidence, _worth(f"{subject} {relation} {value}", wanted))
        for subject, relation, value in found[: TUNING.facts_per_quote]
    ]


Triple = tuple[str, str, str]


def _keyed(entry: Entry) -> Iterator[Triple]:
    """A page's header speaks of the page, so its title is the subject."""
    for pair in header_pairs(entry.quote):
        yield entry.source, pair.key, pair.value


def _stated(entry: Entry) -> Iterator[Triple]:
    for span in sentences(entry.quote):
        text = span.text.lstrip("-*• ")
        match = _IS_EN.fullmatch(text) or _IS_ZH.match(text)
        if match and not _UNSURE.match(match["subject"]) and not match["subject"].startswith(_POINTING):
            yield match["subject"].strip(), match["relation"], match["object"].strip()


def _dated(entry: Entry) -> Iterator[Triple]:
    """A sentence with exactly one certain day tells when what it says happened."""
    for span in sentences(entry.quote):
        days = [
            mention for mention in dates(span.text) if mention.start_date and mention.start_date == mention.end_date
        ]
        if len(days) == 1 and ":" not in span.text and "：" not in span.text and len(span.text) <= TUNING.value_chars:
            yield span.text, "date", days[0].text


def _worth(text: str, wanted: Wanted) -> float:
    return round(min(1.0, wanted.share(content_terms(text), {})), TUNING.places)
