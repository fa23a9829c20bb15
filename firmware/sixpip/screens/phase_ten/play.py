"""The game screen of Phase 10 dice: what the player can do now, what is shown of each event, what the buttons do.

Screens and dice read a Decision and nothing else of the game. It is made in this one place and only reads.
"""

from sixpip.board.contract import BANK, ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.core import actions, events
from sixpip.rules.core.actions import READY, bits
from sixpip.rules.core.errors import Illegal
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.dice import FINISHED, in_words
from sixpip.rules.phase_ten.game import Game
from sixpip.screens.phase_ten.faces import SIDES, pool_of, ramp_of
from sixpip.screens.play.dice_view import DiceView
from sixpip.screens.play.game_screen import ASK, MOVE, GameScreen
from sixpip.screens.screen import load_color, wrap
from sixpip.view import palette, sound, tiles
from sixpip.view.text import ARROW, COLUMNS, FREE, WIDTH, points

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.app.app import App
    from sixpip.rules.core.actions import Action
    from sixpip.rules.core.events import Event
    from sixpip.screens.play.coach_turn import CoachTurn
    from sixpip.view.text import Canvas


START = const(0)
THROW = const(1)
CHOOSE = const(2)
"""Kinds of decision: throw for the order of play; throw all dice; set dice aside, throw again or stop."""


class Decision:
    """What the player whose turn it is can do now. `read` it after every change of the game, `choose` after a press.

    Sets of dice are tray positions, one bit each. `update` computes what takes long: the best use of the dice.
    """

    def __init__(self, game: "Game") -> None:
        self._game = game
        self.players = game.players
        self.all = game.all
        self.read()

    def read(self) -> None:
        """Reads what the game allows now; the dice set aside are chosen."""
        game = self._game
        self.kind = START if game.start else THROW if game.stage == READY else CHOOSE
        self.player = game.player
        self.phase = game.phases[game.player]
        self.faces = game.faces
        self.kept = game.kept
        self.rolls = game.rolls
        self.rolls_left = game.rolls_left()
        self.closing = game.finisher >= 0
        """Somebody has made all phases: the others play on to the first miss."""
        self.dice_next = game.dice_next()
        self.points = 0
        """Points of the phase with the dice on the table, -1 where it is not made."""
        self.short = 0
        """Dice that the phase still lacks."""
        self.used = 0
        """The dice that make the phase or come nearest to it."""
        self.choose(game.kept)

    def choose(self, chosen: int) -> None:
        """Notes the dice that are to be set aside; of equal dice these are used first (by `update`)."""
        self.chosen = chosen
        self._stale = self.kind == CHOOSE

    def update(self) -> bool:
        """Computes the best use of the dice (8 ms on the Pico) if it is not known; True when it was computed."""
        if not self._stale:
            return False
        self._stale = False
        best = self._game.best(self.phase, self.chosen)
        self.points = best.points
        self.short = best.short
        self.used = best.used
        self.dice_next = bits(self.all & ~self.chosen)
        return True

    @property
    def made(self) -> bool:
        """Whether the dice on the table make the phase."""
        return self.points >= 0

    def discards_made(self) -> bool:
        """Whether a roll throws away a phase that is made, with all its dice."""
        if self.kind != CHOOSE or self.chosen:
            return False
        self.update()
        return self.made

    # What a press does

    def can_choose(self) -> bool:
        """Whether dice can be set aside and taken back. Raises Illegal with the reason why not."""
        if self.kind != CHOOSE:
            raise Illegal("Roll first")
        if not self.rolls_left:
            raise Illegal("No rolls left")
        return True

    def roll(self) -> "tuple[Action, ...]":
        """The actions of ROLL: set aside what is chosen, throw the rest. Raises Illegal with the reason for none."""
        if self.kind != CHOOSE:
            return ((actions.ROLL, None),)
        if not self.rolls_left:
            raise Illegal("No rolls left: BANK")
        if self.chosen == self.all:
            raise Illegal("All dice are set aside")
        todo: tuple[Action, ...] = ()
        if self.kept & ~self.chosen:
            todo += ((actions.BACK, self.kept & ~self.chosen),)
        if self.chosen & ~self.kept:
            todo += ((actions.KEEP, self.chosen & ~self.kept),)
        return todo + ((actions.ROLL, None),)

    def bank(self) -> "tuple[Action, ...]":
        """The actions of BANK: end the turn with the phase made or missed. Raises Illegal with the reason for none."""
        if self.kind != CHOOSE:
            raise Illegal("Roll first")
        return ((actions.STOP, None),)

    def standing(self) -> str:
        """How the player is doing: against the best of the others, or alone."""
        game = self._game
        others = [game.scores[other] for other in range(game.players) if other != game.player]
        if not others:
            missed = game.missed(game.player)
            return f"turn {game.turns[game.player] + 1}" + (f", {missed} missed" if missed else "")
        lead = game.scores[game.player] - max(others)
        if not lead:
            return ""
        return f"ahead by {points(lead)}" if lead > 0 else f"behind by {points(-lead)}"

    # Before the first turn

    def order(self) -> "list[int]":
        """The players in the order of play, in seating order while that is not known."""
        return list(range(self.players)) if self._game.start else self._game.order

    def start_throw(self, seat: int) -> int:
        """The number that a player has thrown in this round for the order of play, -1 for none."""
        start = self._game.start
        return start.thrown[seat] if start else -1


