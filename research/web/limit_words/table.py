"""A row of words for each limit, by its name."""

Table = dict[str, tuple[str, str, str]]
"""Name → English, Chinese, and why in Chinese: the English reason stands beside the limit itself."""
