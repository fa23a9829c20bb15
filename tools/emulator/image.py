"""Where the official MicroPython image comes from: SIXPIP_UF2, rp2040py's cache, or its download.

The image is never part of this repository. Nothing here runs it.
"""

import os
from pathlib import Path

from rp2040py.utils.firmware_retrieve import MICROPYTHON, retrieve

TAG = "1.24.1"
CACHED_NAME = "RPI_PICO-20241129-v1.24.1.uf2"
VARIABLE = "SIXPIP_UF2"


class EmulatorUnavailable(Exception):
    """The emulator cannot run on this computer; the message says why and what to do."""


def _cached() -> Path:
    """Where rp2040py keeps the image once it has downloaded it."""
    return Path.home() / ".cache" / "rp2040py" / CACHED_NAME


def _download() -> Path:
    """The image, downloaded by rp2040py. Raises EmulatorUnavailable when there is no network."""
    remedy = f"set {VARIABLE} to a copy of {CACHED_NAME} (from micropython.org) or connect to the network"
    try:
        path = retrieve(MICROPYTHON, TAG)
    except OSError as error:
        _cached().unlink(missing_ok=True)  # a download that broke off must not be taken for the image
        raise EmulatorUnavailable(f"MicroPython's image could not be downloaded ({error}): {remedy}.") from error
    if path is None:
        raise EmulatorUnavailable(f"MicroPython's image could not be downloaded: {remedy}.")
    return Path(path)


def find_image() -> Path:
    """The path of the official MicroPython UF2. Raises EmulatorUnavailable with one sentence that says the remedy."""
    named = os.environ.get(VARIABLE)
    if named:
        path = Path(named).expanduser()
        if not path.is_file():
            raise EmulatorUnavailable(f"{VARIABLE} names {named}, and there is no such file.")
        return path
    if _cached().is_file():
        return _cached()
    return _download()


def emulator_or_skip() -> Path:
    """For tests: the image, or a skipped test that says why there is none."""
    import pytest

    try:
        return find_image()
    except EmulatorUnavailable as error:
        pytest.skip(str(error))
