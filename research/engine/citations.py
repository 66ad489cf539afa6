"""From sections to claims and back. The writer gives evidence numbers; nothing else is a reference."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from research.terms import Claim, Decided, Ruling, Section, Sentence, SentenceKind


def only_known(sections: Sequence[Section], known: Collection[int]) -> tuple[Section, ...]:
    """Numbers that no evidence of this task has are taken out: such a sentence stands uncited, and is checked so."""
    return tuple(
        replace(section, sentences=tuple(_only_known(sentence, known) for sentence in section.sentences))
        for section in sections
    )


def _only_known(sentence: Sentence, known: Collection[int]) -> Sentence:
    kept = tuple(dict.fromkeys(number for number in sentence.evidence if number in known))
    return replace(sentence, evidence=kept)


def cited(sections: Sequence[Section]) -> frozenset[int]:
    return frozenset(number for section in sections for sentence in section.sentences for number in sentence.evidence)


def claims_of(sections: Sequence[Section]) -> tuple[Claim, ...]:
    """Every sentence that asserts something. Speculation says itself that nothing carries it (C20)."""
    places = [
        (s, p, sentence)
        for s, section in enumerate(sections)
        for p, sentence in enumerate(section.sentences)
        if sentence.kind is not SentenceKind.SPECULATION
    ]
    return tuple(
        Claim(number, s, p, sentence.text, sentence.kind, sentence.evidence)
        for number, (s, p, sentence) in enumerate(places, start=1)
    )


def folded(sections: Sequence[Section], claims: Sequence[Claim], decisions: Sequence[Decided]) -> tuple[Section, ...]:
    """The report after people decided: edited words replace, removed sentences go, all else stays in its place."""
    decided = {made.claim: made for made in decisions}
    at = {(claim.section, claim.position): decided[claim.number] for claim in claims if claim.number in decided}
    return tuple(replace(section, sentences=_folded(section.sentences, s, at)) for s, section in enumerate(sections))


def _folded(sentences: Sequence[Sentence], section: int, at: dict[tuple[int, int], Decided]) -> tuple[Sentence, ...]:
    """A removed sentence leaves an empty one behind, so that places of claims stay true."""
    return tuple(_one(sentence, at.get((section, position))) for position, sentence in enumerate(sentences))


def _one(sentence: Sentence, made: Decided | None) -> Sentence:
    if made is None:
        return sentence
    if made.ruling is Ruling.EDITED:
        return replace(sentence, text=made.text, kind=SentenceKind.FACT)
    if made.ruling is Ruling.REJECTED and made.effect == "remove":
        return replace(sentence, text="", evidence=())
    return sentence
