import pytest

from memory.figures import IdentifierKind, identifiers, names

IDENTIFIERS = [
    ("PEP 703", "pep703", IdentifierKind.CODE),
    ("PEP-703", "pep703", IdentifierKind.CODE),
    ("RFC 9309", "rfc9309", IdentifierKind.CODE),
    ("GB/T 1234-2020", "gb/t12342020", IdentifierKind.CODE),
    ("ISO 9001:2015", "iso9001:2015", IdentifierKind.CODE),
    ("CVE-2024-3094", "cve20243094", IdentifierKind.CODE),
    ("Section 3.2", "section3.2", IdentifierKind.CODE),
    ("第3章", "第3章", IdentifierKind.CODE),
    ("GPT-4", "gpt4", IdentifierKind.CODE),
    ("H100", "h100", IdentifierKind.CODE),
    ("5G", "5g", IdentifierKind.CODE),
    ("COVID-19", "covid19", IdentifierKind.CODE),
    ("#51107", "#51107", IdentifierKind.CODE),
    ("at 14:30", "14:30", IdentifierKind.CODE),
    ("v8.5.0", "8.5.0", IdentifierKind.VERSION),
    ("TiDB 8.5.0", "8.5.0", IdentifierKind.VERSION),
    ("Python 3.12", "3.12", IdentifierKind.VERSION),
    ("version 3.12", "3.12", IdentifierKind.VERSION),
    ("3.12版本", "3.12", IdentifierKind.VERSION),
    ("版本 3.12", "3.12", IdentifierKind.VERSION),
    ("Windows 11", "11", IdentifierKind.VERSION),
    ("第三名", "第三名", IdentifierKind.ORDINAL),
    ("the 3rd", "3rd", IdentifierKind.ORDINAL),
]
NAMES = [
    ("According to Reuters, Elon Musk said so.", ["Reuters", "Elon Musk"]),
    ("Analysts at Goldman Sachs expect growth.", ["Goldman Sachs"]),
    ("The University of Oxford and the European Union agreed.", ["University of Oxford", "European Union"]),
    ("In March the plant in Berlin opened.", ["Berlin"]),
    ("Revenue grew. Costs fell.", []),
    ("OpenAI and iPhone sales", ["OpenAI", "iPhone"]),
    ("NATO met on Tuesday.", ["NATO"]),
    ("Berlin is large. She moved to Berlin.", ["Berlin", "Berlin"]),
    ("Dr. Ada Lovelace wrote it.", ["Dr. Ada Lovelace"]),
    ("记者从国家能源局获悉", ["国家能源局"]),
    ("宁德时代新能源科技股份有限公司与特斯拉合作", ["宁德时代新能源科技股份有限公司"]),
    ("《新能源汽车产业规划》发布", ["新能源汽车产业规划"]),
    ("董事长曾毓群表示", ["曾毓群"]),
    ("王建国表示同意", ["王建国"]),
    ("浙江省杭州市", ["浙江", "杭州"]),
    ("由比亚迪公司建设", ["比亚迪公司"]),
    ("在清华大学举行", ["清华大学"]),
    ("国家统计局公布的数据", ["国家统计局"]),
    ("TiDB 支持 pgvector 吗", ["TiDB", "pgvector"]),
    ("中国与德国签署协议", ["中国", "德国"]),
    ("“长征计划”启动", ["长征计划"]),
    ("这家公司的利润增长", []),
]


@pytest.mark.parametrize(("text", "normal", "kind"), IDENTIFIERS)
def test_an_identifier_has_one_normal_form(text, normal, kind):
    (found,) = identifiers(text)
    assert (found.normal, found.kind) == (normal, kind)


@pytest.mark.parametrize(("text", "expected"), NAMES)
def test_names_are_found_and_sentence_openers_are_not(text, expected):
    assert [found.text for found in names(text)] == expected


def test_a_name_compares_by_its_folded_form():
    (wide,) = names("谈谈 ＯｐｅｎＡＩ 的模型")
    (plain,) = names("about OpenAI models")
    assert wide.normal == plain.normal


def test_addresses_hold_no_names():
    assert names("see https://Example.org/Some/Path and Person@Example.org") == ()
