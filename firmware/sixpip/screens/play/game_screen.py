"""The base class of the game screens of all engines. It shows the events one by one, then the decision.

What each event looks like, and what the buttons do, is in screens/ten_thousand and screens/phase_ten.
"""

from sixpip.app.dice_source import DeadSource
from sixpip.app.games.session import COACH_ALWAYS
from sixpip.board.contract import BANK, KEEP6, MENU, ROLL
from sixpip.compat import TYPE_CHECKING, Stopwatch, const
from sixpip.rules.core import events
from sixpip.rules.core.actions import READY, TAKE
from sixpip.rules.core.actions import ROLL as ROLL_DICE
from sixpip.rules.core.errors import Illegal
from sixpip.screens.play.dice_view import DiceView
from sixpip.screens.play.scoreboard import Scoreboard
from sixpip.screens.screen import Screen
from sixpip.view import sound

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.core.actions import Action
    from sixpip.rules.core.events import Event
    from sixpip.screens.play.coach_turn import CoachTurn
    from sixpip.screens.play.computer_turn import ComputerTurn
    from sixpip.screens.play.turn_clock import TurnClock


_HINT_ROW = const(6)
_THROWS = const(6)  # letters of throws for the start in a line, beside a name
_NAMED_MS = const(2000)  # how long the dice show a name or a score
_MOST = const(18)  # letters of a name and of the words after "'s "
_HANDOVER_MS = const(300)  # after handing over, so that no press counts for the next player
_OFFER_MS = const(1500)  # the same for dice or a win that are offered after a hurried computer: they must be read first


ASK = "ask"  # the player decides
MOVE = "move"  # the dice move; any press finishes that
SUMMARY = "summary"  # the turns of several computers in a row
"""The modes of a game screen. The others are kinds of events: the page of an event stays until a press."""
_PASSING = (events.BANKED, events.MADE, events.BONUS, events.THREW)  # go on by themselves

PASSING_MS = const(2500)
"""How long a result is shown that goes on by itself."""
COUNT_MS = const(600)
"""How long points count up."""


