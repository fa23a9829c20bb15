"""The computer at the other end of the board's USB cable: what the board prints, what we type.

Only the serial console; files travel in the file system image.
"""

from typing import Any

from rp2040py.usb.cdc import USBCDC


class Console:
    """The serial port over the emulated USB. `received` holds all bytes printed since power-on."""

    def __init__(self, cdc: USBCDC) -> None:
        """`cdc`: the package's end of the cable, which does the enumeration."""
        self.received = bytearray()
        self._typed = bytearray()
        self._room = 0
        self._cdc: Any = cdc
        self._usb: Any = cdc.usb
        self._answer: Any = self._usb.on_endpoint_read
        self._unplugged: Any = self._usb.on_reset
        cdc.on_serial_data = self.received.extend
        self._usb.on_endpoint_read = self._on_endpoint_read
        self._usb.on_reset = self._on_reset

    def _on_endpoint_read(self, endpoint: int, size: int) -> None:
        """The board is ready for `size` bytes. With nothing typed, hold the answer back.

        The package would send an empty packet each 10 us, and the firmware would live in its USB stack,
        three times too slow.
        """
        if endpoint != self._cdc._out_endpoint:
            self._answer(endpoint, size)
            return
        self._room = size
        self._deliver()

    def _deliver(self) -> None:
        """Hand over what has been typed, as far as there is room."""
        if not self._room or not self._typed:
            return
        packet = bytes(self._typed[: self._room])
        del self._typed[: len(packet)]
        self._room = 0
        self._usb.endpoint_read_done(self._cdc._out_endpoint, packet)

    def send(self, data: bytes) -> None:
        """Type `data`; it arrives as the board asks for it."""
        self._typed += data
        self._deliver()

    @property
    def waiting(self) -> int:
        """How many bytes have been typed that the board has not asked for yet."""
        return len(self._typed)

    def _on_reset(self) -> None:
        """The chip was reset and has dropped off the bus: it asks for nothing any more, what was under way is lost."""
        self._room = 0
        self._typed.clear()
        self._unplugged()
