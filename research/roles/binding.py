"""One environment line binds one role: text in, endpoint out.

    builtin:                                   no model: None
    counting:                                  no model either: the builtin role decides, and each prompt is counted
    vllm://10.0.0.5:8001/Qwen/Qwen2.5-7B       vLLM; the rest of the path is the model's name
    openai://127.0.0.1:8080/qwen               any compatible server: http with a port or on this machine …
    openai://api.openai.com/some-model         … and https otherwise; openai+https:// and openai+http:// say it outright
    openai+https://gate.example/api/v1/a/b     a path up to /v1 belongs to the address
    llamacpp://127.0.0.1:8080/qwen             llama.cpp's server
    ollama://127.0.0.1:11434/qwen2.5:7b        Ollama, by its own interface; name its window, or it cuts long prompts
    anthropic://some-model                     Anthropic

Several of them, with commas between, are asked in that order: the next one answers where the one before can't.
Options follow a question mark: deadline (s, one call with its retries), max_tokens (longest answer), window (tokens
of prompt and answer together), seats (calls at once, of all workers together). Keys come from the environment only, by
name; a binding is shown and logged.
"""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

import httpx2

from research.roles.endpoints import BoundEndpoint, VectorEndpoint
from research.roles.endpoints.counting import NAME as COUNTING
from research.roles.endpoints.counting import CountingEndpoint
from research.roles.endpoints.dialect import FAMILIES
from research.roles.endpoints.openai import OpenAIEndpoint, OpenAIVectors
from research.roles.endpoints.patience import Patience

BUILTIN = "builtin"
VLLM_KEY, OPENAI_KEY, ANTHROPIC_KEY = "VLLM_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY"
LONGEST_NAME = 200
"""Characters of an endpoint's name, which the ledger's rows are told apart by."""
OPTIONS = ("deadline", "max_tokens", "window", "seats")
FORMS = "builtin:, vllm://host:port/model, llamacpp://…, ollama://…, openai://host/model or anthropic://model"


class BindingError(ValueError):
    """A binding that can't be read. The text is a sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A binding as read, before anything is built: what a page may show."""

    family: str
    base_url: str
    model: str
    deadline: int | None = None
    max_tokens: int | None = None
    window: int | None = None
    seats: int | None = None


def each(text: str) -> tuple[str, ...]:
    """The bindings of a line, the first to be asked first. One of them is builtin only if it is the only one."""
    found = tuple(part.strip() for part in text.split(",") if part.strip()) or (BUILTIN,)
    if len(found) > 1 and any(read(part).family in (BUILTIN, COUNTING) for part in found):
        raise BindingError("builtin: stands alone: it answers by itself where no bound endpoint does.")
    return found


def read(text: str) -> Bound:
    """Pure: knows no key and opens nothing."""
    if text.strip() in ("", BUILTIN, f"{BUILTIN}:", f"{BUILTIN}://"):
        return Bound(BUILTIN, "", "")
    if text.strip() == COUNTING:
        return Bound(COUNTING, "", COUNTING)
    try:
        url = urlsplit(text.strip())
        port = url.port
    except ValueError as error:
        raise BindingError(f"{text!r} can't be read as a binding: {error}. Write {FORMS}.") from None
    family, _, transport = url.scheme.partition("+")
    if family not in (*FAMILIES, "anthropic") or transport not in ("", "http", "https"):
        raise BindingError(f"{text!r} names no kind of endpoint that is known. Write {FORMS}.")
    if url.username or url.password:
        raise BindingError("A binding holds no user or password: name the key's environment variable instead.")
    options = _options(url)
    if family == "anthropic":
        return Bound(family, "", _named(unquote(url.netloc + url.path).strip("/"), text), **options)
    if not url.hostname:
        raise BindingError(f"{text!r} names no host. Write {FORMS}.")
    scheme = transport or ("http" if port or _on_this_machine(url.hostname) else "https")
    prefix, model = _path(unquote(url.path))
    if family == "ollama":
        prefix = prefix.removesuffix("/v1")
    if len(f"{scheme}://{url.netloc}{prefix}/{model}") > LONGEST_NAME:
        raise BindingError(f"Address and model together have at most {LONGEST_NAME} characters.")
    return Bound(family, f"{scheme}://{url.netloc}{prefix}", _named(model, text), **options)


