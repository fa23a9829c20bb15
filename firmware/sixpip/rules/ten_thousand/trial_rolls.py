"""The keeps of any roll, found by the engine: for the search whether a game can end (turn_search.py)."""

from array import array

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.core.actions import ROLLED
from sixpip.rules.core.errors import TooLong
from sixpip.rules.ten_thousand.game import Game
from sixpip.rules.ten_thousand.house_rules.calls import BET, CHANCE
from sixpip.rules.ten_thousand.scorer import count, size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.rules.core.events import Event
    from sixpip.rules.rulebook.options import Options
    from sixpip.rules.rulebook.variant import DiceSet
    from sixpip.rules.ten_thousand.house_rules.calls import Calls

    Move = tuple[int, int, int, bool, int, int]
    """Dice kept; points; points more as a last die; whether the turn can then be banked; faces in threes; faces rolled.

    The faces, one bit each, are 0 where no house rule asks for them.
    """

_FACES = const(6)
_FIRST_FACE = const(7)  # the most dice of it in a roll, as a key
_LEAST_ALIKE = const(3)
_ORDERS = (1, 1, 2, 6, 24, 120, 720, 5040)
"""In how many orders so many dice can lie."""

LIMIT_US = const(800000)
"""The work that a search may do, by the costs that follow: less than a second on the Pico."""
_ROLL_US = const(900)
_PATTERN_US = const(45)
FOUND_US = const(140)
_KEEP_US = const(550)
_ASKED_US = const(550)
_BET_US = const(2500)


