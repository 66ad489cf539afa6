"""What an owner and its reading child say to each other over two pipes: lengths first, then so many bytes."""

import struct
from typing import IO

HEAD = struct.Struct(">II")  # bytes of an order in JSON, and of the body that follows it
LENGTH = struct.Struct(">I")  # bytes of an answer in JSON
READY = b"r"  # said once, when the child can take orders


def exactly(stream: IO[bytes], size: int) -> bytes:
    """Nothing where the other side has gone, even in the middle."""
    kept = bytearray()
    while len(kept) < size:
        piece = stream.read(size - len(kept))
        if not piece:
            return b""
        kept += piece
    return bytes(kept)


def send(stream: IO[bytes], *parts: bytes) -> None:
    """An unbuffered stream may take less than it is given."""
    for part in parts:
        rest = memoryview(part)
        while rest:
            rest = rest[stream.write(rest) :]
