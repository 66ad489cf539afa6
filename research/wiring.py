"""Environment → endpoints → roles → tools. The only place that builds them.

Engines and connections that outlive a step are built once a process; what belongs to one step is built for it.
"""

from asyncio import Semaphore
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings

from reach.egress import Egress
from reach.providers import Provider
from reach.providers.database import Database
from reach.providers.documents import Documents, FolderLibrary
from reach.providers.pages import Pages
from reach.scope import ANYWHERE, Scope
from reach.settings import ReachSettings
from research.bound import Line, bound_line, endpoints_of, keys
from research.broadcast import words_written
from research.channels import asks_outside, channels
from research.engine.follow_up import Desk
from research.engine.limits import Limits
from research.engine.tools import Tools
from research.models import Entry, ResearchTask
from research.roles.binding import bind_vectors
from research.roles.builtin.calibrate import fitted, read_background, read_pairs
from research.roles.builtin.claims.checker import best_checker
from research.roles.builtin.embedder import HashingEmbedder, NanoEmbedder, best_embedder
from research.roles.builtin.executor import BuiltinExecutor
from research.roles.builtin.planner import BuiltinPlanner
from research.roles.builtin.reporter import BuiltinReporter
from research.roles.checker import Checker, ModelChecker
from research.roles.embedder import Embedder, EndpointVectors, Scale, ScaledEmbedder
from research.roles.embedder import Source as VectorSource
from research.roles.endpoints import Endpoint
from research.roles.endpoints.in_order import NEXT, InOrder
from research.roles.endpoints.in_turn import InTurn
from research.roles.endpoints.patience import Patience, Patient
from research.roles.endpoints.streaming import Overheard
from research.roles.endpoints.waiting import Waiting
from research.roles.escalating import ESCALATED, EscalatingPlanner, Stronger
from research.roles.executor import Executor, ModelExecutor
from research.roles.flaws import Verdict
from research.roles.gauge import OFFLINE, Gauge
from research.roles.heard import HeardEndpoint
from research.roles.planner import ModelPlanner, Planner
from research.roles.reporter import ModelReporter, Reporter
from research.roles.sizes import Sizes
from research.roles.standby import OnFallback
from research.roles.tokens import count_tokens
from research.roles.trigger import BuiltinTrigger, ModelTrigger
from research.store.archive import RowArchive
from research.store.doors import RowDoor
from research.store.embeddings import KeptEmbedder
from research.store.follow_up_replies import FollowUpEndpoint, FollowUpReplies
from research.store.library import Outside, RowLibrary
from research.store.looking import scope_of
from research.store.marks import marks_of
from research.store.named_pages import still_to_read
from research.store.paid_vectors import PaidVectors
from research.store.replies import PaidEndpoint, StepReplies
from research.store.scales import keep_first, scale_of
from research.store.shared import RowCache, RowPace
from research.store.speaking import Speaking
from research.store.token_ratios import RowGauge
from research.store.uploads import JoinedLibrary, UploadLibrary
from research.store.view_rows import ViewRows
from research.terms import Channel

ENTRIES = {NEXT: "AskedElsewhere", ESCALATED: "Escalated"}
"""Rows of the journal that tell of no fall-back."""
SAMPLES = settings.BASE / "research" / "samples"


@dataclass(frozen=True, slots=True)
class Kit:
    """The tools of one step, and what its roles had to tell about failed models."""

    tools: Tools
    fallbacks: list[dict[str, Any]] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    """On each answer of a model."""


