"""People at the tree while it is searched, and what the tree does by rule: splits, doubts, checks."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from research.store.sayings import said
from research.web.sentences.line import DECISIONS, PROBLEMS, Line, Names, Payload, listed, named, tells


def wished(wish: Payload, names: Names) -> str:
    """A wish as the end of a sentence: "skip “…”"."""
    facts = {"goal": named(wish.get("goal"), names), "question": named(None, {0: wish.get("question") or ""})}
    facts |= {"priority": f"{wish.get('priority') or 0:g}", "rounds": str(wish.get("rounds") or 0)}
    rounds = ngettext(
        "grant “%(goal)s” %(rounds)s more round", "grant “%(goal)s” %(rounds)s more rounds", wish.get("rounds") or 0
    )
    words = {
        "add": _("add “%(question)s”"),
        "edit": _("change “%(goal)s” into “%(question)s”"),
        "skip": _("skip “%(goal)s”"),
        "prioritise": _("give “%(goal)s” the priority %(priority)s"),
        "fund": rounds,
        "plan_again": _("plan again"),
    }
    return words[wish["steer"]] % facts


@tells("SteerAsked")
def steer_asked(payload: Payload, names: Names) -> Line:
    text = _("%(person)s asked, from the next step on: %(wish)s")
    return Line("pen", text % {"person": payload["by"], "wish": wished(payload, names)}, (DECISIONS,))


@tells("Steered")
def steered(payload: Payload, names: Names) -> Line:
    facts = {"person": payload["by"], "wish": wished(payload["wish"], names)}
    if payload["refused"]:
        text = _("Too late for what %(person)s asked: %(wish)s") % facts
        return Line("dash", text, (DECISIONS, PROBLEMS), "warn", (said(payload["refused"]),))
    return Line("check", _("Done as %(person)s asked: %(wish)s") % facts, (DECISIONS,), "good")


@tells("GoalSplit")
def goal_split(payload: Payload, names: Names) -> Line:
    count = len(payload["children"])
    text = ngettext("Split “%(goal)s” into %(count)s goal", "Split “%(goal)s” into %(count)s goals", count)
    facts = {"goal": named(None, {0: payload["goal"]["question"]}), "count": count}
    children = listed(child["question"] for child in payload["children"])
    return Line("fork", text % facts, (DECISIONS,), details=(said(payload["reason"]), *children))


@tells("PlanInDoubt")
def plan_in_doubt(payload: Payload, names: Names) -> Line:
    return Line("eye", _("The plan is in doubt: %(why)s") % {"why": said(payload["reason"])}, (DECISIONS,), "warn")


@tells("PlannedAgain")
def planned_again(payload: Payload, names: Names) -> Line:
    if payload["refused"]:
        return Line("dash", _("The plan was not made anew"), (DECISIONS,), details=(said(payload["refused"]),))
    return Line("pen", _("The planner was asked for goals again"), (DECISIONS,), details=(said(payload["reason"]),))


@tells("CheckFailed")
def check_failed(payload: Payload, names: Names) -> Line:
    found = tuple(said(each) for each in payload["findings"])
    return Line("alert", _("The check after this step found something"), (DECISIONS, PROBLEMS), "warn", found)
