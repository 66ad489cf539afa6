"""Queries, reaches, pages, quotes: what was looked for, what came, and what didn't."""

from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from research.store.failures import for_want_of_time
from research.store.sayings import channel_word, said, said_each
from research.web.sentences.line import (
    DECISIONS,
    PROBLEMS,
    READING,
    SEARCHING,
    Line,
    Names,
    Payload,
    listed,
    named,
    tells,
)
from research.web.words import failure_word


@tells("QueriesWritten")
def queries_written(payload: Payload, names: Names) -> Line:
    queries = payload["queries"]
    dropped = [query for query in queries if query.get("twin") is not None or query.get("dropped")]
    sent = len(queries) - len(dropped)
    gap = named(None, {0: queries[0]["gap"]}) if queries else "…"
    text = ngettext("Looking for “%(gap)s”: %(count)s phrasing", "Looking for “%(gap)s”: %(count)s phrasings", sent)
    text %= {"gap": gap, "count": sent}
    if dropped:
        text += _(", %(count)s dropped as repeats") % {"count": len(dropped)}
    return Line("search", text, (SEARCHING,), details=(*listed(map(_phrasing, queries)), *_where(queries)))


def _phrasing(query: Payload) -> str:
    """With what it hopes to find (R013), where that is not the gap itself, and why it was not sent."""
    parts = [query["text"]]
    if query.get("hopes") and query["hopes"] != query["gap"]:
        parts.append(_("hopes to find: %(what)s") % {"what": query["hopes"]})
    if query.get("dropped"):
        parts.append(said(query["dropped"]))
    return " – ".join(parts)


def _where(queries: Sequence[Payload]) -> tuple[str, ...]:
    """The choice of channels, the same for all of a batch (R198). Entries of an earlier program know none."""
    chosen = next((query for query in queries if query.get("channels")), None)
    if chosen is None:
        return ()
    facts = {
        "channels": _(", ").join(map(channel_word, chosen["channels"])),
        "reason": said_each(chosen["channel_reason"]),
    }
    return (_("Where: %(channels)s – %(reason)s") % facts,)


@tells("Reached")
def reached(payload: Payload, names: Names) -> Line:
    """Every target ends in a word; those that failed are named, with the class of the failure (V4)."""
    outcomes = payload["outcomes"]
    ends = Counter(outcome["status"] for outcome in outcomes)
    late = [each for each in outcomes if each["status"] == "skipped" and for_want_of_time(each["detail"])]
    failed = [each for each in outcomes if each["status"] == "failed"]
    search = payload["purpose"] == "search"
    items = sum(outcome["items"] for outcome in outcomes)
    parts = [_results(items) if search else _pages(ends["ok"] + ends["cached"])]
    if ends["cached"]:
        parts.append(_("%(count)s from the cache") % {"count": ends["cached"]})
    if late:
        parts.append(_("%(count)s skipped for time") % {"count": len(late)})
    if ends["skipped"] > len(late):
        parts.append(_("%(count)s left aside") % {"count": ends["skipped"] - len(late)})
    if failed:
        parts.append(_("%(count)s failed") % {"count": len(failed)})
    groups = (SEARCHING if search else READING, *((PROBLEMS,) if failed or late else ()))
    details = listed(_ended(each) for each in outcomes if each["status"] in ("failed", "skipped"))
    details = (*details, *_filtered(outcomes))
    tone = "warn" if failed or late else ""
    return Line("search" if search else "page", _(", ").join(parts), groups, tone, details)


def _ended(outcome: Payload) -> str:
    return _("%(target)s: %(why)s") % {"target": outcome["target"], "why": failure_word(outcome)}


def _filtered(outcomes: Sequence[Payload]) -> tuple[str, ...]:
    """Channels that took no period: what they found was filtered by its date, and a reader must know (R084)."""
    told = {(each["channel"], each["detail"]) for each in outcomes if each["status"] in ("ok", "cached")}
    return tuple(
        _("%(target)s: %(why)s") % {"target": channel_word(channel), "why": said_each(detail)}
        for channel, detail in sorted(told)
        if "period" in detail
    )


