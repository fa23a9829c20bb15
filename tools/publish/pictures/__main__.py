"""`make pictures`: makes the pictures of the documents from the firmware, the animated one with Chromium.

`python -m tools.publish.pictures [FOLDER]` writes them to FOLDER, by default firmware/pictures.
"""

import sys
from pathlib import Path

from tools.play.simulator.browser import find_chromium
from tools.publish.pictures import gallery, turn
from tools.terminal import Parser, command, print_message


def make_stills(folder: Path) -> None:
    """Makes the pictures that need no browser, and prints the name of each."""
    for number, (name, make) in enumerate(gallery.STILLS.items(), 1):
        print(f"{number}/{len(gallery.STILLS)} {name}", flush=True)
        make().save(folder / name, optimize=True)


def make_film(folder: Path) -> None:
    """Makes the animated picture in Chromium."""
    from tools.publish.pictures.film import shoot

    frames = turn.record()
    print(f"{gallery.FILM}: {len(frames)} frames in Chromium", flush=True)
    pictures = list(shoot(frames))
    gallery.save_film(pictures, [frame.ms for frame in frames], turn.digest(frames), folder / gallery.FILM)


@command(finishes=True)
def main(arguments: list[str]) -> int:
    """Makes all pictures; returns the exit status: 0, or 2 if the animated one cannot be made."""
    parser = Parser(prog="python -m tools.publish.pictures", description="Makes the pictures of the documents.")
    parser.add_argument("folder", nargs="?", type=Path, default=gallery.FOLDER, help="default: firmware/pictures")
    folder: Path = parser.parse_args(arguments).folder
    if not folder.is_dir():
        print_message(f"{folder} is not a folder: choose an existing one.")
        return 2
    make_stills(folder)
    if not find_chromium():
        print_message(f"{gallery.FILM} needs Chromium: install it or set CHROMIUM to its path, then run this again.")
        return 2
    make_film(folder)
    print(f"All pictures are in {folder}. Next: look at those that git diff lists, then commit them.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
