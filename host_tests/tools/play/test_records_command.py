"""python -m tools.play.records: a table or CSV from a folder of saves or a backup; one sentence for bad input."""

import csv
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from host_tests.statistics_fixture import SAVED
from sixpip.app.people.statistics import RECORD
from sixpip.storage.record_store import Store
from tools.play.records.__main__ import as_text, main
from tools.terminal import shown


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """A folder of saves with records."""
    Store(str(tmp_path / "saves")).save(RECORD, SAVED)
    return tmp_path / "saves"


def test_records_and_players_are_printed_as_two_tables(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(saves)]) == 0
    records, players = capsys.readouterr().out.split("\n\n")
    assert records.splitlines()[:3] == [
        "game           record              value  player",
        "Dice 10 000    best total          14350  CHRISTA",
        "Dice 10 000    fewest turns alone     17  ANNA",
    ]
    assert players.splitlines()[1].split() == "BEN Ten-thousand games 12 5 2 240 74400 80 310 33".split()


def csv_of(saves: Path, table: str, capsys: pytest.CaptureFixture[str]) -> list[list[str]]:
    """Returns the rows that the command prints for a table, the heading first."""
    assert main([str(saves), "--csv", table]) == 0
    return list(csv.reader(io.StringIO(capsys.readouterr().out)))


