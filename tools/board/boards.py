"""The boards and chips of sixpip.board.chips; finds a board by its name or by what its MicroPython reports."""

import argparse
import os
from collections.abc import Iterable
from typing import NamedTuple

from sixpip.board import chips
from tools.terminal import shown


class Chip(NamedTuple):
    """A row of sixpip.board.chips.CHIPS."""

    watchdog_clear: int
    family: int
    bootsel_id: int
    drive: str


class Board(NamedTuple):
    """A row of sixpip.board.chips.BOARDS."""

    name: str
    title: str
    machine: str
    build: str
    oldest: tuple[int, int]
    chip: str
    flash_kb: int
    disk_kb: int


CHIPS = {chip: Chip(*row) for chip, row in chips.CHIPS.items()}
BOARDS = tuple(Board(*row) for row in chips.BOARDS)
PICO = BOARDS[0]
PICO_W_MACHINE = f"Raspberry Pi Pico W with {PICO.chip}"
"""What RPI_PICO_W reports, as in `machine_of`; the console does not need the wireless chip that it is for."""
PICO_W_REFUSED = f"RPI_PICO_W, whose memory is too small for Sixpip: install {PICO.build}, which runs on a Pico W, too"
"""The end of the sentence that refuses it."""

NAMES = f"{', '.join(board.title.replace(' or ', ', ') for board in BOARDS[:-1])} or {BOARDS[-1].title}"
"""All boards, for messages."""


def board_named(name: str) -> Board:
    """The board with this name for BOARD=; the type of an argument of a Parser."""
    for board in BOARDS:
        if board.name == name:
            return board
    names = ", ".join(board.name for board in BOARDS)
    pico_w = f"; for a Pico W, use {PICO.name} with MicroPython {PICO.build}" if name == "pico-w" else ""
    raise argparse.ArgumentTypeError(f"{shown(name)} is not a board: use BOARD= {names}{pico_w}")


def add_board_argument(parser: argparse.ArgumentParser) -> None:
    """Add the option --board, with a Board as its value. The default is BOARD, or the Pico."""
    default = os.environ.get("BOARD") or PICO.name
    names = ", ".join(board.name for board in BOARDS)
    parser.add_argument("--board", type=board_named, default=default, help=f"{names} (default: BOARD, or pico)")


def machine_of(board: Board) -> str:
    """What the MicroPython of a board reports as `sys.implementation._machine`."""
    return f"{board.machine} with {board.chip}"


def reported_board(machine: str) -> Board | None:
    """The board whose MicroPython reports `machine`; None for one that is not in the table."""
    return next((board for board in BOARDS if machine_of(board) == machine), None)


def disk_offset(board: Board) -> int:
    """The first byte of the file system in the flash, which extends to the end of the flash."""
    return (board.flash_kb - board.disk_kb) << 10


def builds(boards: Iterable[Board]) -> str:
    """MicroPython's builds for these boards, for messages: "RPI_PICO2 or RPI_PICO2_W"."""
    return " or ".join(board.build for board in boards)


def official(board: Board) -> str:
    """The MicroPython to install on a board, for messages: "RPI_PICO, 1.24 or newer"."""
    return f"{board.build}, {board.oldest[0]}.{board.oldest[1]} or newer"


def with_chip(chip: str) -> list[Board]:
    """The boards with this chip."""
    return [board for board in BOARDS if board.chip == chip]
