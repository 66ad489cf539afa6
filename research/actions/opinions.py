"""Two persons on one sentence, the second without sight of the first: an option of the thresholds (CR10).

Asked for where most harm would be done: sentences of the summary, and those that a source contradicts.
"""

from django.utils.translation import gettext as _

from research.actions.refusal import Refused
from research.actions.rights import others_may_review
from research.models import Claim, Decision, User
from research.store.load import limits_of
from research.store.places import in_summary
from research.terms import Verdict

SECOND, LEAD = "second", "lead"


def stage_after(person: User, claim: Claim, made: Decision) -> str:
    """What the claim still lacks once this decision is given; empty: nothing, it is in force."""
    if claim.stage == LEAD:
        return ""
    if claim.stage == SECOND:
        first = first_opinion(claim)
        return "" if first is None or _alike(first, made) else LEAD
    return SECOND if _due(person, claim) else ""


def need_turn(person: User, claim: Claim) -> None:
    """Who may speak now: not the same person twice; between two that differ, an admin."""
    first = first_opinion(claim) if claim.stage == SECOND else None
    if first is not None and first.person_id == person.pk:
        raise Refused(_("You gave the first opinion on this sentence. The second one is another person's."))
    if claim.stage == LEAD and not person.can("tune", claim.task.workspace):
        raise Refused(_("Two reviewers differ on this sentence: an admin decides between them."))


def hidden_from(person: User, claim: Claim) -> bool:
    """Whether the first opinion must not be shown to this person yet."""
    first = first_opinion(claim) if claim.stage == SECOND else None
    return first is not None and first.person_id != person.pk


def first_opinion(claim: Claim) -> Decision | None:
    return claim.decisions.order_by("-claim_version").first()


def _due(person: User, claim: Claim) -> bool:
    """Never where nobody else could give it."""
    wanted = limits_of(claim.task).second_opinions and others_may_review(person, claim.task.workspace)
    return bool(wanted) and (claim.verdict == Verdict.CONTRADICTED.value or in_summary(claim))


def _alike(one: Decision, other: Decision) -> bool:
    """The same outcome for the report; reasons and notes may differ."""
    return (one.ruling, one.text, one.effect) == (other.ruling, other.text, other.effect)
