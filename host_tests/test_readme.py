"""Every command that README.md shows is run, word for word; the paths it names exist."""

import os
import re
import shlex
import signal
import subprocess
import sys

import pytest

from host_tests.command_fixture import make
from tools import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^ {4}(\S.*)$", README, re.MULTILINE)
MAKES = [command for command in COMMANDS if command.startswith("make ")]
SAID = [command for words in README.split("`")[1::2] if "make " in (command := " ".join(words.split()))]
RULES = [command for command in COMMANDS if command.startswith("python3 -m tools.rules ")]


def test_every_command_in_the_readme_is_of_a_kind_that_is_run() -> None:
    assert set(COMMANDS) == {*MAKES, *RULES}
    assert {"make play", "make test", "make check", "make flash", "make doctor", "make backup"} <= set(MAKES)
    assert len(RULES) >= 3


@pytest.mark.parametrize("command", sorted({*MAKES, *SAID} - {"make play"}))
def test_make_knows_what_to_do_for_each_command(command: str) -> None:
    given, _, wanted = command.rpartition("make ")
    done = subprocess.run(
        make("-n", *given.split(), *wanted.split()), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and done.stdout, done.stderr


def test_make_build_compiles_the_firmware() -> None:
    done = subprocess.run(make("build"), cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (ROOT / "build" / "firmware" / "main.py").exists()


def test_make_play_prints_its_address_and_stops_with_one_sentence() -> None:
    environment = {**os.environ, "PORT": "0", "NO_BROWSER": "1"}
    process = subprocess.Popen(
        make("-s", "play"), cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert process.stdout is not None
        assert "http://127.0.0.1:" in process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        said, _ = process.communicate(timeout=20)
        assert "Sixpip has stopped" in said
    finally:
        process.kill()


@pytest.mark.parametrize("command", RULES)
def test_the_rules_on_the_command_line_answer(command: str) -> None:
    words = command.replace("python3", shlex.quote(sys.executable), 1)
    done = subprocess.run(["bash", "-c", words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout, done.stderr


def test_every_path_and_picture_that_the_readme_names_exists() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    folders = re.findall(r"^\| ((?:firmware|host_tests|tools)\S*) \|", README, re.MULTILINE)
    assert links and len(folders) >= 9
    for name in links + folders:
        assert (ROOT / name).exists(), name


def test_the_pictures_are_of_the_page_and_not_empty() -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed: run `make setup`.")
    with image.open(ROOT / "tools" / "pictures" / "console.png") as picture:
        assert picture.size[0] >= 1000
        assert len(picture.convert("RGB").getcolors(1 << 24)) > 1000
