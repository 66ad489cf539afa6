"""Claims against their quotes, by code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.roles.briefs import CheckBrief
from research.roles.builtin.claims.checker import BuiltinChecker
from research.roles.builtin.embedder import meaning
from research.roles.embedder import Embedder
from research.roles.verbatim import nearness, stands_in
from research.terms import Language, SentenceKind, Verdict
from tests.roles.builtin.briefs_made import card

S, C, P, N = Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.PARTLY, Verdict.NOT_FOUND


async def check(
    claim: str,
    *quotes: str,
    kind: SentenceKind = SentenceKind.FACT,
    title: str = "A page",
    embedder: Embedder | None = None,
) -> Verdict:
    cards = tuple(card(number, quote, title) for number, quote in enumerate(quotes, start=1))
    verdict, reason, _ = await BuiltinChecker(embedder).check(
        CheckBrief(Language.ENGLISH, claim, kind, cards, 0.9, 0.6)
    )
    assert reason.endswith(".")
    return verdict


@pytest.mark.parametrize(
    ("claim", "quote", "verdict"),
    [
        # B-093: rounding is support, a slipped point isn't
        ("Sales came to 12.3 million units.", "Sales came to 1.23 million units.", C),
        ("Sales came to about 1.2 million units.", "Sales came to 1.23 million units.", S),
        ("Sales came to over 1.3 million units.", "Sales came to 1.23 million units.", C),
        # B-095: units of ten thousand, across languages
        ("7 billion yuan", "累计收入超过70亿元", S),
        ("70 billion yuan", "累计收入超过70亿元", C),
        ("700 million yuan", "累计收入超过70亿元", C),
        ("35,000 people", "3.5万人", S),
        # B-088: the cited page says something else
        ("The share was 41 % in May.", "The share was 47 % in May.", C),
        ("Costs were 41 million euros.", "Sales were 41 million euros; costs were 47 million euros.", C),
        # dates: coarser is fine, other or finer isn't
        ("The bridge opened in 1998.", "The bridge opened on 4 May 1998.", S),
        ("The bridge opened in 1999.", "The bridge opened on 4 May 1998.", C),
        ("The bridge opened on 4 May 1998.", "The bridge opened in 1998.", P),
        # negation and direction
        ("The plant did not open in May.", "The plant opened in May.", C),
        ("Prices rose in March.", "Prices fell in March.", C),
        ("价格在三月上涨。", "三月价格下跌。", C),
        ("该功能没有成为正式功能。", "该功能在 8.0.0 版本成为正式功能。", C),
        # something else altogether, or half of it
        ("The mayor opened the museum.", "Rainfall in the delta was heavy.", N),
        ("The Halmar plant has 640 workers.", "The Halmar plant has many workers.", P),
    ],
)
async def test_facts_are_judged_by_their_figures_and_turns(claim: str, quote: str, verdict: Verdict) -> None:
    assert await check(claim, quote) is verdict


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Together the two plants employ 1,250 people.", "The Arden plant employs 800 people, the Colne plant 450."),
        ("The tower is 15 metres shorter than the belfry.", "The tower is 42 metres high, the belfry 57 metres."),
        ("灌装线每分钟灌装600瓶。", "灌装线每小时灌装3.6万瓶。"),
        ("这颗小行星的直径大约是340米。", "这颗小行星的直径为338.6米。"),
        ("全书共八百余页。", "由三十余位学者收录一百二十个站点资料的年鉴已经出版，全书共八百余页。"),
        ("Nobody may enter without a guide.", "Only visitors with a guide may enter."),
        ("未成年人不得入内。", "只允许成年人入内。"),
        ("这类化石此前从未发现过。", "这类化石系首次发现。"),
        (
            "The dam holds 40 million cubic metres.",
            "The dam, finished in 1990, took 12 years and cost 90 million euros.",
        ),
        ("Sales rose by a quarter in 2021.", "Sales were 400 million euros in 2020 and 500 million in 2021."),
    ],
)
async def test_what_a_step_a_rounding_or_a_second_denial_explains_is_no_contradiction(claim: str, quote: str) -> None:
    assert await check(claim, quote) is not C


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The report praises the nurses of the clinic.", "The report praises the teachers of the clinic."),
        ("村里的小学有86名教师。", "村里的小学有86名学生、9名教师。"),
        ("该品种耐旱但不耐寒。", "该品种耐寒但不耐旱。"),
        ("The tunnel is longer than the bridge.", "The bridge, at 4.1 km, and the tunnel, at 3.7 km, are both tolled."),
        ("The river flooded the old town.", "The river nearly flooded the old town."),
        ("Most nurses want to leave.", "A quarter of nurses want to leave."),
        ("No passengers were injured.", "Four passengers were injured, none of them seriously."),
        ("The plant uses 12 litres of water a second.", "The plant uses 12 litres of water an hour."),
        ("这座塔比钟楼高15米。", "这座塔高42米，钟楼高57米。"),
    ],
)
async def test_a_word_exchanged_for_another_is_never_supported(claim: str, quote: str) -> None:
    assert await check(claim, quote) is not S
    assert await check(claim, quote, embedder=meaning()) is not S


@pytest.mark.skipif(meaning() is None, reason="the embedder's engine doesn't run on this machine")
@pytest.mark.parametrize(
    ("claim", "quote", "verdict"),
    [
        # Words that stand elsewhere in the one sentence, said of the same.
        (
            "Edda Moss, who trained as a baker, won the Harl prize in 2020.",
            "The winner of the Harl prize in 2020 was Edda Moss, a trained baker.",
            S,
        ),
        # The same with another winner: the sentence holds a name that the claim's words could belong to.
        (
            "Edda Moss, who trained as a baker, won the Harl prize in 2020.",
            "The winner of the Harl prize in 2020 was Ida Holm, like Edda Moss a trained baker.",
            P,
        ),
    ],
)
async def test_other_wording_counts_where_no_name_or_figure_stands_against_it(
    claim: str, quote: str, verdict: Verdict
) -> None:
    assert await check(claim, quote, embedder=meaning()) is verdict


@pytest.mark.parametrize(
    ("claim", "quote", "verdict"),
    [
        # A word in another clause counts against the claim only where something takes its place.
        ("The atlas was printed in Leiden.", "The atlas, sold in Antwerp, was printed in Leiden.", S),
        ("The atlas was printed in Antwerp.", "The atlas, sold in Antwerp, was printed in Leiden.", P),
        (
            "The mill, burnt down twice, reopened in 1987.",
            "After it had burnt down twice, the mill reopened in 1987.",
            S,
        ),
        # Who only says it is the topic of what follows.
        ("松河县中小学每天运动两小时。", "松河县教育局要求，中小学每天运动2小时。", S),
        # A division of the matter may not be dropped.
        ("该区对货车免收停车费。", "该区对运菜的货车免收停车费，其他货车照常收费。", P),
        ("Trams run every six minutes.", "At peak times trams run every six minutes; in the evening every twenty.", P),
        # Across languages.
        ("The Linhe ferry was withdrawn in 2019.", "临河轮渡2019年停航撤回。", S),
        ("The Linhe ferry was withdrawn in 2019.", "东浦轮渡2019年停航撤回。", P),
        # One step of arithmetic that the claim names.
        ("每名志愿者平均服务15小时。", "40名志愿者累计服务600小时。", S),
        ("每名志愿者平均服务16小时。", "40名志愿者累计服务600小时。", P),
        # A bound denied is another bound.
        ("No ticket costs more than €95.", "Tickets cost €35 to €95.", S),
        ("The clinic is open to people over 15.", "The clinic is open to people over 65.", P),
    ],
)
async def test_what_stands_in_the_way_of_a_claim_is_another_that_takes_its_place(
    claim: str, quote: str, verdict: Verdict
) -> None:
    told = await check(claim, quote, embedder=meaning())
    assert told is S if verdict is S else told is not S


async def test_the_neighbours_number_carries_nothing() -> None:
    """The page next door has the figure, but it isn't cited (B-088)."""
    assert await check("The share was 41 %.", "The share was 47 %.") is C
    assert await check("The share was 41 %.", "The share was 47 %.", "The share was 41 %.") is S


