"""Serve a GGUF file on loopback with llama.cpp: `make model GGUF=path`. Imports nothing of Redthread, so that a machine
which only serves models needs no more than requirements-model.txt.
"""

import argparse
import os
import re
import signal
import sys
import threading
from pathlib import Path

MAGIC = b"GGUF"
FEWEST_TOKENS = 16384
"""Of a window: our longest prompt of 6,000 tokens may be 12,000 of the model's own; its answer comes on top."""


def main() -> None:
    given = _given()
    if fault := wrong_file(given.gguf):
        sys.exit(fault)
    try:
        server = _serve(given)
    except ImportError:
        sys.exit(
            "xllamacpp isn't installed here: make model GGUF=… installs it, or pip install -r requirements-model.txt."
        )
    except (RuntimeError, OSError) as error:
        sys.exit(f"llama.cpp can't serve {given.gguf}: {error}")
    print("\n".join(told(server.listening_address, given.name, given.window, given.seats)), flush=True)
    over = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: over.set())
    over.wait()
    # The library joins its threads at exit and may wait for an answer that nobody reads any more.
    os._exit(0)


def _given() -> argparse.Namespace:
    about = argparse.ArgumentParser(description="Serve a GGUF file on loopback, OpenAI-compatible.")
    about.add_argument("gguf", type=Path)
    about.add_argument("--port", type=int, default=8080, help="0 for any that is free")
    about.add_argument("--window", type=int, default=FEWEST_TOKENS, help="tokens of one prompt and its answer")
    about.add_argument("--seats", type=int, default=1, help="answers at once; each takes memory for a window")
    about.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    about.add_argument("--name", default="", help="the model's name in the binding; else the file's")
    given = about.parse_args()
    given.name = given.name or name_of(given.gguf)
    return given


def wrong_file(path: Path) -> str:
    """Said before anything is loaded; empty: it can be tried."""
    try:
        with path.open("rb") as opened:
            begins = opened.read(len(MAGIC))
    except OSError as error:
        return f"{path} can't be read: {error.strerror}."
    return "" if begins == MAGIC else f"{path} is no GGUF file: it begins with other bytes."


def name_of(path: Path) -> str:
    """As it can stand in an address."""
    return re.sub(r"[^\w.-]+", "-", path.stem).strip("-") or "model"


def _serve(given: argparse.Namespace):  # type: ignore[no-untyped-def]  # the wheel has no types, and isn't there in checks
    import xllamacpp

    wanted = xllamacpp.CommonParams()
    wanted.model.path = str(given.gguf)
    wanted.model_alias = {given.name}
    wanted.hostnames, wanted.port = ["127.0.0.1"], given.port
    # Slots share one memory: each must hold a whole window.
    wanted.n_ctx, wanted.n_parallel = given.window * given.seats, given.seats
    wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = given.threads
    return xllamacpp.Server(wanted)


def told(address: str, name: str, window: int, seats: int) -> list[str]:
    binding = f"llamacpp://{address.partition('://')[2].rstrip('/')}/{name}?window={window}&seats={seats}&deadline=300"
    return [
        f"{name} is served on {address}. Ctrl-C ends it. Bind it to a role, and see whether it is fit:",
        f"  PLANNER_ENDPOINT='{binding}'",
        f"  .venv/bin/python manage.py conformance planner --endpoint '{binding}'",
    ]


if __name__ == "__main__":
    main()
