"""Whether a question asks how things stand now. Only then does a source's age count against it (DESIGN §2)."""

import re

_NOW = re.compile(
    r"\b(now|today|current(ly)?|latest|recent(ly)?|at present|so far|up to date|newest|this (week|month|year)|"
    r"these days|still|as of)\b|目前|现在|当前|最新|最近|近期|今天|今日|今年|本月|本周|现状|眼下|如今|截至",
    re.IGNORECASE,
)


def about_the_present(question: str) -> bool:
    return bool(_NOW.search(question))
