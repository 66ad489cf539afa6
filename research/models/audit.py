from django.db import models

from research.models.people import User, Workspace
from research.models.visible import VisibleQuerySet


class Audit(models.Model):
    """What a person did. Append-only; each row carries the hash of the one before, so a changed row shows."""

    workspace = models.ForeignKey(Workspace, models.PROTECT, null=True, blank=True, related_name="audit")
    person = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    door = models.CharField(max_length=10)
    verb = models.CharField(max_length=40)
    object = models.CharField(max_length=255)
    """As wide as the widest name that it may have to hold, which is a host's."""
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.TextField(blank=True)
    at = models.DateTimeField()
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64, unique=True)

    objects = VisibleQuerySet.as_manager()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.verb} {self.object}"


class AuditMark(models.Model):
    """How far the chain was checked, and with which hash it was whole there: a page checks only what came after."""

    row = models.OneToOneField(Audit, models.PROTECT, primary_key=True, related_name="+")
    hash = models.CharField(max_length=64)
    rows = models.PositiveBigIntegerField()
    """Checked up to here, from the first one on."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["row_id"]

    def __str__(self) -> str:
        return f"whole up to {self.row_id}"
