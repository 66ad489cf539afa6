import subprocess
import sys
import time

import pytest

from research.roles.tokens import at_most_tokens, count_tokens


def test_ten_thousand_chinese_characters_are_counted_in_a_moment():
    count_tokens("warm")
    began = time.monotonic()
    assert 5_000 < count_tokens("澜湾储能补贴办法施行" * 1000) < 20_000
    assert time.monotonic() - began < 3


@pytest.mark.parametrize(
    "text", ["储" * 9000, ("储" * 50 + "😀") * 180, "a" * 9000, "", "<|endoftext|>", "half \ud83d emoji"]
)
def test_the_ceiling_is_never_below_the_count(text):
    assert count_tokens(text) <= at_most_tokens(text)


def test_chinese_is_not_counted_as_if_it_were_one_word():
    assert count_tokens("储" * 9000) >= 4500


def test_nothing_is_loaded_before_the_first_count():
    code = "import sys, research.roles.tokens; sys.exit('bpe_openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
