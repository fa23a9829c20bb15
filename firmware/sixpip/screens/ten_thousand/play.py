"""The game screen of the ten-thousand family: what the buttons do, and what is shown of each event.

The words on the OLED are in prompts.py (what is asked) and result_pages.py (what happened), the dice in dice.py.
"""

from sixpip.port import TYPE_CHECKING, unload_modules
from sixpip.rules import actions
from sixpip.rules.stages import bits
from sixpip.screens.game.event_screen import ASK, THREW
from sixpip.screens.ten_thousand import event_handlers, prompts, result_pages
from sixpip.screens.ten_thousand.decision import START
from sixpip.screens.ten_thousand.turn_screen import TurnScreen

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.actions import Action
    from sixpip.rules.events import Event
    from sixpip.screens.game.coach_turn import CoachTurn


class TenThousandScreen(TurnScreen):
    """One game of the family on the screen."""

    passing = event_handlers.PASSING

    def __init__(self, app: "App") -> None:
        """Takes up the game in hand. Raises ValueError when there is none of this engine."""
        super().__init__(app)
        if self.dice.pages > 1:
            from sixpip.screens.ten_thousand import dice_strip  # six dice or fewer need none

            self.strip = dice_strip
        if self.computer:
            from sixpip.screens.ten_thousand import computer_page  # games of persons only need none

            self._draw_computer = computer_page.draw

    # What the player does

    def choose(self, button: int) -> None:
        """Chooses a die of the last roll or puts it back; where there is nothing to choose, opens the list of calls."""
        decision = self.decision
        if decision.can_call:
            self._open_calls()
            return
        place = self.dice.place(button)
        if decision.can_choose(place):
            decision.choose(decision.chosen ^ 1 << place)
            self.hint = decision.hint
            self.dice.show_chosen(decision, decision.chosen)

    def roll(self) -> None:
        """Keeps (or holds) what is chosen and throws the rest; takes up an offer and throws."""
        self.apply(self.decision.roll())

    def bank(self) -> None:
        """Banks with what is chosen or the best keep; refuses an offer; opens the list of calls; skips start throws."""
        if self.decision.kind == START:
            self.skip_start()
            return
        todo = self.decision.bank()
        if todo:
            self.apply(todo)
        else:
            self._open_calls()

    def _open_calls(self) -> None:
        self.app.open("ten_thousand.call_menu", self._call, self.options, bits(self.decision.thrown_next()))

    def _call(self, number: int) -> None:
        self.apply(((actions.CALL, number),))

    def mark(self, todo: "tuple[Action, ...]") -> None:
        """Shows on the dice which of them a computer has chosen."""
        kind, chosen = todo[0]
        if kind == actions.KEEP and chosen:
            self.decision.choose(chosen)
            self.dice.turn_to(chosen)
            self.dice.show_chosen(self.decision, chosen)

    def show_hint(self) -> None:
        """Marks the dice of the keep with the most points and names it."""
        from sixpip.screens.ten_thousand import hint  # few ask for one

        hint.show(self)
        unload_modules(["sixpip.screens.ten_thousand.hint"])

    # What is shown

    def show(self, event: "Event") -> bool:
        """Sets the screen up for an event; True when that needs time or a press before the next one."""
        handler = event_handlers.HANDLERS.get(event.kind)
        return handler(self, event) if handler else False

    def idle(self) -> bool:
        """Lets a computer think; counts the odds that are asked for, or may be next, while a person thinks."""
        if self.computer_plays():
            return super().idle()
        odds = self.decision.odds
        if self.mode != ASK or not odds.prepare(self.decision.dice):
            return super().idle()
        if odds.is_new:
            self.app.redraw()
        return True

    def update(self) -> bool:
        """Computes what the prompt shows to a person."""
        if self.mode == ASK and not self.computer_plays():
            self.decision.update()
        return False

    def draw(self) -> None:
        """Draws the page for this moment, and all dice in small where the tiles cannot show them."""
        if self.computer and self.computer_plays():
            self._draw_computer(self, self.app.canvas, self.computer.todo, self.computer.reason)
        elif self.mode == ASK:
            prompts.draw(self, self.app.canvas)
            if self.coach:
                self.draw_advice(self.coach)
        else:
            result_pages.PAGES[self.mode](self, self.app.canvas)
        self.draw_clock()
        if self.dice.pages > 1 and not self.dice.name and self.mode != THREW:
            self.strip.draw(self.app.canvas, self.dice, self.dice_set)

    def draw_advice(self, coach: "CoachTurn") -> None:
        """Draws what the coach says: in full until dice are chosen, then only the choice."""
        from sixpip.screens.game import coach_turn  # loaded with the coach

        full = not (self.decision.chosen or self.hint)
        if self.dice.pages == 1:
            coach_turn.draw(coach, self.app.canvas, (4, 5, 6) if full else (6,))
        elif full:
            self.strip.draw_advice(coach, self.app.canvas, self.decision)
