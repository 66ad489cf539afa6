"""Numbers are read as people type them, and what has two readings is asked about."""

import pytest
from django.core.exceptions import ValidationError

from research import actions
from research.models import Budget
from research.web import numbers
from tests.web import rows
from tests.web.parsed import page, pick


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("７", 7),
        ("１２００", 1200),
        ("1,200", 1200),
        ("1，200", 1200),
        ("1 200 000", 1200000),
        (" −3 ", -3),
        ("007", 7),
    ],
)
def test_a_whole_number_is_read_in_any_width_and_grouping(typed, meant):
    assert numbers.whole(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("０．７", "0.7"), ("0,7", "0.7"), ("０，７", "0.7"), ("0,750", "0.750"), ("1,5", "1.5"),
     ("12345,678", "12345.678"), ("1,234.5", "1234.5"), ("1,234,567", "1234567"), ("1 234", "1234"), (".5", ".5")],
)  # fmt: skip
def test_a_decimal_comma_is_read_where_it_can_mean_nothing_else(typed, meant):
    assert numbers.decimal(typed) == meant


def test_one_comma_before_three_digits_is_asked_about():
    with pytest.raises(ValidationError, match="“1,500” can be read in two ways"):
        numbers.decimal("1,500")


@pytest.mark.parametrize(
    "typed", ["0.7.1", "1,2,3", "1.234,5", "seven", "七", "1,23 4", "--1", "1/2", "0.7²", "①②③", "1_0_00"]
)
def test_what_is_no_number_is_named(typed):
    with pytest.raises(ValidationError, match=r"“.+” is no number\. Write digits and a dot, like 0\.7\."):
        numbers.decimal(typed)
    with pytest.raises(ValidationError, match=r"“.+” is no whole number\. Write digits alone, like 1500\."):
        numbers.whole(typed)


@pytest.mark.django_db
class TestOnPages:
    @pytest.fixture
    def room(self, client):
        room = rows.room()
        client.force_login(rows.person("rui", room, "admin"))
        return room

    def filled(self, room, **changed):
        values = {row.name: row.value for row in actions.limit_rows(room)}
        seen = actions.current_thresholds(room).number
        return {**values, "reason": "stale overviews came in", "seen_number": seen, **changed}

    def test_thresholds_take_full_width_digits_and_a_decimal_comma(self, client, room):
        sent = self.filled(room, accept_score="０,７", working_entries="２０")
        assert client.post("/settings/thresholds", sent).status_code == 302
        saved = actions.current_thresholds(room).values
        assert (saved["accept_score"], saved["working_entries"]) == (0.7, 20)

    def test_a_threshold_that_cant_be_read_keeps_what_was_typed_and_says_how_to_write_it(self, client, room):
        answer = client.post("/settings/thresholds", self.filled(room, accept_score="zero point seven"))
        assert answer.status_code == 422
        shown = page(answer)
        assert pick(shown, "#limit-accept_score")[0].get("value") == "zero point seven"
        assert pick(shown, "#limit-accept_score")[0].get("type") == "text", (
            "a number field would drop what it can't read"
        )
        assert "Write digits and a dot, like 0.7." in " ".join(pick(shown, ".limit .wrong")[0].text_content().split())

    def test_money_and_tokens_too(self, client, room):
        sent = {
            "scope": "workspace",
            "tokens": "１,０００,０００",
            "money": "12,50",
            "currency": "EUR",
            "reason": "a cap",
        }
        assert client.post("/settings/prices/budget", sent).status_code == 302
        budget = Budget.objects.get(workspace=room)
        assert (budget.tokens, str(budget.money.normalize())) == (1000000, "12.5")