# All dice on the OLED

_ROW = const(5)
_CELL = const(11)
_ADVANCE = const(12)
_LEFT = const(3)
_APART = const(3)  # between the pages
_MARK = b"\x20\x60\xe0\x60\x20"
_MARK_X = const(3)


def draw_strip(canvas: "Canvas", view: "PhaseTenDice") -> None:
    """Draws the dice on rows 5 and 6, the marks at the bottom of row 4."""
    for place in range(dice.DICE):
        page = place // view.per_page
        x = _LEFT + place * _ADVANCE + page * _APART
        if view.falling >> place & 1:
            canvas.at(x + 3, _ROW, FREE)
            continue
        word = dice.written(place, view.faces[place])
        number = word[:-1]
        canvas.at(x + (0 if len(number) > 1 else 3), _ROW, number)
        canvas.at(x + 3, _ROW + 1, word[-1])
        if view.states[place] in (tiles.CHOSEN, tiles.KEPT):
            for column in range(_ROW * WIDTH + x, _ROW * WIDTH + x + _CELL):
                canvas.buffer[column] ^= 0xFF
                canvas.buffer[column + WIDTH] ^= 0x7F
        if view.marked >> place & 1:
            start = (_ROW - 1) * WIDTH + x + _MARK_X
            for column in range(len(_MARK)):
                canvas.buffer[start + column] |= _MARK[column]
    if not view.falling:
        _brackets(canvas, _LEFT + view.page * (_ADVANCE * view.per_page + _APART), view.per_page)


def _brackets(canvas: "Canvas", x: int, many: int) -> None:
    end = x + many * _ADVANCE
    for left, right in ((x - 3, x - 2), (end + 1, end)):
        for row, hook in ((_ROW, 0x01), (_ROW + 1, 0x40)):
            canvas.buffer[row * WIDTH + left] |= 0xFF if row == _ROW else 0x7F
            canvas.buffer[row * WIDTH + right] |= hook


_WORDS_X = const(42)  # the column right of the big number
_TOTAL_X = const(50)
_WORDS_LETTERS = const(14)


def _draw_head(screen: "PhaseTenScreen", canvas: "Canvas", player: int, phase: int, score: int) -> None:
    name = screen.session.names[player]
    state = f"phase {phase}  {points(score)}"
    canvas.both(0, name, state if len(name) + len(state) < COLUMNS else state.replace("  ", " "))


