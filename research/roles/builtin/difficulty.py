"""How many answers a question wants: what it lists or compares, times the kinds of answer asked of each (R124).

Without a model, before the task begins: the budget has to stand when the first call is made.
"""

from research.roles.builtin.question import take_apart


def answers_wanted(question: str) -> int:
    """1 for one fact of one thing. A range of versions lists what lies between its ends; nobody knows how many."""
    asked = take_apart(question)
    listed = max(len(asked.sides), len(asked.span) + 1 if asked.span else 1)
    return listed * max(len(asked.facets), len(asked.parts), 1)
