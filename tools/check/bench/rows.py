"""One measured value, its comparison with budget and baseline, and the printed table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tools.check.bench.pico import CLOCK_HZ

if TYPE_CHECKING:
    from tools.check.bench.baseline import Reference

CYCLES = "cycles"
BYTES = "bytes"
HOST_MS = "milliseconds on this computer"
COUNT = "counts"
NOTABLE = {CYCLES: 0.05, BYTES: 0.05, HOST_MS: 1.0, COUNT: 0.0}
"""A larger relative difference from the baseline is marked."""
REAL_PICO = 1.08
"""The time on a real Pico divided by the time on the emulated one."""
UNCERTAINTY = 1.3
"""The factor by which REAL_PICO may be wrong."""


@dataclass(frozen=True)
class Row:
    """One measured value. All but times of this computer are the same on every computer."""

    name: str
    """The part and the label: "one frame: six dice tumble"."""
    value: int
    unit: str
    """CYCLES, BYTES, HOST_MS or COUNT."""
    budget: int | None = None
    """In the same unit; None: for information only."""
    is_minimum: bool = False
    """Whether the budget is a minimum; otherwise it is a maximum."""
    note: str = ""
    """Additional information for the table."""

    @property
    def in_budget(self) -> bool:
        """Whether the value meets its budget."""
        if self.budget is None:
            return True
        return self.value >= self.budget if self.is_minimum else self.value <= self.budget

    def is_worse_than(self, other: int) -> bool:
        """Whether another value of this row is better."""
        return self.value < other if self.is_minimum else self.value > other

    def has_regressed(self, before: int) -> bool:
        """Whether the row misses a budget that it met at the baseline, or by notably more than then.

        A time of this computer must be notably longer in any case: other programs may run.
        """
        if self.in_budget:
            return False
        if self.unit != HOST_MS and replace(self, value=before).in_budget:
            return True
        return self.is_worse_than(before) and abs(_change(self, before)) > NOTABLE[self.unit]

    @property
    def has_margin(self) -> bool:
        """Whether the slowest possible real Pico would also meet the budget."""
        return self.in_budget and (
            self.budget is None or self.unit != CYCLES or self.value * REAL_PICO * UNCERTAINTY < self.budget
        )


def ms(milliseconds: float) -> int:
    """Converts milliseconds to clock cycles."""
    return round(milliseconds * CLOCK_HZ / 1000)


def format_value(value: int, unit: str) -> str:
    """Formats a value with its unit."""
    if unit == CYCLES:
        return f"{value * 1000 / CLOCK_HZ:9.2f} ms"
    if unit == COUNT:
        return f"{value:9d}   "
    return f"{value:9,d} {'ms' if unit == HOST_MS else 'B '}".replace(",", " ")


def compare_budget(row: Row) -> str:
    """Returns the result of the comparison with the budget."""
    if row.budget is None:
        return ""
    if not row.in_budget:
        return "MISSED"
    return "ok" if row.has_margin else "ok, margin < 30 %"


def compare_baseline(row: Row, before: int) -> str:
    """Returns the difference from the baseline, marked with "!" if it is larger than NOTABLE."""
    if before == row.value:
        return "="
    change = _change(row, before)
    return f"{change:+.1%}".replace("%", " %") + (" !" if abs(change) > NOTABLE[row.unit] else "")


def _change(row: Row, before: int) -> float:
    """Returns the relative difference of a row from another value."""
    return (row.value - before) / before if before else 1.0


def worst_of(rows: Iterable[Row]) -> list[Row]:
    """Returns one row of each name, the worst, in the order of the first ones."""
    worst: dict[str, Row] = {}
    for row in rows:
        if row.name not in worst or row.is_worse_than(worst[row.name].value):
            worst[row.name] = row
    return list(worst.values())


def summary(rows: Sequence[Row], baseline: "Mapping[str, Reference]") -> list[str]:
    """Returns the last lines of the command: the missed budgets, then the rows that have become worse."""
    missed = [row for row in rows if not row.in_budget]
    with_budget = sum(row.budget is not None for row in rows)
    lines = [f"Missed: {row.name}" for row in missed]
    worse = regressed(rows, baseline)
    lines += [f"Worse than the baseline: {row.name}" for row in worse]
    return [*lines, f"Budgets missed: {len(missed)} of {with_budget}. Rows worse than the baseline: {len(worse)}."]


def regressed(rows: Iterable[Row], baseline: "Mapping[str, Reference]") -> list[Row]:
    """Returns the rows that miss their budgets and are worse than in the baseline; new rows are not among them."""
    return [row for row in rows if row.name in baseline and row.has_regressed(baseline[row.name].value)]


def table(rows: Sequence[Row], baseline: "Mapping[str, Reference]") -> list[str]:
    """Returns the lines of the table; `baseline`: the values of earlier commits."""
    lines = [f"{'':52}{'measured':>12}  {'budget':>12}  {'result':20}baseline"]
    part = ""
    for row in rows:
        name, _, label = row.name.partition(": ")
        if name != part:
            lines.append(name)
            part = name
        budget = "" if row.budget is None else format_value(row.budget, row.unit)
        before = baseline.get(row.name)
        change = compare_baseline(row, before.value) + f" since {before.commit}" if before else "new"
        result = f"{compare_budget(row):20}{change:24}"
        lines.append(f"  {label:50}{format_value(row.value, row.unit)}  {budget:>12}  {result}{row.note}".rstrip())
    return lines
