"""The simple rules for people: what they win, and that the page and the console have the same sentences."""

import statistics
from typing import TYPE_CHECKING

import numpy as np
import pytest

from host_tests.random_play import Lcg
from sixpip.players.styles import BOLD, STEADY, TIMID
from sixpip.players.ten_thousand import simple_rules as on_console
from sixpip.rules.core import actions
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.rules.ten_thousand.scorer import count
from tools.publish import markdown
from tools.research.solve import simple_rules
from tools.research.solve.duel import solve_duel
from tools.research.solve.model import Model
from tools.research.solve.referee import play_games
from tools.research.solve.simple_rules import PAGE, PerfectPlayer, Rule

if TYPE_CHECKING:
    from sixpip.rules.core.actions import Action

NAMES = list(on_console.LIMITS)


def follow_sentences(game: TenThousandGame, limit: int, most_left: int) -> "tuple[Action, ...]":
    """What a player does who reads the first, the fourth and the fifth sentence, after a roll."""
    game.find_keeps()
    scorer = game.scorer
    keys = scorer.keeps[: scorer.found]
    best = max(range(scorer.found), key=lambda number: scorer.points[number])
    rolled = [game.faces[place] for place in range(6) if game.rolled >> place & 1]
    everything = game.positions_of(keys[best])
    left = game.dice_next(everything)
    if game.points + scorer.points[best] >= limit and left <= most_left:
        return (actions.KEEP, everything), (actions.BANK, None)
    if left == 6 or any(rolled.count(face) >= 3 for face in rolled):
        return (actions.KEEP, everything), (actions.ROLL, None)
    dear = next(face for face in range(6) if game.dice_set.singles[face] == 100)
    cheap = next(face for face in range(6) if game.dice_set.singles[face] == 50)
    face = dear if dear in rolled else cheap
    key = next(key for key in keys if [count(key, one) for one in range(6)] == [int(one == face) for one in range(6)])
    return (actions.KEEP, game.positions_of(key)), (actions.ROLL, None)


def points_by_engine(name: str, turns: int) -> list[int]:
    """The points of turns in the engine, each the first of a game."""
    dice, found = Lcg(1), []
    for _ in range(turns):
        game = TenThousandGame(name, {"start": "seated"})
        game.apply((actions.ROLL, None), dice)
        while game.stage == actions.ROLLED:
            for action in follow_sentences(game, *on_console.LIMITS[name]):
                game.apply(action, dice)
        found.append(game.scores[0])
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_keeps_and_banks_of_a_rule_are_those_of_its_sentences(name: str) -> None:
    model = Model(name)
    player = simple_rules.player_of_rule(model, Rule(*on_console.LIMITS[name]))
    gains = np.empty(200)
    simple_rules.play_turn.py_func(player.keeps, player.limits, 1 << 20, gains)  # type: ignore[attr-defined]
    found = points_by_engine(name, 1500)
    error = statistics.stdev(found) / len(found) ** 0.5
    assert abs(statistics.fmean(found) - gains @ np.arange(200) * model.step) < 4 * error
    assert abs(found.count(0) / len(found) - (1 - gains.sum())) < 0.05


def test_the_page_has_the_sentences_of_the_console() -> None:
    page = PAGE.read_text(encoding="utf-8")
    figures = page[page.index("<!-- generated: figures -->\n") + len("<!-- generated: figures -->\n") :]
    parts = {"sentences": simple_rules.sentences_list, "figures": lambda: figures[: figures.index("<!-- end -->")]}
    assert markdown.update(page, parts) == page
    for name in NAMES:
        sentences = on_console.sentences(TenThousandGame(name))
        assert len(sentences) == 5 and all(sentence in page for sentence in sentences)


def test_no_rule_is_offered_for_house_rules_and_other_games() -> None:
    assert on_console.sentences(TenThousandGame("farkle", {"opening": 500})) == []
    assert on_console.sentences(TenThousandGame("zilch")) == []


def test_only_games_that_the_tool_knows_are_measured() -> None:
    assert all(simple_rules.is_measured(Model(name)) for name in NAMES)
    others = ("dice-10000", "family-10000", "ten-thousand", "five-cubes", "farkle-online", "pure")
    assert not any(simple_rules.is_measured(Model(name)) for name in others)


@pytest.mark.sweep
@pytest.mark.usefixtures("compiled_loops")
@pytest.mark.parametrize("style", [TIMID, STEADY, BOLD])
def test_a_style_wins_as_often_as_in_games_that_are_played(style: int) -> None:
    model = Model("farkle", {"target": 1000})
    duel = solve_duel(model)
    exact = 0.5 - PerfectPlayer(model, duel).loses_to(simple_rules.player_of_style(model, style))
    played = play_games(model, duel, 150, 1, style)
    assert abs(exact - played.loss) < 4 * played.error


@pytest.mark.sweep
def test_the_rule_of_farkle_is_the_best_of_its_family_and_wins_46_8_of_100() -> None:
    model = Model("farkle")
    (chance, rule), *_ = simple_rules.search(model, PerfectPlayer(model, solve_duel(model)))
    assert rule == Rule(*on_console.LIMITS["farkle"]) and round(chance, 4) == 0.4682
