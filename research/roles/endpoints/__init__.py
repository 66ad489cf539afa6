"""Who answers for a role: one request in, one reply out, or a typed failure.

This is the only seam to models: recorded replies, the ledger and the tests all stand behind or before it. Requests
and replies are plain values that pydantic can write to JSON and read back.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from reach.clean import sendable

if TYPE_CHECKING:
    from research.roles.endpoints.patience import Patience


class Finish(StrEnum):
    """Why the model stopped. Only STOP may hold a whole answer (B-004)."""

    STOP = "stop"
    LENGTH = "length"
    REFUSED = "refused"
    OTHER = "other"
    COUNTED = "counted"
    """Nobody wrote it: only what it would have cost is of use."""


@dataclass(frozen=True, slots=True)
class Request:
    """`system` is the same for every call of a prompt, so that prefix caches hit; what varies is `prompt`."""

    prompt: str
    system: str
    schema: dict[str, Any] | None
    schema_name: str
    max_tokens: int
    role: str
    prompt_name: str
    prompt_hash: str

    def __post_init__(self) -> None:
        """No server takes half a character: its whole body would be one that can't be encoded (B-078)."""
        object.__setattr__(self, "prompt", sendable(self.prompt))
        object.__setattr__(self, "system", sendable(self.system))


@dataclass(frozen=True, slots=True)
class Reply:
    text: str
    input_tokens: int
    output_tokens: int
    estimated: bool
    """The server didn't say (all of) what it used: the missing part is our upper bound (B-030)."""
    seconds: float
    model: str
    finish: Finish
    cached_tokens: int = 0
    """Part of the input that the server read from its prefix cache: it's paid at another price."""
    cache_written_tokens: int = 0
    """Part of the input that was put into the cache: some providers charge more for it."""
    reasoning_tokens: int = 0
    """Part of the output that nobody sees."""


class EndpointKind(StrEnum):
    UNAVAILABLE = "unavailable"
    OVERLOADED = "overloaded"
    RATE_LIMITED = "rate_limited"
    REFUSED = "refused"
    NOT_AUTHORISED = "not_authorised"
    NO_SUCH_MODEL = "no_such_model"
    TOO_LONG = "too_long"
    TOO_SLOW = "too_slow"
    BUDGET = "budget"
    """Nobody was asked: the call could have passed what may be spent."""
    INTERNAL = "internal"


class EndpointError(Exception):
    """A call that brought no reply. `detail` is a sentence for a person and never holds a secret (B-033).

    `permanent` means that an operator must act first: another try would fail alike (B-034). `maybe_paid`: the request
    went out and its answer began, or could have: whoever counts must count it (P5).
    """

    def __init__(
        self,
        kind: EndpointKind,
        detail: str,
        retry_after: float | None = None,
        permanent: bool = False,
        maybe_paid: bool = False,
    ) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail
        self.retry_after = retry_after
        self.permanent = permanent
        self.maybe_paid = maybe_paid or kind is EndpointKind.TOO_SLOW


class Endpoint(Protocol):
    name: str
    """Names host and model, never a key: it is shown, logged and stored in the ledger."""

    async def complete(self, request: Request) -> Reply:
        """Raises EndpointError and nothing else."""


class BoundEndpoint(Endpoint, Protocol):
    """One server behind one binding, with the patience that the binding asks for."""

    @property
    def patience(self) -> "Patience": ...


@dataclass(frozen=True, slots=True)
class Vectors:
    """One raw vector a text, in the order asked."""

    values: tuple[tuple[float, ...], ...]
    input_tokens: int
    estimated: bool
    seconds: float
    model: str


class VectorEndpoint(Protocol):
    name: str

    async def vectors(self, texts: tuple[str, ...]) -> Vectors:
        """Raises EndpointError and nothing else."""
