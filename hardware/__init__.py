"""The hardware as code: pins, wiring, power, boards, case, parts list and guides. Rev C, not yet built.

Importing this package imports tools, which adds firmware/ to sys.path: pins and the current limiter are defined in the
firmware.
"""

from pathlib import Path

from tools import ROOT

FOLDER = Path(__file__).resolve().parent

__all__ = ["FOLDER", "ROOT"]
