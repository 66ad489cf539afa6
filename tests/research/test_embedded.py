"""The embedded server against what happens to it: two users at once, kill -9 of anybody, old data, a full disk."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from research.embedded import server
from research.embedded.kernel import free
from research.embedded.places import EmbeddedError, locate

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow

STAY = """
import sys
from pathlib import Path
from research.embedded import server
server.ensure_running(Path(sys.argv[1]))
print("here", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "data"
    server.stop(tmp_path / "data")
    shutil.rmtree(locate(tmp_path / "data").home, ignore_errors=True)


def join_elsewhere(data: Path) -> "subprocess.Popen[str]":
    """Another process that uses the server until its input ends."""
    command = [sys.executable, "-c", STAY, str(data)]
    other = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout and other.stdout.readline() == "here\n"
    return other


def let_go(other: "subprocess.Popen[str]") -> None:
    assert other.stdin and other.stdout
    other.stdin.close()
    other.wait(120)
    other.stdout.close()


def eventually(true: Callable[[], bool], seconds: float = 120) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.05)
    return False


def postgres_processes(data: Path) -> list[psutil.Process]:
    cluster = str(locate(data).cluster)
    found = psutil.process_iter(["name", "cwd"])
    return [process for process in found if process.info["name"] == "postgres" and process.info["cwd"] == cluster]


def postmaster(data: Path) -> int:
    return int((locate(data).cluster / "postmaster.pid").read_text().split()[0])


def ask(data: Path, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(server.url(data), autocommit=True) as connection:
        cursor = connection.execute(query)
        return cursor.fetchall() if cursor.description else []


def test_a_first_start_brings_the_database_and_its_vectors(data: Path) -> None:
    assert server.ensure_running(data) == server.url(data)
    assert ask(data, "SELECT '[1,2]'::vector <-> '[1,3]'::vector") == [(1.0,)]
    assert ask(data, "SELECT lower('ÄÖ') = 'äö', current_setting('server_version_num')::int / 10000") == [(True, 18)]
    assert server.status(data).running
    server.leave(data)
    assert not server.status(data).running
    assert postgres_processes(data) == []


def test_the_server_stays_while_somebody_uses_it_and_goes_with_the_last(data: Path) -> None:
    server.ensure_running(data)
    other = join_elsewhere(data)
    server.leave(data)
    assert server.status(data).running
    let_go(other)
    assert not server.status(data).running


def test_a_user_killed_outright_leaves_no_server_behind(data: Path) -> None:
    other = join_elsewhere(data)
    assert postgres_processes(data)
    other.kill()
    let_go(other)
    assert eventually(lambda: postgres_processes(data) == [] and free(locate(data).guard))


def test_a_killed_server_comes_back_with_its_rows(data: Path) -> None:
    server.ensure_running(data)
    ask(data, "CREATE TABLE kept AS SELECT 7 AS number")
    before = postmaster(data)
    os.kill(before, signal.SIGKILL)
    server.ensure_running(data)
    assert postmaster(data) != before
    assert ask(data, "SELECT number FROM kept") == [(7,)]


def test_a_killed_guard_takes_its_server_along_and_both_come_back(data: Path) -> None:
    server.ensure_running(data)
    ask(data, "CREATE TABLE kept AS SELECT 7 AS number")
    before = postmaster(data)
    os.kill(int(locate(data).guard.read_text()), signal.SIGKILL)
    if sys.platform == "linux":
        assert eventually(lambda: not psutil.pid_exists(before))
    server.ensure_running(data)
    assert ask(data, "SELECT number FROM kept") == [(7,)]


def test_a_number_in_the_lock_file_that_belongs_to_a_stranger_by_now_is_no_obstacle(data: Path) -> None:
    server.ensure_running(data)
    server.stop(data)
    lines = ["1", str(locate(data).cluster), "1700000000", "5432", str(locate(data).socket_folder), "", "1 1", "ready"]
    lines[0] = str(os.getpid())
    (locate(data).cluster / "postmaster.pid").write_text("\n".join(lines) + "\n")
    server.ensure_running(data)
    assert ask(data, "SELECT 1") == [(1,)]


def test_two_copies_have_a_server_each(data: Path, tmp_path: Path) -> None:
    second = tmp_path / "second"
    server.ensure_running(data)
    server.ensure_running(second)
    try:
        ask(data, "CREATE TABLE only_here ()")
        assert ask(second, "SELECT to_regclass('only_here')") == [(None,)]
    finally:
        server.stop(second)
        shutil.rmtree(locate(second).home)
    assert ask(data, "SELECT 1") == [(1,)]


def test_data_of_another_major_version_is_left_alone_with_a_sentence_that_says_what_to_do(data: Path) -> None:
    server.ensure_running(data)
    server.stop(data)
    (locate(data).cluster / "PG_VERSION").write_text("16\n")
    with pytest.raises(EmbeddedError, match=r"made by PostgreSQL 16, and this Redthread brings 18.*move that folder"):
        server.ensure_running(data)
    assert (locate(data).cluster / "base").is_dir()


@pytest.fixture
def small_disk(data: Path) -> Iterator[Path]:
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    home = locate(data).home
    home.mkdir(parents=True)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200m", "tmpfs", str(home)], check=False).returncode:
        pytest.skip("mounting a small disk isn't allowed here")
    yield home
    server.stop(data)
    assert eventually(lambda: subprocess.run(["umount", str(home)], check=False, capture_output=True).returncode == 0)


def fill(disk: Path) -> None:
    with (disk / "ballast").open("wb") as ballast:
        ballast.truncate(0)
        os.posix_fallocate(ballast.fileno(), 0, shutil.disk_usage(disk).free)


def test_a_first_start_on_a_full_disk_says_so(data: Path, small_disk: Path) -> None:
    fill(small_disk)
    with pytest.raises(EmbeddedError, match=r"disk that holds .* is full.*Free some space"):
        server.ensure_running(data)


def test_a_disk_that_filled_up_since_is_called_full_and_the_rows_outlive_it(data: Path, small_disk: Path) -> None:
    server.ensure_running(data)
    ask(data, "CREATE TABLE kept AS SELECT 7 AS number")
    server.stop(data)
    fill(small_disk)
    with pytest.raises(EmbeddedError, match=r"disk that holds .* is full.*Free some space"):
        server.ensure_running(data)
    (small_disk / "ballast").unlink()
    server.ensure_running(data)
    assert ask(data, "SELECT number FROM kept") == [(7,)]


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EmbeddedError, match=r"can't be made: Not a directory.*REDTHREAD_DATA"):
        server.ensure_running(tmp_path / "file" / "data")


def test_a_long_path_gets_a_short_socket() -> None:
    deep = Path("/") / "/".join(["a-folder-with-a-long-name"] * 8)
    places = locate(deep, user=1000)
    assert places.home == deep / "postgres"
    assert len(str(places.socket_folder / ".s.PGSQL.5432")) <= 103
    assert places.socket_folder != locate(deep / "other", user=1000).socket_folder
    assert locate(Path("/srv/x"), user=1000).socket_folder == Path("/srv/x/postgres/cluster")


def test_an_interrupted_first_start_is_begun_again(data: Path) -> None:
    server.ensure_running(data)
    server.stop(data)
    (locate(data).cluster / "PG_VERSION").unlink()  # initdb writes it early, and the cluster is nothing without it
    server.ensure_running(data)
    assert ask(data, "SELECT 1") == [(1,)]
