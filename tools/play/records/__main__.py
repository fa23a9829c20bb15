"""The command `python -m tools.play.records FOLDER [--csv]`: prints the records and statistics of a console."""

import csv
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from sixpip.app.menus.statistics import BUSTS, GROUPS, POINTS, TURNS
from tools.play.records.reader import BEST, FIGURES, NoRecords, Records, read
from tools.terminal import Parser, command, print_message, shown

RECORD_HEADING = ("game", "record", "value", "player")
PERSON_HEADING = ("player", "games of", *FIGURES, "average turn", "busts in 100")

Row = Sequence[str | int]


def record_rows(records: Records) -> Iterator[Row]:
    """Yields a row for each record that is set."""
    for title, *best in records.variants:
        for what, record in zip(BEST, best, strict=True):
            if record:
                yield title, what, record[0], shown(record[1])


def person_rows(records: Records) -> Iterator[Row]:
    """Yields a row for each person and group of games."""
    for name, *groups in records.persons:
        for group, figures in zip(GROUPS, groups, strict=True):
            if figures:
                turns = max(1, figures[TURNS])
                average = (figures[POINTS] + turns // 2) // turns  # as on the console
                yield name, group, *figures, average, figures[BUSTS] * 100 // turns


def print_table(heading: Row, rows: Sequence[Row]) -> None:
    """Prints aligned columns, numbers to the right."""
    widths = [max(len(str(row[column])) for row in (heading, *rows)) for column in range(len(heading))]
    for row in (heading, *rows):
        cells = [
            str(cell).rjust(width) if isinstance(rows[0][column], int) else str(cell).ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())


@command
def main(arguments: list[str]) -> int:
    """Runs the command; returns the exit status: 1 when a part was damaged, 2 when there is nothing to read."""
    parser = Parser(prog="python -m tools.play.records", description="Prints the records of a console.")
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="a folder of saves, or a backup (folder or .zip)")
    parser.add_argument("--csv", action="store_true", help="print comma-separated values for a spreadsheet")
    options = parser.parse_args(arguments)
    try:
        records = read(options.folder)
    except NoRecords as error:
        print_message(error)
        return 2
    tables = [(RECORD_HEADING, list(record_rows(records))), (PERSON_HEADING, list(person_rows(records)))]
    shown = [(heading, rows) for heading, rows in tables if rows]
    for number, (heading, rows) in enumerate(shown):
        if number:
            print()
        if options.csv:
            csv.writer(sys.stdout, lineterminator="\n").writerows([heading, *rows])
        else:
            print_table(heading, rows)
    for reason in records.damaged:
        print_message(f"{options.folder}: a part of the records is damaged and left out ({reason}).")
    return 1 if records.damaged else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