def _draw_goal(screen: "PhaseTenScreen", canvas: "Canvas") -> None:
    """Draws the head, and below it what the phase of the player asks for."""
    board = screen.scoreboard
    phase = screen.decision.phase
    _draw_head(screen, canvas, board.player, phase, board.score)
    canvas.center(1, in_words(phase))


# The player decides


def ask(screen: "PhaseTenScreen", canvas: "Canvas", words: str) -> None:
    """What the player can do now, and what it costs. `words`: the hint to a person, or the reason of a computer."""
    decision = screen.decision
    if decision.kind == START:
        _draw_start(screen, canvas)
        canvas.choice("1", "skip")
        screen.draw_hint()
        return
    _draw_goal(screen, canvas)
    if decision.kind == THROW:
        turn = screen.turn_words("turn")
        if screen.computer_plays():
            turn = f"{screen.session.names[decision.player]} plays"
        canvas.center(3, "play until you miss" if decision.closing else turn)
        canvas.center(5, words or decision.standing())
        canvas.choice(str(decision.dice_next), "")
    else:
        _draw_choice(screen, canvas, words)


def _draw_choice(screen: "PhaseTenScreen", canvas: "Canvas", words: str) -> None:
    """What the dice make now, how many rolls are left, how many dice the next one throws."""
    decision = screen.decision
    left = decision.rolls_left
    rolls = f"{left} roll{'s' if left > 1 else ''} left" if left else "no rolls left"
    short = f"{decision.short} {'die' if decision.short == 1 else 'dice'} missing"
    lines = wrap(words, _WORDS_LETTERS) + [""] if words else ["made!" if decision.made else short, rolls]
    canvas.big(2, points(max(0, decision.points)), 4)
    canvas.at(_WORDS_X, 2, lines[0])
    canvas.at(_WORDS_X, 3, lines[1])
    bank = points(decision.points) if decision.made else "give up" if left else "missed"
    canvas.choice(str(decision.dice_next) if left and decision.dice_next else "", bank)


# Before the first turn


def _draw_start(screen: "PhaseTenScreen", canvas: "Canvas") -> None:
    """Draws what each player has thrown, whose throw it is, who throws again; in the end the order of play."""
    decision = screen.decision
    starting = decision.kind == START
    canvas.head("WHO STARTS?" if starting else "THE ORDER", "highest" if starting else "of play")
    order = decision.order()
    marked = decision.player if starting else order[0]
    for row in range(len(order)):
        seat = order[row]
        thrown = screen.start_throws[seat]
        if starting:
            number = decision.start_throw(seat)
            if not thrown and number >= 0:
                thrown = str(number)
            elif thrown and number < 0:
                thrown += " tied"
        canvas.both(row + 1, (ARROW if seat == marked else " ") + screen.session.names[seat], thrown)


# What has happened


def draw_move(screen: "PhaseTenScreen", canvas: "Canvas") -> None:
    """The dice roll."""
    if screen.decision.kind == START:
        _draw_start(screen, canvas)
        return
    _draw_goal(screen, canvas)
    canvas.center(3, f"roll {screen.decision.rolls + 1} of 3")


def _made_page(screen: "PhaseTenScreen", canvas: "Canvas", event: "Event") -> None:
    """The phase is made: its points count up to the new total."""
    player, phase, gained = event.player, event.number, event.points
    before = screen.scoreboard.scores[player] - gained
    _draw_head(screen, canvas, player, phase, before)
    canvas.banner(f"PHASE {phase} MADE")
    canvas.big(2, points(before + screen.counted(gained)), 4)
    news = ": leads!" if screen.takes_lead() else ""
    if phase + 1 >= FINISHED:
        news = ": all ten!"
    canvas.at(_TOTAL_X, 3, f"+{gained}{news}")


def _missed_page(screen: "PhaseTenScreen", canvas: "Canvas", event: "Event") -> None:
    player, short = event.player, event.points
    _draw_head(screen, canvas, player, event.number, screen.scoreboard.scores[player])
    canvas.banner("MISSED")
    canvas.center(3, f"{short} {'die' if short == 1 else 'dice'} missing")
    again = ("try again:", in_words(event.number))
    canvas.write_centered(5, ("no more turns",) if screen.decision.closing else again)


