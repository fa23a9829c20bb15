"""What the game screens of all engines share: the dice on the tiles, the scores, the events one by one.

GameScreen is their base class. What each event looks like and what the buttons do in one game: screens/ten_thousand
and screens/phase_ten.
"""

from sixpip.app.dice_source import DeadSource
from sixpip.board.contract import BANK, KEEP6, MENU, ROLL
from sixpip.port import TYPE_CHECKING, Stopwatch, const
from sixpip.rules.core import events
from sixpip.rules.core.actions import READY, TAKE
from sixpip.rules.core.actions import ROLL as ROLL_DICE
from sixpip.rules.core.errors import MOST, Illegal
from sixpip.screens.screen import Screen, load_color
from sixpip.view import animation, palette, sound, tiles
from sixpip.view.tiles import letter

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.core.actions import Action
    from sixpip.rules.core.engine import AnyGame
    from sixpip.rules.core.events import Event
    from sixpip.screens.play.coach_turn import CoachTurn
    from sixpip.screens.play.computer_turn import ComputerTurn
    from sixpip.screens.play.turn_clock import TurnClock


_SIDES = const(6)
_TURN_TILE = const(5)
_SEEN_MS = const(450)  # how long a page of dice at rest is shown before those of the next page fall
_ON = b"\x30\x18\x0c\x0c\x18\x30"  # an angle that points to the right, row by row
_BACK = b"\x0c\x18\x30\x30\x18\x0c"
_DOT_ROW = const(56)
# By state of the die
_DOTS = bytes(
    (palette.INK + 4, palette.INK + 1, palette.INK + 3, palette.HUE, palette.HUE + 2, palette.INK, palette.RED)
)


