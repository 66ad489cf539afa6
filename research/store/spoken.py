"""What the workspace's sources say in other languages: which these are, and what they call a goal's terms (R051)."""

from research.engine.tools import Spoken
from research.models import ResearchTask, Source
from research.roles.builtin.term_pairs import term_pairs


def spoken(task: ResearchTask, about: str, language: str, most: int) -> Spoken:
    rows = list(
        Source.objects.filter(workspace=task.workspace_id).order_by("-pk").values_list("language", "text")[:most]
    )
    others = dict.fromkeys(told for told, _ in rows if told and told != language)
    return Spoken(tuple(others), tuple(term_pairs((text for _, text in rows), about).items()))
