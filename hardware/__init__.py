"""The hardware as code: pins, wiring, power, boards, case, parts and guides. Rev A, not yet built.

Importing this package puts firmware/ on the path, so that pins and the current limiter are the firmware's own.
"""

import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
FIRMWARE = ROOT / "firmware"

if str(FIRMWARE) not in sys.path:
    sys.path.insert(0, str(FIRMWARE))
