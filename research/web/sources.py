"""The library: every page that was read and kept, with the words that were quoted from it; and uploads."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from reach.segment import paragraph_starts
from research import actions
from research.models import Evidence, Source, Upload, User, Workspace
from research.models.source import part_word
from research.store.uploads import upload_address
from research.web import sizes
from research.web.filters import asked_for
from research.web.frame import Asked, signed_in
from research.web.words import SOURCE_LANGUAGES
from research.web.workspaces import workspaces_for
from research.wiring import samples_are_searched


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a stored text: plain, or quoted by the evidence that stands beside it."""

    text: str
    quoted: tuple[Evidence, ...] = ()
    begins: tuple[Evidence, ...] = ()
    """Evidence whose quote begins here: the place a link to it leads to."""
    paragraph: int = 0
    """Its number, where a paragraph begins here: the one that places of quotes name."""
    part: str = ""
    """The page, sheet, slide or chapter that begins here."""


@signed_in
@require_safe
def source_list(request: Asked) -> HttpResponse:
    words, language = asked_for(request, "q"), asked_for(request, "language")
    rows = searched(Source.objects.visible_to(request.user), words, language)
    context = {
        "rows": Paginator(rows, sizes.SOURCES_A_PAGE).get_page(request.GET.get("page")),
        "q": words,
        "language": language,
        "languages": list(SOURCE_LANGUAGES.items()),
    }
    return render(request, "sources/list.html", context)


def searched(rows: QuerySet[Source], words: str, language: str) -> QuerySet[Source]:
    for word in words.split():
        rows = rows.filter(Q(title__icontains=word) | Q(publisher__icontains=word) | Q(text__icontains=word))
    if language:
        rows = rows.filter(language__startswith=language)
    standing = Q(evidence__accepted=True, evidence__dropped=False)
    counted = rows.annotate(
        quotes=Count("evidence", filter=standing, distinct=True),
        tasks=Count("evidence__task", filter=standing, distinct=True),
        cited=Count("evidence__citations", distinct=True),
    )
    return counted.defer("text").order_by("-id")


@signed_in
@require_safe
def source(request: Asked, source: int) -> HttpResponse:
    found = get_object_or_404(Source.objects.visible_to(request.user).select_related("raw", "workspace"), pk=source)
    quotes = list(found.evidence.standing().select_related("task", "goal").order_by("start", "end"))
    shown = pieces(found.text, quotes, parts(found.text, found.page_starts, found.content_type))
    return render(request, "sources/detail.html", {"source": found, "quotes": quotes, "pieces": shown})


def parts(text: str, starts: Iterable[int], content_type: str) -> dict[int, str]:
    """By the offset of the paragraph with which each begins. One without words begins where the next one does."""
    begins = paragraph_starts(text)
    first = {at: next((each for each in begins if each >= at), 0) for at in starts}
    return {first[at]: part_word(content_type, number) for number, at in enumerate(starts, start=1)}


def pieces(text: str, quotes: Sequence[Evidence], parts: Mapping[int, str] = MappingProxyType({})) -> list[Piece]:
    """The text cut at every edge of a quote, so that quotes that overlap are both marked and both found; and at every
    paragraph, so that the number in a quote's place can be looked up.

    Positions count characters of the stored text; one that lies outside is a quote of other words and marks nothing.
    """
    inside = [quote for quote in quotes if quote.end <= len(text)]
    numbers = {start: number for number, start in enumerate(paragraph_starts(text), start=1)}
    edges = sorted({0, len(text), *numbers, *(quote.start for quote in inside), *(quote.end for quote in inside)})
    return [
        Piece(
            text[start:end],
            tuple(quote for quote in inside if quote.start <= start and end <= quote.end),
            tuple(quote for quote in inside if quote.start == start),
            numbers.get(start, 0),
            parts.get(start, ""),
        )
        for start, end in pairwise(edges)
    ]


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def upload_list(request: Asked) -> HttpResponse:
    may = workspaces_for(request.user, "ask")
    if request.method == "POST":
        workspace = get_object_or_404(may, pk=request.POST.get("workspace", ""))
        failures = received(request, request.user, workspace)
        if not failures:
            return redirect("upload_list")
        return uploads_shown(request, may, failures, status=422)
    return uploads_shown(request, may, [])


@signed_in
@require_safe
def upload(request: Asked, upload: int) -> HttpResponse:
    """Its text: the stored copy once a task has read it, else as a task would read it now."""
    visible = Upload.objects.visible_to(request.user).select_related("person", "workspace", "blob")
    found = get_object_or_404(visible, pk=upload)
    copies = Source.objects.filter(workspace=found.workspace, url=upload_address(found))
    if copy := copies.order_by("-id").first():
        return redirect("source", source=copy.pk)
    text, starts, why = actions.upload_text(found)
    shown = pieces(text, (), parts(text, starts, found.media_type)) if text else []
    return render(request, "sources/upload.html", {"upload": found, "pieces": shown, "why": why})


def uploads_shown(
    request: Asked, may: QuerySet[Workspace], failures: list[tuple[str, str]], status: int = 200
) -> HttpResponse:
    rows = Upload.objects.visible_to(request.user).select_related("person", "workspace", "blob").defer("blob__body")
    context = {
        "rows": Paginator(rows, sizes.SOURCES_A_PAGE).get_page(request.GET.get("page")),
        "workspaces": may,
        "failures": failures,
        "most": sizes.UPLOADS_AT_ONCE,
        "samples": samples_are_searched(),
    }
    return render(request, "sources/uploads.html", context, status=status)


def received(request: Asked, person: User, workspace: Workspace) -> list[tuple[str, str]]:
    """Each file by itself: one that can't be read keeps no other one out."""
    files = request.FILES.getlist("files")
    if not files:
        return [("", _("Choose at least one file."))]
    failures = []
    for file in files[: sizes.UPLOADS_AT_ONCE]:
        try:
            actions.upload(person, workspace, file.name or "", file.read(), door="page")
        except actions.Refused as refusal:
            failures.append((file.name or "", str(refusal)))
    late = _("Too many files at once; send it again.")
    failures += [(file.name or "", late) for file in files[sizes.UPLOADS_AT_ONCE :]]
    if good := len(files) - len(failures):
        said = ngettext("%(count)s document can now be searched.", "%(count)s documents can now be searched.", good)
        messages.success(request, said % {"count": good})
    return failures
