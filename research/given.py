"""What a setting may say: each check returns it, or ends the command with one sentence (manage.py)."""

import os
import re
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import environ
from django.core.exceptions import ImproperlyConfigured

if TYPE_CHECKING:
    from reach.providers.database import View
    from reach.providers.json_api import Description

NETWORK_PLACE = r"(\[[\da-f:.]+\]|[\w.-]+)(:[1-9]\d{0,4})?"  # host or host:port
_env = environ.Env()


def secret(name: str) -> str:
    """From NAME, or from the file that NAME_FILE names, as container platforms hand secrets over."""
    named: str = _env.str(f"{name}_FILE", default="")
    if not named:
        plain: str = _env.str(name, default="")
        return plain
    try:
        return Path(named).read_text("utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{name}_FILE names {named}, which can't be read: {error.strerror}") from None


def kept_key(folder: Path) -> str:
    """Made once, for this user's eyes only. Several processes may get here first; a link is made by one of them."""
    path = folder / "secret-key"
    try:
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            draft = folder / f"secret-key.{os.getpid()}"
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as handle:
                handle.write(secrets.token_urlsafe(64))
            try:
                path.hardlink_to(draft)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        return path.read_text()
    except OSError as error:
        raise ImproperlyConfigured(
            f"{path} can't be written: {error.strerror}. Set REDTHREAD_DATA to a folder of yours, or SECRET_KEY."
        ) from None


def whole(name: str, text: str, lowest: int, highest: int) -> int:
    """Refused here, as all that can't be meant: each command then ends with one sentence (manage.py)."""
    if not (text.isascii() and text.isdigit() and lowest <= int(text) <= highest):
        raise ImproperlyConfigured(f"{name} must be a whole number from {lowest} to {highest}, not {text!r}.")
    return int(text)


def folder(name: str, text: str) -> Path:
    path = Path(text).absolute()
    if not path.is_dir():
        raise ImproperlyConfigured(f"{name} names {path}, which is no folder.")
    return path


def web_address(name: str, text: str) -> str:
    if text and not re.fullmatch(rf"https?://(\S+@)?{NETWORK_PLACE}(/\S*)?", text, re.IGNORECASE):
        raise ImproperlyConfigured(f"{name} must be http://host or https://host, not {text!r}.")
    return text


def bare_hosts(name: str, given: list[str]) -> list[str]:
    hosts = [host.strip().lower() for host in given if host.strip()]
    for host in hosts:
        if not re.fullmatch(rf"{NETWORK_PLACE}|[\da-f]*:[\da-f:.]+", host):
            raise ImproperlyConfigured(f"{name} takes host or host:port with commas between, not {host!r}.")
    return hosts


def bindings(endpoints: dict[str, str], name: str = "") -> dict[str, str]:
    """Blank ones are left to `manage.py check`. Imported late: it loads an HTTP client, which beat has no use for."""
    for role, endpoint in endpoints.items():
        if endpoint.strip() in ("", "builtin:"):
            continue
        from research.roles.binding import BindingError, each, read

        try:
            families = [read(text).family for text in each(endpoint)]
        except BindingError as error:
            raise ImproperlyConfigured(f"{name or role.upper() + '_ENDPOINT'}: {error}") from None
        if role == "embedder" and (len(families) > 1 or families == ["anthropic"]):
            raise ImproperlyConfigured(
                "EMBEDDER_ENDPOINT: one server that serves vectors, or builtin:; Anthropic serves none."
            )
    return endpoints


def escalation(name: str, said: str) -> str:
    """Whose endpoint takes over what the planner failed at: the reporter's, nobody's, or one of its own."""
    said = said.strip()
    if said not in ("reporter", "none"):
        bindings({name.lower(): said}, name)
    return said


PLANNER_PROMPTS = ("plan", "grow", "query", "reflect")


def planner_prompts(name: str, said: list[str]) -> frozenset[str]:
    asked = frozenset(each.strip() for each in said if each.strip())
    if strange := sorted(asked - set(PLANNER_PROMPTS)):
        raise ImproperlyConfigured(f"{name}: {strange[0]} is none of {', '.join(PLANNER_PROMPTS)}")
    return asked


def contact(name: str, text: str) -> str:
    """It goes out in a header of every request."""
    if not re.fullmatch(rf"(https?://{NETWORK_PLACE}(/[!-'*-~]*)?|[\w.+-]+@[\w-]+(\.[\w-]+)+)?", text, re.ASCII):
        raise ImproperlyConfigured(f"{name} must be a mail address, http://host or https://host, not {text!r}.")
    return text


def channels_given(
    named: Sequence[str], file: str, searxng: str, keys: Mapping[str, str], feeds: Sequence[str]
) -> "tuple[tuple[str, ...], tuple[Description, ...]]":
    """Names from REACH_CHANNELS, and what JSON_CHANNELS describes. Imported late, as above."""
    names = tuple(dict.fromkeys(name.strip().lower() for name in named if name.strip()))
    if not names and not file:
        return (), ()
    from research.channels import BadChannels, check, described

    try:
        told = described(file, secret) if file else ()
        check(names, told, searxng, keys, feeds)
    except BadChannels as error:
        raise ImproperlyConfigured(str(error)) from None
    return names, told


def database_given(file: str) -> "tuple[View | None, str]":
    """What DATABASE_CHANNEL describes, and the address of its database, from the variable that it names."""
    if not file:
        return None, ""
    from reach.providers.database import BadView, read_view
    from research.channels import wrong_words

    try:
        view = read_view(Path(file))
    except BadView as error:
        raise ImproperlyConfigured(f"DATABASE_CHANNEL names {file}: {error}.") from None
    if why := wrong_words(view.about):
        raise ImproperlyConfigured(f"DATABASE_CHANNEL names {file}: {why}")
    address = secret(view.dsn_env)
    if not address:
        raise ImproperlyConfigured(f"DATABASE_CHANNEL names {file}: it takes its address from {view.dsn_env}, not set.")
    return view, address
