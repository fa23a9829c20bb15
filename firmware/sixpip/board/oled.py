"""Drives the SSD1306 OLED, 128x64, on I2C; sends only pages that changed. What is drawn is decided in view/.

The console runs without a display: `error` describes the fault, and the driver tries again from time to time.
"""

from sixpip.board import pins
from sixpip.compat import TYPE_CHECKING, const, first_items, ticks_diff

if TYPE_CHECKING:
    from machine import I2C

    from sixpip.board.button_driver import ButtonDriver

ADDRESS = const(0x3C)
WIDTH = const(128)
PAGES = const(8)
RETRY_MS = const(2000)
"""Time between two attempts to set up a display that does not answer."""
REFRESH_MS = const(450)
"""Least time between two refreshes; the idle console waits in steps of 500 ms."""

_LINE = const(129)  # a page on the wire: a control byte, then 128 columns
_DATA = const(0x40)
# Control byte 0, then commands (datasheet SSD1306 rev 1.1): off, clock, 64 rows, no offset, first row 0, charge pump
# on, horizontal addressing, columns and rows as seen from the front, pins, contrast, precharge, VCOMH, show memory,
# not inverted.
_SETUP = const(b"\x00\xae\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x00\xa1\xc8\xda\x12\x81\x8f\xd9\xf1\xdb\x30\xa4\xa6")
_ON = const(b"\x00\xaf")
_OFF = const(b"\x00\xae")
_SETUP_ON = b"\x00" + _SETUP[2:] + b"\xaf"  # without "off" at the beginning: a display that is on does not flicker

_PAGE = first_items(WIDTH)


class Oled:
    """The display on a bus; all methods may be called whether it answers or not."""

    def __init__(self, bus: "I2C", frame: bytearray, now_ms: int) -> None:
        """Sets the display up. It is dark until the first `show`. `frame` has the 1024 bytes to show."""
        self.error: str | None = None
        """Why nothing is shown, in one sentence; None while the display answers."""
        self._bus = bus
        now, wire = memoryview(frame), memoryview(bytearray(PAGES * _LINE))
        self._pages = [now[page * WIDTH : (page + 1) * WIDTH] for page in range(PAGES)]
        self._lines = [wire[page * _LINE : (page + 1) * _LINE] for page in range(PAGES)]
        self._sent = [line[1:] for line in self._lines]
        for line in self._lines:
            line[0] = _DATA
        self._window = bytearray((0x00, 0x21, 0, WIDTH - 1, 0x22, 0, PAGES - 1))  # commands: columns, pages
        self._valid = 0  # the pages of the display that hold what _sent holds, one bit each
        self._failed_ms = self._refreshed_ms = now_ms
        self._switched_on = True
        self._refresh_page = 0
        self._set_up(now_ms)

    def show(self, now_ms: int, buttons: "ButtonDriver | None" = None) -> None:
        """Sends the pages that changed since they were sent. Each takes about 3 ms at 400 kHz.

        With `buttons`, stops when a press is waiting; the next call sends the remaining pages. A display that is still
        dark always gets all pages.
        """
        if self.error and (0 <= ticks_diff(now_ms, self._failed_ms) < RETRY_MS or not self._set_up(now_ms)):
            return
        try:
            was_dark = self._valid == 0
            for page in range(PAGES):
                if not self._valid & 1 << page or self._pages[page] != self._sent[page]:
                    if buttons and not was_dark and buttons.has_press():
                        return
                    self._send(page)
            if was_dark:
                self._bus.writeto(ADDRESS, _ON)
        except OSError:
            self._fail(now_ms)

    def switch(self, on: bool, now_ms: int) -> None:
        """Switches the display on or off; it still has its picture then."""
        self._switched_on = on
        if self.error or (on and self._valid == 0):
            return  # the next `show` that reaches the display switches it on
        try:
            self._bus.writeto(ADDRESS, _ON if on else _OFF)
        except OSError:
            self._fail(now_ms)

    def refresh(self, now_ms: int) -> None:
        """Restores a display that lost its power for a moment: it answers, but has lost its settings and its picture.

        Sends the settings and one page, about 4 ms in all because a press may come meanwhile; eight calls restore
        the whole picture. Does nothing while the display is switched off or within REFRESH_MS of the last refresh.
        """
        if not self._switched_on or 0 <= ticks_diff(now_ms, self._refreshed_ms) < REFRESH_MS:
            return
        self._refreshed_ms = now_ms
        if self.error:
            self.show(now_ms)  # tries again after RETRY_MS
            return
        try:
            self._bus.writeto(ADDRESS, _SETUP_ON)
            self._send(self._refresh_page)
            self._refresh_page = (self._refresh_page + 1) % PAGES
        except OSError:
            self._fail(now_ms)

    def _send(self, page: int) -> None:
        """Sends one page. Raises OSError."""
        self._sent[page][_PAGE] = self._pages[page]
        self._window[5] = page
        self._bus.writeto(ADDRESS, self._window)
        self._bus.writeto(ADDRESS, self._lines[page])
        self._valid |= 1 << page

    def _set_up(self, now_ms: int) -> bool:
        """Sets the display up, dark and with an unknown picture. Returns whether it answered."""
        try:
            self._bus.writeto(ADDRESS, _SETUP)
        except OSError:
            self._fail(now_ms)
            return False
        self.error = None
        self._valid = 0
        return True

    def _fail(self, now_ms: int) -> None:
        """Sets `error` and starts the pause before the next attempt."""
        # no f-string, because the build inlines nothing there and the Pico would load pins.py
        wires = "SDA on GP" + str(pins.OLED_SDA) + " and SCL on GP" + str(pins.OLED_SCL)
        self.error = f"The OLED does not answer at 0x3C: check its plug, {wires}."
        self._failed_ms = now_ms
