"""The command `python -m tools.publish.release`: writes the files of a release, and the text for its page."""

import re
import sys
from pathlib import Path

from sixpip import VERSION
from tools import ROOT
from tools.board.build import BuildError, firmware_files
from tools.board.flash.errors import UsageError
from tools.board.image import ImageTooSmall
from tools.check.micropython import MicroPythonMissing
from tools.publish.release import SUMS, Files, descriptions, release_files
from tools.terminal import Parser, command, print_message, shown

CHANGELOG = ROOT / "CHANGELOG.md"
OUTPUT = ROOT / "dist" / "release"
NOTES = ROOT / "dist" / "release-notes.md"

_HEADING = re.compile(r"^## \[([^\]]+)\] - (.*)$", re.MULTILINE)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def changes(changelog: str, version: str) -> tuple[str, str]:
    """The date of a version in the changelog, and the text of its section. Raises UsageError if there is none."""
    headings = list(_HEADING.finditer(changelog))
    for heading, following in zip(headings, [*headings[1:], None]):
        if heading[1] == version:
            text = changelog[heading.end() : following.start() if following else None]
            return heading[2], text.strip() + "\n"
    raise UsageError(f"CHANGELOG.md has no section for {version}: add one, or correct VERSION in firmware/sixpip.")


def check_tag(tag: str, date: str) -> None:
    """Raise UsageError when a tag is not that of this version, or the changelog does not have its date yet."""
    if tag != f"v{VERSION}":
        raise UsageError(
            f"The tag {shown(tag)} is not v{VERSION}: correct it, or VERSION in firmware/sixpip/__init__.py."
        )
    if not _DATE.fullmatch(date):
        raise UsageError(f"CHANGELOG.md has no date for {VERSION}: write it in place of {shown(date)}.")


def older_release(folder: Path) -> list[Path]:
    """The files of an older release in a folder. Raises UsageError when the folder contains anything else."""
    older = sorted(folder.iterdir()) if folder.is_dir() else []
    if any(path.name != SUMS and not (path.is_file() and path.name.startswith("sixpip-")) for path in older):
        raise UsageError(f"{folder} is not empty and not a release: name another folder.")
    return older


def write(files: Files, folder: Path) -> None:
    """Write the files of a release to a folder, and delete an older release there. Raises UsageError."""
    for path in older_release(folder):
        path.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)


@command(finishes=True)
def main(arguments: list[str]) -> int:
    """Make the release and print its files; return the exit status: 2 for wrong arguments."""
    parser = Parser(prog="python -m tools.publish.release", description="Makes the files of a release.")
    parser.add_argument("--source", type=Path, help="a compiled firmware (default: compile firmware/ now)")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="folder to write (default: dist/release)")
    parser.add_argument("--notes", type=Path, default=NOTES, help="text to write (default: dist/release-notes.md)")
    parser.add_argument("--tag", help="the tag of the release: fails if it is not that of this version")
    options = parser.parse_args(arguments)
    try:
        date, text = changes(CHANGELOG.read_text(encoding="utf-8"), VERSION)
        if options.tag is not None:
            check_tag(options.tag, date)
        older_release(options.output)
        files = release_files(firmware_files(options.source))
        write(files, options.output)
    except UsageError as error:
        print_message(error)
        return 2
    except (BuildError, ImageTooSmall, MicroPythonMissing) as error:
        print_message(error)
        return 1
    options.notes.parent.mkdir(parents=True, exist_ok=True)
    options.notes.write_text(f"{text}\n{descriptions()}", encoding="utf-8", newline="\n")
    output = options.output.relative_to(ROOT) if options.output.is_relative_to(ROOT) else options.output
    for name, data in files.items():
        print(f"{output / name}: {len(data)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
