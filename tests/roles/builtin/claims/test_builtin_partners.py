"""What a claim ties together must stand together in the quote."""

import pytest

from research.roles.builtin.claims.partners import apart


def doubted(claim: str, quote: str) -> bool:
    return bool(list(apart(claim, quote)))


@pytest.mark.parametrize(
    ("quote", "wrong", "right"),
    [
        # years and months
        (
            "The ferry service was announced in 2011, and the first crossing took place in 2014.",
            "The first crossing took place in 2011.",
            "The first crossing took place in 2014.",
        ),
        ("桐溪水库2003年立项，2009年蓄水发电。", "桐溪水库2003年蓄水发电。", "桐溪水库2009年蓄水发电。"),
        (
            "The pool shut for repairs in March, and swimmers returned in October.",
            "Swimmers returned in March.",
            "Swimmers returned in October.",
        ),
        # releases
        (
            "Osprey 3.2 adds a dark theme; 3.3 drops support for plug-ins.",
            "Osprey 3.2 drops support for plug-ins.",
            "Osprey 3.3 drops support for plug-ins.",
        ),
        ("云杉 2.0 支持增量备份；2.1 修复崩溃，并支持压缩传输。", "云杉 2.0 支持压缩传输。", "云杉 2.1 支持压缩传输。"),
        # figures
        ("The party entered 30 races and won 12 races.", "The party won 30 races.", "The party won 12 races."),
        # names
        ("纪录片《盐路》由沈岚撰稿、贺峥剪辑。", "纪录片《盐路》由沈岚剪辑。", "纪录片《盐路》由贺峥剪辑。"),
        (
            "Petra Lund presented the cup to Emil Aas.",
            "The cup was presented to Petra Lund.",
            "The cup was presented to Emil Aas.",
        ),
        # in their order
        (
            "青禾农场2018年和2019年的产量分别为310吨和420吨。",
            "青禾农场2018年的产量为420吨。",
            "青禾农场2018年的产量为310吨。",
        ),
        (
            "Oats and barley were sown on 40 and 75 hectares respectively.",
            "Oats were sown on 75 hectares.",
            "Barley was sown on 75 hectares.",
        ),
        (
            "Visits rose from 310,000 euros in 2018 to 420,000 euros in 2019.",
            "In 2018 they were 420,000 euros.",
            "In 2019 they were 420,000 euros.",
        ),
        # additions
        (
            "The orchard sold 40 tonnes of pears in 2013.",
            "The orchard sold 40 tonnes of pears in 2013, to loud applause and fireworks.",
            "The orchard sold 40 tonnes of pears, in 2013.",
        ),
        ("栗坪修成两座水塔。", "栗坪修成两座水塔，村民敲锣打鼓。", "栗坪修成了两座水塔。"),
        # causes
        (
            "The mill closed in June. The bakery moved to Norby in the same month.",
            "The bakery moved to Norby because the mill closed.",
            "The bakery moved to Norby in the same month.",
        ),
        (
            "The dam burst on Monday. As a result, the railway was closed. The school moved on Friday.",
            "The school moved because the dam burst.",
            "The railway was closed because the dam burst.",
        ),
        ("码头五月停用。同月，渔港负责人辞职。", "因码头停用，渔港负责人辞职。", "同月，渔港负责人辞职。"),
        # who did it
        (
            "Halden Foods, a family firm, was acquired by Morvik Dairies last year.",
            "Halden Foods acquired Morvik Dairies last year.",
            "Morvik Dairies acquired Halden Foods last year.",
        ),
        # conditions
        (
            "At pressures above 9 bar, the valve opens by itself.",
            "The valve opens by itself.",
            "At pressures above 9 bar the valve opens by itself.",
        ),
        (
            "博物馆对60岁以上且持有本市居住证的游客免费开放。",
            "博物馆对60岁以上的游客免费开放。",
            "博物馆对60岁以上且持有本市居住证的游客免费开放。",
        ),
        # duties, and two things that move together
        (
            "Barges are exempt from the lock fee.",
            "Barges are subject to the lock fee.",
            "Barges are exempt from the lock fee.",
        ),
        ("黏度随温度升高而减小。", "温度越高，黏度越大。", "温度越高，黏度越小。"),
    ],
)
def test_what_belongs_to_another_is_doubted_and_what_belongs_together_is_not(
    quote: str, wrong: str, right: str
) -> None:
    assert doubted(wrong, quote)
    assert not doubted(right, quote)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The well was dug in 1902.", "In 1902, the well was dug; in 1950, it dried up."),
        ("Ann Holt won a medal.", "Ann Holt and Bo Rask won a medal."),
        ("桥长3.2公里。", "全桥长3.2公里，2015年通车。"),
        ("The kiln works at 900 °C.", "The kiln works at 900 °C, according to the maker."),
        ("", "Anything may stand here."),
    ],
)
def test_a_list_a_time_in_front_and_a_bare_fact_raise_no_doubt(claim: str, quote: str) -> None:
    assert not doubted(claim, quote)
