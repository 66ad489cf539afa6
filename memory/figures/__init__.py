"""The only reader of quantities, dates, names, negation and direction, in English and Chinese.

Dedup, retention, conflicts, the builtin roles and the checker all ask here, so that they can't disagree.
"""

from memory.figures.agreement import exclusive, identical, same_quantity
from memory.figures.contrast import apart, contrast
from memory.figures.names import names
from memory.figures.reading import Reading, dates, identifiers, quantities, read
from memory.figures.values import (
    Bound,
    Comparison,
    DateMention,
    Direction,
    Identifier,
    IdentifierKind,
    Name,
    Negation,
    Quantity,
)
from memory.figures.wording import comparison, direction, negated, negations
from memory.figures.words import content_words

__all__ = [
    "Bound",
    "Comparison",
    "DateMention",
    "Direction",
    "Identifier",
    "IdentifierKind",
    "Name",
    "Negation",
    "Quantity",
    "Reading",
    "apart",
    "comparison",
    "content_words",
    "contrast",
    "dates",
    "direction",
    "exclusive",
    "identical",
    "identifiers",
    "names",
    "negated",
    "negations",
    "quantities",
    "read",
    "same_quantity",
]
