"""The console under soak: applies events to the firmware on a fake board and a disk in memory, and checks it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from sixpip.app import app as app_module
from sixpip.app.app import App
from sixpip.app.games import game_start
from sixpip.app.games.lineup import Lineup
from sixpip.board.contract import MENU
from sixpip.rules.core.errors import BadOption
from sixpip.storage import record_store
from tools.check.power_loss.disk import patch_storage
from tools.check.soak import saved
from tools.check.soak.board import SoakBoard
from tools.check.soak.coverage import Coverage
from tools.check.soak.fault import Event
from tools.check.soak.saved import SavedRecords
from tools.check.soak.watcher import Shown, Watcher
from tools.play.host.faulty_disk import AT_CLOSE, FaultyDisk, PowerCut

_FULL = 28
_IO_ERROR = 5
_RESTED_MS = 1200
"""After that time without a press no button is ignored."""


class SoakConsole:
    """The firmware on a SoakBoard. `app` and `board` are those since the last power-on."""

    app: App
    board: SoakBoard

    def __init__(self, seed: int, coverage: Coverage) -> None:
        """Switches a console with an empty disk on; `seed`: of the dice. Raises Fault."""
        self.coverage = coverage
        self.disk = FaultyDisk(AT_CLOSE)
        self.records = SavedRecords()
        self._foreign_logs: set[str] = set()
        """The logs that someone has changed since the last power-on, which finds that out."""
        self._seed = seed
        self._board_number = 0
        self._rested = False
        self._oled = True
        self._usb = False
        with self.mounted():
            self._boot()

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """Makes the firmware use this console's disk inside the `with` block."""
        with (
            patch_storage(self.disk.replacements()),
            patch.object(app_module, "Store", self.records.store),
        ):
            yield

    def apply(self, event: Event) -> None:
        """Applies one event inside `mounted`, then checks the console: ["press", 6] is _on_press(6).

        Raises Fault, and whatever the firmware raises.
        """
        self.coverage.count_event(event[0])
        games = self.coverage.games
        if event[0] not in ("press", "wait"):
            self._rested = False
        try:
            getattr(self, f"_on_{event[0]}")(*event[1:])
        except PowerCut:
            if self.board.cuts_ms and not self.disk.is_faulty():  # it has switched itself off
                saved.check_saved(self.app, self.records)
            self.coverage.cuts += 1
            self._boot()
        self.watcher.check()
        if self.coverage.games > games:
            self.coverage.count_link(saved.check_log(self.app, self.disk, self._foreign_logs))

    # Power

    def _boot(self, held: int = 0, cut_at: int = -1) -> None:
        """Switches on; `held`: buttons that are stuck, `cut_at`: the flash operation at which the power fails again."""
        self.disk.restart()
        self._foreign_logs.clear()
        if cut_at >= 0:
            self.disk.cut_at(cut_at)
        self._board_number += 1
        self.board = SoakBoard("", seed=self._seed + self._board_number)
        self.board.oled_connected = self._oled
        self.board.on_usb = self._usb
        self._rested = False
        for button in range(MENU + 1):
            if held >> button & 1:
                self.board.press(button, hold_ms=20_000)
        try:
            self._open_app()
        except PowerCut:
            self.coverage.cuts += 1
            self._boot()

    def _open_app(self) -> None:
        """Starts the firmware, which must show the saved game."""
        self.app = App(self.board)
        self.coverage.watch(self.app)
        self.watcher = Watcher(self.app, self.board)
        saved.check_resumed(self.app, self.records)
        saved.check_log(self.app, self.disk, self._foreign_logs)
        self.app.step()

    def _on_power(self, held: int = 0, cut_at: int = -1) -> None:
        """Switches off between two rounds of the loop, and on again."""
        if not self.disk.is_faulty():
            saved.check_saved(self.app, self.records)
        self.coverage.restarts += 1
        self._boot(held, cut_at)

    # Buttons and time

    def _run(self, ms: int) -> None:
        """Runs the console for a time. Raises Fault when its clock stands still."""
        until_ms = self.board.elapsed_ms + ms
        while self.board.elapsed_ms < until_ms:
            self.app.step()

    def _on_press(self, button: int, hold_ms: int = 50) -> None:
        """Presses a button; a label that promises something must be true."""
        before = self.watcher.before_press(button) if self._rested else None
        self.board.press(button, hold_ms=hold_ms)
        self.app.step()
        if before:
            self._run_until_changed(before)
            self.watcher.check_promise(button, before)
        self._rested = False
        if hold_ms > 50:
            self._run(hold_ms)

    def _run_until_changed(self, before: Shown) -> None:
        """Runs the console until the press has an effect, for about a second at most: a computer is thinking."""
        until_ms = self.board.elapsed_ms + _RESTED_MS
        while self.board.elapsed_ms < until_ms and not self.watcher.is_answered(before):
            self.app.step()

    def _on_wait(self, ms: int) -> None:
        self._run(ms)
        self._rested = ms >= _RESTED_MS

    def _on_jump(self, ms: int) -> None:
        """Lets time pass in which the loop does not run."""
        self.board.elapsed_ms += ms
        self.app.step()

    def _on_battery(self, millivolts: int) -> None:
        self.board.millivolts = millivolts

    def _on_charger(self, plugged_in: int) -> None:
        self.board.charger_in = bool(plugged_in)

    def _on_usb(self, plugged_in: int) -> None:
        """Gives the console USB power or not, which keeps it on when it switches itself off."""
        self._usb = self.board.on_usb = bool(plugged_in)

    def _on_oled(self, connected: int) -> None:
        """Connects the OLED or not, from the next power-on on."""
        self._oled = bool(connected)

    # Games

    def _on_game(self, variant: str, row: dict[str, Any], names: list[str], seats: list[int], extra: Any) -> None:
        """Starts a game as the menus do; nothing happens when its variant is gone or does not go with the rules."""
        lineup = Lineup(names, seats)
        for name in extra:
            setattr(lineup, name, extra[name])
        try:
            game_start.start(self.app, variant, row, lineup)
        except BadOption:
            return
        self.app.step()

    # Faults of the disk

    def _on_cut(self, steps: int) -> None:
        """The power fails at the flash operation after `steps` others."""
        self.disk.clear_faults()
        self.disk.cut_at(steps)

    def _on_full(self, steps: int) -> None:
        """The disk is full after `steps` flash operations."""
        self.disk.clear_faults()
        self.disk.fail_at(steps, _FULL, True)

    def _on_broken(self, steps: int) -> None:
        """One flash operation fails."""
        self.disk.clear_faults()
        self.disk.fail_at(steps, _IO_ERROR, False)

    def _on_unreadable(self, path: str) -> None:
        """A file cannot be read from now on."""
        self.disk.unreadable.add(path)
        self._forget(path)

    def _on_repair(self) -> None:
        """The disk works again: a file that could not be read counts again, unless it was set aside since."""
        self.disk.clear_faults()
        for path in self.disk.unreadable:
            self._forget(path)
        self.disk.unreadable.clear()

    def _on_file(self, path: str, text: str) -> None:
        """Someone copies a file to the disk."""
        if path in self.disk.folders:
            return
        self.disk.folders.add(path[: path.rfind("/")] or "/")
        self.disk.put(path, text.encode("latin-1"))
        self._foreign_logs.add(path)
        self._forget(path)

    def _on_folder(self, path: str) -> None:
        """Someone creates a folder, also where a file should be."""
        if path not in self.disk.files:
            self.disk.folders.add(path)
            self._forget(path)

    def _on_record(self, name: str, value: Any) -> None:
        """Someone copies a valid record to the disk."""
        content = json.dumps(value).encode()
        self._on_file("/" + name, (record_store.header(content) + content).decode("latin-1"))

    def _forget(self, path: str) -> None:
        """Allows any value for the record of a file that was changed from outside."""
        folder, _, file = path[1:].rpartition("/")
        self.records.forget((folder + "/" if folder else "") + file.split(".")[0])
