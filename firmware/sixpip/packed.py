"""Where the Pico finds this package's modules, that lie deflated on its flash: a quarter less to copy and to keep.

`make build` packs them (tools/pack.py) and lets the package look for its modules here. Nobody else imports this.
"""

import os

from deflate import RAW, DeflateIO

from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_FOLDERS = (
    "/board /console /players /rules /storage /view /console/phases /console/selftest /rules/house /rules/phases "
)
"""Each with a space behind it. Known, because a look into the flash takes 3 ms, and each import would need three."""
_STATS = ((0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0), (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0))
"""Of a module and of a folder."""


class _Packed:
    """A file system with the modules in it as MicroPython imports them. Paths are those below the package: "/port.mpy".

    What MicroPython asks of one: https://docs.micropython.org/en/v1.24.0/library/vfs.html
    """

    def mount(self, readonly: bool, mkfs: bool) -> None:
        """Nothing is to be done."""

    def stat(self, path: str) -> "tuple[int, ...]":
        """What os.stat gives for a folder, or for any name of a module: `open` says if it is not there.

        Raises IndexError for everything else: MicroPython takes what is raised here for "not there", a Ctrl-C, too.
        So there is no branch here: MicroPython raises KeyboardInterrupt where a branch ends.
        """
        module = (path[-4:] == ".mpy") - (path[-12:] == "__init__.mpy")  # folders have none, see tools/build.py
        return _STATS[2 - 2 * module - (path + " " in _FOLDERS)]

    def open(self, path: str, mode: str) -> "Any":
        """A module's code as a stream of bytes. Raises OSError when it is not there."""
        return DeflateIO(open("/sixpip" + path[:-1] + "z", mode), RAW, 9, True)  # 9: tools/pack.py, WINDOW_BITS


os.mount(_Packed(), "/packed")
