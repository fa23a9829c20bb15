"""Soak (tools/check/soak): random play finds nothing; planted faults are found, shortened and replayed."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sixpip.app.games.game_log import GameLog
from sixpip.app.games.session import Session
from sixpip.app.settings import Settings
from sixpip.screens.menu import Menu
from sixpip.screens.start.boot_menu import BootMenu
from sixpip.storage import record_store
from sixpip.storage.record_store import Store
from tools.check.soak import board, run
from tools.check.soak.__main__ import main
from tools.check.soak.coverage import Coverage
from tools.check.soak.fault import Fault, load_events, save_events
from tools.check.soak.player import FAULTS
from tools.check.soak.run import Run, play, replay, shrink, soak
from tools.play.share import codec

pytestmark = pytest.mark.usefixtures("compiled_loops")

SOUND_LOW = 1
RUNS = 8


@pytest.fixture(autouse=True)
def _without_own_variants(no_own_variants: None) -> None:
    """Soak consoles register variants of their makers."""


MANY_FAULTS = 0.1


def first_fault(faults: float = FAULTS, most: int = 60, first: int = 0) -> tuple[Run, Fault]:
    """Returns the first run that ends with a fault of the firmware, and that fault. `first`: the first seed."""
    for seed in range(first, first + most):
        found = play(seed, faults)
        if found.fault:
            return found, found.fault
    raise AssertionError(f"{most} runs find nothing")


@pytest.mark.long
def test_random_play_with_faults_finds_nothing_and_reaches_games_and_screens() -> None:
    coverage = Coverage()
    for seed in range(1000, 1000 + RUNS):
        result = play(seed)
        assert result.fault is None, (seed, result.fault.args)
        coverage.add(result.coverage)
    assert coverage.events["press"] > 300 * RUNS
    assert coverage.games > 0 and coverage.restarts > 0 and coverage.faults > 0
    assert len(coverage.screens) >= 8


@pytest.mark.sweep
def test_an_exception_deep_in_the_menus_is_found_and_shortened_to_the_few_events_that_cause_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change = Settings.change

    def broken(self: Settings, setting: Any, *args: Any) -> None:
        change(self, setting, *args)
        if setting.name == "sound" and self.values["sound"] == SOUND_LOW:
            raise RuntimeError("planted")

    monkeypatch.setattr(Settings, "change", broken)
    found, fault = first_fault(first=12)  # without saved games and settings, which would add events that are all needed
    assert fault.name == "RuntimeError in settings.py:pick"
    shorter = shrink(found.events, fault, lambda events: replay(events, found.seed))
    assert len(shorter) <= 9 < len(found.events)
    assert shorter[-1][0] == "press"
    for place in range(len(shorter)):  # each of them is needed
        other = replay(shorter[:place] + shorter[place + 1 :], found.seed)
        assert getattr(other, "name", None) != fault.name

    path = tmp_path / "finding.json"
    save_events(path, shorter, fault, found.seed)
    assert load_events(path) == (shorter, found.seed)
    assert main(["--replay", str(path)]) == 1
    assert "RuntimeError: planted" in capsys.readouterr().out
    monkeypatch.setattr(Settings, "change", change)
    assert main(["--replay", str(path)]) == 0


def lose_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plants: the second save of a game does not write."""
    save = Session.save

    def forgetful(self: Session, store: Store) -> None:
        if self.game.rolls < 2:
            save(self, store)
        self.unsaved = False

    monkeypatch.setattr(Session, "save", forgetful)


def draw_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BootMenu, "draw", lambda self: None)


def draw_long_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Menu, "write", lambda self, row, line, words: self.app.canvas.at(60, row, words + "............")
    )


def never_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BootMenu, "idle", lambda self: True)


def loop(monkeypatch: pytest.MonkeyPatch) -> None:
    def pick(self: BootMenu, line: int) -> None:
        while self.at >= 0:
            pass

    monkeypatch.setattr(run, "CPU_SECONDS", 2.0)
    monkeypatch.setattr(BootMenu, "pick", pick)


def ignore_picks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BootMenu, "pick", lambda self, line: self.refuse())


def use_more_current(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "BUDGET_MA", 400)


def log_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    add = GameLog.add
    monkeypatch.setattr(GameLog, "add", lambda self, line: None if line == "bank" else add(self, line))


def shorten_links(monkeypatch: pytest.MonkeyPatch) -> None:
    decode = codec.decode
    monkeypatch.setattr(codec, "decode", lambda link: decode(link).rstrip("\n").rpartition("\n")[0])


Plant = Callable[[pytest.MonkeyPatch], None]

PLANTED: dict[Plant, tuple[str, ...]] = {
    lose_saves: ("unsaved game", "lost game", "other game", "log differs"),  # a save writes the log, too
    draw_nothing: ("nothing drawn on BootMenu",),
    draw_long_title: ("cut text on BootMenu",),
    never_rest: ("never idle",),
    loop: ("endless loop in boot_menu.py", "endless loop in menu.py"),
    ignore_picks: ("ROLL does nothing on BootMenu",),
    use_more_current: ("LED current",),
    log_nothing: ("log differs",),
    shorten_links: ("link differs",),
}


@pytest.mark.sweep
@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_every_check_finds_the_fault_that_it_is_for(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    _run, fault = first_fault()
    assert fault.name in PLANTED[plant], fault.args


@pytest.mark.sweep
def test_a_store_that_overwrites_its_files_is_found_by_the_power_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    def overwrite(self: Store, name: str, content: bytes) -> bool:
        self.make_folder(name)
        with record_store.open(self.path_of(name), "wb") as stream:  # type: ignore[attr-defined]
            stream.write(record_store.header(content) + content[:9])
            stream.write(content[9:])
        return True

    monkeypatch.setattr(Store, "save_content", overwrite)
    assert first_fault(MANY_FAULTS)[1].name in ("lost record", "damaged file", "lost game")


@pytest.mark.long
def test_soak_reports_what_it_has_reached_and_found_in_one_line(tmp_path: Path) -> None:
    result = soak(3.0, 1, 1, tmp_path)
    assert re.match(r"Soak: \d+ events, \d+ presses, .* 0 findings\.", result.line())
    assert result.line().count("\n") == 0 and result.line().endswith("Next: play longer, or with another seed.")
    assert result.coverage.events["press"] > 100 and not list(tmp_path.iterdir())
