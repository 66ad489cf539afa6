"""Whether what a model wrote for readers is in their language (B-021). Names in another script don't make another
language, and too few words tell none."""

import re

from reach.words import CJK
from research.roles.answers import GrowAnswer, PlanAnswer, SectionAnswer, SummaryAnswer
from research.roles.bearing import in_language
from research.terms import Language

LEAST_WORDS = 6
"""Words and Chinese characters together, below which names alone may fill a line."""

_COUNTED = re.compile(rf"[{CJK}]|[A-Za-z]{{2,}}")


def spoken(answer: object) -> str:
    """The part that readers see as the product's own words. Search texts and quotations may be in any language."""
    match answer:
        case PlanAnswer() | GrowAnswer():
            return " ".join(goal.question for goal in answer.goals)
        case SummaryAnswer():
            return answer.conclusion
        case SectionAnswer():
            return " ".join(sentence.text for sentence in answer.sentences)
        case _:
            return ""


def in_another_language(text: str, wanted: Language) -> bool:
    return len(_COUNTED.findall(text)) >= LEAST_WORDS and not in_language([text], wanted)