def _bonus_or_penalty_page(screen: "PhaseTenScreen", canvas: "Canvas", event: "Event") -> None:
    _draw_name_and_score(screen, canvas, event.player)
    canvas.banner("BONUS" if event.points > 0 else "MISSES")
    canvas.big(2, ("+" if event.points > 0 else "") + points(event.points))
    canvas.center(5, event.why)


def _closing_page(screen: "PhaseTenScreen", canvas: "Canvas", event: "Event") -> None:
    _draw_name_and_score(screen, canvas, event.player)
    canvas.banner("ALL TEN PHASES")
    canvas.write_centered(3, ("The others play on", "until they miss."))


def _limit_page(screen: "PhaseTenScreen", canvas: "Canvas", event: "Event") -> None:
    """The game has ended by its length (TT-15)."""
    _draw_name_and_score(screen, canvas, event.player)
    canvas.banner(event.why)
    canvas.center(3, "the most points win")


def _draw_name_and_score(screen: "PhaseTenScreen", canvas: "Canvas", player: int) -> None:
    canvas.both(0, screen.session.names[player], points(screen.scoreboard.scores[player]))


PAGES: "dict[str, Callable[[PhaseTenScreen, Canvas, Event], None]]" = {
    events.THREW: lambda screen, canvas, event: _draw_start(screen, canvas),
    events.MADE: _made_page,
    events.MISSED: _missed_page,
    events.PENALTY: _bonus_or_penalty_page,
    events.CLOSING: _closing_page,
    events.LIMIT: _limit_page,
}
"""The pages of events; the other kinds show in what comes with or after them."""
_WITH_DICE = (ASK, MOVE, events.MADE)


_PAGE = const(5)
_LEVELS = bytes((4, 1, 3, 0, 2))  # of the dot that stands for a die on another page, by its state


class PhaseTenDice(DiceView):
    """Dice that are set aside and taken back. `marked`: those that make the phase, or that the coach advises."""

    arrow = palette.MARK

    def __init__(self, app: "App", player: int) -> None:
        """`player`: the one whose turn it is."""
        self.marked = 0
        super().__init__(app, dice.DICE, [], bytearray([ramp_of(place) for place in range(dice.DICE * SIDES)]))
        self._player = player
        self._scheme = (-1, -1)  # the settings "hues" and "signs" in force
        self._colors = b""
        self.load_colors()

    def load_colors(self) -> None:
        """Loads the pictures and colors that the settings ask for, and the palette if another screen has changed it."""
        values = self._app.settings.values
        scheme = (values["hues"], values["signs"])
        colors = self._app.board.palette
        if scheme[1] != self._scheme[1]:
            self._pool = pool_of(scheme[1] == 1)
        if scheme != self._scheme:
            self._scheme = scheme
            palette.load_dice_colors(colors, scheme[0])
            load_color(self._app, self._player)
            self._colors = bytes(colors)
        elif colors != self._colors:
            colors[:] = self._colors

    # At rest

    def show(self, decision: Decision, name: str) -> None:
        """Shows the dice as they are now; before the first roll of a turn the first letters of the player's name."""
        starting = decision.kind == START
        fresh = decision.kind == THROW
        self._player = decision.player
        self.falling = 0
        self.marked = decision.used
        self._set_pages(starting)
        self.spell(name if fresh else "", decision.player)
        if fresh:
            return
        self.faces[:] = decision.faces
        if starting:
            for place in range(dice.DICE):
                thrown = place < decision.players and decision.start_throw(place) >= 0
                self.states[place] = tiles.SCORES if thrown else tiles.OFF
        else:
            self.show_chosen(decision)

    def _set_pages(self, starting: bool) -> None:
        """Sets six dice a page for the throws before the game, one for each player; else five."""
        self.per_page = tiles.TILES if starting else _PAGE
        self.pages = 1 if starting else dice.DICE // _PAGE
        self.page = min(self.page, self.pages - 1)

    def spell(self, name: str, player: int) -> None:
        """Shows the first letters of a player's name in the player's color; "" for dice."""
        super().spell(name, player)
        if name:
            self.page = 0
        self._colors = bytes(self._app.board.palette)

    def show_chosen(self, decision: Decision) -> None:
        """Shows which dice are set aside, and which of the others are marked."""
        for place in range(dice.DICE):
            if decision.chosen >> place & 1:
                self.states[place] = tiles.KEPT if decision.kept >> place & 1 else tiles.CHOSEN
            else:
                self.states[place] = tiles.SCORES if self.marked >> place & 1 else tiles.DULL

    def roll(self, faces: "bytes | bytearray", thrown: int, starting: bool) -> None:
        """Starts to roll the dice at `thrown`; `starting`: for the order of play."""
        self.marked = 0
        self._set_pages(starting)
        self.tumble(faces, thrown)

    def show_made(self, used: int) -> None:
        """Shows the dice that make the phase; the others go dark."""
        self.marked = used
        for place in range(dice.DICE):
            self.states[place] = tiles.CHOSEN if used >> place & 1 else tiles.OFF
        self.turn_to(used)

    # On the pixels

    def _dot(self, place: int) -> int:
        state = self.states[place]
        return palette.OFF if state == tiles.OFF else self._ramps[self._end(place)] + _LEVELS[state]


