"""Settings: told completely, safe by default, and apart for two copies."""

import ast
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CALLS = {"str", "bool", "int", "list", "float", "secret"}


def names_in_code() -> set[str]:
    found = set()
    for node in ast.walk(ast.parse((ROOT / "research" / "settings.py").read_text())):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in CALLS and re.fullmatch(r"[A-Z][A-Z_]+", str(node.args[0].value)):
                found.add(node.args[0].value)
    return found


def names_in_page() -> set[str]:
    return set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs" / "settings.md").read_text(), re.M))


def load(data: Path, expression: str, **environment: str) -> str:
    """Settings are read once by a process, so each test asks a fresh one."""
    clean = {name: value for name, value in os.environ.items() if name not in names_in_code()}
    done = subprocess.run(
        [sys.executable, "-c", f"from research import settings; print({expression})"],
        cwd=ROOT,
        env={**clean, "REDTHREAD_DATA": str(data), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() if done.returncode == 0 else done.stderr.strip().splitlines()[-1]


def test_every_name_that_the_code_reads_is_told_and_no_other() -> None:
    assert len(names_in_code()) > 20
    assert names_in_page() == names_in_code()


def test_every_secret_is_marked_as_one() -> None:
    source = (ROOT / "research" / "settings.py").read_text()
    secrets = set(re.findall(r'secret\("([A-Z_]+)"\)', source))
    marked = set(
        re.findall(r"^\| `([A-Z_]+)` \|[^|]*\| \*\*secret\*\*", (ROOT / "docs" / "settings.md").read_text(), re.M)
    )
    assert secrets == marked
    assert {"ANTHROPIC_API_KEY", "DATABASE_URL", "SECRET_KEY"} <= secrets


def test_the_key_is_made_once_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    first = load(tmp_path, "settings.SECRET_KEY")
    assert len(first) > 60
    assert load(tmp_path, "settings.SECRET_KEY") == first
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_a_secret_may_come_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "url").write_text("redis://elsewhere/3\n")
    assert load(tmp_path, "settings.REDIS_URL", REDIS_URL_FILE=str(tmp_path / "url")) == "redis://elsewhere/3"
    said = load(tmp_path, "settings.REDIS_URL", REDIS_URL_FILE=str(tmp_path / "none"))
    assert "REDIS_URL_FILE names" in said
    assert "can't be read" in said


def test_nothing_is_public_unless_asked_for(tmp_path: Path) -> None:
    assert load(tmp_path, "settings.DEBUG, settings.HOST, settings.PORT") == "False 127.0.0.1 None"
    assert load(tmp_path, "settings.ALLOWED_HOSTS") == "['127.0.0.1', 'localhost', '[::1]']"


def test_two_copies_have_cookies_and_databases_of_their_own(tmp_path: Path) -> None:
    asked = "settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.DATABASES['default']['HOST']"
    one, two = (set(load(tmp_path / name, asked).split()) for name in ("one", "two"))
    assert len(one) == 3
    assert not one & two


def test_another_kind_of_database_is_refused_with_a_sentence(tmp_path: Path) -> None:
    said = load(tmp_path, "settings.DATABASES", DATABASE_URL="sqlite:///x.db")
    assert "DATABASE_URL must begin with postgresql://" in said


def test_a_given_database_is_used_with_the_same_time_limits(tmp_path: Path) -> None:
    said = load(tmp_path, "settings.DATABASES['default']", DATABASE_URL="postgresql://me:pw@db.internal:5433/red")
    for part in ("django.db.backends.postgresql", "db.internal", "5433", "statement_timeout=30s", "lock_timeout=10s"):
        assert part in said
    assert "postgres" not in load(tmp_path, "settings.DATABASES['default']['HOST']", DATABASE_URL="postgresql://h/red")


@pytest.mark.parametrize("wish", ["unsafe-inline", "unsafe-eval", "*", "http:", "https:", "nonce"])
def test_the_content_policy_makes_no_exception(tmp_path: Path, wish: str) -> None:
    policy = load(tmp_path, "settings.CONTENT_SECURITY_POLICY['DIRECTIVES']")
    assert "'default-src': [\"'none'\"]" in policy
    assert wish not in policy


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "abc", "PORT must be a whole number from 1 to 65535"),
        ("PORT", "99999", "PORT must be a whole number from 1 to 65535"),
        ("STATEMENT_SECONDS", "soon", "STATEMENT_SECONDS must be a whole number"),
        ("DATABASE_URL", "garbage", "DATABASE_URL must begin with postgresql://"),
        ("DATABASE_URL", "mysql://me:hush@db/red", "DATABASE_URL must begin with postgresql://"),
        ("DATABASE_URL", "postgresql://me:hush@db:port/red", "DATABASE_URL must read postgresql://"),
        ("DOCUMENTS_FOLDER", "/no/such/folder", "DOCUMENTS_FOLDER names /no/such/folder, which is no folder"),
        ("SEARXNG_URL", "searx.example", "SEARXNG_URL must be http://host or https://host"),
        ("SEARXNG_URL", "ftp://searx.example", "SEARXNG_URL must be http://host or https://host"),
        ("SEARXNG_URL", "http://", "SEARXNG_URL must be http://host or https://host"),
        ("REACH_CHANNELS", "documents,bing", "REACH_CHANNELS names 'bing'; what it may name is documents"),
        ("REACH_CHANNELS", "tavily", "REACH_CHANNELS names tavily, which needs TAVILY_API_KEY"),
        ("FEEDS", "https://news.example/rss,news.example", "FEEDS must be http://host or https://host"),
        ("JSON_CHANNELS", "/no/such.toml", "JSON_CHANNELS names /no/such.toml, which can't be read"),
        ("DATABASE_CHANNEL", "/no/such.toml", "DATABASE_CHANNEL names /no/such.toml: it can't be read"),
        ("REACH_CONTACT", "the desk", "REACH_CONTACT must be a mail address, http://host or https://host"),
        ("REACH_CONTACT", "x@y.example\r\nEvil: 1", "REACH_CONTACT must be a mail address"),
        ("PLANNER_ENDPOINT", "gpt://x/y", "PLANNER_ENDPOINT: 'gpt://x/y' names no kind of endpoint that is known"),
        ("CHECKER_ENDPOINT", "openai://host", "CHECKER_ENDPOINT: 'openai://host' names no model"),
        ("EMBEDDER_ENDPOINT", "anthropic://some-model", "EMBEDDER_ENDPOINT: one server that serves vectors"),
        ("REACH_ALLOW_HOSTS", "wiki.internal,http://other.internal", "REACH_ALLOW_HOSTS takes host or host:port"),
        ("REACH_ALLOW_HOSTS", "wiki.internal/path", "REACH_ALLOW_HOSTS takes host or host:port"),
    ],
)
def test_a_bad_setting_ends_each_command_with_one_sentence(
    tmp_path: Path, name: str, value: str, sentence: str
) -> None:
    commands = [["up"], ["ask", "Why?"], ["check"]] if value == "99999" else [["up"]]
    for command in commands:
        done = manage(tmp_path, *command, **{name: value})
        assert done.returncode == 2, done.stderr
        (said,) = done.stderr.strip().splitlines()
        assert said.startswith(f"redthread: {sentence}")
        assert "hush" not in said