class DiceView:
    """The tiles of a game in play. `faces` and `states` (tiles.py) have one entry a die."""

    arrow = palette.INK + 1

    def __init__(self, app: "App", dice: int, pool: "list[bytes]", ramps: "bytes | bytearray" = b"") -> None:
        """`dice`: how many dice the game has; `pool`: the pictures that they can show.

        For dice with faces and colors of their own, `pool` has six pictures a die, and `ramps` the ramp of each.
        """
        self._app = app
        self._pool = pool
        self._ramps = ramps
        self._all = (1 << dice) - 1
        self.faces = bytearray(dice)
        self.states = bytearray(dice)
        self.advised = 0  # the dice that the coach would keep, one bit each
        self.falling = 0  # the dice that have not come to rest yet, one bit each
        self._thrown = 0
        self.per_page = dice if dice <= tiles.TILES else _TURN_TILE
        self.pages = (dice + self.per_page - 1) // self.per_page
        self.page = 0
        self.name = ""  # letters that are shown in place of dice
        self.moving: animation.Tumble | animation.Hot | animation.Drain | None = None
        self._watch = Stopwatch()
        self._first_shown = False  # the first frame of what moves
        self._over_ms = -1
        self._ticked = 0

    # At rest

    def load_colors(self) -> None:
        """Loads the colors of this game into the palette, if another screen has changed it."""

    def show_kept(self, kept: int) -> None:
        """Shows dice as kept."""
        for place in range(len(self.states)):
            if kept >> place & 1:
                self.states[place] = tiles.KEPT

    def spell(self, name: str, player: int) -> None:
        """Shows the first letters of a player's name in the player's color; "" for dice."""
        self.moving = None
        self.name = name
        load_color(self._app, player)

    def dim_rest(self) -> None:
        """Dims the dice that were not kept: the turn is over."""
        for place in range(len(self.states)):
            if self.states[place] != tiles.KEPT:
                self.states[place] = tiles.DULL

    def _die(self, pixels: bytearray, tile: int, place: int, state: int) -> None:
        at = self._end(place)
        if self._ramps:
            tiles.paint_in_color(pixels, tile, self._pool[at], state, self._ramps[at])
        else:
            tiles.paint(pixels, tile, self._pool[at], state)

    def _dot(self, place: int) -> int:
        """The color of the dot for a die on another page."""
        return _DOTS[self.states[place]]

    def _end(self, place: int) -> int:
        """The place in the pool of the face that a die comes to rest with."""
        return place * _SIDES + self.faces[place] if self._ramps else self.faces[place]

    # Pages

    def is_page_button(self, tile: int) -> bool:
        """Whether the button under this tile turns the page."""
        return tile == _TURN_TILE and self.pages > 1 and not self.name

    def turn_page(self) -> None:
        """Shows the next page."""
        self.page = (self.page + 1) % self.pages

    def place(self, tile: int) -> int:
        """The tray position of the die on a tile, -1 when there is none."""
        place = self.page * self.per_page + tile
        return place if tile < self.per_page and place < len(self.faces) else -1

    def _on_page(self, page: int) -> int:
        """The dice of a page, one bit each."""
        return ((1 << self.per_page) - 1) << (page * self.per_page) & self._all

    def turn_to(self, dice: int) -> None:
        """Shows a page that has one of these dice: this one, or the first."""
        if not self._on_page(self.page) & dice:
            self.page = 0
            while self.page + 1 < self.pages and not self._on_page(self.page) & dice:
                self.page += 1

    # On the pixels

    def paint(self) -> None:
        """Paints the tiles at rest; what moves is painted by `move`."""
        if self.moving:
            return
        pixels = self._app.board.pixels
        for tile in range(tiles.TILES):
            place = self.place(tile)
            if self.name:
                drawn = letter(self.name[tile] if tile < len(self.name) else " ")
                tiles.paint(pixels, tile, drawn, tiles.SCORES, palette.HUE)
            elif place < 0:
                tiles.clear_tile(pixels, tile)
            else:
                advised = self.advised >> place & 1
                state = self.states[place]
                self._die(pixels, tile, place, tiles.ADVISED if advised and state <= tiles.DULL else state)
                if advised:
                    tiles.advice_mark(pixels, tile)
        if self.pages > 1 and not self.name:
            self._paint_turn(pixels)
            tiles.page_mark(pixels, self.page, self.pages)

    def _paint_turn(self, pixels: bytearray) -> None:
        """Paints the tile that turns the page: an angle, and below it a dot for each die on another page."""
        arrow = _ON if self.page + 1 < self.pages else _BACK
        start = _TURN_TILE * tiles.TILE
        for row in range(len(arrow)):
            for x in range(8):
                if arrow[row] << x & 0x80:
                    pixels[start + row * 8 + x] = self.arrow
        away = self._all & ~self._on_page(self.page)
        at = start + _DOT_ROW + 1
        for place in range(len(self.states)):
            if away >> place & 1:
                pixels[at] = self._dot(place)
                at += 1

    # What moves

    def tumble(self, faces: "bytes | bytearray", thrown: int) -> None:
        """Starts to roll the dice at `thrown`, which come to rest at their `faces`.

        The last page falls first, so that the choice begins on the first page.
        """
        for place in range(len(faces)):
            if thrown >> place & 1:
                self.faces[place] = faces[place]
                self.states[place] = tiles.SCORES
            elif self.name:
                self.states[place] = tiles.OFF
        self.name = ""
        self.falling = self._thrown = thrown
        if self._app.settings.values["tumble"] == animation.STILL:
            self.turn_to(thrown)
            self.falling &= self._on_page(self.page)
        self._start_fall()

    def _start_fall(self) -> None:
        """Starts the animation of the last page that has dice to fall."""
        self.page = self.pages - 1
        while not self._on_page(self.page) & self.falling:
            self.page -= 1
        final = bytearray(tiles.TILES)
        sets = bytearray(tiles.TILES if self._ramps else 0)
        for tile in range(tiles.TILES):
            place = self.place(tile)
            falls = place >= 0 and self.falling >> place & 1
            final[tile] = self._end(place) if falls else animation.RESTS
            if falls and sets:
                sets[tile] = place * _SIDES
        settings = self._app.settings
        seed = self._app.board.ticks_ms() & 0xFFFF
        moves = settings.animations()
        self._start(moves.Tumble(self._pool, final, seed, settings.values["tumble"], sets, self._ramps))

    def hot(self) -> None:
        """Starts the light that runs across all dice."""
        self._start(self._app.settings.animations().Hot(self._shown()))

    def drain(self) -> None:
        """Starts to drain the dice that were not kept."""
        which = 0
        for tile in range(tiles.TILES):
            place = self.place(tile)
            if place >= 0 and self.states[place] not in (tiles.KEPT, tiles.OFF):
                which |= 1 << tile
        self.dim_rest()
        self._start(self._app.settings.animations().Drain(self._shown(), which))

    def _shown(self) -> "list[bytes]":
        places = [self.place(tile) for tile in range(tiles.TILES)]
        return [self._pool[self._end(place)] for place in places if place >= 0]

    def _start(self, moving: "animation.Tumble | animation.Hot | animation.Drain") -> None:
        self.moving = None
        self.paint()
        self.moving = moving
        self._watch.start()
        self._first_shown = False
        self._over_ms = -1
        self._ticked = 0

    def move(self, now_ms: int) -> bool:
        """Paints the frame for this moment; False when nothing moves any more.

        The first frame stays while the throw is drawn and saved; then the dice begin to move.
        """
        if not self.moving:
            return False
        elapsed_ms = self._watch.step(now_ms) if self._first_shown else 0
        self._first_shown = True
        over = self.moving.frame(self._app.board.pixels, elapsed_ms)
        if isinstance(self.moving, animation.Tumble) and self.moving.stopped > self._ticked:
            self._ticked = self.moving.stopped
            self._app.sound.play(sound.TICK)
        if over:
            over = self._settle(elapsed_ms)
        if over:
            self.moving = None
        return not over

    def _settle(self, elapsed_ms: int) -> bool:
        """The dice of this page are at rest; False while another page is to fall."""
        if self._over_ms < 0:
            self._over_ms = elapsed_ms
            self.falling &= ~self._on_page(self.page)
            self._app.redraw()
        if self.falling and elapsed_ms - self._over_ms >= _SEEN_MS:
            self._start_fall()
            self._app.redraw()
            return False
        return not self.falling

    def finish(self) -> None:
        """Ends what moves at once."""
        if self.falling:
            self.page = 0
            self.turn_to(self._thrown)
        self.falling = 0
        self.moving = None


