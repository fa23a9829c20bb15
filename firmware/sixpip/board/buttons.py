"""The nine buttons by number, as every Board reports them. No hardware here."""

from sixpip.port import const

KEEP1 = const(0)
KEEP6 = const(5)
ROLL = const(6)
BANK = const(7)
MENU = const(8)
BUTTONS = const(9)
