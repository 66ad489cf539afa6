"""Decodes a body piece by piece and stops at the cap: 58 KB on the wire may be 60 MB (B-048, F-35)."""

import zlib

from reach.errors import Kind, ReachError

ACCEPTED = "gzip, deflate"  # what we say we take; anything else that arrives is a failure, never text (B-050)
_GZIP = frozenset({"gzip", "x-gzip"})
_ZLIB_OR_GZIP = 32 + zlib.MAX_WBITS  # zlib's own header detection


class Body:
    """Collects one body. `feed` raises as soon as the decoded size passes the cap."""

    def __init__(self, encoding: str, cap: int, piece: int) -> None:
        names = [name.strip().lower() for name in encoding.split(",") if name.strip().lower() not in ("", "identity")]
        if len(names) > 1:
            raise ReachError(Kind.UNDECODABLE, f"{len(names)} stacked content encodings")
        self._name = names[0] if names else ""
        if self._name and self._name not in _GZIP and self._name != "deflate":
            raise ReachError(Kind.UNDECODABLE, f"content encoding {self._name} was not asked for and is not read")
        self._cap, self._piece = cap, piece
        self._decoder = zlib.decompressobj(_ZLIB_OR_GZIP) if self._name else None
        self._started = False
        self._kept = bytearray()

    def feed(self, wire: bytes) -> None:
        if self._decoder is None:
            self._keep(wire)
            return
        try:
            self._inflate(wire)
        except zlib.error as error:
            raise ReachError(Kind.UNDECODABLE, f"damaged {self._name} body: {error}") from error

    def _inflate(self, wire: bytes) -> None:
        while wire:
            assert self._decoder is not None
            try:
                plain = self._decoder.decompress(wire, self._piece)
            except zlib.error:
                if self._started or self._name != "deflate":
                    raise
                self._decoder = zlib.decompressobj(-zlib.MAX_WBITS)  # some servers send deflate without its header
                plain = self._decoder.decompress(wire, self._piece)
            self._started = True
            self._keep(plain)
            wire = self._decoder.unconsumed_tail
            if self._decoder.eof:
                wire = self._next_member()

    def _next_member(self) -> bytes:
        """A gzip body may be several members in a row; whatever else follows the end is dropped, as browsers do."""
        assert self._decoder is not None
        rest = self._decoder.unused_data
        if self._name not in _GZIP or not rest.startswith(b"\x1f\x8b"):
            return b""
        self._decoder = zlib.decompressobj(_ZLIB_OR_GZIP)
        return rest

    def _keep(self, plain: bytes) -> None:
        self._kept += plain
        if len(self._kept) > self._cap:
            raise ReachError(Kind.TOO_LARGE, f"the body is larger than {self._cap:,} bytes when decoded")

    def finish(self) -> bytes:
        if self._decoder is not None and self._started and not self._decoder.eof:
            raise ReachError(Kind.INCOMPLETE, "the compressed body ends too early")
        return bytes(self._kept)
