"""The host side of the board's USB serial console: collects its output and sends input."""

from typing import Any

from rp2040py.usb.cdc import USBCDC


class Console:
    """The serial console over the emulated USB. `received` holds all bytes printed since power-on."""

    def __init__(self, cdc: USBCDC) -> None:
        """`cdc`: the package's USB host, which does the enumeration."""
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
        """Called when the board is ready for `size` bytes. Without input, the answer is delayed.

        The package would send an empty packet every 10 us, and the firmware would spend most of its time in its USB
        stack and run at a third of its speed.
        """
        if endpoint != self._cdc._out_endpoint:
            self._answer(endpoint, size)
            return
        self._room = size
        self._deliver()

    def _deliver(self) -> None:
        """Sends pending input to the board, as much as it has room for."""
        if not self._room or not self._typed:
            return
        packet = bytes(self._typed[: self._room])
        del self._typed[: len(packet)]
        self._room = 0
        self._usb.endpoint_read_done(self._cdc._out_endpoint, packet)

    def send(self, data: bytes) -> None:
        """Queues `data` as input; the board receives it when it is ready."""
        self._typed += data
        self._deliver()

    @property
    def unread(self) -> int:
        """Bytes of input that the board has not read yet."""
        return len(self._typed)

    def _on_reset(self) -> None:
        """Called when the chip resets and leaves the bus: pending input is lost."""
        self._room = 0
        self._typed.clear()
        self._unplugged()
