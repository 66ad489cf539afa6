"""What the kernel remembers for us, so that a `kill -9` leaves nothing behind: locks that end with their holder, and
the order to follow a parent into death."""

import ctypes
import fcntl
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PR_SET_PDEATHSIG = 1  # from linux/prctl.h
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(number: int, parent: int) -> None:
    """For a fresh child: Linux sends it `number` when the thread that forked it is gone. Elsewhere nothing does, and
    the next start sweeps up. A parent may be gone before we get here, so that is looked at too."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, number)
        if os.getppid() != parent:
            os._exit(1)


@contextmanager
def locked(path: Path, operation: int) -> Iterator[bool]:
    """Yields whether the lock was to be had; only an operation with LOCK_NB can say no."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(handle, operation)
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(handle)


def free(path: Path) -> bool:
    """Whether nobody holds it, not even shared. A file that isn't there is held by nobody."""
    if not path.exists():
        return True
    with locked(path, fcntl.LOCK_EX | fcntl.LOCK_NB) as got:
        return got
