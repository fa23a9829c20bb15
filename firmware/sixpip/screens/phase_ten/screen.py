"""The game screen of Phase 10 dice: what the buttons do, and when each page is shown."""

from sixpip.board.contract import BANK, ROLL
from sixpip.compat import TYPE_CHECKING
from sixpip.rules.core import actions, events
from sixpip.rules.phase_ten.game import PhaseTenGame
from sixpip.screens.phase_ten.decision import START, THROW, TurnView
from sixpip.screens.phase_ten.dice import PhaseTenDice, draw_strip
from sixpip.screens.phase_ten.pages import PAGES, ask, draw_move
from sixpip.screens.play.game_screen import ASK, MOVE, GameScreen
from sixpip.view import sound
from sixpip.view.text import ARROW

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.core.actions import Action
    from sixpip.rules.core.events import Event
    from sixpip.screens.play.coach_turn import CoachTurn


_WITH_DICE = (ASK, MOVE, events.MADE)


class PhaseTenScreen(GameScreen):
    """One game of Phase 10. `decision` says what the player can do now; pages and dice read it and not the game."""

    if TYPE_CHECKING:
        dice: PhaseTenDice

    def __init__(self, app: "App") -> None:
        """Shows the current game. Raises ValueError when there is none of this engine."""
        game = app.playing.game
        if not isinstance(game, PhaseTenGame):
            raise ValueError("no game of Phase 10 dice to play")
        super().__init__(app, PhaseTenDice(app, game.player))
        self.decision = TurnView(game)
        self.asked_again = -1
        """The button that the player was asked to press again."""
        self.ask()

    def guard(self, button: int, ms: int) -> None:
        """Also drops the question after a first press, which is no longer on the screen."""
        super().guard(button, ms)
        self.asked_again = -1

    def ask(self) -> None:
        """Shows the game as it is now and asks the player."""
        super().ask()
        self.asked_again = -1
        self.decision.read()
        if self.decision.kind == THROW:
            self.explain_first_turns()
        self.dice.show(self.decision, self.session.name_now())

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
        decision = self.decision
        if self.mode != ASK or self.computer_plays() or decision.kind in (START, THROW):
            super().show_hint()
            return
        if self.coach:
            self.hint = "" if self.coach.is_due() else "Ask the coach: MENU"
            return
        decision.update()
        self.tip = decision.used
        self.hint = "Set aside the marked dice"

    def _first_press(self, button: int) -> bool:
        """Returns whether the button is pressed for the first time; the second press in a row confirms."""
        first = self.asked_again != button
        self.asked_again = button if first else -1
        return first

    # What is shown

    def show(self, event: "Event") -> bool:
        """Sets the screen up for an event. Returns True when that needs time or a press before the next one."""
        kind = event.kind
        if kind == events.ROLLED:
            self.mode = MOVE
            self.dice.roll(self.decision.faces, event.positions, self.decision.kind == START)
            return True
        if kind not in PAGES:
            return False
        tune = sound.POINTS
        if kind == events.THREW:
            self.note_throw(event.player, str(event.points))
            self.decision.read()  # the page shows who throws next
        elif kind == events.MADE:
            self.dice.show_made(event.positions)
        elif kind == events.MISSED:
            self.dice.drain()
            tune = sound.BUST
        else:
            tune = sound.BUST if kind == events.PENALTY and event.points <= 0 else sound.HOT
        return self.show_result(event, tune)

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
        if self.draw_summary():
            return
        canvas = self.app.canvas
        if self.computer and self.computer_plays():
            ask(self, canvas, self.computer.reason)
            canvas.choice("next", "")
            canvas.right(7, self._deed(self.computer.todo))
        elif self.mode == ASK:
            ask(self, canvas, self.hint or (self._explanation() if self.explains else ""))
            if self.coach and not self.hint:
                self._draw_advice(self.coach)
        elif self.mode == MOVE:
            draw_move(self, canvas)
        elif self.event:
            PAGES[self.mode](self, canvas, self.event)
            canvas.choice("next", "")
        if self.app.press_pending():
            return  # the dice take half the time
        if self.dice.pages > 1 and not self.dice.name and self.mode in _WITH_DICE:
            draw_strip(canvas, self.dice)
        self.draw_clock()

    def _explanation(self) -> str:
        """Returns what to press in one of the first turns."""
        decision = self.decision
        if self.coach and self.coach.is_due():
            return ""
        if decision.kind == THROW:
            return "Press ROLL to throw"
        if decision.made:
            return "Made! BANK takes it"
        if not decision.rolls_left:
            return ""
        return "Keep bright dice" if decision.chosen != decision.used else "ROLL the others"

    def _draw_advice(self, coach: "CoachTurn") -> None:
        """Draws what the coach says in place of the goal and the points, until dice are set aside."""
        canvas = self.app.canvas
        if self.decision.kind == THROW and not coach.is_due():
            canvas.center(6, "then MENU: ask coach")
        elif coach.is_shown() and self.decision.chosen == self.decision.kept:
            coach.draw(canvas, (1, 2, 3))
            canvas.blank(4)  # of the big number; the marks of the dice follow

    def _deed(self, todo: "tuple[Action, ...]") -> str:
        if not todo:
            return ""
        if todo[-1][0] == actions.ROLL:
            return f"{ARROW}rolls {self.decision.dice_next}"
        return ARROW + ("takes it" if self.decision.made else "misses")
