"""Every command in README.md and the guides runs as it is written there; the paths in them exist."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest

from host_tests.command_fixture import make
from host_tests.guides import GUIDES as HARDWARE_GUIDES
from host_tests.statistics_fixture import SAVED
from sixpip import VERSION
from sixpip.rules.rulebook import variant_file, variants
from sixpip.storage.record_store import Store
from tools import ROOT
from tools.board.flash.user_files import write_backup
from tools.files import DISK, MOST_FILES
from tools.play.simulator.server import MAX_MESSAGE

GUIDES = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "firmware/PLAYING.md",
    "firmware/VARIANTS.md",
    "tools/README.md",
    "tools/research/league/README.md",
)
WITH_EXAMPLES = (
    "host_tests/cases/README.md",
    "tools/research/solve/README.md",
    "tools/research/solve/THREE_PLAYERS.md",
)
"""Pages whose indented lines are commands of Python, or examples of something else."""
PYTHON = r"^ {4}(?:python3|\.venv/bin/python) (-m .*)$"
TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in GUIDES}
PAGES = re.sub(r"```.*?```", "", "".join(TEXTS.values()), flags=re.DOTALL)
COMMANDS = [
    command
    for command in re.findall(r"^ {4}(\S.*)$", PAGES, re.MULTILINE)
    # test_emulator_mpremote.py runs mpremote, and page/test_page_demo.py serves the demo as http.server does
    if not command.startswith(("mpremote ", "python3 -m http.server "))
]
MAKES = [command for command in COMMANDS if command.startswith("make ")]
IN_TEXT = [
    command for words in PAGES.split("`")[1::2] if re.match(r"([A-Z_]+=\S+ )*make ", command := " ".join(words.split()))
]
WITHOUT_MAKE = sorted(
    {" ".join(words.split()) for words in re.findall(r"`python\s+tools/sixpip\.py\s+([^`]+)`", PAGES)}
)
RULES = [command for command in COMMANDS if command.startswith("python3 -m tools.play.rules ")]
RECORDS = [command for command in COMMANDS if command.startswith("python3 -m tools.play.records ")]


def test_every_command_of_the_pages_is_run_by_a_test() -> None:
    assert set(COMMANDS) == {*MAKES, *RULES, *RECORDS}
    assert {"make play", "make quick", "make test", "make check", "make flash", "make doctor"} <= set(MAKES)
    assert {"make bench", "make docs", "UPDATE_GOLDEN=1 make quick"} <= set(IN_TEXT)
    assert len(RULES) >= 3
    assert {"TARGET", "play"} <= set(WITHOUT_MAKE)


@pytest.mark.long
@pytest.mark.parametrize("command", sorted({*MAKES, *IN_TEXT} - {"make play"}))
def test_make_has_a_target_for_each_command(command: str) -> None:
    given, _, wanted = command.rpartition("make ")
    done = subprocess.run(
        make("-n", *given.split(), *shlex.split(wanted)), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "tools/sixpip.py" in done.stdout, done.stderr
    assert_accepted(wanted)


def assert_accepted(words: str) -> None:
    line = [sys.executable, "tools/sixpip.py", "-n", *shlex.split(words)]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout, done.stderr


@pytest.mark.parametrize("words", WITHOUT_MAKE)
def test_each_command_without_make_has_a_target(words: str) -> None:
    assert_accepted(words.replace("TARGET", "help"))


@pytest.mark.long
def test_make_build_compiles_the_firmware() -> None:
    done = subprocess.run(make("build"), cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (ROOT / "build" / "firmware" / "main.py").exists()


@pytest.mark.long
@pytest.mark.parametrize(
    ("send", "sent"), [(os.killpg, signal.SIGINT), (os.kill, signal.SIGTERM)], ids=["Ctrl-C", "kill"]
)
def test_make_play_prints_its_address_and_stops_with_one_sentence(
    send: Callable[[int, int], None], sent: signal.Signals, tmp_path: Path
) -> None:
    environment = {**os.environ, "PORT": "0", "NO_BROWSER": "1", "SAVES": str(tmp_path / "saves")}
    process = subprocess.Popen(
        make("-s", "play"), cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert process.stdout is not None
        assert "http://127.0.0.1:" in process.stdout.readline()
        send(process.pid, sent)
        said, _ = process.communicate(timeout=600)
        assert "Sixpip has stopped" in said
        assert list((tmp_path / "saves").iterdir())
    finally:
        process.kill()


@pytest.mark.long
@pytest.mark.parametrize("command", RULES)
def test_each_example_of_the_rules_command_prints_an_answer(command: str) -> None:
    words = command.replace("python3", shlex.quote(sys.executable), 1)
    done = subprocess.run(["bash", "-c", words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout, done.stderr


def test_every_page_with_commands_is_tested() -> None:
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    shown = re.compile(r"^ {4}(make|python3?|\.venv/bin/python|mpremote) ", re.MULTILINE)
    pages = {name for name in listed.split() if shown.search((ROOT / name).read_text(encoding="utf-8"))}
    hardware = {f"hardware/{name}" for name in HARDWARE_GUIDES}  # test_hardware_guides.py
    assert pages <= {*GUIDES, *WITH_EXAMPLES, *hardware}
    assert set(WITH_EXAMPLES) <= pages


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(line, marks=pytest.mark.sweep if "tools.research" in line else ())
        for name in WITH_EXAMPLES
        for line in re.findall(PYTHON, (ROOT / name).read_text(encoding="utf-8"), re.M)
    ],
)
def test_each_command_of_the_other_pages_prints_an_answer(arguments: str) -> None:
    line = f"{shlex.quote(sys.executable)} {arguments}"
    done = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout, done.stderr


@pytest.mark.parametrize("command", RECORDS)
def test_each_example_of_the_records_command_prints_a_table(command: str, tmp_path: Path) -> None:
    Store(str(tmp_path)).save("statistics", SAVED)
    if ".zip" in command:
        write_backup({"statistics": (tmp_path / "statistics").read_bytes()}, tmp_path / "backup.zip")
    words = command.replace("python3", sys.executable).split()
    words[3] = str(tmp_path / "backup.zip" if ".zip" in command else tmp_path)
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    heading = "games of" if "players" in command else "best total"
    assert done.returncode == 0 and heading in done.stdout, done.stderr


@pytest.mark.parametrize("name", [*GUIDES, *(f"hardware/{name}" for name in HARDWARE_GUIDES)])
def test_every_link_of_a_guide_leads_to_a_file_and_a_heading(name: str) -> None:
    links = re.findall(r"\]\((?!https:)([^)]+)\)", (ROOT / name).read_text(encoding="utf-8"))
    for link in map(unquote, links):
        path, _, anchor = link.partition("#")
        target = (ROOT / name).parent / path if path else ROOT / name
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


def anchors(page: Path) -> set[str]:
    """Returns the anchors that GitHub makes of the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_limit_that_the_security_page_names_is_right() -> None:
    limits = [variant_file.MAX_BYTES, variants.MAX_OWN, MOST_FILES, DISK >> 20, MAX_MESSAGE]
    text = " ".join(TEXTS["SECURITY.md"].split())
    assert limits == [2048, 8, 2000, 4, 1024]
    for words in ("2048 bytes", "eight of them", "2000 files", "4 MB", "1024 bytes"):
        assert words in text


def test_the_changelog_begins_with_the_version_of_the_firmware() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version = re.search(r"^## \[([0-9.]+)\]", changelog, re.MULTILINE)
    assert version and version[1] == VERSION
