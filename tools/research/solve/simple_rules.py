"""`python -m tools.research.solve.simple_rules`: what simple rules for people win, exactly, and the search for them.

The rules are those that the coach of the console shows (firmware/sixpip/players/ten_thousand/simple_rules.py). A rule
plays whole games for two against the perfect player of the exact solver: every score, every roll, no samples.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product, starmap
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sixpip.players.styles import BOLD, NAMES, STEADY, TIMID
from sixpip.players.ten_thousand import computer
from sixpip.players.ten_thousand.simple_rules import LIMITS, sentences
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.rules.ten_thousand.scorer import count
from tools import ROOT
from tools.publish import markdown
from tools.research.compiled import compiled
from tools.research.solve import points, report
from tools.research.solve.cache import Cache, default_folder
from tools.research.solve.duel import Duel, Setting, setting_of
from tools.research.solve.exact_loss import follow
from tools.research.solve.graph import Chances, Floats, Ints, rolls
from tools.research.solve.grid import turn_values
from tools.research.solve.model import Model
from tools.research.solve.probe import End, Move, Probe, Situation, SolveError
from tools.terminal import Parser, command, print_message

PAGE = ROOT / "tools" / "research" / "solve" / "SIMPLE_RULES.md"
_NEVER = 1 << 20
"""A limit that no turn reaches."""
_ROWS = 2000
"""Rows of a turn whose points are counted."""
_DEAR, _CHEAP = 100, 50
"""The points of the two faces that score alone."""
ALL, NO_CHEAP, ONE = "all dice that score", "not the cheaper ones if there are others", "one die"
"""What is kept to roll on, where neither all dice score nor three are alike."""
_LIMITS = range(200, 601, 50)
_MOST_LEFT = range(1, 6)
_SHOWN = 10
"""The rules that a search prints."""


class Rule(NamedTuple):
    """A rule of the family that is searched. A player banks at once to reach the target; in the last turn only then."""

    limit: int
    """The least points of a bank with all dice that score."""
    most_left: int
    """The most dice that are left after it."""
    singles: str = ONE
    set_alone: bool = False
    """Whether three alike or more are kept without other dice that score, to roll on."""


def every_rule() -> Iterator[Rule]:
    """The family."""
    return starmap(Rule, product(_LIMITS, _MOST_LEFT, (ALL, NO_CHEAP, ONE), (False, True)))


class Keeps(NamedTuple):
    """What a player keeps of every roll, by class of rolls; gains are in steps."""

    first: Ints
    """Of each number of dice, from 0 on: its first class; the next entry is the end."""
    chance: Floats
    most: Ints
    """What all dice that score add. They are kept for a bank."""
    judged: Ints
    """The number of dice whose limit decides about the bank."""
    kept: Ints
    """What the dice add that are kept to roll on."""
    left: Ints
    """The number of dice that are rolled then."""


Choice = Callable[[tuple[int, ...], list[Move]], tuple[Move, bool]]
"""Returns the keep to roll on with, and whether the dice that it leaves decide about a bank, not those after a bank."""


def keeps_of(model: Model, choose: Choice) -> Keeps:
    """Collects what a player keeps. The model must have no rules with a state within a turn."""
    probe = Probe(model.variant.name, model.row)
    first, chances, columns = [0], [], []
    for dice in range(probe.dice + 1):
        found: Counter[tuple[int, int, int, int]] = Counter()
        for faces, ways in rolls(probe, Situation(dice)) if dice else ():
            outcome = probe.outcome(Situation(dice), faces)
            if not isinstance(outcome, End):
                best = max(outcome, key=lambda move: move.points)
                keep, judges = choose(faces, outcome)
                judged = (keep if judges else best).next.left
                gains = best.points // model.step, keep.points // model.step
                found[gains[0], judged, gains[1], keep.next.left] += ways
        chances += [ways / 6**dice for ways in found.values()]
        columns += list(found)
        first.append(len(columns))
    fields = [np.array(column, dtype=np.int32) for column in zip(*columns)]
    return Keeps(np.array(first, dtype=np.int32), np.array(chances), *fields)


def by_rule(model: Model, rule: Rule) -> Choice:
    """The keeps of a simple rule."""
    worths = list(model.variant.dice_set.singles)
    dear, cheap = worths.index(_DEAR), worths.index(_CHEAP)

    def choose(faces: tuple[int, ...], moves: list[Move]) -> tuple[Move, bool]:
        best = max(moves, key=lambda move: move.points)
        alike = [face for face in range(6) if faces.count(face) > 2]
        if best.next.left == model.options["dice"] or (rule.singles == ALL and not alike):
            return best, False
        if alike:
            alone = {face: faces.count(face) for face in alike}
            return (_move(moves, alone) if rule.set_alone else best), False
        high = faces.count(dear)
        if high:
            return _move(moves, {dear: high if rule.singles == NO_CHEAP else 1}), False
        return _move(moves, {cheap: 1}), False

    return choose


def _move(moves: list[Move], dice: dict[int, int]) -> Move:
    """The move that keeps so many dice of some faces, and no others."""
    return next(move for move in moves if all(count(move.key, face) == dice.get(face, 0) for face in range(6)))


def _dice(move: Move) -> int:
    return sum(count(move.key, face) for face in range(7))


def by_habit(style: int) -> Choice:
    """The keeps of Timid, Steady or Bold."""

    def choose(faces: tuple[int, ...], moves: list[Move]) -> tuple[Move, bool]:
        worth = computer._DICE_WORTH[style]
        timid = 1 << 20 if style == TIMID else 0
        return max(moves, key=lambda move: move.points * 2 + 50 * worth[move.next.left] + timid * _dice(move)), True

    return choose


@compiled
def play_turn(keeps: Keeps, limits: Ints, need: int, gains: Floats) -> None:
    """Sets the chance to bank each number of steps; those from the last place of `gains` on count as that.

    `limits`: the steps of a bank by the number of dice; with `need` steps all is banked.
    """
    last = len(gains) - 1
    gains[:] = 0.0
    reached = np.zeros((last, len(limits)))
    reached[0, len(limits) - 1] = 1.0
    for row in range(last):
        for dice in range(1, len(limits)):
            part = reached[row, dice]
            for number in range(keeps.first[dice], keeps.first[dice + 1] if part else 0):
                chance = part * keeps.chance[number]
                most, next_row = row + keeps.most[number], row + keeps.kept[number]
                if most >= need or most >= limits[keeps.judged[number]]:
                    gains[min(most, last)] += chance
                elif next_row < last:
                    reached[next_row, keeps.left[number]] += chance
                else:
                    gains[last] += chance


class Player(NamedTuple):
    """Somebody who plays by limits."""

    keeps: Keeps
    limits: Ints
    """The steps of a bank, by the number of dice left, from 0 on."""


def player_of_rule(model: Model, rule: Rule) -> Player:
    """A player who follows a rule."""
    limits = [rule.limit if dice <= rule.most_left else _NEVER for dice in range(1, int(model.options["dice"]) + 1)]
    return Player(keeps_of(model, by_rule(model, rule)), _limits(model, limits))


def player_of_style(model: Model, style: int) -> Player:
    """Timid, Steady or Bold."""
    limits = [_CHEAP * units for units in computer._ENOUGH[style][1 : int(model.options["dice"]) + 1]]
    return Player(keeps_of(model, by_habit(style)), _limits(model, limits))


def _limits(model: Model, points_by_dice: list[int]) -> Ints:
    return np.array([0] + [-(-limit // model.step) for limit in points_by_dice], dtype=np.int32)


def turn_points(model: Model, player: Player) -> float:
    """The expected points of a turn, the target ignored."""
    gains = np.empty(_ROWS)
    play_turn(player.keeps, player.limits, _NEVER, gains)
    return float(gains @ np.arange(_ROWS)) * model.step


@compiled
def _perfect_turns(setting: Setting, optimum: Floats, own: int, gains: Chances) -> None:
    """Sets the chances of the perfect player with one own score to bank, by other score and steps."""
    arrays, ends = setting.arrays[1], setting.ends[1]
    others = np.zeros(max(1, len(ends.wins)))
    for other in range(setting.goal):
        value, bank = turn_values(setting, arrays, ends, optimum, (own, other, 0, 0, 0))
        row = np.empty(len(bank))
        follow(arrays, bank, value, row, others)
        gains[other, : len(row)] = row


@compiled
def _solve(goal: int, mine: Floats, theirs: Chances, ends: tuple[Floats, Floats], win: tuple[Floats, Floats]) -> None:
    """Computes the chances of the player with limits, from high scores to low ones.

    `mine` (own score, steps), `theirs` (own score, other's, steps): the chances of banks. `ends`: by the steps that the
    other must gain in the last turn, the chance to win of the player with limits if it reached the target, and if the
    perfect player did. `win`: if the player with limits is to move, by its score and the other's, and if the perfect
    player is to move, by its score and the other's.
    """
    reached, last = ends
    first, second = win
    for total in range(2 * goal - 2, -1, -1):
        for own in range(max(0, total - goal + 1), min(goal - 1, total) + 1):
            other = total - own
            stays = stays_too = 1.0
            chance = chance_too = 0.0
            for steps in range(1, mine.shape[1]):
                part, score = mine[own, steps], own + steps
                stays -= part
                if score < goal:
                    chance += part * second[other, score]
                else:
                    chance += part * reached[min(score - other + 1, len(reached) - 1)]
            for steps in range(1, theirs.shape[2]):
                part, score = theirs[other, own, steps], other + steps
                stays_too -= part
                if score < goal:
                    chance_too += part * first[own, score]
                else:
                    chance_too += part * last[min(score - own + 1, len(last) - 1)]
            first[own, other] = (chance + stays * chance_too) / (1.0 - stays * stays_too)
            second[other, own] = chance_too + stays_too * first[own, other]


def is_measured(model: Model) -> bool:
    """Whether the tool knows all that counts in a game: banks of any size, no prices, one last turn for the other."""
    plain = model.least_bank(False) == 1 and not (model.has_prices or model.on("pick_up") or model.on("opening_rolls"))
    return plain and model.options["end"] in ("last-turn", "beat-or-bust") and not model.graph.situations[0].rules


class PerfectPlayer:
    """The perfect player of a game for which `is_measured` is true; `duel` is its solution."""

    def __init__(self, model: Model, duel: Duel) -> None:
        """Computes all its turns, in a minute or two for a game to 10 000."""
        self._setting = setting_of(model)
        goal = self._setting.goal
        self._rows = goal + self._setting.beyond + 1
        self._turns: Chances = np.zeros((goal, goal, self._rows), dtype=np.float32)
        for own in range(goal):
            _perfect_turns(self._setting, duel.win, own, self._turns[own])

    def loses_to(self, player: Player) -> float:
        """The chance of a player with limits to win a game, as the mean of both seats."""
        goal = self._setting.goal
        mine = np.zeros((goal, self._rows))
        for own in range(goal):
            need = goal - own
            play_turn(player.keeps, player.limits, need, mine[own, : need + self._setting.beyond + 1])
        last = np.ones(self._rows + 1)
        never = np.full_like(player.limits, _NEVER)
        for need in range(1, len(last)):
            gains = np.empty(need + 1)
            play_turn(player.keeps, never, need, gains)
            last[need] = gains[need]
        first, second = np.zeros((goal, goal)), np.zeros((goal, goal))
        _solve(goal, mine, self._turns, (self._setting.closing[0, 1], last), (first, second))
        return float(first[0, 0] + second[0, 0]) / 2


def search(model: Model, perfect: PerfectPlayer) -> list[tuple[float, Rule]]:
    """The chance to win with every rule of the family, the best first."""
    return sorted([(perfect.loses_to(player_of_rule(model, rule)), rule) for rule in every_rule()], reverse=True)


def figures_table(cache: Cache) -> str:
    """Measures the rules of the console and returns the table."""
    head = ["game", "player", "points of a turn", "wins of 100"]
    return markdown.table(head, [row for name in LIMITS for row in _rows(cache, name)])


def _rows(cache: Cache, name: str) -> list[list[str]]:
    print_message(name)
    model = Model(name)
    perfect = PerfectPlayer(model, report.duel(model, cache))
    players = {"these five sentences": player_of_rule(model, Rule(*LIMITS[name]))}
    players.update({NAMES[style]: player_of_style(model, style) for style in (TIMID, STEADY, BOLD)})
    rows = [[f"`{name}`", "the perfect player", f"{points.turn(model).expected:.1f}", "50.0"]]
    for words, player in players.items():
        rows.append(["", words, f"{turn_points(model, player):.1f}", f"{100 * perfect.loses_to(player):.1f}"])
    return rows


def sentences_list() -> str:
    """The sentences of the console, by game."""
    parts = []
    for name in LIMITS:
        game = TenThousandGame(name)
        lines = [f"{number}. {sentence}\n" for number, sentence in enumerate(sentences(game), 1)]
        parts.append(f"## {game.variant.title}\n\n{''.join(lines)}")
    return "\n".join(parts)


@command
def main(arguments: list[str] | None = None) -> int:
    """Updates the page, or prints the best rules of the family; returns the exit status."""
    parser = Parser(prog="python -m tools.research.solve.simple_rules", description=__doc__)
    parser.add_argument("--search", metavar="VARIANT", help="print the best rules for a game, and write nothing")
    parser.add_argument("--cache", metavar="DIR", type=Path, default=default_folder(), help="folder for solved games")
    options = parser.parse_args(arguments)
    cache = Cache(options.cache, print_message)
    if not options.search:
        markdown.update_file(PAGE, {"sentences": sentences_list, "figures": partial(figures_table, cache)})
        return 0
    model = Model(options.search)
    if not is_measured(model):
        raise SolveError(f"The rules of {options.search} are not those of this family.")
    for chance, rule in search(model, PerfectPlayer(model, report.duel(model, cache)))[:_SHOWN]:
        print_message(f"{chance:.4f} {rule}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