class PhaseTenScreen(GameScreen):
    """One game of Phase 10 dice. `decision` is what the player can do now: pages and dice read it and no game."""

    if TYPE_CHECKING:
        dice: PhaseTenDice

    def __init__(self, app: "App") -> None:
        """Takes up the game in hand. Raises ValueError when there is none of this engine."""
        game = app.playing.game
        if not isinstance(game, Game):
            raise ValueError("no game of Phase 10 dice to play")
        super().__init__(app, PhaseTenDice(app, game.player))
        self.decision = Decision(game)
        self.asked_again = -1
        """The button that the player was asked to press again."""
        self.ask()

    def guard(self, button: int, ms: int) -> None:
        """Also forgets the question of a first press, which is no longer on the screen."""
        super().guard(button, ms)
        self.asked_again = -1

    def ask(self) -> None:
        """Shows the game as it is now and asks the player."""
        super().ask()
        self.asked_again = -1
        self.decision.read()
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
        """Whether the button is pressed for the first time; the second press in a row confirms."""
        first = self.asked_again != button
        self.asked_again = button if first else -1
        return first

    # What is shown

    def show(self, event: "Event") -> bool:
        """Sets the screen up for an event; True when that needs time or a press before the next one."""
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
        canvas = self.app.canvas
        if self.computer and self.computer_plays():
            ask(self, canvas, self.computer.reason)
            canvas.choice("next", "")
            canvas.right(7, self._deed(self.computer.todo))
        elif self.mode == ASK:
            ask(self, canvas, self.hint)
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

    def _draw_advice(self, coach: "CoachTurn") -> None:
        """Draws what the coach says in place of the goal and the points, until dice are set aside."""
        from sixpip.screens.play import coach_turn  # loaded with the coach

        canvas = self.app.canvas
        if self.decision.kind == THROW and not coach.is_due():
            canvas.center(6, "then MENU: ask coach")
        elif coach.is_shown() and self.decision.chosen == self.decision.kept:
            coach_turn.draw(coach, canvas, (1, 2, 3))
            canvas.blank(4)  # of the big number; the marks of the dice follow

    def _deed(self, todo: "tuple[Action, ...]") -> str:
        if not todo:
            return ""
        if todo[-1][0] == actions.ROLL:
            return f"{ARROW}rolls {self.decision.dice_next}"
        return ARROW + ("takes it" if self.decision.made else "misses")