class TrialRolls(Game):
    """A game in which any roll can be tried. It collects the moves that the rolls allow.

    `moves[n]` has those of rolls of n dice. Unless all dice that score must be kept, it has only keeps of all n dice:
    rolls of more dice have them, too. So each try of a roll adds the keeps that leave only dice of the first face.
    """

    def __init__(self, dice_set: "DiceSet", values: "Options") -> None:
        self.set_up(dice_set, values)
        self.stage = ROLLED
        self.keep_all = values["must_keep_all"] == "yes"
        self.moves: list[set[Move]] = [set() for _ in range(self.dice + 1)]
        self.can_bust = [False] * (self.dice + 1)
        """Whether a roll of n dice was tried that busts."""
        self.has_parts = not self.keep_all and self.dice_set.wild < 0
        """Whether the rolls of so many dice have all moves of those of fewer dice."""
        self.left_us = LIMIT_US
        """About how many microseconds the Pico may still work; counted, not measured, so that all decide alike."""
        self._roll_us = _ROLL_US + _PATTERN_US * len(self.scorer.patterns)
        self.ends_outright = False
        """Whether a roll was tried that ends the game, whatever the scores are."""
        self.empty_points = int(values["empty_six"])
        self._bets: Calls | None = None
        if values["calls"] == "yes":
            from sixpip.rules.ten_thousand.house_rules import calls  # loaded with the game, too

            self._bets = calls.Calls(values)
        self._avoids = values["clear"] == "yes" or (self.keep_all and values["extend"] == "yes")
        self._presses = self.house_rules.override("must_roll_after")
        self._tried = 0
        self._twins = self._find_twins()
        self._has_twins = max(self._twins) >= 0

    def _find_twins(self) -> "list[int]":
        """For each face the one before it that scores the same, -1 for none."""
        twins = [-1] * _FACES
        if self.options["short_straights"] != "none" or self.dice_set.wild >= 0:
            return twins
        alone = b"".join([rule.special_faces for rule in self.house_rules.rules])
        rows = self.scorer.of_a_kind
        for face in range(_FACES):
            for other in range(face):
                if rows[other] == rows[face] and face not in alone and other not in alone:
                    twins[face] = other
        return twins

    # The game that the engine and the house rules see

    def multiset_key(self, positions: int) -> int:
        """The dice of the roll that is tried."""
        return self._tried

    def win_outright(self, player: int, why: str, events: "list[Event]") -> None:
        """Notes that the game would end."""
        self.ends_outright = True

    def eliminate(self, why: str, events: "list[Event]") -> None:
        """Notes that the game would end, as it does for the last player."""
        self.ends_outright = True

    def lose_turn(
        self, events: "list[Event]", saved: int = 0, penalty: int = 0, why: str = "", reason: str = ""
    ) -> None:
        """Ignores it: a turn that is lost has no moves."""

    # Rolls

    def alike(self) -> "Iterator[int]":
        """The rolls of any number of dice that are all alike."""
        for dice in range(1, self.dice + 1):
            for face in range(_FACES):
                yield dice << (4 * face)

    def alike_but_one(self) -> "Iterator[int]":
        """The rolls of any number of dice of which all but one are alike."""
        for roll in self.alike():
            for face in range(_FACES if size(roll) < self.dice else 0):
                if not count(roll, face):
                    yield roll + (1 << (4 * face))

    def by_size(self) -> "Iterator[array[int]]":
        """All rolls of one die, of two, and so on. Of rolls that differ in faces that score the same, one."""
        rolls = array("I", [0])
        for _ in range(self.dice):
            larger = array("I")
            for roll in rolls:
                for face in range(_FACES):
                    twin = self._twins[face]
                    if not roll >> (4 * face + 4) and (twin < 0 or count(roll, face) < count(roll, twin)):
                        larger.append(roll + (1 << (4 * face)))
            rolls = larger
            yield rolls

    def ways(self, roll: int) -> int:
        """In how many of the throws of its dice a roll shows, with those that `by_size` leaves out for it."""
        found = _ORDERS[size(roll)]
        left = roll
        while left:
            found //= _ORDERS[left & 7]
            left >>= 4
        if not self._has_twins:
            return found
        place = [1] * _FACES
        equal = [1] * _FACES
        for face, twin in enumerate(self._twins):
            if twin >= 0:
                place[face] = place[twin] + 1
                if count(roll, twin) == count(roll, face):
                    equal[face] = equal[twin] + 1
                found = found * place[face] // equal[face]
        return found

    def spend(self, us: int) -> None:
        """Counts some microseconds of work on the Pico. Raises TooLong."""
        self.left_us -= us
        if self.left_us < 0:
            raise TooLong

    def has_time_for(self, rolls: "array[int]", more_us: int = 0) -> bool:
        """Whether these rolls can be tried, with so much more work for each, in three quarters of the time left."""
        us = self._roll_us + more_us + (_KEEP_US if self.keep_all else 0)
        return len(rolls) * us < self.left_us * 3 // 4

    def attempt(self, roll: int) -> None:
        """Adds the moves of a roll. Raises TooLong."""
        found = self.throw(roll)
        dice = size(roll)
        if not found and dice == self.dice and self.empty_points:
            self._add_move(dice, (dice, self.empty_points, 0, False, 0, 0))
        elif not found:
            self.can_bust[dice] = True
        keys = self.scorer.keys
        spare = _FIRST_FACE if self.has_parts else 0
        for i in range(found):
            if self.keep_all:
                self._add_keep(dice, keys[i], self.scorer.points[i])
            elif roll - keys[i] <= spare:
                self._tried = keys[i]
                self._add_keep(size(keys[i]), keys[i], self.scorer.points[i])
                self._tried = roll

    def throw(self, roll: int) -> int:
        """Returns how many keeps of a roll the scorer now holds, -1 where the turn ends at once. Raises TooLong."""
        self.spend(self._roll_us)
        dice = size(roll)
        if self.dice_set.wild >= 0 and count(roll, self.dice_set.under_wild) == dice:
            return -1  # the marked die cannot show it
        self.rolled = (1 << dice) - 1
        self._tried = roll
        self.scored_roll = -1
        if self.house_rules.dice_rolled(self, []):
            return -1
        found = self.find_keeps()
        self.spend(FOUND_US * found)
        return found

    def find_bust(self, rolls: "array[int]", dice: int) -> None:
        """Tries `rolls`, all of some dice, until one busts, if one of fewer dice did. Raises TooLong."""
        if dice == 1 or self.can_bust[dice - 1]:
            for roll in rolls:
                if self.can_bust[dice]:
                    break
                self.attempt(roll)

    def _add_keep(self, dice: int, key: int, points: int) -> None:
        self.spend(_KEEP_US + _ASKED_US * (self._avoids + self._presses))
        more = self.house_rules.bonus_for_keep(self, key, self.all) if dice == 1 else 0
        threes, shown = (_alike(key, _LEAST_ALIKE), _alike(self._tried, 1)) if self._avoids else (0, 0)
        self._add_move(dice, (size(key), points, more, self.can_bank(key), threes, shown))

    def _add_move(self, dice: int, move: "Move") -> None:
        """Adds a move, also with a bet that the roll wins."""
        moves = self.moves[dice]
        moves.add(move)
        if self._bets:
            won = (move[0], move[1] + BET) + move[2:]
            if won not in moves and self._wins(self._bets):
                moves.add(won)

    def can_bank(self, key: int) -> bool:
        """Whether the keep `key`, if it leaves dice, lets a turn with enough points and rolls be banked."""
        return not self._presses or not self.house_rules.must_roll_after(self, key)

    def _wins(self, bets: "Calls") -> bool:
        """Whether a call of what the roll shows could have been made."""
        self.spend(_BET_US)
        before = self.points
        for bets.call in range(CHANCE):
            bets.dice_rolled(self, [])
            if self.points > before:
                break
        wins = self.points > before
        self.points = before
        return wins


def _alike(key: int, least: int) -> int:
    """The faces, one bit each, of which a multiset has so many dice."""
    faces = 0
    for face in range(_FACES):
        if count(key, face) >= least:
            faces |= 1 << face
    return faces