@pytest.mark.parametrize("table", ["records", "players"])
def test_csv_is_one_table_with_a_heading(table: str, saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = csv_of(saves, table, capsys)
    assert len(rows) > 3 and {len(row) for row in rows} == {len(set(rows[0]))}


def test_each_column_and_each_record_has_its_name(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = ["games", "wins", "games alone", "turns", "points", "busts"]
    assert csv_of(saves, "players", capsys)[0] == ["player", "games of", *figures, "average turn", "busts in 100"]
    heading, *records = csv_of(saves, "records", capsys)
    assert heading == ["game", "record", "value", "player"]
    assert records
    assert {row[1] for row in records} <= {"best total", "fewest turns alone", "best turn", "most hot dice"}


def test_csv_needs_the_name_of_a_table(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in ([], ["both"]):
        with pytest.raises(SystemExit):
            main([str(saves), "--csv", *wrong])
        assert "records" in capsys.readouterr().err


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@A1", "\t1", "1-2", "007", "1E5", "3", " 3", "'x", "MAR1", "Dec 24", "sept.2", "TRUE"]
)
def test_no_spreadsheet_takes_a_name_for_a_formula_a_number_or_a_date(
    name: str, saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = [[name, *row[1:]] for row in SAVED["persons"][:1]]
    variants = [[name, [10450, name], [], [], []]]
    Store(str(saves)).save(RECORD, {**SAVED, "persons": people, "variants": variants})
    cells = [
        row[at]
        for table, at in (("records", 0), ("records", 3), ("players", 0))
        for row in [csv_of(saves, table, capsys)[1]]
    ]
    assert cells == ["'" + shown(name)] * 3


@pytest.mark.parametrize("name", ["ANNA", "P1", "Marc", "Maya 2b", "Dice 10 000", "True1"])
def test_csv_has_other_names_as_they_are(name: str) -> None:
    assert as_text(name) == name


def test_a_player_of_team_games_only_has_no_average(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    people = [*SAVED["persons"], ["TEAM", [2, 1, 0, 0, 0, 0], [], []]]
    Store(str(saves)).save(RECORD, {**SAVED, "persons": people})
    assert csv_of(saves, "players", capsys)[1] == ["TEAM", "Ten-thousand games", "2", "1", "0", "0", "0", "0", "", ""]
    assert main([str(saves)]) == 0
    lines = capsys.readouterr().out.split("\n\n")[1].splitlines()
    assert lines[1].split() == "TEAM Ten-thousand games 2 1 0 0 0 0".split()
    assert lines[2].endswith(" 310            33") and lines[0].index("average turn") + 12 == lines[2].rindex("310") + 3


def test_averages_are_rounded_as_on_the_console(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    people = [["ANNA", [2, 1, 0, 200, 300, 1], [], []], ["BEN", [2, 1, 0, 8, 20, 5], [], []]]
    Store(str(saves)).save(RECORD, {**SAVED, "persons": people})
    assert [row[-2:] for row in csv_of(saves, "players", capsys)[1:]] == [["3", "63"], ["2", "1"]]


def test_csv_has_one_row_for_each_record(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    heading, *records = csv_of(saves, "records", capsys)
    rows = [dict(zip(heading, row, strict=True)) for row in records]
    assert len(rows) == sum(bool(record) for row in SAVED["variants"] for record in row[1:])
    assert rows[0] == {"game": "Dice 10 000", "record": "best total", "value": "14350", "player": "CHRISTA"}
    assert {row[1] for row in csv_of(saves, "players", capsys)[1:]} == {"Ten-thousand games", "Phase 10"}


@pytest.mark.parametrize("folder", ["", "sixpip-2026-11-28/"])
def test_a_zip_of_make_backup_is_read_too_also_packed_again_with_a_folder_around_it(
    folder: str, saves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(saves)]) == 0
    printed = capsys.readouterr().out
    with zipfile.ZipFile(tmp_path / "backup.zip", "w") as archive:
        archive.writestr(f"{folder}.DS_Store", b"x")
        for path in saves.iterdir():
            archive.write(path, folder + path.name)
    assert main([str(tmp_path / "backup.zip")]) == 0
    assert capsys.readouterr().out == printed


def test_reading_changes_no_file(saves: Path) -> None:
    (saves / RECORD).rename(saves / (RECORD + ".new"))
    before = {path.name: path.read_bytes() for path in saves.iterdir()}
    assert main([str(saves)]) == 0
    assert {path.name: path.read_bytes() for path in saves.iterdir()} == before


def test_a_damaged_row_is_reported_and_the_others_are_printed_without_control_characters(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Store(str(saves)).save(RECORD, {**SAVED, "persons": [*SAVED["persons"], ["\x1b[2J", [1]]]})
    assert main([str(saves)]) == 1
    printed = capsys.readouterr()
    assert "BEN" in printed.out and "\x1b" not in printed.out + printed.err
    assert printed.err.count("\n") == 1 and "row 3 is not valid" in printed.err
    Store(str(saves)).save(RECORD, {**SAVED, "variants": [["\x1b[2J", [1, "\x07"], [], [], []]]})
    for options in ([], ["--csv", "records"]):
        assert main([str(saves), *options]) == 0
        out = capsys.readouterr().out
        assert "\\x1b[2J" in out and "\x1b" not in out and "\x07" not in out


def test_records_of_a_later_format_are_refused_in_one_sentence_and_stay(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = (saves / RECORD).read_bytes().replace(b"sixpip 1 ", b"sixpip 2 ")
    (saves / RECORD).write_bytes(data)
    assert main([str(saves)]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1
    assert "A newer version of Sixpip has saved the records. Nothing is lost: update Sixpip." in printed.err
    assert (saves / RECORD).read_bytes() == data


def test_bad_input_gets_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.zip").write_text("no archive")
    for name, reason in (
        ("none", "No such file"),
        ("empty", "has no records"),
        ("text.zip", "is damaged or not a .zip"),
    ):
        assert main([str(tmp_path / name)]) == 2
        printed = capsys.readouterr()
        assert not printed.out and printed.err.count("\n") == 1 and reason in printed.err


def test_what_was_played_last_is_printed_first(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variants: list[Any] = [[name, [1000, "ANNA"], [], [], []] for name in ("pure", "own", "farkle")]
    people = [[name, [1, 0, 1, 7, 700, 2], [], []] for name in ("ANNA", "BEN")]
    Store(str(saves)).save(RECORD, {**SAVED, "persons": people, "variants": variants})
    assert [row[0] for row in csv_of(saves, "records", capsys)[1:]] == ["Farkle", "own", "Pure"]
    assert csv_of(saves, "players", capsys)[1:] == [
        [name, "Ten-thousand games", "1", "0", "1", "7", "700", "2", "100", "29"] for name in ("BEN", "ANNA")
    ]


@pytest.mark.parametrize("name", [RECORD, f"{RECORD}.new", f"{RECORD}.old"])
def test_records_are_read_from_each_version_that_the_console_may_leave(
    name: str, saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(saves)]) == 0
    printed = capsys.readouterr().out
    (saves / RECORD).rename(saves / name)
    assert main([str(saves)]) == 0
    assert capsys.readouterr().out == printed


def test_a_console_with_records_and_no_players_prints_one_table(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Store(str(saves)).save(RECORD, {**SAVED, "persons": []})
    assert main([str(saves)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("game ") and "\n\n" not in printed and not printed.endswith("\n\n")


def test_columns_of_numbers_are_aligned_to_the_right_and_no_line_ends_with_spaces(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(saves)]) == 0
    for table in capsys.readouterr().out.split("\n\n"):
        heading, *rows = table.splitlines()
        assert all(line == line.rstrip() for line in (heading, *rows))
        for column in ("value", "wins", "points"):
            if f" {column}" in heading:
                end = heading.index(column) + len(column)
                assert all(row[end - 1].isdigit() and row[end : end + 2] in ("  ", "") for row in rows)


@pytest.mark.parametrize("name", ["FOLDER", "--csv [TABLE]"])
def test_the_help_names_what_the_command_takes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    words = " ".join(capsys.readouterr().out.split())
    assert left.value.code == 0 and name in words and "a folder of saves, or a backup" in words
