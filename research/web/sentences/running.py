"""Who moved the task, and what went wrong on the way: written by verbs and workers, not by the engine."""

from django.utils.translation import gettext as _

from research.store.sayings import said, said_each
from research.web.model_words import kind_word
from research.web.sentences.line import DECISIONS, PROBLEMS, Line, Names, Payload, tells
from research.web.words import MOVE_WORDS, ROLE_WORDS, phase_word, status_word


@tells("StepStarted")
def step_started(payload: Payload, names: Names) -> Line | None:
    if payload.get("attempt", 1) <= 1:
        return None
    facts = {"step": payload["step"], "attempt": payload["attempt"], "phase": phase_word(payload["phase"])}
    return Line("again", _("Step %(step)s (%(phase)s) again, attempt %(attempt)s") % facts, (PROBLEMS,), "warn")


@tells("StepFailed")
def step_failed(payload: Payload, names: Names) -> Line:
    details = [said(payload["sentence"])]
    if payload.get("again_in"):
        details.append(_("Will be tried again after %(seconds)s s.") % {"seconds": f"{payload['again_in']:g}"})
    text = _("A step failed while %(phase)s") % {"phase": phase_word(payload["phase"])}
    return Line("alert", text, (PROBLEMS,), "bad", tuple(detail for detail in details if detail))


@tells("StatusChanged")
def status_changed(payload: Payload, names: Names) -> Line:
    now = str(payload["now"])
    move = MOVE_WORDS.get(now)
    details = (said(payload["why"]),) if payload.get("why") else ()
    groups = (DECISIONS, *((PROBLEMS,) if now == "failed" else ()))
    tone = {"failed": "bad", "finished": "good"}.get(now, "")
    icon = {"failed": "alert", "finished": "check", "paused": "pause", "stopped": "stop"}.get(now, "play")
    if payload.get("by") and move:
        return Line(icon, str(move) % {"person": payload["by"]}, groups, tone, details)
    return Line(icon, _("The task is now: %(status)s") % {"status": status_word(now)}, groups, tone, details)


@tells("RoleFellBack")
def role_fell_back(payload: Payload, names: Names) -> Line:
    role = ROLE_WORDS.get(payload["role"]) or payload["role"]
    text = _("The %(role)s gave no usable answer; the built-in one answered instead") % {"role": role}
    return Line("alert", text, (PROBLEMS,), "warn", _told(payload))


def _told(payload: Payload) -> tuple[str, ...]:
    kind, detail = str(payload.get("kind") or ""), str(payload.get("detail") or "")
    parts = [str(part) for part in (payload.get("prompt"), kind_word(kind), said_each(detail)) if part]
    return (" · ".join(parts),) if parts else ()


@tells("AskedElsewhere")
def asked_elsewhere(payload: Payload, names: Names) -> Line:
    role = ROLE_WORDS.get(payload["role"]) or payload["role"]
    text = _("The first model of the %(role)s couldn't be reached; the next one was asked") % {"role": role}
    return Line("alert", text, (PROBLEMS,), "warn", _told(payload))


@tells("Escalated")
def escalated(payload: Payload, names: Names) -> Line:
    role = ROLE_WORDS.get(payload["role"]) or payload["role"]
    text = _("A question of the %(role)s went to the stronger model once") % {"role": role}
    return Line("flag", text, (DECISIONS,), "", _told(payload))


@tells("LeaseTaken")
def lease_taken(payload: Payload, names: Names) -> Line | None:
    if payload.get("attempt", 1) <= 1:
        return None
    return Line("again", _("Another worker took over"), (PROBLEMS,), "warn")
