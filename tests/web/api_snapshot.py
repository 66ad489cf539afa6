"""The schema of the API as clients know it. `python -m tests.web.api_snapshot` writes it anew after an addition."""

import json
import os
from pathlib import Path
from typing import Any

SNAPSHOT = Path(__file__).parent / "openapi.json"


def schema() -> Any:
    """Without what differs between two copies of the program: the name of the session cookie."""
    from django.conf import settings

    from research.web.api.addresses import api

    text = json.dumps(api.get_openapi_schema(), default=str)
    return json.loads(text.replace(settings.SESSION_COOKIE_NAME, "redthread_session"))


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "research.settings")
    django.setup()
    SNAPSHOT.write_text(json.dumps(schema(), indent=1, ensure_ascii=False) + "\n")
