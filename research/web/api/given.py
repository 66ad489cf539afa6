"""What the API takes: labels in addresses, and bodies."""

import re
from datetime import date
from typing import Annotated, Any, Literal, get_args

from django.http import Http404
from ninja import Query, Schema
from pydantic import AfterValidator, ConfigDict, Field, ValidationInfo, field_validator

PAGE, LONGEST_PAGE = 50, 200
"""Rows of one answer: what is read at a glance, and what a script may ask for without holding up others."""

Limit = Annotated[int, Query(ge=1, le=LONGEST_PAGE)]
Seen = Annotated[int, Query(ge=0)]

_LABEL = re.compile(r"(?:(?P<letter>[A-Z])-)?(?P<number>\d{1,18})", re.IGNORECASE | re.ASCII)
_CLAIM = re.compile(r"C-(\d{1,18})-(\d{1,9})", re.IGNORECASE | re.ASCII)


def number_of(label: str, letter: str) -> int:
    """128 for T-128 as for 128. What is no number of this kind is missing, like a number that nobody has."""
    found = _LABEL.fullmatch(label)
    if found is None or (found["letter"] or letter).upper() != letter:
        raise Http404
    return int(found["number"])


def claim_key(label: str) -> dict[str, int]:
    """C-128-17 is claim 17 of task 128; a bare number is the row's own."""
    found = _CLAIM.fullmatch(label)
    return {"task": int(found[1]), "number": int(found[2])} if found else {"pk": number_of(label, "C")}


def storable(text: str) -> str:
    if "\0" in text:
        raise ValueError("contains a NUL character, which no database keeps")
    return text


Text = Annotated[str, AfterValidator(storable)]


class Strict(Schema):
    """Bodies with fields that nobody knows are refused: a typing error must not pass for consent. Nor does true pass
    for 1, which Python takes for the same, or what is no number for one; nor 1 or "yes" for true: consent is said."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    @field_validator("*", mode="before")
    @classmethod
    def no_truth_for_a_number(cls, given: Any, field: ValidationInfo) -> Any:
        if _truth_in(given) and not _takes_truth(cls.model_fields[str(field.field_name)].annotation):
            raise ValueError("true and false stand for nothing else here")
        if cls.model_fields[str(field.field_name)].annotation is bool and not isinstance(given, bool):
            raise ValueError("must be true or false")
        return given


def _truth_in(given: Any) -> bool:
    """Not within the objects of a list: each is a body of its own."""
    values = given.values() if isinstance(given, dict) else given if isinstance(given, list) else [given]
    return any(isinstance(value, bool) for value in values)


def _takes_truth(annotation: Any) -> bool:
    return annotation is bool or any(map(_takes_truth, get_args(annotation)))


class Asking(Strict):
    question: Text
    workspace: int | None = Field(None, description="Its id from GET /me; the first one where you may ask, if absent.")
    language: Literal["", "en", "zh"] = Field("", description="Of the report; empty means the question's own.")
    period_start: date | None = None
    period_end: date | None = None
    only_sites: list[Text] = Field(
        default_factory=list, description="The web is read at these hosts, and below, alone."
    )
    never_sites: list[Text] = Field(default_factory=list, description="Hosts that are left out, with all below them.")
    documents_only: bool = Field(False, description="Nothing but the workspace's own documents is searched.")
    minutes: int | None = Field(None, ge=1, description="The search ends so many minutes from now, and is written up.")
    difficulty: Literal["", "ordinary", "hard"] = Field(
        "", description="Which budget of tokens it has; empty: told from the question."
    )
    length: Literal["", "short", "long"] = Field("", description="Of the report; empty: the usual one.")
    auto_approve: bool = Field(False, description="Begin without waiting for somebody to approve the plan.")


class GoalWish(Strict):
    question: Text
    wanted: list[Text] = Field(default_factory=list, description="Evidence that would answer it.")
    priority: float = 1.0


class GoalWords(Strict):
    question: Text
    wanted: list[Text] = Field(default_factory=list, description="Evidence that would answer it; none: as before.")


class Placing(Strict):
    priority: float = Field(description="Above 0 and at most 1.")


class Funding(Strict):
    rounds: int = Field(description="Beyond the limit of rounds for one goal.")


class Approval(Strict):
    seen_hash: Text = Field(description="The task's plan_hash when you read the plan.")
    goals: list[GoalWish] | None = Field(None, description="The plan as you want it; absent: as drafted.")


class Stopping(Strict):
    write_report: bool = Field(False, description="Write the report from what is there; else the task just ends.")


class Ruling(Strict):
    ruling: Literal["approved", "edited", "rejected"]
    text: Text = ""
    effect: Literal["remove", "mark", "both"] = "remove"
    reason_code: Text = Field("", description="Why a claim is rejected: one of the codes the desk offers.")
    note: Text = ""
    seen_version: int | None = Field(None, description="The claim's version you decided on; or send it as If-Match.")


class LimitChange(Strict):
    values: dict[str, float]
    reason: Text
    seen_number: int = Field(description="The version whose values you saw.")


class Restoring(Strict):
    number: int
    reason: Text


class Binding(Strict):
    endpoint: Text = Field(description="As in docs/settings.md; empty: as the environment says.")
    key_name: Text = Field("", description="The name of the environment variable that holds the key. Never the key.")
    reason: Text
    seen_number: int = Field(description="The version you saw; 0 while nothing was changed.")
    anyway: bool = Field(False, description="Bind it even if it hasn't passed. The audit trail says so.")


class Examining(Strict):
    endpoint: Text
    key_name: Text = ""


class Forgetting(Strict):
    reason: Text


class Withholding(Strict):
    withheld: bool = Field(description="False: it may be told again.")
    reason: Text


class KeepingOut(Strict):
    kept_out: bool = Field(description="True: nothing that the task learned is told to another.")
    reason: Text


class Marking(Strict):
    host: Text = Field(description="A host, or the address of a page there.")
    trust: Literal["primary", "checked", "plain", "interested", "anyone"]
    reason: Text


class Unmarking(Strict):
    host: Text
    reason: Text
