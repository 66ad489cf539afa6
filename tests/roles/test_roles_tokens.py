import subprocess
import sys
import time
import warnings

import pytest

from memory.pieces import pieces
from research.roles.tokens import at_most_tokens, count_tokens


def test_ten_thousand_chinese_characters_are_counted_in_a_moment():
    count_tokens("warm")
    began = time.process_time()
    assert 5_000 < count_tokens("澜湾储能补贴办法施行" * 1000) < 20_000
    assert time.process_time() - began < 3


@pytest.mark.parametrize(
    "text", ["储" * 9000, ("储" * 50 + "😀") * 180, "a" * 9000, "", "<|endoftext|>", "half \ud83d emoji"]
)
def test_the_ceiling_is_never_below_the_count(text):
    """B-024: also with an emoji every fifty characters."""
    assert count_tokens(text) <= at_most_tokens(text)


def test_chinese_is_not_counted_as_if_it_were_one_word():
    """B-024."""
    assert count_tokens("储" * 9000) >= 4500


def test_nothing_is_loaded_before_the_first_count():
    code = "import sys, memory.pieces, research.roles.tokens; sys.exit(memory.pieces._compiled.cache_info().currsize)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_counting_loads_no_table_in_python():
    """The package around the compiled part would: eighty megabytes of each process."""
    code = "import sys, research.roles.tokens as t; t.count_tokens('x'); sys.exit('bpe_openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("vocabulary", ["o200k_base", "cl100k_base"])
def test_the_compiled_part_cuts_as_the_package_around_it(vocabulary):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from bpe_openai import get_encoding

        whole = get_encoding(vocabulary)
    for text in ("hello 世界 123.45 — “x”\n\n  foo", "储能电站" * 99, " Target", "<|endoftext|>", "🙂x\x00", ""):
        assert list(pieces(vocabulary).encode(text)) == whole.encode_ordinary(text)


def test_a_vocabulary_that_is_not_there_is_none():
    assert pieces("no such vocabulary") is None
