"""What the API answers about roles and models."""

from datetime import datetime

from ninja import Field, Schema

from research.web.api_shapes import WorkspaceOut


class ProbeOut(Schema):
    probe: str
    passed: bool
    required: bool
    detail: str
    seconds: float


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


class RolesOut(Schema):
    workspace: WorkspaceOut
    number: int = Field(description="Of the version in force; 0: the environment binds all roles.")
    roles: list[RoleOut]
    own_work_is_checked: bool = Field(description="Checker and reporter share an endpoint.")
    answers: list[AnswersOut]
