"""For contributors: static checks, the emulated Pico, MicroPython on this computer, and measurements."""
