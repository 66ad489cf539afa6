"""The description of a database view: what can't be meant is refused with a sentence."""

import json
from pathlib import Path
from typing import Any

import pytest

from reach.providers.database import BadView, Column, read_view, view_of

TOLD: dict[str, Any] = {
    "name": "stock",
    "about": "Holds the daily stock. Use it for stock figures. Not for prices.",
    "dsn_env": "STOCK_DSN",
    "view": "yard.stock",
    "id": "id",
    "title": "site",
    "columns": [{"name": "stored_energy", "unit": "MWh"}],
}
TOML = """
name = "stock"
about = "Holds the daily stock. Use it for stock figures. Not for prices."
dsn_env = "STOCK_DSN"
view = "yard.stock"
id = "id"
title = "site"
[[columns]]
name = "stored_energy"
unit = "MWh"
"""


def test_a_column_without_a_label_is_called_by_its_name() -> None:
    assert view_of(TOLD).columns == (Column("stored_energy", "Stored energy", "MWh"),)
    assert Column("level", "Level", "m").line("3.5") == "Level: 3.5 m"
    assert Column("note", "Note").line("none") == "Note: none"


@pytest.mark.parametrize(("name", "text"), [("view.toml", TOML), ("view.json", json.dumps(TOLD))])
def test_a_description_is_toml_or_json(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert read_view(path) == view_of(TOLD)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"view": ""}, "view is missing"),
        ({"about": None}, "about must be text"),
        ({"name": "Our Stock"}, "small letters"),
        ({"dsn_env": "postgresql://ann:s3cret@host/db"}, "not an address"),
        ({"columns": []}, "at least one"),
        ({"columns": ["site"]}, "at least one"),
        ({"columns": [{"name": "a", "color": "red"}]}, "no color"),
        ({"where": "1=1"}, "nothing is called where"),
    ],
)
def test_what_can_not_be_meant_is_refused_with_a_sentence(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadView, match=sentence) as told:
        view_of(TOLD | changed)
    assert "s3cret" not in str(told.value)


@pytest.mark.parametrize(("name", "text"), [("a.toml", "name = "), ("a.json", "{"), ("a.json", "[]")])
def test_a_file_that_can_not_be_read_is_refused_too(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(BadView):
        read_view(tmp_path / name)
    with pytest.raises(BadView, match="can't be read"):
        read_view(tmp_path / "none.toml")
