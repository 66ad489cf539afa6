"""Rows of a finished search with a written report, for pages that read and decide."""

from datetime import date
from typing import Any

from research.models import Citation, Claim, Evidence, Goal, Reach, Report, ResearchTask, User, Workspace
from tests.web import rows


def atom(text: str, found: bool, note: str = "", kind: str = "number") -> dict[str, Any]:
    return {"kind": kind, "text": text, "found": found, "note": note}


def sentence(text: str, kind: str = "fact", cites: tuple[Evidence, ...] = (), **claim: Any) -> dict[str, Any]:
    return {"text": text, "kind": kind, "cites": cites, "claim": claim}


def report(of: ResearchTask, *sections: tuple[str, Goal | None, list[dict[str, Any]]]) -> list[Claim]:
    """Version 1 with its claims. What isn't supported waits, as the engine leaves it."""
    body = [_section(heading, goal, sentences) for heading, goal, sentences in sections]
    Report.objects.create(task=of, version=1, sections=body, v=1, cause="written")
    places = [(s, p, one) for s, (_h, _g, sentences) in enumerate(sections) for p, one in enumerate(sentences)]
    asserting = [place for place in places if place[2]["kind"] != "speculation"]
    return [_claim(of, number, *place) for number, place in enumerate(asserting, start=1)]


def _section(heading: str, goal: Goal | None, sentences: list[dict[str, Any]]) -> dict[str, Any]:
    written = [{**one, "evidence": [piece.number for piece in one["cites"]]} for one in sentences]
    kept = [{name: one[name] for name in ("text", "kind", "evidence")} for one in written]
    return {"heading": heading, "goal": goal.number if goal else None, "sentences": kept}


def _claim(of: ResearchTask, number: int, section: int, position: int, one: dict[str, Any]) -> Claim:
    fields = {"verdict": "supported", **one["claim"]}
    fields.setdefault("waits", fields["verdict"] != "supported")
    made = Claim.objects.create(
        task=of, number=number, section=section, position=position, kind=one["kind"], text=one["text"], **fields
    )
    for place, piece in enumerate(one["cites"]):
        Citation.objects.create(task=of, claim=made, evidence=piece, position=place)
    return made


def unread(of: ResearchTask, target: str, kind: str = "too_slow", detail: str = "") -> Reach:
    return Reach.objects.create(
        task=of,
        step=1,
        purpose="read",
        channel="web",
        target=target,
        outcome="failed",
        kind=kind,
        detail=detail,
        seconds=3,
    )


def reviewed_report(room: Workspace, owner: User) -> tuple[ResearchTask, list[Claim]]:
    """One of everything: quotes, weak sentences of each verdict, speculation, a conflict, a gap, unread pages."""
    made = rows.task(room, owner, phase="review", status="waiting_for_review")
    what = rows.goal(made, state="done", rounds=1)
    unpaid = rows.goal(
        made,
        "Who paid for the damage?",
        state="insufficient",
        rounds=2,
        closed_because="2 rounds in a row brought nothing new",
    )
    rows.query(unpaid, "Red Cape damage insurer")
    official = rows.source(room, OFFICIAL, "Investigation report of the Red Cape fire")
    press = rows.source(
        room, PRESS, "澜湾储能电站起火", language="zh", publisher="澜湾日报", published=date(2024, 3, 4)
    )
    first = rows.evidence(what, official, "On 3 March 2024 rack 14 burned for 38 minutes.")
    fall = rows.evidence(what, official, "Output fell by 15 % in the second quarter.")
    paper = rows.evidence(what, press, PRESS)
    rows.conflict(first, paper, "38 minutes against 45 minutes")
    unread(made, "http://slow.test/annual-review")
    unread(made, "http://gone.test/list", "not_found", "status 404")
    weak = sentence(
        "Output fell by a fifth, or 20 %, in the second quarter.",
        cites=(fall,),
        verdict="partly",
        reason="The figure differs: the source says 15 %.",
        atoms=[atom("20 %", False, "source: 15 %"), atom("second quarter", True, kind="date")],
    )
    sentences = [
        sentence(first.quote, "quote", (first,)),
        weak,
        sentence(paper.quote, "quote", (paper,)),
        sentence("Nobody was in the building.", cites=(first,), verdict="not_found", reason="No quote says it."),
        sentence("The fire may have begun in a cable.", "speculation"),
        sentence("The station was rebuilt.", verdict="not_checked", reason="The checker did not answer."),
    ]
    return made, report(made, ("What burned?", what, sentences))


OFFICIAL = (
    "On 3 March 2024 rack 14 burned for 38 minutes. The loss was put at 1.2 million yuan. "
    "Output fell by 15 % in the second quarter. No one was hurt."
)
PRESS = "3月3日，赤岬储能电站12号电池架起火，约45分钟后扑灭。"
