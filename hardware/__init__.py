"""The hardware as code: pins, wiring, power, boards, case, parts list and guides. Rev B, not yet built.

Importing this package adds firmware/ to sys.path, because pins and the current limiter are defined in the firmware.
"""

import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
FIRMWARE = ROOT / "firmware"

if str(FIRMWARE) not in sys.path:
    sys.path.insert(0, str(FIRMWARE))
