"""The text printed on the carrier, except for labels of its parts, and the places of some references."""

from hardware.boards import REVISION, netlist

CARRIER_TEXT = (
    (f"SIXPIP CARRIER {REVISION.upper()}", 109.5, 36.0, 3.0, False),
    ("NOT YET BUILT: MEASURE BEFORE POWER", 109.5, 31.0, 1.2, False),
    ("LED PLUGS CARRY 5 V: NOT QWIIC", 109.5, 28.0, 1.2, False),
    ("OLED MARKED GND VCC: BRIDGE 1-2 OF JP1 AND JP2", 109.5, 68.0, 0.8, False),
    ("OLED MARKED VCC GND: BRIDGE 2-3 OF JP1 AND JP2", 109.5, 66.0, 0.8, False),
    ("I", 159.0, 82.5, 1.4, True),
    ("O", 151.0, 82.5, 1.4, True),
    ("5V GND EN BAT USB", 196.0, 65.2, 1.0, True),
    (f"SIXPIP CARRIER {REVISION.upper()}", 50.0, 36.0, 3.0, True),
    ("PICO: PARTS TOWARDS YOU", 30.0, 67.0, 1.2, True),
    ("USB", 8.0, 71.5, 1.2, True),
    ("1", 59.9, 74.3, 1.0, False),  # pin 1 of U3
    ("1", 130.6, 71.2, 0.8, False),  # pin 1 of U2
    ("1", 97.0, 88.0, 0.8, False),  # ends of JP1 and JP2
    ("3", 103.0, 88.0, 0.8, False),
    ("1", 116.0, 88.0, 0.8, False),
    ("3", 122.0, 88.0, 0.8, False),
)
"""Text, center in case coordinates (x, y), height in mm, and whether it is on the back."""

REFERENCE_AT = {netlist.JUMPER: (-5.2, 1.3)}
"""Offset of the reference from the origin of a part, right and down, where KiCad's library puts it at the edge."""