@dataclass(frozen=True, slots=True)
class _Bench:
    """What the roles of one step are built from."""

    replies: StepReplies
    limits: Limits
    fallbacks: list[dict[str, Any]]
    paid: Callable[[Endpoint, Any, Limits], Endpoint] = PaidEndpoint
    verdicts: list[Verdict] = field(default_factory=list)
    gauges: dict[str, Gauge] = field(default_factory=dict)
    turns: dict[str, Semaphore] = field(default_factory=dict)
    """Of each line of endpoints, how it counts and how much it takes; of each server, its places."""

    def endpoint(self, role: str) -> Endpoint | None:
        return self.line(*bound_line(self.replies.task, role), role)

    def line(self, bindings: str, key_name: str, role: str) -> Endpoint | None:
        """Several of a role are asked in order, and each try is a row, a permit and a turn at the server's door."""
        line = endpoints_of(bindings, role, self.limits, key_name)
        made = [self.in_turn(each, role) for each in line]
        if line:
            self.gauges[made[0].name] = RowGauge([each.endpoint.name for each in line], [each.sizes for each in line])
        asked: Endpoint | None = InOrder(made, self.tell) if len(made) > 1 else next(iter(made), None)
        if asked and self.attempt < self.limits.attempts:
            asked = Waiting(asked)
        return HeardEndpoint(asked, self.verdicts) if asked else None

    def in_turn(self, line: Line, role: str) -> Endpoint:
        patient = Patient(self.paid(self.overheard(line, role), self.replies, self.limits), line.patience)
        return InTurn(patient, self.turns.setdefault(line.name, line.places(self.limits)))

    def overheard(self, line: Line, role: str) -> Endpoint:
        """A person waits for the reporter: what it writes is read as it is spoken, and its length is told."""
        gated = line.gated(self.limits, RowDoor(self.replies.permit_asked, self.replies.overtaken))
        if role != "reporter":
            return gated
        return Overheard(gated, Speaking(self.replies.task, words_written, self.replies.follow_up).begin)

    @property
    def attempt(self) -> int:
        """Which try of the step, or of the answer to a question, this is."""
        follow_up = self.replies.follow_up
        return follow_up.attempts if follow_up else self.replies.held.attempt

    def stronger(self, weak: Endpoint | None) -> Stronger | None:
        """Who takes over what the planner failed at; nobody where it would be the same model (C15)."""
        to = settings.PLANNER_ESCALATION
        if to == "none" or not (weak or settings.PLANNER_ESCALATES):
            return None
        endpoint = self.endpoint("reporter") if to == "reporter" else self.line(to, "", "planner")
        if endpoint is None or (weak and endpoint.name == weak.name):
            return None
        task, step = self.replies.task, self.replies.step
        taken = Entry.objects.filter(task=task, kind=ENTRIES[ESCALATED]).exclude(step=step).count()
        return Stronger(endpoint, settings.PLANNER_ESCALATES, max(0, self.limits.escalations - taken))

    @property
    def sizes(self) -> Sizes:
        return Sizes.of(self.limits.values())

    def gauge(self, endpoint: Endpoint) -> Gauge:
        return self.gauges.get(endpoint.name, OFFLINE)

    def tell(self, role: str, prompt: str, kind: str, detail: str) -> None:
        """Becomes a row of the journal: see `entries_of`."""
        self.fallbacks.append({"role": role, "prompt": prompt, "kind": str(kind), "detail": detail})


