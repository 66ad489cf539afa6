"""Report, claims, desk: from what was found to what may be said."""

from collections import Counter

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from research.actions.ruling import REASONS
from research.store.sayings import said
from research.web.sentences.line import DECISIONS, PROBLEMS, READING, Line, Names, Payload, listed, tells
from research.web.words import RULING_WORDS, VERDICT_ORDER, verdict_word, wording_word


@tells("ConflictsSettled")
def conflicts_settled(payload: Payload, names: Names) -> Line:
    """Each with its reason: what prevails, and what stays open and is disclosed (R139)."""
    conflicts = payload["conflicts"]
    settled = [each for each in conflicts if each["settled_for"]]
    text = ngettext(
        "Before writing: %(settled)s of %(count)s disagreement settled",
        "Before writing: %(settled)s of %(count)s disagreements settled",
        len(conflicts),
    )
    details = listed(
        _("%(what)s. Settled: %(why)s") % {"what": said(each["reason"]), "why": said(each["because"])}
        if each["settled_for"]
        else _("%(what)s. Open: %(why)s") % {"what": said(each["reason"]), "why": said(each["because"])}
        for each in conflicts
    )
    facts = {"settled": len(settled), "count": len(conflicts)}
    return Line("scale", text % facts, (DECISIONS,), "" if len(settled) == len(conflicts) else "warn", details)


@tells("ReportWritten")
def report_written(payload: Payload, names: Names) -> Line:
    count = sum(len(section["sentences"]) for section in payload["sections"])
    if payload.get("unreached"):
        text = _("Nothing could be reached; the report says so, and answers nothing from memory")
        return Line("pen", text, (DECISIONS, PROBLEMS), "bad")
    if not count:
        text = _("Nothing was found that could be quoted; the report says so")
        return Line("pen", text, (DECISIONS, PROBLEMS), "warn")
    text = ngettext("Wrote the report: %(count)s sentence", "Wrote the report: %(count)s sentences", count)
    headings = listed(section["heading"] for section in payload["sections"] if section["heading"])
    return Line("pen", text % {"count": count}, (DECISIONS,), "good", headings)


@tells("ClaimsDrawn")
def claims_drawn(payload: Payload, names: Names) -> Line:
    count, silent = len(payload["claims"]), payload.get("unclaimed", [])
    text = ngettext("%(count)s sentence has to be checked", "%(count)s sentences have to be checked", count)
    if silent:
        text += ngettext("; %(silent)s asserts nothing", "; %(silent)s assert nothing", len(silent))
    return Line(
        "scale", text % {"count": count, "silent": len(silent)}, (READING,), "", listed(x["text"] for x in silent)
    )


@tells("ClaimsChecked")
def claims_checked(payload: Payload, names: Names) -> Line:
    """Verdicts in one order, the weak ones with the checker's reason: attention is spent on them."""
    checked = payload["checked"]
    ends = Counter(each["verdict"] for each in checked)
    counts = [f"{verdict_word(verdict)} {ends[verdict]}" for verdict in VERDICT_ORDER if ends[verdict]]
    weak = [each for each in checked if each["verdict"] != "supported"]
    facts = {"counts": _(", ").join(counts) or "0", "checked": len(checked) - ends["not_checked"], "all": len(checked)}
    text = _("Checked against the stored words (%(checked)s of %(all)s): %(counts)s") % facts
    details = listed(f"{each['claim']}: {said(each['reason'])}" for each in weak)
    return Line("scale", text, (DECISIONS,), "warn" if weak else "good", details)


@tells("DeskOpened")
def desk_opened(payload: Payload, names: Names) -> Line:
    count = payload["waiting"]
    if not count:
        return Line("check", _("No sentence has to wait for a person"), (DECISIONS,), "good")
    text = ngettext("%(count)s sentence waits at the review desk", "%(count)s sentences wait at the review desk", count)
    return Line("wait", text % {"count": count}, (DECISIONS,), "warn")


