"""What addresses ask for, cleaned in one place."""

import unicodedata

from research.web.frame import Asked


def asked_for(request: Asked, name: str) -> str:
    return plain(request.GET.get(name, ""))


def plain(text: str) -> str:
    """Without controls and halves of surrogate pairs: no column takes a NUL, and none is ever looked for."""
    return "".join(" " if unicodedata.category(sign) in ("Cc", "Cs") else sign for sign in text).strip()
