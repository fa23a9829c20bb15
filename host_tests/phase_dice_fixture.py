"""Dice and games of Phase 10 for the tests of its rules: faces by the rule sheet, rolls, refusals."""

from typing import Any

import pytest
from hypothesis import strategies as st

from host_tests import phase_brute_force as brute
from host_tests.random_play import Lcg
from sixpip.rules.core import actions
from sixpip.rules.core.errors import Illegal
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.best_use import BestUse
from sixpip.rules.phase_ten.game import PhaseTenGame

DICE = range(dice.DICE)
COLOR = 8  # the phase of one color
# One die as RULES.md has it (PH-01): the colors of its faces, the numbers next to them.
HIGH = {"H1": "ROBGOG", "H2": "GRGOBR", "H3": "OBRBGO", "H4": "RGOBRB", "H5": "BBRORG", "H6": "BOGRGO"}
LOW = {"L1": "BGOGRO", "L2": "RBGOBO", "L3": "ORRBGB", "L4": "GOBRRG"}
SHOWN = [(label, [f"{number}{color}" for number, color in zip("5 6 7 8 9 10".split(), HIGH[label])]) for label in HIGH]
SHOWN += [(label, [f"{number}{color}" for number, color in zip("1234WW", LOW[label])]) for label in LOW]


def thrown(numbers: brute.Dice) -> bytes:
    """Faces that show these numbers, six high dice first."""
    return bytes([number - 5 for number in numbers[:6]] + [(number or 5) - 1 for number in numbers[6:]])


def numbers_of(faces: bytes, of: int = dice.ALL) -> brute.Dice:
    """The numbers that some of the dice show."""
    return tuple(sorted(dice.number(die, faces[die]) for die in DICE if of >> die & 1))


def shown(faces: bytes) -> list[tuple[int, str]]:
    """The number and the color of every die."""
    return [(dice.number(die, faces[die]), SHOWN[die][1][faces[die]][-1]) for die in DICE]


@st.composite
def rolls(draw: st.DrawFn) -> bytes:
    """Faces of ten dice: any, or many Ws, or few numbers, or many of one color."""
    kind = draw(st.sampled_from(["any", "wild", "alike", "color"]))
    if kind == "any":
        return bytes(draw(st.lists(st.integers(0, 5), min_size=10, max_size=10)))
    if kind == "color":
        color = draw(st.sampled_from("ROGB"))
        of_color = [[face for face in range(6) if words[face][-1] == color] or [0] for _, words in SHOWN]
        most = st.integers(0, 4).map(lambda one: one > 0)  # four in five dice
        return bytes(draw(st.sampled_from(of_color[die] if draw(most) else list(range(6)))) for die in DICE)
    high = draw(st.lists(st.integers(0, 5), min_size=1, max_size=4 if kind == "wild" else 2))
    low = draw(st.lists(st.sampled_from([4, 4, 5, 0, 3] if kind == "wild" else range(6)), min_size=1, max_size=4))
    return bytes(draw(st.sampled_from(high if die < dice.HIGH else low)) for die in DICE)


def found(faces: bytes, phase: int, first: int = 0) -> BestUse:
    best = BestUse()
    best.find(faces, phase, first)
    return best


NOTHING = "roll 5R 5G 6B 6G 7R 7G 1B 1R 3R 3B"  # misses every phase
TWO_SETS = "roll 10G 10R 10O 9R 9R 9G 1B 2B 3R 4R"
FIVE_AND_THREE = "roll 9O 9B 9G 9R 9R 10O WR WB 1O 2O"
KINDS = (
    actions.ROLL,
    actions.KEEP,
    actions.BANK,
    actions.TAKE,
    actions.FRESH,
    actions.CALL,
    actions.STOP,
    actions.BACK,
)


def in_phases(phases: list[int], start: str = "seated") -> Any:
    """A new game whose players are in these phases already, with no points."""
    game = PhaseTenGame("phase-10", {"start": start}, len(phases))
    game.phases = list(phases)
    game.boxes = [[0] * (phase - 1) + [-1] * (11 - phase) for phase in phases]
    return game


def refusal(game: Any, kind: str, detail: int | None = None) -> str:
    """The reason for which an action is refused; the game must not change."""
    before = game.record()
    with pytest.raises(Illegal) as why:
        game.apply((kind, detail), Lcg(1))
    assert game.record() == before
    return str(why.value)
