"""Who gets what: every route and every socket, for everybody, against one table. A route that isn't in it fails."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test import Client

from research.models import User
from research.web import sockets
from tests.web import rows
from tests.web.access_world import ROLES, World, make_world, routes, send, verbs_of_the_api
from tests.web.dialling import Socket

# anonymous, stranger (an admin of another workspace), analyst (who asked), reviewer, admin.
# A number is a status, `in` leads to the sign-in page, `go` to another page; `!` says that rows were written.
TABLE = """
GET    /                                          in    200   200   200   200
GET    /account                                   in    200   200   200   200
POST   /account                                   in    go!   go!   go!   go!
GET    /api/                                      404   404   404   404   404
POST   /api/                                      404   404   404   404   404
GET    /api/docs                                  in    200   200   200   200
GET    /api/openapi.json                          in    200   200   200   200
GET    /api/v1/claims                             401   200   200   200   200
GET    /api/v1/claims/{claim}                     401   404   200   200   200
POST   /api/v1/claims/{claim}/decide              401   404   403   200!  200!
POST   /api/v1/claims/approve                     401   200   200   200   200
POST   /api/v1/claims/next                        401   204   204   200!  200!
POST   /api/v1/claims/{claim}/bring               401   404   403   422   422
POST   /api/v1/claims/{claim}/cite/{evidence}     401   404   403   422   422
PUT    /api/v1/claims/{claim}/draft               401   404   403   200!  200!
POST   /api/v1/claims/{claim}/more                401   404   403   202!  202!
GET    /api/v1/claims/{claim}/similar             401   404   200   200   200
GET    /api/v1/claims/{claim}/assignment          401   404   200   200   200
PUT    /api/v1/claims/{claim}/assignment          401   404   403   200!  200!
PUT    /api/v1/tasks/{task}/assignment            401   404   403   200!  200!
GET    /api/v1/claims/{claim}/careful             401   404   200   200   200
GET    /api/v1/sharing                            401   200   200   200   200
PUT    /api/v1/sharing                            401   200!  403   403   200!
GET    /api/v1/tasks/{task}/links                 401   404   200   200   200
POST   /api/v1/tasks/{task}/links                 401   404   403   422   422
POST   /api/v1/tasks/{task}/links/{link}/revoke   401   404   403   200!  200!
GET    /shared/{token}                            404   404   404   404   404
POST   /tasks/T-{task}/versions/{version}/share   in    404   403   422   422
POST   /tasks/T-{task}/links/{link}/revoke        in    404   403   go!   go!
GET    /settings/sharing                          in    200   403   403   200
POST   /settings/sharing                          in    go!   403   403   go!
GET    /api/v1/guidelines                         401   200   200   200   200
PUT    /api/v1/guidelines                         401   200!  403   403   200!
GET    /api/v1/guidelines/versions                401   200   200   200   200
GET    /api/v1/views                              401   200   200   200   200
POST   /api/v1/views                              401   201!  201!  201!  201!
DELETE /api/v1/views/{view}                       401   404   404   204!  404
GET    /api/v1/spot-checks                        401   200   200   200   200
POST   /api/v1/spot-checks                        401   404   403   201!  201!
POST   /api/v1/claims/{claim}/take                401   404   403   200!  200!
POST   /api/v1/claims/{claim}/undo                401   404   403   422   422
GET    /api/v1/claims/{claim}/flags               401   404   200   200   200
POST   /api/v1/claims/{claim}/flags/{flag}/settle 401   404   403   200!  200!
POST   /api/v1/claims/{claim}/flags/{flag}/withdraw 401 404   403   403   403
POST   /api/v1/claims/{claim}/flag                401   404   201!  201!  201!
GET    /api/v1/history/{label}                    401   404   200   200   200
POST   /api/v1/tasks/{task}/publish               401   404   403   422   422
GET    /api/v1/tasks/{task}/versions              401   404   200   200   200
GET    /api/v1/tasks/{task}/versions/{version}/changes 401 404 200  200   200
GET    /api/v1/me                                 401   200   200   200   200
GET    /api/v1/roles                              401   200   403   403   200
PUT    /api/v1/roles/{role}                       401   200!  403   403   200!
GET    /api/v1/roles/{role}/examinations          401   200   403   403   200
POST   /api/v1/roles/{role}/examinations          401   202!  403   403   202!
GET    /api/v1/sources                            401   200   200   200   200
GET    /api/v1/sources/{source}                   401   404   200   200   200
GET    /api/v1/sources/{source}/since             401   404   200   200   200
GET    /api/v1/budgets                            401   200   200   200   200
PUT    /api/v1/budgets                            401   200!  403   403   200!
GET    /api/v1/cost                               401   200   403   403   200
PUT    /api/v1/fees                               401   200!  403   403   200!
GET    /api/v1/prices                             401   200   200   200   200
PUT    /api/v1/prices                             401   200!  403   403   200!
GET    /api/v1/tasks/{task}/cost                  401   404   200   200   200
POST   /api/v1/clues/{clue}/forget                401   404   204!  403   204!
POST   /api/v1/clues/{clue}/withhold              401   404   204!  403   204!
GET    /api/v1/clues                              401   200   200   200   200
GET    /api/v1/tasks                              401   200   200   200   200
POST   /api/v1/tasks                              401   404   202!  202!  202!
DELETE /api/v1/tasks/{task}                       401   404   204!  403   204!
GET    /api/v1/tasks/{task}                       401   404   200   200   200
POST   /api/v1/tasks/{task}/approve               401   404   200!  403   200!
GET    /api/v1/tasks/{task}/clues                 401   404   200   200   200
POST   /api/v1/tasks/{task}/clues                 401   404   200!  403   200!
GET    /api/v1/tasks/{task}/events                401   404   200   200   200
GET    /api/v1/tasks/{task}/evidence              401   404   200   200   200
GET    /api/v1/tasks/{task}/follow-ups            401   404   200   200   200
POST   /api/v1/tasks/{task}/follow-ups            401   404   202!  202!  202!
GET    /api/v1/tasks/{task}/follow-ups/{follow_up} 401  404   200   200   200
POST   /api/v1/tasks/{task}/follow-ups/{follow_up}/look-up 401 404 202! 202! 202!
GET    /api/v1/tasks/{task}/goals                 401   404   200   200   200
POST   /api/v1/tasks/{task}/goals                 401   404   202!  403   202!
POST   /api/v1/tasks/{task}/goals/{goal}/edit     401   404   202!  403   202!
POST   /api/v1/tasks/{task}/goals/{goal}/fund     401   404   202!  403   202!
POST   /api/v1/tasks/{task}/goals/{goal}/priority 401   404   202!  403   202!
POST   /api/v1/tasks/{task}/goals/{goal}/skip     401   404   202!  403   202!
GET    /api/v1/tasks/{task}/memory                401   404   200   200   200
POST   /api/v1/tasks/{task}/pause                 401   404   200!  403   200!
POST   /api/v1/tasks/{task}/plan-again            401   404   202!  403   202!
GET    /api/v1/tasks/{task}/report                401   404   200   200   200
GET    /api/v1/tasks/{task}/report.md             401   404   200   200   200
GET    /api/v1/tasks/{task}/report/files/{ending}    401   404   200   200   200
POST   /api/v1/tasks/{task}/resume                401   404   200!  403   200!
POST   /api/v1/tasks/{task}/retry                 401   404   200!  403   200!
POST   /api/v1/tasks/{task}/step                  401   404   202!  403   202!
POST   /api/v1/tasks/{task}/stop                  401   404   200!  403   200!
GET    /api/v1/thresholds                         401   200   403   403   200
PUT    /api/v1/thresholds                         401   200!  403   403   200!
POST   /api/v1/thresholds/restore                 401   422   403   403   200!
GET    /api/v1/trust                              401   200   403   403   200
PUT    /api/v1/trust                              401   200!  403   403   200!
GET    /api/v1/trust/of                           401   404   403   403   404
POST   /api/v1/trust/remove                       401   422   403   403   200!
POST   /api/v1/uploads                            401   404   201!  201!  201!
DELETE /api/v1/uploads/{upload}                   401   404   204!  403   204!
GET    /api/{lost}                                404   404   404   404   404
POST   /api/{lost}                                404   404   404   404   404
GET    /claims/C-{task}-{number}/E-{evidence}     in    404   200   200   200
GET    /clues                                     in    200   200   200   200
POST   /clues/keep-out                            in    404   go!   403   go!
POST   /clues/{clue}/forget                       in    404   go!   403   go!
POST   /clues/{clue}/withhold                     in    404   go!   403   go!
GET    /health/live                               200   200   200   200   200
POST   /health/live                               200   200   200   200   200
GET    /language                                  go    go    go    go    go
POST   /language                                  go    go!   go!   go!   go!
GET    /password                                  in    200   200   200   200
POST   /password                                  in    go!   go!   go!   go!
GET    /retrospect                                in    200   200   200   200
GET    /review                                    in    200   200   200   200
GET    /review/hands                              in    200   200   200   200
GET    /review/C-{task}-{number}                  in    404   200   200   200
GET    /review/C-{task}-{number}/decide           in    404   go    go    go
POST   /review/C-{task}-{number}/decide           in    404   403   go!   go!
POST   /review/C-{task}-{number}/bring            in    404   403   422   422
POST   /review/C-{task}-{number}/cite/E-{evidence} in   404   403   422   422
POST   /review/C-{task}-{number}/draft            in    404   403   go!   go!
POST   /review/C-{task}-{number}/more             in    404   403   go!   go!
POST   /review/C-{task}-{number}/skip             in    404   go    go!   go!
POST   /review/C-{task}-{number}/take             in    404   403   go!   go!
POST   /review/C-{task}-{number}/undo             in    404   403   422   422
POST   /review/approve                            in    go    go    go    go
POST   /review/spot-check                         in    404   403   go!   go!
POST   /review/start                              in    go    go    go!   go!
GET    /history/{label}                           in    404   200   200   200
GET    /tasks/T-{task}/flag                       in    404   200   200   200
POST   /tasks/T-{task}/flag                       in    404   go!   go!   go!
POST   /review/C-{task}-{number}/assign           in    404   403   go!   go!
POST   /review/T-{task}/assign                    in    404   403   go!   go!
GET    /settings/guidelines                       in    200   403   403   200
POST   /settings/guidelines                       in    go!   403   403   go!
POST   /review/views                              in    422   422   422   422
POST   /review/views/{view}/delete                in    404   404   go!   404
POST   /tasks/T-{task}/flags/{flag}/settle        in    404   403   go!   go!
POST   /tasks/T-{task}/flags/{flag}/withdraw      in    404   403   403   403
POST   /tasks/T-{task}/publish                    in    404   403   go    go
GET    /tasks/T-{task}/versions                   in    404   200   200   200
GET    /tasks/T-{task}/versions/{version}         in    404   200   200   200
GET    /tasks/T-{task}/versions/{version}/changes in    404   200   200   200
GET    /settings                                  in    go    403   403   go
GET    /settings/audit                            in    200   403   403   200
GET    /settings/channels                         in    200   403   403   200
POST   /settings/channels/check                   in    go!   403   403   go!
GET    /settings/cost                             in    200   403   403   200
GET    /settings/prices                           in    200   403   403   200
POST   /settings/prices/budget                    in    go!   403   403   go!
POST   /settings/prices/fill-in                   in    go    403   403   go
POST   /settings/prices/model                     in    go!   403   403   go!
POST   /settings/prices/search                    in    go!   403   403   go!
GET    /settings/models                           in    200   403   403   200
GET    /settings/people                           in    200   403   403   200
POST   /settings/people                           in    200!  403   403   200!
POST   /settings/people/role                      in    404   403   403   go!
GET    /settings/roles                            in    200   403   403   200
POST   /settings/roles/{role}/bind                in    go!   403   403   go!
POST   /settings/roles/{role}/examine             in    go!   403   403   go!
GET    /settings/roles/{role}/examinations        in    200   403   403   200
GET    /settings/thresholds                       in    200   403   403   200
POST   /settings/thresholds                       in    go!   403   403   go!
POST   /settings/thresholds/restore               in    422   403   403   go!
GET    /settings/trust                            in    200   403   403   200
POST   /settings/trust                            in    go!   403   403   go!
POST   /settings/trust/remove                     in    422   403   403   go!
GET    /sign-in                                   200   go    go    go    go
POST   /sign-in                                   go!   go    go    go    go
POST   /sign-out                                  in    in    in    in    in
GET    /sources                                   in    200   200   200   200
GET    /sources/S-{source}                        in    404   200   200   200
GET    /tasks                                     in    200   200   200   200
GET    /tasks/T-{task}/cost                       in    404   200   200   200
GET    /tasks/T-{task}                            in    404   200   200   200
GET    /tasks/T-{task}/buttons                    in    404   200   200   200
POST   /tasks/T-{task}/delete                     in    404   go!   403   go!
GET    /tasks/T-{task}/files/{ending}             in    404   200   200   200
GET    /tasks/T-{task}/follow-ups                 in    404   200   200   200
POST   /tasks/T-{task}/follow-ups                 in    404   go!   go!   go!
GET    /tasks/T-{task}/follow-ups/F-{follow_up}   in    404   go    go    go
POST   /tasks/T-{task}/follow-ups/F-{follow_up}/look-up in 404 go!  go!   go!
GET    /tasks/T-{task}/goals/new                  in    404   200   200   200
POST   /tasks/T-{task}/goals/new                  in    404   go!   403   go!
GET    /tasks/T-{task}/goals/{goal}               in    404   200   200   200
POST   /tasks/T-{task}/goals/{goal}               in    404   go!   403   go!
GET    /tasks/T-{task}/memory                     in    404   200   200   200
GET    /tasks/T-{task}/news                       in    404   200   200   200
POST   /tasks/T-{task}/pause                      in    404   go!   403   go!
GET    /tasks/T-{task}/plan                       in    404   200   200   200
POST   /tasks/T-{task}/plan                       in    404   go!   403   go!
POST   /tasks/T-{task}/plan-again                 in    404   go!   403   go!
GET    /tasks/T-{task}/reached                    in    404   200   200   200
GET    /tasks/T-{task}/report                     in    404   200   200   200
GET    /tasks/T-{task}/report.md                  in    404   200   200   200
POST   /tasks/T-{task}/resume                     in    404   go!   403   go!
GET    /tasks/T-{task}/retrospect                 in    404   200   200   200
POST   /tasks/T-{task}/retry                      in    404   go!   403   go!
POST   /tasks/T-{task}/step                       in    404   go!   403   go!
POST   /tasks/T-{task}/stop                       in    404   go!   403   go!
GET    /tasks/new                                 in    200   200   200   200
POST   /tasks/new                                 in    422   go!   go!   go!
GET    /uploads                                   in    200   200   200   200
POST   /uploads                                   in    404   go!   go!   go!
GET    /uploads/{upload}                          in    404   200   200   200
GET    /uploads/{upload}/delete                   in    404   200   403   200
POST   /uploads/{upload}/delete                   in    404   go!   403   go!
"""


def table() -> dict[str, list[str]]:
    found = (line.split() for line in TABLE.strip().splitlines() if not line.startswith("#"))
    return {f"{verb} {route}": answers for verb, route, *answers in found}


@pytest.fixture
def world(db: None, settings: Any) -> World:
    settings.DEBUG = False
    return make_world()


def served(world: World) -> Iterator[tuple[str, str]]:
    """What each route does: as the API lists it, elsewhere by asking."""
    listed = verbs_of_the_api()
    for route in sorted(routes()):
        for verb in sorted(listed.get(route, {"GET", "POST"})):
            with undone():
                status = send(world, "admin", verb, route).status_code
            if status != 405:
                yield verb, route


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def writes() -> Iterator[list[str]]:
    """The statements that changed a row. A session is no row of ours: signing in must write one."""
    found: list[str] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if re.match(r"\s*(INSERT|UPDATE|DELETE|TRUNCATE|WITH\b.*\b(INSERT|UPDATE|DELETE))\b", sql, re.I | re.S):
            found.extend([] if '"django_session"' in sql else [sql])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield found


def answered(world: World, role: str, verb: str, route: str) -> str:
    with undone(), writes() as written:
        answer = send(world, role, verb, route)
        return told(answer) + ("!" if written else "")


def told(answer: HttpResponseBase) -> str:
    if answer.status_code not in (301, 302, 303):
        return str(answer.status_code)
    return "in" if answer["Location"].startswith("/sign-in") else "go"


def test_every_route_answers_everybody_as_the_table_says(world: World) -> None:
    seen = {f"{verb} {route}": [answered(world, role, verb, route) for role in ROLES] for verb, route in served(world)}
    known = table()
    other = [f"{key:50} {' '.join(found)}" for key, found in seen.items() if known.get(key) != found]
    assert not other, "routes that the table doesn't know, or that answer otherwise:\n" + "\n".join(other)
    assert not set(known) - set(seen), "rows of the table without a route"


def test_what_belongs_to_others_answers_like_what_never_was(world: World) -> None:
    """Word for word, apart from tokens and the address itself (B-130)."""
    nobodys = ("{lost}", "{role}")  # the five roles are everybody's
    asked = [key.split() for key in table() if "{" in key and not any(each in key for each in nobodys)]
    assert len(asked) > 30
    for verb, route in asked:
        foreign, missing = (bare(world, verb, route, missing=missing) for missing in (False, True))
        assert foreign == missing, route
        assert foreign[0] == 404, route


def bare(world: World, verb: str, route: str, *, missing: bool) -> tuple[int, str]:
    with undone():
        answer = send(world, "stranger", verb, route, missing=missing)
    assert hasattr(answer, "content")
    text = re.sub(r'(csrfmiddlewaretoken" value|data-token)="\w+"', "", answer.content.decode())
    return answer.status_code, text.replace(world.address(verb, route, missing=missing), "")


@pytest.mark.parametrize(
    ("verb", "address"),
    [
        ("GET", "/settings/thresholds?workspace={}"),
        ("GET", "/settings/people?workspace={}"),
        ("GET", "/settings/audit?workspace={}"),
        ("GET", "/settings/models?workspace={}"),
        ("GET", "/settings/trust?workspace={}"),
        ("POST", "/settings/trust?workspace={}"),
        ("POST", "/settings/thresholds?workspace={}"),
        ("POST", "/settings/people?workspace={}"),
        ("GET", "/api/v1/thresholds?workspace={}"),
    ],
)
def test_a_workspace_of_others_is_none(world: World, verb: str, address: str) -> None:
    client = world.clients["stranger"]
    foreign = client.generic(verb, address.format(world.room.pk))
    missing = client.generic(verb, address.format(world.room.pk + 100_000))
    assert foreign.status_code == missing.status_code == 404


def test_looking_changes_no_row(world: World) -> None:
    """Whoever looks at whatever: no GET writes, not even a first version of something."""
    rows.person("linus", rows.room("New"), "admin")
    world.clients["newcomer"] = Client()
    world.clients["newcomer"].force_login(User.objects.get(username="linus"))
    before = everything()
    for key in table():
        verb, route = key.split()
        for role in world.clients if verb == "GET" else ():
            with writes() as written:
                send(world, role, verb, route)
            assert not written, f"{key} as {role}"
    assert everything() == before


def everything() -> dict[str, str]:
    """Every row of every table, as one fingerprint each."""
    tables = [name for name in connection.introspection.table_names() if name != "django_session"]
    found = {}
    with connection.cursor() as cursor:
        for name in tables:
            cursor.execute(f"SELECT md5(coalesce(string_agg(t::text, chr(10) ORDER BY t::text), '')) FROM \"{name}\" t")
            found[name] = cursor.fetchone()[0]
    return found


def test_a_form_of_another_site_is_refused_everywhere(world: World) -> None:
    """With the person's cookie and without our token: no page, no verb of the API (B-127)."""
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(world.people["admin"])
    world.clients["admin"] = careful
    for key in table():
        verb, route = key.split()
        if verb != "GET" and route not in ("/api/", "/api/{lost}"):
            with writes() as written:
                assert send(world, "admin", verb, route).status_code == 403, key
            assert not written, key


