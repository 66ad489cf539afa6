"""`make model`: what is said before anything is loaded, and a line that binds what is served."""

import subprocess
import sys
from pathlib import Path

import pytest

from research.management import serve_gguf
from research.roles.binding import read


def test_a_file_that_is_no_model_is_told_before_it_is_loaded(tmp_path: Path) -> None:
    page, model = tmp_path / "page.gguf", tmp_path / "model.gguf"
    page.write_text("<!doctype html>")
    model.write_bytes(b"GGUF\x03\x00\x00\x00")
    assert "is no GGUF file" in serve_gguf.wrong_file(page)
    assert "No such file" in serve_gguf.wrong_file(tmp_path / "none.gguf")
    assert serve_gguf.wrong_file(model) == ""


@pytest.mark.parametrize(
    ("file", "name"),
    [("qwen2.5-7b-q4_k_m.gguf", "qwen2.5-7b-q4_k_m"), ("my model (new).gguf", "my-model-new"), ("模型.gguf", "模型")],
)
def test_the_name_can_stand_in_a_binding_and_the_line_told_can_be_read(file: str, name: str) -> None:
    assert serve_gguf.name_of(Path(file)) == name
    line = serve_gguf.told("http://127.0.0.1:8080", name, 16384, 2)[1]
    bound = read(line.split("'")[1])
    assert (bound.family, bound.base_url, bound.model) == ("llamacpp", "http://127.0.0.1:8080/v1", name)
    assert (bound.window, bound.seats, bound.deadline) == (16384, 2, 300)


def test_without_the_wheel_it_says_how_to_get_it(tmp_path: Path) -> None:
    model = tmp_path / "model.gguf"
    model.write_bytes(b"GGUF")
    asked = [sys.executable, "-S", serve_gguf.__file__, str(model), "--port", "0"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 1
    assert "make model GGUF=" in done.stderr
    assert "Traceback" not in done.stderr
