"""Where the money goes, what things cost and what may be spent: pages and doors (R021, R122, R123, R152)."""

import csv
import io
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from research import actions
from research.models import Audit, Budget, Entry, ModelCall, Price
from research.roles.endpoints import Finish, Reply
from research.store import costs
from research.store.prices import cost_of, most_cost, price_of
from tests.web import rows
from tests.web.parsed import all_words, page, pick, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def room():
    return rows.room()


@pytest.fixture
def admin(room):
    return rows.person("root", room, "admin")


@pytest.fixture
def ada(room):
    return rows.person("ada", room)


@pytest.fixture
def office(client, admin):
    client.force_login(admin)
    return client


def call(room, role, used, **more):
    fields = {"endpoint": "vllm://127.0.0.1:8001/m", "model": "m", "state": "settled", **more}
    return ModelCall.objects.create(
        workspace=room, role=role, prompt="p", prompt_hash="0", reserved_tokens=1, input_tokens=used[0],
        output_tokens=used[1], **fields,
    )  # fmt: skip


def battery(room, admin):
    """The bill of R021: 9,000 of the planner, 58,000 of the executor, 22,000 of the reporter."""
    task = rows.task(room, admin)
    paid = {"currency": "USD", "task": task}
    call(room, "planner", (8_500, 500), model="small", cost=Decimal("0.0009"), **paid)
    call(room, "executor", (50_000, 8_000), model="mid", cost=Decimal("0.0116"), raw_tokens=30_000,
         notes_tokens=12_000, cached_tokens=7_000, **paid)  # fmt: skip
    call(room, "reporter", (16_000, 6_000), model="strong", cost=Decimal("0.1380"), notes_tokens=15_000, **paid)
    return task


def reply(**more):
    return Reply("{}", 1_000_000, 100_000, False, 0.1, "m-2026", Finish.STOP, **more)


def price(room, admin, model="m", **more):
    amounts = {"input": Decimal(3), "output": Decimal(15), "cached": None, "cache_written": None} | more
    return actions.set_price(admin, room, model, amounts, currency="usd", reason="the list")


# --- prices


def test_a_cost_is_input_and_output_at_their_prices_and_cached_input_at_its_own(room, admin):
    made = price(room, admin, cached=Decimal("0.3"), cache_written=Decimal("3.75"))
    assert cost_of(made, reply()) == Decimal("4.5")
    assert cost_of(made, reply(cached_tokens=1_000_000)) == Decimal("1.8")
    assert cost_of(made, reply(cache_written_tokens=1_000_000)) == Decimal("5.25")
    assert most_cost(made, 1_000_000, 100_000) == Decimal("5.25")


def test_a_cached_part_without_a_price_of_its_own_costs_what_input_costs(room, admin):
    assert cost_of(price(room, admin), reply(cached_tokens=900_000)) == Decimal("4.5")


def test_a_model_without_a_price_costs_an_unknown_sum_and_one_of_price_zero_nothing(room, admin):
    assert cost_of(price_of(room.pk, "vllm://h:1/m"), reply()) is None
    price(room, admin, input=Decimal(0), output=Decimal(0))
    assert cost_of(price_of(room.pk, "vllm://h:1/m"), reply()) == 0


@pytest.mark.parametrize(("endpoint", "model", "found"), [
    ("openai://h/m", "", True), ("openai://h/m", "m-2026", True), ("openai://h/other", "m", True),
    ("openai://h/org/m", "", True), ("openai://h/xm", "xm", False), ("builtin:", "", False),
])  # fmt: skip
def test_a_price_is_found_by_the_answers_name_or_by_the_one_that_was_asked(room, admin, endpoint, model, found):
    price(room, admin)
    assert (price_of(room.pk, endpoint, model) is not None) is found


def test_a_new_price_starts_on_its_day_and_leaves_the_past_alone(room, admin):
    old = price(room, admin)
    Price.objects.filter(pk=old.pk).update(valid_from=timezone.now().date() - timedelta(days=30))
    new = price(room, admin, input=Decimal(6))
    today = timezone.now().date()
    assert price_of(room.pk, "x/m", day=today - timedelta(days=1)).pk == old.pk
    assert price_of(room.pk, "x/m", day=today).pk == new.pk
    assert price_of(room.pk, "x/m", day=today - timedelta(days=31)) is None


