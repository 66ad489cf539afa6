"""Guessing a password gets slower with each failure, in every process alike, and nobody is locked out by a stranger."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from research import actions
from research.models import Audit, CacheEntry, User, Workspace
from tests.web import rows
from tests.web.parsed import page, pick, words

pytestmark = pytest.mark.django_db
FREE, MANY = 5, 20
HOME, ELSEWHERE = "192.0.2.7", "198.51.100.9"


@pytest.fixture(autouse=True)
def numbers(settings: Any) -> None:
    settings.SIGN_IN_FREE_TRIES, settings.SIGN_IN_FREE_TRIES_OF_MANY = FREE, MANY
    settings.SIGN_IN_FIRST_WAIT, settings.SIGN_IN_LONGEST_WAIT, settings.SIGN_IN_LONGEST_WAIT_OF_A_NAME = 2, 900, 30


@pytest.fixture
def ada(room: Workspace) -> User:
    return rows.person("ada", room)


def sign_in(client: Client, name: str = "ada", password: str = "wrong", whence: str = HOME) -> Any:
    return client.post("/sign-in", {"username": name, "password": password}, REMOTE_ADDR=whence)


def later(seconds: float) -> None:
    """So much time passes: what is kept moves into the past."""
    for row in CacheEntry.objects.all():
        told = json.loads(bytes(row.value))
        row.value = json.dumps({**told, "until": told["until"] - seconds, "last": told["last"] - seconds}).encode()
        row.save()


def test_a_few_slips_cost_nothing_and_then_each_wait_is_twice_as_long(ada: User) -> None:
    browser = Client()
    for _ in range(FREE):
        assert sign_in(browser).status_code == 200
    waits = []
    for _ in range(4):
        slow = sign_in(browser)
        assert slow.status_code == 429
        waits.append(int(slow["Retry-After"]))
        later(waits[-1])
        assert sign_in(browser).status_code == 200
    assert waits == [2, 4, 8, 16]


def test_the_right_password_is_not_looked_at_while_one_waits_and_the_page_says_for_how_long(ada: User) -> None:
    browser = Client()
    for _ in range(FREE):
        sign_in(browser)
    slow = sign_in(browser, password=rows.PASSWORD)
    assert "_auth_user_id" not in browser.session
    told = words(pick(page(slow), ".wrong")[0])
    assert told.startswith("Too many sign-ins failed. Try again in 2 seconds")
    later(2)
    assert sign_in(browser, password=rows.PASSWORD).status_code == 302


def test_the_right_password_ends_the_count(ada: User) -> None:
    for _ in range(3):
        browser = Client()
        for _ in range(FREE - 1):
            assert sign_in(browser).status_code == 200
        assert sign_in(browser, password=rows.PASSWORD).status_code == 302


def test_a_stranger_makes_nobody_wait_in_a_browser_that_they_know(ada: User) -> None:
    mine = Client()
    sign_in(mine, password=rows.PASSWORD)
    mine.post("/sign-out")
    for at in range(MANY + FREE):
        sign_in(Client(), whence=f"203.0.113.{at}")
        sign_in(Client(), whence=HOME)
    assert sign_in(Client(), password=rows.PASSWORD, whence=ELSEWHERE).status_code == 429
    assert sign_in(mine, password=rows.PASSWORD, whence=HOME).status_code == 302


def test_elsewhere_the_wait_that_a_stranger_brings_about_is_short(ada: User) -> None:
    for at in range(MANY + 20):
        sign_in(Client(), whence=f"203.0.113.{at}")
        later(30)
    sign_in(Client(), whence="203.0.113.200")
    assert 0 < int(sign_in(Client(), password=rows.PASSWORD, whence=ELSEWHERE)["Retry-After"]) <= 30


def test_a_known_browser_may_not_guess_without_end_either(ada: User) -> None:
    mine = Client()
    sign_in(mine, password=rows.PASSWORD)
    mine.post("/sign-out")
    for _ in range(FREE):
        assert sign_in(mine).status_code == 200
    assert sign_in(mine).status_code == 429


def test_the_mark_of_one_persons_browser_is_worth_nothing_for_another(room: Workspace, ada: User) -> None:
    rows.person("ben", room)
    bens = Client()
    sign_in(bens, "ben", rows.PASSWORD)
    bens.post("/sign-out")
    for _ in range(FREE):
        sign_in(Client())
    assert sign_in(bens, password=rows.PASSWORD).status_code == 429


def test_many_names_from_one_address_wait_and_other_addresses_dont(ada: User) -> None:
    for at in range(MANY):
        assert sign_in(Client(), f"nobody-{at}").status_code == 200
    assert sign_in(Client(), "nobody").status_code == 429
    assert sign_in(Client(), password=rows.PASSWORD, whence=ELSEWHERE).status_code == 302


def test_names_of_nobody_wait_like_others(ada: User) -> None:
    for _ in range(FREE):
        sign_in(Client(), "nobody")
    assert sign_in(Client(), "nobody").status_code == sign_in(Client(), "NOBODY").status_code == 429


def test_addresses_of_one_network_are_one(ada: User) -> None:
    for at in range(MANY):
        actions.admit(f"nobody-{at}", f"2001:db8:1:2::{at:x}")
    assert actions.admit("ada", "2001:db8:1:2:ffff::1") > 0
    assert actions.admit("ada", "2001:db8:1:3::1") == 0


def test_what_lies_long_back_is_forgotten(ada: User, settings: Any) -> None:
    for _ in range(FREE + 1):
        sign_in(Client())
    later(settings.SIGN_IN_FORGOTTEN)
    for _ in range(FREE):
        assert sign_in(Client()).status_code == 200


def test_the_trail_tells_once_that_waits_began_and_repeats_no_name_that_nobody_has(room: Workspace, ada: User) -> None:
    for name in ("ada", "my secret password"):
        for _ in range(FREE + 3):
            sign_in(Client(), name)
    told = Audit.objects.filter(verb="slow_sign_in").order_by("id")
    assert [(row.object, row.workspace) for row in told] == [("ada", room), ("a name that nobody has", None)]
    assert told[0].after == {"address": HOME, "failures": {"pair": FREE}}


@pytest.mark.django_db(transaction=True)
def test_of_many_guesses_at_once_no_more_are_looked_at_than_one_after_another() -> None:
    def one(_: int) -> float:
        try:
            return actions.admit("ada", HOME)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(one, range(24)))
    assert waits.count(0.0) == FREE