class Scoreboard:
    """Who plays, all scores and the turn points, as they are after the events shown so far."""

    def __init__(self, game: "AnyGame") -> None:
        self.leader = -1
        """The last player who was ahead of all others; -1 as long as no one was."""
        self.takes_lead = False
        """Whether the points of the event that is shown have put its player in the lead, which another one had."""
        self.read(game)

    def read(self, game: "AnyGame") -> None:
        """Reads the game: all its events have been shown."""
        self.player = game.player
        self.scores = list(game.scores)
        self.points = game.points
        self.out = list(game.out)
        self._find_leader()

    @property
    def score(self) -> int:
        """The score of the player who plays."""
        return self.scores[self.player]

    def show(self, event: "Event") -> None:
        """Changes with the event that is shown next."""
        kind = event.kind
        before = self.leader
        if kind == events.TURN:
            self.player = event.player
            self.points = 0
        elif kind in (events.KEPT, events.BONUS):
            self.points += event.points
        elif kind == events.TOOK:
            self.points = event.points
        elif kind == events.BANKED:
            self.scores[event.player] = event.number
        elif kind in (events.PENALTY, events.MADE):
            self.scores[event.player] += event.points
        elif kind == events.OUT:
            self.points = 0
            self.out[event.player] = True
        self._find_leader()
        self.takes_lead = 0 <= before != self.leader == event.player

    def _find_leader(self) -> None:
        """Finds the player with the most points; of equal ones, the one who led before stays the leader."""
        playing = [player for player in range(len(self.scores)) if not self.out[player]]
        best = max([self.scores[player] for player in playing] + [-MOST])
        ahead = [player for player in playing if self.scores[player] == best]
        if len(ahead) == 1:
            self.leader = ahead[0]


