"""What decisions cost: Master makes no mistake, a weaker player does, and the command prints it for a link."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from host_tests.command_fixture import ask
from sixpip.players.menus.styles import MASTER, TIMID
from sixpip.players.phase_ten.solver import two_rolls
from sixpip.rules.game import log_writer
from sixpip.rules.game.engine import new_game
from sixpip.rules.menus import replay
from tools.play.host.seeded_dice import SeededDice
from tools.play.share import codec, judge

MASTERS = {"ten_thousand": "master", "phase_ten": "computer"}
GAMES = {
    "pure": ("pure", {"target": 2000}, 2),
    "alone": ("farkle", {"target": 5000}, 1),
    "offers": ("dice-10000", {"target": 2000, "opening": 350}, 3),
    "marked die": ("five-cubes", {"target": 1000}, 2),
    "phases": ("phase-10", {}, 2),
}


def played(variant: str, row: dict[str, Any], players: int, style: int, most: int = 150) -> tuple[str, list[str]]:
    """The first line and the actions of a game in which a computer player has all seats."""
    game: Any = new_game(variant, row, players)
    engine = game.variant.dice_set.engine
    module = import_module(f"sixpip.players.{engine}.{MASTERS[engine] if style == MASTER else 'computer'}")
    player = module.ComputerPlayer(game, style)
    dice = SeededDice(players)
    while player.prepare():
        pass
    lines: list[str] = []
    while game.legal() and len(lines) < most:
        while player.think():
            pass
        for action in player.choose()[0]:
            if action[0] in game.legal():
                lines.append(game.log_line(action, game.apply(action, dice)))
    return log_writer.head(game), lines


def decisions(head: str, lines: list[str]) -> list[judge.Decision]:
    game = replay.start(head.split()[1:])
    return [step.decision for step in judge.review(game, lines) if step and step.decision]


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_master_makes_no_mistake(name: str) -> None:
    found = decisions(*played(*GAMES[name], MASTER))
    assert len(found) > 8
    assert [decision.best for decision in found if decision.loss] == []


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_timid_makes_mistakes_and_no_decision_gains(name: str) -> None:
    found = decisions(*played(*GAMES[name], TIMID))
    assert min(decision.loss for decision in found) == 0 < max(decision.loss for decision in found)


def test_a_decision_has_what_was_done_the_best_choice_and_its_loss() -> None:
    head = "game pure players=2 target=2000"
    lines = ["roll 1 1 1 5 2 3", "keep 5", "roll 1 1 2 3 4", "keep 1 1", "bank"]
    first, second = decisions(head, lines)
    assert (first.player, first.chosen, first.best) == (0, "keep 5, roll 5 dice", "keep 1 1 1 5, bank")
    assert 50 < first.loss < 500
    assert second.chosen == "keep 1 1, bank"


def test_the_rating_is_the_mean_loss_of_a_decision() -> None:
    made = [judge.Decision(0, "", "", 3.0), judge.Decision(0, "", "", 1.0), judge.Decision(1, "", "", 0.0)]
    assert judge.ratings(made, 3) == [(2, 2.0), (1, 0.0), (0, 0.0)]


def test_replay_of_a_link_shows_what_decisions_cost(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "game-1.log"
    log.write_text(
        "game pure players=2 target=2000\n# ANNA, BEN\nroll 1 1 1 5 2 3\nkeep 5\nroll 1 1 2 3 4\nkeep 1 1\nbank\n"
    )
    status, link, _ = ask(capsys, "link", str(log), "--page", "https://example.org/game.html")
    assert status == 0 and link.startswith("https://example.org/game.html#1") and len(link) < 100
    status, shown, err = ask(capsys, "replay", link.strip())
    assert (status, err) == (0, "")
    assert "\n  keeps 5 for 50\n  Master: keep 1 1 1 5, bank; this cost " in shown
    assert shown.endswith("BEN: none\n") and "\nANNA: " in shown
    assert "Error rating: the mean loss of a decision, in thousandths of a game; 0 is perfect.\n" in shown
    assert ask(capsys, "replay", "--rate", str(log))[1] == shown.replace("rolls 1 1 1 2 3 5", "rolls 1 1 1 5 2 3")


def test_replay_of_a_link_says_whom_the_coach_helped(capsys: pytest.CaptureFixture[str]) -> None:
    log = "game pure players=2\n# ANNA, BEN\nroll 1 2 3 3 4 6\n# the coach advises ANNA\nkeep 1\nbank\n"
    shown = ask(capsys, "replay", "#" + codec.encode(log))[1].splitlines()
    assert "The coach helped ANNA once." in shown
    assert shown[5].startswith("  Master: keep 1, roll 5 dice; this cost ")


@pytest.mark.parametrize("link", ["https://example.org/game.html#", "#1AAAA", "#9AAAAAAAAAAA"])
def test_a_bad_link_gets_one_sentence_and_status_2(capsys: pytest.CaptureFixture[str], link: str) -> None:
    status, out, err = ask(capsys, "replay", link)
    assert (status, out) == (2, "")
    assert err.strip() in (codec.NO_LINK, codec.DAMAGED, codec.NEWER)


def test_a_link_to_a_game_that_breaks_the_rules_is_refused_before_anything_is_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    fragment = codec.encode("game pure players=2\nroll 1 2 3 3 4 6\nkeep 2\n")
    status, out, err = ask(capsys, "replay", "#" + fragment)
    assert (status, out) == (1, "")
    assert err.startswith("The link: line 4: ") and err.count("\n") == 1


def test_a_log_that_breaks_the_rules_has_no_link(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "game-1.log"
    log.write_text("game pure players=2\nroll 1 2 3 3 4 6\nkeep 2\n")
    status, out, err = ask(capsys, "link", str(log))
    assert (status, out) == (1, "")
    assert err.count("\n") == 1


SCRIPT = """
import judge
from sixpip.rules.menus import replay
lines = LINES
game = replay.start(lines[0].split()[1:])
for step in judge.review(game, lines[1:]):
    made = step and step.decision
    if made:
        print(made.player, made.chosen, "|", made.best, "|", int(made.loss * 1000 + 0.5))
"""


def test_the_constants_are_those_of_the_tables() -> None:
    for name in ("_PARTS_START", "_PART", "_LAST_LOW", "_LOW_ROW", "_HIGH_ROW", "_LOWS"):
        assert getattr(judge, name) == getattr(two_rolls, name)


def test_micropython_judges_alike(micropython: Callable[..., str]) -> None:
    for name in ("pure", "phases"):
        head, lines = played(*GAMES[name], TIMID, most=40)
        source = Path(judge.__file__).read_text(encoding="utf-8")
        out = micropython(SCRIPT.replace("LINES", repr([head, *lines])), {"judge.py": source}, heap=4 << 20)
        expected = [
            f"{decision.player} {decision.chosen} | {decision.best} | {int(decision.loss * 1000 + 0.5)}"
            for decision in decisions(head, lines)
        ]
        assert len(expected) > 3 and out.splitlines() == expected
