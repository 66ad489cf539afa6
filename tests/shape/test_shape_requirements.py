"""What Redthread stands on: pinned, with a reason and a licence each; and the loop is our own (R110)."""

import re

from tests.shape.tree import ROOT, files

LINE = re.compile(
    r"(?P<name>[A-Za-z0-9_.-]+)(\[[a-z,]+\])?==(?P<version>[0-9][A-Za-z0-9.]*)\s+# (?P<why>.+) \[(?P<licence>.+)\]$"
)
# Of several licences between which its user may choose, one of these is enough. OFL is for fonts only.
LICENCES = {"MIT", "BSD", "Apache-2.0", "LGPL", "LGPL-2.1", "MPL-2.0", "PSF", "OFL-1.1", "CC-BY-SA-4.0"}
FRAMEWORKS = (
    "langchain", "langgraph", "llama-index", "llamaindex", "crewai", "autogen", "ag2", "haystack", "dspy", "smolagents",
    "pydantic-ai", "semantic-kernel", "openai-agents", "agno", "phidata", "metagpt", "camel-ai", "letta", "griptape",
    "swarm", "superagi", "agentscope", "strands-agents", "google-adk", "mastra", "burr", "controlflow", "marvin",
)  # fmt: skip


def lines(name: str) -> list[str]:
    return [line for line in (ROOT / name).read_text().splitlines() if line and not line.startswith("#")]


def test_every_requirement_is_pinned_with_a_reason_and_a_licence() -> None:
    for line in lines("requirements.txt"):
        found = LINE.match(line)
        assert found, line
        assert {one.strip() for one in found["licence"].split(",")} & LICENCES, line


def test_development_and_gpu_requirements_are_pinned_too() -> None:
    for line in [*lines("requirements-dev.txt"), *lines("requirements-vllm.txt")]:
        assert line.startswith("-r ") or "==" in line, line


def test_no_agent_framework_is_required_or_imported() -> None:
    required = " ".join(lines("requirements.txt") + lines("requirements-dev.txt")).lower().replace("_", "-")
    assert not [name for name in FRAMEWORKS if re.search(rf"(^|\s){re.escape(name)}[\w-]*(\[|==)", required)]
    modules = "|".join(name.replace("-", "_") for name in FRAMEWORKS)
    imports = re.compile(rf"^\s*(from|import) ({modules})\b", re.MULTILINE)
    assert not [file.name for file in files("research", "reach", "memory") if imports.search(file.text)]


def test_vllm_is_a_server_and_stands_beside_the_requirements() -> None:
    assert not [line for line in lines("requirements.txt") if line.lower().startswith("vllm")]
    text = (ROOT / "requirements-vllm.txt").read_text()
    assert "vllm serve" in text