def bind(
    text: str,
    env: Mapping[str, str],
    patience: Patience,
    role: str = "",
    transport: httpx2.AsyncBaseTransport | None = None,
) -> BoundEndpoint | None:
    """None for builtin. One try a call: `patience.Patient` asks a busy server again.

    `env` is the only source of keys: PLANNER_API_KEY comes before the family's own variable.
    """
    bound = read(text)
    if bound.family == BUILTIN:
        return None
    patience = _patience(bound, patience)
    if bound.family == COUNTING:
        return CountingEndpoint(patience)
    key = key_of(bound, env, role)
    if bound.family == "anthropic":
        if not key:
            raise BindingError(f"anthropic://{bound.model} needs a key in {ANTHROPIC_KEY}.")
        # The SDK takes a second and 50 MB to load: only a process that is bound to it pays that.
        from research.roles.endpoints.anthropic import AnthropicEndpoint

        return AnthropicEndpoint(bound.model, key, patience, most_tokens=bound.max_tokens, transport=transport)
    dialect = FAMILIES[bound.family]
    return OpenAIEndpoint(
        bound.base_url, bound.model, patience, key, dialect, bound.max_tokens, bound.window, transport
    )


def bind_vectors(
    text: str,
    env: Mapping[str, str],
    patience: Patience,
    role: str = "embedder",
    transport: httpx2.AsyncBaseTransport | None = None,
) -> VectorEndpoint | None:
    """The same for the embedder, whose endpoint answers with vectors."""
    bound = read(text)
    if bound.family == BUILTIN:
        return None
    if bound.family in ("anthropic", COUNTING):
        raise BindingError(f"{bound.family} serves no vectors: bind the embedder to vllm://, openai:// or builtin:.")
    return OpenAIVectors(bound.base_url, bound.model, _patience(bound, patience), key_of(bound, env, role), transport)


def _patience(bound: Bound, patience: Patience) -> Patience:
    return replace(patience, call_seconds=bound.deadline) if bound.deadline else patience


def key_of(bound: Bound, env: Mapping[str, str], role: str) -> str | None:
    """The shared OPENAI_API_KEY never goes to another machine in clear text; a role's own key goes where it's bound."""
    own = env.get(f"{role.upper()}_API_KEY", "") if role else ""
    if own:
        return own
    if bound.family == "anthropic":
        return env.get(ANTHROPIC_KEY) or None
    if bound.family == "vllm":
        return env.get(VLLM_KEY) or None
    url = urlsplit(bound.base_url)
    private = url.scheme == "https" or _on_this_machine(url.hostname or "")
    return (env.get(OPENAI_KEY) or None) if private else None


def _options(url: SplitResult) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, value in parse_qsl(url.query, keep_blank_values=True):
        if name not in OPTIONS:
            raise BindingError(f"{name!r} is no option of a binding. There are {', '.join(OPTIONS)}.")
        if not (value.isascii() and value.isdigit() and int(value[: len("100000000")])):
            raise BindingError(f"The option {name} must be a whole number above zero.")
        found[name] = int(value)
    return found


def _path(path: str) -> tuple[str, str]:
    """('/v1', model), or everything up to a '/v1' that the path names itself."""
    before, slash, model = path.partition("/v1/")
    return (f"{before}/v1", model.strip("/")) if slash else ("/v1", path.strip("/"))


def _named(model: str, text: str) -> str:
    if not model:
        raise BindingError(f"{text!r} names no model. Write {FORMS}.")
    return model


def _on_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
