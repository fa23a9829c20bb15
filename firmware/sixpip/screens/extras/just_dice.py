"""Just dice: throws up to ten dice of any set, without a game. They come from the console's own source of dice."""

from sixpip.app.dice_source import DeadSource
from sixpip.board.contract import BANK, KEEP6, MENU, ROLL
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.actions import bits
from sixpip.rules.rulebook.variant import PHASE_KIND, PIPS_KIND
from sixpip.rules.rulebook.variants import all_variants
from sixpip.screens.play.dice_view import DiceView
from sixpip.screens.screen import Screen, wrap
from sixpip.screens.table_view import DicePictures
from sixpip.view import tiles

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.rulebook.variant import Variant


_SIX = const(6)
_MOST = const(10)


class JustDice(Screen):
    """The player chooses the number and the faces of the dice. Once they are thrown, KEEP holds a die for the next
    throws.
    """

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._variants: list[Variant] = []  # one for each set of dice
        for variant in all_variants():
            if not any([variant.dice_set.is_like(known.dice_set) for known in self._variants]):
                self._variants.append(variant)
        self._lay_out(_SIX)

    def _lay_out(self, count: int) -> None:
        """Puts `count` dice of the first variant on the tiles, none of them thrown."""
        variant = self._variants[0]
        self._set = variant.dice_set
        self._look = DicePictures(self.app, self._set, variant.ink)
        self.dice = DiceView(self.app, count, self._look.pool, self._look.ramps)
        self._every = (1 << count) - 1
        self.held = self._throws = 0
        for place in range(count):
            self.dice.faces[place] = place % _SIX
            self.dice.states[place] = tiles.SCORES

    def press(self, button: int) -> None:
        """Throws with ROLL, sets the number of dice or holds one with KEEP, changes faces or dice with MENU, or goes
        back.
        """
        dice = self.dice
        count = len(dice.faces)
        if dice.moving and button != BANK:
            dice.finish()
        elif button == ROLL:
            self._throw()
        elif button == MENU:
            if not self._throws:
                self._variants.append(self._variants.pop(0))
            self._lay_out(count)
        elif not self._throws and button <= KEEP6:
            self._lay_out(_MOST if button == KEEP6 and count == _SIX else button + 1)
        elif dice.is_page_button(button):
            dice.turn_page()
        elif dice.place(button) >= 0:
            place = dice.place(button)
            self.held ^= 1 << place
            dice.states[place] = tiles.CHOSEN if self.held >> place & 1 else tiles.SCORES
        else:
            super().press(button)

    def _free(self) -> int:
        """Returns the dice that the next throw throws, one bit each: those not held, or all if all are held."""
        return self._every & ~self.held or self._every

    def _throw(self) -> None:
        """Throws the free dice; the first of a set with a sun has it in place of its 3."""
        free = self._free()
        faces = bytearray(self.dice.faces)
        at = 0
        try:
            thrown = self.app.dice.throw(bits(free))
        except DeadSource as error:
            self.app.notify(error.args[0])
            return
        for place in range(len(faces)):
            if free >> place & 1:
                faces[place] = thrown[at]
                at += 1
        if free & 1 and faces[0] == self._set.under_wild:
            faces[0] = self._set.wild
        self.held &= ~free
        self._throws = self._throws + 1 if self.held else 1
        self.dice.tumble(faces, free)

    def tick(self, now_ms: int) -> bool:
        """Moves the dice."""
        return self.dice.move(now_ms)

    def paint(self) -> None:
        """Paints the dice."""
        self._look.load_colors()
        self.dice.paint()

    def draw(self) -> None:
        """Draws how many dice there are or what they show, and what the buttons do."""
        canvas = self.app.canvas
        count = len(self.dice.faces)
        title = "pips" if self._set.kind == PIPS_KIND else self._variants[0].title
        self.head(f"THROW {self._throws}" if self._throws else "JUST DICE", title)
        words = "hold or let go"
        if not self._throws:
            canvas.center_large(2, f"{count} dice" if count > 1 else "1 die")
            words = "how many dice"
        elif not self.dice.moving and self._set.kind == PIPS_KIND:
            faces = self.dice.faces
            canvas.big(1, str(sum(faces) + len(faces)))
        elif not self.dice.moving and self._set.kind != PHASE_KIND:  # the dice show theirs
            canvas.write_centered(2, wrap(", ".join([self._set.faces[number] for number in self.dice.faces])))
        tells_more = count == _SIX and not self._throws
        if tells_more:
            canvas.at(canvas.cap(0, 5, "6") + 4, 5, "again: ten dice")
        row = 4 if tells_more else 5
        canvas.at(canvas.cap(0, row, "1-6") + 4, row, words)
        canvas.at(canvas.cap(0, 6, "MENU") + 4, 6, "other dice" if self._throws else "other faces")
        self.app.canvas.choice(str(bits(self._free())), "back")
