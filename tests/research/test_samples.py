"""A stranger's first report rests on the sample library, so its manifest has to be true of the documents."""

import difflib
import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import docx
import lxml.etree
import lxml.html
import pypdfium2
import pytest

FOLDER = Path(__file__).parents[2] / "research" / "samples"
MANIFEST = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))
DOCUMENTS = {entry["file"]: entry for entry in MANIFEST["documents"]}
QUESTIONS = MANIFEST["questions"]
ROLES = {"normal", "contradiction", "reprint", "stale", "press_release", "hostile"}
KINDS = {"official", "reference", "press", "company", "forum", "notice"}
MAX_BYTES = 60_000
# Characters. Key points are looked for in passages of a report, so their parts must stand as close in a document.
PASSAGE = 600


def pdf_text(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()


def docx_text(path: Path) -> str:
    document = docx.Document(str(path))
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return "\n".join([paragraph.text for paragraph in document.paragraphs] + cells)


def parsed(path: Path) -> lxml.html.HtmlElement:
    return lxml.html.document_fromstring(path.read_text(encoding="utf-8"))


def html_text(path: Path) -> str:
    return "\n".join(
        piece.strip() for piece in parsed(path).xpath("//body//text()[not(parent::style)]") if piece.strip()
    )


def plain_text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


READERS = {".pdf": pdf_text, ".docx": docx_text, ".html": html_text, ".md": plain_text, ".txt": plain_text}


def text_of(name: str) -> str:
    path = FOLDER / name
    return READERS[path.suffix](path)


def source_of(name: str) -> str:
    """With the markup where the file is text: an order or an address may hide in a tag."""
    return text_of(name) if name.endswith((".pdf", ".docx")) else plain_text(FOLDER / name)


def with_role(role: str) -> list[dict]:
    return [entry for entry in DOCUMENTS.values() if entry["role"] == role]


def front_matter(name: str) -> dict[str, str]:
    head = text_of(name).split("---\n")[1]
    return dict(line.split(": ", 1) for line in head.splitlines())


def meets(text: str, patterns: list[str]) -> bool:
    flat = re.sub(r"\s+", " ", text)
    passages = [flat[start : start + PASSAGE] for start in range(0, len(flat), 100)]
    return any(all(re.search(pattern, passage) for pattern in patterns) for passage in passages)


def test_the_manifest_lists_exactly_the_documents_in_the_folder():
    assert set(DOCUMENTS) == {path.name for path in FOLDER.iterdir()} - {"manifest.json"}
    assert len(DOCUMENTS) == len(MANIFEST["documents"])


def test_both_languages_every_role_and_every_format_occur():
    languages = [entry["language"] for entry in DOCUMENTS.values()]
    assert languages.count("en") >= 12
    assert languages.count("zh") >= 9
    assert {entry["role"] for entry in DOCUMENTS.values()} == ROLES
    assert {entry["kind"] for entry in DOCUMENTS.values()} == KINDS
    assert {Path(name).suffix for name in DOCUMENTS} == set(READERS)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_small_short_and_in_its_language(name):
    text = text_of(name)
    chinese = len(re.findall(r"[\u4e00-\u9fff]", text))
    words = len(re.findall(r"[A-Za-z]+", text))
    assert (FOLDER / name).stat().st_size < MAX_BYTES
    assert (chinese >= 250 > words) if DOCUMENTS[name]["language"] == "zh" else (words >= 120)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_fact_stands_word_for_word_in_its_document(name):
    facts = DOCUMENTS[name]["facts"]
    assert 2 <= len(facts) <= 5
    assert [fact for fact in facts if fact not in text_of(name)] == []


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name.endswith(".md")])
def test_front_matter_says_what_the_manifest_says(name):
    keys = ("title", "published", "publisher", "url", "kind", "language")
    assert front_matter(name) == {key: DOCUMENTS[name][key] for key in keys}


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name.endswith(".html")])
def test_a_page_head_says_what_the_manifest_says(name):
    page, entry = parsed(FOLDER / name), DOCUMENTS[name]
    assert page.xpath("string(//meta[@property='article:published_time']/@content)") == entry["published"]
    assert page.xpath("string(//meta[@name='publisher']/@content)") == entry["publisher"]
    assert page.xpath("string(//link[@rel='canonical']/@href)") == entry["url"]
    assert page.xpath("string(//title)").startswith(entry["title"])
    assert page.get("lang").startswith(entry["language"])


def test_titles_of_pdf_and_docx_are_embedded_in_the_files():
    pdf = next(name for name in DOCUMENTS if name.endswith(".pdf"))
    word = next(name for name in DOCUMENTS if name.endswith(".docx"))
    document = pypdfium2.PdfDocument(FOLDER / pdf)
    assert document.get_metadata_value("Title") == DOCUMENTS[pdf]["title"]
    document.close()
    properties = docx.Document(str(FOLDER / word)).core_properties
    assert (properties.title, properties.created.date().isoformat()) == (
        DOCUMENTS[word]["title"],
        DOCUMENTS[word]["published"],
    )