def test_every_change_of_money_needs_a_reason_and_stands_in_the_trail(room, admin, ada):
    price(room, admin)
    actions.set_fee(admin, room, "tavily", Decimal("0.008"), currency="USD", reason="their page")
    actions.set_budget(admin, room, "workspace", tokens=10, reason="trial")
    assert list(Audit.objects.values_list("verb", "reason")) == [
        ("set_price", "the list"), ("set_fee", "their page"), ("set_budget", "trial"),
    ]  # fmt: skip
    for deed in (
        lambda: actions.set_budget(admin, room, "workspace", tokens=1, reason=" "),
        lambda: actions.set_budget(ada, room, "workspace", tokens=1, reason="mine"),
        lambda: actions.set_budget(admin, room, "galaxy", tokens=1, reason="x"),
        lambda: actions.set_budget(admin, room, "task", tokens=1, reason="x"),
        lambda: actions.set_budget(admin, room, "person", who="nobody", tokens=1, reason="x"),
        lambda: actions.set_budget(admin, room, "workspace", tokens=None, money=Decimal(1), currency="$", reason="x"),
        lambda: price(room, admin, input=Decimal(-1)),
        lambda: price(room, admin, output=Decimal("NaN")),
        lambda: price(room, admin, output=None),
    ):
        with pytest.raises(actions.Refused):
            deed()
    assert Audit.objects.count() == 3


def test_a_budget_that_is_left_open_is_lifted(room, admin):
    for tokens in (10, None):
        actions.set_budget(admin, room, "workspace", tokens=tokens, reason="x")
    assert not Budget.objects.exists()


def test_prices_of_models_in_use_come_from_the_kept_list_and_what_it_does_not_know_stays_unknown(room, admin, settings):
    settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "reporter": "anthropic://claude-sonnet-4-5?deadline=60",
                               "planner": "vllm://10.0.0.5:8001/our-own-7b"}  # fmt: skip
    filled = actions.fill_in_prices(admin, room)
    assert [(row.model, row.currency, row.input_per_million) for row in filled] == [("claude-sonnet-4-5", "USD", 3)]
    assert filled[0].cached_per_million < filled[0].input_per_million < filled[0].output_per_million
    assert filled[0].known_from.startswith("genai-prices ")
    assert actions.fill_in_prices(admin, room) == []


# --- where it went


def test_the_table_of_r021_names_tier_model_tokens_and_share_of_cost(office, room, admin):
    task = battery(room, admin)
    shown = page(office.get(f"/tasks/T-{task.pk}/cost"))
    told = [[words(cell) for cell in row.xpath("th|td")] for row in pick(shown, ".tiers tbody tr")]
    assert [[row[0], row[1], row[2], row[3], row[8]] for row in told] == [
        ["executor", "mid", "58000", "65%", "8%"],
        ["reporter", "strong", "22000", "25%", "92%"],
        ["planner", "small", "9000", "10%", "1%"],
    ]
    assert "89000 tokens in all. Cost: 0.15 USD." in words(shown)
    assert all_words(shown, ".counters dd") == ["24500", "6500", "50000", "8000", "7000"]


def test_the_four_uses_are_ranked_and_sum_to_all_tokens(room, admin):
    task = battery(room, admin)
    uses = costs.uses(task.model_calls.all())
    assert (uses.raw, uses.notes, uses.instructions, uses.output) == (30_000, 27_000, 17_500, 14_500)
    assert sum(number for _, number, _ in uses.ranked) == 89_000
    assert [name for name, _, _ in uses.ranked] == ["raw", "notes", "instructions", "output"]


def test_one_call_of_unknown_price_makes_the_sum_unknown_and_the_known_part_is_told(office, room, admin):
    task = battery(room, admin)
    call(room, "checker", (100, 10), task=task, model="light")
    shown = words(page(office.get(f"/tasks/T-{task.pk}/cost")))
    assert "Cost: unknown." in shown and "Known of it: 0.15 USD" in shown
    assert costs.total(costs.tiers(task.model_calls.all())) is None


def test_context_tokens_rank_before_call_counts(room, admin):
    task = rows.task(room, admin)
    for _ in range(9):
        call(room, "planner", (10, 1), task=task, model="often")
    call(room, "executor", (5000, 100), task=task, model="long")
    assert [tier.model for tier in costs.tiers(task.model_calls.all())] == ["long", "often"]


def test_tokens_are_told_by_what_the_queries_of_their_round_brought(room, admin):
    task = rows.task(room, admin)
    goal = rows.goal(task)
    for number, (kept, cited) in enumerate([(2, 1), (1, 0), (0, 0)], start=1):
        written = rows.query(goal, f"query {number}", kept=kept, cited=cited)
        Entry.objects.create(task=task, seq=100 + number, step=number * 10, kind="QueriesWritten", v=1,
                             payload={"queries": [{"number": written.number}]})  # fmt: skip
    for step, tokens in ((0, 1), (10, 20), (15, 20), (20, 300), (31, 4000)):
        call(room, "executor", (tokens, 0), task=task, step=step)
    found = {each.brought: (each.queries, each.tokens) for each in costs.by_yield(task.model_calls.all())}
    assert found == {"cited": (1, 40), "kept": (1, 300), "nothing": (1, 4000), "plan": (0, 1)}


