"""The game screen of Phase 10 dice: what the buttons do, and what is shown of each event.

The words on the OLED are in pages.py, the dice in dice.py and dice_strip.py.
"""

from sixpip.board.buttons import BANK, ROLL
from sixpip.port import TYPE_CHECKING, unload_modules
from sixpip.rules import actions
from sixpip.screens.game.event_screen import ASK
from sixpip.screens.phase_ten import dice_strip, event_handlers, pages
from sixpip.screens.phase_ten.decision import START, THROW
from sixpip.screens.phase_ten.turn_screen import TurnScreen
from sixpip.view.text import ARROW

if TYPE_CHECKING:
    from sixpip.rules.actions import Action
    from sixpip.rules.events import Event
    from sixpip.screens.game.coach_turn import CoachTurn


class PhaseTenScreen(TurnScreen):
    """One game of Phase 10 dice on the screen."""

    # What the player does

    def choose(self, button: int) -> None:
        """Sets a die aside or takes it back."""
        decision = self.decision
        place = self.dice.place(button)
        if decision.can_choose() and place >= 0:
            self.asked_again = -1
            decision.choose(decision.chosen ^ 1 << place)
            self.dice.show_chosen(decision)

    def roll(self) -> None:
        """Rolls what is not set aside; asks before a phase that is made is thrown away with all its dice."""
        decision = self.decision
        todo = decision.roll()
        if decision.rolls_left and decision.discards_made() and self._first_press(ROLL):
            self.blip("ROLL throws it away")
        else:
            self.apply(todo)

    def bank(self) -> None:
        """Takes the points, or the miss; asks before a miss while there are rolls left; skips start throws."""
        decision = self.decision
        if decision.kind == START:
            self.skip_start()
            return
        decision.update()
        todo = decision.bank()
        if not decision.made and decision.rolls_left and self._first_press(BANK):
            self.blip("BANK again: give up")
        else:
            self.apply(todo)

    def mark(self, todo: "tuple[Action, ...]") -> None:
        """Shows on the dice which of them a computer sets aside or takes back."""
        chosen = self.decision.kept
        for kind, places in todo:
            if kind == actions.BACK and places:
                chosen &= ~places
            elif kind == actions.KEEP and places:
                chosen |= places
        if chosen != self.decision.kept:
            self.dice.turn_to(chosen)
            self.decision.choose(chosen)

    def show_hint(self) -> None:
        """Marks the dice that make the phase, or come nearest to it."""
        from sixpip.screens.phase_ten import hint  # few ask for one

        hint.show(self)
        unload_modules(["sixpip.screens.phase_ten.hint"])

    def _first_press(self, button: int) -> bool:
        """Whether the button is pressed for the first time; the second press in a row confirms."""
        first = self.asked_again != button
        self.asked_again = button if first else -1
        return first

    # What is shown

    def show(self, event: "Event") -> bool:
        """Sets the screen up for an event; True when that needs time or a press before the next one."""
        handler = event_handlers.HANDLERS.get(event.kind)
        return handler(self, event) if handler else False

    def update(self) -> bool:
        """Computes what the dice make, and marks those that make the phase, or that the coach would set aside."""
        if self.mode != ASK:
            return False
        decision, coach = self.decision, self.coach
        computed = decision.update()
        marked = decision.used
        if coach and coach.is_shown() and (coach.dice() or not decision.made):  # not where it says to stop
            marked = coach.dice()
        if not computed and marked == self.dice.marked:
            return False
        self.dice.marked = marked
        self.dice.show_chosen(decision)
        return True

    def draw(self) -> None:
        """Draws the page for this moment, and all the dice below it."""
        canvas = self.app.canvas
        if self.computer and self.computer_plays():
            pages.ask(self, canvas, self.computer.reason)
            canvas.choice("next", "")
            canvas.right(7, self._deed(self.computer.todo))
        elif self.mode == ASK:
            pages.ask(self, canvas, self.hint)
            if self.coach and not self.hint:
                self._draw_advice(self.coach)
        else:
            pages.PAGES[self.mode](self, canvas)
        if self.dice.pages > 1 and not self.dice.name and self.mode in pages.WITH_DICE:
            dice_strip.draw(canvas, self.dice)
        self.draw_clock()

    def think(self) -> bool:
        """Lets a computer or the coach think about the roll while the dice tumble: it takes up to 0.8 s."""
        if self.computer and self.computer.plays():
            return self.computer.think_on()
        return self.coach is not None and self.coach.think_on()

    def _draw_advice(self, coach: "CoachTurn") -> None:
        """Draws what the coach says in place of the goal and the points, until dice are set aside."""
        from sixpip.screens.game import coach_turn  # loaded with the coach

        canvas = self.app.canvas
        if self.decision.kind == THROW and not coach.is_due():
            canvas.center(6, "then MENU: ask coach")
        elif coach.is_shown() and self.decision.chosen == self.decision.kept:
            coach_turn.draw(coach, canvas, (2, 3, 1))
            canvas.blank(4)  # of the big number; the marks of the dice follow

    def _deed(self, todo: "tuple[Action, ...]") -> str:
        """What a computer is about to do; "" while it thinks."""
        if not todo:
            return ""
        if todo[-1][0] == actions.ROLL:
            return f"{ARROW}rolls {self.decision.dice_next}"
        return ARROW + ("takes it" if self.decision.made else "misses")
