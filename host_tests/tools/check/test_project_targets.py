"""The targets: `make TARGET` and `python tools/sixpip.py TARGET`, before and after packages are installed."""

import os
import re
import shlex
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from unittest.mock import Mock, patch

import pytest

from host_tests.command_fixture import copy_launcher, outcome, recorded, recorder
from host_tests.external_programs import MARKERS
from tools import ROOT, run_targets, settings
from tools.run_targets import READY, groups
from tools.targets import BY_NAME, OPTIONS, QUICK, SWEEP, TEST

WITHOUT_MAKE = (sys.executable, "tools/sixpip.py")
RUNNERS = pytest.mark.parametrize("runner", [("make", "-s"), WITHOUT_MAKE], ids=["make", "python"])


def run(*words: str, folder: Path = ROOT, ready: Path | str = "") -> "subprocess.CompletedProcess[str]":
    """Runs a command, not below make. `ready`: takes the place of the Python of the targets."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    environment[READY] = str(ready)
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@RUNNERS
def test_without_a_target_it_lists_all_with_their_settings(runner: tuple[str, ...]) -> None:
    listed = dict(re.findall(r"^  ([a-z0-9-]+) +(\S.*)$", run(*runner).stdout, re.MULTILINE))
    assert listed == {target.name: target.help for target in BY_NAME.values()}


def test_the_table_names_existing_modules_packages_and_settings() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", "")
    assert set(re.findall(r"^TARGETS = (.*)$", makefile, re.MULTILINE)[0].split()) == set(BY_NAME)
    assert set(OPTIONS) <= {name for target in BY_NAME.values() for name in target.settings()}
    assert all(f"not {marker}" in QUICK for marker in MARKERS)
    for target in BY_NAME.values():
        assert target.packages in ("", *groups())
        for path in [ROOT.joinpath(*line.split()[1].split(".")) for line in target.commands if "pytest" not in line]:
            assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), path


@pytest.mark.parametrize("line", ["make play POTR=1", "python play POTR=1", "python paly", "python quick ARGS='"])
def test_a_wrong_target_or_setting_is_refused_in_one_sentence(line: str) -> None:
    runner, *words = line.split()
    done = run(*(["make"] if runner == "make" else WITHOUT_MAKE), *words, ready=sys.executable)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.match(r"There is no (target paly|setting POTR): .*\n|ARGS: .* has an open quote: .*\n", done.stderr)


IMPOSSIBLE = (
    "soak MINUTES=0",
    "soak MINUTES=nan",
    "soak SEED=-1",
    "soak REPLAY=none",
    "league GAMES=-3",
    "league PLAYERS=7",
    "league VARIANTS=chess",
    "league SAVE=none/x",
    "mutants JOBS=0",
    "mutants SHARE=1.5",
    "mutants MODULE=none",
    "mutants TESTS=none",
    "bench PART=none",
    "hardware PARTS=none",
    "release TAG=v0",
    "play PORT=65536",
    "play VARIANTS=none",
    "play PAGES=example.org",
    "uf2 BOARD=none",
    "uf2 MICROPYTHON=none",
    "image BOARD=none",
    "restore FROM=none",
    "restore FROM=",
)


@pytest.mark.parametrize("line", IMPOSSIBLE)
def test_a_setting_that_cannot_be_right_is_refused_before_anything_is_installed_or_run(
    line: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    name, _, value = line.split()[1].partition("=")
    monkeypatch.setenv(name, value)  # main() sets it, too
    monkeypatch.delenv(READY, raising=False)
    for work in ("ensure", "_run_command"):
        monkeypatch.setattr(run_targets, work, Mock(side_effect=AssertionError))
    assert run_targets.main(["clean", *line.split()]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1) and err.startswith((f"{name}: ", "No backup is named: use "))


def test_the_names_of_parts_are_read_from_the_tables_of_the_commands() -> None:
    from hardware.__main__ import PARTS as of_hardware
    from tools.check.bench.__main__ import PARTS as of_bench

    assert settings.keys_in("tools/check/bench/__main__.py", "PARTS") == list(of_bench)
    assert settings.keys_in("hardware/__main__.py", "PARTS") == list(of_hardware)


@pytest.mark.parametrize(
    "line",
    [
        "soak MINUTES=1 SEED=0 JOBS=256",
        "league VARIANTS='pure farkle' PLAYERS='2 3' SAVE=x",
        "mutants MODULE='rules storage' TESTS=rules",
        "bench PART=menus",
        "hardware PARTS='documents drawings'",
        "play PORT=0 VARIANTS=. SAVES=my-saves PAGES=https://example.org/sixpip/",
        "flash PORT=/dev/none",
        "uf2 BOARD=pico2",
        f"restore FROM={ROOT}",
    ],
)
def test_settings_that_can_be_right_are_passed_on(line: str) -> None:
    done = run(*WITHOUT_MAKE, *shlex.split(line), ready="true")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "words",
    [
        "tools.check.power_on --games -3",
        "tools.check.power_on --games 0",
        "tools.check.power_on --jobs 0",
        "tools.check.power_on --seed nan",
        "tools.check.bench --jobs 0",
        "tools.check.bench --minutes 0",
        "tools.check.soak --minutes 0",
        "tools.check.mutants --share 0",
        "tools.check.mutants --tests none",
        "tools.check.mutants none",
        "tools.research.league --games 0",
        "tools.research.league --players 5",
    ],
)
def test_an_argument_that_cannot_be_right_is_refused_before_work_starts(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    module, *arguments = words.split()
    status, out, err = outcome(
        capsys, import_module(f"{module}.__main__" if module != "tools.check.power_on" else module).main, *arguments
    )
    assert (status, out) == (2, "") and err.count("\n") == 1


@pytest.mark.long
@RUNNERS
def test_settings_with_spaces_and_quotes_are_passed_unchanged(runner: tuple[str, ...], tmp_path: Path) -> None:
    file, ready = 'my "results" & it\'s ; `x`.json', recorder(tmp_path)
    call = recorded(run(*runner, "league", f"SAVE={file}", "PLAYERS=2 3", ready=ready).stdout)
    assert call["arguments"] == ["-m", "tools.research.league", "--players", "2", "3", f"--save={file}"]
    (tmp_path / file).write_text("")
    source = str(tmp_path / file)
    assert recorded(run(*runner, "restore", f"FROM={source}", ready=ready).stdout)["environment"]["FROM"] == source


def test_a_target_runs_after_the_one_that_it_needs_and_prints_what_to_do_next() -> None:
    image = run(*WITHOUT_MAKE, "-n", "image", ready="x").stdout
    assert image == "x -m tools.board.build\nx -m tools.board.image\n"
    assert run(*WITHOUT_MAKE, "image", ready="false").returncode == 1
    assert run(*WITHOUT_MAKE, "image", ready="true").stdout == BY_NAME["image"].hint + "\n"


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_command_decides_itself_how_it_stops(tmp_path: Path, sent: signal.Signals) -> None:
    program = tmp_path / "stoppable"
    program.write_text(
        "#!/bin/sh\ntrap 'exit 0' INT TERM\nsleep 0.3\necho started\nsleep 30 & wait\n", encoding="utf-8"
    )
    program.chmod(0o755)
    line = ("env", f"{READY}={program}", *WITHOUT_MAKE, "play")
    with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout and process.stdout.readline() == b"started\n"
        os.killpg(process.pid, sent)
    assert process.returncode == 0


def test_packages_are_installed_once_and_a_failure_has_a_remedy(tmp_path: Path) -> None:
    succeeds = Mock(return_value=True)
    with patch.multiple(run_targets, _succeeds=succeeds, VENV=tmp_path, interpreter=lambda: tmp_path):
        run_targets.ensure("play")
        run_targets.ensure("play")
        assert succeeds.call_count == 2 and succeeds.call_args.args[1:] == tuple(run_targets.pip_install("play"))
        succeeds.return_value = False
        with pytest.raises(run_targets.TargetError, match="apt-get install python3-venv"):
            run_targets.ensure("solve")


def test_an_old_python_is_refused_in_one_sentence(tmp_path: Path) -> None:
    copy_launcher(tmp_path)
    file = tmp_path / "tools" / "sixpip.py"
    file.write_text(file.read_text(encoding="utf-8").replace("(3, 11)", "(99, 0)"), encoding="utf-8")
    assert run("make", "play", folder=tmp_path).stderr.startswith("Sixpip's tools need Python 3.11 or newer")


TOY = """
from hypothesis import given, strategies as st

