"""Word lists are prose with spaces, so that a diff shows the word that came and not a wall of quotation marks."""


def listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())
