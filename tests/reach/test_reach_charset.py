"""F-42, B-072, B-073, B-075: the right text or a refusal, never silent mojibake."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.charset import decode, encoding_of
from reach.errors import Kind, ReachError
from reach.settings import ReachSettings

SETTINGS = ReachSettings()

SENTENCES = {
    "gb18030": "净利润12.3亿元，同比增长5%，碳酸锂均价为每吨8.2万元。",
    "gbk": "二〇二六年三月，碳酸锂均价为每吨8.2万元，环比下降3.5%。",
    "gb2312": "本公司公告如下，全年营业收入增长百分之三点五。",
    "big5": "臺北市政府公告，自二月起調整水費，每度十二元。",
    "shift_jis": "三月の平均価格は一トン当たり八万二千円でした。",
    "euc_jp": "三月の平均価格は一トン当たり八万二千円でした。",
    "euc_kr": "삼월 평균 가격은 톤당 팔만 이천 원이었습니다.",
    "windows-1251": "Средняя цена в марте составила 82 тысячи рублей за тонну.",
    "koi8-r": "Средняя цена в марте составила 82 тысячи рублей за тонну.",
    "iso-8859-1": "Le prix moyen a été relevé de 3,5 % à l'été dernier.",
    "windows-1252": "The “average” price — 82 €/t — rose by 3.5 % in März.",
    "iso-8859-2": "Průměrná cena v březnu činila osmdesát dva tisíc korun.",
    "utf-8": "每吨8.2万元 — été — 三月",
}
LABELS = {
    "gbk": ("gbk", "gb2312", "GB_2312-80", "x-gbk"),
    "gb2312": ("gb2312", "gb18030"),
    "shift_jis": ("Shift_JIS", "sjis"),
}


@pytest.mark.parametrize(("encoding", "sentence"), SENTENCES.items())
def test_a_label_in_the_header_is_read(encoding: str, sentence: str) -> None:
    body = f"<p>{sentence}</p>".encode(encoding)
    for label in LABELS.get(encoding, (encoding, encoding.upper(), f'"{encoding}"')):
        assert sentence in decode(body, label, SETTINGS)


@pytest.mark.parametrize(("encoding", "sentence"), SENTENCES.items())
def test_a_label_in_the_meta_tag_alone_is_read(encoding: str, sentence: str) -> None:
    for tag in (
        f"<meta charset={encoding}>",
        f'<META http-equiv=Content-Type content="text/html; charset={encoding}">',
    ):
        assert sentence in decode(f"<html><head>{tag}</head><p>{sentence}</p>".encode(encoding), "", SETTINGS)


@pytest.mark.parametrize("encoding", ["gb18030", "gbk", "gb2312", "big5", "shift_jis", "euc_kr"])
def test_a_header_that_says_utf_8_of_other_bytes_is_not_believed(encoding: str) -> None:
    sentence = SENTENCES[encoding]
    assert sentence in decode(f"<p>{sentence}</p>".encode(encoding), "utf-8", SETTINGS)


@pytest.mark.parametrize("encoding", ["gb18030", "gbk", "gb2312", "big5", "shift_jis"])
def test_two_byte_text_labelled_as_latin_is_not_taken_for_accents(encoding: str) -> None:
    sentence = SENTENCES[encoding]
    assert sentence in decode(f"<p>{sentence}</p>".encode(encoding), "iso-8859-1", SETTINGS)


@pytest.mark.parametrize("label", ["gb2312", "iso-8859-1", "windows-1251", "shift_jis", "nonsense", ""])
def test_utf_8_proves_itself_against_any_label(label: str) -> None:
    sentence = "二〇二六年三月，碳酸锂均价为每吨8.2万元。"
    assert decode(f"<p>{sentence}</p>".encode(), label, SETTINGS) == f"<p>{sentence}</p>"


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be"])
def test_a_byte_order_mark_decides(codec: str) -> None:
    mark = "\ufeff" if codec.endswith(("le", "be")) else ""
    assert decode((mark + "三月 3.5 %").encode(codec), "gb2312", SETTINGS) == "三月 3.5 %"


def test_a_label_gb2312_means_gb18030_with_rare_names_and_emoji() -> None:
    sentence = "记者㛃先生报道，市场反应良好😀，全年增长百分之三。"
    assert decode(sentence.encode("gb18030"), "gb2312", SETTINGS) == sentence


@pytest.mark.parametrize("body", [bytes(range(128, 256)) * 8, bytes(range(256)) * 4, b"\xff\xfe\x00"])
def test_what_nothing_decodes_is_refused(body: bytes) -> None:
    with pytest.raises(ReachError) as refusal:
        decode(body, "utf-8", SETTINGS)
    assert refusal.value.kind is Kind.UNDECODABLE


def test_a_text_damaged_before_it_was_sent_is_refused_and_one_that_speaks_of_the_mark_is_not() -> None:
    with pytest.raises(ReachError):
        decode("价格\ufffd\ufffd\ufffd万元".encode(), "utf-8", SETTINGS)
    about = "Undecodable bytes appear as \ufffd in such a text. " + "More words follow. " * 100
    assert decode(about.encode(), "utf-8", SETTINGS) == about


@given(
    st.text(
        alphabet=st.characters(exclude_categories=["Cs", "Co", "Cn", "Cc"], exclude_characters="\ufffd"), max_size=200
    )
)
def test_utf_8_text_comes_back_unchanged(text: str) -> None:
    assert decode(text.encode(), "utf-8", SETTINGS) == text.removeprefix("\ufeff")


@given(st.binary(max_size=300), st.sampled_from(["", "utf-8", "gb2312", "big5", "latin1", "utf-7", "idna", "\x00"]))
def test_any_bytes_are_decoded_or_refused(body: bytes, label: str) -> None:
    try:
        assert isinstance(decode(body, label, SETTINGS), str)
    except ReachError as refusal:
        assert refusal.kind is Kind.UNDECODABLE


@pytest.mark.parametrize("label", ["base64", "hex", "zip", "rot13", "idna", "punycode", "unicode_escape", "undefined"])
def test_a_label_that_names_no_text_encoding_does_nothing(label: str) -> None:
    assert decode(b"plain words", label, SETTINGS) == "plain words"
    assert encoding_of("no such thing") is None
