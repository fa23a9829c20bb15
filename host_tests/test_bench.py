"""The table of `make bench`: the comparison of values with budgets and baseline."""

import json
import re
from pathlib import Path

import pytest

from tools.bench import __main__ as command
from tools.bench import baseline
from tools.bench.baseline import Reference
from tools.bench.hardest import count_lines, hardest
from tools.bench.pico import CLOCK_HZ, match_pulses
from tools.bench.rows import (
    BYTES,
    CYCLES,
    HOST_MS,
    REAL_PICO,
    UNCERTAINTY,
    Row,
    compare_baseline,
    compare_budget,
    ms,
    table,
)
from tools.emulator import EmulatorUnavailable

BUDGET = ms(8)


def frame(value: int, budget: int | None = BUDGET) -> Row:
    return Row("one frame: six dice tumble", value, CYCLES, budget)


def heap(value: int) -> Row:
    return Row("free heap: play", value, BYTES, 1000, is_minimum=True)


def test_milliseconds_are_converted_to_clock_cycles_of_the_pico() -> None:
    assert ms(1000) == CLOCK_HZ


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


@pytest.mark.parametrize(
    ("before", "now", "result"),
    [(100, 100, "="), (100, 104, "+4.0 %"), (100, 106, "+6.0 % !"), (100, 90, "-10.0 % !")],
)
def test_a_large_difference_from_the_baseline_is_marked(before: int, now: int, result: str) -> None:
    assert compare_baseline(frame(now), before) == result


def test_a_time_on_this_computer_is_marked_only_when_it_has_more_than_doubled() -> None:
    row = Row("exact solver: two players of pure", 190, HOST_MS, 100)
    assert compare_baseline(row, 100) == "+90.0 %"
    assert compare_baseline(row, 90) == "+111.1 % !"
    assert compare_budget(row) == "MISSED"
    assert any(line.split()[-6:-3] == ["190", "ms", "100"] for line in table([row], {}))


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


def test_the_commit_of_the_baseline_is_the_one_that_is_checked_out() -> None:
    assert re.fullmatch(r"[0-9a-f]{7}\+?", baseline.current_commit())


def test_the_committed_baseline_has_every_part() -> None:
    parts = {name.partition(": ")[0] for name in baseline.read()}
    assert parts == {part for _measure, named in command.PARTS.values() for part in named}


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


@pytest.mark.parametrize(("rows", "status"), [([frame(1)], 0), ([frame(1), heap(1)], 1)])
def test_a_missed_budget_is_printed_and_sets_the_exit_status(
    rows: list[Row], status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "find_image", lambda: None)
    monkeypatch.setattr(command, "measure", lambda names: {"frames": rows})
    assert command.main([]) == status
    printed = capsys.readouterr().out
    assert ("Missed: free heap: play." in printed) is (status == 1)
    assert "Not modeled" in printed


def test_without_an_image_the_remedy_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise EmulatorUnavailable("Get the image.")

    monkeypatch.setattr(command, "find_image", missing)
    assert command.main([]) == 2
    assert capsys.readouterr().err == "Get the image.\n"


def test_an_unknown_part_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main(["--only", "coffee"])
    assert stopped.value.code == 2
    assert "scoring" in capsys.readouterr().err
