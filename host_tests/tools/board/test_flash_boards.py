"""`make flash` and `make doctor` with each kind of board: what they say they found, and which builds are refused."""

from typing import Any

import pytest

from host_tests.flash_fixture import NEW, FakePico, flash, with_manifest
from sixpip.board.chips import RP2040, RP2350
from tools.board import boards
from tools.board.boards import BOARDS, Board
from tools.board.flash.doctor import examine
from tools.board.flash.errors import WrongBoard
from tools.board.image import BLOCK_SIZE, ImageTooSmall, make_image
from tools.check.power_loss.disk import format_image

MPY = {RP2040: 0x1306, RP2350: 0x1F06}
"""sys.implementation._mpy: version 6.3, for ARMV6M and ARMV7EMSP."""
MPY_RISCV = 0x2F06
WATCHDOG_CLEAR = {RP2040: 0x4005B000, RP2350: 0x400DB000}
each_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)


def identity(board: Board, version: tuple[int, int, int] = (1, 29, 0)) -> tuple[Any, ...]:
    return ("micropython", version, boards.machine_of(board), "rp2", MPY[board.chip])


def refusal(reported: tuple[Any, ...]) -> str:
    """The message with which a board is refused, after which nothing on it has changed."""
    refused = FakePico(identity=reported).put({"main.py": b"foreign"})
    with pytest.raises(WrongBoard) as caught:
        flash(refused, NEW)
    assert refused.files() == {"main.py": b"foreign"} and not refused.registers
    message = str(caught.value)
    assert message.endswith(".") and message.count(": ") == 1 and "\n" not in message
    return message


@each_board
def test_each_board_is_flashed_its_watchdog_stopped_and_doctor_names_it_and_the_size_of_its_disk(board: Board) -> None:
    fake = FakePico(format_image((board.disk_kb << 10) // BLOCK_SIZE), identity(board))
    flash(fake, NEW)
    assert fake.files() == with_manifest(NEW, "2")
    assert fake.registers == {WATCHDOG_CLEAR[board.chip]: 1 << 30}
    findings = examine(fake.board(), "2")
    report = dict(findings.facts)
    assert report["Board"].startswith(f"{board.title} ({boards.machine_of(board)}), MicroPython 1.29.0 on ")
    assert report["Free space"].endswith(f" of {board.disk_kb} KB")
    assert findings.faults == []


@pytest.mark.parametrize("name", ["pico2", "pico2-w"])
def test_micropython_for_risc_v_is_refused_with_the_build_to_install(name: str) -> None:
    board = boards.board_named(name)
    kind, version, machine, platform, _ = identity(board)
    expected = (
        "The board's MicroPython is built for RISC-V, and Sixpip is compiled for Arm: flash the official MicroPython "
        f"({boards.official(board)}) first."
    )
    assert refusal((kind, version, f"{machine}-RISCV", platform, MPY_RISCV)) == expected
    assert refusal((kind, version, machine, platform, MPY_RISCV | 0x10000)) == expected


@each_board
def test_a_micropython_that_is_too_old_is_refused_with_the_build_for_that_board(board: Board) -> None:
    major, minor = board.oldest
    message = refusal(identity(board, (major, minor - 1, 9)))
    assert "is too old: flash the official MicroPython" in message and f"({boards.official(board)})" in message
    assert str(FakePico(identity=identity(board, (major, minor, 0))).board().identity)


def test_a_board_of_another_kind_is_refused() -> None:
    circuitpython = ("circuitpython", (9, 2, 1), "Pico with rp2040", "RP2040", 6)
    assert "runs circuitpython and not MicroPython" in refusal(circuitpython)
    esp32 = ("micropython", (1, 24, 0), "Generic ESP32 module", "esp32", 0x2B06)
    assert "is not a Raspberry Pi Pico (Generic ESP32" in refusal(esp32)


def test_a_micropython_that_cannot_load_our_files_is_refused() -> None:
    kind, version, machine, platform, mpy = identity(BOARDS[0])
    assert "cannot load our compiled files" in refusal((kind, version, machine, platform, mpy + 1))
    for arch in (0, 1, 9, 10):
        assert "cannot load our compiled files" in refusal((kind, version, machine, platform, mpy & 0x3FF | arch << 10))


def test_another_board_with_one_of_the_chips_is_accepted_and_called_unknown() -> None:
    for chip in (RP2040, RP2350):
        fake = FakePico(identity=("micropython", (1, 25, 0), f"Pimoroni Tiny with {chip}", "rp2", MPY[chip]))
        assert str(fake.board().identity) == f"An unknown board (Pimoroni Tiny with {chip}), MicroPython 1.25.0"
        assert fake.registers == {WATCHDOG_CLEAR[chip]: 1 << 30}


def test_rpi_pico_w_is_refused_and_rpi_pico_named() -> None:
    kind, version, _, platform, mpy = identity(BOARDS[0])
    assert refusal((kind, version, "Raspberry Pi Pico W with RP2040", platform, mpy)) == (
        "The board runs RPI_PICO_W, whose memory and disk are too small for Sixpip: install RPI_PICO, which runs on a "
        "Pico W, too."
    )


@each_board
def test_an_image_that_does_not_fit_names_the_size_of_the_file_system(board: Board) -> None:
    with pytest.raises(ImageTooSmall, match=f"the file system of {board.build}, which has {board.disk_kb} KB"):
        make_image(None, {"big": bytes(board.disk_kb << 10)}, board)
