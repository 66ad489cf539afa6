"""The whole chain of the audit trail, from its first row: `manage.py verify_audit`. Ends with 1 where it is broken."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from research.actions.trail import broken_mark, first_broken_link, mark_chain
from research.models import Audit


class Command(BaseCommand):
    help = "Check every row of the audit trail and note how far it is whole."

    def handle(self, *args: Any, **options: Any) -> None:
        broken = first_broken_link()
        if broken is not None:
            when = f"{broken.at:%Y-%m-%d %H:%M:%S %z}"
            raise CommandError(f"the chain breaks at row {broken.pk} ({broken.verb} {broken.object}, {when})")
        if (mark := broken_mark()) is not None:
            raise CommandError(f"the chain was made anew: row {mark.row_id} carried another hash on {mark.at:%Y-%m-%d}")
        mark_chain()
        self.stdout.write(f"whole: {Audit.objects.count()} rows, each with the hash of the one before")
