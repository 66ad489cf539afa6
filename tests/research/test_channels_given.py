"""Environment → channels: what is on, what each is built from, and one sentence for whatever can't be meant."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from reach.egress import Egress
from reach.providers.json_api import Description
from reach.settings import ReachSettings
from research.channels import BadChannels, active, asks_outside, channels, check, described

FILE = """
[[channel]]
name = "filings"
about = "Searches filings. Use it for what a company filed. Not for news."
url = "https://filings.example/search?q={query}&n={limit}"
results = "data.items"
internal = true
[channel.fields]
title = "head"
url = "link"
[channel.headers]
Authorization = "FILINGS_TOKEN"
[channel.parameters]
since = "from"
"""
SECRETS = {"FILINGS_TOKEN": "Bearer hush", "TWO_LINES": "a\nb"}


@dataclass
class Given:
    REACH_CHANNELS: tuple[str, ...] = ()
    JSON_CHANNELS: tuple[Description, ...] = ()
    SEARXNG_URL: str = ""
    CHANNEL_API_KEYS: dict[str, str] = field(default_factory=lambda: {"tavily": "", "brave": "", "openalex": ""})
    FEEDS: tuple[str, ...] = ()


class Own:
    name = "documents"


def secret(name: str) -> str:
    return SECRETS.get(name, "")


def read(tmp_path: Path, text: str) -> tuple[Description, ...]:
    file = tmp_path / "channels.toml"
    file.write_text(text)
    return described(str(file), secret)


def names(given: Given) -> list[str]:
    return [one.name for one in channels(given, Egress(ReachSettings()), [Own()])]


def test_without_any_setting_only_the_house_is_searched() -> None:
    assert names(Given()) == ["documents"]
    assert not asks_outside(Given())
    assert active(Given()) == ("documents", "pages", "database")


def test_what_somebody_set_up_is_on_and_no_catalogue(tmp_path: Path) -> None:
    given = Given(
        JSON_CHANNELS=read(tmp_path, FILE),
        SEARXNG_URL="https://search.example",
        CHANNEL_API_KEYS={"tavily": "t", "brave": "b", "openalex": "o"},
        FEEDS=("https://news.example/rss",),
    )
    assert names(given) == ["documents", "searxng", "tavily", "brave", "feeds", "filings"]
    assert asks_outside(given)


def test_channels_that_are_named_are_on_in_that_order_and_no_others(tmp_path: Path) -> None:
    given = Given(
        REACH_CHANNELS=("openalex", "filings", "arxiv", "crossref", "wikipedia"),
        JSON_CHANNELS=read(tmp_path, FILE),
        SEARXNG_URL="https://search.example",
    )
    assert names(given) == ["openalex", "filings", "arxiv", "crossref", "wikipedia"]
    assert names(Given(REACH_CHANNELS=("documents",), SEARXNG_URL="https://search.example")) == ["documents"]
    assert not asks_outside(Given(REACH_CHANNELS=("documents",), SEARXNG_URL="https://search.example"))


def test_a_described_channel_is_read_with_its_keys_value_and_shows_it_nowhere(tmp_path: Path) -> None:
    (told,) = read(tmp_path, FILE)
    assert (told.name, told.results, told.since, told.until, told.internal) == (
        "filings",
        "data.items",
        "from",
        "",
        True,
    )
    assert told.fields == {"title": "head", "url": "link"}
    assert told.headers == (("Authorization", "Bearer hush"),)
    assert "hush" not in repr(told)


def test_the_example_of_the_settings_page_is_read(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "settings.md").read_text()
    example = page.split("```toml\n")[1].split("```")[0]
    file = tmp_path / "channels.toml"
    file.write_text(example)
    (told,) = described(str(file), lambda name: f"value of {name}")
    assert told.headers == (("Authorization", "value of FILINGS_TOKEN"),)
    assert (told.since, told.until, told.language) == ("from", "to", "lang")


ABOUT = 'about = "Searches filings. Use it for what a company filed. Not for news."'


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        (FILE, "", "channel: field required"),
        (FILE, "[[channel", "which is no TOML"),
        ('title = "head"', "", "channel 1, fields.title: field required"),
        ("internal = true", 'internal = "perhaps"', "channel 1, internal: "),
        ("internal = true", 'key = "abc"', "channel 1, key: extra inputs are not permitted"),
        ('name = "filings"', 'name = "Filings!"', "a name is small letters"),
        ('name = "filings"', 'name = "arxiv"', "the name 'arxiv' is taken"),
        (FILE, FILE + FILE, "the name 'filings' is taken"),
        (ABOUT, 'about = "Searches filings."', "`about` is three sentences of 60 words"),
        ("what a company", "very " * 60, "`about` is three sentences of 60 words"),
        ("https://filings.example", "ftp://filings.example", "`url` must be a full http or https address"),
        ("https://filings.example", "https://me:pw@filings.example", "no user before the host"),
        ("https://filings.example", "https://{query}.example", "`url` must be http://host/"),
        ("q={query}", "q=fixed", "with {query} in it"),
        ("n={limit}", "n={page}", "no other braces or spaces"),
        ('"FILINGS_TOKEN"', '"NO_SUCH_NAME"', "takes its value from NO_SUCH_NAME, which is not set"),
        ('"FILINGS_TOKEN"', '"TWO_LINES"', "can't stand in a request"),
        ("Authorization =", '"Bad Header" =', "can't stand in a request"),
    ],
)
def test_a_description_that_cant_be_meant_is_one_sentence(
    before: str, after: str, sentence: str, tmp_path: Path
) -> None:
    assert before in FILE
    with pytest.raises(BadChannels) as refusal:
        read(tmp_path, FILE.replace(before, after))
    said = str(refusal.value)
    assert said.startswith("JSON_CHANNELS")
    assert sentence in said
    assert "hush" not in said
    assert "\n" not in said


def test_a_file_that_isnt_there_is_named() -> None:
    with pytest.raises(BadChannels, match="JSON_CHANNELS names /no/such, which can't be read"):
        described("/no/such", secret)


def test_chinese_words_are_counted_as_words(tmp_path: Path) -> None:
    about = "检索公司申报文件。用于查找某公司何时申报了什么。不用于新闻。"
    assert read(tmp_path, FILE.replace(ABOUT, f'about = "{about}"'))[0].about == about
    with pytest.raises(BadChannels, match="60 words"):
        read(tmp_path, FILE.replace(ABOUT, f'about = "{about.replace("某公司", "某公司" * 40)}"'))


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ("bing", "REACH_CHANNELS names 'bing'; what it may name is documents, "),
        ("searxng", "REACH_CHANNELS names searxng, which needs SEARXNG_URL"),
        ("tavily", "REACH_CHANNELS names tavily, which needs TAVILY_API_KEY"),
        ("brave", "REACH_CHANNELS names brave, which needs BRAVE_API_KEY"),
        ("feeds", "REACH_CHANNELS names feeds, which needs FEEDS"),
    ],
)
def test_a_channel_that_is_unknown_or_lacks_its_setting_is_refused(named: str, sentence: str) -> None:
    with pytest.raises(BadChannels) as refusal:
        check(["documents", named], [], "", {}, [])
    assert str(refusal.value).startswith(sentence)
