"""Checker: one claim against its quotes, and nothing else. Never the reporter's endpoint."""

from typing import Protocol

from research.roles.briefs import CheckBrief
from research.terms import Atom, Verdict


class Checker(Protocol):
    async def check(self, brief: CheckBrief) -> tuple[Verdict, str, tuple[Atom, ...]]:
        """A verdict, one sentence of reason, and the atoms found or missed (P4)."""
