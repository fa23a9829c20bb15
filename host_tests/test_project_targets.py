"""`python tools/sixpip.py TARGET`: every target without make, also as on Windows as far as Linux can show it."""

import ntpath
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from host_tests.command_fixture import copy_launcher, recorded, recorder
from host_tests.external_programs import MARKERS
from tools import ROOT, run_targets, venv
from tools.check import clean
from tools.run_targets import READY, UsageError
from tools.targets import BY_NAME, ENVIRONMENT, TARGETS, Step, absolute, command_line, quoted, split_words
from tools.terminal import print_message

WINDOWS_BACKUP = r"C:\My backups\new\sixpip.zip"


def start(
    *words: str, root: Path = ROOT, folder: Path = ROOT, ready: Path | str = "", encoding: str = "utf-8"
) -> "subprocess.CompletedProcess[str]":
    """Runs `python tools/sixpip.py` of a project in `root`, in the current folder `folder`, not below make.

    `ready`: takes the place of the Python of the targets. `encoding`: of the console.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    environment |= {READY: str(ready), "PYTHONIOENCODING": encoding}
    line = [sys.executable, os.path.relpath(root / "tools" / "sixpip.py", folder), *words]
    return subprocess.run(line, cwd=folder, env=environment, capture_output=True, encoding=encoding, check=False)


def test_without_arguments_it_lists_the_targets_and_the_command_to_type() -> None:
    done = start()
    assert done.returncode == 0
    assert dict(re.findall(r"^  ([a-z0-9-]+) +(\S.*)$", done.stdout, re.MULTILINE)) == {
        target.name: target.help for target in TARGETS
    }
    assert "\npython tools/sixpip.py TARGET [NAME=value ...]\n" in done.stdout
    assert done.stdout.endswith("\nStart with: python tools/sixpip.py play\n")


def test_every_setting_is_in_the_line_about_its_target() -> None:
    for target in TARGETS:
        named = set(re.findall(r"\b([A-Z][A-Z_]+)=", target.help))
        assert named == {setting.name for setting in target.settings}, target.name


def test_every_module_of_the_table_exists() -> None:
    modules = {step.arguments[1] for target in TARGETS for step in target.steps} - {"pytest"}
    assert len(modules) > 15
    for module in modules:
        path = ROOT.joinpath(*module.split("."))
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["paly"], "There is no target paly: `python tools/sixpip.py help` lists the targets.\n"),
        (["-n", "play", "POTR=1"], "There is no setting POTR: play has PORT, NO_BROWSER, VARIANTS"),
        (["-n", "clean", "PORT=1"], "There is no setting PORT: clean has none"),
        (["-n", "check", "quick", "PORT=1"], "There is no setting PORT: see the list of targets"),
        (["-n", "quick", "ARGS=-k 'menu"], "ARGS has an open quote: close it"),
        (["--wrong"], "Unrecognized arguments: --wrong: see python tools/sixpip.py --help\n"),
    ],
)
def test_a_wrong_target_or_setting_is_one_sentence(words: list[str], sentence: str) -> None:
    done = start(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(sentence) and done.stderr.count("\n") == 1


def test_a_dry_run_prints_the_commands_of_a_target_and_of_those_that_it_needs() -> None:
    done = start("-n", "image", ready="python")
    assert done.stdout == "python -m tools.board.build\npython -m tools.board.image\n"


def test_make_quick_leaves_out_every_marker_and_fetches_neither_micropython_nor_the_emulator() -> None:
    (line,) = start("-n", "quick", ready="python").stdout.splitlines()
    words = shlex.split(line)
    assert words[1:3] == ["-m", "pytest"]
    assert set(MARKERS) <= set(words[words.index("-m", 3) + 1].removeprefix("not ").split(" and not "))


def test_several_targets_run_in_their_order_and_each_once(tmp_path: Path) -> None:
    done = start("build", "image", "uf2", ready=recorder(tmp_path))
    assert re.findall(r'"-m", "tools\.board\.(\w+)"', done.stdout) == ["build", "image", "uf2"]


def test_a_target_stops_at_its_first_failure_with_the_status_of_the_command() -> None:
    failing = "import sys; sys.exit(3)"
    target = BY_NAME["image"]._replace(needs=(), steps=(Step(("-c", failing)), Step(("-c", "1"))))
    request = run_targets.Request([target], {}, silent=False, dry=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(READY, sys.executable)
        assert run_targets.run_target(target, request, set()) == 3


def test_a_step_that_may_fail_prints_how_it_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(READY, sys.executable)
    target = BY_NAME["setup"]._replace(steps=(Step(("-c", "import sys; sys.exit(1)"), "Going on."),))
    assert run_targets.run_target(target, run_targets.Request([target], {}, silent=False, dry=False), set()) == 0
    assert capsys.readouterr().out == "Going on.\n"
    assert all(step.otherwise for step in BY_NAME["setup"].steps)


def test_it_runs_from_any_folder_with_spaces_and_letters_that_the_console_lacks(tmp_path: Path) -> None:
    project = tmp_path / "my project \u2192 \u9ab0"
    elsewhere = tmp_path / "another folder"
    copy_launcher(project)
    elsewhere.mkdir()
    ready = recorder(tmp_path)
    done = start("restore", "FROM=old \u9ab0.zip", root=project, folder=elsewhere, ready=ready, encoding="cp1252")
    call = recorded(done.stdout)
    assert call["folder"] == str(project)
    assert call["environment"]["FROM"] == str(elsewhere / "old \u9ab0.zip")
    dry = start("-n", "restore", root=project, folder=elsewhere, ready="\u9ab0", encoding="cp1252")
    assert (dry.returncode, dry.stderr) == (0, "")
    assert dry.stdout == "'\\u9ab0' -m tools.board.flash restore\n"
    assert start(folder=elsewhere, root=project, encoding="cp1252").returncode == 0


def test_a_path_in_the_projects_folder_is_passed_as_it_is(tmp_path: Path) -> None:
    done = start("backup", "TO=mine.zip", ready=recorder(tmp_path))
    assert recorded(done.stdout)["environment"]["TO"] == "mine.zip"


def test_clean_deletes_results_and_caches_without_a_virtual_environment(tmp_path: Path) -> None:
    copy_launcher(tmp_path / "project")
    project = tmp_path / "project"
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "mine").touch()
    for folder in ("build/firmware", "dist", ".mypy_cache", "firmware/sixpip/__pycache__", ".play", ".venv"):
        (project / folder).mkdir(parents=True)
    (project / ".ruff_cache").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    done = start("clean", root=project, folder=project)
    assert done.returncode == 0, done.stderr
    assert {path.name for path in project.iterdir()} == {
        "Makefile",
        "pyproject.toml",
        "tools",
        "firmware",
        ".play",
        ".venv",
    }
    assert not list(project.rglob("__pycache__"))
    assert (tmp_path / "elsewhere" / "mine").exists()
    assert "delete the folders .venv and tools/check/micropython/node_modules" in done.stdout


def test_no_target_uses_programs_that_windows_lacks() -> None:
    sources = [(ROOT / "tools" / name).read_text(encoding="utf-8") for name in ("targets.py", "run_targets.py")]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipes = [line.lstrip("\t@") for line in makefile.splitlines() if line.startswith("\t@")]
    assert len(recipes) == 2 and recipes[1].startswith("$(PYTHON) -S tools/sixpip.py ")
    assert not re.search(r"\b(rm|find|touch|nproc|sh)\b -|shell=True", "".join(sources))
    assert set(clean.RESULTS) >= {"build", "dist"}


STOPPABLE = """#!{python}
import signal, sys, time
def stop(number, frame):
    print("stopped by", signal.Signals(number).name, flush=True)
    sys.exit(0)
