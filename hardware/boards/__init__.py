"""The boards, drawn by script with KiCad's pcbnew: the LED tile, the panel of six tiles, the carrier. Not yet built.

`python3 -m hardware.boards` makes all three. Importing this package adds firmware/ to sys.path, because the pins are
defined in the firmware.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FIRMWARE = ROOT / "firmware"
REVISION = "rev B"

if str(FIRMWARE) not in sys.path:
    sys.path.insert(0, str(FIRMWARE))
