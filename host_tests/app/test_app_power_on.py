"""Starts in which the memory runs out, at any place: the console ends in the game, in less of it, or in the boot menu.

A start is the firmware's `run` on a fake board, which is called again after each restart as main.py does it. The memory
runs out at the n-th call of a function of the firmware, which covers every import and allocation of a start.
"""

import itertools
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from host_tests.effort import scaled
from host_tests.scripted_player import ScriptedPlayer
from sixpip.app import app as app_module
from sixpip.app.app import App, run
from sixpip.app.games import parking
from sixpip.app.games.session import COACH_ALWAYS, RECORD, Session
from sixpip.board.contract import MOST_FAILURES, ROLL
from sixpip.players.styles import MASTER
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.replay import Script
from sixpip.storage.record_store import Store
from tools.play.host.board import Restarted
from tools.play.host.fake import FakeBoard
from tools.play.host.frames import oled_lines

# CPython resumes a generator to end it, which counts as a call: its failure there is no fault of the console
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

STEP = scaled(61, 3)
"""Every so many-th call of a start fails."""
STEP_IN_PLAY = scaled(305, 5)
"""The same where a game goes on or the next one starts."""
ROUNDS = 12
"""Rounds of the loop that belong to a start: modules of the computer players are imported in them."""
FRAME_MS = 120
"""A round of the loop at the end of a game: it takes longer than that of the console, so that there are fewer."""
THINKING_MS = 6
"""What a step of thinking takes."""
FEWER = 2
"""Before the press of ROLL only every so many-th call fails: the frames there are alike."""
FIRMWARE = os.sep + "sixpip" + os.sep
NAMES = ["ANNA", "Master"]


class Ended(BaseException):
    """The rounds of a board are over."""


class ShortBoard(FakeBoard):
    """A board that ends the console after some rounds of its loop."""

    rounds_left = ROUNDS
    _roll_ms = -1

    def rolls_at(self, ms: int) -> None:
        """Schedules a press of ROLL, -1 for none, in the frames at the end of a game."""
        self._roll_ms = ms
        if ms >= 0:
            self.press(ROLL, ms)
            self.rounds_left += ms // FRAME_MS

    def next_press(self) -> int:
        """As FakeBoard. Takes as long as the step of thinking before it."""
        self.elapsed_ms += THINKING_MS
        return super().next_press()

    def wait(self, ms: int) -> None:
        """As FakeBoard. Raises Ended."""
        super().wait(FRAME_MS - self.elapsed_ms % FRAME_MS if self.elapsed_ms < self._roll_ms else ms)
        self.rounds_left -= 1
        if self.rounds_left == 0:
            raise Ended


class Memory:
    """Raises MemoryError at the n-th call of a function of the firmware; counts the calls."""

    def __init__(self, last: int = -1) -> None:
        """`last`: the number of the call that fails, -1 for none; 0 also counts none, which takes less time."""
        self.calls = 0
        self._last = last
        self._trace = self._count
        """Kept, so that CPython does not hold the only reference to a method that ends its own use."""

    def __enter__(self) -> "Memory":
        if self._last:
            sys.settrace(self._trace)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _count(self, frame: FrameType, _event: str, _argument: object) -> None:
        """Counts a call; returns None, so that the lines of the function are not traced."""
        if FIRMWARE in frame.f_code.co_filename:
            self.calls += 1
            if self.calls == self._last:
                raise MemoryError  # which also ends the count


