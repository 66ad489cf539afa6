from django.db import models
from django.utils.translation import gettext_lazy

from reach.address import link
from research.models.people import User, Workspace
from research.models.visible import VisibleQuerySet

_PARTS = {
    "spreadsheet": gettext_lazy("sheet %(n)s"),
    "presentation": gettext_lazy("slide %(n)s"),
    "epub": gettext_lazy("chapter %(n)s"),
}


def part_word(content_type: str, number: int) -> str:
    """What a document of this form is divided into: pages, unless it has another name."""
    found = (word for form, word in _PARTS.items() if form in content_type)
    return str(next(found, gettext_lazy("p. %(n)s"))) % {"n": number}


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
    published_from = models.CharField(max_length=20, blank=True)
    """Where the day was found: meta, json-ld, visible, address, header or search."""
    updated = models.DateField(null=True, blank=True)
    page_starts = models.JSONField(default=list)
    """Offsets in `text` at which the pages of a paged document begin."""
    other_urls = models.JSONField(default=list)
    """Further addresses under which the same page was seen (B-041)."""
    fetched = models.DateTimeField()
    content_type = models.CharField(max_length=120, blank=True)
    language = models.CharField(max_length=12, blank=True)
    credibility = models.FloatField()
    credibility_from = models.TextField(blank=True)
    """Which rule or whose mark set it (R199)."""
    note = models.TextField(blank=True)
    text = models.TextField()
    text_sha256 = models.CharField(max_length=64)
    raw = models.ForeignKey(Blob, models.PROTECT, related_name="sources")

    objects = VisibleQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["workspace", "key"], name="one_source_a_page")]

    @property
    def way_out(self) -> str:
        """Where a browser may be sent for it; empty for what is not the web."""
        return link(self.url)

    def __str__(self) -> str:
        return self.title

    @property
    def label(self) -> str:
        return f"S-{self.pk}"


class TrustMark(models.Model):
    """An admin's word on a host; it wins over the table that the product comes with (R057)."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="trust_marks")
    host = models.CharField(max_length=255)
    grade = models.FloatField()
    reason = models.TextField(blank=True)
    person = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now=True)

    objects = VisibleQuerySet.as_manager()

    class Meta:
        ordering = ["host"]
        constraints = [
            models.UniqueConstraint(fields=["workspace", "host"], name="one_mark_a_host"),
            models.CheckConstraint(condition=models.Q(grade__gte=0, grade__lte=1), name="grade_is_a_share"),
        ]

    def __str__(self) -> str:
        return self.host


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
