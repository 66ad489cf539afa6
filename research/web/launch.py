"""From a thought to a task: the question, and how it is to be answered."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from research import actions
from research.models import User, Workspace
from research.web.filters import asked_for
from research.web.frame import Asked, signed_in
from research.web.numbers import WholeField
from research.web.prices import left_of
from research.web.samples import example_questions
from research.web.workspaces import workspaces_for


class DateField(forms.DateField):
    """As browsers send it, whatever the language of the page."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    input_formats = ["%Y-%m-%d"]


class SitesField(forms.Field):
    """Names with spaces, commas or lines between them; the verb judges each."""

    widget = forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocapitalize": "off"})


class LaunchForm(forms.Form):
    """Length and content of the question are judged by the verb, so that every door refuses with the same sentence."""

    question = forms.Field(  # a CharField would refuse control characters with a sentence of its own
        label=gettext_lazy("Question"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "class": "asked", "data-counter": "question-count", "autofocus": True}),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of the report"),
        required=False,
        choices=[("", gettext_lazy("As the question")), ("en", "English"), ("zh", "中文")],
    )
    period_start = DateField(label=gettext_lazy("From"), required=False)
    period_end = DateField(label=gettext_lazy("Until"), required=False)
    minutes = WholeField(
        label=gettext_lazy("Minutes to search, at most"),
        required=False,
        min_value=1,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    difficulty = forms.ChoiceField(
        label=gettext_lazy("Budget"),
        required=False,
        choices=[
            ("", gettext_lazy("As the question")),
            ("ordinary", gettext_lazy("ordinary")),
            ("hard", gettext_lazy("hard question")),
        ],
    )
    length = forms.ChoiceField(
        label=gettext_lazy("Length of the report"),
        required=False,
        choices=[("", gettext_lazy("usual")), ("short", gettext_lazy("short")), ("long", gettext_lazy("long"))],
    )
    only_sites = SitesField(label=gettext_lazy("Only these sites"), required=False)
    never_sites = SitesField(label=gettext_lazy("Never these sites"), required=False)
    documents_only = forms.BooleanField(
        label=gettext_lazy("Only your own documents, nothing from the web"), required=False
    )
    auto_approve = forms.BooleanField(label=gettext_lazy("Start without showing me the plan"), required=False)
    workspace = forms.ModelChoiceField(Workspace.objects.none(), label=gettext_lazy("Workspace"), empty_label=None)

    def __init__(self, person: User, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        field = self.fields["workspace"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = workspaces_for(person, "ask")
        first = field.queryset.first()
        field.initial = first
        if field.queryset.count() == 1:
            field.widget = forms.HiddenInput()
        if first:
            limits = actions.shown_thresholds(first).values
            self.fields["question"].widget.attrs["data-most"] = int(limits["question_characters"])

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        start, end = given.get("period_start"), given.get("period_end")
        if start and end and end < start:
            self.add_error("period_end", _("The period ends before it begins."))
        self._judge_sites(given)
        return given

    def _judge_sites(self, given: dict[str, Any]) -> None:
        """Each field by itself first, so that a bad name is told where it was typed; then both together."""
        fields = {name: actions.sites(given.get(name) or "") for name in ("only_sites", "never_sites")}
        for name, entries in fields.items():
            try:
                actions.checked_scope(entries)
            except actions.Refused as refusal:
                self.add_error(name, str(refusal))
        if given.get("documents_only") and fields["only_sites"]:
            self.add_error("only_sites", _("Choose one: your documents only, or only these sites."))
        if self.scope_errors:
            return
        try:
            only, never = fields.values()
            given["scope"] = actions.checked_scope(only, never, bool(given.get("documents_only")))
        except actions.Refused as refusal:
            self.add_error("only_sites", str(refusal))

    @property
    def scope_errors(self) -> bool:
        return bool(self.errors.keys() & {"only_sites", "never_sites"})

    @property
    def scope_open(self) -> bool:
        """Whether the folded part holds something that its reader must see."""
        return self.scope_errors or any(self[name].value() for name in ("only_sites", "never_sites", "documents_only"))


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def launch(request: Asked) -> HttpResponse:
    if not workspaces_for(request.user, "ask").exists():
        raise actions.Forbidden(_("You may not ask questions in any workspace."))
    if request.method != "POST":
        form = LaunchForm(request.user, initial={"question": asked_for(request, "question")})
        return shown(request, form)
    form = LaunchForm(request.user, request.POST)
    task = started(request.user, form) if form.is_valid() else None
    if task is None:
        return shown(request, form, status=422)
    return redirect("live", task=task.pk)


def started(person: User, form: LaunchForm) -> Any:
    """The task, or None with the verb's sentence beside the question."""
    given = form.cleaned_data
    try:
        return actions.start(
            person,
            given["workspace"],
            given["question"] or "",
            language=given["language"],
            period_start=given["period_start"],
            period_end=given["period_end"],
            scope=given["scope"],
            minutes=given["minutes"],
            difficulty=given["difficulty"],
            length=given["length"],
            auto_approve=given["auto_approve"],
            door="page",
        )
    except actions.Refused as refusal:
        form.add_error("question", str(refusal))
        return None


def shown(request: Asked, form: LaunchForm, status: int = 200) -> HttpResponse:
    most = form.fields["question"].widget.attrs["data-most"]
    room = form.fields["workspace"].initial
    left = left_of(request, room) if room else []
    context = {"form": form, "examples": example_questions(), "most": most, "left": left}
    return render(request, "tasks/launch.html", context, status=status)
