"""BRINGUP.md from hardware/bringup."""

from hardware import bringup
from hardware.boards import netlist
from hardware.documents import markdown

_NUMBERS = {label: f"TP{number}" for number, (label, _) in enumerate(netlist.TEST_POINTS, 1)}


def _where(step: bringup.Step) -> str:
    """The place, with the number of its test point."""
    return f"{step.where} ({_NUMBERS[step.where]})" if step.where in _NUMBERS else step.where


def page() -> str:
    """The text of BRINGUP.md."""
    words = (
        "Go through it in this order and stop where something differs; the code leads to TROUBLESHOOTING.md. The "
        "console tells the steps from 2 on by the same codes: Workshop, Self-test. Spans are computed from the "
        "circuit (c) or assumed (a)."
    )
    text = markdown.head("Bring-up", "hardware/bringup", words)
    text += "You need a multimeter and a bench supply with a current limit. Test points are on the carrier's back.\n\n"
    for stage in bringup.STAGES:
        text += f"## {stage.number}. {stage.title}\n\n{stage.setting}\n\n"
        if stage.picture:
            text += f"![The carrier's back with its test points]({stage.picture})\n\n"
        rows = []
        for step in bringup.steps():
            if step.stage == stage.number:
                span = f"{step.expect} ({step.expect.kind[0]})" if step.expect else step.see
                rows.append([step.code, step.do, _where(step), span, step.otherwise])
        text += markdown.table(["code", "what", "where", "expected", "otherwise"], rows) + "\n"
    return text.rstrip("\n") + "\n"