signal.signal(signal.SIGINT, stop)
signal.signal(signal.SIGTERM, stop)
print("started", flush=True)
time.sleep(30)
"""


@pytest.mark.skipif(os.name != "posix", reason="needs process groups")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_command_decides_itself_how_it_stops(tmp_path: Path, name: str) -> None:
    program = tmp_path / "stoppable"
    program.write_text(STOPPABLE.format(python=sys.executable), encoding="utf-8")
    program.chmod(0o755)
    line = [sys.executable, str(ROOT / "tools" / "sixpip.py"), "play"]
    environment = {**os.environ, READY: str(program)}
    with subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        time.sleep(0.2)
        if name == "SIGINT":  # the terminal sends it to all processes
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.terminate()
        output, _ = process.communicate(timeout=600)
    assert output == f"stopped by {name}\n"
    assert process.returncode == 0


def test_a_command_that_a_signal_ends_has_the_status_of_a_shell() -> None:
    assert (
        run_targets.run_command([sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"])
        == 143
    )


def test_the_python_of_the_virtual_environment_is_where_windows_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert venv.interpreter() == ROOT / ".venv" / "bin" / "python"
    monkeypatch.setattr(sys, "platform", "win32")
    assert venv.interpreter() == ROOT / ".venv" / "Scripts" / "python.exe"


def test_words_are_split_as_the_shell_of_the_system_does() -> None:
    assert split_words(r'host_tests\test_uf2.py -k "menu and not coach"', "win32") == [
        r"host_tests\test_uf2.py",
        "-k",
        "menu and not coach",
    ]
    assert split_words(r"a\ b 'c d' # e", "linux") == ["a b", "c d", "#", "e"]
    with pytest.raises(ValueError, match="quotation"):
        split_words("'a", "win32")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (WINDOWS_BACKUP, WINDOWS_BACKUP),
        (r"backups\x.zip", r"D:\games\backups\x.zip"),
        ("backups/x.zip", r"D:\games\backups/x.zip"),
        (r"\\server\share\x.zip", r"\\server\share\x.zip"),
        (r"\x.zip", r"D:\x.zip"),
    ],
)
def test_a_windows_path_is_relative_to_the_current_folder_unless_it_has_a_drive(path: str, expected: str) -> None:
    assert absolute(path, r"D:\games", ntpath) == expected


def test_a_drive_letter_and_backslashes_arrive_unchanged(tmp_path: Path) -> None:
    done = start("restore", f"FROM={WINDOWS_BACKUP}", "PORT=COM12", ready=recorder(tmp_path))
    environment = recorded(done.stdout)["environment"]
    assert (environment["FROM"], environment["PORT"]) == (WINDOWS_BACKUP, "COM12")
    done = start("league", r"SAVE=D:\new\results.json", ready=recorder(tmp_path))
    assert recorded(done.stdout)["arguments"][-1] == r"--save=D:\new\results.json"


def test_a_windows_path_is_shown_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    print_message(f"{WINDOWS_BACKUP} already exists.")
    assert capsys.readouterr().err == f"{WINDOWS_BACKUP} already exists.\n"


def test_a_command_to_type_is_quoted_for_the_shell_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAKELEVEL", raising=False)
    assert (
        command_line("restore", "win32", FROM=WINDOWS_BACKUP)
        == f'python tools/sixpip.py restore "FROM={WINDOWS_BACKUP}"'
    )
    assert command_line("restore", "win32", FROM=r"D:\x.zip") == r"python tools/sixpip.py restore FROM=D:\x.zip"
    monkeypatch.setenv("MAKELEVEL", "1")
    assert command_line("restore", "linux", FROM="it's.zip") == "make restore 'FROM=it'\"'\"'s.zip'"
    assert quoted(["python.exe", "a b"], "win32") == 'python.exe "a b"'


def test_an_open_quote_in_a_setting_of_the_environment_is_no_error() -> None:
    setting = next(setting for setting in BY_NAME["restore"].settings if setting.name == "FROM")
    assert setting.passed == ENVIRONMENT and setting.arguments("it's.zip") == []
    with pytest.raises(UsageError):
        run_targets.arguments_of(BY_NAME["quick"].steps[0], BY_NAME["quick"].settings, {"ARGS": "it's"})
