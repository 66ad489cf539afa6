"""Words in a page that talk to a machine instead of to a reader. They are data: never obeyed, and never quoted as
evidence, since a sentence made for a model says nothing about the world (P6)."""

import re
from functools import lru_cache

from reach.settings import PAGES_KEPT

_ORDERS = re.compile(
    r"\b(?:(ignore|disregard|forget|override)\b.{0,30}\b(previous|prior|above|earlier|all|any|your)\b.{0,30}"
    r"\b(instruction|prompt|direction)s?\b"
    r"|you are (now )?(an? |the )?(assistant|ai|reviewer|system|planner|language model)\b"
    r"|(approve|mark|rate|score)\b.{0,20}\b(all|every|this)\b.{0,20}\b(claim|page|source|sentence)s?\b"
    r"|set (the|its|your)\b.{0,40}\b(credibility|score|threshold|rating)\b"
    r"|(system prompt|developer message)\b)"
    r"|(?![\x00-\x7f])(?:(忽略|无视|忘记|忘掉|不要理会).{0,12}(之前|以上|前面|先前|所有|此前|你的).{0,12}"
    r"(指令|指示|提示|规则|要求|命令)"
    r"|(批准|通过|认可).{0,6}(所有|全部|一切).{0,6}(断言|声明|主张|结论|条目)"
    r"|(给|把|将).{0,12}(本页|此页|本站|该页|这个页面).{0,12}(评|打|设).{0,8}(分|为)"
    r"|你(现在)?是(一名|一个|本次)?(审核员|评审员|助手|系统|人工智能))",
    re.IGNORECASE | re.DOTALL,
)
"""A border before all of the one language and a look at the first character before the other: most places of a page are
passed by at once."""


@lru_cache(maxsize=PAGES_KEPT)
def talks_to_machines(text: str) -> bool:
    return bool(_ORDERS.search(text))
