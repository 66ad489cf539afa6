"""Read-only links to a published version, for people without an account."""

from django.db import models
from django.db.models.functions import Now

from research.models.people import User
from research.models.report import Report
from research.models.task import ResearchTask
from research.models.visible import OfTaskQuerySet


class ShareLinkQuerySet(OfTaskQuerySet):
    def open(self) -> "ShareLinkQuerySet":
        """By the database's clock. None of a workspace that allows no links, whenever they were made."""
        alive = self.filter(revoked_at=None, until__gt=Now(), task__workspace__links_allowed=True)
        return alive.exclude(report__published_at=None)


class ShareLink(models.Model):
    """The token itself is nowhere: whoever reads this table can open nothing with it."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="links")
    report = models.ForeignKey(Report, models.CASCADE, related_name="links")
    token_sha256 = models.CharField(max_length=64, unique=True)
    person = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")

    objects = ShareLinkQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"link {self.pk} to {self.report_id}"
