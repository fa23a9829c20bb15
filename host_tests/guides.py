"""The text of the guides in hardware/, and the steps of the bring-up."""

from hardware import FOLDER, bringup

GUIDES = ("README.md", "BUILD.md", "SAFETY.md", "BRINGUP.md", "TROUBLESHOOTING.md", "PINOUT.md", "POWER.md", "BOM.md")
GUIDE_TEXT = {name: (FOLDER / name).read_text(encoding="utf-8") for name in GUIDES}
STEPS = bringup.steps()
