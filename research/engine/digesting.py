"""What a reach brought is digested before any prompt may tell of it (R100, R144, C13). The words are a role's; that no
figure, date, name or source was lost on the way is asserted here."""

from collections.abc import Sequence
from dataclasses import replace

from memory.digest import Digest, Room, as_quoted, with_raw
from memory.rewriting import Line, reworded
from memory.working import Entry, label
from research.engine.asks import ask_of, entry_of
from research.engine.events import Digested, Event
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.briefs import DigestBrief
from research.roles.builtin.question import take_apart
from research.terms import Evidence, Goal


async def digested(state: TaskState, goal: Goal, fresh: Sequence[Evidence], tools: Tools) -> list[Event]:
    """Of a round that kept nothing there is nothing to digest: then the digest before it is no longer the newest. Nor
    is there of what is short as it stands: that asks no model."""
    entries = tuple(entry_of(piece, state.step) for piece in fresh if piece.same_as is None)
    if not entries:
        return [Digested(goal.number, ())] if state.mind.digests else []
    brief = _brief(state, goal, entries, tools)
    room = Room(brief.target_tokens, brief.cap_tokens, tools.count, brief.dense)
    if short := as_quoted(entries, replace(room, target=tools.limits.digest_above)):
        return [Digested(goal.number, short)]
    of_label = {label(entry.evidence): entry for entry in entries}

    async def write(lost: tuple[str, ...]) -> tuple[Digest, ...]:
        return await tools.executor.digest(replace(brief, lost=lost))

    def keep(made: tuple[Digest, ...], raw: Sequence[Line]) -> tuple[Digest, ...]:
        return with_raw(made, [of_label[line.label] for line in raw], room)

    lines = [Line(entry.quote, label(entry.evidence)) for entry in entries]
    done = await reworded(lines, write, lambda made: _said(made, of_label), keep)
    return [Digested(goal.number, done.wording, done.retried, len(done.raw), done.retained)]


def _brief(state: TaskState, goal: Goal, entries: tuple[Entry, ...], tools: Tools) -> DigestBrief:
    """A comparison needs each figure beside what it is said of: its digest is denser."""
    limits, dense = tools.limits, bool(take_apart(state.question).sides)
    target, cap = limits.digest_tokens, limits.digest_most
    return DigestBrief(ask_of(state, tools), goal, state.round.gap, entries, target, cap, dense)


def _said(made: Sequence[Digest], of_label: dict[str, Entry]) -> str:
    """What is named as spilled is told by its row: eviction is allowed where rewording isn't (C33)."""
    spilled = (label(row) for part in made for row in part.spilled)
    gone = (f"{of_label[each].quote} {each}" for each in spilled if each in of_label)
    return "\n".join((*(part.text() for part in made), *gone))
