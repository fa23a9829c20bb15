"""What the page install.html consists of and what it gets from `make flash`: its files, boards, limits and scripts.

Without Node. test_install_page.py runs the modules of the page.
"""

import functools
import gzip
import hashlib
import json
import re
from typing import Any
from unittest.mock import MagicMock

import pytest

from host_tests.flash_fixture import IDENTITY, NEW, FakePico
from sixpip import VERSION
from sixpip.board.chips import RP2040, RP2350
from tools import FIRMWARE
from tools.board import boards, install_page
from tools.board.boards import BOARDS
from tools.board.flash import sentences
from tools.board.flash.errors import WrongBoard
from tools.board.flash.identity import Identity
from tools.board.install_page import PAGE, SHARED, description, files_with
from tools.play import simulator

MPY_ARM = 0x1306
"""What a MicroPython for the Pico reports: version 6.3, for ARMV6M."""


@pytest.fixture(autouse=True)
def some_modules_of_micropython(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves out what takes two seconds: all of the firmware would be read for it."""
    monkeypatch.setattr(install_page, "hideable_modules", lambda with_mpremote: ("os", *["select"] * with_mpremote))


def test_the_page_has_the_files_of_its_folder_the_firmware_and_what_it_has_to_know() -> None:
    files = files_with(NEW, "2")
    own = {path.name: path.read_bytes() for path in PAGE.iterdir()}
    assert "install.html" in own and {name: files.pop(name) for name in own} == own
    assert files.pop("install-start.js") == (simulator.PAGE / "start.js").read_bytes()
    assert json.loads(files.pop("install.json")) == json.loads(json.dumps(description(NEW, "2")))
    assert gzip.decompress(files.pop("install.bin")) == b"".join(NEW[path] for path in sorted(NEW))
    assert [*files] == ["install-backup.json"]
    assert all(name.startswith(install_page.PREFIX) for name in files_with(NEW, "2"))


def test_the_same_firmware_makes_the_same_page_at_any_time_and_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1e9)
    files = files_with(NEW, "2")
    monkeypatch.setattr("time.time", lambda: 2e9)
    assert files_with(dict(sorted(NEW.items(), reverse=True)), "2") == files
    assert files["install.bin"][4:8] == bytes(4), "no time"


@pytest.mark.parametrize("name", ["install.json", "install-backup.json"])
def test_a_description_is_text_of_a_line_for_each_entry(name: str) -> None:
    text = files_with(NEW, "2")[name].decode()
    assert text.endswith("\n}\n")
    assert {*re.findall(r'^ "(\w+)": ', text, re.MULTILINE)} == {*json.loads(text)}


def test_the_page_of_the_demo_installs_this_version_of_the_firmware(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = MagicMock(return_value=NEW)
    monkeypatch.setattr(install_page, "compiled_files", compiled)
    monkeypatch.setattr(install_page, "firmware", functools.cache(install_page.firmware.__wrapped__))
    assert install_page.page_files() == files_with(NEW, VERSION)
    assert install_page.page_files() == files_with(NEW, VERSION)
    compiled.assert_called_once_with(FIRMWARE)


def test_the_page_knows_the_size_and_the_hash_of_each_file_and_of_all_as_they_arrive() -> None:
    told = description(NEW, "2")
    assert told["version"] == "2"
    assert told["firmware"] == {path: [len(data), hashlib.sha256(data).hexdigest()] for path, data in NEW.items()}
    assert [*told["firmware"]] == sorted(NEW), "in the order in which install.bin has them"
    packed = gzip.decompress(files_with(NEW, "2")["install.bin"])
    assert told["firmware_hash"] == hashlib.sha256(packed).hexdigest()


def names_of_the_description(script: str) -> set[str]:
    """The entries of the description that a module of the page uses."""
    blocks = re.findall(r"\{([^{}]*)\} = description(?![.\w])", script)
    taken = {word.partition(":")[0].strip() for block in blocks for word in block.split(",")}
    return {*re.findall(r"\bdescription\.(\w+)", script), *taken} - {""}


def test_what_a_module_of_the_page_uses_of_the_description_is_in_it() -> None:
    told = description(NEW, "2")
    used = {name for path in PAGE.glob("*.js") for name in names_of_the_description(path.read_text("utf-8"))}
    assert len(used) > 40 and used <= {*told}


def test_the_modules_that_the_demo_shares_need_no_others_and_no_more_than_their_own_description() -> None:
    files = files_with(NEW, "2")
    told = json.loads(files["install-backup.json"])
    assert SHARED <= {*files}
    for name in SHARED - {"install-backup.json"}:
        script = files[name].decode()
        assert {*re.findall(r'from "\./(.*?)"', script)} <= SHARED
        assert names_of_the_description(script) <= {*told}, name
    assert told.pop("sentences") == sentences.sentences_of_the_demo()
    whole = json.loads(files["install.json"])
    assert told == {name: whole[name] for name in told}


ROWS: list[dict[str, Any]] = [
    {
        "title": "Pico, Pico H or Pico W",
        "machine": "Raspberry Pi Pico",
        "build": "RPI_PICO",
        "oldest": (1, 24),
        "chip": "RP2040",
        "official": "RPI_PICO, 1.24 or newer",
        "drive": "RPI-RP2",
        "family": 0xE48BFF56,
        "disk_offset": 0xA0000,
        "address": "https://micropython.org/download/RPI_PICO/",
    },
    {
        "title": "Pico 2",
        "machine": "Raspberry Pi Pico2",
        "build": "RPI_PICO2",
        "oldest": (1, 24),
        "chip": "RP2350",
        "official": "RPI_PICO2, 1.24 or newer",
        "drive": "RP2350",
        "family": 0xE48BFF59,
        "disk_offset": 0x100000,
        "address": "https://micropython.org/download/RPI_PICO2/",
    },
    {
        "title": "Pico 2 W",
        "machine": "Raspberry Pi Pico 2 W",
        "build": "RPI_PICO2_W",
        "oldest": (1, 25),
        "chip": "RP2350",
        "official": "RPI_PICO2_W, 1.25 or newer",
        "drive": "RP2350",
        "family": 0xE48BFF59,
        "disk_offset": 0x180000,
        "address": "https://micropython.org/download/RPI_PICO2_W/",
    },
]


def test_the_page_knows_each_board_its_drive_and_the_page_with_its_micropython() -> None:
    told = description(NEW, "2")
    assert told["boards"] == ROWS
    assert told["board_names"] == "Pico, Pico H, Pico W, Pico 2 or Pico 2 W"
    assert told["pico_w"] == {"machine": "Raspberry Pi Pico W with RP2040", "refused": boards.PICO_W_REFUSED}


def can_load(mpy: int) -> bool:
    """Whether a Pico whose MicroPython reports this about .mpy files is accepted by `make flash`."""
    name, version, machine, platform, _ = IDENTITY
    try:
        Identity(name, version, machine, platform, mpy).check()
    except WrongBoard:
        return False
    return True


def test_the_page_accepts_the_processors_and_the_versions_of_mpy_files_that_make_flash_accepts() -> None:
    told = description(NEW, "2")["mpy"]
    first, last = told["arm"]
    assert [number for number in range(32) if can_load(MPY_ARM & 0x3FF | number << 10)] == [*range(first, last + 1)]
    versions = [(major, minor) for major in range(9) for minor in range(4) if can_load(0x1000 | minor << 8 | major)]
    assert versions == [(6, 3)] == [told["version"]]
    assert told["platform"] == "rp2" and told["riscv"] == ("RISCV", 11)


@pytest.mark.parametrize(("chip", "machine"), [(RP2040, "Raspberry Pi Pico"), (RP2350, "Raspberry Pi Pico2")])
def test_the_page_sends_a_board_the_programs_that_make_flash_sends(
    chip: str, machine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pico = FakePico(identity=("micropython", (1, 25, 0), f"{machine} with {chip}", "rp2", MPY_ARM))
    programs: list[str] = []
    run = pico.exec

    def record(command: str) -> bytes:
        programs.append(command)
        return run(command)

    monkeypatch.setattr(pico, "exec", record)
    pico.board()
    scripts = description(NEW, "2")["scripts"]
    assert programs == [scripts["identity"], scripts["stop_watchdog"][chip], scripts["helpers"]]
    assert [*scripts["stop_watchdog"]] == [RP2040, RP2350]


def test_the_page_knows_the_names_of_files_on_the_board() -> None:
    told = description(NEW, "2")
    assert (told["main"], told["boot"], told["manifest"]) == ("main.py", "boot.py", "sixpip.files")
    assert (told["main_part"], told["manifest_part"]) == ("main.py.part", "sixpip.files.part")
    assert told["parts"] == ("main.py.part", "sixpip.files.part", told["restored"])
    assert told["hideable"] == {"modules": ("os",), "places": ("", "lib/")}, "the page does without mpremote"
    assert told["variants"]["folder"] == "variants"
    assert (told["our_mark"], told["our_header"], told["mark"]) == ("sixpip", "sixpip ", "A backup of Sixpip.")
    assert (told["module_file"], told["package"]) == ("sixpip.modules", "sixpip")
    for name in ("modules", "junk"):
        assert told[name] == sorted(told[name]), "the same text each time"


def test_the_page_waits_until_a_slow_computer_has_written_a_file_to_the_drive() -> None:
    """Linux writes a file to its disk 30 seconds later, in steps of 5 seconds, unless somebody ejects the disk."""
    assert 30 + 5 < description(NEW, "2")["drive_s"] < 120


def test_every_board_that_the_page_knows_is_one_of_make_flash() -> None:
    machines = [f"{row['machine']} with {row['chip']}" for row in description(NEW, "2")["boards"]]
    assert [boards.reported_board(machine) for machine in machines] == [*BOARDS]