_HINT_ROW = const(6)
_THROWS = const(6)  # letters of throws for the start in a line, beside a name
_NAMED_MS = const(2000)  # how long the dice show a name or a score
_HANDOVER_MS = const(300)  # after handing over, so that no press counts for the next player
_OFFER_MS = const(1500)  # the same for dice or a win that are offered after a hurried computer: they must be read first


ASK = "ask"  # the player decides
MOVE = "move"  # the dice move; any press finishes that
"""The modes of a game screen. The others are kinds of events: the page of an event stays until a press."""
_PASSING = (events.BANKED, events.MADE, events.BONUS, events.THREW)  # go on by themselves

PASSING_MS = const(2500)
"""How long a result is shown that goes on by itself."""
COUNT_MS = const(600)
"""How long points count up."""


class GameScreen(Screen):
    """One game, from wherever its session is: the events of the last actions one by one, then the next decision."""

    shows_game = True

    def __init__(self, app: "App", dice: "DiceView") -> None:
        """`dice`: the dice of the game on the tiles."""
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
        self.start_throws = [""] * self.session.game.players
        self._leader = -1  # of the scoreboard before the last decision
        self._guarded = -1  # the button that is ignored along with BANK for `_guard_ms`
        self._guard = Stopwatch()
        self._guard_ms = 0
        self.computer: ComputerTurn | None = None
        self.coach: CoachTurn | None = None
        self.clock: TurnClock | None = None
        limit = app.settings.values["clock"]
        if limit or any(self.session.seats):
            from sixpip.screens.play import computer_turn  # games of persons without a turn clock need none

            self.computer = computer_turn.ComputerTurn(self.session)
            if limit:
                from sixpip.screens.play import turn_clock  # few games have one

                self.clock = turn_clock.TurnClock(limit, self.session.game, self.computer)

    # What has happened

    def show(self, event: "Event") -> bool:
        """Sets the screen up for an event; True when that needs time or a press before the next one."""
        return False

    def note_throw(self, player: int, thrown: str) -> None:
        """Notes a throw for the start, after those that tied, where there is room for all."""
        before = self.start_throws[player]
        both = f"{before}, {thrown}" if before else thrown
        self.start_throws[player] = both if len(both) <= _THROWS else thrown

    def follows(self, kind: str) -> bool:
        """Whether an event of that kind is still to be shown."""
        return any([event.kind == kind for event in self._queue])

    def show_result(self, event: "Event", tune: bytes) -> bool:
        """Shows the page of an event, with a tune; returns True, as `show` does then."""
        self.mode = event.kind
        self.event = event
        self._counting = self.mode in (events.BANKED, events.MADE)
        self.app.sound.play(sound.LEAD if self.takes_lead() else tune)
        return True

    def takes_lead(self) -> bool:
        """Whether the event on the screen puts its player in the lead, and does not win the game."""
        return self.scoreboard.takes_lead and not self.follows(events.GAME_OVER)

    def counted(self, points: int) -> int:
        """How many of `points` have been counted up by now."""
        return points * self._shown.ms // COUNT_MS // 10 * 10 if self._counting else points

    def _show_next(self) -> None:
        """Shows events until one needs time or a press; when none is left, asks."""
        self._shown.start(self.app.board.ticks_ms())
        self.app.redraw()
        while self._queue:
            event = self._queue.pop(0)
            if event.kind == events.GAME_OVER:
                self.app.start_game("ranking")
                return
            self.scoreboard.show(event)
            if self.show(event):
                return
        self.ask()

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
        self._named.start()
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

    def draw_hint(self) -> None:
        """Writes why the last press did nothing over the row above the labels, where a page has no row for it."""
        if self.hint:
            self.app.canvas.blank(_HINT_ROW)
            self.app.canvas.center(_HINT_ROW, self.hint)

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
                self.refuse("press ROLL")
        elif not self._just_handed_over():
            self._decide(button)

    def _press_menu(self) -> None:
        if self.coach and self.mode == ASK and self.coach.advice and not self.coach.is_due():
            self.coach.ask(self.app.board.ticks_ms())
            return
        self.app.open("pause", self.show_hint)

    def show_hint(self) -> None:
        """Tells the player when hints are available. Screens with dice to choose from mark the best ones instead."""
        self.app.notify("Ask for a hint when you choose what to keep.", "Hint")

    def guard(self, button: int, ms: int) -> None:
        """Ignores BANK and `button` for `ms`: a bank, a roll and a refused offer cannot be taken back, a KEEP can.

        What goes on by itself is shown in full again: it may have been below a menu or a notice.
        """
        if self.mode != ASK or self.computer_plays():
            self._counting = False
            self._shown.start()
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

    def think(self) -> bool:
        """Lets a computer or the coach think about the roll while the dice tumble: it takes up to 1 s."""
        if self.computer and self.computer.plays():
            return self.computer.think_on()
        return self.coach is not None and self.coach.think_on()

    def _let_coach_think(self) -> bool:
        """Lets the coach think for some milliseconds while a person decides; True while there is more to think."""
        if not self.session.coach:
            if self.coach:
                self.coach = None
                self.app.redraw()
        elif self.mode == ASK:
            if not self.coach:
                from sixpip.screens.play import coach_turn  # games without a coach do not need it

                self.coach = coach_turn.CoachTurn(self.session)
                self.app.redraw()
            more = self.coach.think()
            if self.coach.is_new:
                self.coach.is_new = False
                self.app.redraw()
            return more
        return False

    def _is_of_computer(self) -> bool:
        """Whether the result on screen is that of a computer: it goes on by itself."""
        return self.event is not None and self.session.seats[self.event.player] != 0

    def _play_computer(self, turn: "ComputerTurn", elapsed_ms: int) -> None:
        """Marks the choice of a computer, then applies it; a hurried one at once."""
        left_ms = turn.left_ms(elapsed_ms, self.app.settings.values["tumble"])
        if left_ms > 0 or not turn.can_go_on():
            self.wait_ms = min(max(0, left_ms), self.wait_ms)  # until it is time, or it has thought
            return
        if not turn.todo:
            turn.choose()
            self.mark(turn.todo)
            self._shown.start()
            self.app.redraw()
            if not turn.hurried:
                return
        seats = self.session.seats
        if 0 in seats and seats[self.session.game.player]:  # a person watches
            self.app.power.keep_awake()
        self.apply(turn.todo)

    def apply(self, todo: "tuple[Action, ...]", skips: bool = False) -> None:
        """Applies actions one after another, then shows what happened event by event. Raises Illegal.

        `skips`: repeats them until a turn begins; of all throws only the last is shown as it happens.
        """
        self.session.undo = None
        self._leader = self.scoreboard.leader
        undo = None if self.app.settings.values["undo"] else self.session.before(todo)
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
        """Shows the game as it is now and asks: a decision has been taken back."""
        self._queue.clear()
        self.scoreboard.leader = self._leader
        self.dice.finish()
        self._show_next()

    def draw_refusal(self) -> None:
        """Writes what to press behind the label of ROLL: the result above it stays complete."""
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
        elif self.mode in _PASSING or (self.mode != ASK and self._is_of_computer()):
            if elapsed_ms > PASSING_MS:
                self._show_next()
            elif self._counting:
                self._counting = elapsed_ms < COUNT_MS
                self.app.redraw()
                return True
        elif self.coach and self.coach.is_held(self.app.board):
            self.app.open("held_scores")
        elif self.mode == ASK and self.dice.name and self._named.step(now_ms) >= _NAMED_MS:
            self._named.start(now_ms)
            self._turn_the_name()
        return False

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
