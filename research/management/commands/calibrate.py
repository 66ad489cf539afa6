"""Measure what a limit should rest on.

`calibrate reach` asks each channel that is on and proposes the connect and target time-outs from P95 and a margin. It
changes nothing: a person sets what is proposed. `calibrate similarity` fits the scale of the bound embedder, on which
0.85 means the same for every model, keeps it, and measures it on pairs that it was not fitted on. `calibrate claims`
puts labelled claims to the checker as it is bound, and prints how many wrong ones it lets pass.
"""

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from reach.settings import ReachSettings
from research import actions
from research.channels import active
from research.engine.limits import Limits
from research.management.claims_asked import asked
from research.management.likeness import judged, report
from research.management.response_times import measured, stored_pages, texts
from research.management.schema import bring_up_to_date
from research.models import Workspace
from research.roles.builtin.calibrate import FEWEST, BadPairs, pairs_of, read_background, read_pairs

_COLUMNS = ("channel", "n", "median", "P95", "max", "failed", "connect P95", "connect", "target")


class Command(BaseCommand):
    help = "Measure what a limit should rest on: time-outs of channels, the bound embedder's scale, the bound checker."

    def add_arguments(self, parser: ArgumentParser) -> None:
        subjects = parser.add_subparsers(dest="subject", required=True, metavar="subject")
        reach = subjects.add_parser("reach", help="time-outs, from the response times of every channel that is on")
        most = ReachSettings().calibrate_samples
        reach.add_argument("--samples", type=_count, default=most, help=f"answers of each channel (default: {most})")
        reach.add_argument("--channel", action="append", default=[], help="only this one; may be repeated")
        reach.add_argument("--json", action="store_true", help="one JSON object in place of the table")
        likeness = subjects.add_parser("similarity", help="the bound embedder's scale: fitted, kept, and measured")
        likeness.add_argument("--pairs", type=Path, help="labelled pairs to measure on; nothing is fitted on them")
        likeness.add_argument("--background", type=Path, help="texts, one a line, in place of those that come with it")
        likeness.add_argument("--labelled", type=Path, help="labelled pairs to fit on, in place of those")
        claims = subjects.add_parser("claims", help="the bound checker, on labelled pairs of claim and quote")
        claims.add_argument("--pairs", type=Path, required=True, help="a JSON object a line: claim, quote, label, kind")
        claims.add_argument("--sample", type=_count, help="only so many of them, drawn at random")
        claims.add_argument("--seed", type=int, default=0, help="of the draw: the same one draws the same pairs")

    def handle(self, *args: Any, **options: Any) -> None:
        subjects: Mapping[str, Callable[[dict[str, Any]], None]] = {
            "reach": self._reach,
            "similarity": self._similarity,
            "claims": self._claims,
        }
        subjects[options["subject"]](options)

    def _reach(self, options: dict[str, Any]) -> None:
        unknown = sorted(set(options["channel"]) - set(active(settings)))
        if unknown:
            raise CommandError(f"{unknown[0]} is not on. Channels that are: {', '.join(active(settings))}.")
        bring_up_to_date()
        actions.first_admin()
        workspace = Workspace.objects.order_by("id").values_list("pk", flat=True)[0]
        taken = measured(workspace, options["channel"], options["samples"], texts())
        if not options["channel"]:
            taken = [*taken, stored_pages(options["samples"])]
        told = [each.told(ReachSettings()) for each in taken]
        self.stdout.write(_as_json(told) if options["json"] else _as_table(told))

    def _similarity(self, options: dict[str, Any]) -> None:
        held_out = _pairs(options["pairs"]) if options["pairs"] else []
        background = _lines(options["background"]) if options["background"] else read_background()
        labelled = _pairs(options["labelled"]) if options["labelled"] else read_pairs()
        bring_up_to_date()
        embedder, changed = actions.calibrate_embedder(background, labelled)
        told = "kept; older vectors are made anew as they are needed" if changed else "as before"
        self.stdout.write(f"{embedder.name}: fitted on {len(background)} texts and {len(labelled)} pairs, {told}")
        if held_out:
            for line in report(judged(embedder, held_out, Limits())):
                self.stdout.write(line)

    def _claims(self, options: dict[str, Any]) -> None:
        path = options["pairs"]
        asked(self.stdout, _text(path), path.name, options["sample"], options["seed"])


def _lines(path: Path) -> list[str]:
    lines = [line.strip() for line in _text(path).splitlines() if line.strip()]
    if len(set(lines)) < FEWEST:
        raise CommandError(f"{path} holds {len(set(lines))} texts; a mean needs at least {FEWEST}")
    return lines


def _pairs(path: Path) -> list[tuple[bool, str, str]]:
    try:
        pairs = pairs_of(_text(path))
    except BadPairs as bad:
        raise CommandError(f"{path}: {bad}") from None
    if len({same for same, _, _ in pairs}) < 2:
        raise CommandError(f"{path} must hold both pairs that ask the same (1) and pairs that don't (0)")
    return pairs


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise CommandError(f"{path} can't be read: {fault}") from None


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise ArgumentTypeError(f"{text!r} is no number of samples")
    return int(text)


def proposal(told: Sequence[Mapping[str, Any]]) -> dict[str, float | None]:
    """One value for all that lies beyond the network, as the settings have it: what the slowest of it needs."""
    return {
        name: max((each[key] for each in told if each[key] is not None and not each["local"]), default=None)
        for name, key in (("connect_seconds", "connect_proposed"), ("target_seconds", "target_proposed"))
    }


def _as_json(told: Sequence[Mapping[str, Any]]) -> str:
    numbers = ReachSettings()
    now = {"connect_seconds": numbers.connect_seconds, "target_seconds": numbers.target_seconds}
    margin = {"margin": numbers.calibrate_margin}
    return json.dumps({"channels": list(told), "proposed": proposal(told), "now": now} | margin, ensure_ascii=False)


def _as_table(told: Sequence[Mapping[str, Any]]) -> str:
    rows = [_COLUMNS, *(_cells(each) for each in told)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(_COLUMNS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([*lines, "", *_remarks(told)])


def _cells(told: Mapping[str, Any]) -> tuple[str, ...]:
    times = [_seconds(told[key]) for key in ("median", "p95", "max")]
    rest = [_seconds(told[key]) for key in ("connect_p95", "connect_proposed", "target_proposed")]
    return (told["channel"], str(told["n"]), *times, f"{told['failed_share']:.0%}", *rest)


def _seconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f} s"


def _remarks(told: Sequence[Mapping[str, Any]]) -> list[str]:
    numbers = ReachSettings()
    lines = [
        f"connect and target: P95 with {numbers.calibrate_margin:.0%} on top, in steps of"
        f" {numbers.calibrate_step_seconds:g} s; – where fewer than {numbers.calibrate_least} answers came."
    ]
    for each in told:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(each["failed"].items()))
        lines += [f"{each['channel']}: failed with {kinds}."] if kinds else []
        lines += [f"{each['channel']}: not all were asked: {each['stopped']}."] if each["stopped"] else []
    for name, value in proposal(told).items():
        now = getattr(numbers, name)
        lines.append(f"{name}: {f'{value:g} s proposed' if value else 'nothing to propose'}, now {now:g} s.")
        if value and value > numbers.batch_seconds:
            lines.append(
                f"That is more than the {numbers.batch_seconds:g} s of a whole reach: do without that channel."
            )
    return [*lines, "Nothing was changed. These numbers are at home in reach/settings.py."]
