"""The boards: a tile of 64 LEDs and the carrier that joins everything, drawn by script with KiCad's pcbnew.

`python3 -m hardware.boards` makes both (README of the command: --help). Importing this package puts firmware/ on the
path, so that the pins are found. Rev A, not yet built.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FIRMWARE = ROOT / "firmware"
REVISION = "rev A"

if str(FIRMWARE) not in sys.path:
    sys.path.insert(0, str(FIRMWARE))
