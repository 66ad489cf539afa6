from tests.whole.fixtures import lexical, post

__all__ = ["lexical", "post"]
