"""Puts the firmware on a Pico and looks after it there: `make flash`, `backup`, `restore`, `doctor`, `repl`.

mpremote is the transport. What runs on the board to play is firmware/; images to drop on a drive are tools.uf2's.
"""
