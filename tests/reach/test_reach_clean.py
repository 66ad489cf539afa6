"""F-43, B-025, B-076, B-078: text that a database, a socket and a reader can all take."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from reach.clean import clean, one_line, tidy, without


def _plain(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()


@given(st.text(alphabet=st.characters(), max_size=300))
@settings(max_examples=1_000)
def test_cleaned_text_can_be_stored_sent_and_cleaned_again(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode("utf-8")
    json.loads(json.dumps(cleaned))
    assert "\x00" not in cleaned
    assert "\u202e" not in cleaned
    assert clean(cleaned) == cleaned
    assert [*filter(_plain, cleaned)] == [*filter(_plain, text)]
    assert tidy(tidy(text)) == tidy(text)


def test_a_nul_goes_and_its_neighbours_stay() -> None:
    assert clean("shut-o\x00 lever") == "shut-o lever"


def test_half_a_character_is_replaced_and_a_pair_is_joined() -> None:
    assert clean("rain \ud83d") == "rain \ufffd"
    assert clean("rain \ud83d\ude00") == "rain 😀"


def test_invisible_letters_and_direction_marks_go_and_emoji_joiners_stay() -> None:
    assert clean("a\u200bb\u2060c\ufeffd\u00ade\u202ef\u2066g") == "abcdefg"
    assert clean("pay\U000e0069\U000e0067 now") == "pay now"
    assert clean("👩\u200d👧") == "👩\u200d👧"


def test_all_line_ends_become_one_and_blank_lines_are_few() -> None:
    assert tidy("a\r\nb\rc\u2028d\n\n\n\ne \t f\u3000g") == "a\nb\nc\nd\n\ne f g"


def test_picture_bytes_do_not_count_as_words() -> None:
    words = "word " * 1_200
    text = tidy(f"{words}data:image/png;base64,{'iVBORw0KGgo' * 30_000}")
    assert text == words.strip()


def test_a_title_that_forges_a_log_line_stays_one_short_line() -> None:
    forged = "x\n2030-01-01 INFO run 5 approved\x1b[31m" + "y" * 1_000_000
    line = one_line(forged, 300)
    assert "\n" not in line and "\x1b" not in line
    assert len(line) == 300


def test_stretches_between_marks_are_cut_in_linear_time() -> None:
    assert without("a<!--b-->c<!--d", "<!--", "-->") == "ac"
    assert without("<!--" * 200_000, "<!--", "-->") == ""
