"""Response times of every channel that is on, measured now, and of web pages as earlier tasks stored them (R210)."""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from asgiref.sync import async_to_sync
from django.conf import settings

from reach.egress import Egress
from reach.fetch import WEB
from reach.handshake import Handshakes
from reach.pages import Status
from reach.sampling import Sample, Spread, patient, proposed, sample
from reach.settings import ReachSettings
from research.channels import HOUSE, active, channels
from research.engine.limits import Limits
from research.models import Query, Reach
from research.store.library import Outside
from research.store.shared import RowPace
from research.wiring import SAMPLES, outside_for


@dataclass(frozen=True, slots=True)
class Measured:
    sample: Sample
    connects: tuple[float, ...]
    local: bool = False
    """Answers from this machine: no time-out of the network rests on it."""

    def told(self, numbers: ReachSettings) -> dict[str, Any]:
        spread, connecting = Spread.of(self.sample.seconds), Spread.of(self.connects)
        return {
            "channel": self.sample.channel,
            "local": self.local,
            "n": len(self.sample.seconds),
            "median": spread.median if spread else None,
            "p95": spread.p95 if spread else None,
            "max": spread.most if spread else None,
            "failed_share": self.sample.failed_share,
            "failed": dict(self.sample.failed),
            "connect_p95": connecting.p95 if connecting else None,
            "connect_proposed": proposed(self.connects, numbers),
            "target_proposed": proposed(self.sample.seconds, numbers),
            "stopped": self.sample.stopped,
        }


def texts() -> list[str]:
    """What this copy's own tasks asked last; a new copy has the samples' questions."""
    asked = Query.objects.filter(dropped="").order_by("-id").values_list("text", flat=True)
    own = list(dict.fromkeys(asked[: ReachSettings().calibrate_samples]))
    told = json.loads((SAMPLES / "manifest.json").read_text(encoding="utf-8"))
    return own or [each["question"] for each in told["questions"]]


def measured(workspace: int, wanted: Sequence[str], count: int, asked: Sequence[str]) -> list[Measured]:
    outside = outside_for(workspace, Limits())
    there = {provider.name for provider in outside.providers}
    names = [name for name in active(settings) if name in there and (not wanted or name in wanted)]
    return async_to_sync(_side_by_side)(outside, names, count, asked)


async def _side_by_side(outside: Outside, names: Sequence[str], count: int, asked: Sequence[str]) -> list[Measured]:
    """One channel waits for its service while the others go on."""
    await outside.documents.prepare()
    return list(await asyncio.gather(*(_measure(outside, name, count, asked) for name in names)))


async def _measure(outside: Outside, name: str, count: int, asked: Sequence[str]) -> Measured:
    """A channel with an egress of its own, which keeps how long connecting took."""
    numbers, handshakes = patient(outside.settings), Handshakes()
    own = [provider for provider in outside.providers if provider.name in HOUSE]
    made = channels(settings, Egress(numbers, handshakes=handshakes), own)
    provider = next(each for each in made if each.name == name)
    taken = await sample(provider, asked, count, settings=numbers, pace=RowPace(numbers))
    return Measured(taken, tuple(seconds for _, seconds in handshakes.seconds), provider.local)


def stored_pages(count: int) -> Measured:
    """No page is fetched for it: the rows of earlier tasks hold how long each took."""
    rows = Reach.objects.filter(channel=WEB, purpose="read", outcome__in=[Status.OK, Status.FAILED])
    kept = list(rows.order_by("-id").values_list("outcome", "kind", "seconds")[:count])
    good = tuple(seconds for outcome, _, seconds in kept if outcome == Status.OK)
    failed = Counter(kind for outcome, kind, _ in kept if outcome == Status.FAILED)
    return Measured(Sample(WEB, good, failed, "" if kept else "no task has read a page yet"), ())
