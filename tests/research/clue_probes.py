"""Where the limits of clues and of recall have their effect."""

from itertools import count
from typing import Any

from asgiref.sync import async_to_sync

from research import actions
from research.engine.events import CluesLearned
from research.engine.limits import Limits
from research.roles.briefs import QueryBrief
from research.roles.builtin.embedder import HashingEmbedder
from research.store.archive import RowArchive
from research.store.embeddings import KeptEmbedder
from research.store.record import record
from tests.builders import SaidPlanner, evidence, goal, state
from tests.research.probing import probe, step, there
from tests.whole.tasks import asked, room

_rooms = count(1)
QUESTION = "grid storage capacity of Lanwan"


@probe(clue_lines=3, clue_bytes=300, clues_told=1, clue_near=0.9)
def what_a_new_task_is_told(limits: Limits) -> Any:
    here = room(f"Clue desk {next(_rooms)}")
    first = asked(here)
    texts = (f"Lanwan held {n} MWh of storage on winter evenings, says the register." for n in range(5))
    record(first, 9, [CluesLearned(tuple(texts))])
    later = actions.start(here.ada, here.workspace, QUESTION, auto_approve=True)
    kept = KeptEmbedder(HashingEmbedder())
    (vector,) = async_to_sync(kept.embed)([QUESTION])
    found = async_to_sync(RowArchive(later, kept).clues)(QUESTION, vector, limits)
    return len(found.clues), found.left_out


@probe(recalled=1, recall_near=0.99)
def what_a_query_is_offered_of_other_goals(limits: Limits) -> Any:
    planner = SaidPlanner()
    begun = state(goal(1), goal(2, "another question"), active=1)
    made = there(limits, (), begun, planner=planner)
    about = "grid storage capacity of Lanwan capacity"
    made.box.pieces = {n: evidence(n, goal=2, quote=f"{about} station {n}") for n in range(1, 5)}
    step(made)
    brief: QueryBrief = planner.asked[0]
    return [entry.evidence for entry in brief.recalled]
