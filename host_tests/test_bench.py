"""The table of `make bench`: what it says of a figure against its budget and against the ledger."""

import json
from pathlib import Path

import pytest

from tools.bench import __main__ as command
from tools.bench import ledger
from tools.bench.hardest import hardest, lines_run
from tools.bench.pico import CLOCK_HZ, paired
from tools.bench.rows import BYTES, CYCLES, REAL_PICO, SPREAD, Row, against_budget, against_ledger, ms, table
from tools.emulator import EmulatorUnavailable

BUDGET = ms(8)


def frame(value: int, budget: int | None = BUDGET) -> Row:
    return Row("one frame: six dice tumble", value, CYCLES, budget)


def heap(value: int) -> Row:
    return Row("free heap: play", value, BYTES, 1000, least=True)


def test_milliseconds_are_clocks_of_the_pico() -> None:
    assert ms(1000) == CLOCK_HZ


@pytest.mark.parametrize(
    ("row", "held", "said"),
    [
        (frame(BUDGET + 1), False, "MISSED"),
        (frame(BUDGET), True, "ok, but not by 30 %"),
        (frame(int(BUDGET / REAL_PICO / SPREAD) - 1), True, "ok"),
        (frame(BUDGET * 2, None), True, ""),
        (heap(999), False, "MISSED"),
        (heap(1000), True, "ok"),
    ],
)
def test_a_figure_is_held_against_its_budget_and_against_a_slower_pico(row: Row, held: bool, said: str) -> None:
    assert row.held is held
    assert against_budget(row) == said


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [(None, 100, "new"), (100, 100, "="), (100, 104, "+4.0 %"), (100, 106, "+6.0 % !"), (100, 90, "-10.0 % !")],
)
def test_a_difference_from_the_ledger_is_marked_when_it_is_large(before: int | None, now: int, said: str) -> None:
    assert against_ledger(frame(now), before) == said


def test_the_table_names_each_part_once_and_every_figure_with_its_unit() -> None:
    lines = table([frame(ms(2)), frame(ms(9)), heap(123456)], {"one frame: six dice tumble": ms(1)})
    assert lines.count("one frame") == 1
    assert sum("six dice tumble" in line for line in lines) == 2
    assert "2.00 ms" in lines[2] and "8.00 ms" in lines[2] and "+100.0 % !" in lines[2]
    assert "MISSED" in lines[3]
    assert "123 456 B" in lines[5]


def test_a_ledger_is_read_as_it_was_written_and_holds_clocks_and_bytes_apart(tmp_path: Path) -> None:
    path = tmp_path / "ledger.json"
    assert ledger.read(path) == {}
    ledger.write([frame(5), heap(7)], ["one frame", "free heap"], path)
    assert ledger.read(path) == {"one frame: six dice tumble": 5, "free heap: play": 7}
    assert set(json.loads(path.read_text())) == {CYCLES, BYTES}


def test_parts_that_were_not_measured_stay_in_the_ledger_and_figures_that_are_gone_do_not(tmp_path: Path) -> None:
    path = tmp_path / "ledger.json"
    ledger.write([frame(5), Row("one frame: gone", 1, CYCLES), heap(7)], ["one frame", "free heap"], path)
    ledger.write([frame(6)], ["one frame"], path)
    assert ledger.read(path) == {"one frame: six dice tumble": 6, "free heap: play": 7}


def test_the_committed_ledger_has_every_part() -> None:
    parts = {name.partition(": ")[0] for name in ledger.read()}
    assert parts == {part for _measure, named in command.PARTS.values() for part in named}


def test_the_hardest_roll_is_the_one_for_which_most_lines_run_whatever_the_computer() -> None:
    def work(roll: int) -> int:
        total = 0
        for step in range(roll % 7):
            total += step
        return total

    assert lines_run(lambda: work(6)) == lines_run(lambda: work(6)) > lines_run(lambda: work(0))
    assert hardest(range(14), work, 2) == [6, 13]


def test_what_was_timed_is_free_of_the_cost_of_timing() -> None:
    edges = [(5, 0.0), (100, 1.0), (110, 1.5), (200, 3.0), (260, 5.0)]
    (timed,) = paired(["", "worst roll"], edges)
    assert (timed.words, timed.cycles, timed.us) == ("worst roll", 50, 1.5)


@pytest.mark.parametrize(("rows", "status"), [([frame(1)], 0), ([frame(1), heap(1)], 1)])
def test_a_missed_budget_is_named_and_is_the_exit_status(
    rows: list[Row], status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "find_image", lambda: None)
    monkeypatch.setattr(command, "measure", lambda names: {"frames": rows})
    assert command.main([]) == status
    printed = capsys.readouterr().out
    assert ("Missed: free heap: play." in printed) is (status == 1)
    assert "Not modelled" in printed


def test_without_an_image_it_says_the_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise EmulatorUnavailable("Get the image.")

    monkeypatch.setattr(command, "find_image", missing)
    assert command.main([]) == 2
    assert capsys.readouterr().err == "Get the image.\n"


def test_a_part_that_does_not_exist_is_a_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main(["--only", "coffee"])
    assert stopped.value.code == 2
    assert "scoring" in capsys.readouterr().err
