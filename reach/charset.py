"""Bytes to text without silent mojibake: mark, then label, then evidence, and a refusal where none convinces (F-42).

A wrong guess can keep every digit and lose every unit, so each decoding has to look like a text of its script.
"""

import codecs
import re
import unicodedata
from collections.abc import Iterator

from charset_normalizer import from_bytes

from reach.errors import Kind, ReachError
from reach.settings import ReachSettings

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Labels mean what browsers take them for, not what their name says: pages labelled gb2312 hold gb18030 (B-075).
_MEANT = {
    **dict.fromkeys(("gb2312", "gbk", "gb_2312-80", "x-gbk", "gb2312-80", "csgb2312", "euc-cn", "gb18030"), "gb18030"),
    **dict.fromkeys(("iso-8859-1", "latin1", "latin-1", "l1", "us-ascii", "ascii", "cp1252"), "windows-1252"),
    **dict.fromkeys(("big5", "big5-hkscs", "x-x-big5", "cn-big5", "csbig5"), "big5hkscs"),
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j"), "cp932"),
    **dict.fromkeys(("euc-kr", "ks_c_5601-1987", "ksc5601", "korean", "windows-949"), "cp949"),
}
_LABEL = re.compile(rb"""<meta[^>]{1,200}?charset\s*=\s*["']?\s*([\w.:-]{2,40})""", re.IGNORECASE)
_XML_LABEL = re.compile(rb"""<\?xml[^>]{1,200}?encoding\s*=\s*["']([\w.:-]{2,40})""", re.IGNORECASE)
# What a browser would read; the guesser knows hundreds more, and a page in none of these is damaged rather than rare.
_GUESSED = (
    *("utf_8", "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp874"),
    *("koi8_r", "koi8_u", "iso8859_2", "iso8859_5", "iso8859_7", "iso8859_8", "iso8859_15", "cp866"),
)
_TRIED = ("gb18030", "big5hkscs", "cp932", "euc_jp", "cp949")

# Where the frequent characters of each legacy set begin and end: real text keeps to them, a wrong decoding doesn't.
_FREQUENT = {
    "gb18030": ("gb2312", range(0xB0, 0xD8)),
    "big5hkscs": ("big5", range(0xA4, 0xC7)),
    "cp932": ("shift_jis", range(0x88, 0x98)),
    "euc_jp": ("shift_jis", range(0x88, 0x98)),
}


def decode(body: bytes, header_label: str, settings: ReachSettings) -> str:
    """Raises ReachError(undecodable) rather than return a text with characters lost."""
    for mark, name in _MARKS:
        if body.startswith(mark):
            text = _strict(body, name)
            if text is None:
                raise _lost(f"the bytes are not the {name} that they begin as")
            return text
    for name in _candidates(body, header_label, settings):
        text = _strict(body, name)
        if text is not None and _reads_well(text, name, settings):
            return text
    return _guess(body, settings)


def _candidates(body: bytes, header_label: str, settings: ReachSettings) -> Iterator[str]:
    """UTF-8 proves itself: enough multi-byte characters in a row can't be anything else, whatever the label says."""
    start = body[: settings.sniff_bytes]
    labels = [header_label.encode("ascii", "ignore")]
    labels += [found[1] for pattern in (_LABEL, _XML_LABEL) if (found := pattern.search(start))]
    names = [name for label in labels if (name := encoding_of(label.decode("ascii", "ignore")))]
    text = _strict(body, "utf-8")
    if text is not None and (text.isascii() or sum(mark > "\x7f" for mark in text) >= settings.utf8_proof_chars):
        yield "utf-8"
    yield from names
    yield "utf-8"


def encoding_of(label: str) -> str | None:
    plain = label.strip().strip("\"'").lower()
    try:
        return codecs.lookup(_MEANT.get(plain, plain)).name if plain else None
    except (LookupError, ValueError):
        return None


def _strict(body: bytes, name: str) -> str | None:
    try:
        return body.decode(name)
    except (UnicodeError, LookupError, ValueError):
        return None


def _reads_well(text: str, name: str, settings: ReachSettings) -> bool:
    if not _plausible(text, settings):
        return False
    name = codecs.lookup(name).name
    if name.startswith("utf"):
        return True
    if name in _TRIED or name == "euc_kr":
        return _home_share(text, name) >= settings.script_share_least
    return not _looks_double_byte(text, settings)


def _plausible(text: str, settings: ReachSettings) -> bool:
    """Private, unassigned and control characters hardly ever; replacement marks only where a text speaks of them."""
    foreign = [mark for mark in text if mark > "\x7f"]
    if text.count("\ufffd") > settings.damage_ratio * len(text):
        return False
    odd = sum(1 for mark in foreign if unicodedata.category(mark) in ("Co", "Cn", "Cc", "Cs"))
    return odd <= settings.mojibake_ratio * max(1, len(foreign)) or odd == 0


def _home_share(text: str, name: str) -> float:
    """Share of the characters beyond ASCII that a text in this encoding would be expected to hold."""
    foreign = [mark for mark in text if mark > "\x7f"]
    if not foreign:
        return 1.0
    return sum(_at_home(mark, name) for mark in foreign) / len(foreign)


def _at_home(mark: str, name: str) -> bool:
    if "\u3000" <= mark <= "\u303f" or "\uff01" <= mark <= "\uff5e" or "\u2010" <= mark <= "\u2030":
        return True
    if name in ("cp949", "euc_kr"):
        return "\uac00" <= mark <= "\ud7a3"
    if name in ("cp932", "euc_jp") and "\u3041" <= mark <= "\u30ff":
        return True
    codec, leads = _FREQUENT[name]
    encoded = mark.encode(codec, "ignore")
    return len(encoded) > 1 and encoded[0] in leads


def _looks_double_byte(text: str, settings: ReachSettings) -> bool:
    """Two-byte text read by a one-byte Latin table: accented letters in long rows, which no language writes."""
    letters = [mark for mark in text if "\x80" <= mark <= "\xff"]
    rows = re.findall("[\x80-\xff]{4,}", text)
    return bool(letters) and sum(map(len, rows)) > settings.script_share_least * len(letters)


def _guess(body: bytes, settings: ReachSettings) -> str:
    tried = [(_home_share(text, name), name, text) for name in _TRIED if (text := _strict(body, name)) is not None]
    # Korean bytes lie where the frequent Chinese ones do, but hardly the other way round: a draw is Korean.
    share, name, text = max(tried, default=(0.0, "", ""), key=lambda found: (found[0], found[1] == "cp949"))
    if share >= settings.script_share_sure and _plausible(text, settings):
        return text
    best = from_bytes(body[: settings.guess_bytes], cp_isolation=list(_GUESSED)).best()
    text = (_strict(body, best.encoding) or "") if best else ""
    if best and text and _plausible(text, settings) and not _looks_double_byte(text, settings):
        return text
    raise _lost("no encoding gives a readable text" + (f"; {name} comes closest" if name else ""))


def _lost(why: str) -> ReachError:
    return ReachError(Kind.UNDECODABLE, why)
