"""Memory over a long task: whose life is looked at, and the web that it is measured on."""

import json
from urllib.request import urlopen

import pytest

from research.management.measure.endurance import EVERY, WARM, _told
from research.management.measure.made_up_web import PLACES, RESULTS, made_up_pages, served
from research.management.measure.team import READERS, Held

WARM_SAMPLES = WARM // EVERY


def samples(name: str, *lives: tuple[int, list[float]]) -> list[dict[str, list[Held]]]:
    """Half of it is the process's own."""
    return [{name: [Held(pid, mb, mb / 2)]} for pid, sizes in lives for mb in sizes]


def test_a_process_that_stays_as_large_is_flat_after_it_has_warmed_up() -> None:
    told = _told("web", samples("web", (1, [100.0 * at for at in range(WARM_SAMPLES)] + [200.0, 201.0] * 15)))
    low, high = told["mb_per_100_steps"][1:]
    assert low <= 0 <= high and told["over_steps"] == 300 and told["begun"] == 1


def test_a_leak_shows_as_its_megabytes_per_hundred_steps() -> None:
    told = _told("web", samples("web", (1, [100.0 + at for at in range(50)])))
    assert told["mb_per_100_steps"] == pytest.approx([10, 10, 10])
    assert told["own_mb_per_100_steps"] == pytest.approx([5, 5, 5])
    assert told["peak_mb"] == 149.0


def test_of_a_worker_that_ended_itself_the_longest_life_is_looked_at() -> None:
    """Two lives together would look like one that shrank."""
    told = _told("worker-1", samples("worker-1", (1, [300.0] * 12), (2, [200.0 + at for at in range(30)])))
    assert told["begun"] == 2 and told["over_steps"] == 10 * (30 - WARM_SAMPLES)
    assert told["mb_per_100_steps"][0] == pytest.approx(10)


def test_children_that_come_and_go_count_together() -> None:
    each = [{READERS: [Held(at, 70.0, 60.0), Held(at + 1, 80.0, 60.0)]} for at in range(30)]
    told = _told(READERS, each)
    assert set(told["mb"]) == {150.0} and told["processes"] == 2 and told["begun"] == 31


def test_the_made_up_web_is_searched_and_read_on_loopback() -> None:
    pages = made_up_pages(PLACES[:2])
    with served(pages) as web:
        with urlopen(f"{web['SEARXNG_URL']}/search?q=storage+station+of+{PLACES[1]}&format=json") as answer:
            found = json.load(answer)["results"]
        assert 0 < len(found) <= RESULTS and PLACES[1] in found[0]["title"]
        assert all(f"{each['url'].split('/')[2]}" in web["REACH_ALLOW_HOSTS"].split(",") for each in found)
        with urlopen(found[0]["url"]) as answer:
            page = answer.read().decode()
    assert "MWh" in page and len(page) > 10_000
    assert [each.text for each in made_up_pages(PLACES[:2])] == [each.text for each in pages], "the same each time"
