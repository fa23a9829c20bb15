"""BRINGUP.md from hardware/bringup."""

from hardware import bringup
from hardware.boards import netlist
from hardware.documents import markdown

_NUMBERS = {label: f"TP{number}" for number, (label, _) in enumerate(netlist.TEST_POINTS, 1)}


def _where(step: bringup.Step) -> str:
    """Returns where to measure, with the number of the test point."""
    return f"{step.where} ({_NUMBERS[step.where]})" if step.where in _NUMBERS else step.where


def page() -> str:
    """Returns the text of BRINGUP.md."""
    introduction = (
        "Do the steps in this order, and stop when a result differs: [TROUBLESHOOTING.md](TROUBLESHOOTING.md) refers "
        "to the same step numbers. From stage 2 on, the console shows the steps too: Workshop, Self-test. Expected "
        "ranges are computed from the circuit (c) or assumed (a)."
    )
    text = markdown.head("Bring-up", "hardware/bringup", introduction)
    text += "You need a multimeter and a bench supply with a current limit. "
    text += "The test points are on the back of the carrier; those of the tabletop are in "
    text += "[PERFBOARD.md](perfboard/PERFBOARD.md#test-points).\n\n"
    for stage in bringup.STAGES:
        text += f"## {stage.number}. {stage.title}\n\n{stage.setup}\n\n"
        if stage.picture:
            text += f"![Back of the carrier with the test points]({stage.picture})\n\n"
        rows = []
        for step in bringup.steps():
            if step.stage == stage.number:
                range_ = f"{step.expected} ({step.expected.kind[0]})" if step.expected else step.observation
                rows.append([step.code, step.check, _where(step), range_, step.remedy])
        text += markdown.table(["step", "check", "where", "expected", "if not"], rows) + "\n"
    return text.rstrip("\n") + "\n"
