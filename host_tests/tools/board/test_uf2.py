"""The UF2 files of `make uf2` for each board: their format, refused images, and that a Pico boots from them."""

import struct
from pathlib import Path

import pytest

from host_tests.flash_fixture import NEW, built_firmware
from sixpip import VERSION
from sixpip.board.chips import RP2040, RP2350
from tools.board import boards, uf2
from tools.board.boards import BOARDS, CHIPS, Board
from tools.board.flash import manifest
from tools.board.flash.errors import UsageError
from tools.board.image import BLOCK_COUNT, BLOCK_SIZE, read_image
from tools.check.bench.pico import firmware
from tools.check.emulator import Machine
from tools.play.host.frames import oled_lines

FAMILY = {RP2040: 0xE48BFF56, RP2350: 0xE48BFF59}
PICO, PICO2, PICO2_W = BOARDS
FLASH = 0x10000000
each_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
FACTORY_FLASH = b"\xff" * (BLOCK_COUNT * BLOCK_SIZE)
TOY = {
    "main.py": b"from sixpip import toy\ntoy.start()\n",
    "sixpip/__init__.py": b"",
    "sixpip/toy.py": b"import time\ndef start():\n    time.sleep_ms(100)\n    print('the toy has started')\n",
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A firmware small enough to boot at once."""
    return built_firmware(tmp_path / "built", TOY)


def headers(file: bytes) -> list[tuple[int, ...]]:
    """Each block's header: magic, magic, flags, address, size, number, count, family."""
    assert len(file) % 512 == 0
    return [struct.unpack_from("<8I", file, at) for at in range(0, len(file), 512)]


def check_format(file: bytes, first: int, end: int, chip: str = RP2040) -> None:
    """Check every block against github.com/microsoft/uf2; no address is missing from `first` to `end`."""
    found = headers(file)
    assert [header[3] for header in found] == list(range(first, end, 256))
    assert [header[5] for header in found] == list(range(len(found)))
    assert {(*header[:3], header[4], *header[6:]) for header in found} == {
        (0x0A324655, 0x9E5D5157, 0x2000, 256, len(found), FAMILY[chip])
    }
    assert all(file[at + 508 : at + 512] == b"\x30\x6f\xb1\x0a" for at in range(0, len(file), 512))


@pytest.mark.long
@pytest.mark.parametrize(
    ("board", "first", "end"),
    [
        (PICO, 0x100A0000, 0x10200000),
        (PICO2, 0x10100000, 0x10400000),
        (PICO2_W, 0x10180000, 0x10400000),
    ],
    ids=[board.name for board in BOARDS],
)
def test_the_file_system_covers_the_whole_disk_of_the_board_without_a_gap(board: Board, first: int, end: int) -> None:
    file = uf2.filesystem_uf2(uf2.make_filesystem(NEW, board), board)
    check_format(file, first, end, board.chip)


@each_board
def test_the_file_contains_the_firmware_and_the_manifest(board: Board) -> None:
    found = uf2.read_uf2(uf2.filesystem_uf2(uf2.make_filesystem(NEW, board), board))
    files = read_image(found.data)
    installed = manifest.parse(files.pop(manifest.NAME))
    assert found.chip == board.chip
    assert len(found.data) == board.disk_kb * 1024
    assert files == NEW
    assert installed == manifest.manifest_of(NEW, VERSION)


def test_the_last_page_is_padded_as_erased_flash() -> None:
    file = uf2.make_uf2(b"abc", 0x10000000, RP2350)
    assert uf2.read_uf2(file) == (RP2350, 0x10000000, b"abc".ljust(256, b"\xff"))


@pytest.mark.parametrize(
    ("address", "size", "fits"),
    [
        (0x10000000, 256, True),
        (0x0FFFFF00, 512, False),
        (0x103FFF00, 256, True),
        (0x103FFF00, 512, False),
        (0x20000000, 256, False),
    ],
)
def test_a_file_is_for_addresses_in_the_flash_of_the_largest_board(address: int, size: int, fits: bool) -> None:
    file = uf2.make_uf2(bytes(size), address, RP2040)
    if fits:
        assert uf2.read_uf2(file) == (RP2040, address, bytes(size))
    else:
        with pytest.raises(ValueError, match="^does not fit into the flash of any of the boards$"):
            uf2.read_uf2(file)


def test_blocks_in_any_order_with_gaps_are_read_as_flash_that_is_erased_between_them() -> None:
    first, last = (uf2.make_uf2(data, address, RP2350) for data, address in ((b"a" * 256, FLASH), (b"b", FLASH + 768)))
    expected = b"a" * 256 + b"\xff" * 512 + b"b".ljust(256, b"\xff")
    for file in (first + last, last + first, absolute_block() + last + first):
        assert uf2.read_uf2(file) == (RP2350, FLASH, expected)


@pytest.mark.parametrize(("offset", "block"), [(0, 1), (4, 1), (508, 0), (508, 1)])
def test_each_block_has_its_three_marks(offset: int, block: int) -> None:
    file = bytearray(micropython())
    struct.pack_into("<I", file, 512 * block + offset, 1)
    with pytest.raises(ValueError, match="^is not a UF2 file$"):
        uf2.read_uf2(bytes(file))


def test_only_the_first_block_may_be_the_one_of_picotool() -> None:
    assert uf2.read_uf2(absolute_block() + micropython(board=PICO2)).chip == RP2350
    with pytest.raises(ValueError, match="^does not fit into the flash"):
        uf2.read_uf2(micropython(board=PICO2) + absolute_block())


def test_a_file_that_counts_the_block_of_picotool_is_complete_and_not_without_a_later_block() -> None:
    data = bytes(range(256)) * 3
    counted = bytearray(uf2.make_uf2(data, FLASH, RP2350))
    for number in range(3):
        struct.pack_into("<2I", counted, 512 * number + 20, number + 1, 4)
    assert uf2.read_uf2(absolute_block() + counted) == (RP2350, FLASH, data)
    for cut in (counted[:512] + counted[1024:], counted[512:], counted[:1024]):
        with pytest.raises(ValueError, match="^is not a complete UF2 file$"):
            uf2.read_uf2(absolute_block() + cut)


def micropython(version: str = "1.25.0", board: Board = PICO, size: int = 5000) -> bytes:
    """A UF2 with the version text of the official image for a board."""
    text = f"MicroPython v{version} on 2025-04-15; {boards.machine_of(board)}".encode()
    return uf2.make_uf2(text.ljust(size, b"\x01"), 0x10000000, board.chip)


def of_family(family: int) -> bytes:
    """A UF2 with MicroPython whose blocks are of another family."""
    return micropython().replace(struct.pack("<I", FAMILY[RP2040]), struct.pack("<I", family))


def with_header(offset: int, value: int) -> bytes:
    """A UF2 with MicroPython and another word in the header of its second block."""
    file = bytearray(micropython())
    struct.pack_into("<I", file, 512 + offset, value)
    return bytes(file)


REFUSED = {
    "is not a complete UF2 file": micropython()[:-1],
    "is not a complete": micropython()[:-512],
    "is not a complete UF2": micropython()[:512] + micropython()[1024:],
    "is not a UF2 file": bytes(512),
    "is not for one chip, RP2040 or RP2350": of_family(0xE48BFF5B),
    "is not for one chip": micropython() + micropython(board=PICO2),
    "is not for one chip, RP2040 or": with_header(8, 0),  # no block says for which chip it is
    "is not for one chip, RP2040": with_header(16, 128),  # not a whole page
    "is not for one chip,": with_header(12, 0x10000180),  # not at the start of a page
    "is for the RISC-V processors of the RP2350, and Sixpip is compiled for Arm": of_family(0xE48BFF5A),
    "is for the RP2040, and not MicroPython for the Pico, Pico H or Pico W": uf2.make_uf2(b"blink", 0x10000000, RP2040),
    "is MicroPython for the Pico 2: use BOARD=pico2, or name": micropython(board=PICO2),
    "is MicroPython for the Pico 2 W: use BOARD=pico2-w, or name": micropython(board=PICO2_W),
    "is an older MicroPython than 1.24": micropython("1.23.0"),
    "overlaps the file system": micropython(size=0xA0001),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_a_file_that_is_not_the_board_s_micropython_is_refused(
    tmp_path: Path, source: Path, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "given.uf2").write_bytes(REFUSED[reason])
    arguments = ["--source", str(source), "--output", str(tmp_path / "dist")]
    assert uf2.main([*arguments, "--micropython", str(tmp_path / "given.uf2")]) == 2
    message = capsys.readouterr().err
    assert f"given.uf2 {reason}" in message
    assert message.endswith(
        " name the official image for the Pico, Pico H or Pico W (RPI_PICO, 1.24 or newer) in MICROPYTHON=.\n"
    )
    assert not (tmp_path / "dist").exists()


@pytest.mark.parametrize("version", ["1.24.0", "1.30.2", "2.0.0", "2.5.1", "10.1.0"])
def test_a_micropython_of_any_later_version_is_accepted(version: str, tmp_path: Path) -> None:
    (tmp_path / "given.uf2").write_bytes(micropython(version))
    assert uf2.read_micropython(tmp_path / "given.uf2", PICO).startswith(f"MicroPython v{version}".encode())


def test_without_micropython_only_the_file_system_is_made_with_the_same_warning(
    tmp_path: Path, source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BOARD", "MICROPYTHON"):
        monkeypatch.setenv(name, "")
    assert uf2.main(["--source", str(source), "--output", str(tmp_path / "dist")]) == 0
    assert uf2.WARNING in capsys.readouterr().out
    assert [path.name for path in (tmp_path / "dist").iterdir()] == ["sixpip-pico-fs.uf2"]


@each_board
def test_rpi_pico_w_is_refused_and_rpi_pico_named(
    board: Board, tmp_path: Path, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "RPI_PICO_W.uf2"
    path.write_bytes(uf2.make_uf2(b"MicroPython v1.24.1; Raspberry Pi Pico W with RP2040", 0x10000000, RP2040))
    arguments = ["--board", board.name, "--source", str(source), "--output", str(tmp_path / "dist")]
    assert uf2.main([*arguments, "--micropython", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"{path} is RPI_PICO_W, whose memory is too small for Sixpip: install RPI_PICO, which runs on a Pico W, too.\n"
    )
    assert not (tmp_path / "dist").exists()


@pytest.mark.parametrize(
    "board",
    [board if board is boards.PICO else pytest.param(board, marks=pytest.mark.long) for board in boards.BOARDS],
    ids=lambda board: board.name,
)
def test_the_board_is_chosen_by_the_environment_and_gets_its_micropython_and_its_file_system(
    board: Board, tmp_path: Path, source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "given.uf2").write_bytes(absolute_block() + micropython(board=board, size=boards.disk_offset(board)))
    monkeypatch.setenv("BOARD", board.name)
    monkeypatch.setenv("MICROPYTHON", str(tmp_path / "given.uf2"))
    assert uf2.main(["--source", str(source), "--output", str(tmp_path / "dist")]) == 0
    output = capsys.readouterr().out
    assert "erases everything on the board's disk: saves, settings, own variants and logs." in output
    assert f"for the {board.title}: hold BOOTSEL" in output
    assert (
        f"on the drive {CHIPS[board.chip].drive}, after the official MicroPython ({boards.official(board)})." in output
    )
    file = (tmp_path / "dist" / f"sixpip-{board.name}-full.uf2").read_bytes()
    check_format(file, 0x10000000, 0x10000000 + board.flash_kb * 1024, board.chip)
    data = uf2.read_uf2(file).data
    assert data.startswith(b"MicroPython v1.25.0")
    assert set(TOY) < set(read_image(data[boards.disk_offset(board) :]))


@pytest.mark.parametrize("file", [b"", b"x", bytes(511), bytes(513)])
def test_a_file_of_no_whole_blocks_is_not_complete(file: bytes) -> None:
    with pytest.raises(ValueError, match="is not a complete UF2 file"):
        uf2.read_uf2(file)


def absolute_block() -> bytes:
    """The block that picotool puts before the others in a file for the RP2350."""
    header = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10FFFF00, 256, 0, 2, 0xE48BFF57)
    return (header + b"\xef" * 256).ljust(508, b"\0") + struct.pack("<I", 0x0AB16F30)


def test_a_board_that_does_not_exist_is_refused_with_the_names(
    source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARD", "pico3")
    with pytest.raises(SystemExit, match="2"):
        uf2.main(["--source", str(source)])
    refused = capsys.readouterr().err
    assert "pico3 is not a board: use BOARD= pico, pico2, pico2-w" in refused and "Pico W" not in refused
    with pytest.raises(SystemExit, match="2"):
        uf2.main(["--board", "pico-w"])
    assert "; for a Pico W, use pico with MicroPython RPI_PICO" in capsys.readouterr().err


def drop(machine: Machine, file: bytes) -> None:
    """Program each page of a UF2 at its address, as the Pico's boot ROM does."""
    for at, header in zip(range(0, len(file), 512), headers(file)):
        machine.mcu.flash[header[3] - 0x10000000 : header[3] - 0x10000000 + 256] = file[at + 32 : at + 288]


@pytest.fixture(scope="module")
def dropped(emulator: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both files, made from the real firmware."""
    folder = tmp_path_factory.mktemp("dist")
    arguments = ["--source", str(firmware()), "--output", str(folder), "--micropython", str(emulator)]
    assert uf2.main(arguments) == 0
    return folder


def boots_to_the_menu(machine: Machine) -> None:
    machine.run_until(lambda: machine.display.on and "Farkle" in oled_lines(machine.oled)[1], 5000, 20)
    assert "Traceback" not in machine.console_text
    assert read_image(machine.filesystem())[manifest.NAME]


def test_a_pico_boots_to_the_menu_from_the_file_dropped_after_micropython(dropped: Path) -> None:
    machine = Machine(FACTORY_FLASH, exact_every=8)
    drop(machine, (dropped / "sixpip-pico-fs.uf2").read_bytes())
    boots_to_the_menu(machine)


def test_a_pico_boots_to_the_menu_from_the_one_combined_file(dropped: Path) -> None:
    file = (dropped / "sixpip-pico-full.uf2").read_bytes()
    check_format(file, 0x10000000, 0x10200000)
    machine = Machine(FACTORY_FLASH, exact_every=8)
    machine.mcu.flash[:] = b"\xff" * len(machine.mcu.flash)
    drop(machine, file)
    boots_to_the_menu(machine)


def test_micropython_at_another_address_than_the_start_of_the_flash_is_refused(tmp_path: Path) -> None:
    moved = uf2.make_uf2(uf2.read_uf2(micropython()).data, FLASH + 4096, RP2040)
    (tmp_path / "given.uf2").write_bytes(moved)
    with pytest.raises(
        UsageError, match=r"given\.uf2 is for the RP2040, and not MicroPython for .*: name the official "
    ):
        uf2.read_micropython(tmp_path / "given.uf2", PICO)


def test_a_file_for_all_of_the_largest_flash_is_read_and_a_larger_one_is_not(tmp_path: Path) -> None:
    most = 2 * (4096 << 10) + 512
    for size, reason in ((most, "is not a UF2 file"), (most + 1, f"is larger than {most} bytes")):
        with open(tmp_path / "given.uf2", "wb") as file:
            file.truncate(size)
        with pytest.raises(UsageError, match=reason):
            uf2.read_micropython(tmp_path / "given.uf2", PICO)
