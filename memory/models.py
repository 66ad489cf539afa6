"""The rows of memory: a notebook a task, its immutable snapshots, and clues for later tasks.

They know no task: foreign keys follow the import direction, so the task points here.
"""

from django.db import models


class Notebook(models.Model):
    """All that a task carries between two steps, of bounded size. Written only with the step that changed it."""

    body = models.JSONField()
    v = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"notebook {self.pk}"


class Part(models.Model):
    """One goal, one entry, one fact of a notebook's snapshots, kept once whatever many of them hold it."""

    notebook = models.ForeignKey(Notebook, models.CASCADE, related_name="parts")
    digest = models.BinaryField()
    body = models.TextField()
    """JSON as `memory.parts.written` has it: text, because a JSON column would reorder keys and refuse U+0000."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["notebook", "digest"], name="one_part_a_content")]

    def __str__(self) -> str:
        return f"part {self.pk} of {self.notebook_id}"


class Snapshot(models.Model):
    """Memory and goal tree at a decision point: what a backtrack restores. Never changed (R048)."""

    notebook = models.ForeignKey(Notebook, models.CASCADE, related_name="snapshots")
    number = models.PositiveIntegerField()
    goal = models.PositiveIntegerField()
    """The goal that was chosen at this point; 0 where a branch was left."""
    frame = models.TextField(default="")
    """JSON that names the parts (`memory.parts`)."""
    digest = models.BinaryField(default=bytes)
    """Of the whole as it was taken: what comes back is compared with it."""
    body = models.JSONField(null=True)
    """The whole, in snapshots of an older program; they stay as they were taken."""
    v = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["notebook", "number"], name="one_number_a_snapshot")]

    def __str__(self) -> str:
        return f"snapshot {self.number} of {self.notebook_id}"


class Clue(models.Model):
    """What an earlier task learned: to be verified, never believed (R176)."""

    class State(models.TextChoices):
        UNVERIFIED = "unverified"
        CONFIRMED = "confirmed"
        CONTRADICTED = "contradicted"

    workspace_id = models.BigIntegerField(db_index=True)
    """A plain number: memory knows no workspace, and no task."""
    text = models.TextField()
    task = models.BigIntegerField(null=True, db_index=True)
    """That learned it; empty in rows of an older program, which kept its label alone."""
    task_label = models.CharField(max_length=20)
    learned = models.DateField()
    text_hash = models.CharField(max_length=64)
    withheld = models.BooleanField(default=False)
    """Kept in the list, told to no task."""
    state = models.CharField(max_length=12, choices=State, default=State.UNVERIFIED)
    """By the last task whose own evidence spoke of it."""
    judged_by = models.BigIntegerField(null=True)
    judged_evidence = models.PositiveIntegerField(null=True)
    judged_why = models.TextField(blank=True)
    judged_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace_id", "text_hash"], name="one_clue_a_text")]

    def __str__(self) -> str:
        return self.text


class KeptOut(models.Model):
    """A task of which no other is told anything: its owner's choice, until it is taken back."""

    task = models.BigIntegerField(unique=True)

    def __str__(self) -> str:
        return f"T-{self.task} is kept out"
