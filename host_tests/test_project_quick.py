"""`make quick`: it runs every test without a marker, and such a test cannot use more than Python packages."""

import os
import shlex
import subprocess
import sys

import pytest

from host_tests.external_programs import MARKERS
from tools import ROOT
from tools.targets import BY_NAME

TESTS = """
import os
import shlex
import subprocess
import pytest

def node():
    subprocess.run([os.environ["NODE"]], check=True)

def image():
    open(os.environ["IMAGE"]).close()

def test_unmarked_node():
    node()

@pytest.mark.micropython
def test_marked_node():
    node()

@pytest.mark.emulator
def test_node_with_another_marker():
    node()

def test_unmarked_image():
    image()

@pytest.mark.emulator
def test_marked_image():
    image()

@pytest.fixture
def chromium():
    node()

def test_node_in_a_marked_fixture(chromium):
    pass

@pytest.fixture
def other():
    node()

def test_node_in_another_fixture(other):
    pass
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Returns the outcome of each of TESTS, run by pytest with our conftest.py."""
    folder = tmp_path_factory.mktemp("quick")
    (folder / "conftest.py").write_text((ROOT / "host_tests" / "conftest.py").read_text(encoding="utf-8"))
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n" + "".join(f"    {marker}\n" for marker in MARKERS))
    (folder / "test_it.py").write_text(TESTS)
    program, image = folder / "node", folder / "RPI_PICO-1.uf2"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    image.write_text("")
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "NODE": str(program),
        "IMAGE": str(image),
    }
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    lines = [line.split() for line in done.stdout.splitlines() if line.startswith("test_it.py::")]
    return {words[0].removeprefix("test_it.py::"): words[1] for words in lines}


@pytest.mark.long
@pytest.mark.parametrize("name", ["test_marked_node", "test_marked_image", "test_node_in_a_marked_fixture"])
def test_a_test_may_use_what_it_has_a_marker_for(outcomes: dict[str, str], name: str) -> None:
    assert outcomes[name] == "PASSED"


@pytest.mark.parametrize("name", ["test_unmarked_node", "test_node_with_another_marker", "test_unmarked_image"])
def test_a_test_without_the_marker_fails(outcomes: dict[str, str], name: str) -> None:
    assert outcomes[name] == "FAILED"


def test_a_fixture_of_a_test_without_the_marker_fails(outcomes: dict[str, str]) -> None:
    assert outcomes["test_node_in_another_fixture"] == "ERROR"


def test_make_quick_leaves_out_every_marker_and_fetches_neither_micropython_nor_the_emulator() -> None:
    line = [sys.executable, str(ROOT / "tools" / "sixpip.py"), "-n", "quick"]
    (command,) = subprocess.run(line, capture_output=True, text=True, check=True).stdout.splitlines()
    words = shlex.split(command)
    assert words[1:3] == ["-m", "pytest"]
    assert words[words.index("-m", 3) + 1] == " and ".join(f"not {marker}" for marker in ("sweep", "long", *MARKERS))
    assert BY_NAME["quick"].hint.startswith("Next: {make} test")
