"""One call of a model: its length, its patience, and how a failing server is spared (C18, F-23)."""

from dataclasses import dataclass

from research.engine.limits.ranges import number

MODELS = "models"


@dataclass(frozen=True)
class ModelLimits:
    decision_tokens: int = number(500, "tokens", 50, 4000, MODELS, "A planner or checker answer is very short (R016).")
    call_seconds: int = number(90, "s", 1, 900, MODELS, "One model call with its retries; two fit into a step.")
    call_tries: int = number(4, "times", 1, 5, MODELS, "A busy server is asked this often (F-23).")
    call_wait_seconds: float = number(0.5, "s", 0, 30, MODELS, "Before the second try; doubles, with jitter.")
    call_longest_wait_seconds: float = number(8, "s", 0, 60, MODELS, "A longer wait frees the worker instead (B-026).")
    escalations: int = number(
        3, "times", 0, 100, MODELS, "The planner's failures that go to the stronger model, in one task (C15)."
    )
    call_seats: int = number(8, "calls", 1, 100, MODELS, "At once at one server, of all workers together (C18).")
    seat_seconds: float = number(
        20, "s", 0.1, 600, MODELS, "A killed worker's seat is free after this; kept meanwhile."
    )
    seat_look_seconds: float = number(0.1, "s", 0.01, 5, MODELS, "Between two looks for a free seat.")
    breaker_failures: int = number(5, "times", 1, 100, MODELS, "Failures in a row after which a server is left alone.")
    breaker_seconds: float = number(20, "s", 0.1, 600, MODELS, "So long; then one call is sent as a probe.")
    reply_bytes: int = number(4_000_000, "bytes", 10_000, 50_000_000, MODELS, "A larger HTTP answer is refused.")
    query_words: int = number(12, "words", 3, 40, MODELS, "A search text in a language with spaces (R206).")
    query_han: int = number(30, "characters", 5, 100, MODELS, "A search text in Chinese (R206).")
