"""Examine a model for a role: a fixed set of small tasks against the role's endpoint. Ends with 0 only if it is fit.

A checker is also asked about sixty labelled claims, code's own check in front: it is unfit if it lets more of the wrong
ones pass than the threshold `wrong_supported` allows. The outcome is kept and shown on the page *Roles and models*; an
endpoint that failed isn't bound there.
"""

from argparse import ArgumentParser
from textwrap import indent
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from research import actions
from research.bound import key_names
from research.examination import calls_at_most
from research.management.measure.claims import as_table
from research.management.schema import bring_up_to_date
from research.models import Conformance, Workspace
from research.roles.conformance import Outcome

INDENT = 9


class Command(BaseCommand):
    help = "Examine a model for a role, and keep the outcome. Ends with 0 only if it is fit."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("role", choices=actions.ROLES)
        parser.add_argument("--endpoint", default="", help="a binding as in docs/settings.md; else the role's own")
        parser.add_argument("--key", default="", help="the NAME of the environment variable that holds its key")

    def handle(self, *args: Any, **options: Any) -> None:
        role, key = options["role"], options["key"]
        if key and key not in key_names():
            raise CommandError(f"{key} is none of the names that keys are read from, or isn't set.")
        bring_up_to_date()
        actions.first_admin()
        workspace: Workspace = Workspace.objects.order_by("id")[0]
        line = options["endpoint"] or settings.ROLE_ENDPOINTS[role]
        fit = [self._one(workspace, role, text, key) for text in self._readable(role, line)]
        if not all(fit):
            raise CommandError(f"Not fit to be the {role}.")

    def _readable(self, role: str, line: str) -> tuple[str, ...]:
        """Whoever has the shell is the operator: any host goes."""
        try:
            return actions.endpoints_of_line(role, line)
        except actions.Refused as refused:
            raise CommandError(refused.sentence) from None

    def _one(self, workspace: Workspace, role: str, text: str, key: str) -> bool:
        self.stdout.write(f"{role}: {text}")
        if most := calls_at_most(role):
            self.stdout.write(f"  at most {most} calls, besides tries that a busy server turns away")
        try:
            row = actions.examined(workspace, role, text, key, show=self._show)
        except actions.Refused as refused:
            raise CommandError(refused.sentence) from None
        told = f"{row.model or 'no model answered'}, {row.server}, {row.input_tokens} + {row.output_tokens} tokens"
        self.stdout.write(f"  {row.get_state_display()}: {told}")
        return bool(row.state == Conformance.State.PASSED)

    def _show(self, each: Outcome) -> None:
        mark = "ok    " if each.passed else "FAILED" if each.required else "note  "
        self.stdout.write(f"  {mark} {each.probe:<14} {each.seconds:6.1f} s  {each.detail}")
        if each.table:
            self.stdout.write(indent(as_table(each.table), " " * INDENT))
