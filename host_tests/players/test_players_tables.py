"""The shipped tables of the players of ten thousand: the games that have them, and that they are what is built."""

from array import array
from pathlib import Path

import pytest

from sixpip.players.ten_thousand.master import MasterPlayer
from sixpip.players.ten_thousand.solver import roll_classes
from sixpip.players.ten_thousand.solver.roll_classes import HEAD, shipped_tables
from sixpip.players.ten_thousand.solver.shipped_chances import ShippedTable
from sixpip.players.ten_thousand.solver.turn_solver import TurnSolver
from sixpip.players.ten_thousand.win_chance import WinChance
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools.board import tables as maker
from tools.board.tables import NAMES, shipped, tables
from tools.check.bench import pico

QUICK = ("ten-thousand", "family-10000", "five-cubes")
"""With and without a last turn of the earlier player, with an opening, and with a marked die: built in a moment."""

each_game = pytest.mark.parametrize("name", NAMES)

BUILD = """
from binascii import crc32
from sixpip.players.ten_thousand.win_chance import WinChance
from sixpip.players.ten_thousand.solver.turn_solver import TurnSolver
from sixpip.rules.ten_thousand.game import TenThousandGame

set_gc_threshold()
game = TenThousandGame("NAME", {}, 2)
for shipped in (True, False):
    solver = TurnSolver(game, False, shipped)
    while solver.build():
        pass
    chance = WinChance(game, solver)
    while chance.prepare():
        pass
    classes = solver.classes
    stream = bytes(classes.stream)[: 2 * classes.starts[-1]]
    parts = (classes.starts, classes.weights, stream, chance.table.last_turn, solver.offer_points)
    report(*[str(crc32(bytes(part))) for part in parts])
"""


def ready_solver(game: TenThousandGame) -> TurnSolver:
    solver = TurnSolver(game)
    while solver.build():
        pass
    return solver


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in NAMES]
)
def test_the_shipped_tables_are_those_that_are_built(name: str) -> None:
    assert shipped(name) == tables(name), "stale: run `make docs`."


def test_the_file_of_tables_has_the_part_of_each_game_and_their_sizes_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(maker, "TABLES", str(tmp_path / "tables.bin"))
    monkeypatch.setattr(maker, "tables", lambda name: name.encode())
    assert maker.main([]) == 0
    assert (tmp_path / "tables.bin").read_bytes() == "".join(NAMES).encode()
    *sizes, after = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    assert sizes == [[str(len(name)), name] for name in NAMES] and after == ["Next:", "make test"]
    monkeypatch.setattr(maker, "shipped_tables", lambda game: None)
    assert maker.shipped(NAMES[0]) == b""


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["dice-10000", "ten-thousand", "five-cubes"])
def test_the_pico_builds_the_tables_that_it_reads(name: str, emulator: object) -> None:
    shipped, built = pico.run(BUILD.replace("NAME", name)).reports
    assert shipped == built


@each_game
def test_master_and_the_coach_know_a_game_without_house_rules_from_the_first_turn_on(name: str) -> None:
    player = MasterPlayer(TenThousandGame(name, {}, 2), 0, {})
    steps = 0
    while player.advice is None:
        player.prepare()
        steps += 1
    assert steps < 12


@pytest.mark.parametrize(("name", "busts"), [("dice-10000", "none"), ("farkle", -500), ("zilch", "none")])
def test_the_price_of_three_busts_changes_no_table(name: str, busts: str | int) -> None:
    """DT-05: the chances in the file are computed without a price, and with a price they are close."""
    game = TenThousandGame(name, {"busts": busts}, 2)
    assert shipped_tables(game) == shipped_tables(TenThousandGame(name, {}, 2)) is not None
    chance = WinChance(game, (solver := ready_solver(game)))
    assert isinstance(chance.table, ShippedTable) and solver.last_turn is not None and not chance.prepare()


@pytest.mark.parametrize("rules", [{}, {"end": "last-turn"}], ids=["changed points", "house rules"])
def test_other_rules_are_not_taken_for_those_of_the_tables(rules: dict[str, str | int]) -> None:
    game = TenThousandGame("farkle", rules, 2)
    assert rules or shipped_tables(game) is not None
    if not rules:
        game.scorer.of_a_kind[5][3] += 50
    assert shipped_tables(game) is None
    solver = ready_solver(game)
    assert solver.last_turn is None and solver.classes.starts[-1] > 0


def test_a_file_that_is_cut_short_or_missing_counts_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tables.bin"
    monkeypatch.setattr(roll_classes, "TABLES", str(file))
    game = TenThousandGame("pure", {}, 2)
    assert shipped_tables(game) is None
    file.write_bytes(array("H", [900, 200, 100]).tobytes())
    assert HEAD > 3 and shipped_tables(game) is None
