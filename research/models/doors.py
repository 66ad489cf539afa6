"""The doors of model servers, one for all workers together: who sits at a server, and which is left alone for a while.

The rows say nothing of any workspace: a server's trouble is the same for all.
"""

from django.db import models


class ServerDoor(models.Model):
    """A server that failed, since it last answered. One that never did has no row."""

    server = models.CharField(max_length=200, primary_key=True)
    failures = models.PositiveIntegerField(default=0)
    """In a row."""
    shut_until = models.DateTimeField(null=True)
    probe_until = models.DateTimeField(null=True)
    """Half open: one call is under way as a probe, and is believed lost after that."""
    kind = models.CharField(max_length=20, blank=True)
    sentence = models.TextField(blank=True)
    """Of the last failure, for people; without secrets, as every endpoint's error is."""
    failed = models.DateTimeField(null=True)
    answered = models.DateTimeField(null=True)
    """When it answered again after a failure."""

    def __str__(self) -> str:
        return self.server


class ServerSeat(models.Model):
    """One of the calls that a server gets at once. Whoever dies on it keeps it no longer: moments later it is free."""

    server = models.CharField(max_length=200)
    place = models.PositiveIntegerField()
    holder = models.CharField(max_length=32)
    until = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["server", "place"], name="one_call_a_seat")]

    def __str__(self) -> str:
        return f"{self.server} seat {self.place}"
