"""Two workspaces, one person of each kind, a task in every state that some address needs, and what is sent where."""

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from memory.models import Clue
from research import actions
from research.models import Claim, Flag, FollowUp, ResearchTask, SavedView, ShareLink, Upload, User, Workspace
from research.web.api.addresses import api
from tests.web import rows
from tests.web.report_rows import reviewed_report

ROLES = ("anonymous", "stranger", "analyst", "reviewer", "admin")
IN_STATE = {
    "pause": "running",
    "stop": "running",
    "resume": "paused",
    "step": "paused",
    "delete": "paused",
    "DELETE": "paused",
    "retry": "failed",
    "plan": "planned",
    "approve": "planned",
    "goals": "steered",
    "new": "steered",
    "{goal}": "steered",
    "edit": "steered",
    "fund": "steered",
    "priority": "steered",
    "{goal}/skip": "steered",
    "plan-again": "steered",
}
"""By the last word or two of the address or by the verb; every other address gets the task with the report."""


@dataclass(frozen=True)
class World:
    room: Workspace
    people: dict[str, User]
    tasks: dict[str, ResearchTask]
    claim: Claim
    clients: dict[str, Client]

    def task(self, verb: str, route: str) -> ResearchTask:
        *_, before, last = route.split("/")
        kinds = (IN_STATE.get(key) for key in (verb, f"{before}/{last}", last))
        return self.tasks[next(filter(None, kinds), "reported")]

    def address(self, verb: str, route: str, *, missing: bool = False) -> str:
        cited = self.claim.citations.select_related("evidence").get().evidence
        task = self.task(verb, route)
        numbers = {"task": task.pk, "number": self.claim.number, "evidence": cited.pk, "source": cited.source_id}
        numbers["upload"] = Upload.objects.get(workspace=self.room).pk
        numbers["clue"] = Clue.objects.get().pk
        numbers["link"] = ShareLink.objects.get().pk
        numbers["view"] = SavedView.objects.get().pk
        numbers["flag"] = Flag.objects.get().pk
        numbers["follow_up"] = FollowUp.objects.get(task=self.tasks["reported"]).pk
        if missing:
            numbers = {name: value + 100_000 for name, value in numbers.items()}
        numbers["goal"], numbers["version"] = 2, 1
        labels = {"role": "planner", "claim": f"C-{numbers['task']}-{numbers['number']}", "lost": "poems", **numbers}
        labels |= {"token": "a-token-that-nobody-made"}
        labels |= {"ending": "csv", "label": f"T-{numbers['task']}"}
        return route.format(**labels)


def make_world() -> World:
    room = rows.room()
    people = {
        "analyst": rows.person("ada", room),
        "reviewer": rows.person("grace", room, "reviewer"),
        "admin": rows.person("rui", room, "admin"),
        "stranger": rows.person("mallory", rows.room("Elsewhere"), "admin"),
    }
    actions.current_thresholds(room)
    actions.mark_host(people["admin"], room, "marked.example", "primary", reason="once")
    ada = people["analyst"]
    reported, claims = reviewed_report(room, ada)
    rows.asked_further(reported)
    rows.clue(reported)
    days = datetime(2040, 1, 1, tzinfo=UTC)
    ShareLink.objects.create(
        task=reported, report=reported.reports.get(), token_sha256="0" * 64, person=ada, until=days
    )
    actions.save_view(people["reviewer"], "weak", {"severity": "3"})
    actions.flag_claim(rows.person("tim", room), claims[1], reason_code="weak_source")
    actions.upload(ada, room, "minutes.md", b"The rack burned.")
    tasks = {
        "reported": reported,
        "running": rows.task(room, ada),
        "paused": rows.task(room, ada, status="paused"),
        "failed": rows.task(room, ada, status="failed"),
        "steered": rows.searching(rows.task(room, ada), "What burned?", "What did it cost?"),
        "planned": rows.planned(rows.task(room, ada), "What burned?"),
    }
    clients = {role: Client(raise_request_exception=False) for role in ROLES}
    for role, person in people.items():
        clients[role].force_login(person)
    return World(room, people, tasks, claims[1], clients)


