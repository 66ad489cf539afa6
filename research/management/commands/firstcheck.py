"""The first-run list as a command (R241–R246): five facts, the two quiet ones first. Ends with 0 only if all hold.

A question whose answer is sure to change is asked by the real engine, over the real egress, into real rows; the tasks
are deleted afterwards. Without a question it is asked of a clock on loopback, so that it works without a network.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from reach.address import split
from research import actions
from research.channels import asks_outside
from research.engine.lifecycle import Status
from research.management.first_facts import (
    Fact,
    Window,
    clock_is_right,
    cut_is_reported,
    database_time,
    fetch_is_recorded,
    labels_resolve,
    text_is_clean,
)
from research.management.first_web import FirstWeb, dead_address
from research.management.own_worker import handed_over, own_name, run_to_rest
from research.management.schema import bring_up_to_date
from research.models import Membership, ResearchTask


class Command(BaseCommand):
    help = "Check a fresh installation: a question that must be fetched for, and five facts about how it was."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("question", nargs="?", default="", help="one whose answer is sure to change")
        parser.add_argument("--cut", default="", help="http://host:port where nothing answers; else a closed port here")
        parser.add_argument("--keep", action="store_true", help="leave the two tasks, to look at them")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["question"] and not asks_outside(settings):
            raise CommandError(_("No channel to the world is on: leave the question out, or set one up first."))
        bring_up_to_date()
        actions.first_admin()
        tasks: list[ResearchTask] = []
        try:
            facts = self._facts(options["question"], options["cut"] or dead_address(), tasks)
        finally:
            if not options["keep"]:
                _forget(tasks)
        failed = [fact.name for fact in facts if not fact.ok and not fact.follows]
        if failed:
            raise CommandError(_("Not as it should be: %(facts)s.") % {"facts": "; ".join(failed)})

    def _facts(self, question: str, dead: str, tasks: list[ResearchTask]) -> list[Fact]:
        """Each is said as soon as it is known."""
        language = "zh" if (get_language() or "").startswith("zh") else "en"
        with FirstWeb(language) as web:
            with _only_channel(dead):
                tasks.append(_asked(_("What time does the first-check clock show?")))
            said = [self._say(cut_is_reported(tasks[0]))]
            begin = database_time()
            if question:
                tasks.append(_asked(question))
            else:
                with _only_channel(f"http://{web.authority}"):
                    tasks.append(_asked(_("What time does the first-check clock show?")))
        task, window = tasks[1], Window(begin, database_time())
        said.append(self._say(clock_is_right(task, window, page_tells=not question)))
        return [*said, *(self._say(look(task)) for look in (fetch_is_recorded, text_is_clean, labels_resolve))]

    def _say(self, fact: Fact) -> Fact:
        word = _("ok") if fact.ok else _("not looked at") if fact.follows else _("failed")
        self.stdout.write(f"{word}\t{fact.name}: {fact.seen}")
        self.stdout.flush()
        return fact


@contextmanager
def _only_channel(address: str) -> Iterator[None]:
    """This process alone asks this service and nobody else; the product's own code reads the settings as ever."""
    parts = split(address)
    if parts is None or not parts.netloc:
        raise CommandError(_("%(address)s is no web address.") % {"address": address})
    changed = {
        "REACH_CHANNELS": ["searxng"],
        "SEARXNG_URL": address,
        "REACH_ALLOW_HOSTS": [*settings.REACH_ALLOW_HOSTS, parts.netloc],
    }
    before = {name: getattr(settings, name) for name in changed}
    try:
        for name, value in changed.items():
            setattr(settings, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(settings, name, value)


def _asked(question: str) -> ResearchTask:
    """By the first admin; this process is its only worker."""
    admin = _first_admin()
    mine = own_name("firstcheck")
    task = actions.start(admin.person, admin.workspace, question, auto_approve=True, reserved_for=mine, door="command")
    with handed_over(task):
        run_to_rest(task)
    return task


def _first_admin() -> Membership:
    admins = Membership.objects.filter(role="admin", person__is_active=True).select_related("person", "workspace")
    admin = admins.order_by("id").first()
    if admin is None:
        raise CommandError(_("There is no admin who could ask."))
    return admin


def _forget(tasks: list[ResearchTask]) -> None:
    for task in tasks:
        if task.status != Status.RUNNING.value:
            actions.delete_task(_first_admin().person, task, door="command")
