"""The dice of a game in the tray: the face at each position, and which dice were rolled last or kept."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.stages import bits

if TYPE_CHECKING:
    from sixpip.rules.dice_sets import DiceSet


class Tray:
    """`faces` has one entry per die (numbers from 0); `rolled` and `kept` are sets of tray positions, one bit each."""

    def __init__(self, dice_set: "DiceSet", dice: int) -> None:
        """A set of `dice` dice with the faces of `dice_set`; where there is a sun, the first die is the marked one."""
        self.dice_set = dice_set
        self.dice = dice
        self.all = (1 << dice) - 1
        self.faces = bytearray(dice)
        self.rolled = 0
        self.kept = 0

    def dice_next(self, keep: int = 0) -> int:
        """How many dice the next roll throws once the positions `keep` are kept, too."""
        kept = self.kept | keep
        return self.dice if kept == self.all else bits(self.all & ~kept)

    def place_dice(self, positions: int, thrown: "bytes | bytearray | list[int]") -> None:
        """Puts thrown faces at some positions, from left to right; the marked die has a sun in place of its 3."""
        at = 0
        for place in range(self.dice):
            if positions >> place & 1:
                face = thrown[at]
                if place == 0 and face == self.dice_set.under_wild:
                    face = self.dice_set.wild
                self.faces[place] = face
                at += 1
        self.rolled = positions

    def multiset_key(self, positions: int) -> int:
        """The multiset of the faces at some tray positions, as a key (scorer.py)."""
        key = 0
        for place in range(self.dice):
            if positions >> place & 1:
                key += 1 << (4 * self.faces[place])
        return key

    def positions_of(self, key: int) -> int:
        """The leftmost positions of the last roll that show the multiset `key`; 0 when the roll does not contain it."""
        positions = 0
        for place in range(self.dice):
            one = 1 << (4 * self.faces[place])
            if self.rolled >> place & 1 and key & (7 * one):
                positions |= 1 << place
                key -= one
        return 0 if key else positions
