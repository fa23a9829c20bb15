"""The numbers of the nine buttons, as every Board reports them. No hardware is used here.

KEEP2 to KEEP5 have the numbers between KEEP1 and KEEP6. The GPIO of each button is in pins.py.
"""

from sixpip.port import const

KEEP1 = const(0)
KEEP6 = const(5)
ROLL = const(6)
BANK = const(7)
MENU = const(8)
BUTTONS = const(9)
"""How many buttons there are."""
