"""Drives the piezo buzzer by PWM: one tone at a time, with the loudness set by the pulse width. No tunes are here."""

from machine import PWM, Pin

from sixpip.board import pins
from sixpip.port import const

_MIN_HZ = const(20)
_MAX_HZ = const(20000)
_DUTIES = (0, 1600, 32768)  # of 65535: off, low (a narrow pulse carries little energy), high (a square wave)


class Buzzer:
    """The buzzer, silent until `tone` is called."""

    def __init__(self) -> None:
        self._pwm = PWM(Pin(pins.BUZZER), freq=1000, duty_u16=0)

    def tone(self, hz: int, volume: int) -> None:
        """Sound `hz` (limited to 20..20000) at volume 1 low or 2 high until the next call; 0 for either is silence."""
        if hz <= 0 or volume <= 0:
            self._pwm.duty_u16(0)
            return
        self._pwm.freq(max(_MIN_HZ, min(_MAX_HZ, hz)))
        self._pwm.duty_u16(_DUTIES[min(volume, 2)])
