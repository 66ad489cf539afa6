"""Which server it is, as far as it tells: a model's answers change with its server's version."""

import httpx2

from research.roles.endpoints.bounded import told_json

SECONDS = 5.0
"""To wait for a number that nothing depends on."""
LONGEST = 200_000
"""Bytes: /props of llama.cpp repeats its chat template."""
SHOWN = 80
"""Characters of a version."""
ASKED = {"vllm": ("/version", "version"), "llamacpp": ("/props", "build_info"), "ollama": ("/api/version", "version")}


async def told_version(family: str, base_url: str, transport: httpx2.AsyncBaseTransport | None = None) -> str:
    """ "vllm 0.33.0", or the family alone. Without a key: these addresses take none, and none is shown to them."""
    if family not in ASKED:
        return family
    path, field = ASKED[family]
    told = await told_json(base_url.removesuffix("/v1") + path, SECONDS, LONGEST, transport=transport)
    version = told.get(field) if isinstance(told, dict) else None
    return f"{family} {version}"[:SHOWN] if isinstance(version, str) and version.isprintable() else family
