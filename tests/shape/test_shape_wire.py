"""One way out, looked for in the code itself: import contracts see packages, not what is called in them (R195, P7)."""

import ast
from collections.abc import Iterator

import pytest

from tests.shape.tree import PACKAGES, ROOT, File, files

WIRES = {
    *("socket", "ssl", "_socket", "_ssl", "socketserver", "http.client", "http.server", "urllib.request", "xmlrpc"),
    *(
        "urllib.robotparser",
        "ftplib",
        "smtplib",
        "poplib",
        "imaplib",
        "nntplib",
        "telnetlib",
        "websockets",
        "websocket",
    ),
    *("httpx2", "httpx", "httpcore2", "httpcore", "h11", "h2", "requests", "aiohttp", "urllib3", "pycurl", "trio"),
    *("anthropic", "openai", "vllm", "paramiko", "trafilatura.downloads", "tld.update_tld_names"),
}
"""Modules with which a connection can be opened."""
CALLS = {
    *("open_connection", "open_unix_connection", "create_connection", "create_datagram_endpoint", "sock_connect"),
    *(
        "connect_tcp",
        "connect_unix",
        "create_connected_udp_socket",
        "fetch_url",
        "fetch_response",
        "urlopen",
        "urlretrieve",
    ),
    *("build_opener", "getaddrinfo", "gethostbyname", "update_tld_names"),
}
"""Functions that open one, or ask a name server, wherever they come from."""
LOADERS = {"import_module", "__import__", "find_spec"}
ALLOWED = {
    "reach/authorities.py": {"ssl"},  # whose certificates egress trusts
    "reach/egress.py": {"socket", "ssl", "httpx2", "getaddrinfo"},
    "research/roles/endpoints/bounded.py": {"httpx2", "ssl"},
    "research/roles/endpoints/openai.py": {"httpx2"},
    "research/roles/endpoints/server.py": {"httpx2"},
    "research/roles/endpoints/sizing.py": {"httpx2"},
    "research/roles/endpoints/anthropic.py": {"httpx2", "anthropic"},
    "research/roles/binding.py": {"httpx2"},  # a transport's type; nothing is opened there
    "research/actions/advance.py": {"socket"},  # this machine's name
    "research/management/first_web.py": {"http.server"},  # listens on loopback, for the first check without a network
    "research/management/measure/made_up_web.py": {"http.server"},  # listens on loopback, for what is measured there
    "research/management/measure/onlooker.py": {"http.client", "websockets"},  # asks the web server being measured
    "research/management/commands/up.py": {
        "socket",
        "http.client",
    },  # listens for the web server, and looks whether it answers
}


def wires(file: File) -> Iterator[str]:
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Import):
            yield from (wire for alias in node.names if (wire := _wire(alias.name)))
        elif isinstance(node, ast.ImportFrom):
            found = [_wire(f"{node.module}.{alias.name}") for alias in node.names]
            yield from (wire for wire in found if wire)
            yield from (alias.name for alias in node.names if alias.name in CALLS)
        elif isinstance(node, ast.Call) and _name(node.func) in LOADERS:
            told = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
            yield from (wire for name in told if isinstance(name, str) and (wire := _wire(name)))
        elif isinstance(node, ast.Attribute) and node.attr in CALLS:
            yield node.attr


def _wire(module: str) -> str | None:
    parts = module.split(".")
    return next((name for end in range(len(parts)) if (name := ".".join(parts[: end + 1])) in WIRES), None)


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def test_nothing_but_the_egress_and_the_endpoints_opens_a_connection() -> None:
    found = {file.name: set(wires(file)) for file in files(*PACKAGES)}
    assert {name: used for name, used in found.items() if used} == {
        name: allowed for name, allowed in ALLOWED.items() if name in found
    }


@pytest.mark.parametrize(
    ("line", "wire"),
    [
        ("import socket", "socket"),
        ("import urllib.request as u", "urllib.request"),
        ("from urllib import request", "urllib.request"),
        ("from urllib.request import urlopen", "urllib.request"),
        ("from http import client", "http.client"),
        ("import http.client", "http.client"),
        ("from httpx2._transports import default", "httpx2"),
        ("import httpcore2", "httpcore2"),
        ("import asyncio\nasyncio.open_connection('a', 1)", "open_connection"),
        ("from asyncio import open_connection", "open_connection"),
        ("loop.create_connection(f)", "create_connection"),
        ("from trafilatura import fetch_url", "fetch_url"),
        ("import trafilatura\ntrafilatura.fetch_url('a')", "fetch_url"),
        ("from trafilatura.downloads import anything", "trafilatura.downloads"),
        ("import importlib\nimportlib.import_module('socket')", "socket"),
        ("__import__('aiohttp')", "aiohttp"),
        ("def f():\n    import websockets", "websockets"),
        ("call = anyio.connect_tcp", "connect_tcp"),
    ],
)
def test_a_planted_way_out_is_seen(line: str, wire: str) -> None:
    assert wire in set(wires(File(ROOT / "reach" / "planted.py", line, ast.parse(line))))


@pytest.mark.parametrize(
    "line",
    ["from urllib.parse import urlsplit", "from http import HTTPStatus", "import asyncio", "import anyio.to_thread"],
)
def test_what_opens_nothing_is_let_be(line: str) -> None:
    assert set(wires(File(ROOT / "reach" / "planted.py", line, ast.parse(line)))) == set()
