"""Plan, choice, going back: what makes the machine trustworthy are its decisions."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from research.models import Goal
from research.store.sayings import said
from research.web.sentences.line import DECISIONS, PROBLEMS, Line, Names, Payload, listed, named, tells
from research.web.words import STOP_SENTENCES, figures


def questions(payload: Payload) -> tuple[str, ...]:
    return listed(goal["question"] for goal in payload["goals"])


@tells("PlanDrafted")
def plan_drafted(payload: Payload, names: Names) -> Line:
    count = len(payload["goals"])
    text = ngettext("Drafted a plan with %(count)s goal", "Drafted a plan with %(count)s goals", count)
    return Line("pen", text % {"count": count}, (DECISIONS,), details=questions(payload))


@tells("PlanApproved")
def plan_approved(payload: Payload, names: Names) -> Line:
    count = payload["goals"] if isinstance(payload["goals"], int) else len(payload["goals"])
    text = ngettext(
        "%(person)s approved the plan: %(count)s goal", "%(person)s approved the plan: %(count)s goals", count
    )
    details = () if isinstance(payload["goals"], int) else questions(payload)
    return Line("check", text % {"person": payload["by"], "count": count}, (DECISIONS,), "good", details)


@tells("GoalsAdded")
def goals_added(payload: Payload, names: Names) -> Line:
    count, reason = len(payload["goals"]), payload["reason"]
    if reason.startswith("brought up"):
        text = ngettext(
            "The evidence brought up %(count)s finer goal", "The evidence brought up %(count)s finer goals", count
        )
        return Line("fork", text % {"count": count}, (DECISIONS,), details=questions(payload))
    text = ngettext("%(count)s goal more", "%(count)s goals more", count)
    return Line("fork", text % {"count": count}, (DECISIONS,), details=(said(reason), *questions(payload)))


@tells("GoalChosen")
def goal_chosen(payload: Payload, names: Names) -> Line:
    gain = next((each["gain"] for each in payload["gains"] if each["goal"] == payload["goal"]), None)
    goal = named(payload["goal"], names)
    if gain is None or len(payload["gains"]) == 1:
        return Line("flag", _("Turned to “%(goal)s”") % {"goal": goal}, (DECISIONS,))
    text = _("Turned to “%(goal)s”: of %(count)s open goals it promises most (%(gain)s)")
    facts = {"goal": goal, "count": len(payload["gains"]), "gain": f"{gain:.2f}"}
    return Line("flag", text % facts, (DECISIONS,))


@tells("FindsRecalled")
def finds_recalled(payload: Payload, names: Names) -> Line:
    count = len(payload["finds"])
    text = ngettext(
        "What it would ask was asked before: %(count)s page found then is weighed for this goal, too",
        "What it would ask was asked before: %(count)s pages found then are weighed for this goal, too",
        count,
    )
    if payload.get("gap"):
        text = ngettext(
            "Before anything else is asked, %(count)s page is read that its own search found promising",
            "Before anything else is asked, %(count)s pages are read that its own search found promising",
            count,
        )
    return Line(
        "search", text % {"count": count}, (DECISIONS,), details=listed(each["title"] for each in payload["finds"])
    )


@tells("SnapshotTaken")
@tells("FindsSeen")
@tells("Remembered")
@tells("StepEnded")
def untold(payload: Payload, names: Names) -> None:
    """For the engine alone: another line of the same step says what a person wants to know."""


@tells("GoalChanged")
def goal_changed(payload: Payload, names: Names) -> Line | None:
    goal, why = payload["goal"], (said(payload["why"]),)
    question = {"goal": named(None, {0: goal["question"]})}
    if goal["state"] == "done":
        return Line("check", _("Answered: “%(goal)s”") % question, (DECISIONS,), "good", why)
    if Goal(state=goal["state"], closed_because=payload["why"]).by_one_source:
        return Line("check", _("Answered by one source alone: “%(goal)s”") % question, (DECISIONS,), "warn", why)
    if goal["state"] == "insufficient":
        return Line("dash", _("Not answered: “%(goal)s”") % question, (DECISIONS, PROBLEMS), "warn", why)
    if goal["state"] == "abandoned":
        return Line("cross", _("Given up: “%(goal)s”") % question, (DECISIONS,), "warn", why)
    if payload["why"] != "goes on":
        return Line("flag", _("Looked at “%(goal)s” again") % question, (DECISIONS,), details=why)
    return None


@tells("RoundClosed")
def round_closed(payload: Payload, names: Names) -> Line | None:
    """What became of the gap (R188), then what the round took and brought (R098). An entry from before rounds were
    measured says only that nothing came of it."""
    count, gap = payload["valuable"], named(None, {0: payload["gap"]})
    if closed := len(payload.get("closed_by", ())):
        text = ngettext("Closed “%(gap)s” with %(count)s quote", "Closed “%(gap)s” with %(count)s quotes", closed)
    elif count:
        text = ngettext("Round on “%(gap)s”: %(count)s new fact", "Round on “%(gap)s”: %(count)s new facts", count)
    else:
        text = _("This round brought nothing new on “%(gap)s”")
    head = text % {"gap": gap, "count": closed or count}
    missing = (_("Still missing: %(what)s") % {"what": payload["left"]},) if closed and payload.get("left") else ()
    icon = "check" if closed else "circle"
    if "raw_tokens" not in payload:
        return None if count and not closed else Line(icon, head, (DECISIONS,), details=missing)
    sizes = _(
        "%(hits)s hits, %(raw_tokens)s tokens brought, %(compressed_tokens)s remembered, %(facts)s facts, "
        "report %(report_tokens)s, planner’s input %(main_input)s"
    )
    return Line(icon, f"{head} · {sizes % payload}", (DECISIONS,), details=missing)


@tells("Reflected")
def reflected(payload: Payload, names: Names) -> Line:
    thought = payload["reflection"]
    goal = {"goal": named(payload["goal"], names)}
    details = [said(thought["reason"])] if thought["reason"] else []
    if thought["overlooked"]:
        details.append(_("Perhaps overlooked: %(what)s") % {"what": thought["overlooked"]})
    if thought["off_goal"]:
        return Line("eye", _("Reflected: this leads away from “%(goal)s”") % goal, (DECISIONS,), "warn", tuple(details))
    if thought["supports"]:
        text = _("Reflected: the findings bear on “%(goal)s”") % goal
        return Line("eye", text, (DECISIONS,), details=tuple(details))
    text = _("Reflected: the findings do not yet carry “%(goal)s”") % goal
    return Line("eye", text, (DECISIONS,), "warn", tuple(details))


@tells("Backtracked")
def backtracked(payload: Payload, names: Names) -> Line:
    count = len(payload["dropped"])
    text = ngettext(
        "Went back one level from “%(goal)s”; %(count)s quote was dropped",
        "Went back one level from “%(goal)s”; %(count)s quotes were dropped",
        count,
    )
    details = (_("Not to be entered again: %(branch)s") % {"branch": payload["tombstone"]},)
    return Line("back", text % {"goal": named(payload["goal"], names), "count": count}, (DECISIONS,), "warn", details)


@tells("SearchEnded")
def search_ended(payload: Payload, names: Names) -> Line:
    """The code says it in the reader's language; the engine's sentence adds the figures."""
    reason = STOP_SENTENCES.get(payload["stop"])
    if not reason:
        return Line("flag", said(payload["sentence"]), (DECISIONS,))
    added = [figures(payload["sentence"])]
    if payload.get("leaves"):
        added.append(_("%(done)s of %(leaves)s goals answered, %(closed)s closed") % payload)
    return Line("flag", str(reason), (DECISIONS,), details=tuple(filter(None, added)))


@tells("CluesOffered")
def clues_offered(payload: Payload, names: Names) -> Line:
    count = len(payload["clues"])
    text = ngettext(
        "%(count)s clue of an earlier task is to be verified",
        "%(count)s clues of earlier tasks are to be verified",
        count,
    )
    lines = [f"{clue['text']} ({clue['task']})" for clue in payload["clues"]]
    if cut := payload.get("left_out"):
        more = ngettext(
            "The index of clues is full: %(count)s older clue was not looked at",
            "The index of clues is full: %(count)s older clues were not looked at",
            cut,
        )
        lines.insert(0, more % {"count": cut})
    return Line("note", text % {"count": count}, (DECISIONS,), "warn" if cut else "", listed(lines))


@tells("CluesLearned")
def clues_learned(payload: Payload, names: Names) -> Line | None:
    count = len(payload["texts"])
    if not count:
        return None
    text = ngettext(
        "Left %(count)s clue to later tasks, to be verified there",
        "Left %(count)s clues to later tasks, to be verified there",
        count,
    )
    return Line("note", text % {"count": count}, (DECISIONS,), details=listed(payload["texts"]))
