"""Every command of the project at its terminal: closed pipes, escape sequences, errors of the operating system."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools import ROOT
from tools.terminal import CLOSED, command, escaped, shown, whole_number

BEFORE_INSTALLATION = ROOT / "tools" / "sixpip.py"
"""Runs as a script, with a Python that may be too old for the terminal module: it is imported after a check."""
HOSTILE = "\x1b]0;title\x07\x1b[2J\u202e\u2028\x9b31m\ud800"
ENGLISH = {"LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}


def run(*words: str | bytes, **options: object) -> "subprocess.CompletedProcess[str]":
    """Runs `python -m` with words; returns its exit status, output and errors."""
    line = [sys.executable, "-m", *words]
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 600, **options}
    return subprocess.run(line, cwd=ROOT, text=True, errors="replace", check=False, **settings)  # type: ignore[call-overload, no-any-return]


@pytest.mark.long
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "words", [["tools.play.rules", "variants"], ["tools.play.rules", "--help"], ["tools.board.flash", "--help"]]
)
def test_a_pipe_that_nobody_reads_ends_a_command_without_a_traceback(words: list[str], unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        done = run(*words, stdout=pipe, env={**os.environ, "PYTHONUNBUFFERED": unbuffered})
    assert (done.returncode, done.stderr) == (CLOSED if words[0] == "tools.play.rules" else 0, "")


@pytest.mark.parametrize(("decorator", "status"), [("@command", CLOSED), ("@command(finishes=True)", 0)])
def test_a_command_that_changes_files_runs_to_its_end_without_a_reader(
    tmp_path: Path, decorator: str, status: int
) -> None:
    target = tmp_path / "changed"
    (tmp_path / "write.py").write_text(
        "from pathlib import Path\nfrom tools.terminal import command\n\n"
        f"{decorator}\ndef main():\n    for number in range(3):\n        print('x' * 100_000, flush=True)\n"
        f"    Path({str(target)!r}).touch()\n    return 0\n\nraise SystemExit(main())\n"
    )
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        done = run("write", stdout=pipe, env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"})
    assert (done.returncode, done.stderr) == (status, "")
    assert target.exists() == (status == 0)


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the full device of Linux")
@pytest.mark.parametrize(
    ("words", "status"), [(["tools.play.rules", "variants"], 1), (["tools.board.flash", "--help"], 0)]
)
def test_a_full_disk_under_the_output_is_reported_in_one_sentence(words: list[str], status: int) -> None:
    with open("/dev/full", "wb") as full:
        done = run(*words, stdout=full, env={**os.environ, **ENGLISH})
    assert done.returncode == status
    assert done.stderr == "The output cannot be written (No space left on device): write it somewhere else.\n"


HOSTILE_WORDS: list[Any] = [
    ["tools.play.rules", "keeps", HOSTILE],
    ["tools.board.flash", "flash", "--port", HOSTILE],
    ["tools.board.flash", HOSTILE],
    ["tools.board.uf2", "--micropython", HOSTILE],
    ["tools.board.image", "--source", HOSTILE],
    ["tools.play.records", HOSTILE],
    ["tools.publish.release", "--source", HOSTILE],
    ["tools.play.simulator", "--variants", f"{HOSTILE}/none"],
    ["tools.check.bench", "--only", HOSTILE],
    ["tools.check", HOSTILE],
    ["hardware", HOSTILE],
    ["tools.board.flash", "restore", "--from", HOSTILE],
    ["tools.publish.pictures", HOSTILE],
]
WELL_FORMED = (["tools.board.flash", "flash"], ["tools.board.image", "--source"])
"""Commands whose argument is of the right kind, but what it names is missing: status 1, not 2."""


@pytest.mark.long
@pytest.mark.parametrize("words", HOSTILE_WORDS, ids=lambda words: " ".join(words)[:30].encode("unicode-escape"))
def test_an_argument_is_never_printed_as_an_escape_sequence_and_an_error_is_one_line(words: list[str]) -> None:
    line = [word.replace("\ud800", "\udcff") for word in words]  # a byte that is not UTF-8
    done = run(*line, env={**os.environ, "NO_BROWSER": "1", "PORT": "65536"})
    printed = done.stdout + done.stderr
    assert done.returncode == (1 if words[:2] in WELL_FORMED else 2), printed
    assert printed.count("\n") == 1 and len(printed) < 1000, printed
    assert not set(printed) & set(HOSTILE.replace("title", "").replace("31m", "").replace("[2J", "").replace("]0;", ""))


@given(st.text())
def test_escaped_text_has_no_character_that_a_terminal_acts_on(text: str) -> None:
    safe = escaped(text)
    assert not set(safe) & {chr(code) for code in (*range(9), *range(11, 32), *range(127, 160), 0x202E, 0x2028)}
    assert escaped(safe) == safe
    assert "\n" not in shown(text)
    safe.encode()


@given(st.text(), st.integers(-10, 70_000))
def test_a_number_is_one_only_in_decimal_digits_and_in_its_range(text: str, number: int) -> None:
    assert whole_number(str(number), 0, 65535) == (number if 0 <= number <= 65535 else None)
    if not (text.isascii() and text.isdigit()):
        assert whole_number(text, 0, 1 << 60) is None
    assert whole_number("1" * 5000, 0, 65535) is None
    assert whole_number("7\n", 0, 9) is None


def test_the_setup_before_the_installation_is_run_by_the_terminal_module_too() -> None:
    line = [sys.executable, str(BEFORE_INSTALLATION), HOSTILE.replace("\ud800", "")]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=600)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("There is no target \\x1b]0;title\\x07")


def test_a_missing_file_and_an_interruption_are_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    @command
    def read(name: str) -> int:
        return len(Path(name).read_bytes())

    @command
    def interrupted() -> int:
        raise KeyboardInterrupt

    assert read("no-such-file") == 1
    assert capsys.readouterr().err.startswith("no-such-file cannot be used (No such file or directory): ")
    assert interrupted() == 130
    assert capsys.readouterr().err == "Interrupted: run the command again.\n"


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another signal on Windows")
@pytest.mark.parametrize(("module", "imported"), [("tools.research.league", "numpy"), ("hardware", "argparse")])
def test_ctrl_c_while_a_command_imports_its_modules_leaves_no_traceback(
    tmp_path: Path, module: str, imported: str
) -> None:
    (tmp_path / f"{imported}.py").write_text("raise KeyboardInterrupt\n")
    result = run(module, "--help", env=os.environ | {"PYTHONPATH": str(tmp_path)})
    assert (result.returncode, result.stdout, result.stderr) == (-signal.SIGINT, "", "Interrupted.\n")


@pytest.mark.long
@pytest.mark.parametrize("module", ["tools.research.solve", "tools.research.league"])
def test_a_package_that_is_not_installed_is_named_with_the_remedy(tmp_path: Path, module: str) -> None:
    (tmp_path / "numba.py").write_text("raise ModuleNotFoundError(name='numba')\n")
    result = run(module, "pure", env=os.environ | {"PYTHONPATH": str(tmp_path)})
    assert result.returncode == 1
    assert result.stderr == "numba is not installed: run `make setup`, and the command with .venv/bin/python.\n"


@pytest.mark.parametrize(("encoding", "name"), [("cp1252", "Zoë"), ("ascii", r"Zo\xeb")])
def test_what_the_encoding_of_the_terminal_lacks_is_printed_as_an_escape(encoding: str, name: str) -> None:
    code = "from tools.terminal import command\nmain = command(lambda: print('Zoë \u2192 \u0416') or 0)\nmain()"
    line = [sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(line, env=environment, capture_output=True, check=False, timeout=600)
    assert (done.stdout, done.stderr) == (f"{name} \\u2192 \\u0416\n".encode(encoding), b"")
