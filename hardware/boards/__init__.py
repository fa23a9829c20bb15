"""The boards. The carrier is a KiCad project in hardware/carrier; LED tile and panel are drawn by script.

`python3 -m hardware.boards` makes the fabrication files of all three. Not yet built. Importing this package adds
firmware/ to sys.path, because the pins are defined in the firmware.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FIRMWARE = ROOT / "firmware"
REVISION = "rev C"

if str(FIRMWARE) not in sys.path:
    sys.path.insert(0, str(FIRMWARE))
