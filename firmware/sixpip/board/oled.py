"""The SSD1306 OLED, 128x64, on I2C: sends only pages that changed. What is drawn is the view's business.

A missing display stops nothing: it is named in `error` and tried again now and then.
"""

from sixpip.board import slices
from sixpip.port import TYPE_CHECKING, const, ticks_diff

if TYPE_CHECKING:
    from typing import Protocol

    class Bus(Protocol):
        """What is needed of machine.I2C."""

        def writeto(self, address: int, data: "bytes | bytearray | memoryview") -> int:
            """Send `data`; raises OSError when nobody answers."""
            ...

    class Hurry(Protocol):
        """What may not have to wait for the display: board/keys.py."""

        def waiting(self) -> bool:
            """Whether it waits now."""
            ...


ADDRESS = const(0x3C)
WIDTH = const(128)
PAGES = const(8)
RETRY_MS = const(2000)
"""How long a display that does not answer is left alone."""

_TEND_MS = const(450)  # twice a second when the console idles

_LINE = const(129)  # a page as it goes over the wire: a control byte, then 128 columns
_DATA = const(0x40)
# Control byte 0, then commands (datasheet SSD1306 rev 1.1): off, clock, 64 rows, no offset, first row 0, charge pump
# on, horizontal addressing, columns and rows as seen from the front, pins, contrast, precharge, VCOMH, show memory,
# not inverted.
_SETUP = b"\x00\xae\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x00\xa1\xc8\xda\x12\x81\x8f\xd9\xf1\xdb\x30\xa4\xa6"
_SWITCH_ON = b"\x00\xaf"
_SWITCH_OFF = b"\x00\xae"
_SET_UP_LIT = b"\x00" + _SETUP[2:] + b"\xaf"  # for one that should be lit: it does not flicker


_PAGE = slices.first(WIDTH)


class Oled:
    """The display on a bus; found or not, it may be shown to."""

    def __init__(self, bus: "Bus", frame: bytearray, now_ms: int) -> None:
        """`frame`: the 1024 bytes to show. Sets the display up; it lights with the first `show`."""
        self.error: str | None = None
        """Why nothing is shown, in one sentence; None while the display answers."""
        self._bus = bus
        now, wire = memoryview(frame), memoryview(bytearray(PAGES * _LINE))
        self._pages = [now[page * WIDTH : (page + 1) * WIDTH] for page in range(PAGES)]
        self._lines = [wire[page * _LINE : (page + 1) * _LINE] for page in range(PAGES)]
        self._sent = [line[1:] for line in self._lines]
        for line in self._lines:
            line[0] = _DATA
        self._where = bytearray((0x00, 0x21, 0, WIDTH - 1, 0x22, 0, PAGES - 1))  # columns, pages
        self._known = 0  # pages of the display that hold what _sent says, one bit each
        self._failed_ms = self._tended_ms = now_ms
        self._wanted = True  # not switched off
        self._turn = 0  # the page that is sent again next
        self._set_up(now_ms)

    def show(self, now_ms: int, hurry: "Hurry | None" = None) -> None:
        """Send the pages that changed since they were sent; about 3 ms each at 400 kHz.

        A display that is lit already is left half done when `hurry` waits; the next call sends the rest.
        """
        if self.error and (ticks_diff(now_ms, self._failed_ms) < RETRY_MS or not self._set_up(now_ms)):
            return
        try:
            was_dark = self._known == 0
            for page in range(PAGES):
                if not self._known & 1 << page or self._pages[page] != self._sent[page]:
                    if hurry and not was_dark and hurry.waiting():
                        return
                    self._send(page)
            if was_dark:
                self._bus.writeto(ADDRESS, _SWITCH_ON)
        except OSError:
            self._fail(now_ms)

    def switch(self, on: bool, now_ms: int) -> None:
        """Light the display or darken it; its contents stay."""
        self._wanted = on
        if self.error or (on and self._known == 0):
            return  # what is tried again, or shown for the first time, lights it anyhow
        try:
            self._bus.writeto(ADDRESS, _SWITCH_ON if on else _SWITCH_OFF)
        except OSError:
            self._fail(now_ms)

    def tend(self, now_ms: int) -> None:
        """Now and then bring back a display that lost its power: one that answers may have done so unseen.

        About 4 ms twice a second: its settings and one page after another, since a press may come meanwhile. Does
        nothing while the display is switched off.
        """
        if not self._wanted or ticks_diff(now_ms, self._tended_ms) < _TEND_MS:
            return
        self._tended_ms = now_ms
        if self.error:
            self.show(now_ms)  # tries again when it is time
            return
        try:
            self._bus.writeto(ADDRESS, _SET_UP_LIT)
            self._send(self._turn)
            self._turn = (self._turn + 1) % PAGES
        except OSError:
            self._fail(now_ms)

    def _send(self, page: int) -> None:
        """Send one page. Raises OSError."""
        self._sent[page][_PAGE] = self._pages[page]
        self._where[5] = page
        self._bus.writeto(ADDRESS, self._where)
        self._bus.writeto(ADDRESS, self._lines[page])
        self._known |= 1 << page

    def _set_up(self, now_ms: int) -> bool:
        """Set the display up, dark, its contents unknown; whether it answered."""
        try:
            self._bus.writeto(ADDRESS, _SETUP)
        except OSError:
            self._fail(now_ms)
            return False
        self.error = None
        self._known = 0
        return True

    def _fail(self, now_ms: int) -> None:
        """Note that the display does not answer."""
        self.error = "The OLED does not answer at 0x3C: check its plug, SDA on GP20 and SCL on GP21."
        self._failed_ms = now_ms
