"""The command `python -m tools.play.records FOLDER [--csv TABLE]`: prints the records and statistics of a console."""

import csv
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from sixpip import nearest, share
from sixpip.app.people.statistics import BUSTS, GROUPS, POINTS, TURNS
from tools.play.records.reader import BEST, FIGURES, NoRecords, Records, read
from tools.terminal import Parser, command, print_message, shown

RECORD_HEADING = ("game", "record", "value", "player")
PERSON_HEADING = ("player", "games of", *FIGURES, "average turn", "busts in 100")

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_CHANGED = re.compile(rf"[^a-z]|(?:{_MONTHS})[a-z]*\W?\d+$|(?:true|false)$", re.IGNORECASE)
"""The texts that a spreadsheet changes: it takes them for formulas, numbers, dates or truth values."""

Row = Sequence[str | int]


def record_rows(records: Records) -> Iterator[Row]:
    """Yields a row for each record that is set."""
    for title, *best in records.variants:
        for what, record in zip(BEST, best, strict=True):
            if record:
                yield title, what, record[0], shown(record[1])


def person_rows(records: Records) -> Iterator[Row]:
    """Yields a row for each person and group of games."""
    for name, *groups in records.people:
        for group, figures in zip(GROUPS, groups, strict=True):
            if figures:
                turns = figures[TURNS]  # none after games in a team only
                averages = (nearest(figures[POINTS], turns), share(figures[BUSTS], turns)) if turns else ("", "")
                yield name, group, *figures, *averages


def print_table(heading: Row, rows: Sequence[Row]) -> None:
    """Prints aligned columns, numbers to the right."""
    widths = [max(len(str(row[column])) for row in (heading, *rows)) for column in range(len(heading))]
    for row in (heading, *rows):
        cells = [
            str(cell).rjust(width) if any(isinstance(one[column], int) for one in rows) else str(cell).ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())


def as_text(cell: str | int) -> str | int:
    """A cell that a spreadsheet shows as it is: a text that it would change gets a ' in front."""
    return f"'{cell}" if isinstance(cell, str) and _CHANGED.match(cell) else cell


def write_csv(heading: Row, rows: Sequence[Row]) -> None:
    """Prints a table as comma-separated values."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(heading)
    writer.writerows([as_text(cell) for cell in row] for row in rows)


@command
def main(arguments: list[str]) -> int:
    """Runs the command; returns the exit status: 1 when a part was damaged, 2 when there is nothing to read."""
    parser = Parser(prog="python -m tools.play.records", description="Prints the records of a console.")
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="a folder of saves, or a backup (folder or .zip)")
    parser.add_argument(
        "--csv", nargs="?", const="", choices=("", "records", "players"), metavar="TABLE",
        help="print one table as comma-separated values for a spreadsheet: records or players",
    )  # fmt: skip
    options = parser.parse_args(arguments)
    if options.csv == "":
        parser.error("--csv needs the name of a table: records or players")
    try:
        records = read(options.folder)
    except NoRecords as error:
        print_message(error)
        return 2
    found: dict[str, tuple[Row, list[Row]]] = {
        "records": (RECORD_HEADING, list(record_rows(records))),
        "players": (PERSON_HEADING, list(person_rows(records))),
    }
    if options.csv:
        write_csv(*found[options.csv])
    else:
        filled = [(heading, rows) for heading, rows in found.values() if rows]
        for number, (heading, rows) in enumerate(filled):
            if number:
                print()
            print_table(heading, rows)
    for reason in records.damaged:
        print_message(f"{options.folder}: a part of the records is damaged and left out ({reason}).")
    return 1 if records.damaged else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
