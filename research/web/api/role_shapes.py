"""What the API answers about roles and models."""

from datetime import datetime

from ninja import Field, Schema

from research.web.api.shapes import WorkspaceOut


class ProbeOut(Schema):
    probe: str
    passed: bool
    required: bool
    detail: str
    seconds: float
    table: dict[str, dict[str, int]] = Field(
        {}, description="Of labelled claims: how often each kind got which verdict. Empty: this task has none."
    )


class ExaminationOut(Schema):
    id: int
    role: str
    binding: str
    model: str
    server: str
    state: str
    outcomes: list[ProbeOut]
    input_tokens: int
    output_tokens: int
    too_thin: bool = Field(description="A checker that passed before labelled claims were asked: it counts no more.")
    failure: str = Field(description="Why it was broken off; then it says nothing of the model.")
    at: datetime
    finished: datetime | None


class ServerOut(Schema):
    binding: str
    builtin: bool
    examination: ExaminationOut | None = Field(None, description="The last one for this role; null: never examined.")


class RoleOut(Schema):
    role: str
    line: str
    key_name: str
    of_environment: bool
    changeable: bool
    calls_at_most: int | None = Field(description="Of an examination of one endpoint; null: about ten, in turn.")
    servers: list[ServerOut]


class AnswersOut(Schema):
    model: str
    role: str
    prompt: str
    tries: int
    malformed: int = Field(description="Not usable as they came, of all tries.")
    dressed: int = Field(description="Used, but something had to be read past.")
    offered: int
    dropped: int


class CountOut(Schema):
    endpoint: str
    calls: int
    off: float = Field(description="Of the server's count of prompts against ours, on the whole: 0.1 is a tenth more.")
    widest: float = Field(description="The largest of one call, either way.")


class RecordOut(Schema):
    model: str
    tries: int
    unusable: int
    queries: int
    invalid: int
    judged: int
    repeated: int
    counts: list[CountOut]


class RolesOut(Schema):
    workspace: WorkspaceOut
    number: int = Field(description="Of the version in force; 0: the environment binds all roles.")
    roles: list[RoleOut]
    own_work_is_checked: bool = Field(description="Checker and reporter share an endpoint.")
    answers: list[AnswersOut]
    records: list[RecordOut] = Field(description="By model: unusable answers, invalid and repeated queries, counting.")
