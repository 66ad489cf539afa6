from django.db import models

from research.models.people import User, Workspace
from research.models.visible import VisibleQuerySet


class Blob(models.Model):
    """Bytes by their hash: no worker needs a web machine's disk."""

    sha256 = models.CharField(max_length=64, primary_key=True)
    size = models.PositiveIntegerField()
    body = models.BinaryField()

    def __str__(self) -> str:
        return self.sha256


class Source(models.Model):
    """A page that was read and kept: what the models saw, with its hash and the time it was fetched.

    Later checks use this text, never the live page.
    """

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="sources")
    key = models.CharField(max_length=64)
    url = models.TextField()
    title = models.TextField()
    publisher = models.TextField()
    published = models.DateField(null=True, blank=True)
    fetched = models.DateTimeField()
    content_type = models.CharField(max_length=120, blank=True)
    language = models.CharField(max_length=12, blank=True)
    credibility = models.FloatField()
    note = models.TextField(blank=True)
    text = models.TextField()
    text_sha256 = models.CharField(max_length=64)
    raw = models.ForeignKey(Blob, models.PROTECT, related_name="sources")

    objects = VisibleQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["workspace", "key"], name="one_source_a_page")]

    def __str__(self) -> str:
        return self.title

    @property
    def label(self) -> str:
        return f"S-{self.pk}"


class Upload(models.Model):
    """A document that a person gave to the workspace; searched like any other channel."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="uploads")
    person = models.ForeignKey(User, models.PROTECT, related_name="+")
    name = models.CharField(max_length=255)
    blob = models.ForeignKey(Blob, models.PROTECT, related_name="uploads")
    media_type = models.CharField(max_length=120, blank=True)
    failure = models.TextField(blank=True)
    """Why it can't be read, in the uploader's words; empty when it can."""
    characters = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)

    objects = VisibleQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["workspace", "blob"], name="one_upload_a_document")]

    def __str__(self) -> str:
        return self.name
