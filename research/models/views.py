"""Filters of the queue under a name: a person's own, whatever workspaces they see."""

from django.db import models

from research.models.people import User


class SavedView(models.Model):
    """`filters` as the queue's address has them. What they show is worked out when they are used, with the rights of
    that moment."""

    person = models.ForeignKey(User, models.CASCADE, related_name="saved_views")
    name = models.CharField(max_length=60)
    filters = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["person", "name"], name="one_view_a_name")]

    def __str__(self) -> str:
        return f"{self.name} of {self.person_id}"