class GameScreen(Screen):
    """One game, from the present state of its session on: the events one by one, then the next decision."""

    shows_game = True

    def __init__(self, app: "App", dice: "DiceView") -> None:
        """`dice` are the dice of the game on the tiles."""
        super().__init__(app)
        self.session = app.playing
        self.dice = dice
        self.event: Event | None = None
        self.mode = ASK
        self.scoreboard = Scoreboard(self.session.game)
        self._queue: list[Event] = []  # still to be shown
        self._shown = Stopwatch()
        self._counting = False  # the points of a bank or a phase count up
        self._named = Stopwatch()  # since the dice show a name, or a score in its place
        self.hint = ""  # why the last press did nothing
        self.tip = 0  # the dice that the last hint named, one bit each
        self.explains = False
        """Whether this turn is one of the first on the console, which is explained."""
        self._explained = -1  # the turns before the one that is
        self.start_throws = [""] * self.session.game.players
        self._leader = -1  # of the scoreboard before the last decision
        self._guarded = -1  # the button that is ignored along with BANK for `_guard_ms`
        self._guard = Stopwatch()
        self._guard_ms = 0
        self.computer: ComputerTurn | None = None
        self.coach: CoachTurn | None = None
        self.clock: TurnClock | None = None
        limit = app.settings.values["clock"]
        if limit or any(self.session.styles):
            from sixpip.screens.play import computer_turn  # games of people without a turn clock need none

            self.computer = computer_turn.ComputerTurn(self.session)
            if limit:
                from sixpip.screens.play import turn_clock  # few games have one

                self.clock = turn_clock.TurnClock(limit, self.session.game, self.computer)

    # What has happened

    def show(self, event: "Event") -> bool:
        """Sets the screen up for an event. Returns True when that needs time or a press before the next one."""
        return False

    def note_throw(self, player: int, thrown: str) -> None:
        """Notes a throw for the start, after those that tied, where there is room for all."""
        before = self.start_throws[player]
        both = f"{before}, {thrown}" if before else thrown
        self.start_throws[player] = both if len(both) <= _THROWS else thrown

    def follows(self, kind: str) -> bool:
        """Returns whether an event of that kind is still to be shown."""
        return any([event.kind == kind for event in self._queue])

    def show_result(self, event: "Event", tune: bytes) -> bool:
        """Shows the page of an event, with a tune; returns True, as `show` does then."""
        self.mode = event.kind
        self.event = event
        self._counting = self.mode in (events.BANKED, events.MADE)
        if self.computer and self._is_of_computer():
            self._counting &= self.computer.counts_up(self.app.settings.values["pace"])
        self.app.sound.play(sound.LEAD if self.takes_lead() else tune)
        return True

    def takes_lead(self) -> bool:
        """Returns whether the event on the screen puts its player in the lead, and does not win the game."""
        return self.scoreboard.takes_lead and not self.follows(events.GAME_OVER)

    def counted(self, points: int) -> int:
        """Returns how many of `points` have been counted up by now."""
        return points * self._shown.ms // COUNT_MS // 10 * 10 if self._counting else points

    def _show_next(self) -> None:
        """Shows events until one needs time or a press. When none is left, asks the player."""
        self._shown.start(self.app.board.ticks_ms())
        self.wait_ms = 0
        self.refused = ""  # of the page before
        self.app.redraw()
        while self._queue:
            event = self._queue.pop(0)
            if event.kind == events.GAME_OVER:
                self.app.start_game("ranking")
                return
            self.scoreboard.show(event)
            if self.computer and self.computer.note(event, self.scoreboard):
                continue
            if self.show(event) and not self._skips_move():
                return
        if self.mode != SUMMARY and self._ends_summary():
            self.mode = SUMMARY
        else:
            self.ask()

    def _skips_move(self) -> bool:
        """Ends the movement of the dice where a computer skips it; returns whether it does."""
        turn = self.computer
        if not turn or not (turn.skips or turn.summary is not None):
            return False
        if self.mode == MOVE:
            self.dice.finish()
            return True
        turn.skips = False  # the result of the turn is shown
        return False

    def _ends_summary(self) -> bool:
        """Returns whether the turns of a summary are over, and it has lines to show."""
        return self.computer is not None and bool(self.computer.summary) and not self.computer.plays()

    def paint(self) -> None:
        """Paints the dice, unless they move, and marks those that the coach or a hint would keep."""
        advised = self.coach.dice() if self.coach else self.tip
        self.dice.advised = advised if self.mode == ASK else 0
        self.dice.load_colors()
        self.dice.paint()

    def ask(self) -> None:
        """Shows the game as it is now and asks the player."""
        self.mode = ASK
        self.tip = self.dice.pace = 0
        if not self.session.game.rolls:
            self.hint = ""  # of the turn before
        self.event = None
        self._named.start()
        self.scoreboard.read(self.session.game)
        if self.computer:
            self.computer.begin_turn(self.app.settings.values["pace"])
            self.computer.begin()
        if self.coach:
            self.coach.begin()

    def explain_first_turns(self) -> None:
        """Finds out whether the turn that begins is explained: that of a person, where no coach always advises."""
        session = self.session
        turn = sum(session.game.turns)
        if self.explains and turn == self._explained:
            return  # it begins once more
        is_person = not session.styles[session.game.player] and session.coach != COACH_ALWAYS
        self.explains = is_person and self.app.settings.takes_first_turn()
        self._explained = turn

    def explain(self) -> None:
        """Explains the turn in play from now on; else the next one that begins."""
        if self.mode == ASK:
            self.explain_first_turns()

    def computer_plays(self) -> bool:
        """Returns whether a computer decides now."""
        return self.computer is not None and self.mode == ASK and self.computer.plays()

    def turn_words(self, words: str) -> str:
        """Returns whose turn it is: "your turn", or in a team "ANNA's turn". `words` is "turn" or "last turn"."""
        session = self.session
        return f"{session.name_now()[: _MOST - len(words)]}'s {words}" if session.members else f"your {words}"

    def draw_hint(self) -> None:
        """Writes why the last press did nothing over the row above the labels, where a page has no row for it."""
        if self.hint:
            self.app.canvas.blank(_HINT_ROW)
            self.app.canvas.center(_HINT_ROW, self.hint)

    def draw_summary(self) -> bool:
        """Draws the summary of several computers in place of the page, if there is one; returns whether it did."""
        if not self.computer or self.computer.summary is None or self.mode not in (ASK, MOVE, SUMMARY):
            return False
        self.computer.draw_summary(self.app.canvas, self.scoreboard)
        return True

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
            return
        turn = self.computer
        if turn and self.session.styles[self.scoreboard.player]:
            turn.press(self.app.board, button)
        if self.dice.moving:
            self.dice.finish()
            if self.mode == MOVE:
                self._show_next()
        elif turn and self.computer_plays():
            turn.hurried = True
        elif self.mode != ASK and (self._is_of_computer() or self.mode == SUMMARY):
            self._show_next()
            if TAKE in self.session.game.legal():
                self.guard(ROLL, _OFFER_MS)
        elif self.dice.is_page_button(button):
            self.dice.turn_page()
        elif self.mode != ASK:
            if button == ROLL:
                self._show_next()
            else:
                self.refuse("press ROLL")
        elif not self._just_handed_over():
            self._decide(button)

    def _press_menu(self) -> None:
        if self.coach and self.mode == ASK and self.coach.can_ask():
            if not any(self.session.helped):
                self.show_simple_rule()
            self.coach.ask(self.app.board)
            return
        self.app.open("pause", self.show_hint)

    def show_simple_rule(self, is_hint: bool = False) -> None:
        """Shows the simple rule for the game, if it has one, before the first advice.

        As a hint for beginners it is shown in one game only.
        """

    def show_hint(self) -> None:
        """Says when hints are available. Screens with dice to choose from mark the best ones instead."""
        self.app.notify("Ask for a hint when you choose what to keep.", "Hint")

    def guard(self, button: int, ms: int) -> None:
        """Ignores BANK and `button` for `ms`, because a bank, a roll and a refused offer cannot be taken back; a KEEP
        can.

        What goes on by itself is shown in full again, because it may have been below a menu or a notice.
        """
        if self.mode != ASK or self.computer_plays():
            self._counting = False
            self._shown.start()
        self._guarded = button
        self._guard_ms = ms
        self._guard.start(self.app.board.ticks_ms())

    def _decide(self, button: int) -> None:
        """Handles a button while the player decides. Shows the reason if it does nothing now."""
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
        """Lets the computers or the coach think for some milliseconds. Returns True while there is more to think."""
        if self.computer and self.computer_plays():
            return self.computer.think()
        if self.computer and (self.computer.think_on() or self.computer.prepare()):  # below the result of a turn
            return True
        if not self.session.coach:
            if self.coach:
                self.coach = None
                self.app.redraw()
            return False
        if self.mode != ASK:
            return False
        if not self.coach:
            from sixpip.screens.play import coach_turn  # games without a coach do not need it

            self.coach = coach_turn.CoachTurn(self.session)
            if self.session.coach == COACH_ALWAYS and not any(self.session.helped):
                self.show_simple_rule(True)
            self.app.redraw()
        more = self.coach.think()
        if self.coach.is_new:
            self.coach.is_new = False
            self.app.redraw()
        return more

    def think(self) -> bool:
        """Lets a computer or the coach think about the roll while the dice tumble, because that takes up to 1 s."""
        if self.computer and self.computer.plays():
            return self.computer.think_on()
        return self.coach is not None and self.coach.think_on()

    def _is_of_computer(self) -> bool:
        """Returns whether the result on screen is that of a computer and goes on by itself."""
        return self.event is not None and self.session.styles[self.event.player] != 0

    def _play_computer(self, turn: "ComputerTurn", elapsed_ms: int) -> None:
        """Marks the choice of a computer, then applies it; a hurried one at once."""
        if turn.is_held():
            turn.skips = turn.hurried = True
        pace = self.app.settings.values["pace"]
        left_ms = turn.left_ms(elapsed_ms, pace)
        if left_ms > 0 or not turn.can_go_on():
            self.wait_ms = min(max(0, left_ms), self.wait_ms)  # until it is time, or it has thought
            return
        if not turn.todo:
            turn.choose()
            self.mark(turn.todo)
            self._shown.start()
            self.wait_ms = 0
            self.app.redraw()
            if turn.left_ms(0, pace) > 0:
                return
        styles = self.session.styles
        if 0 in styles and styles[self.session.game.player]:  # a person watches
            self.app.power.keep_awake()
        self.dice.pace = pace
        self.apply(turn.todo)

    def apply(self, todo: "tuple[Action, ...]", skips: bool = False) -> None:
        """Applies actions one after another, then shows what happened event by event. Raises Illegal.

        With `skips`, it repeats them until a turn begins; of all throws, only the last is shown as it happens.
        """
        self.session.undo = None
        self._leader = self.scoreboard.leader
        undo = self.session.before(todo) if self.app.settings.is_on("undo") else None
        try:
            for action in todo:
                self._queue += self.session.apply(action, self.app.dice)
            while skips and self._queue[-1].kind != events.TURN:
                for event in self._queue:
                    if event.kind == events.THREW:
                        self.show(event)
                self._queue = self.session.apply(todo[0], self.app.dice)
        except DeadSource as error:  # the game stays as it is
            self.refresh()
            self.app.notify(error.args[0])
            return
        self.session.undo = undo
        self._show_next()

    def skip_start(self) -> None:
        """Throws for all players who still have to throw for the start, ties included, and shows the last throw."""
        self.apply(((ROLL_DICE, None),), True)

    def refresh(self) -> None:
        """Shows the game as it is now and asks the player, after a decision was taken back."""
        self._queue.clear()
        self.scoreboard.leader = self._leader
        self.dice.finish()
        self._show_next()

    def draw_refusal(self) -> None:
        """Writes what to press next to the label of ROLL, so that the result above it stays complete."""
        self.app.canvas.right(7, self.refused)

    def blip(self, reason: str) -> None:
        """Shows why the press does nothing, with the low tone."""
        self.hint = reason
        self.low_tone()

    def tick(self, now_ms: int) -> bool:
        """Moves what moves; then shows the next event, or asks."""
        elapsed_ms = self._shown.step(now_ms)
        self._guard.step(now_ms)
        self.wait_ms = Screen.wait_ms
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
        elif self.mode in _PASSING or self.mode == SUMMARY or (self.mode != ASK and self._is_of_computer()):
            left_ms = self._passing_ms() - elapsed_ms
            self.wait_ms = min(max(0, left_ms), self.wait_ms)
            if left_ms <= 0:
                self._show_next()
            elif self._counting:
                self._counting = elapsed_ms < COUNT_MS
                self.app.redraw()
                return True
        elif self.coach and self.coach.is_held():
            self.app.open("held_scores")
        elif self.mode == ASK and self.dice.name and self._named.step(now_ms) >= _NAMED_MS:
            self._named.start(now_ms)
            self._turn_the_name()
        return False

    def _passing_ms(self) -> int:
        """Returns how long the result on the screen is shown before the console goes on by itself."""
        if self.computer and self.mode == SUMMARY:
            return self.computer.summary_ms()
        if self.computer and self._is_of_computer():
            return self.computer.result_ms(self.app.settings.values["pace"])
        return PASSING_MS

    def _turn_the_name(self) -> None:
        """Shows on the dice the score of the player whose turn begins in place of the name, then the name again."""
        board, name = self.scoreboard, self.session.name_now()
        if any(board.scores):
            self.dice.spell(str(board.score) if self.dice.name == name else name, board.player)
            self.app.redraw()

    def _just_handed_over(self) -> bool:
        game = self.session.game
        if game.stage != READY or game.rolls or game.players == 1:
            return False
        return self._shown.step(self.app.board.ticks_ms()) < _HANDOVER_MS
