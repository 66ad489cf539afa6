#!/usr/bin/env python
"""Every command of Redthread. Those that need the embedded database start it with their first connection."""

import io
import os
import sys

from research.embedded.places import EmbeddedError

BAD_SETTING = 2  # exit code, as for a taken port
UNLIMITED = {"migrate", "dbshell"}  # building an index may take longer than a request is allowed to


def main() -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal without UTF-8 can't show every word of a report
        sys.stdout.reconfigure(errors="replace")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "research.settings")
    if set(sys.argv[1:2]) & UNLIMITED:
        os.environ.setdefault("STATEMENT_SECONDS", "0")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django isn't installed here. Run `make setup` once, then use .venv/bin/python manage.py.")
    try:
        execute_from_command_line(sys.argv)
    except EmbeddedError as error:
        sys.exit(f"redthread: {error}")
    except ImproperlyConfigured as error:
        sys.stderr.write(f"redthread: {error}\n")
        sys.exit(BAD_SETTING)


if __name__ == "__main__":
    main()
