"""Environment → channels: which are on, and what each is built from. Knows no Django: settings are handed in."""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from reach.address import split
from reach.cache import Cache
from reach.egress import Egress
from reach.pace import Pace
from reach.providers import Provider
from reach.providers.arxiv import Arxiv
from reach.providers.brave import Brave
from reach.providers.crossref import Crossref
from reach.providers.feeds import Feeds
from reach.providers.json_api import LIMIT, QUERY, Description, JsonApi
from reach.providers.openalex import OpenAlex
from reach.providers.searxng import Searxng, authority
from reach.providers.tavily import Tavily
from reach.providers.wikipedia import Wikipedia
from reach.segment import sentences
from reach.settings import ReachSettings
from reach.words import is_chinese, terms

HOUSE = ("documents", "pages", "database")
"""Built by the wiring, since they belong to a workspace; on unless REACH_CHANNELS leaves them out."""
BY_NAME_ONLY = ("wikipedia", "arxiv", "crossref", "openalex")
"""They need no set-up, and every query would leave the house: so only somebody who names them turns them on."""
NEEDS: Mapping[str, str] = MappingProxyType(
    {"searxng": "SEARXNG_URL", "tavily": "TAVILY_API_KEY", "brave": "BRAVE_API_KEY", "feeds": "FEEDS"}
)
"""On as soon as this setting is there."""
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")


class BadChannels(ValueError):
    """One sentence that names the setting and what it must be."""


class Given(Protocol):
    """What is asked of the settings."""

    REACH_CHANNELS: Sequence[str]
    JSON_CHANNELS: Sequence[Description]
    SEARXNG_URL: str
    CHANNEL_API_KEYS: Mapping[str, str]
    FEEDS: Sequence[str]


def active(given: Given) -> tuple[str, ...]:
    """Names of the channels that are on: those that are named, else all that somebody set up."""
    if given.REACH_CHANNELS:
        return tuple(given.REACH_CHANNELS)
    there = _there(given.SEARXNG_URL, given.CHANNEL_API_KEYS, given.FEEDS)
    described = [one.name for one in given.JSON_CHANNELS]
    return (*HOUSE, *(name for name in NEEDS if there[name]), *described)


def asks_outside(given: Given) -> bool:
    return bool(set(active(given)) - set(HOUSE))


def channels(
    given: Given,
    egress: Egress,
    own: Sequence[Provider] = (),
    cache: Cache | None = None,
    pace: Pace | None = None,
) -> list[Provider]:
    """In the order of their names in REACH_CHANNELS. The egress must be free of a task's scope: a search service
    lies outside the sites that a task is kept to."""
    makers = _makers(given, egress, cache, pace)
    house = {one.name: one for one in own}
    return [house[name] if name in house else makers[name]() for name in active(given) if name in house | makers]


def _makers(given: Given, egress: Egress, cache: Cache | None, pace: Pace | None) -> dict[str, Callable[[], Provider]]:
    keys = given.CHANNEL_API_KEYS
    makers: dict[str, Callable[[], Provider]] = {
        "searxng": lambda: Searxng(given.SEARXNG_URL, egress),
        "tavily": lambda: Tavily(keys["tavily"], egress),
        "brave": lambda: Brave(keys["brave"], egress),
        "feeds": lambda: Feeds(given.FEEDS, egress, cache=cache),
        "wikipedia": lambda: Wikipedia(egress),
        "arxiv": lambda: Arxiv(egress, pace=pace),
        "crossref": lambda: Crossref(egress),
        "openalex": lambda: OpenAlex(egress, key=keys.get("openalex", "")),
    }
    return makers | {told.name: partial(JsonApi, told, egress) for told in given.JSON_CHANNELS}


def _there(searxng: str, keys: Mapping[str, str], feeds: Sequence[str]) -> dict[str, bool]:
    return {
        "searxng": bool(searxng),
        "tavily": bool(keys.get("tavily")),
        "brave": bool(keys.get("brave")),
        "feeds": bool(feeds),
    }


def check(
    named: Sequence[str], described: Sequence[Description], searxng: str, keys: Mapping[str, str], feeds: Sequence[str]
) -> None:
    known = (*HOUSE, *NEEDS, *BY_NAME_ONLY, *(one.name for one in described))
    there = _there(searxng, keys, feeds)
    for name in named:
        if name not in known:
            raise BadChannels(f"REACH_CHANNELS names {name!r}; what it may name is {', '.join(known)}.")
        if not there.get(name, True):
            raise BadChannels(f"REACH_CHANNELS names {name}, which needs {NEEDS[name]}.")


