"""Where a test may kill this process for good: the proof of P1 needs a death at each named point of a step.

Does nothing unless REDTHREAD_CRASH_FOLDER names a folder; then each (point, step) kills once, and leaves a mark there.
"""

import os
import signal
from pathlib import Path

POINTS = ("after_lease", "before_call", "after_call", "before_commit", "in_transaction", "after_commit")


def crash_point(name: str, step: int) -> None:
    folder = os.environ.get("REDTHREAD_CRASH_FOLDER")
    if not folder:
        return
    try:
        (Path(folder) / f"{name}-{step}").touch(exist_ok=False)
    except FileExistsError:
        return
    os.kill(os.getpid(), signal.SIGKILL)
