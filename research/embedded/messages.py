"""Celery's messages as files, for one machine without a broker.

Kombu's own filesystem transport may hand over a message that is still being written, moves it by copying when /tmp is
another disk, so that two workers get it, and names files by a clock that begins anew with each boot. A rename inside
one folder has none of these faults.
"""

import json
import os
import time
import uuid
from contextlib import suppress
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem


class Channel(filesystem.Channel):
    def _put(self, queue: Any, message: Any, **_: Any) -> None:  # type: ignore[override]  # kombu's own two differ
        name = f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        draft = Path(self.data_folder_out) / f".{name}"
        try:
            draft.write_text(json.dumps(message))
            draft.rename(draft.with_name(name))
        except OSError as error:
            with suppress(OSError):
                draft.unlink()
            raise ChannelError(f"a message can't be written to {self.data_folder_out}: {error.strerror}") from error

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        folder = Path(self.data_folder_in)
        for name in sorted(os.listdir(folder)):  # noqa: PTH208  # looked into ten times a second; names are enough
            if name.startswith(".") or name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = folder / f".taken.{name}"
            try:
                (folder / name).rename(taken)
            except FileNotFoundError:  # another worker was faster
                continue
            text = taken.read_text()
            taken.unlink()
            return json.loads(text)
        raise Empty


class Transport(filesystem.Transport):
    Channel = Channel
