"""A workspace's guidelines: written by an admin in versions, shown beside each sentence, and never more than words."""

import pytest

from research import actions
from research.models import Audit, Guidelines, User, Workspace
from research.store.rich import rich
from tests.web import rows
from tests.web.parsed import all_words, page, pick, words
from tests.web.rows import door

pytestmark = pytest.mark.django_db


@pytest.fixture
def rui(room: Workspace) -> User:
    return rows.person("rui", room, "admin")


def save(person: User, text: str, seen: int):
    return door(person).post("/settings/guidelines", {"text": text, "seen_number": seen})


def test_what_an_admin_writes_stands_beside_the_sentence_for_whoever_reads_it(written, rui):
    task, claims = written
    assert not pick(page(door(rui).get(f"/review/{claims[1].label}")), ".guidelines")
    assert save(rui, "# Figures\n\n- Round to **whole** minutes.\n- 四舍五入到分钟", 0).status_code == 302
    for person in (rui, task.owner):
        shown = page(door(person).get(f"/review/{claims[1].label}"))
        assert all_words(shown, ".guidelines h3") == ["Figures"]
        assert all_words(shown, ".guidelines li") == ["Round to whole minutes.", "四舍五入到分钟"]
        assert "Version 1, by rui." in words(shown)


def test_each_change_is_a_version_and_all_of_them_stay(room, rui):
    for seen, text in enumerate(("one", "two", "")):
        assert save(rui, text, seen).status_code == 302
    assert list(Guidelines.objects.values_list("number", "text")) == [(3, ""), (2, "two"), (1, "one")]
    shown = page(door(rui).get("/settings/guidelines"))
    assert len(pick(shown, "details.about")) == 2 and "one" in words(shown) and "two" in words(shown)
    trail = Audit.objects.filter(verb="write_guidelines").order_by("id")
    assert [(row.before or {}).get("text", "") for row in trail] == ["", "one", "two"]
    assert "guidelines for reviewers written" in words(page(door(rui).get("/settings/audit?about=guidelines")))


def test_guidelines_that_were_taken_away_stand_beside_nothing(written, rui):
    _task, claims = written
    save(rui, "one", 0)
    save(rui, " \n", 1)
    assert not pick(page(door(rui).get(f"/review/{claims[1].label}")), ".guidelines")


def test_nobody_overwrites_what_they_did_not_see(room, rui):
    save(rui, "theirs", 0)
    late = save(rui, "mine", 0)
    assert late.status_code == 409 and Guidelines.objects.count() == 1
    assert words(page(late).get_element_by_id("text")) == "mine" and "theirs" in words(page(late))
    assert save(rui, "theirs", 1).status_code == 422, "nothing was changed"
    assert save(rui, "x" * 20_001, 1).status_code == 422


def test_guidelines_of_another_workspace_are_not_shown(written, rui):
    _task, claims = written
    other = rows.room("Elsewhere")
    save(rows.person("eve", other, "admin"), "theirs", 0)
    assert not pick(page(door(rui).get(f"/review/{claims[1].label}")), ".guidelines")
    assert door(rui).get(f"/api/v1/guidelines?workspace={other.pk}").status_code == 404


HOSTILE = """# Title <script>alert(1)</script>

<img src=x onerror=alert(1)> <div hx-get="/steal">

![pixel](http://track.test/p.png) [bad](javascript:alert(1)) [data](data:text/html,x) [good](https://example.org/a?b=1)

| a | b |
|:--|--:|
| 1 | 2 |

```js" onclick="x
code
```
"""


def test_html_images_and_odd_addresses_stay_text():
    from lxml import html

    made = html.fromstring(f"<div>{rich(HOSTILE)}</div>")
    tags = {each.tag for each in made.iter()}
    assert tags <= {"div", "h3", "p", "a", "table", "thead", "tbody", "tr", "th", "td", "pre", "code"}
    names = {name for each in made.iter() for name in each.keys()}  # noqa: SIM118  # lxml's elements are no dicts
    assert names <= {"href", "rel", "class"}
    links = [each.get("href") for each in made.iter("a") if each.get("href")]
    assert links == ["http://track.test/p.png", "https://example.org/a?b=1"]
    assert "<script>alert(1)</script>" in made.text_content()


def test_the_api_reads_writes_and_lists_versions(room, rui):
    client = door(rui)
    assert client.get("/api/v1/guidelines").json()["number"] == 0
    made = client.put("/api/v1/guidelines", {"text": "one", "seen_number": 0}, content_type="application/json")
    assert made.status_code == 200 and made.json()["person"] == "rui"
    late = client.put("/api/v1/guidelines", {"text": "two", "seen_number": 0}, content_type="application/json")
    assert late.status_code == 409 and late.json()["current"]["text"] == "one"
    ana = door(rows.person("ana", room))
    assert (
        ana.get("/api/v1/guidelines").json()["text"] == "one"
        and len(ana.get("/api/v1/guidelines/versions").json()) == 1
    )
    with pytest.raises(actions.Forbidden):
        actions.write_guidelines(User.objects.get(username="ana"), room, "mine", seen_number=1)
