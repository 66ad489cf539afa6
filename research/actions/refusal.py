"""What a verb says when it won't. The sentence is for the person, in their language."""

from typing import Any


class Refused(Exception):
    """Bad input, or a move that isn't allowed now. Nothing was changed."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Stale(Refused):
    """Somebody was first. `current` is the row as it stands now (P10)."""

    def __init__(self, sentence: str, current: Any) -> None:
        super().__init__(sentence)
        self.current = current


class Forbidden(Refused):
    """The person lacks the right in this workspace."""
