"""What is the same in two calls of a prompt stands before what differs, so that a server's prefix cache hits."""

import pytest

from research import prompts

OF_THE_TASK = frozenset({"today", "period", "language", "question", "subject", "channels", "languages", "tokens"})
"""The same in every call of a prompt while a task lasts."""
ASKED_ONCE = frozenset({"plan"})
"""What a task asks once has nothing to share with itself; there the question stands last, next to the order."""
IS_WHAT_VARIES = {"trigger": "question"}
"""On a finished report the question is the reader's, and another each time."""


def told(name: str, goal: str) -> dict[str, str]:
    """Values of one task, asked about a goal: all that isn't the task's differs from the first character."""
    varies = OF_THE_TASK - {IS_WHAT_VARIES.get(name, "")}
    return {each: f"same {each}" if each in varies else f"{goal} {each}" for each in prompts.placeholders(name)}


def same_characters(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))


@pytest.mark.parametrize("name", prompts.names())
def test_two_calls_of_one_prompt_share_the_longest_possible_prefix(name):
    one, other = (prompts.render(name, **told(name, goal)) for goal in ("first", "second"))
    assert one.system == other.system
    shared = one.prompt[: same_characters(one.prompt, other.prompt)]
    kept = [value for each, value in told(name, "").items() if value.startswith("same ")]
    if name not in ASKED_ONCE:
        assert [value for value in kept if value not in shared] == []


@pytest.mark.parametrize("name", prompts.names())
def test_the_longest_part_of_a_prompt_is_the_same_for_all_tasks(name):
    """Instructions and example outweigh the frame of what varies."""
    rendered = prompts.render(name, **dict.fromkeys(prompts.placeholders(name), ""))
    assert len(rendered.system) > len(rendered.prompt)
