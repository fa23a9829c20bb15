"""The host side of the board's USB serial console: collects its output and sends input."""

from typing import Any

from rp2040py.usb.cdc import USBCDC

_IN_CONTROL = 0x80  # of endpoint 0: RP2040 datasheet 4.1.2.5; 8 bytes for each endpoint
_AVAILABLE = 1 << 10


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
        self._take: Any = self._usb.dpram_updated
        self._waiting: tuple[int, int] | None = None
        self._is_read = True
        vars(self._usb)["dpram_updated"] = self._on_dpram_updated  # called in place of the method
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

    def stop_reading(self) -> None:
        """Takes no more packets from the board, as a host without a program that reads the port."""
        self._is_read = False

    def read_again(self) -> None:
        """Takes packets again, first the one that waits."""
        self._is_read = True
        if self._waiting:
            self._take(*self._waiting)
            self._waiting = None

    def _on_dpram_updated(self, offset: int, value: int) -> None:
        """Called when the board writes to the memory of its USB controller."""
        if not self._is_read and value & _AVAILABLE and offset == _IN_CONTROL + 8 * self._cdc._in_endpoint:
            self._waiting = offset, value
        else:
            self._take(offset, value)

    @property
    def unread(self) -> int:
        """Bytes of input that the board has not read yet."""
        return len(self._typed)

    def _on_reset(self) -> None:
        """Called when the chip resets and leaves the bus: pending input is lost."""
        self._room = 0
        self._typed.clear()
        self._waiting = None
        self._unplugged()
