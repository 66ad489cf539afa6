"""How long prompts and answers may be, and how a prompt's room is shared. The numbers stand in the engine's limits."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from memory.compact import Weights


@dataclass(frozen=True, slots=True)
class Sizes:
    """`of` takes the limits by name."""

    decision_tokens: int
    answer_tokens: int
    section_tokens: int
    input_tokens: int
    query_words: int
    query_han: int
    system_tokens: int
    report_tokens: int
    summary_tokens: int
    segment_tokens: int
    slack_tokens: int
    external_share: float
    window_share: float
    pack_relevance: float
    pack_credibility: float
    pack_freshness: float
    pack_brevity: float
    long_piece_tokens: int
    same_matter: float
    nearest_tokens: int
    goals_told: int
    resum_share: float
    resum_last: int

    @classmethod
    def of(cls, values: Mapping[str, float]) -> "Sizes":
        return cls(**{field.name: _number(values[field.name], field.type is int) for field in fields(cls)})  # type: ignore[arg-type]

    @property
    def weights(self) -> Weights:
        return Weights(
            self.pack_relevance,
            self.pack_credibility,
            self.pack_freshness,
            self.pack_brevity,
            self.long_piece_tokens,
        )


def _number(value: float, whole: bool) -> float:
    return int(value) if whole else float(value)
