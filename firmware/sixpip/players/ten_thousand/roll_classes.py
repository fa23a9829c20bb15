"""The rolls of a game, merged into classes with the same useful keeps: all that the turn solver needs of the scorer.

Of keeps that lead to the same next roll only the one with the most points is useful. The classes depend on the options
of the game only, so they are built once for a game, in steps.
"""

from array import array

from sixpip.players.odds import choose, shares
from sixpip.players.ten_thousand.merger import Merger
from sixpip.players.ten_thousand.roll_codes import (
    BANKED,
    BUST,
    MARKED,
    MUST_ROLL,
    ROWS,
    WRECK,
    has_special_outcomes,
    special_outcome,
    unit_of,
)
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.dice_sets import NO_FACE
from sixpip.rules.ten_thousand.house_rules.flash import faces_in_threes
from sixpip.rules.ten_thousand.scorer import count, size

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sixpip.rules.ten_thousand.game import Game

_MOST_SIZE = const(5120)
_SIZE = const(1536)  # enough for most games; the merger extends it
_LAST_DIE_BONUS = const(500)


class RollClasses:
    """The classes of the rolls of each row (roll_codes.py).

    `stream` holds for each class its weight, the number of codes and the codes. The classes of row r are at
    stream[starts[r]:starts[r + 1]]; `weights[r]` is the sum of their weights.
    """

    def __init__(self, game: "Game") -> None:
        """The classes of a game, not yet built. The scorer of the game is used, which scores its roll again."""
        self._game = game
        self.unit = unit_of(game)
        self.marked = game.dice_set.wild >= 0
        self.stream = array("H", bytes(2 * _SIZE))
        self.starts = array("H", [0] * (ROWS + 1))
        self.weights = array("I", [0] * ROWS)
        options = game.options
        self.first_row = game.dice + MARKED if self.marked else game.dice
        self._hot = MUST_ROLL if options["hot_dice"] == "forced" else 0
        self._keep_all = options["must_keep_all"] == "yes"
        self._press_on = options["press_on"] == "yes"
        self._special = has_special_outcomes(options)
        self._plain = not (self.marked or self._keep_all or self._press_on)
        self.is_too_large = False
        """The classes do not fit into memory, as with a sun among seven dice."""
        self._end = 0
        self._building: Iterable[None] = self._rows()

    def build(self) -> bool:
        """Scores a roll: a few milliseconds. True while more are left."""
        for _ in self._building:
            return True
        if self._building:
            self._building = ()
            self.stream = self.stream[: self._end]
        return False

    def _rows(self) -> "Iterator[None]":
        """Builds row after row; yields after each roll."""
        game = self._game
        merger = Merger(self.stream)
        for row in range(ROWS):
            self.starts[row] = merger.start
            dice = row if row <= MARKED else row - MARKED
            if dice and dice <= game.dice and (row <= MARKED or self.marked) and (row != game.dice or not self.marked):
                for roll, shown, ways in _rolls(game, dice, row > MARKED):
                    bust = self._enter_keeps(merger, roll, shown, dice)
                    merger.merge(ways * self._throws(dice, bust))
                    if len(self.stream) > _MOST_SIZE:
                        self.is_too_large = True
                        return
                    yield
                for total in merger.close():
                    self.weights[row] = total
                    yield
        self.starts[ROWS] = self._end = merger.start

    def _enter_keeps(self, merger: "Merger", roll: int, shown: int, dice: int) -> bool:
        """Enters all that can follow a roll; returns whether it busts. `shown`: the face of the marked die or -1."""
        game = self._game
        outcome = special_outcome(game, roll) if self._special else BUST
        if outcome != BUST:
            merger.enter(0, outcome)
            return False
        scorer = game.scorer
        found = scorer.score(roll)
        if not found:
            self._enter_bust(merger, dice)
        least = max([size(scorer.keys[i]) for i in range(found)] + [0]) if self._keep_all else 0
        for i in range(found):
            key = scorer.keys[i]
            left = dice - size(key)
            if not left:
                self._enter_hot(merger, scorer.points[i], dice)
            elif self._plain:
                merger.enter(left, scorer.points[i] // self.unit)
            elif dice - left >= least:
                self._enter_keep(merger, key, scorer.points[i] // self.unit, (roll, shown, left))
        return not found

    def _enter_bust(self, merger: "Merger", dice: int) -> None:
        """What follows a roll without a keep."""
        options = self._game.options
        value = int(options["empty_six"])
        if value and dice == self._game.dice:
            merger.enter(self.first_row | MUST_ROLL, value // self.unit)
        elif options["no_risk"] == "yes":
            merger.enter(BANKED | MUST_ROLL, 0)
        else:
            merger.enter(0, WRECK if dice == self._game.dice and options["train_wreck"] != "none" else BUST)

    def _enter_hot(self, merger: "Merger", points: int, dice: int) -> None:
        """Enters a keep of all the dice thrown."""
        if dice == 1 and self._game.options["last_die"] == "yes":
            points += _LAST_DIE_BONUS
        merger.enter(self.first_row | self._hot, points // self.unit)

    def _enter_keep(self, merger: "Merger", key: int, units: int, thrown: "tuple[int, int, int]") -> None:
        """Enters a keep, twice where the marked die may be kept or another die with its face.

        `thrown`: the roll, the face of the marked die, the number of dice left.
        """
        roll, shown, left = thrown
        press_on = self._press_on and size(key) >= 3 and faces_in_threes(self._game, key)
        flag = MUST_ROLL if press_on else 0
        if shown < 0 or count(key, shown):
            merger.enter(left | flag, units)
        if shown >= 0 and count(key, shown) < count(roll, shown):
            merger.enter(left + MARKED | flag, units)

    def _throws(self, dice: int, bust: bool) -> int:
        """How often a roll counts: a last die with two throws (CT-07) is a bust only if both of them are one."""
        if dice > 1 or self._game.options["last_die"] == "no":
            return 1
        scorer = self._game.scorer
        faces = len(scorer.of_a_kind)
        busts = sum([1 for face in range(faces) if scorer.of_a_kind[face][1] < 0])
        return busts if bust else faces + busts


def _rolls(game: "Game", dice: int, marked: bool) -> "Iterator[tuple[int, int, int]]":
    """Every roll of some dice as a multiset, with the face of the marked die (-1 without it) and its number of ways."""
    faces = len(game.dice_set.faces) - (1 if game.dice_set.wild >= 0 else 0)
    if not marked:
        for roll, ways in _multisets(dice, faces):
            yield roll, NO_FACE, ways
        return
    for face in range(faces):
        shown = game.dice_set.wild if face == game.dice_set.under_wild else face
        for roll, ways in _multisets(dice - 1, faces):
            yield roll + (1 << (4 * shown)), shown, ways


def _multisets(dice: int, faces: int) -> "Iterator[tuple[int, int]]":
    """Every multiset of some dice, with the number of ways to throw it."""
    for parts in shares(dice, faces):
        roll = 0
        ways = 1
        free = dice
        for face in range(faces):
            roll += parts[face] << (4 * face)
            ways *= choose(free, parts[face])
            free -= parts[face]
        yield roll, ways
