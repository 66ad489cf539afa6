"""The library: every page that was read and kept, with the words that were quoted from it; and uploads."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from research import actions
from research.models import ResearchTask, Source, Upload, User, Workspace
from research.store.changed_since import differs_since
from research.store.stored_copy import parts, pieces
from research.store.uploads import deleted, upload_address
from research.web import sizes
from research.web.filters import asked_for
from research.web.frame import Asked, signed_in
from research.web.words import SOURCE_LANGUAGES
from research.web.workspaces import workspaces_for
from research.wiring import samples_are_searched


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
    told = {"source": found, "quotes": quotes, "pieces": shown, "deleted": deleted(found.url)}
    told["since"] = differs_since(found)
    return render(request, "sources/detail.html", told)


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


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def delete_upload(request: Asked, upload: int) -> HttpResponse:
    """Asked for once more on a page that tells what goes and what stays."""
    visible = Upload.objects.visible_to(request.user).select_related("person", "workspace", "blob").defer("blob__body")
    found = get_object_or_404(visible, pk=upload)
    if not actions.may_delete(request.user, found):
        raise PermissionDenied(_("Only the person who gave the document, or an admin, may delete it."))
    if request.method != "POST":
        return render(request, "sources/delete.html", {"upload": found, "quoted": _quoted(request, found)})
    try:
        kept = actions.delete_upload(request.user, found)
    except actions.Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("upload_list")
    told = (
        _("%(name)s is deleted. No task finds it from here on.")
        if not kept
        else _("%(name)s is deleted. No task finds it from here on; what was quoted from it stays with those quotes.")
    )
    messages.success(request, told % {"name": found.name})
    return redirect("upload_list")


def _quoted(request: Asked, upload: Upload) -> list[ResearchTask]:
    """Tasks that have quoted it: their evidence stays."""
    own = Q(evidence__source__workspace=upload.workspace, evidence__source__url=upload_address(upload))
    return list(ResearchTask.objects.visible_to(request.user).filter(own).distinct().order_by("pk"))


def uploads_shown(
    request: Asked, may: QuerySet[Workspace], failures: list[tuple[str, str]], status: int = 200
) -> HttpResponse:
    rows = Upload.objects.visible_to(request.user).select_related("person", "workspace", "blob").defer("blob__body")
    shown = Paginator(rows, sizes.SOURCES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "rows": shown,
        "mine": {row.pk for row in shown if actions.may_delete(request.user, row)},
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
