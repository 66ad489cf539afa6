"""What was reworded, and what the assertion saved: never more than the counts that the rewriting kept (R041, R077)."""

from django.utils.translation import gettext as _

from research.web.sentences.line import READING, Line, Names, Payload, named, tells


@tells("Summarised")
def summarised(payload: Payload, names: Names) -> Line:
    goal = {"goal": named(payload["summary"].get("goal"), names)}
    return Line("note", _("Summed up “%(goal)s”") % goal, (READING,), details=kept(payload))


@tells("Digested")
def digested(payload: Payload, names: Names) -> Line | None:
    """A reach of which nothing was kept has no digest."""
    if not payload["digests"]:
        return None
    goal = {"goal": named(payload["goal"], names)}
    return Line("note", _("Digested what was found for “%(goal)s”") % goal, (READING,), details=kept(payload))


@tells("ReportEvolved")
def report_evolved(payload: Payload, names: Names) -> Line | None:
    """Told only where a model merged facts: every round changes the report, and other lines say how."""
    if not payload.get("retained", {}).get("asserted"):
        return None
    return Line("note", _("Merged facts of the report so far that say the same"), (READING,), details=kept(payload))


def kept(payload: Payload) -> tuple[str, ...]:
    retained = payload.get("retained", {})
    told = []
    if retained.get("asserted"):
        told.append(_("Items held against the input, none of them lost: %(count)s") % {"count": retained["asserted"]})
    if retained.get("lost"):
        told.append(
            _("Missing at first: %(lost)s. Saved by asking again: %(again)s, by raw lines: %(raw)s")
            % {"lost": retained["lost"], "again": retained["by_retry"], "raw": retained["by_raw"]}
        )
    elif payload.get("retried"):
        told.append(_("The first wording lost something and was written again."))
    if payload.get("kept_raw"):
        told.append(_("Lines kept word for word: %(count)s") % {"count": payload["kept_raw"]})
    return tuple(told)