def test_queries_of_one_round_share_its_tokens_and_each_stands_with_what_it_brought(room, admin):
    task = rows.task(room, admin)
    goal = rows.goal(task)
    written = [rows.query(goal, f"query {at}", kept=at, cited=at) for at in (1, 0, 0)]
    Entry.objects.create(task=task, seq=101, step=10, kind="QueriesWritten", v=1,
                         payload={"queries": [{"number": query.number} for query in written]})  # fmt: skip
    call(room, "executor", (90, 9), task=task, step=11)
    found = {each.brought: (each.queries, each.tokens) for each in costs.by_yield(task.model_calls.all())}
    assert found == {"cited": (1, 33), "nothing": (2, 66)}
    assert sum(each.share for each in costs.by_yield(task.model_calls.all())) == pytest.approx(1)


def test_csv_has_a_row_a_tier_an_empty_cell_for_unknown_and_no_formula(office, room, admin):
    battery(room, admin)
    call(room, "checker", (100, 10), model="=cmd|' /C calc'!A0")
    answer = office.get("/settings/cost?csv")
    assert answer["Content-Type"].startswith("text/csv")
    table = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [row["role"] for row in table] == ["executor", "reporter", "planner", "checker"]
    assert table[-1]["cost"] == "" and table[-1]["model"].startswith("'=")


def test_the_cost_of_another_workspace_and_of_its_tasks_is_not_shown(office):
    elsewhere = rows.room("Elsewhere")
    zoe = rows.person("zoe", elsewhere, "admin")
    task = battery(elsewhere, zoe)
    assert "58000" not in words(page(office.get("/settings/cost")))
    assert office.get(f"/tasks/T-{task.pk}/cost").status_code == 404
    assert office.get(f"/api/v1/tasks/T-{task.pk}/cost").status_code == 404


# --- pages and doors


def test_an_admin_sets_a_budget_a_price_and_a_fee_on_the_page(office, room):
    for to, given in (
        ("budget", {"scope": "workspace", "tokens": "500000", "reason": "the grant"}),
        ("model", {"model": "m", "input": "3", "output": "15", "currency": "USD", "reason": "the list"}),
        ("search", {"channel": "tavily", "per_call": "0.008", "currency": "USD", "reason": "their page"}),
    ):
        assert office.post(f"/settings/prices/{to}", given).status_code == 302
    shown = words(page(office.get("/settings/prices")))
    assert "500000 tokens" in shown and "0.008" in shown and "the whole workspace, a month" in shown
    wrong = office.post("/settings/prices/model", {"model": "m", "input": "3", "output": "x", "reason": "r"})
    assert wrong.status_code == 422
    refused = office.post("/settings/prices/budget", {"scope": "task", "tokens": "5", "reason": "r"})
    assert (refused.status_code, "among the thresholds" in words(page(refused))) == (422, True)


def test_only_admins_see_the_pages_and_everybody_sees_what_is_left(client, room, admin, ada):
    client.force_login(ada)
    assert [client.get(f"/settings/{name}").status_code for name in ("cost", "prices")] == [403, 403]
    actions.set_budget(admin, room, "person", tokens=1000, reason="x")
    call(room, "planner", (300, 100), task=rows.task(room, ada))
    assert "600 tokens of 1000 tokens" in words(page(client.get("/tasks/new")))
    assert client.get("/api/v1/budgets").json()["left"][0]["left"] == "600"


def test_pages_on_money_speak_chinese(office, room, admin, settings):
    task = battery(room, admin)
    office.cookies[settings.LANGUAGE_COOKIE_NAME] = "zh-hans"
    for path in ("/settings/cost", "/settings/prices", f"/tasks/T-{task.pk}/cost"):
        assert office.get(path).status_code == 200


def test_the_api_sets_and_reads_what_the_pages_do(office, room, admin):
    put = {"content_type": "application/json"}
    made = office.put("/api/v1/budgets", {"scope": "person", "tokens": 7, "reason": "trial"}, **put)
    assert (made.status_code, made.json()["budgets"][0]["tokens"]) == (200, 7)
    asked = {"model": "m", "input": 1, "output": 2, "currency": "USD", "reason": "r"}
    priced = office.put("/api/v1/prices", asked, **put)
    assert (priced.status_code, priced.json()["cached_per_million"]) == (200, None)
    del asked["output"]
    assert office.put("/api/v1/prices", asked, **put).status_code == 422
    fee = office.put("/api/v1/fees", {"channel": "brave", "per_call": "0.005", "currency": "USD", "reason": "r"}, **put)
    assert fee.status_code == 200
    task = battery(room, admin)
    told = office.get(f"/api/v1/tasks/T-{task.pk}/cost").json()
    assert told["counters"]["executor_input"] == 50_000 and told["uses"]["raw"] == 30_000
    assert [tier["role"] for tier in told["tiers"]] == ["executor", "reporter", "planner"]
    assert len(office.get("/api/v1/cost").json()["tiers"]) == 3
    assert [row["model"] for row in office.get("/api/v1/prices").json()] == ["m"]