# ---- channels described in a file ----------------------------------------------------------------------------------


class _Told(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class _Fields(_Told):
    title: str
    url: str
    snippet: str = ""
    published: str = ""


class _Parameters(_Told):
    since: str = ""
    until: str = ""
    language: str = ""


class _Channel(_Told):
    name: str
    about: str
    url: str
    results: str = ""
    fields: _Fields
    headers: dict[str, str] = Field(default_factory=dict)
    parameters: _Parameters = _Parameters()
    internal: bool = False
    limits: str = ""


class _File(_Told):
    channel: list[_Channel] = Field(min_length=1)


def described(file: str, secret: Callable[[str], str]) -> tuple[Description, ...]:
    """`secret` gives the value of an environment variable: the file holds names of keys, never keys."""
    try:
        told = _File.model_validate(tomllib.loads(Path(file).read_text("utf-8")))
    except OSError as error:
        raise BadChannels(f"JSON_CHANNELS names {file}, which can't be read: {error.strerror}.") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise BadChannels(f"JSON_CHANNELS, {_place(first['loc'])}: {first['msg'].lower()}.") from None
    except ValueError as error:  # no TOML, or no text at all
        raise BadChannels(f"JSON_CHANNELS names {file}, which is no TOML: {error}.") from None
    made = tuple(_description(one, secret) for one in told.channel)
    taken = {*HOUSE, *NEEDS, *BY_NAME_ONLY}
    for one in made:
        if one.name in taken:
            raise BadChannels(f"JSON_CHANNELS: the name {one.name!r} is taken by another channel.")
        taken.add(one.name)
    return made


def _place(where: tuple[int | str, ...]) -> str:
    """("channel", 0, "fields", "url") → "channel 1, fields.url"."""
    numbered = [str(part + 1) if isinstance(part, int) else part for part in where]
    front, rest = " ".join(numbered[:2]), ".".join(numbered[2:])
    return f"{front}, {rest}" if rest else front


def _description(one: _Channel, secret: Callable[[str], str]) -> Description:
    who = f"JSON_CHANNELS, channel {one.name}"
    if not _NAME.fullmatch(one.name):
        raise BadChannels(f"{who}: a name is small letters, digits, - and _, at most 40.")
    if why := wrong_words(one.about):
        raise BadChannels(f"{who}: {why}")
    if why := _wrong_address(one.url):
        raise BadChannels(f"{who}: {why}")
    return Description(
        name=one.name,
        about=one.about,
        url=one.url,
        results=one.results,
        fields={name: path for name, path in one.fields.model_dump().items() if path},
        headers=tuple((name, _header(who, name, variable, secret)) for name, variable in one.headers.items()),
        since=one.parameters.since,
        until=one.parameters.until,
        language=one.parameters.language,
        internal=one.internal,
        limits=one.limits,
    )


def wrong_words(about: str) -> str:
    """Chinese has no spaces: its words are counted as the ranking cuts them."""
    numbers = ReachSettings()
    count = len(terms(about)) if is_chinese(about) else len(about.split())
    if len(sentences(about)) == numbers.about_sentences and count <= numbers.about_words:
        return ""
    return (
        f"`about` is three sentences of {numbers.about_words} words at most together:"
        " what it does, when to use it, when not."
    )


def _wrong_address(url: str) -> str:
    parts = split(url)
    if parts is None or "{" in parts.netloc or "@" in parts.netloc or QUERY not in url:
        return f"`url` must be http://host/… or https://host/… with {QUERY} in it, and no user before the host."
    if re.search(r"[{}\s]", url.replace(QUERY, "").replace(LIMIT, "")):
        return f"`url` may hold {QUERY} and {LIMIT}, and no other braces or spaces."
    try:
        authority(url, "`url`")
    except ValueError as error:
        return f"{error}."
    return ""


def _header(who: str, name: str, variable: str, secret: Callable[[str], str]) -> str:
    value = secret(variable)
    if not _HEADER.fullmatch(name) or not (value.isascii() and value.isprintable()):
        raise BadChannels(f"{who}: the header {name!r}, or the value of {variable}, can't stand in a request.")
    if not value:
        raise BadChannels(f"{who}: its header {name} takes its value from {variable}, which is not set.")
    return value
