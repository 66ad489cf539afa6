"""What a run's own processor time is: this process's, and that of its children, whether they still live or not."""

import subprocess
import sys

import pytest

from research.management.measure.stopwatch import Stopwatch

BUSY = "import time\nwhile time.process_time() < 0.3: pass"


@pytest.mark.django_db
def test_a_child_that_ended_before_the_watch_was_stopped_counts() -> None:
    watch = Stopwatch()
    with watch.running():
        subprocess.run([sys.executable, "-I", "-c", BUSY], check=True)
    assert 0.3 <= watch.own_cpu < 3


@pytest.mark.django_db
def test_a_child_that_lives_on_counts_with_what_it_did_meanwhile() -> None:
    watch = Stopwatch()
    with subprocess.Popen(
        [sys.executable, "-I", "-c", f"{BUSY}\nprint(flush=True)\ninput()"], stdin=-1, stdout=-1
    ) as child:
        with watch.running():
            assert child.stdout is not None
            child.stdout.readline()
        child.communicate(b"\n")
    assert 0.25 <= watch.own_cpu < 3


@pytest.mark.django_db
def test_what_children_did_before_the_watch_was_started_is_not_counted() -> None:
    subprocess.run([sys.executable, "-I", "-c", BUSY], check=True)
    watch = Stopwatch()
    with watch.running():
        pass
    assert watch.own_cpu < 0.25
