"""Games of computer players with the advice of the coach, as recorded: every choice, its reason and what it is worth.

A change of how they play shows as a change of these files; `UPDATE_GOLDEN=1` writes them again.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from host_tests.game_fixture import new_player
from host_tests.phase_dice_fixture import in_phases
from host_tests.random_play import Lcg
from host_tests.view_golden import golden
from sixpip.players.phase_ten.solver.best_play import BestPlay
from sixpip.players.phase_ten.solver.goals import POINT
from sixpip.players.phase_ten.worths import set_alone
from sixpip.players.styles import BOLD, MASTER, NAMES, STEADY, TIMID
from sixpip.players.ten_thousand.coach import Coach as TenThousandCoach
from sixpip.rules.core import replay
from sixpip.rules.phase_ten.dice import written

if TYPE_CHECKING:
    from sixpip.rules.core.engine import Game

pytestmark = pytest.mark.usefixtures("compiled_loops")

TEN_THOUSAND: dict[str, tuple[str, tuple[int, ...], tuple[int, ...]]] = {
    "four-players": (
        "pure players=4 start=seated target=4000",
        (MASTER, TIMID, STEADY, BOLD),
        (3000, 2000, 3500, 2500),
    ),
    "offers": ("dice-10000 players=3 start=seated", (MASTER, STEADY, MASTER), (6000, 5000, 5500)),
    "last-offers": ("dice-10000 players=2 start=seated", (MASTER, BOLD), (9000, 8700)),
    "openings": ("dice-10000 players=3 start=seated", (MASTER, TIMID, BOLD), ()),
    "joined-dice": ("farkle players=3 start=seated extend=yes", (MASTER, TIMID, BOLD), (9000, 8000, 8500)),
    "a-die-with-a-sun": ("five-cubes players=2 start=seated", (MASTER, STEADY), ()),
    "alone": ("zilch players=1", (MASTER,), ()),
    "calls": ("ten-thousand players=2 start=seated calls=yes", (MASTER, BOLD), (8000, 8000)),
    "losses": (
        "pure players=2 start=seated busts=-1000 train_wreck=-500 negative=yes grow=yes",
        (MASTER, BOLD),
        (500, 700),
    ),
    "last-turns": (
        "farkle players=4 start=seated end=last-turn",
        (MASTER, STEADY, BOLD, MASTER),
        (9600, 9700, 9500, 9000),
    ),
    "second-chances": ("pure players=2 start=seated second_chance=yes max_rolls=4", (MASTER, BOLD), (2000, 2000)),
    "a-win-to-roll-off": ("dice-10000 players=2 start=seated rescue=yes", (MASTER, TIMID), (9500, 9400)),
    "no-risk": ("zilch players=2 start=seated no_risk=yes last_die=yes hot_dice=forced", (MASTER, BOLD), (1000, 1000)),
    "three-alike": ("five-cubes players=2 start=seated hot_dice=forced no_risk=yes", (MASTER, MASTER), (100, 150)),
    "three-alike-of-pips": ("pure players=2 start=seated clear=yes press_on=yes", (MASTER, BOLD), (4000, 3500)),
    "three-alike-before-the-end": ("five-cubes players=1", (MASTER,), (250,)),
    "six-dice-with-a-sun": ("pure players=2 start=seated wild_die=yes", (MASTER, STEADY), (9000, 8500)),
    "seven-dice": ("seven-dice players=2 start=seated", (MASTER, TIMID), (9000, 9400)),
    "last-licks": ("farkle players=3 start=seated end=last-licks", (MASTER, BOLD, MASTER), (9800, 9700, 9000)),
    "alone-to-an-exact-target": ("pure players=1 end=exact", (MASTER,), (8500,)),
    "keep-all": ("pure players=2 start=seated must_keep_all=yes last_die=yes", (MASTER, STEADY), (9000, 9000)),
    "offers-behind": ("dice-10000 players=2 start=seated bank_min=0", (MASTER, MASTER), (5000, 9900)),
    "exact": ("pure players=3 start=seated end=exact target=2000", (MASTER, STEADY, TIMID), (1000, 1500, 1600)),
}
"""The head of the log, the styles of the seats and the scores of each game; without scores players have to get in."""
CHOICES = 24

PHASES: dict[str, tuple[tuple[int, ...], tuple[int, ...], int]] = {
    "sets": ((1, 3), (MASTER, BOLD), 0),
    "runs": ((2, 4), (MASTER, STEADY), 0),
    "long-runs": ((5, 7), (BOLD, MASTER), 0),
    "large-sets": ((6, 9), (MASTER, MASTER), 0),
    "one-color": ((8, 8), (MASTER, BOLD), 0),
    "last-phase": ((10, 10), (MASTER, TIMID), 0),
    "alone-up-to-half": ((3,), (MASTER,), 100),
    "alone-before-the-bonus": ((5,), (MASTER,), 190),
    "alone-after-half": ((9,), (MASTER,), 300),
}
"""Of each game the phases of the players, their seats, and their points so far."""
TURNS = 2


def story(game: "Game", seats: tuple[int, ...], seed: int, choices: int) -> str:
    """Plays on; returns a line for each choice, behind that of the coach where it has advice."""
    engine = game.variant.dice_set.engine
    shared: dict[str, object] = {}
    players = [new_player(game, seat, shared) for seat in seats]
    coach = import_module(f"sixpip.players.{engine}.coach").Coach(game, {})
    dice, lines = Lcg(seed), []
    for player in players:
        while player.prepare():
            pass
    while game.legal() and choices:
        choices -= 1
        while coach.think():
            pass
        if coach.is_ready():
            advice = coach.advise()
            lines.append(f"  {advice.choice} | {advice.odds} | {advice.reason}")
        seat = game.player
        while players[seat].think():
            pass
        worth = worth_of(players[seat])
        todo, reason = players[seat].choose()
        done = [game.log_line(action, game.apply(action, dice)) for action in todo]
        lines.append(f"{seat + 1} {NAMES[seats[seat]]}: {', '.join(done)} ({reason}){worth}")
    lines.append(f"{game.scores}")
    return "\n".join(lines) + "\n"


def worth_of(player: Any) -> str:
    """What a player who computes it finds a choice worth, as it counts."""
    best, advice = getattr(player, "best", None), getattr(player, "advice", None)
    if best and not best.stop:
        return f" {best.chance} {best.value}"
    if advice and advice.is_ready():
        advice.compare()
        return f" {advice.roll_value} {advice.bank_value}"
    return ""


@pytest.mark.parametrize("name", TEN_THOUSAND)
def test_a_game_of_the_ten_thousand_family_is_played_and_advised_as_recorded(name: str) -> None:
    head, seats, scores = TEN_THOUSAND[name]
    game = replay.start(head.split())
    if scores:
        game.scores[:] = scores
        game.opened[:] = [True] * len(scores)  # type: ignore[attr-defined]
    found = story(game, seats, len(name), CHOICES)
    assert found == golden(name, found, "players")


@pytest.mark.parametrize("name", PHASES)
def test_a_turn_of_phase_10_is_played_and_advised_as_recorded(name: str) -> None:
    phases, seats, points = PHASES[name]
    game = in_phases(list(phases))
    game.scores[:] = [points] * len(phases)
    found = story(game, seats, len(name), 4 * TURNS)
    assert found == golden(name, found, "players")


THREES = (
    "five-cubes players=2 / roll 4 10 10 10 2",
    "five-cubes players=2 / roll sun 3 10 10 10",
    "five-cubes players=2 / roll 5 5 5 4 2",
    "five-cubes players=2 / roll 10 2 4 2 3 / keep 10 / roll 2 2 2 3",
    "five-cubes players=2 no_risk=yes / roll 4 6 6 6 2",
    "five-cubes players=2 press_on=yes hot_dice=forced / roll 3 4 4 4 2",
    "pure players=2 clear=yes / roll 3 3 3 5 2 4",
    "pure players=2 clear=yes / roll 1 5 3 3 3 4 / keep 1 5 / roll 6 6 6 4",
)
"""Rolls with three alike, where a roll that shows the same face again is thrown again (HR-09)."""


def test_the_worth_of_rolls_after_three_alike_is_as_recorded() -> None:
    lines = []
    for head in THREES:
        game = replay.replay(("game " + head).split(" / "))
        game.opened[:] = [True] * 2  # type: ignore[attr-defined]
        coach = TenThousandCoach(game, {})  # type: ignore[arg-type]
        while coach.think():
            assert not coach.is_ready()
        advice = coach.advise()
        worth = f"{coach.advice.roll_value} {coach.advice.bank_value}"
        lines.append(f"{head}: {advice.choice} | {advice.odds} | {advice.reason} | {worth}")
    found = "\n".join(lines) + "\n"
    assert found == golden("rolls-after-three-alike", found, "players")


@pytest.mark.parametrize("rolls", [1, 2])
@pytest.mark.parametrize("phase", range(1, 11))
def test_the_best_play_of_a_position_of_phase_10_is_as_recorded(phase: int, rolls: int) -> None:
    """With other players, in the closing turns, alone, and for someone who would rather miss than score little."""
    chance, best, lines = Lcg(100 * phase + rolls), BestPlay(), []
    for kind in ("race", "greed") if phase % 2 else ("alone", "closing"):
        faces, kept = bytes([chance.below(6) for _ in range(10)]), chance.below(1024) if rolls == 1 else 0
        if kind == "alone":
            set_alone(best.worth, phase, 45 * (phase - 1), False)
        elif kind == "greed":
            best.worth.set(36 * POINT)
        else:
            best.worth.set_race(phase, kind == "closing")
        best.ask(faces, phase, rolls, kept)
        while best.step():
            pass
        shown = " ".join([written(die, faces[die]) + "*" * (kept >> die & 1) for die in range(10)])
        keep = (
            "stop" if best.stop else " ".join([written(die, faces[die]) for die in range(10) if best.keep >> die & 1])
        )
        lines.append(f"{kind}: {shown} | {keep or 'none'} | {best.reason} | {best.chance} {best.value} {best.spent}")
    found = "\n".join(lines) + "\n"
    assert found == golden(f"phase-{phase}-with-{rolls}-left", found, "players")
