"""Installs the firmware on a Pico and maintains it: `make flash`, `backup`, `restore`, `doctor`, `repl`.

mpremote is the transport. tools.board.uf2 makes the images to drop on the drive of a board in BOOTSEL.
"""
