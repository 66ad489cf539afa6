"""BM25 over segments: which document, and which of its segments, a query's words point at. Pure."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from reach.segment import Segment, sentences
from reach.settings import ReachSettings
from reach.words import content_terms


@dataclass(frozen=True, slots=True)
class Found:
    document: int  # place in the list that the index was made of
    segment: Segment
    score: float


class Index:
    """Made of (title, segments) of each document; a title's words count in each of its segments."""

    def __init__(self, documents: Sequence[tuple[str, Sequence[Segment]]], settings: ReachSettings) -> None:
        self._settings = settings
        self._places: list[tuple[int, Segment]] = []
        self._sizes: list[float] = []
        self._holding: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, (title, segments) in enumerate(documents):
            heading = Counter(content_terms(title))
            for segment in segments:
                self._add(number, segment, heading)
        self._mean = sum(self._sizes) / len(self._sizes) if self._sizes else 1.0

    def _add(self, document: int, segment: Segment, heading: Counter[str]) -> None:
        words = Counter(content_terms(segment.text))
        place = len(self._places)
        self._places.append((document, segment))
        self._sizes.append(float(words.total()))
        for word in words.keys() | heading.keys():
            self._holding[word].append((place, words[word] + self._settings.title_weight * heading[word]))

    def weight(self, word: str) -> float:
        """How much a word tells: rare words much, words of every segment almost nothing, unknown ones nothing."""
        smooth = self._settings.bm25_smoothing
        holding = len(self._holding.get(word, ()))
        return math.log1p((len(self._places) - holding + smooth) / (holding + smooth)) if holding else 0.0

    def search(self, query: str, limit: int) -> list[Found]:
        """The best segment of each document, best first."""
        scores: defaultdict[int, float] = defaultdict(float)
        saturation, length = self._settings.bm25_saturation, self._settings.bm25_length
        for word in dict.fromkeys(content_terms(query)):
            weight = self.weight(word)
            for place, count in self._holding.get(word, ()):
                size = 1 - length + length * self._sizes[place] / self._mean
                scores[place] += weight * count * (saturation + 1) / (count + saturation * size)
        best: dict[int, Found] = {}
        for place in sorted(scores, key=lambda place: (-scores[place], place)):
            document, segment = self._places[place]
            best.setdefault(document, Found(document, segment, scores[place]))
        return list(best.values())[:limit]

    def snippet(self, query: str, text: str, most: int) -> str:
        """The stretch of whole sentences that tells most of the query's words, filled up to the width (R055)."""
        wanted = {word: self.weight(word) for word in content_terms(query)}
        spans = sentences(text)
        if not spans:
            return ""
        values = [sum(wanted.get(word, 0.0) for word in set(content_terms(span.text))) for span in spans]
        first = last = values.index(max(values))
        while last + 1 < len(spans) and spans[last + 1].end - spans[first].start <= most:
            last += 1
        while first > 0 and spans[last].end - spans[first - 1].start <= most:
            first -= 1
        return " ".join(text[spans[first].start : spans[last].end].split())[:most].rstrip()