SOCKETS = {
    "ws/review": {"anonymous": 4401, "stranger": 0, "analyst": 0, "reviewer": 0, "admin": 0},
    "ws/tasks/T-<int:task>": {"anonymous": 4401, "stranger": 4403, "analyst": 0, "reviewer": 0, "admin": 0},
}
"""Close codes; 0 is a socket that stays open and tells something."""
TOLD = {"ws/review": "rows", "ws/tasks/T-<int:task>": "3 results"}


def test_the_table_knows_every_socket() -> None:
    assert {str(route.pattern) for route in sockets.routes} == set(SOCKETS)


def dial(world: World, role: str, address: str, origin: str | None = "http://research.test") -> Socket:
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in world.clients[role].cookies.items())
    headers = [(b"host", b"research.test"), (b"cookie", cookies.encode())]
    headers += [(b"origin", origin.encode())] if origin is not None else []
    return Socket(sockets.sockets, address, headers)


@pytest.mark.django_db(transaction=True)
async def test_every_socket_answers_everybody_as_the_table_says() -> None:
    world = await database_sync_to_async(make_world)()
    task = world.tasks["running"]
    await database_sync_to_async(rows.searched)(task, 3)
    for route, codes in SOCKETS.items():
        for role, code in codes.items():
            socket = dial(world, role, "/" + route.replace("<int:task>", str(task.pk)))
            assert await socket.connect()
            if code:
                assert await socket.closed_with() == code, role
            else:
                assert TOLD[route] in await socket.receive(), role
            await socket.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_no_socket_opens_from_another_site() -> None:
    """Not from another port of this host either, nor for a client that names no site (B-124)."""
    world = await database_sync_to_async(make_world)()
    for route in SOCKETS:
        address = "/" + route.replace("<int:task>", str(world.tasks["running"].pk))
        for origin in ("http://evil.test", "http://research.test:8001", "null", "", None):
            assert not await dial(world, "admin", address, origin).connect(), origin
        own = dial(world, "admin", address)
        assert await own.connect()
        await own.disconnect()  # left open, it was still at work when the loop closed, and once held it for good


def test_a_route_that_nobody_entered_is_found(world: World, settings: Any) -> None:
    """The walk sees what is added: otherwise the first test could never fail."""
    settings.ROOT_URLCONF = "tests.web.more_urls"
    assert routes() - {route.split()[1] for route in table()} == {"/secrets/{name}"}