def routes() -> set[str]:
    """Every address of the URL conf, with its arguments in braces. Nothing is left out."""
    return {"/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route) for route in _below(get_resolver().url_patterns)}


def _below(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for each in patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _below(each.url_patterns, route)
        else:
            yield route


def verbs_of_the_api() -> dict[str, set[str]]:
    """By address, as the API itself lists them; any other address is asked by GET and by POST."""
    found: dict[str, set[str]] = {}
    for router in api._get_bound_routers():
        for path, view in router.path_operations.items():
            address = "/" + "/".join(part for part in ("api", router.prefix.strip("/"), path.strip("/")) if part)
            found[address] = {verb for operation in view.operations for verb in operation.methods}
    return found


def send(world: World, role: str, verb: str, route: str, *, missing: bool = False) -> HttpResponseBase:
    address, body = world.address(verb, route, missing=missing), BODIES.get(f"{verb} {route}", {})
    body = body(world) if callable(body) else body
    client = copy.deepcopy(world.clients[role])  # cookies are undone like rows
    if route == "/api/v1/uploads" or verb not in ("POST", "PUT") or not route.startswith("/api/"):
        return client.generic(verb, address) if verb != "POST" else client.post(address, body)
    return client.generic(verb, address, json.dumps(body), content_type="application/json")


def _plan(world: World) -> dict[str, Any]:
    row = {"question": "What burned?", "wanted": "a date\na figure", "priority": "1.0", "removed": ""}
    return {"act": "approve", "seen_hash": world.tasks["planned"].plan_hash, **row}


def _limits(world: World) -> dict[str, Any]:
    values = {row.name: row.value for row in actions.limit_rows(world.room)} | {"hits": 9}
    return {**values, "reason": "wider", "seen_number": 1}


def _document(field: str) -> Any:
    def body(world: World) -> dict[str, Any]:
        return {field: SimpleUploadedFile("rack.txt", b"Rack 14 burned for 38 minutes."), "workspace": world.room.pk}

    return body


def _question(world: World) -> dict[str, Any]:
    return {"question": "What did the Red Cape fire change?", "workspace": world.room.pk}


def _room(world: World) -> dict[str, Any]:
    return {"workspace": world.room.pk}


def _kept_out(world: World) -> dict[str, Any]:
    return {"task": world.tasks["reported"].label, "out": "1", "reason": "a client's matter"}


BOUND = {"endpoint": "builtin:", "reason": "no server tonight", "seen_number": 0}
MARK = {"host": "marked.example", "trust": "anyone", "reason": "anybody edits it"}
BUDGET = {"scope": "person", "tokens": 1000, "reason": "a trial"}
PRICE = {"model": "m", "input": "1", "output": "2", "currency": "USD", "reason": "their list"}
FEE = {"channel": "brave", "per_call": "0.005", "currency": "USD", "reason": "their list"}
BODIES: dict[str, Any] = {
    "POST /settings/prices/budget": BUDGET,
    "POST /settings/prices/model": PRICE,
    "POST /settings/prices/search": FEE,
    "PUT /api/v1/budgets": BUDGET,
    "PUT /api/v1/prices": PRICE,
    "PUT /api/v1/fees": FEE,
    "POST /sign-in": {"username": "ada", "password": rows.PASSWORD},
    "POST /password": {"password1": "another long pass phrase", "password2": "another long pass phrase"},
    "POST /account": {"language": "en", "single_keys": "on"},
    "POST /language": {"language": "zh-hans"},
    "POST /tasks/new": _question,
    "POST /tasks/T-{task}/plan": _plan,
    "POST /tasks/T-{task}/stop": {"write": "report"},
    "POST /tasks/T-{task}/goals/new": {"question": "Who pays?", "wanted": "", "priority": "1"},
    "POST /tasks/T-{task}/goals/{goal}": {"act": "skip"},
    "POST /api/v1/tasks/{task}/goals": {"question": "Who pays?"},
    "POST /api/v1/tasks/{task}/goals/{goal}/edit": {"question": "Who paid?"},
    "POST /api/v1/tasks/{task}/goals/{goal}/fund": {"rounds": 1},
    "POST /api/v1/tasks/{task}/goals/{goal}/priority": {"priority": 0.5},
    "POST /tasks/T-{task}/delete": lambda world: {"label": world.tasks["paused"].label},
    "POST /tasks/T-{task}/follow-ups": {"question": "How long did it burn?"},
    "POST /api/v1/tasks/{task}/follow-ups": {"question": "How long did it burn?"},
    "POST /review/C-{task}-{number}/decide": {
        "seen_version": 1,
        "ruling": "rejected:mark",
        "reason_code": "weak_source",
    },
    "POST /review/C-{task}-{number}/undo": {"seen_version": 1},
    "POST /review/C-{task}-{number}/cite/E-{evidence}": {"seen_version": 1},
    "POST /tasks/T-{task}/publish": {"seen_version": 1},
    "POST /tasks/T-{task}/flag": {"claim": 1, "reason_code": "out_of_date"},
    "POST /tasks/T-{task}/flags/{flag}/settle": {"answer": "It was looked up."},
    "POST /api/v1/claims/{claim}/flags/{flag}/settle": {"note": "It was looked up."},
    "POST /settings/guidelines": {"text": "Round to whole minutes.", "seen_number": 0},
    "PUT /api/v1/sharing": {"allowed": True},
    "POST /api/v1/tasks/{task}/links": {"version": 1, "days": 7},
    "POST /tasks/T-{task}/versions/{version}/share": {"days": 7},
    "PUT /api/v1/guidelines": {"text": "Round to whole minutes.", "seen_number": 0},
    "POST /api/v1/views": {"name": "all of one task", "filters": {"task": "1"}},
    "POST /review/C-{task}-{number}/assign": {"to": "grace"},
    "POST /review/T-{task}/assign": {"to": "grace"},
    "PUT /api/v1/claims/{claim}/assignment": {"person": "grace"},
    "PUT /api/v1/tasks/{task}/assignment": {"person": "grace"},
    "POST /review/spot-check": _room,
    "POST /api/v1/spot-checks": _room,
    "POST /review/C-{task}-{number}/bring": {"pasted": "no link"},
    "POST /api/v1/claims/{claim}/bring": {"pasted": "no link"},
    "POST /api/v1/claims/{claim}/flag": {"reason_code": "out_of_date"},
    "POST /api/v1/claims/{claim}/undo": {"seen_version": 1},
    "POST /api/v1/claims/{claim}/cite/{evidence}": {"seen_version": 1},
    "POST /api/v1/tasks/{task}/publish": {"seen_version": 1},
    "POST /api/v1/claims/{claim}/more": {},
    "POST /api/v1/claims/approve": {"chosen": []},
    "PUT /api/v1/claims/{claim}/draft": {"text": "half a sentence"},
    "POST /settings/thresholds": _limits,
    "POST /settings/thresholds/restore": {"number": 1, "reason": "it cost too much"},
    "POST /settings/roles/{role}/bind": BOUND,
    "POST /settings/roles/{role}/examine": {"endpoint": "builtin:"},
    "PUT /api/v1/roles/{role}": BOUND,
    "POST /api/v1/roles/{role}/examinations": {"endpoint": "builtin:"},
    "POST /settings/trust": MARK,
    "POST /settings/trust/remove": MARK,
    "PUT /api/v1/trust": MARK,
    "POST /clues/keep-out": _kept_out,
    "POST /clues/{clue}/forget": {"reason": "it is out of date"},
    "POST /clues/{clue}/withhold": {"withheld": "1", "reason": "not for others"},
    "POST /api/v1/clues/{clue}/forget": {"reason": "it is out of date"},
    "POST /api/v1/clues/{clue}/withhold": {"withheld": True, "reason": "not for others"},
    "POST /api/v1/tasks/{task}/clues": {"kept_out": True, "reason": "a client's matter"},
    "POST /api/v1/trust/remove": {"host": MARK["host"], "reason": MARK["reason"]},
    "POST /settings/people": {"username": "linus", "role": "analyst"},
    "POST /settings/people/role": lambda world: {"member": world.people["analyst"].pk, "role": "reviewer"},
    "POST /uploads": _document("files"),
    "POST /api/v1/uploads": _document("file"),
    "POST /api/v1/tasks": _question,
    "POST /api/v1/tasks/{task}/approve": lambda world: {"seen_hash": world.tasks["planned"].plan_hash},
    "POST /api/v1/claims/{claim}/decide": {"seen_version": 1, "ruling": "rejected", "reason_code": "weak_source"},
    "PUT /api/v1/thresholds": {"values": {"hits": 9}, "reason": "wider", "seen_number": 1},
    "POST /api/v1/thresholds/restore": {"number": 1, "reason": "it cost too much"},
}
