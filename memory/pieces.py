"""Byte-pair vocabularies out of a wheel. They come inside it, so counting needs no network, and load when first asked.

Only the compiled part is loaded. The package around it keeps the same vocabularies once more as tables in Python, three
of them at import: eighty megabytes of each process, and a second and a half of its start.
"""

from collections.abc import Sequence
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast

_PACKAGE, _COMPILED = "bpe_openai", "_bindings"


class Pieces(Protocol):
    def encode(self, text: str) -> Sequence[int]: ...
    def count(self, text: str) -> int: ...


@cache
def pieces(vocabulary: str) -> Pieces | None:
    """None on a platform without that wheel, or with one that is built otherwise."""
    try:
        return cast(Pieces, _compiled().tokenizer_for_encoding(vocabulary))
    except (ImportError, AttributeError, OSError, ValueError):
        return None


@cache
def _compiled() -> ModuleType:
    """Raises ImportError or OSError."""
    package = find_spec(_PACKAGE)
    for folder in (package.submodule_search_locations or ()) if package else ():
        for ending in EXTENSION_SUFFIXES:
            spec = spec_from_file_location(f"{_PACKAGE}.{_COMPILED}", Path(folder) / f"{_COMPILED}{ending}")
            if (Path(folder) / f"{_COMPILED}{ending}").exists() and spec and spec.loader:
                module = module_from_spec(spec)
                spec.loader.exec_module(module)
                return module
    raise ImportError(_PACKAGE)
