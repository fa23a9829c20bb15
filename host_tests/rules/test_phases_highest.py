"""The best possible game of Phase 10 dice, found by search and played: the 649 points of the rule sheet (PH-15)."""

import functools
from typing import Any

import pytest

from host_tests import phase_brute_force as brute
from host_tests.phase_dice_fixture import COLOR, SHOWN, thrown
from sixpip.rules.game import actions
from sixpip.rules.menus import replay
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.game import BONUS, Game

PRINTED = 649  # seeds/phase-10-dice.txt: "The highest possible score is 649"


def highest_colour() -> tuple[int, bytes]:
    """The most points of seven dice of one color, over every face of every die, and faces with them."""
    found = []
    for color in dice.COLORS:
        highest = []  # of each die its highest number in the color: a die shows one face, whatever the others show
        for die in range(dice.DICE):
            faces = [face for face in range(6) if SHOWN[die][1][face][-1] == color]
            highest.append(max([(dice.number(die, face), face) for face in faces], default=(-1, 0)))
        points = [number for number, _ in highest if number >= 0]
        found.append((sum(sorted(points)[-brute.needed(COLOR) :]), bytes([face for _, face in highest])))
    return max(found)


def most_of(numbers: brute.Dice, phase: int) -> int:
    """The sum of the highest dice, as many as the phase needs."""
    return sum(sorted(numbers)[-brute.needed(phase) :])


@functools.cache
def highest(phase: int) -> tuple[int, bytes]:
    """The most points of a phase, over all rolls of ten dice, and faces with them."""
    if phase == COLOR:
        return highest_colour()
    most, roll = -1, brute.NUMBERS[0]
    for numbers in sorted(brute.NUMBERS, key=lambda numbers: most_of(numbers, phase), reverse=True):
        if most_of(numbers, phase) <= most:
            break  # this roll and all after it cannot make more
        points = brute.best(numbers, phase)
        if points > most:
            most, roll = points, numbers
    return most, thrown(roll)


def played(game: Any) -> list[int]:
    """Plays the game with the best roll in every turn; the points of each phase."""
    for phase in range(1, len(brute.PHASES) + 1):
        game.apply((actions.ROLL, None), replay.Script(list(highest(phase)[1])))
        game.apply((actions.STOP, None), replay.Script([]))
    return list(game.boxes[0])


@pytest.mark.sweep
def test_the_best_possible_game_is_the_649_of_the_rule_sheet() -> None:
    points = [highest(phase)[0] for phase in brute.PHASES]
    assert points == [60, 57, 59, 49, 52, 54, 60, 56, 60, 62]  # PH-15
    game = Game("phase-10")
    assert played(game) == points
    assert not game.legal()
    assert (game.half, game.finish, game.missed(0)) == (1, 1, 0)
    assert game.scores == [sum(points) + 2 * BONUS] == [PRINTED]


@pytest.mark.long
def test_a_die_with_a_lower_face_never_makes_more() -> None:
    for phase in brute.PHASES:
        most, faces = highest(phase)
        game = Game("phase-10")
        for die in range(dice.DICE):
            for face in range(6):
                game.faces[:] = faces[:die] + bytes([face]) + faces[die + 1 :]
                assert game.best(phase).points <= most
