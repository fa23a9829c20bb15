"""TROUBLESHOOTING.md from hardware/troubles.py."""

from hardware import troubles
from hardware.documents import markdown


def page() -> str:
    """The text of TROUBLESHOOTING.md."""
    words = (
        "Find what you see, repeat the steps named in [BRINGUP.md](BRINGUP.md) in their order, and stop at the first "
        "that differs; each has its own remedy there. The self-test screen uses the same codes."
    )
    text = markdown.head("Troubleshooting", "hardware/troubles.py", words)
    text += "## What it says\n\nOn the OLED; `...` stands for what the console fills in.\n\n"
    rows = [[f"`{said.sentence.strip()}`", said.cause, said.cure, " ".join(said.codes)] for said in troubles.SAID]
    text += markdown.table(["it says", "cause", "cure", "steps"], rows)
    rows = [[seen.symptom, seen.cause, seen.cure, " ".join(seen.codes)] for seen in troubles.SEEN]
    text += "\n## What you see\n\n" + markdown.table(["symptom", "cause", "cure", "steps"], rows)
    return text
