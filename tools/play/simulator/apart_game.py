"""What the console of make play runs: its own games, or a game apart, whose files the page sends that plays it.

The games apart are those of tools/play/demo (apart.py): the game of the day, a duel by link, and a game with the dice
of another one. As in the demo the browser keeps their files, so that they change nothing of the console.
"""

import contextlib
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sixpip.app.app import App
from sixpip.app.settings import RECORD
from sixpip.rules.rulebook.variants import known
from tools.play.demo import again, apart, duel, game_of_the_day
from tools.play.simulator.board import SimBoard

MOST_FILES = 1000
_KINDS = {"duel": duel, "again": again}
_DATE = re.compile(r"20\d\d-\d\d-\d\d")
_NAME = re.compile(r"(?!.{101})[a-zA-Z0-9][\w.-]*(?:/[a-zA-Z0-9][\w.-]*)*", re.ASCII)


class UnknownGame(Exception):
    """There is no such game: the page has not sent its files, or the variant does not exist."""


def run_console(board: SimBoard) -> None:
    """Runs the console with its own games; reports the log of a game that is over."""
    app = App(board)
    while True:
        app.step()
        _report_finished(board, app)


def _report_finished(board: SimBoard, app: App) -> None:
    path = apart.finished(app)
    if path != board.finished_path:
        board.finished_path = path
        board.report("finished", Path(path).read_text(encoding="utf-8") if path else "")


class ApartGame:
    """A game apart. Its `run` takes the place of the firmware's own."""

    def __init__(self, wanted: Mapping[str, Any], folder: Path, console: Path) -> None:
        """Writes the files of the game and the settings of the console to `folder`, which is empty.

        `wanted`: {"kind": "duel" or "again", "files": content by name} or {"date", "variant", "files"}; a content has a
        letter for each byte. `console`: the folder of the console. Raises UnknownGame.
        """
        self._folder = folder
        self._module = _KINDS.get(str(wanted.get("kind")))
        self._date, self._variant = str(wanted.get("date")), str(wanted.get("variant"))
        self._seen: list[tuple[str, int, int]] = []
        for path in console.glob(f"{RECORD}*"):
            if path.is_file():
                shutil.copy(path, folder)
        _write(wanted.get("files"), folder)
        is_day = bool(_DATE.fullmatch(self._date)) and known(self._variant)
        if not (self._module.is_known(str(folder)) if self._module else is_day):
            raise UnknownGame

    def run(self, board: SimBoard) -> None:
        """Runs the console with the game; reports its files, its log when it is over, and when it is left."""
        app = App(board)
        if self._module:
            self._module.open_game(app)
        else:
            game_of_the_day.open_game(app, self._date, self._variant)
        while True:
            app.step()
            self._report_files(board)
            _report_finished(board, app)
            if app.session is None or (self._module and self._module.is_over(app)):
                board.report("left", True)

    def _report_files(self, board: SimBoard) -> None:
        paths = sorted(path for path in self._folder.rglob("*") if path.is_file())
        names = [path.relative_to(self._folder).as_posix() for path in paths]
        states = [path.stat() for path in paths]
        seen = [(name, state.st_size, state.st_mtime_ns) for name, state in zip(names, states, strict=True)]
        if seen != self._seen:
            self._seen = seen
            files = {name: path.read_bytes().decode("latin-1") for name, path in zip(names, paths, strict=True)}
            board.report("files", files)


def _write(files: object, folder: Path) -> None:
    """Writes the files that a page has sent. Raises UnknownGame for what no console has saved."""
    if not isinstance(files, dict) or len(files) > MOST_FILES:
        raise UnknownGame
    for name, content in files.items():
        if not _NAME.fullmatch(name) or not isinstance(content, str):
            raise UnknownGame
        try:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode("latin-1"))
        except (OSError, UnicodeEncodeError):
            raise UnknownGame from None


def wanted_in(text: str) -> dict[str, Any]:
    """Returns the game that a page asks for. Raises UnknownGame."""
    try:
        wanted = json.loads(text)
    except ValueError:
        raise UnknownGame from None
    if not isinstance(wanted, dict):
        raise UnknownGame
    return wanted


def logs_in(folder: Path) -> list[tuple[int, str]]:
    """Returns number and text of each log in a folder of saves, the first game first."""
    logs = []
    for path in folder.glob("logs/game-*.log"):
        with contextlib.suppress(OSError, ValueError):
            logs.append((int(path.stem.removeprefix("game-")), path.read_text(encoding="utf-8")))
    return sorted(logs)