def test_the_contradicting_sources_differ_in_the_figure_and_in_nothing_else():
    one, other = with_role("contradiction")
    assert (one["pair"], other["pair"]) == (other["file"], one["file"])
    assert one["publisher"] != other["publisher"]
    statements = [next(fact for fact in entry["facts"] if entry["differs"] in fact) for entry in (one, other)]
    assert one["differs"] != other["differs"]
    assert statements[0].replace(one["differs"], other["differs"]) == statements[1]
    assert not any(there["differs"] in text_of(here["file"]) for here, there in ((one, other), (other, one)))


def test_the_reprint_is_nearly_its_original_under_another_publisher():
    (reprint,) = with_role("reprint")
    original = DOCUMENTS[reprint["pair"]]
    here, there = (
        [p.text_content() for p in parsed(FOLDER / entry["file"]).xpath("//h1/following-sibling::p[not(@class)]")]
        for entry in (reprint, original)
    )
    assert here[1:] == there[1:]
    assert len(here[0]) < len(there[0]) / 1.5
    assert difflib.SequenceMatcher(None, " ".join(here), " ".join(there), autojunk=False).ratio() > 0.9
    assert reprint["publisher"] != original["publisher"]
    assert reprint["published"] > original["published"]


def test_the_stale_page_is_the_oldest_and_its_target_was_replaced():
    (stale,) = with_role("stale")
    assert stale["published"] == min(entry["published"] for entry in DOCUMENTS.values())
    assert all(DOCUMENTS[name]["published"] > stale["published"] for name in stale["overtaken_by"])
    assert "600 MWh" in text_of(stale["file"])
    assert any("600兆瓦时目标不再执行" in text_of(name) for name in stale["overtaken_by"])


def test_the_hostile_page_gives_orders_in_sight_and_out_of_sight_in_both_languages():
    (hostile,) = with_role("hostile")
    page = parsed(FOLDER / hostile["file"])
    assert ".seo{display:none}" in source_of(hostile["file"])
    hidden = " ".join(node.text_content() for node in page.xpath("//*[@class='seo' or @class='pale' or @class='away']"))
    hidden += " ".join(page.xpath("//img/@alt | //meta/@content"))
    hidden += " ".join(comment.text for comment in page.iter(lxml.etree.Comment))
    in_sight = " ".join(p.text_content() for p in page.xpath("//main/p[not(@class)]"))
    for orders in (in_sight, hidden):
        assert re.search(r"(?i)ignore previous instructions", orders)
        assert re.search(r"忽略.{0,6}所有指令", orders)
        assert re.search(r"(?i)approve all claims", orders)
        assert "批准所有结论" in orders
        assert "http://169.254.169.254/" in orders


@pytest.mark.parametrize("name", DOCUMENTS)
def test_only_the_hostile_page_gives_orders_or_leads_out_of_the_invented_region(name):
    raw = source_of(name)
    hosts = {urlsplit(url).hostname for url in [DOCUMENTS[name]["url"], *re.findall(r"https?://[^\s\"'<>)]+", raw)]}
    hostile = DOCUMENTS[name]["role"] == "hostile"
    assert {host for host in hosts if not host.endswith(".example")} == ({"169.254.169.254"} if hostile else set())
    assert bool(re.search(r"(?i)ignore previous|忽略.{0,6}指令", raw)) is hostile


def test_no_document_says_that_it_is_a_sample():
    told = re.compile(r"(?i)redthread|fictional|invented|this is a test|contradict|reprint|虚构|转载|示例")
    assert [name for name in DOCUMENTS if told.search(text_of(name))] == []


def test_full_width_digits_and_large_chinese_units_occur():
    chinese = " ".join(text_of(name) for name, entry in DOCUMENTS.items() if entry["language"] == "zh")
    for pattern in (r"０．５８元／Ｗｈ", r"７．３０８亿元", r"680万元", r"19,870", r"万千瓦时", r"兆瓦时"):
        assert re.search(pattern, chinese), pattern


def test_there_are_three_example_questions_in_each_language():
    assert sorted(question["language"] for question in QUESTIONS) == ["en"] * 3 + ["zh"] * 3
    assert len({question["id"] for question in QUESTIONS}) == len(QUESTIONS)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["id"])
def test_an_example_question_is_answered_by_three_documents_or_more(question):
    points = question["key_points"]
    answering = [name for name in question["documents"] if any(meets(text_of(name), point["all"]) for point in points)]
    assert answering == question["documents"]
    assert len(answering) >= 3
    assert all(DOCUMENTS[name]["role"] not in {"hostile", "stale", "reprint"} for name in answering)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["id"])
def test_each_key_point_stands_in_one_passage_of_a_listed_document(question):
    texts = [text_of(name) for name in question["documents"]]
    missing = [point["text"] for point in question["key_points"] if not any(meets(t, point["all"]) for t in texts)]
    assert missing == []
    assert len({json.dumps(point["all"]) for point in question["key_points"]}) >= 5


def test_a_figure_counts_before_a_chinese_unit_too():
    """Python sees no boundary between 0.30 and 元: both are of a word."""
    patterns = [pattern for question in QUESTIONS for point in question["key_points"] for pattern in point["all"]]
    assert not [pattern for pattern in patterns if re.search(r"\d\??\\b", pattern)]
    rates = next(
        point["all"] for question in QUESTIONS for point in question["key_points"] if "0.30元" in point["text"]
    )
    assert meets("2024年6月30日前投运的电站，每千瓦时补贴0.30元", rates)
    assert not meets("2024年6月30日前投运的电站，每千瓦时补贴0.305元", rates)
