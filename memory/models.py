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


class Snapshot(models.Model):
    """Memory and goal tree at a decision point: what a backtrack restores. Never changed (R048)."""

    notebook = models.ForeignKey(Notebook, models.CASCADE, related_name="snapshots")
    number = models.PositiveIntegerField()
    goal = models.PositiveIntegerField()
    """The goal that was chosen at this point."""
    body = models.JSONField()
    v = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["notebook", "number"], name="one_number_a_snapshot")]

    def __str__(self) -> str:
        return f"snapshot {self.number} of {self.notebook_id}"


class Clue(models.Model):
    """What an earlier task learned: to be verified, never believed (R176)."""

    workspace_id = models.BigIntegerField(db_index=True)
    """A plain number: memory knows no workspace."""
    text = models.TextField()
    task_label = models.CharField(max_length=20)
    learned = models.DateField()
    text_hash = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace_id", "text_hash"], name="one_clue_a_text")]

    def __str__(self) -> str:
        return self.text
