"""The command of the simulator, `python -m tools.play.simulator`: its port, its folders, and how a signal stops it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sixpip.app.settings import Settings
from sixpip.storage.records import Store
from tools import ROOT
from tools.play.simulator.__main__ import UsageError, disable_sleep, folder_from, port_from, variants_from
from tools.play.simulator.server import listen


def command(tmp_path: Path, **environment: str) -> "subprocess.Popen[str]":
    """Starts `python -m tools.play.simulator` without a browser."""
    return subprocess.Popen(
        [sys.executable, "-m", "tools.play.simulator", "--folder", str(tmp_path / "saves")],
        cwd=ROOT,
        env=os.environ | {"NO_BROWSER": "1"} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.long
def test_for_a_port_in_use_the_message_is_one_sentence_with_the_remedy_and_the_status_is_2(tmp_path: Path) -> None:
    with listen(0) as taken:
        port = taken.getsockname()[1]
        process = command(tmp_path, PORT=str(port))
        out, err = process.communicate(timeout=600)
    assert (process.returncode, out) == (2, "")
    assert err.startswith(f"Port {port} is in use: stop the program that uses it, or choose another with PORT=")
    assert err.count("\n") == 1


@pytest.mark.parametrize("port", ["eight", "-1", "65536", "80.5", "²"])
def test_an_invalid_port_is_refused_in_one_sentence(port: str) -> None:
    with pytest.raises(UsageError, match=f'PORT must be a number from 0 to 65535.*not "{port}"'):
        port_from(port)
    assert (port_from("9000"), port_from("")) == (9000, 8617)


def test_on_the_page_the_console_never_sleeps_unless_the_player_has_chosen_so(tmp_path: Path) -> None:
    disable_sleep(tmp_path)
    settings = Settings(Store(str(tmp_path)))
    assert settings.sleep_ms() == 0
    settings.values["sleep"] = 0
    settings.unsaved = True
    settings.save(Store(str(tmp_path)))
    disable_sleep(tmp_path)
    assert Settings(Store(str(tmp_path))).sleep_ms() == 300_000


def test_a_folder_that_cannot_be_created_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("file/saves", "loop", "loop/saves", "n" * 5000):
        with pytest.raises(UsageError, match="cannot be used for saves .*: choose another --folder"):
            folder_from(str(tmp_path / name))
    with pytest.raises(UsageError, match="cannot be read .*: choose a folder of .json files"):
        variants_from(str(tmp_path / "loop"))
