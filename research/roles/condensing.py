"""How a model digests a reach and merges facts of the evolving report. What it loses, whoever asked finds (R143)."""

from dataclasses import replace

from memory.digest import Digest, digest_of
from memory.retention import missing
from research.prompts import NONE
from research.roles.answers import DigestAnswer, EvolveAnswer, narrowed, schema_of
from research.roles.assembling import Fenced
from research.roles.bearing import bears_on, words
from research.roles.briefing import asked, bullets, entries, line
from research.roles.briefs import DigestBrief, EvolveBrief, Evolved, Merge
from research.roles.standby import Model
from research.roles.tokens import count_tokens


async def digest_by(model: Model, brief: DigestBrief) -> tuple[Digest, ...]:
    """Titles, links and row numbers are put beside it by code: a model can't mistype them."""
    values = asked(brief.ask) | {
        "goal": brief.goal.question,
        "gap": brief.gap,
        "tokens": brief.target_tokens,
        "entries": entries(brief.entries),
        "lost": _named(brief.lost),
    }
    known = words(brief.goal.question, brief.gap, *(entry.quote for entry in brief.entries))

    def check(answer: DigestAnswer) -> str | None:
        if not bears_on(answer.conclusion, known):
            return "the conclusion says nothing of goal or quotations"
        size = count_tokens(_digest(brief, answer).text())
        return f"{size} tokens; at most {brief.target_tokens} are allowed" if size > brief.cap_tokens else None

    limit = model.sizes.answer_tokens
    answer = await model.ask("digest", values, DigestAnswer, max_tokens=limit, check=check)
    return (_digest(brief, answer),)


def _digest(brief: DigestBrief, answer: DigestAnswer) -> Digest:
    """Of a comparison the lines a source are the code's own, so that no figure changes sides."""
    plain = digest_of(brief.entries, brief.dense)
    conclusion = " ".join(answer.conclusion.split())
    if brief.dense:
        return replace(plain, conclusion=conclusion)
    return Digest(conclusion, _lines(answer.entities), _lines(answer.numbers), plain.origins)


def _lines(items: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line(each) for each in items if each.strip()))


async def evolve_by(model: Model, brief: EvolveBrief) -> Evolved:
    values = asked(brief.ask) | {
        "facts": Fenced(_numbered(brief.facts)),
        "hypotheses": Fenced(_numbered(brief.hypotheses)),
        "idle": ", ".join(str(at + 1) for at in brief.idle) or NONE,
        "draft": Fenced(brief.draft or NONE),
        "lost": _named(brief.lost),
    }
    bound = {"minimum": 1, "maximum": max(1, len(brief.facts))}
    schema = narrowed(schema_of(EvolveAnswer), "facts", {"enum": list(range(1, bound["maximum"] + 1))})

    def check(answer: EvolveAnswer) -> str | None:
        if any(not 1 <= at <= len(brief.facts) for each in answer.merged for at in each.facts):
            return f"facts have numbers from 1 to {len(brief.facts)}"
        lost = missing(answer.draft, "\n".join(brief.facts))
        strange = lost.quantities + lost.dates + lost.identifiers
        return f"{strange[0]} in the draft stands in no fact" if strange else None

    limit = model.sizes.answer_tokens
    answer = await model.ask("evolve", values, EvolveAnswer, max_tokens=limit, check=check, schema=schema)
    merges = (Merge(tuple(at - 1 for at in each.facts), " ".join(each.text.split())) for each in answer.merged)
    idle = tuple(at - 1 for at in answer.dropped)
    return Evolved(tuple(merges), idle, " ".join(answer.draft.split()))


def _numbered(texts: tuple[str, ...]) -> str:
    return "\n".join(f"{at}. {' '.join(text.split())}" for at, text in enumerate(texts, start=1)) or NONE


def _named(lost: tuple[str, ...]) -> str:
    return bullets(lost) if lost else NONE
