"""What the limits of prompts change: what of an overfull one is shown, and how a loop's history is folded."""

from typing import Any

from asgiref.sync import async_to_sync

from memory.resum import History, Known, Turn
from memory.working import Entry
from research import prompts
from research.engine.limits import Limits
from research.roles.assembling import Budget, Part, Several, assembled, in_rank, report_lines
from research.roles.briefing import entries, goals
from research.roles.endpoints.scripted import Scripted
from research.roles.sizes import Sizes
from research.roles.standby import Model
from research.roles.tokens import count_tokens
from research.terms import Goal
from tests.research.probing import probe

WINDOW = 4096
WORTHS = ((0.95, 0.2, 0.2), (0.2, 0.95, 0.2), (0.2, 0.2, 0.95), (0.5, 0.5, 0.5))


def quoted(at: int) -> Entry:
    relevance, credibility, timeliness = WORTHS[at % len(WORTHS)]
    words = f"Station {at} of Lanwan holds {at} MWh of storage. " * (1 + at % 5)
    return Entry(at, 1, words, "Register", "", 0.5, 1, "", relevance, credibility, timeliness)


@probe(
    window_share=0.3,
    system_tokens=2000,
    segment_tokens=500,
    slack_tokens=1000,
    external_share=0.1,
    pack_relevance=0.0,
    pack_credibility=0.9,
    pack_freshness=0.9,
    pack_brevity=0.9,
    long_piece_tokens=20,
)
def what_an_overfull_prompt_shows(limits: Limits) -> Any:
    report = "\n".join(["Goal: storage", *(f"- fact {at} of the register | E-{at} | 0.80" for at in range(200))])
    values = {
        "today": "2026-03-05",
        "language": "English",
        "question": "How much storage has Lanwan?",
        "goals": Several(Part.TASK, in_rank([f"- goal {at} of many (open)" for at in range(80)])),
        "report": Several(Part.REPORT, report_lines(report), fenced=True),
        "entries": entries([quoted(at) for at in range(40)]),
        "goal": "the capacity of each station",
    }
    rest = prompts.placeholders("reflect") - set(values)
    values |= {name: Several(Part.SUMMARY, ()) for name in rest}
    made = assembled("reflect", values, Budget.of(Sizes.of(limits.values()), WINDOW), count_tokens)
    return made.tokens, made.kept


@probe(goals_told=2)
def goals_that_a_planner_is_told(limits: Limits) -> Any:
    tree = [Goal(at, None, f"goal {at}", ()) for at in range(1, 20)]
    return len(goals(tree, Sizes.of(limits.values()).goals_told).pieces)


@probe(resum_share=0.5, resum_last=1)
def how_a_loop_remembers(limits: Limits) -> Any:
    model = Model("executor", Scripted({}), Sizes.of(limits.values()), lambda role, prompt, kind, detail: None)
    history = History()
    for at in range(12):
        turn = Turn(
            "Read whole. " * 5,
            (Known(f"Station {at} of Lanwan holds {at} MWh of storage at the year's end.", (f"¶ {at}",)),),
        )
        history = async_to_sync(model.remembered)("section", section(), "earlier", history, turn)
    return history.text()


def section() -> dict[str, object]:
    return {name: Several(Part.SUMMARY, ()) if name == "earlier" else "x" for name in prompts.placeholders("section")}