async def test_an_identifier_may_stand_in_the_title() -> None:
    claim = "TEP 14 was created on 2 February 2021."
    assert await check(claim, "Created: 02-Feb-2021", title="TEP 14 – Checksums") is S
    assert await check(claim, "Created: 02-Feb-2021", title="TEP 15 – Names") is P


async def test_without_words_nothing_is_checked() -> None:
    assert await check("The bridge opened in 1998.") is Verdict.NOT_CHECKED
    assert await check("The bridge opened in 1998.", " ") is Verdict.NOT_CHECKED


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The “new” bridge opened.", 'It rained. The "new"  bridge\nopened.'),
        ("a remarkable bridge", "a remark-\nable bridge"),
        ("a remarkable bridge", "a remark\u00adable bridge"),
        ("２０２４年发布", "2024年发布"),
    ],
)
async def test_a_quote_stands_whatever_its_line_ends_and_marks(claim: str, quote: str) -> None:
    assert await check(claim, quote, kind=SentenceKind.QUOTE) is S


async def test_a_retyped_quote_passes_only_with_every_figure_the_same() -> None:
    quote = "The new bridge opened in 1998, after five years of building."
    assert await check("The new brigde opened in 1998", quote, kind=SentenceKind.QUOTE) is S
    assert await check("The new bridge opened in 1999", quote, kind=SentenceKind.QUOTE) is C
    assert await check("The new bridge did not open in 1998", quote, kind=SentenceKind.QUOTE) is not S


async def test_words_that_only_mean_the_same_are_no_quote() -> None:
    verdict = await check("In 1998 opened the bridge", "The bridge opened in 1998.", kind=SentenceKind.QUOTE)
    assert verdict is P


async def test_atoms_say_what_was_found_and_what_was_missed() -> None:
    brief = CheckBrief(
        Language.ENGLISH,
        "The Halmar plant has 640 workers.",
        SentenceKind.FACT,
        (card(1, "The Halmar plant."),),
        0.9,
        0.6,
    )
    _, reason, atoms = await BuiltinChecker().check(brief)
    assert {(atom.kind, atom.found) for atom in atoms} >= {("number", False)}
    assert "640" in reason


@given(st.text(min_size=1, max_size=80), st.text(max_size=40), st.text(max_size=40))
def test_every_slice_of_a_quote_stands_in_it(words: str, before: str, after: str) -> None:
    from research.roles.verbatim import normal

    if normal(words):
        assert stands_in(words, f"{before} {words} {after}")
        assert nearness(words, words) == pytest.approx(1)


@given(st.text(max_size=120), st.text(max_size=120))
async def test_any_claim_gets_a_verdict(claim: str, quote: str) -> None:
    assert await check(claim, quote) in Verdict


async def test_what_is_longer_than_a_sentence_is_not_checked() -> None:
    """Time to read one grows with the square of its length."""
    assert await check("x" * 5_000, "The bridge opened in 1998.") is Verdict.NOT_CHECKED
    assert await check("x" * 5_000, "The bridge opened in 1998.", kind=SentenceKind.QUOTE) is Verdict.NOT_CHECKED