@given(st.integers())
def test_toy(number):
    print("drew", number)
"""


def drawn(folder: Path, *options: str) -> tuple[list[str], list[str]]:
    """The examples that pytest draws with the settings of this project, and the seeds that it prints."""
    (folder / "test_toy.py").write_text(TOY, encoding="utf-8")
    words = [sys.executable, "-m", "pytest", "-s", "-p", "host_tests.conftest", f"-c{ROOT / 'pyproject.toml'}"]
    done = run(*words, "-p", "no:cacheprovider", *options, str(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    return re.findall("drew (.*)", done.stdout), re.findall(r"--hypothesis-seed=(\d+)", done.stdout)


@pytest.mark.long
def test_make_sweep_draws_other_examples_in_each_run_and_prints_the_seed_that_repeats_them(tmp_path: Path) -> None:
    swept, seeds = drawn(tmp_path, "-m", SWEEP)
    assert len(seeds) == 1 and drawn(tmp_path, "-m", SWEEP, f"--hypothesis-seed={seeds[0]}") == (swept, seeds)
    tested = drawn(tmp_path, "-m", TEST)
    assert tested == drawn(tmp_path, "-m", TEST) and tested[1] == [] and len(swept) > 3 * len(tested[0])
    assert swept[: len(tested[0])] != tested[0] != drawn(tmp_path, "-m", TEST, "--hypothesis-seed=7")[0]
