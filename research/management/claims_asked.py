"""The checker as a workspace has bound it, on labelled pairs of claim and quote: its verdicts, counted."""

import random
from collections.abc import Iterable, Sequence

from asgiref.sync import async_to_sync
from django.core.management.base import CommandError, OutputWrapper

from research import actions
from research.management.measure.claims import as_table
from research.management.schema import bring_up_to_date
from research.models import Conformance, Workspace
from research.roles.conformance import Outcome, Table
from research.roles.conformance.pairs import RIGHT, WRONG, BadPairs, Pair, PairRules, by_code, confusion, supported
from research.roles.conformance.pairs import pairs_of as read_pairs

CHECKER = "checker"
WORDS = {WRONG: "wrong", RIGHT: "right"}


def asked(out: OutputWrapper, text: str, name: str, sample: int | None, seed: int) -> None:
    pairs = _drawn(_pairs(text, name), sample, seed)
    bring_up_to_date()
    actions.first_admin()
    workspace: Workspace = Workspace.objects.order_by("id")[0]
    bound = next(each for each in actions.role_bindings(workspace) if each.role == CHECKER)
    drawn = f", drawn with seed {seed}" if sample else ""
    out.write(f"checker: {bound.line or 'builtin:'}; {len(pairs)} pairs of {name}{drawn}")
    if bound.servers[0].builtin:
        _by_code(out, workspace, pairs)
    else:
        _by_model(out, workspace, bound.line, bound.key_name, pairs, name)


def _pairs(text: str, name: str) -> list[Pair]:
    try:
        pairs = read_pairs(text)
    except BadPairs as bad:
        raise CommandError(f"{name}: {bad}") from None
    if not pairs:
        raise CommandError(f"{name} holds no pairs")
    return pairs


def _drawn(pairs: list[Pair], sample: int | None, seed: int) -> list[Pair]:
    """The same seed draws the same ones."""
    if sample is None or sample >= len(pairs):
        return pairs
    return random.Random(seed).sample(pairs, sample)  # noqa: S311 - nothing secret: a draw that can be repeated


def _by_code(out: OutputWrapper, workspace: Workspace, pairs: Sequence[Pair]) -> None:
    rules = PairRules.of(actions.shown_thresholds(workspace).values)
    found = async_to_sync(by_code)(pairs, rules)
    for label, word in WORDS.items():
        if of := [each for each in found if each.pair.label == label]:
            out.write(f"  {supported(of)} of {len(of)} {word} claims called supported; no model is bound")
    out.write(f"\n{as_table(confusion(found))}")


def _by_model(
    out: OutputWrapper, workspace: Workspace, line: str, key_name: str, pairs: Sequence[Pair], name: str
) -> None:
    def show(outcome: Outcome) -> None:
        out.write(f"  {outcome.probe:<12} {outcome.detail}")

    row = actions.measured_on(workspace, line, key_name, pairs, name, show=show)
    out.write(f"  {row.model or 'no model answered'}, {row.server}, {row.input_tokens} + {row.output_tokens} tokens")
    if row.failure:
        raise CommandError(f"Broken off: {row.failure}")
    out.write(f"\n{as_table(_together(each['table'] for each in row.outcomes))}")
    if row.state != Conformance.State.PASSED:
        out.write("\nIt lets more wrong claims pass than the threshold wrong_supported allows.")


def _together(tables: Iterable[Table]) -> Table:
    """A kind may stand among the right ones and among the wrong ones."""
    whole: Table = {}
    for table in tables:
        for kind, row in table.items():
            before = whole.get(kind, {})
            whole[kind] = {verdict: count + before.get(verdict, 0) for verdict, count in row.items()}
    return whole
