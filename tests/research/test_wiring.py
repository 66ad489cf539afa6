"""What the wiring searches."""

from typing import Any

import pytest

from research.web.samples import example_questions
from research.wiring import SAMPLES, samples_are_searched


def test_the_samples_are_searched_while_nothing_else_is_named(settings: Any) -> None:
    settings.DOCUMENTS_FOLDER, settings.SEARXNG_URL = SAMPLES, ""
    assert samples_are_searched()
    assert example_questions()


@pytest.mark.parametrize("named", [{"SEARXNG_URL": "https://search.example"}, {"DOCUMENTS_FOLDER": SAMPLES.parent}])
def test_invented_documents_have_no_place_beside_real_ones(settings: Any, named: dict[str, object]) -> None:
    settings.DOCUMENTS_FOLDER, settings.SEARXNG_URL = SAMPLES, ""
    for name, value in named.items():
        setattr(settings, name, value)
    assert not samples_are_searched()
    assert example_questions() == []
