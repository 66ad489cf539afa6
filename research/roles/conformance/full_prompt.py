"""A prompt as long as prompts may be: whether the model takes it, and still sees what stands far from its end."""

from research.roles.conformance import Desk, Unfit
from research.roles.endpoints import Finish, Request
from research.roles.reading import found
from research.roles.tokens import count_tokens

SYSTEM = "You look a word up in a list. You answer with one JSON object and nothing else."
ASKED = 'Which word stands in the list behind "harbour master"? Answer as {"word":"…"}.'
WORD = "heron"
LONGEST = 40
"""Characters of one word."""
SCHEMA = {
    "type": "object",
    "properties": {"word": {"type": "string", "maxLength": LONGEST}},
    "required": ["word"],
    "additionalProperties": False,
}
ANSWER = 60
"""Tokens: one word, its key, and some room."""
PLACE = 3
"""The word stands a third of the way in."""


async def full_prompt(desk: Desk) -> str:
    prompt = _filled(desk.sizes.input_tokens - count_tokens(SYSTEM) - count_tokens(ASKED))
    request = Request(prompt, SYSTEM, SCHEMA, "word", ANSWER, "conformance", "conformance", "")
    reply = await desk.endpoint.complete(request)
    if reply.finish is not Finish.STOP:
        raise Unfit(f"the answer ended with {reply.finish}")
    words = [str(each.value.get("word", "")) for each in found(reply.text) if isinstance(each.value, dict)]
    if WORD not in " ".join(words).casefold():
        raise Unfit("the word wasn't found")
    return f"{reply.input_tokens} tokens"


def _filled(tokens: int) -> str:
    """Lines that say nothing, as many as fit; a count is taken of one line, since all are alike."""
    line = "- berth {}: free, no ship expected, no change since yesterday"
    lines = [line.format(number) for number in range(tokens // count_tokens(line.format(100) + "\n"))]
    lines.insert(len(lines) // PLACE, f"- harbour master: {WORD}")
    return "\n".join([*lines, "", ASKED])