@tells("RoundDegraded")
def round_degraded(payload: Payload, names: Names) -> Line:
    """One sentence of what the round did about it (R260 to R262)."""
    facts = {"missing": payload["missing"], "asked": payload["asked"], "wait": f"{payload['wait']:.0f}"}
    if payload["level"] == "nothing":
        text = _("Nothing could be reached in this round; what a model remembers is no answer")
        wait = (_("Asked to wait %(wait)s s before the next try.") % facts,) if payload["wait"] else ()
        return Line("alert", text, (DECISIONS, PROBLEMS), "bad", wait)
    words = {
        "partly": _("%(missing)s of %(asked)s could not be had; went on with the rest"),
        "late": _("%(missing)s of %(asked)s did not come in time; went on with what had arrived"),
    }
    return Line("dash", words[payload["level"]] % facts, (DECISIONS, PROBLEMS), "warn")


def _results(count: int) -> str:
    return ngettext("Searched: %(count)s result", "Searched: %(count)s results", count) % {"count": count}


def _pages(count: int) -> str:
    return ngettext("Fetched %(count)s page", "Fetched %(count)s pages", count) % {"count": count}


@tells("FindsTriaged")
def finds_triaged(payload: Payload, names: Names) -> Line:
    seen, chosen = len(payload["relevance"]), len(payload["chosen"])
    text = _("Of %(seen)s hits, each page once, %(chosen)s seem worth reading") % {"seen": seen, "chosen": chosen}
    return Line("scale", text, (SEARCHING,), details=listed(payload["chosen"]))


@tells("PagesRead")
def pages_read(payload: Payload, names: Names) -> Line:
    """Journals of earlier programs know neither pages from the store nor how much was seen of one."""
    sources, again = payload["sources"], payload.get("again", ())
    text = ngettext("Read %(count)s page", "Read %(count)s pages", len(sources)) % {"count": len(sources)}
    if again:
        more = ngettext("%(count)s more from the store", "%(count)s more from the store", len(again))
        text = f"{text} · {more % {'count': len(again)}}"
    seen = {each["key"]: each for each in payload.get("seen", ())}
    return Line("page", text, (READING,), details=listed(_page_line(each, seen) for each in (*sources, *again)))


def _page_line(source: Payload, seen: Mapping[str, Payload]) -> str:
    known = seen.get(source["key"])
    share = [_("%(shown)s of %(whole)s tokens seen") % known] if known else []
    return " · ".join([source["title"], source["publisher"], *share])


@tells("EvidenceWeighed")
def evidence_weighed(payload: Payload, names: Names) -> Line:
    weighed = payload["evidence"]
    kept = [piece for piece in weighed if piece["accepted"]]
    if not weighed:
        return Line("circle", _("Found nothing to quote"), (READING,))
    text = ngettext("Kept %(kept)s of %(count)s quote", "Kept %(kept)s of %(count)s quotes", len(weighed)) % {
        "kept": len(kept),
        "count": len(weighed),
    }
    rejected = (
        _("%(score)s, not kept: %(reason)s")
        % {"score": f"{p['score']['total']:.2f}", "reason": said(p["score"]["reason"])}
        for p in weighed
        if not p["accepted"]
    )
    return Line("quote", text, (READING,), "good" if kept else "", listed(rejected))


@tells("FactsNoted")
def facts_noted(payload: Payload, names: Names) -> Line | None:
    facts = payload["facts"]
    if not facts:
        return None
    text = ngettext("Noted %(count)s fact", "Noted %(count)s facts", len(facts)) % {"count": len(facts)}
    told = (" · ".join((fact["subject"], fact["relation"], fact["object"])) for fact in facts)
    return Line("note", text, (READING,), details=listed(told))


@tells("ConflictsFound")
def conflicts_found(payload: Payload, names: Names) -> Line:
    conflicts = payload["conflicts"]
    count = len(conflicts)
    text = ngettext(
        "Sources disagree: %(count)s pair of quotes cannot both hold",
        "Sources disagree: %(count)s pairs of quotes cannot both hold",
        count,
    )
    details = listed(said(each["reason"]) for each in conflicts)
    return Line("split", text % {"count": count}, (DECISIONS, PROBLEMS), "warn", details)


@tells("HypothesisSettled")
def hypothesis_settled(payload: Payload, names: Names) -> Line:
    """What was supposed, where it came from, and the piece of evidence that decided it (R165)."""
    label = {"label": f"E-{payload['evidence']}"}
    told = _("Borne out by %(label)s: a supposition is a fact now")
    if not payload["borne_out"]:
        told = _("Contradicted by %(label)s: a supposition is dropped")
    origin = [_("from %(origin)s") % {"origin": payload["origin"]}] if payload["origin"] else []
    icon, tone = ("check", "good") if payload["borne_out"] else ("split", "warn")
    return Line(icon, told % label, (DECISIONS, READING), tone, (payload["text"], *origin))
