from tests.whole.fixtures import lexical, post, shelf

__all__ = ["lexical", "post", "shelf"]
