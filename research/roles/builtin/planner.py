"""Plans from the question's parts, and later from what the evidence brings up. No model, no memory of its own."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from memory.working import Entry
from reach.words import content_terms
from research.roles.briefs import (
    DraftQuery,
    GrowBrief,
    PlanBrief,
    PlannedGoal,
    QueryBrief,
    ReflectBrief,
    never_answered,
)
from research.roles.builtin.ask_words import LABELS, QUERY_WORDS, Facet
from research.roles.builtin.colloquial import in_field_words
from research.roles.builtin.findings import Mention, brought_up, first_of, new_words, title_lines
from research.roles.builtin.query_lines import clip, fresh, worth_asking
from research.roles.builtin.question import (
    COLON_EN,
    COLON_ZH,
    Part,
    Question,
    facets_of,
    take_apart,
    topic,
    unique,
)
from research.roles.builtin.spelling import american
from research.roles.builtin.standing import as_asked
from research.roles.builtin.telling_words import joined
from research.roles.builtin.term_pairs import in_other_language
from research.roles.builtin.tuning import TUNING
from research.roles.builtin.verifying import with_verifying
from research.terms import Goal, Reflection

_ABOUT_EACH = {Facet.DATE, Facet.STATUS, Facet.VERSION, Facet.NAME}
"""Kinds of answer that every side of a question has of its own."""


class BuiltinPlanner:
    async def draft_plan(self, brief: PlanBrief) -> tuple[PlannedGoal, ...]:
        question = take_apart(brief.ask.question)
        if not question.sides:
            return tuple(_part_goals(question, question.parts))[: brief.most] or (_whole(brief.ask.question),)
        own = [part for part in question.parts[1:] if not _about_each(part)]
        sides = _side_goals(question)[: max(1, brief.most - len(own))]
        return (*sides, *_part_goals(question, own))[: brief.most]

    async def grow(self, brief: GrowBrief) -> tuple[PlannedGoal, ...]:
        """Sides that the first plan had no room for, then what the evidence names and no goal or source covers yet."""
        question = take_apart(brief.ask.question)
        known = " ".join((*(goal.question for goal in brief.goals), *brief.tombstones))
        left = [goal for goal in _side_goals(question) if topic(goal.question) not in known]
        named = [_named_goal(question, mention) for mention in brought_up(question, brief.entries, known)]
        return (*left, *named[: TUNING.grown_at_once])[: brief.most]

    async def write_queries(self, brief: QueryBrief) -> tuple[DraftQuery, ...]:
        question = take_apart(brief.ask.question)
        answered = (line for line in brief.outcomes if not never_answered(line))
        earlier = (*answered, *brief.tombstones)
        lines = _with_other_language(worth_asking(_lines(question, brief), earlier, brief), earlier, brief)
        return tuple(DraftQuery(line, brief.gap) for line in with_verifying(lines, earlier, brief))

    async def reflect(self, brief: ReflectBrief) -> Reflection:
        answered = [goal for goal in brief.goals if goal.accepted]
        begun = [goal for goal in brief.goals if goal.rounds]
        supports = len(answered) * 2 >= len(begun)
        astray = _astray(brief.ask.question, brief.goal, brief.entries)
        waiting = [goal for goal in brief.goals if not goal.state.closed and goal.priority > brief.goal.priority]
        overlooked = max(waiting, key=lambda goal: (goal.priority, -goal.number), default=None)
        reason = f"{len(answered)} of {len(brief.goals)} goals have evidence"
        if astray:
            reason += "; the latest evidence shares no word with the question"
        return Reflection(supports, astray, overlooked.question if overlooked else "", reason + ".")


def _with_other_language(lines: list[str], earlier: Sequence[str], brief: QueryBrief) -> list[str]:
    """One of several phrasings in another language, where sources in it are to be had and a held text gives the terms
    (R051). It takes the last place: of these the lines before say most."""
    pairs = dict(brief.terms)
    told = (in_other_language(line, pairs) for line in lines) if brief.languages else ()
    foreign = next(iter(fresh((clip(line) for line in told if line), earlier, 1)), "")
    return [*lines[: brief.most - 1], foreign] if foreign else lines


def _named(facets: Iterable[Facet], chinese: bool) -> list[str]:
    return [LABELS[facet][chinese] for facet in facets]


def _wants(part: Part, chinese: bool) -> list[str]:
    """What one part asks for, in its own nouns where it has them."""
    nouns = list(part.asked) or [phrase for phrase in part.phrases if facets_of(phrase)]
    kinds = [facet for facet in part.facets if facet not in (Facet.NAME, Facet.CONTENT)]
    said = {facet for noun in nouns for facet in facets_of(noun)}
    return [*nouns, *_named([kind for kind in kinds if kind not in said], chinese)]


def _listed(words: Iterable[str], chinese: bool) -> str:
    return ("、" if chinese else ", ").join(unique(words))


def _about_each(part: Part) -> bool:
    """Whether a later part asks the same of every side ("when were they decided?") instead of something new."""
    return bool(part.asked or set(part.facets) & _ABOUT_EACH) and Facet.CAUSE not in part.facets and part.points


def _goal(question: Question, about: str, wanted: Sequence[Sequence[str]], priority: float = 1.0) -> PlannedGoal:
    """`wanted`: a list of words a gap; what an earlier gap names is not named again."""
    gaps: list[str] = []
    named: list[str] = []
    for words in wanted:
        fresh_words = [word for word in words if word not in named and word not in about]
        named += fresh_words
        gaps += [_listed(fresh_words, question.chinese)] if fresh_words else []
    colon = COLON_ZH if question.chinese else COLON_EN
    whole = f"{about}{colon}{_listed(named, question.chinese)}" if named else about
    return PlannedGoal(whole, tuple(gaps) or (about,), priority)


def _whole(text: str) -> PlannedGoal:
    return PlannedGoal(" ".join(text.split()), (" ".join(text.split()),))


def _side_goals(question: Question) -> list[PlannedGoal]:
    """Two gaps a side: what it is, in the nouns asked for, and what became of it."""
    parts = [part for at, part in enumerate(question.parts) if at == 0 or _about_each(part)]
    said = [word for part in parts if part.asked for word in _wants(part, question.chinese)]
    become = [word for part in parts if not part.asked for word in _wants(part, question.chinese)]
    abouts = (side if side in question.subject else f"{question.subject} {side}".strip() for side in question.sides)
    return [_goal(question, about, [said, become]) for about in abouts]


def _part_goals(question: Question, parts: Sequence[Part]) -> list[PlannedGoal]:
    """Every part a goal of its own, with the subject in front in place of "it" (R204)."""
    goals = []
    for part in parts:
        more = [phrase for phrase in part.phrases if phrase not in question.subject and phrase not in question.span]
        wants = _wants(part, question.chinese)
        if part.points:
            made = _goal(question, question.name, [[joined([*more, *wants])] if part.asked else wants])
        else:
            made = _goal(question, " ".join([question.subject, *more]), [wants])
        further = LABELS[Facet.CONTENT][question.chinese]
        wanted = (*made.wanted, further) if further not in made.wanted else made.wanted
        goals.append(replace(made, question=as_asked(part, question), wanted=wanted))
    return [goal for at, goal in enumerate(goals) if goal not in goals[:at]]


def _named_goal(question: Question, mention: Mention) -> PlannedGoal:
    """What it is, and what every side or part is asked for, asked of something that the evidence named.

    Its own page says both in its first lines: one gap, or the second would find the same words again.
    """
    kinds = [facet for facet in question.facets if facet in _ABOUT_EACH and facet is not Facet.NAME]
    about = f"{mention.name} {mention.beside}".strip()
    what, became = _named([Facet.CONTENT], question.chinese), _named(kinds, question.chinese)
    return _goal(question, about, [[*what, *became]], TUNING.grown_priority)


def _lines(question: Question, brief: QueryBrief) -> list[str]:
    """From the nearest to the farthest phrasing; the caller takes the first that were never asked.

    Phrasings of one thing count as repeats later on, so those that differ come first: the whole, the goal's own words
    with the nouns of the answer, a title's form, words that the evidence brought up, the other spelling or language.
    """
    about, gap = topic(brief.goal.question), _plain(brief.gap)
    side = _side(question, about)
    synonyms = _synonyms(brief.gap, question.chinese)
    years = _years(brief)
    held = brief.entries or brief.recalled
    seen = (*held, *(_titled(title) for title in brief.titles))
    named = [mention.name for mention in brought_up(question, held, about)]
    nouns = [noun for part in question.parts for noun in part.asked if noun not in about]
    others = [
        phrase
        for part in question.parts
        for phrase in part.phrases
        if phrase not in (*question.sides, *question.span) and phrase not in about
    ]
    field = in_field_words(brief.goal.question)
    return [
        *([clip(field, years)] if field != brief.goal.question else []),
        clip(about, years) if american(about) == about else clip(american(about), years),
        *(clip(line) for line in title_lines(about, seen)),
        clip(side, *nouns, *others),
        *(clip(line) for line in first_of(about)),
        *(clip(line) for line in new_words(about, held)),
        *(clip(name, side) for name in named[:1]),
        clip(side),
        clip(side, gap, years),
        *(clip(name) for name in named),
        *(clip(side, end) for end in question.span),
        clip(side, *synonyms),
        clip(about, *others),
        clip(question.subject, side, *synonyms[:1]),
    ]


def _titled(title: str) -> Entry:
    """A document of which only the title is in mind: its quotes went with the goal that they were found for."""
    return Entry(0, 0, "", title, "", 0.0, 0)


def _side(question: Question, about: str) -> str:
    """The name of one of several things that are asked about; what is asked of a thing is no name without the thing."""
    bare = about.removeprefix(question.subject).strip()
    return bare if any(bare in side or side in bare for side in question.sides) and bare else about


def _plain(gap: str) -> str:
    return gap.replace("、", " ").replace(" or ", " ")


def _synonyms(gap: str, chinese: bool) -> list[str]:
    """Field vocabulary for the kinds of answer that a gap names (R205)."""
    kinds = facets_of(gap) or (Facet.CONTENT,)
    listed = [word for kind in kinds for word in QUERY_WORDS[kind][chinese]]
    return [word for word in unique(listed) if word not in gap]


def _years(brief: QueryBrief) -> str:
    """The period asked about, as a word of the query (R051)."""
    period = brief.ask.period
    return " ".join(unique(str(end.year) for end in (period.start, period.end) if end))


def _astray(question: str, goal: Goal, entries: Sequence[Entry]) -> bool:
    """The latest evidence speaks only the sub-goal's words and none of the question's (C17)."""
    recent = entries[-TUNING.recent_entries :]
    if len(recent) < TUNING.recent_entries:
        return False
    asked = set(content_terms(question))
    read = [set(content_terms(f"{entry.source} {entry.quote}")) for entry in recent]
    return all(not words & asked for words in read) and any(words & set(content_terms(goal.question)) for words in read)
