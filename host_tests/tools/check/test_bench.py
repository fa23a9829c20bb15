"""The table of `make bench`: the comparison of values with budgets and baseline."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.check.bench import __main__ as command
from tools.check.bench import baseline
from tools.check.bench.baseline import Reference
from tools.check.bench.pico import match_pulses
from tools.check.bench.rows import (
    BYTES,
    CYCLES,
    REAL_PICO,
    UNCERTAINTY,
    Row,
    compare_budget,
    ms,
    table,
)
from tools.check.bench.scoring import count_lines, hardest
from tools.play.host.screen_reader import Stuck

BUDGET = ms(8)


def frame(value: int, budget: int | None = BUDGET) -> Row:
    return Row("one frame: six dice tumble", value, CYCLES, budget)


def heap(value: int) -> Row:
    return Row("free heap: play", value, BYTES, 1000, is_minimum=True)


@pytest.mark.parametrize(
    ("row", "in_budget", "result"),
    [
        (frame(BUDGET + 1), False, "MISSED"),
        (frame(BUDGET), True, "ok, margin < 30 %"),
        (frame(int(BUDGET / REAL_PICO / UNCERTAINTY) - 1), True, "ok"),
        (frame(BUDGET * 2, None), True, ""),
        (heap(999), False, "MISSED"),
        (heap(1000), True, "ok"),
    ],
)
def test_a_value_is_compared_with_its_budget_on_the_emulated_and_on_a_slower_pico(
    row: Row, in_budget: bool, result: str
) -> None:
    assert row.in_budget is in_budget
    assert compare_budget(row) == result


def test_the_table_has_each_part_once_and_every_value_with_its_unit() -> None:
    lines = table(
        [frame(ms(2)), frame(ms(9)), heap(123456)], {"one frame: six dice tumble": Reference(ms(1), "a2ce4cf")}
    )
    assert lines.count("one frame") == 1
    assert sum("six dice tumble" in line for line in lines) == 2
    assert "2.00 ms" in lines[2] and "8.00 ms" in lines[2] and "+100.0 % ! since a2ce4cf" in lines[2]
    assert "MISSED" in lines[3]
    assert "123 456 B" in lines[5] and "new" in lines[5]


def test_a_baseline_is_read_as_it_was_written_with_cycles_and_bytes_in_separate_tables(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    assert baseline.read(path) == {}
    baseline.write([frame(5), heap(7)], ["one frame", "free heap"], "a2ce4cf", path)
    assert baseline.read(path) == {"one frame: six dice tumble": (5, "a2ce4cf"), "free heap: play": (7, "a2ce4cf")}
    assert set(json.loads(path.read_text())) == {CYCLES, BYTES}


def test_the_baseline_keeps_parts_that_were_not_measured_and_drops_values_that_no_longer_exist(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    rows = [frame(5), Row("one frame: gone", 1, CYCLES), heap(7)]
    baseline.write(rows, ["one frame", "free heap"], "a2ce4cf", path)
    baseline.write([frame(6)], ["one frame"], "b3df5de", path)
    assert baseline.read(path) == {"one frame: six dice tumble": (6, "b3df5de"), "free heap: play": (7, "a2ce4cf")}


def test_the_committed_baseline_has_every_part_that_can_be_measured() -> None:
    parts = {name.partition(": ")[0] for name in baseline.read()}
    wanted = {prefix for part in command.PARTS.values() for prefix in part.prefixes}
    assert parts == wanted


def test_the_hardest_roll_is_the_one_that_executes_most_lines() -> None:
    def work(roll: int) -> int:
        total = 0
        for step in range(roll % 7):
            total += step
        return total

    assert count_lines(lambda: work(6)) == count_lines(lambda: work(6)) > count_lines(lambda: work(0))
    assert hardest(range(14), work, 2) == [6, 13]


def test_the_overhead_of_timing_is_subtracted() -> None:
    edges = [(5, 0.0), (100, 1.0), (110, 1.5), (200, 3.0), (260, 5.0)]
    (timed,) = match_pulses(["", "worst roll"], edges)
    assert (timed.label, timed.cycles, timed.us) == ("worst roll", 50, 1.5)


@pytest.mark.parametrize(
    ("before", "now", "has_regressed"),
    [(999, 1001, True), (1100, 1101, False), (1100, 1200, True), (1100, 1050, False), (500, 900, False)],
)
def test_a_row_regresses_when_it_misses_its_budget_for_the_first_time_or_by_notably_more(
    before: int, now: int, has_regressed: bool
) -> None:
    assert frame(now, 1000).has_regressed(before) is has_regressed
    assert heap(2000 - now).has_regressed(2000 - before) is has_regressed


def slow_frame() -> list[Row]:
    return [frame(BUDGET + 1)]


def two_frames() -> list[Row]:
    return [frame(1), frame(2)]


def stuck() -> list[Row]:
    raise Stuck("Nothing is shown.")


def test_the_tasks_of_all_parts_are_measured_in_any_count_of_processes_and_a_failed_one_stops_no_other() -> None:
    parts = {
        "frames": command.Part((two_frames, slow_frame), ("one frame",)),
        "menus": command.Part((stuck, two_frames), ("menus",)),
        "solver": command.Part((two_frames,), ("solver",), on_host=True),
    }
    for jobs in (1, 3):
        measured = command.measure(parts, jobs)
        assert measured.rows == {"frames": [frame(BUDGET + 1)], "menus": [frame(2)], "solver": [frame(2)]}
        assert measured.failed == {"menus": "Nothing is shown."}


@pytest.fixture
def run_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., int]:
    """Runs the command on frames with a baseline of 9 ms; they take `cycles`, None: they fail."""
    path = tmp_path / "baseline.json"
    baseline.write([frame(ms(9))], ["one frame"], "a2ce4cf", path)
    monkeypatch.setattr(baseline, "FILE", path)
    monkeypatch.setattr(command, "find_image", lambda: None)

    def run(cycles: int | None, *arguments: str) -> int:
        measured = (
            command.Measured({"frames": [frame(cycles)]}, {}) if cycles else command.Measured({}, {"frames": "?"})
        )
        monkeypatch.setattr(command, "measure", lambda parts, jobs: measured)
        return command.main(["--only", "frames", *arguments])

    return run


def test_a_missed_budget_is_shown_and_only_a_row_that_is_worse_than_the_baseline_sets_the_exit_status(
    run_command: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(ms(7)) == 0
    assert capsys.readouterr().out.endswith("\nBudgets missed: 0 of 1. Rows worse than the baseline: 0.\n")
    assert run_command(ms(9)) == 0
    assert (
        "Missed: one frame: six dice tumble\nBudgets missed: 1 of 1. Rows worse than the baseline: 0."
        in capsys.readouterr().out
    )
    assert run_command(ms(12)) == 1
    printed = capsys.readouterr().out
    assert "Worse than the baseline: one frame: six dice tumble\n" in printed
    assert "Budgets missed: 1 of 1. Rows worse than the baseline: 1." in printed
    assert "Not modeled" in printed


def test_values_are_recorded_when_budgets_are_missed_and_then_nothing_is_worse(
    run_command: Callable[..., int],
) -> None:
    assert run_command(ms(12), "--write") == 0
    assert baseline.read(baseline.FILE)["one frame: six dice tumble"].value == ms(12)
    assert run_command(ms(12)) == 0


def test_a_part_that_fails_keeps_its_recorded_values_and_sets_the_exit_status(run_command: Callable[..., int]) -> None:
    assert run_command(None, "--write") == 1
    assert baseline.read(baseline.FILE)["one frame: six dice tumble"].value == ms(9)
