"""Finds the official MicroPython image: from SIXPIP_UF2, rp2040py's cache, or a download by rp2040py.

The image is never part of this repository.
"""

import os
from pathlib import Path

from rp2040py.utils.firmware_retrieve import MICROPYTHON, retrieve

from sixpip.board.chips import RP2040
from tools.board.uf2 import MOST_BYTES, read_uf2
from tools.files import BadFile, read_bytes
from tools.terminal import print_message

TAG = "1.24.1"
CACHED_NAME = "RPI_PICO-20241129-v1.24.1.uf2"
ADDRESS = f"https://micropython.org/resources/firmware/{CACHED_NAME}"
VARIABLE = "SIXPIP_UF2"


class EmulatorUnavailable(Exception):
    """The emulator cannot run on this computer; the message gives the reason and the remedy."""


def _cached() -> Path:
    return Path.home() / ".cache" / "rp2040py" / CACHED_NAME


def _download() -> Path:
    """Downloads the image with rp2040py and returns its path. Raises EmulatorUnavailable if that fails."""
    remedy = f"set {VARIABLE} to a copy of {CACHED_NAME} (from micropython.org) or connect to the network"
    try:
        path = retrieve(MICROPYTHON, TAG)
    except OSError as error:
        _cached().unlink(missing_ok=True)  # a partial download must not be used as the image
        raise EmulatorUnavailable(f"MicroPython's image could not be downloaded ({error}): {remedy}.") from error
    if path is None:
        raise EmulatorUnavailable(f"MicroPython's image could not be downloaded: {remedy}.")
    return Path(path)


def find_image() -> Path:
    """Returns the path of the official MicroPython UF2. Raises EmulatorUnavailable with the remedy in one sentence."""
    named = os.environ.get(VARIABLE)
    path = Path(os.path.expanduser(named)) if named else _cached() if _cached().is_file() else _download()
    try:
        if read_uf2(read_bytes(path, MOST_BYTES)).chip != RP2040:
            raise ValueError(f"is not for the {RP2040}")
    except (BadFile, ValueError) as error:
        remedy = f"set {VARIABLE} to a copy of {CACHED_NAME} (from micropython.org)"
        raise EmulatorUnavailable(f"{path} {error}: {'' if named else 'delete it, or '}{remedy}.") from error
    return path


def remedy() -> str:
    """How to get the image, in one line."""
    return f"Tests on the emulated Pico: download {ADDRESS} and set {VARIABLE} to the path of the file."


def has_image() -> bool:
    """Returns whether the image is here; if not, prints the reason and the remedy."""
    try:
        find_image()
    except EmulatorUnavailable as error:
        print_message(error)
        return False
    return True


def emulator_or_skip() -> Path:
    """Returns the path of the image; skips the running test with the reason if there is none."""
    import pytest

    try:
        return find_image()
    except EmulatorUnavailable as error:
        pytest.skip(str(error))
