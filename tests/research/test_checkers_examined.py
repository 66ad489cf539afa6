"""The examination of a checker, from the wire to what binding does: it is asked about labelled claims."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from research import actions
from research.actions.examining import TOO_LONG
from research.examination import calls_at_most
from research.models import Conformance, ModelCall, Purse, User, Workspace
from research.roles.conformance.pairs import RIGHT, WRONG, shipped
from research.store.purses import TOKENS, calls_of, ledger_sum, of_workspace, this_month
from tests.research.test_examining import BOUND
from tests.roles.misbehaving import Call, Manner, answer, by_rule, hang, serving, status
from tests.sayings import is_known
from tests.web import rows

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def room() -> Workspace:
    return rows.room()


@pytest.fixture
def admin(room: Workspace) -> User:
    return rows.person("rui", room, "admin")


@pytest.fixture(autouse=True)
def environment(settings: Any) -> None:
    settings.ROLE_ENDPOINTS = dict(BOUND)


def probed(call: Call) -> object | None:
    """What a sound checker answers to the tasks beside the pairs; None: it is asked about a pair."""
    if call.body["response_format"]["json_schema"]["name"] == "word":
        return {"word": "heron"}
    if "渡轮" in call.prompt or "Ellery" in call.prompt:
        carried = "costs less" in call.prompt or "比以前便宜" in call.prompt
        reason = "渡轮的单程票价" if "渡轮" in call.prompt else "the fare of the Ellery ferry"
        return {"verdict": "supported" if carried else "not_found", "reason": reason}
    return None


def checker(right: str, wrong: str) -> Manner:
    """A checker by what it says of right claims and of wrong ones."""

    def rule(call: Call) -> object:
        if told := probed(call):
            return told
        (pair,) = (each for each in shipped() if f"\n{each.claim}\n" in call.prompt)
        return {"verdict": right if pair.label == RIGHT else wrong, "reason": pair.claim[:80]}

    return by_rule(rule)


PERFECT, AGREEING = checker("supported", "not_found"), checker("supported", "supported")
REFUSING = checker("not_found", "not_found")


def done(admin: User, room: Workspace, line: str, seconds: float | None = None) -> Conformance:
    (row,) = actions.ask_examination(admin, room, "checker", line)
    actions.conduct(row.pk, seconds)
    row.refresh_from_db()
    return row


def told(row: Conformance) -> dict[str, dict[str, Any]]:
    return {each["probe"]: each for each in row.outcomes}


def bind(admin: User, room: Workspace, line: str) -> Any:
    return actions.bind_role(admin, room, "checker", line, reason="it reads closely", seen_number=0)


def agrees(room: Workspace) -> None:
    month = of_workspace(room.pk, this_month())
    assert Purse.objects.get(holder=month, unit=TOKENS).taken == ledger_sum(calls_of(month), TOKENS)


def test_a_perfect_checker_is_fit_is_bound_and_each_of_its_calls_is_paid(admin, room):
    with serving(PERFECT) as server:
        row = done(admin, room, server.binding)
        assert bind(admin, room, server.binding).number == 1
    assert (row.state, row.model, row.server) == ("passed", "m", "openai")
    assert [each["probe"] for each in row.outcomes if not each["passed"]] == []
    assert told(row)["wrong_pairs"]["table"]["stitched"]["supported"] == 0
    assert told(row)["right_pairs"]["table"] == {
        "supported": {"supported": 20, "partly": 0, "contradicted": 0, "not_found": 0, "not_checked": 0}
    }
    paid = ModelCall.objects.filter(examination=row, state="settled")
    assert paid.count() == len(server.calls) <= (calls_at_most("checker") or 0)
    assert sum(each.input_tokens for each in paid) == row.input_tokens == 40 * len(server.calls)
    agrees(room)


def test_a_checker_that_supports_whatever_is_claimed_is_not_fit_and_not_bound(admin, room):
    with serving(AGREEING) as server:
        row = done(admin, room, server.binding)
        with pytest.raises(actions.Refused, match="has not passed"):
            bind(admin, room, server.binding)
    assert row.state == "failed" and row.failure == ""
    failed = [name for name, each in told(row).items() if not each["passed"]]
    assert failed == ["wrong_pairs"]


def test_a_checker_that_agrees_with_no_pair_is_fit_with_a_note(admin, room):
    with serving(REFUSING) as server:
        row = done(admin, room, server.binding)
        bind(admin, room, server.binding)
    assert row.state == "passed"
    (note,) = (each for each in row.outcomes if not each["passed"])
    assert (note["probe"], note["required"]) == ("right_pairs", False)
    assert is_known(note["detail"])


def test_pairs_are_asked_at_once_and_never_more_than_the_server_has_seats(admin, room):
    def slow(call: Call) -> None:
        call.gone(0.05)
        PERFECT(call)

    with serving(slow) as server:
        row = done(admin, room, f"{server.binding}?seats=3")
    assert (row.state, server.at_once) == ("passed", 3)


def test_a_server_that_goes_away_in_the_middle_leaves_nothing_that_passed(admin, room):
    with serving(*[PERFECT] * 12, status(401)) as server:
        row = done(admin, room, f"{server.binding}?seats=1")
        assert len(server.calls) == 13
        with pytest.raises(actions.Refused, match="has not passed"):
            bind(admin, room, server.binding)
    assert row.state == "failed" and "key" in row.failure
    assert "right_pairs" not in told(row) and not told(row)["wrong_pairs"]["passed"]
    agrees(room)


def test_an_examination_that_takes_a_worker_too_long_is_broken_off_and_says_nothing_of_the_model(admin, room):
    with serving(*[PERFECT] * 9, hang(60)) as server:
        row = done(admin, room, f"{server.binding}?seats=1", seconds=8)
    assert (row.state, row.failure) == ("failed", TOO_LONG)
    assert is_known(TOO_LONG)
    assert "wrong_pairs" not in told(row)
    agrees(room)


def test_a_checker_that_passed_when_less_was_asked_is_examined_again_before_it_is_bound(admin, room):
    line = "openai://127.0.0.1:9/m"
    row = Conformance.objects.create(
        workspace=room,
        role="checker",
        binding=line,
        state="passed",
        model="m",
        outcomes=[{"probe": "english", "passed": True, "required": True, "detail": "supported: …", "seconds": 1}],
    )
    assert row.too_thin
    with pytest.raises(actions.Refused, match="has not passed"):
        bind(admin, room, line)
    (builtin,) = actions.ask_examination(admin, room, "checker", "builtin:")
    assert not builtin.too_thin


def test_the_command_shows_the_bound_on_calls_and_what_was_let_pass_by_kind(room, capsys):
    with serving(AGREEING) as server, pytest.raises(CommandError, match="Not fit"):
        call_command("conformance", "checker", "--endpoint", server.binding)
    shown = capsys.readouterr().out
    assert "at most 130 calls" in shown
    assert "FAILED wrong_pairs" in shown and "of 40 wrong claims called supported" in shown
    assert "| negated | 4 | 0 | 0 | 0 | 0 |" in shown


# --- on pairs of one's own


@pytest.fixture
def brought(tmp_path: Path) -> Path:
    """Two thirds of those that come with it, as a file of one's own."""
    path = tmp_path / "mine.jsonl"
    lines = [
        json.dumps({"claim": each.claim, "quote": each.quote, "label": each.label, "kind": each.kind})
        for each in shipped()[::3]
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def figures(shown: str) -> dict[str, tuple[int, ...]]:
    table = [line.strip("| ").split(" | ") for line in shown.splitlines() if line.startswith("| ")]
    return {kind: tuple(map(int, counts)) for kind, *counts in table[2:]}


def test_the_bound_checker_is_measured_on_a_file_and_that_is_no_examination(room, settings, capsys, brought):
    with serving(PERFECT) as server:
        settings.ROLE_ENDPOINTS = BOUND | {"checker": f"openai://127.0.0.1:9/gone, {server.binding}"}
        call_command("calibrate", "claims", "--pairs", str(brought))
        shown = capsys.readouterr().out
        row = Conformance.objects.get()
    right = [each for each in shipped()[::3] if each.label == RIGHT]
    assert f"{len(right)} of {len(right)} right claims called supported" in shown
    assert figures(shown)["supported"] == (len(right), 0, 0, 0, 0)
    assert figures(shown)["unrelated"][0] == 0
    assert (row.pairs, row.state, row.model) == ("mine.jsonl", "passed", "m")
    assert ModelCall.objects.filter(examination=row, state="settled").count() == len(server.calls)
    assert actions.examinations_of(row.workspace, "checker") == []
    agrees(row.workspace)


def test_the_same_seed_draws_the_same_pairs_and_a_file_without_pairs_is_refused(room, capsys, brought, tmp_path):
    drawn = []
    for seed in ("1", "1", "2"):
        call_command("calibrate", "claims", "--pairs", str(brought), "--sample", "5", "--seed", seed)
        drawn.append(figures(capsys.readouterr().out))
    assert drawn[0] == drawn[1] != drawn[2]
    assert sum(sum(counts) for counts in drawn[0].values()) == 5
    for text, why in (("", "holds no pairs"), ("claim\tquote", "line 1 is no object")):
        bad = tmp_path / "bad.jsonl"
        bad.write_text(text, encoding="utf-8")
        with pytest.raises(CommandError, match=why):
            call_command("calibrate", "claims", "--pairs", str(bad))


def test_without_a_bound_model_the_file_is_judged_by_code_alone(room, capsys, brought):
    call_command("calibrate", "claims", "--pairs", str(brought))
    shown = capsys.readouterr().out
    wrong = [each for each in shipped()[::3] if each.label == WRONG]
    assert f"0 of {len(wrong)} wrong claims called supported; no model is bound" in shown
    assert not Conformance.objects.exists()


def test_a_measure_that_a_server_ends_says_so_and_prints_no_table(room, settings, capsys, brought):
    with serving(answer({"verdict": "supported", "reason": "x"}), status(401)) as server:
        settings.ROLE_ENDPOINTS = BOUND | {"checker": server.binding}
        with pytest.raises(CommandError, match="Broken off"):
            call_command("calibrate", "claims", "--pairs", str(brought))
    assert "| kind |" not in capsys.readouterr().out