def entries_of(told: Sequence[Mapping[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """What roles had to tell of their models, by the kind of its row: only a builtin answer is a fall-back."""
    return [(ENTRIES.get(each["kind"], "RoleFellBack"), dict(each)) for each in told]


def kit_for(task: ResearchTask, now: datetime, replies: StepReplies, limits: Limits) -> Kit:
    bench = _Bench(replies, limits, [])
    embedder = KeptEmbedder(embedder_for(replies, limits))
    outside = outside_for(task.workspace_id, limits, scope_of(task), still_to_read(task, reach_settings()) or None)
    tools = Tools(
        planner=_planner(bench),
        executor=_executor(bench, embedder),
        reporter=_reporter(bench),
        checker=_checker(bench),
        by_code=best_checker(),
        embedder=embedder,
        library=RowLibrary(task, outside, replies),
        archive=RowArchive(task, embedder, limits.embedded_again),
        limits=limits,
        now=now,
        count=count_tokens,
        channels=tuple(
            Channel(each.name, each.ability.about, each.ability.takes_language) for each in outside.open_channels
        ),
    )
    return Kit(tools, bench.fallbacks, bench.verdicts)


@dataclass(frozen=True, slots=True)
class DeskKit:
    """Who answers a question on a finished report."""

    desk: Desk
    embedder: Embedder
    fallbacks: list[dict[str, Any]]
    verdicts: list[Verdict]


def desk_for(replies: FollowUpReplies, limits: Limits) -> DeskKit:
    """The report's own reporter and checker; whether to look again is the planner's (R264)."""
    bench = _Bench(replies, limits, [], FollowUpEndpoint)
    endpoint, builtin = bench.endpoint("planner"), BuiltinTrigger()
    trigger = ModelTrigger(endpoint, builtin, bench.sizes, bench.tell, bench.gauge(endpoint)) if endpoint else builtin
    desk = Desk(trigger, _reporter(bench), _checker(bench), limits)
    return DeskKit(desk, KeptEmbedder(embedder_for(replies, limits)), bench.fallbacks, bench.verdicts)


def _planner(bench: _Bench) -> Planner:
    builtin, weak = BuiltinPlanner(), bench.endpoint("planner")

    def build(endpoint: Endpoint, fallback: Planner, tell: OnFallback) -> Planner:
        return ModelPlanner(endpoint, fallback, bench.sizes, tell, bench.gauge(endpoint))

    if stronger := bench.stronger(weak):
        return EscalatingPlanner(weak, stronger, builtin, build, bench.tell)
    return build(weak, builtin, bench.tell) if weak else builtin


def _executor(bench: _Bench, embedder: Embedder) -> Executor:
    builtin, endpoint = BuiltinExecutor(embedder), bench.endpoint("executor")
    if endpoint is None:
        return builtin
    return ModelExecutor(endpoint, builtin, bench.sizes, bench.tell, bench.gauge(endpoint))


def _reporter(bench: _Bench) -> Reporter:
    builtin, endpoint = BuiltinReporter(), bench.endpoint("reporter")
    if endpoint is None:
        return builtin
    return ModelReporter(endpoint, builtin, bench.sizes, bench.tell, bench.gauge(endpoint))


def _checker(bench: _Bench) -> Checker:
    builtin, endpoint = best_checker(), bench.endpoint("checker")
    if endpoint is None:
        return builtin
    return ModelChecker(endpoint, builtin, bench.sizes, bench.tell, bench.gauge(endpoint))


def embedder_for(replies: StepReplies | None = None, limits: Limits | None = None) -> Embedder:
    """On the scale that was kept last, by whichever process; the builtin ones bring one of their own. A server's calls
    for a task are paid like a model's."""
    source = vectors()
    if isinstance(source, EndpointVectors) and replies and limits:
        source = EndpointVectors(PaidVectors(source.endpoint, replies, limits))
    if scale := scale_of(source.base):
        return ScaledEmbedder(source, scale)
    return ScaledEmbedder(source, None, _first_scale) if isinstance(source, EndpointVectors) else source


@cache
def vectors() -> EndpointVectors | NanoEmbedder | HashingEmbedder:
    """One engine a process: loading takes memory, and vectors of two engines are never mixed."""
    bound = bind_vectors(settings.ROLE_ENDPOINTS["embedder"], keys(), Patience.of(Limits().values()))
    return EndpointVectors(bound) if bound else best_embedder()


async def _first_scale(source: VectorSource) -> Scale:
    scale = await fitted(source, read_background(), read_pairs())
    return await sync_to_async(keep_first)(source.base, scale)


def reach_settings() -> ReachSettings:
    return ReachSettings(
        allow_hosts=frozenset(settings.REACH_ALLOW_HOSTS),
        proxy=settings.REACH_PROXY,
        contact=settings.REACH_CONTACT,
        cache_volatile=float(settings.REACH_VOLATILE_SECONDS),
    )


def outside_for(workspace: int, limits: Limits, scope: Scope = ANYWHERE, named: Sequence[str] | None = None) -> Outside:
    """Channels of a workspace: a folder, its uploads, and what the environment turns on; of a task, the addresses
    that its question names and that are still to be read. Its scope is kept to when what they found is read."""
    numbers, cache, pace = replace(reach_settings(), results=limits.hits), RowCache(), RowPace()
    documents = _documents(workspace)
    own: list[Provider] = [*([Pages(named)] if named is not None else []), documents, *_database()]
    found_by = channels(settings, Egress(numbers), own, cache, pace)
    pages = Egress(numbers, admits=scope.refusal)
    return Outside(found_by, documents, pages, numbers, cache, pace, marks_of(workspace), scope)


def _database() -> list[Provider]:
    view, numbers = settings.DATABASE_CHANNEL, reach_settings()
    return [Database(view, ViewRows(view, settings.DATABASE_CHANNEL_SECRET, numbers), numbers)] if view else []


@cache
def _documents(workspace: int) -> Documents:
    """Keeps its index from step to step; a document that comes or goes makes it anew."""
    uploads = UploadLibrary(workspace)
    invented = settings.DOCUMENTS_FOLDER == SAMPLES and not samples_are_searched()
    return Documents(JoinedLibrary([uploads] if invented else [_folder(), uploads]), reach_settings())


def samples_are_searched() -> bool:
    """Only while nothing else is named: the samples are invented, and have no place in a report on the world."""
    return settings.DOCUMENTS_FOLDER == SAMPLES and not asks_outside(settings) and not settings.DATABASE_CHANNEL


@cache
def _folder() -> FolderLibrary:
    return FolderLibrary(settings.DOCUMENTS_FOLDER)
