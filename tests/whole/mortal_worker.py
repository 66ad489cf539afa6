"""A worker that is killed and born again until its task rests. Not a test: run by one as a process of its own.

    python mortal_worker.py DATABASE TASK [once]

With "once" it takes one step in a single life, and whoever started it sees how that life ended.
Everything is imported once; each life is a fork of it, as cheap as a life can be. Prints how many lives it took.
"""

import os
import sys
import time
from pathlib import Path

LOOK_AGAIN = 0.02
"""Seconds between two looks for a lease that has run out."""


def main(database: str, task: int, once: bool = False) -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    import django
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = database
    django.setup()
    import research.actions
    from research.roles.builtin import embedder
    from research.roles.tokens import count_tokens
    from research.worker import app

    embedder.NEEDED_FLAGS = {"a flag that no processor has"}
    app.conf.broker_url = "memory://"
    assert research.actions
    count_tokens("loaded before the first fork")
    if once:
        research.actions.advance(task)
        return
    lives = 1
    while _died(task):
        lives += 1
    print(lives, flush=True)


def _died(task: int) -> bool:
    child = os.fork()
    if not child:
        _live(task)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status) and os.waitstatus_to_exitcode(status):
        raise SystemExit(f"the worker ended with {status}")
    return os.WIFSIGNALED(status)


def _live(task: int) -> None:
    from research import actions
    from research.models import ResearchTask

    while ResearchTask.objects.get(pk=task).status == "running":
        if not actions.advance(task):
            time.sleep(LOOK_AGAIN)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), once="once" in sys.argv)
