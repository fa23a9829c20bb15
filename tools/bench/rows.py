"""What a measurement is, and what is said of it: against its budget, and against the ledger."""

from collections.abc import Sequence
from dataclasses import dataclass

from tools.bench.pico import CLOCK_HZ

CYCLES = "cycles"
BYTES = "bytes"
NOTABLE = 0.05
"""A difference from the ledger beyond which it is marked."""
REAL_PICO = 1.08
SPREAD = 1.3
"""A real Pico takes so many times as long as the emulated one, and that is known to within this factor."""


@dataclass(frozen=True)
class Row:
    """One figure that does not depend on the computer it was measured on."""

    name: str
    """Part and what was measured: "frame: six dice tumble"."""
    value: int
    unit: str
    """CYCLES or BYTES."""
    budget: int | None = None
    """In the same unit; None: it is told, and nothing hangs on it."""
    least: bool = False
    """The budget is the least that must be, not the most that may be."""
    note: str = ""
    """What is worth knowing besides."""

    @property
    def held(self) -> bool:
        """Whether it keeps to its budget."""
        if self.budget is None:
            return True
        return self.value >= self.budget if self.least else self.value <= self.budget

    @property
    def safe(self) -> bool:
        """Whether a real Pico that is as slow as it might be would keep to the budget, too."""
        return self.held and (
            self.budget is None or self.unit != CYCLES or self.value * REAL_PICO * SPREAD < self.budget
        )


def ms(milliseconds: float) -> int:
    """The clocks of so many milliseconds."""
    return round(milliseconds * CLOCK_HZ / 1000)


def shown(value: int, unit: str) -> str:
    """A value as people read it."""
    return f"{value * 1000 / CLOCK_HZ:9.2f} ms" if unit == CYCLES else f"{value:9,d} B ".replace(",", " ")


def against_budget(row: Row) -> str:
    """The verdict in a word or two."""
    if row.budget is None:
        return ""
    if not row.held:
        return "MISSED"
    return "ok" if row.safe else "ok, but not by 30 %"


def against_ledger(row: Row, before: int | None) -> str:
    """How it differs from the last ledger: with a mark when by more than NOTABLE."""
    if before is None:
        return "new"
    if before == row.value:
        return "="
    change = (row.value - before) / before if before else 1.0
    return f"{change:+.1%}".replace("%", " %") + (" !" if abs(change) > NOTABLE else "")


def table(rows: Sequence[Row], ledger: dict[str, int]) -> list[str]:
    """The lines that are printed."""
    lines = [f"{'':52}{'measured':>12}  {'budget':>12}  {'verdict':20}ledger"]
    part = ""
    for row in rows:
        name, _, what = row.name.partition(": ")
        if name != part:
            lines.append(name)
            part = name
        budget = "" if row.budget is None else shown(row.budget, row.unit)
        verdict = f"{against_budget(row):20}{against_ledger(row, ledger.get(row.name)):10}"
        lines.append(f"  {what:50}{shown(row.value, row.unit)}  {budget:>12}  {verdict}{row.note}".rstrip())
    return lines
