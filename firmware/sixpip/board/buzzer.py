"""The piezo buzzer on PWM: one tone at a time, loudness by the width of the pulse. Melodies are not here."""

from machine import PWM, Pin

from sixpip.board import pins
from sixpip.port import const

_LOWEST_HZ = const(20)
_HIGHEST_HZ = const(20000)
_DUTIES = (0, 1600, 32768)  # of 65535: off, low (a narrow pulse carries little), high (a square wave)


class Buzzer:
    """Silent at the start."""

    def __init__(self) -> None:
        self._pwm = PWM(Pin(pins.BUZZER), freq=1000, duty_u16=0)

    def tone(self, hz: int, volume: int) -> None:
        """Sound `hz` (brought into 20..20000) at volume 1 low or 2 high until the next call; 0 of either is silence."""
        if hz <= 0 or volume <= 0:
            self._pwm.duty_u16(0)
            return
        self._pwm.freq(max(_LOWEST_HZ, min(_HIGHEST_HZ, hz)))
        self._pwm.duty_u16(_DUTIES[min(volume, 2)])
