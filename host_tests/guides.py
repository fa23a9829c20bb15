"""The text of the guides in hardware/, and the steps of the bring-up."""

from hardware import FOLDER, bringup

GUIDES: tuple[str, ...] = (
    "README.md",
    "QUICKSTART.md",
    "BUILD.md",
    "SAFETY.md",
    "BRINGUP.md",
    "TROUBLESHOOTING.md",
    "PINOUT.md",
)
GUIDES += ("POWER.md", "HEAT.md", "BOM.md", "MEASURE.md", "CHANGELOG.md", "perfboard/PERFBOARD.md", "BREADBOARD.md")
GUIDE_TEXT = {name: (FOLDER / name).read_text(encoding="utf-8") for name in GUIDES}
STEPS = bringup.steps()
