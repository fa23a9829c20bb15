"""The base class of all game screens: what the buttons do while the player is asked, what computers and the coach do.

What each event looks like and what the buttons do in one game: screens/ten_thousand and screens/phase_ten.
"""

from sixpip.app.dice_source import DeadSource
from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.port import TYPE_CHECKING, Stopwatch, const
from sixpip.rules.actions import TAKE
from sixpip.rules.errors import Illegal
from sixpip.rules.stages import READY
from sixpip.screens.game.event_screen import ASK, BANKED, COUNT_MS, MOVE, PASSING_MS, THREW, EventScreen

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.actions import Action
    from sixpip.screens.game.coach_turn import CoachTurn
    from sixpip.screens.game.computer_turn import ComputerTurn
    from sixpip.screens.game.dice_view import DiceView
    from sixpip.screens.game.turn_clock import TurnClock

_HANDOVER_MS = const(300)  # after handing over, so that no press counts for the next player
_OFFER_MS = const(1500)  # the same for dice or a win that are offered after a hurried computer: they must be read first
_COMPUTER_PASSING_MS = (2500, 1500, 900)  # by the setting "tumble": a result of a computer


class GameScreen(EventScreen):
    """One game, from wherever its session is."""

    shows_game = True

    passing: "tuple[str, ...]" = (BANKED, THREW)
    """The modes that go on by themselves."""

    def __init__(self, app: "App", dice: "DiceView") -> None:
        """`dice`: the dice of the game on the tiles. Raises ValueError when there is no game."""
        super().__init__(app, dice)
        self.hint = ""  # why the last press did nothing
        self.tip = 0  # the dice that the last hint named, one bit each
        self.start_throws = [""] * self.session.game.players
        self._guarded = -1  # the button that is ignored along with BANK for `_guard_ms`
        self._guard = Stopwatch()
        self._guard_ms = 0
        self.computer: ComputerTurn | None = None
        """What the computer players of this game do; None where there are none."""
        self.coach: CoachTurn | None = None
        """The advice for the choice of a person; None in a game without a coach."""
        self.clock: TurnClock | None = None
        """The turn clock, if there is one."""
        limit = app.settings.values["clock"]
        if limit or any(self.session.seats):
            from sixpip.screens.game import computer_turn  # games of persons without a turn clock need none

            self.computer = computer_turn.ComputerTurn(self.session)
            if limit:
                from sixpip.screens.game import turn_clock

                self.clock = turn_clock.TurnClock(limit, self.session.game, self.computer)

    def paint(self) -> None:
        """Paints the dice, unless they move, and marks those that the coach or a hint would keep."""
        advised = self.coach.dice() if self.coach else self.tip
        self.dice.advised = advised if self.mode == ASK else 0
        self.dice.load_colors()
        self.dice.paint()

    def ask(self) -> None:
        """Shows the game as it is now and asks the player."""
        self.mode = ASK
        self.tip = 0
        if not self.session.game.rolls:
            self.hint = ""  # of the turn before
        self.event = None
        self.scoreboard.read(self.session.game)
        if self.computer:
            self.computer.begin()
        if self.coach:
            self.coach.begin()

    def computer_plays(self) -> bool:
        """Whether a computer decides now."""
        return self.computer is not None and self.mode == ASK and self.computer.plays()

    def turn_words(self, words: str) -> str:
        """Whose turn it is: "your turn"; in a team by name, "ANNA's turn". `words`: "turn" or "last turn"."""
        session = self.session
        return f"{session.name_now()}'s {words}" if session.members else f"your {words}"

    def draw_clock(self) -> None:
        """Draws the last seconds of the turn."""
        if self.clock and self.mode == ASK:
            self.clock.draw(self.app.canvas)

    # What the player does

    def press(self, button: int) -> None:
        """Pauses, finishes what moves, hurries a computer, turns the page, goes on after a result, or decides."""
        self.hint = ""
        if button == MENU:
            self.dice.finish()  # the menu shows them at rest
            self._press_menu()
        elif self.dice.moving:
            self.dice.finish()
            if self.mode == MOVE:
                self._show_next()
        elif self.computer and self.computer_plays():
            self.computer.hurried = True
        elif self.mode != ASK and self._is_of_computer():
            self._show_next()
            if TAKE in self.session.game.legal():
                self.guard(ROLL, _OFFER_MS)
        elif self.dice.is_page_button(button):
            self.dice.turn_page()
        elif self.mode != ASK:
            if button == ROLL:
                self._show_next()
            else:
                self.refuse()
        elif not self._just_handed_over():
            self._decide(button)

    def _press_menu(self) -> None:
        """Asks the coach, where it can be asked; else pauses."""
        if self.coach and self.mode == ASK and self.coach.can_be_asked():
            self.coach.ask(self.app.board.ticks_ms())
            return
        if self.computer:
            self._shown.start()  # what goes on by itself is shown in full after the pause
        self.app.open("pause", self.show_hint)

    def show_hint(self) -> None:
        """Marks the dice of the best choice and names it, once the player asks for that."""

    def guard(self, button: int, ms: int) -> None:
        """Ignores BANK and `button` for `ms`: a bank, a roll and a refused offer cannot be taken back, a KEEP can."""
        self._guarded = button
        self._guard_ms = ms
        self._guard.start(self.app.board.ticks_ms())

    def _decide(self, button: int) -> None:
        """Handles a button while the player decides; for one that does nothing now shows the reason."""
        try:
            if button <= KEEP6:
                self.choose(button)
            elif button in (BANK, self._guarded) and self._guard.step(self.app.board.ticks_ms()) < self._guard_ms:
                self.blip("Press BANK again" if button == BANK else "Press ROLL again")
            elif button == ROLL:
                self.roll()
            else:
                self.bank()
        except Illegal as error:
            self.blip(error.args[0])

    def choose(self, button: int) -> None:
        """Handles a KEEP button while the player decides. Raises Illegal with the reason why it does nothing."""

    def roll(self) -> None:
        """Handles ROLL while the player decides. Raises Illegal with the reason why it does nothing."""

    def bank(self) -> None:
        """Handles BANK while the player decides. Raises Illegal with the reason why it does nothing."""

    # What a computer does

    def mark(self, todo: "tuple[Action, ...]") -> None:
        """Shows on the dice what a computer has chosen to do."""

    def idle(self) -> bool:
        """Lets the computers or the coach think for some milliseconds; True while there is more to think."""
        if self.computer and self.computer_plays():
            return self.computer.think()
        if self.computer and self.computer.prepare():
            return True
        return self._let_coach_think()

    def _let_coach_think(self) -> bool:
        """Lets the coach think for some milliseconds while a person decides; True while there is more to think."""
        if not self.session.coach:
            if self.coach:
                self.coach = None
                self.app.redraw()
        elif self.mode == ASK:
            if not self.coach:
                from sixpip.screens.game import coach_turn  # games without a coach do not need it

                self.coach = coach_turn.CoachTurn(self.session)
                self.app.redraw()
            if self.coach.think():
                return True
            if self.coach.is_new:
                self.coach.is_new = False
                self.app.redraw()
        return False

    def _is_of_computer(self) -> bool:
        """Whether the result on screen is that of a computer: it goes on by itself."""
        return self.event is not None and self.session.seats[self.event.player] != 0

    def _play_computer(self, turn: "ComputerTurn", elapsed_ms: int) -> None:
        """Marks the choice of a computer, then applies it; a hurried one at once."""
        if not turn.is_due(elapsed_ms, self.app.settings.values["tumble"]):
            return
        if not turn.todo:
            turn.choose()
            self.mark(turn.todo)
            self._shown.start()
            self.app.redraw()
            if not turn.hurried:
                return
        self.apply(turn.todo)

    def apply(self, todo: "tuple[Action, ...]") -> None:
        """Applies actions one after another, then shows what happened event by event. Raises Illegal."""
        self.session.undo = None
        undo = None if self.app.settings.values["undo"] else self.session.before(todo)
        try:
            for action in todo:
                self._queue += self.session.apply(action, self.app.dice)
        except DeadSource as error:
            self._show_dead_source(error)
            return
        self.session.undo = undo
        self._show_next()

    def _show_dead_source(self, error: DeadSource) -> None:
        """Reports that the dice cannot be thrown; the game stays as it is."""
        self.refresh()
        self.app.notify(error.args[0])

    def skip_start(self) -> None:
        """Throws for all players who still have to throw for the start, and shows the last throw."""
        from sixpip.screens.game import start_skip  # once in a game at most

        try:
            self._queue += start_skip.throw_for_all(self.session, self.app.dice, self.show)
        except DeadSource as error:
            self._show_dead_source(error)
            return
        self.session.undo = None
        self._show_next()

    def refresh(self) -> None:
        """Shows the game as it is now and asks: a decision has been taken back."""
        self._queue.clear()
        self.dice.finish()
        self._show_next()

    def blip(self, reason: str) -> None:
        """Shows why the press does nothing, with the low tone."""
        self.hint = reason
        self.refuse()

    def tick(self, now_ms: int) -> bool:
        """Moves what moves; then shows the next event, or asks."""
        elapsed_ms = self._shown.step(now_ms)
        self._guard.step(now_ms)
        if self.dice.move(now_ms):
            return True
        if self.mode == MOVE:
            self._show_next()
            return True
        if self.clock and self.mode == ASK:
            tune = self.clock.step(now_ms)
            if tune:
                self.app.sound.play(tune)
                self.app.redraw()
                if self.computer_plays():
                    self.ask()  # without the dice that the player has chosen
        if self.computer and self.computer_plays():
            self._play_computer(self.computer, elapsed_ms)
        elif self.mode in self.passing or (self.mode != ASK and self._is_of_computer()):
            if elapsed_ms > PASSING_MS:
                self._show_next()
            elif self.mode == BANKED and elapsed_ms < COUNT_MS + 100:
                self.app.redraw()  # the points count up
                return True
        elif self.coach and self.coach.is_held(self.app.board):
            self.app.open("points_table")
        return False

    def _just_handed_over(self) -> bool:
        """Whether the dice have only just been handed to the next player."""
        game = self.session.game
        if game.stage != READY or game.rolls or game.players == 1:
            return False
        return self._shown.step(self.app.board.ticks_ms()) < _HANDOVER_MS