class Console:
    """The firmware in a folder, as main.py runs it: started again after a restart, until it plays for a while."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = str(folder)
        self.apps: list[App] = []
        monkeypatch.setattr(app_module, "App", self._app)

    def _app(self, *arguments: Any) -> App:
        app = App.__new__(App)
        self.apps.append(app)
        app.__init__(*arguments)  # type: ignore[misc]  # kept also where it fails
        return app

    def power_on(self, *fails: int, without_game: bool = False, roll_ms: int = -1) -> App:
        """Runs the console; `fails`: the call that fails in the first start, in the second, and so on.

        `roll_ms`: when ROLL is pressed in the first start, -1 for never.
        """
        board = ShortBoard(self.folder)
        board.rolls_at(roll_ms)
        for last in (*fails, *[0] * (MOST_FAILURES + 1)):
            try:
                with Memory(last):
                    run(board, without_game)
            except (MemoryError, Restarted):
                assert board.failures <= MOST_FAILURES
                board.rounds_left = ROUNDS
            except Ended:
                return self.apps[-1]
        raise AssertionError("the console does not play")


def save_game(folder: Path, variant: str = "pure", coach: int = COACH_ALWAYS, seat: int = MASTER) -> dict[str, Any]:
    """Saves a game in its second roll; returns its record."""
    game = new_game(variant, {"start": "seated"}, 2)
    game.apply(("roll", None), Script([0, 0, 0, 4, 1, 2]))
    game.apply(("keep", 0b1111), Script([]))
    session = Session(game, NAMES, styles=[0, seat])
    session.coach = coach
    session.save(Store(str(folder)))
    return game.record()


def count_calls(folder: Path, roll_ms: int = -1, rounds: int = 0) -> int:
    """Returns how many calls a start without a failure makes.

    `roll_ms`: as for Console.power_on; `rounds`: of the loop, 0 for all that belong to the start.
    """
    board = ShortBoard(str(folder))
    board.rolls_at(roll_ms)
    board.rounds_left = rounds or board.rounds_left
    with Memory() as memory, pytest.raises(Ended):
        run(board)
    return memory.calls


def copies(folder: Path, tmp_path: Path) -> Iterator[Path]:
    for number in itertools.count(1):
        yield Path(shutil.copytree(folder, tmp_path / f"copy{number}"))


def records_of(app: App) -> list[dict[str, Any]]:
    """Returns the records of all games that are in play or parked."""
    games = [app.store.load(RECORD)]
    games += [parking.load(app.store, name) for name in parking.parked_games(app.store)]
    return [saved["game"] for saved in games if saved]


def press_roll(app: App) -> None:
    """Presses ROLL, so that a notice is closed."""
    app.board.press(ROLL)  # type: ignore[attr-defined]
    for _ in range(3):
        app.step()


def text(app: App) -> str:
    """Returns the text on the OLED in one line."""
    return " ".join(" ".join(oled_lines(bytes(app.board.oled))).split())


@pytest.mark.long
@pytest.mark.scaled
@pytest.mark.parametrize(("failures", "seat"), [(1, MASTER), (1, 0), (2, MASTER), (3, 0)])
def test_wherever_the_memory_runs_out_in_a_start_the_game_goes_on_or_is_parked_and_nothing_is_lost(
    failures: int, seat: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "saved"
    saved.mkdir()
    record = save_game(saved, seat=seat)
    calls = count_calls(saved)
    for last, folder in zip(range(1, calls, STEP * failures), copies(saved, tmp_path), strict=False):
        app = Console(folder, monkeypatch).power_on(*[last] * failures)
        assert record in records_of(app), last
        if app.session:
            assert app.session.game.record() == record
        else:
            if text(app).startswith("PLEASE NOTE"):
                press_roll(app)
            assert type(app.screen).__name__ == "BootMenu", last


def parked_game(folder: Path) -> dict[str, Any]:
    """Saves a console whose menu goes on with a parked game at a press of ROLL; returns the record of the game."""
    record = save_game(folder)
    store = Store(str(folder))
    store.save("last", {"variant": "pure", "rules": {}, "names": NAMES, "first": 0, "loser": -1})
    assert parking.park_record(store)
    return record


def finished_game(folder: Path) -> dict[str, Any]:
    """Saves a finished game, after which ROLL starts the next one; returns its record."""
    game = new_game("pure", {"start": "seated", "target": 1000}, 2)
    game.apply(("roll", None), Script([0, 0, 0, 4, 1, 2]))
    game.apply(("keep", 0b111), Script([]))
    game.apply(("bank", None), Script([]))
    session = Session(game, NAMES, styles=[0, MASTER])
    session.coach = COACH_ALWAYS
    session.save(Store(str(folder)))
    return game.record()


@pytest.mark.long
@pytest.mark.scaled
@pytest.mark.parametrize(("save", "roll_ms"), [(parked_game, 0), (finished_game, 2000)], ids=["go on", "again"])
def test_wherever_the_memory_runs_out_when_a_game_goes_on_or_the_next_one_starts_the_console_plays(
    save: Callable[[Path], dict[str, Any]], roll_ms: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "saved"
    saved.mkdir()
    record = save(saved)
    folders = copies(saved, tmp_path)
    calls = count_calls(next(folders), roll_ms)
    before = count_calls(next(folders), roll_ms, max(1, roll_ms // FRAME_MS - 1))
    started = 0
    places = (*range(1, before, FEWER * STEP_IN_PLAY), *range(before, calls, STEP_IN_PLAY))
    for last, folder in zip(places, folders, strict=False):
        app = Console(folder, monkeypatch).power_on(last, roll_ms=roll_ms)
        games = records_of(app)
        if record not in games:
            assert save is finished_game and games[0]["scores"] == [0, 0], last
        started += app.session is not None and record != app.session.game.record()
    assert bool(started) is (save is finished_game)


@pytest.mark.parametrize("failures", [1, 2])
def test_after_one_failure_the_game_goes_on_and_after_two_in_a_row_it_is_parked(
    failures: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = save_game(tmp_path)
    start_game = App.start_game
    tried: list[App] = []

    def fails(app: App, name: str) -> None:
        tried.append(app)
        if len(tried) <= failures:
            raise MemoryError
        start_game(app, name)

    monkeypatch.setattr(App, "start_game", fails)
    app = Console(tmp_path, monkeypatch).power_on()
    assert records_of(app) == [record] and (app.session is not None) is (failures == 1)
    words = "The memory ran out twice, so the game is parked. To go on, choose it in the menu."
    assert (words in text(app)) is (failures == 2)


def test_menu_at_power_on_opens_the_boot_menu_also_where_every_start_of_the_game_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = save_game(tmp_path)
    monkeypatch.setattr(App, "start_game", _has_no_memory)
    app = Console(tmp_path, monkeypatch).power_on(without_game=True)
    assert len(app.board.folder) > 0 and app.session is None
    assert "The game is parked. To go on, choose it in the menu." in text(app)
    assert records_of(app) == [record]


def _has_no_memory(*_: object) -> None:
    raise MemoryError


def test_a_game_parked_by_the_console_does_not_replace_one_of_the_same_variant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = []
    for points in (0, 50, 100):
        game = new_game("pure", {"start": "seated"}, 2)
        game.scores[0] = points
        game.apply(("roll", None), Script([0, 0, 0, 4, 1, 2]))
        Session(game, ["ANNA", "BEN"]).save(Store(str(tmp_path)))
        records.append(game.record())
        app = Console(tmp_path, monkeypatch).power_on(without_game=True)
    assert parking.parked_games(app.store) == ["pure", "pure_2", "pure_3"]
    for record in records:
        player = ScriptedPlayer(str(tmp_path))
        player.pick("Pure").press(0)
        assert player.app.session and player.app.session.game.record() == record
        player.app.store.delete(RECORD)


@pytest.mark.parametrize("saved", [{"names": ["A"], "game": {"scores": [1], "variant": "../x"}}, []])
def test_a_save_that_cannot_be_parked_is_set_aside_and_the_boot_menu_opens(
    saved: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(str(tmp_path)).save(RECORD, saved)
    app = Console(tmp_path, monkeypatch).power_on(without_game=True)
    assert app.store.damaged == ["game.bad"]
    press_roll(app)
    assert text(app).startswith("SIXPIP")


def test_when_the_memory_runs_out_without_a_saved_game_the_console_says_so_and_leaves_out_own_variants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "mine.json").write_text('{"name": "mine", "title": "Mine", "base": "pure"}')
    loads: list[str] = []

    def load_variants(folder: str) -> list[tuple[str, str]]:
        loads.append(folder)
        raise MemoryError

    monkeypatch.setattr("sixpip.app.house_rules.custom_variants.load_variants", load_variants)
    app = Console(tmp_path, monkeypatch).power_on()
    assert "The memory ran out" in text(app)
    assert len(loads) == 2
    assert app.refused_variants == [("variants", "The memory ran out twice, so your own variants are left out")]


def test_without_own_variants_none_are_reported_as_left_out(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path))
    board.failures = 2
    assert App(board).refused_variants == []


def test_after_a_failure_in_play_the_same_game_goes_on_and_after_a_second_one_it_is_parked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = save_game(tmp_path)
    console = Console(tmp_path, monkeypatch)
    board = ShortBoard(str(tmp_path))
    for _ in range(2):
        board.rounds_left = ROUNDS
        board.press(ROLL)
        with monkeypatch.context() as patch:
            patch.setattr("sixpip.app.power.PowerManager.press", _has_no_memory)
            with pytest.raises(MemoryError):
                run(board)
        assert console.apps[-1].playing.game.record() == record
    board.rounds_left = ROUNDS
    with pytest.raises(Ended):
        run(board)
    assert console.apps[-1].session is None and records_of(console.apps[-1]) == [record]


def test_after_ten_minutes_without_trouble_a_failure_is_the_first_one_again(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path))
    board.failures = 1
    app = App(board)
    for _ in range(11):
        board.press(0)  # so that it does not sleep
        app.step()
        board.elapsed_ms += 60_000
        app.step()
    assert board.failures == 0


def test_after_nine_minutes_without_trouble_a_failure_still_counts(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path))
    board.failures = 1
    app = App(board)
    for _ in range(9):
        board.press(0)
        app.step()
        board.elapsed_ms += 58_000
        app.step()
    assert board.failures == 1


def test_the_first_picture_is_shown_before_the_code_is_loaded_from_flash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = FakeBoard(str(tmp_path))
    shows: list[tuple[int, int]] = []

    def load(*running: object) -> None:
        shows.append((board.tile_shows, board.oled_shows))
        raise Ended

    monkeypatch.setattr(board, "run_code_from_flash", load)
    with pytest.raises(Ended):
        run(board)
    ((tiles, oled),) = shows
    assert tiles and oled