def manage(data: Path, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    clean = {known: value for known, value in os.environ.items() if known not in names_in_code()}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**clean, "REDTHREAD_DATA": str(data), **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_good_settings_are_taken_as_they_are_meant(tmp_path: Path) -> None:
    hosts = " 127.0.0.1:8899, Wiki.Internal,[::1]:8080,::1"
    said = load(tmp_path, "settings.REACH_ALLOW_HOSTS", REACH_ALLOW_HOSTS=hosts)
    assert said == "['127.0.0.1:8899', 'wiki.internal', '[::1]:8080', '::1']"
    for address in ("http://127.0.0.1:8888", "https://searx.example/search/", "http://[::1]:80", ""):
        assert load(tmp_path, "settings.SEARXNG_URL", SEARXNG_URL=address) == address
    for contact in ("desk@redthread.example", "https://redthread.example/contact", ""):
        assert load(tmp_path, "settings.REACH_CONTACT", REACH_CONTACT=contact) == contact
    said = load(tmp_path, "settings.REACH_CHANNELS", REACH_CHANNELS=" Documents,tavily,tavily,", TAVILY_API_KEY="t")
    assert said == "('documents', 'tavily')"
    assert load(tmp_path, "settings.PORT, settings.DOCUMENTS_FOLDER", PORT="", DOCUMENTS_FOLDER=str(tmp_path)) == (
        f"None {tmp_path}"
    )


def test_a_terminal_that_lacks_a_letter_shows_a_question_mark_for_it(tmp_path: Path) -> None:
    done = manage(tmp_path, "shell", "-v0", "-c", "print('红线 leads')", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout) == (0, "?? leads\n"), done.stderr