@tells("DecisionsFolded")
def decisions_folded(payload: Payload, names: Names) -> Line:
    count = len(payload["decisions"])
    text = ngettext("%(count)s decision entered the report", "%(count)s decisions entered the report", count)
    return Line("pen", text % {"count": count}, (DECISIONS,), "good")


@tells("ClaimDecided")
def claim_decided(payload: Payload, names: Names) -> Line:
    ruling = RULING_WORDS.get(payload["ruling"])
    facts = {"person": payload["by"], "claim": payload["claim"], "ruling": ruling or payload["ruling"]}
    return Line("person", _("%(person)s decided on sentence %(claim)s: %(ruling)s") % facts, (DECISIONS,))


@tells("ClaimFlagged")
def claim_flagged(payload: Payload, names: Names) -> Line:
    facts = {
        "person": payload["by"],
        "claim": payload["claim"],
        "reason": REASONS.get(payload["reason"], payload["reason"]),
    }
    return Line("flag", _("%(person)s flagged sentence %(claim)s: %(reason)s") % facts, (DECISIONS,), "warn")


@tells("FlagClosed")
def flag_closed(payload: Payload, names: Names) -> Line:
    facts = {"person": payload["by"], "claim": payload["claim"]}
    if payload["outcome"] == "withdrawn":
        return Line("flag", _("%(person)s withdrew the flag on sentence %(claim)s") % facts, (DECISIONS,))
    return Line(
        "flag", _("%(person)s found nothing wrong with sentence %(claim)s that was flagged") % facts, (DECISIONS,)
    )


@tells("ClaimCited")
def claim_cited(payload: Payload, names: Names) -> Line:
    facts = {"person": payload["by"], "claim": payload["claim"]}
    return Line("quote", _("%(person)s cited another quote for sentence %(claim)s") % facts, (DECISIONS,))


@tells("PageBrought")
def page_brought(payload: Payload, names: Names) -> Line:
    facts = {"person": payload["by"], "claim": payload["claim"], "verdict": verdict_word(payload["verdict"])}
    text = _("%(person)s brought a page for sentence %(claim)s; its best passage: %(verdict)s")
    return Line("link", text % facts, (DECISIONS,))


@tells("SentForMore")
def sent_for_more(payload: Payload, names: Names) -> Line:
    facts = {"person": payload["by"], "claim": payload["claim"]}
    if payload["refute"]:
        return Line("search", _("%(person)s has looked for what refutes sentence %(claim)s") % facts, (DECISIONS,))
    return Line("search", _("%(person)s has more evidence looked for on sentence %(claim)s") % facts, (DECISIONS,))


@tells("CameBack")
def came_back(payload: Payload, names: Names) -> Line:
    count = payload["brought"]
    text = ngettext(
        "Back at the desk with %(count)s more quote: sentence %(claim)s",
        "Back at the desk with %(count)s more quotes: sentence %(claim)s",
        count,
    )
    return Line("wait", text % {"count": count, "claim": payload["claim"]}, (DECISIONS,))


@tells("Published")
def published(payload: Payload, names: Names) -> Line:
    facts = {"person": payload["by"], "version": payload["version"]}
    return Line("check", _("%(person)s published version %(version)s") % facts, (DECISIONS,), "good")


@tells("QueriesScored")
def queries_scored(payload: Payload, names: Names) -> Line:
    """What each query was worth, for the next task's planner."""
    yields, wordings = payload["yields"], payload.get("wordings") or ()
    worth = sum(1 for _query, _brought, cited in yields if cited)
    count = sum(sent for _wording, sent, _paid in wordings) or len(yields)
    text = _("Looked back: %(worth)s of %(count)s queries found something that the report cites")
    never = [(wording_word(wording), sent) for wording, sent, paid in wordings if not paid]
    told = (_("Never cited: %(wording)s (%(count)s)") % {"wording": words, "count": sent} for words, sent in never)
    return Line("eye", text % {"worth": worth, "count": count}, (DECISIONS,), details=listed(told))
