"""python -m tools.play.records: a table or CSV from a folder of saves or a backup; one sentence for bad input."""

import csv
import io
import zipfile
from pathlib import Path

import pytest

from host_tests.statistics_fixture import SAVED
from sixpip.app.menus.statistics import RECORD
from sixpip.storage.records import Store
from tools.play.records.__main__ import main


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


def test_csv_has_a_heading_and_one_row_for_each_record(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(saves), "--csv"]) == 0
    records, players = capsys.readouterr().out.split("\n\n")
    rows = list(csv.DictReader(io.StringIO(records)))
    assert len(rows) == sum(bool(record) for row in SAVED["variants"] for record in row[1:])
    assert rows[0] == {"game": "Dice 10 000", "record": "best total", "value": "14350", "player": "CHRISTA"}
    assert {row["games of"] for row in csv.DictReader(io.StringIO(players))} == {"Ten-thousand games", "Phase 10"}


def test_a_zip_of_make_backup_is_read_too(saves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([str(saves)])
    printed = capsys.readouterr().out
    with zipfile.ZipFile(tmp_path / "backup.zip", "w") as archive:
        archive.write(saves / RECORD, RECORD)
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
    for options in ([], ["--csv"]):
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
    assert "was saved by a newer version of Sixpip" in printed.err
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
