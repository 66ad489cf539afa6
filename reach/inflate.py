"""Decodes a body piece by piece and stops at the cap: 58 KB on the wire may be 60 MB (B-048, F-35)."""

import zlib

from reach.errors import Kind, ReachError

ACCEPTED = "gzip, deflate"  # what we say we take; anything else that arrives is a failure, never text (B-050)
_GZIP = frozenset({"gzip", "x-gzip"})
_GZIP_MARK = b"\x1f\x8b"
_MARK_BYTES = len(_GZIP_MARK)  # zlib's header has as many
_ZLIB_CHECK, _METHOD_MASK = 31, 0x0F  # RFC 1950: what its two bytes divide by, and where the first holds the method
_ZLIB_OR_GZIP = 32 + zlib.MAX_WBITS  # zlib's own header detection


class Body:
    """Collects one body. `feed` raises as soon as the decoded size, or the size on the wire, passes the cap: packed
    nothings and rubbish behind the end cost memory and time too, though they decode to little."""

    def __init__(self, encoding: str, cap: int, piece: int) -> None:
        names = [name.strip().lower() for name in encoding.split(",") if name.strip().lower() not in ("", "identity")]
        if len(names) > 1:
            raise ReachError(Kind.UNDECODABLE, f"{len(names)} stacked content encodings")
        self._name = names[0] if names else ""
        if self._name and self._name not in _GZIP and self._name != "deflate":
            raise ReachError(Kind.UNDECODABLE, f"content encoding {self._name} was not asked for and is not read")
        self._cap, self._piece = cap, piece
        self._decoder = zlib.decompressobj(_ZLIB_OR_GZIP) if self._name else None
        self._wire = 0
        self._head = b""  # held back until it is long enough to tell what begins here
        self._started = False
        self._kept = bytearray()

    def feed(self, wire: bytes) -> None:
        try:
            if self._decoder is None:
                self._keep(wire)
            else:
                self._inflate(self._head + wire, self._decoder)
        except zlib.error as error:
            raise ReachError(Kind.UNDECODABLE, f"damaged {self._name} body: {error}") from error
        self._wire += len(wire)
        if self._wire > self._cap:
            raise self._too_large("on the wire")

    def _inflate(self, wire: bytes, decoder: "zlib._Decompress") -> None:
        self._head = b""
        while wire:
            if (decoder.eof or not self._started) and len(wire) < _MARK_BYTES:
                self._head = wire
                break
            if decoder.eof:
                if not self._is_member(wire):
                    break
                decoder = zlib.decompressobj(_ZLIB_OR_GZIP)
            elif not self._started and self._name == "deflate" and not self._has_header(wire):
                decoder = zlib.decompressobj(-zlib.MAX_WBITS)  # some servers send deflate without its header
            self._keep(decoder.decompress(wire, self._piece))
            self._started = True
            wire = decoder.unused_data if decoder.eof else decoder.unconsumed_tail
        self._decoder = decoder

    def _is_member(self, wire: bytes) -> bool:
        """A gzip body may be several members in a row; whatever else follows the end is dropped, as browsers do."""
        return self._name in _GZIP and wire.startswith(_GZIP_MARK)

    def _has_header(self, wire: bytes) -> bool:
        """zlib's two bytes, as a number, divide by 31 and name method 8."""
        told = int.from_bytes(wire[:_MARK_BYTES], "big")
        return wire.startswith(_GZIP_MARK) or (told % _ZLIB_CHECK == 0 and wire[0] & _METHOD_MASK == zlib.DEFLATED)

    def _keep(self, plain: bytes) -> None:
        self._kept += plain
        if len(self._kept) > self._cap:
            raise self._too_large("when decoded")

    def _too_large(self, where: str) -> ReachError:
        return ReachError(Kind.TOO_LARGE, f"the body is larger than {self._cap:,} bytes {where}")

    def prefix(self, length: int) -> bytes:
        return bytes(self._kept[:length])

    def finish(self) -> bytes:
        if self._decoder is not None and not self._decoder.eof and (self._started or self._head):
            raise ReachError(Kind.INCOMPLETE, "the compressed body ends too early")
        return bytes(self._kept)
