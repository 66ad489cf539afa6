"""What became of models' answers: rows with a step's outcome, and how often each model has to be asked again."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, Sum

from research.models import Answered, ResearchTask, User
from research.roles.flaws import ACCEPTED, Flaw, Verdict

TOLD = tuple(sorted(flaw for flaw in ACCEPTED if flaw))
"""Flaws that are read past: the answer was taken."""


def keep_answers(task: ResearchTask, step: int, verdicts: Sequence[Verdict]) -> None:
    """Within the transaction that records the step: one that is taken again is judged again, and counts once."""
    Answered.objects.bulk_create(
        Answered(
            workspace_id=task.workspace_id,
            task=task,
            step=step,
            role=each.role,
            prompt=each.prompt,
            endpoint=each.endpoint,
            model=each.model,
            attempt=each.attempt,
            flaw=each.flaw.value,
            offered=each.offered,
            dropped=each.dropped,
        )
        for each in verdicts
    )


@dataclass(frozen=True, slots=True)
class Form:
    """How well one model answers one prompt, over all tries."""

    model: str
    role: str
    prompt: str
    tries: int
    whole: int
    dressed: int
    """Taken, but something had to be read past."""
    offered: int
    dropped: int

    @property
    def malformed(self) -> int:
        return self.tries - self.whole - self.dressed

    @property
    def malformed_share(self) -> float:
        return self.malformed / self.tries

    @property
    def dropped_share(self) -> float | None:
        """None: nothing was offered, which is not nothing dropped."""
        return self.dropped / self.offered if self.offered else None


def forms_of_answers(user: User) -> list[Form]:
    rows = Answered.objects.visible_to(user).order_by("model", "role", "prompt").values("model", "role", "prompt")
    counted = rows.annotate(
        tries=Count("id"),
        whole=Count("id", filter=Q(flaw=Flaw.NONE.value)),
        dressed=Count("id", filter=Q(flaw__in=TOLD)),
        offered=Sum("offered"),
        dropped=Sum("dropped"),
    )
    return [Form(**row) for row in counted]


def flaws_seen(user: User) -> list[tuple[str, str, int]]:
    """(model, flaw, times), the most frequent first."""
    rows = Answered.objects.visible_to(user).exclude(flaw=Flaw.NONE.value).order_by().values("model", "flaw")
    counted = rows.annotate(times=Count("id"))
    return sorted(((row["model"], row["flaw"], row["times"]) for row in counted), key=lambda each: (-each[2], each))
