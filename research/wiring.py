"""Environment → endpoints → roles → tools. The only place that builds them.

Engines and connections that outlive a step are built once a process; what belongs to one step is built for it.
"""

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
from research.channels import asks_outside, channels
from research.engine.follow_up import Desk
from research.engine.limits import Limits
from research.engine.tools import Tools
from research.models import ResearchTask
from research.roles.binding import bind, bind_vectors
from research.roles.builtin.calibrate import fitted, read_background, read_pairs
from research.roles.builtin.checker import BuiltinChecker
from research.roles.builtin.embedder import HashingEmbedder, NanoEmbedder, best_embedder
from research.roles.builtin.executor import BuiltinExecutor
from research.roles.builtin.planner import BuiltinPlanner
from research.roles.builtin.reporter import BuiltinReporter
from research.roles.checker import Checker, ModelChecker
from research.roles.embedder import Embedder, EndpointVectors, Scale, ScaledEmbedder
from research.roles.embedder import Source as VectorSource
from research.roles.endpoints import Endpoint
from research.roles.endpoints.patience import Patience
from research.roles.executor import Executor, ModelExecutor
from research.roles.planner import ModelPlanner, Planner
from research.roles.reporter import ModelReporter, Reporter
from research.roles.sizes import Sizes
from research.roles.tokens import count_tokens
from research.roles.trigger import BuiltinTrigger, ModelTrigger
from research.store.archive import RowArchive
from research.store.embeddings import KeptEmbedder
from research.store.follow_up_replies import FollowUpEndpoint, FollowUpReplies
from research.store.library import Outside, RowLibrary
from research.store.looking import scope_of
from research.store.marks import marks_of
from research.store.named_pages import still_to_read
from research.store.replies import PaidEndpoint, StepReplies
from research.store.scales import keep_first, scale_of
from research.store.shared import RowCache, RowPace
from research.store.uploads import JoinedLibrary, UploadLibrary
from research.store.view_rows import ViewRows
from research.terms import Channel

SAMPLES = settings.BASE / "research" / "samples"


@dataclass(frozen=True, slots=True)
class Kit:
    """The tools of one step, and what its roles had to tell about failed models."""

    tools: Tools
    fallbacks: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Bench:
    """What the roles of one step are built from."""

    replies: StepReplies
    limits: Limits
    fallbacks: list[dict[str, Any]]
    paid: Callable[[Endpoint, Any, Limits], Endpoint] = PaidEndpoint

    def endpoint(self, role: str) -> Endpoint | None:
        bound = _endpoint(role, Patience.of(self.limits.values()))
        return self.paid(bound, self.replies, self.limits) if bound else None

    @property
    def sizes(self) -> Sizes:
        return Sizes.of(self.limits.values())

    def tell(self, role: str, prompt: str, kind: str, detail: str) -> None:
        self.fallbacks.append({"role": role, "prompt": prompt, "kind": str(kind), "detail": detail})


def kit_for(task: ResearchTask, now: datetime, replies: StepReplies, limits: Limits) -> Kit:
    bench = _Bench(replies, limits, [])
    embedder = KeptEmbedder(embedder_for())
    outside = outside_for(task.workspace_id, limits, scope_of(task), still_to_read(task, reach_settings()) or None)
    tools = Tools(
        planner=_planner(bench),
        executor=_executor(bench, embedder),
        reporter=_reporter(bench),
        checker=_checker(bench),
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
    return Kit(tools, bench.fallbacks)


@dataclass(frozen=True, slots=True)
class DeskKit:
    """Who answers a question on a finished report."""

    desk: Desk
    embedder: Embedder
    fallbacks: list[dict[str, Any]]


def desk_for(replies: FollowUpReplies, limits: Limits) -> DeskKit:
    """The report's own reporter and checker; whether to look again is the planner's (R264)."""
    bench = _Bench(replies, limits, [], FollowUpEndpoint)
    endpoint, builtin = bench.endpoint("planner"), BuiltinTrigger()
    trigger = ModelTrigger(endpoint, builtin, bench.sizes, bench.tell) if endpoint else builtin
    desk = Desk(trigger, _reporter(bench), _checker(bench), limits)
    return DeskKit(desk, KeptEmbedder(embedder_for()), bench.fallbacks)


def _planner(bench: _Bench) -> Planner:
    builtin, endpoint = BuiltinPlanner(), bench.endpoint("planner")
    return ModelPlanner(endpoint, builtin, bench.sizes, bench.tell) if endpoint else builtin


def _executor(bench: _Bench, embedder: Embedder) -> Executor:
    builtin, endpoint = BuiltinExecutor(embedder), bench.endpoint("executor")
    return ModelExecutor(endpoint, builtin, bench.sizes, bench.tell) if endpoint else builtin


def _reporter(bench: _Bench) -> Reporter:
    builtin, endpoint = BuiltinReporter(), bench.endpoint("reporter")
    return ModelReporter(endpoint, builtin, bench.sizes, bench.tell) if endpoint else builtin


def _checker(bench: _Bench) -> Checker:
    builtin, endpoint = BuiltinChecker(), bench.endpoint("checker")
    return ModelChecker(endpoint, builtin, bench.sizes, bench.tell) if endpoint else builtin


def keys() -> Mapping[str, str]:
    """Secrets by the names that bindings look for. They go to an endpoint and nowhere else."""
    return settings.API_KEYS


@cache
def _endpoint(role: str, patience: Patience) -> Endpoint | None:
    """A binding's own options come before the task's limits."""
    return bind(settings.ROLE_ENDPOINTS[role], keys(), patience, role)


def embedder_for() -> Embedder:
    """On the scale that was kept last, by whichever process; the builtin ones bring one of their own."""
    source = vectors()
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
    that its question names and that are still to be read. They are asked without the
    task's scope, which is kept to when what they found is read."""
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
