"""What the page of one claim shows, and the page of two decisions that met."""

import difflib
import re
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from research import actions
from research.actions.opinions import hidden_from
from research.actions.rights import others_may_review
from research.models import Assignment, Claim, Decision, Draft, Hold, SpotCheck, User
from research.models.claim import last_word
from research.store import desk
from research.store.assigned import reviewers_of
from research.store.similar import similar_to
from research.web.desk_keys import keys_of
from research.web.frame import Asked
from research.web.guidelines import beside_claim
from research.web.marks import Piece, marked
from research.web.words import RULING_WORDS, verdict_word

if TYPE_CHECKING:
    from research.web.review import DecisionForm

EFFECT_WORDS = {
    "remove": _("sentence removed"),
    "mark": _("kept, marked as without evidence"),
    "both": _("moved to the disagreements"),
}

REASON_KEYS = "1234567890"
"""Digits that choose a reason inside "reject", in the order of the list (CR5)."""


def claim_view(person: User, claim: Claim) -> dict[str, Any]:
    citations = desk.cited_by(claim)
    # What the cited quotes lack may stand in an offered one: there it is marked because it is there.
    present = [{**atom, "found": True} for atom in claim.atoms]
    return {
        "claim": claim,
        "heading": desk.heading_of(claim),
        "neighbours": [(near, marked(near.text, claim.atoms if near.here else [])) for near in desk.paragraph(claim)],
        "quotes": [(row.evidence, marked(row.evidence.quote, claim.atoms)) for row in citations],
        "against": desk.against([row.evidence for row in citations]),
        "tried": [] if citations else desk.tried_for(claim),
        "offered": [
            (piece, marked(piece.quote, present), verdict, verdict_word(verdict), reason)
            for piece, verdict, reason in desk.offered_to(claim)
        ],
        "decisions": decisions_shown(person, claim),
        "flags": flags_shown(person, claim),
        "drawn": SpotCheck.objects.filter(claim=claim).unlooked().exists(),
        "blind": hidden_from(person, claim),
        "similar": similar_to(claim, person) if person.can("decide", claim.task.workspace) else [],
        "guidelines": beside_claim(claim.task.workspace),
        "errand": claim.errands.select_related("child").last(),
        "keys": keys_of(person),
        "assignment": Assignment.objects.filter(claim=claim).standing().select_related("person", "by").first(),
        "reviewers": reviewers_of(claim.task.workspace),
        **_in_hand(person, claim),
        **_choices(person, claim),
    }


def decisions_shown(person: User, claim: Claim) -> list[dict[str, Any]]:
    """None of them to the person whose second opinion is asked for without sight of the first."""
    if hidden_from(person, claim):
        return []
    return [told(decision) for decision in claim.decisions.select_related("person")]


def flags_shown(person: User, claim: Claim) -> list[dict[str, Any]]:
    """What readers doubted, in words, with what was answered, and what this person can do about it."""
    hidden = hidden_from(person, claim)
    own = claim.task.owner_id == person.pk and others_may_review(person, claim.task.workspace)
    may_settle = person.can("decide", claim.task.workspace) and not own
    return [
        {
            "row": flag,
            "reason": actions.REASONS.get(flag.reason_code, flag.reason_code),
            "answer": told(flag.decision) if flag.decision and not hidden else None,
            "mine": flag.stands and flag.person_id == person.pk,
            "may_settle": flag.stands and may_settle,
        }
        for flag in desk.flags_on(claim)
    ]


def _in_hand(person: User, claim: Claim) -> dict[str, Any]:
    """Who has the claim, and what this person typed about it the last time."""
    hold = Hold.objects.filter(claim=claim).alive().select_related("person").first()
    mine = hold is not None and hold.person_id == person.pk
    return {
        "hold": hold,
        "mine": mine,
        "held_by_other": hold if hold and not mine else None,
        "draft": Draft.objects.filter(claim=claim, person=person).first(),
    }


def _choices(person: User, claim: Claim) -> dict[str, Any]:
    last = None if hidden_from(person, claim) else last_word(claim.decisions.all())
    return {
        "may_decide": person.can("decide", claim.task.workspace),
        "may_undo": bool(last and (last.person_id == person.pk or person.can("tune", claim.task.workspace))),
        "careful": actions.suggest_wording(claim) if person.can("decide", claim.task.workspace) else "",
        "own_task": claim.task.owner_id == person.pk and others_may_review(person, claim.task.workspace),
        "reason_due": claim.verdict in ("contradicted", "not_found"),
        "reasons": list(zip(REASON_KEYS, *zip(*actions.REASONS.items(), strict=True), strict=True)),
    }


def told(decision: Decision) -> dict[str, Any]:
    """A decision in words."""
    return {
        "row": decision,
        "ruling": RULING_WORDS[decision.ruling],
        "effect": EFFECT_WORDS.get(decision.effect, ""),
        "reason": actions.REASONS.get(decision.reason_code, ""),
        "verdict": verdict_word(decision.verdict),
    }


def stale_view(request: Asked, claim: Claim, theirs: Decision, form: "DecisionForm") -> dict[str, Any]:
    """Both decisions, and what would differ: nobody's work is lost, and nobody's is overwritten unseen (B-132)."""
    mine = form.decision()
    text = mine["text"] if mine["ruling"] == "edited" else claim.text
    claim.refresh_from_db()
    return {
        "claim": claim,
        "theirs": told(theirs),
        "mine": mine,
        "ruling": RULING_WORDS[mine["ruling"]],
        "effect": EFFECT_WORDS.get(mine["effect"], "") if "effect" in mine else "",
        "reason": actions.REASONS.get(mine["reason_code"], ""),
        "posted": form.cleaned_data["ruling"],
        "text": text,
        "difference": difference(theirs.text, text),
        "query": request.GET.urlencode(),
    }


def difference(old: str, new: str) -> list[Piece]:
    """Word by word; Chinese, which has no spaces, character by character."""
    left, right = _words(old), _words(new)
    pieces: list[Piece] = []
    for kind, i, j, k, m in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(Piece("".join(left[i:j]), ""))
            continue
        pieces += [Piece("".join(left[i:j]), "gone"), Piece("".join(right[k:m]), "added")]
    return [piece for piece in pieces if piece.text]


def _words(text: str) -> list[str]:
    return re.findall(r"[A-Za-z0-9]+|\s+|.", text, re.DOTALL)
