"""The game screen of the ten-thousand family: what the buttons do, and what is shown of each event.

Event by event, and what the OLED then shows of it. What it asks for is in prompts.py.
"""

from sixpip.players.odds import BustOdds
from sixpip.port import TYPE_CHECKING, unload_modules
from sixpip.rules import actions, events
from sixpip.rules.stages import bits
from sixpip.rules.ten_thousand.game import Game
from sixpip.screens.game import game_screen
from sixpip.screens.game.dice_view import DiceView
from sixpip.screens.game.game_screen import ASK, BANKED, BUST, MOVE, PENALTY, THREW, GameScreen
from sixpip.screens.ten_thousand import prompts
from sixpip.screens.ten_thousand.decision import START, Decision
from sixpip.screens.ten_thousand.prompts import draw_head, draw_start_order
from sixpip.view import palette, sound, tiles
from sixpip.view.faces import face
from sixpip.view.text import points

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.app.app import App
    from sixpip.rules.actions import Action
    from sixpip.rules.events import Event
    from sixpip.rules.variant import DiceSet
    from sixpip.screens.game.coach_turn import CoachTurn
    from sixpip.view.text import Canvas


class TenThousandDice(DiceView):
    """Dice that are kept once and for all."""

    def __init__(self, app: "App", dice_set: "DiceSet", dice: int, ink: bytes) -> None:
        """`dice` dice of a set, in the color `ink` of their variant."""
        super().__init__(app, dice, [face(name, dice_set.kind) for name in dice_set.faces])
        palette.load(app.board.palette, ink)

    def show(self, decision: "Decision", name: str) -> None:
        """Shows the dice as they are now; before the first roll of a turn the first letters of the player's name."""
        self.falling = 0
        self.spell(name if decision.fresh else "", decision.player)
        if decision.fresh:
            return
        for place in range(len(self.faces)):
            self.faces[place] = decision.faces[place]
            self.states[place] = tiles.SCORES if decision.free >> place & 1 else tiles.DULL
            if decision.kept >> place & 1:
                self.states[place] = tiles.KEPT
        if decision.held:
            self.show_chosen(decision, decision.held)
        self.turn_to(decision.free & ~decision.kept or self._all & ~decision.kept)

    def show_chosen(self, decision: "Decision", chosen: int) -> None:
        """Shows which dice of the last roll are chosen."""
        for place in range(len(self.faces)):
            if decision.rolled >> place & 1:
                free = tiles.SCORES if decision.free >> place & 1 else tiles.DULL
                state = tiles.WRONG if decision.wrong >> place & 1 else tiles.CHOSEN
                self.states[place] = state if chosen >> place & 1 else free


class TurnScreen(GameScreen):
    """One game of the family. `decision` is what the player can do now: prompts and dice read it and no game."""

    if TYPE_CHECKING:
        dice: TenThousandDice

    def __init__(self, app: "App") -> None:
        """Takes up the game in hand. Raises ValueError when there is none of this engine."""
        game = app.session.game if app.session else None
        if not isinstance(game, Game):
            raise ValueError("no game of the ten-thousand family to play")
        super().__init__(app, TenThousandDice(app, game.dice_set, game.dice, game.variant.ink))
        self.decision = Decision(game, odds_of(game))
        self.options = game.options
        self.dice_set = game.dice_set
        self.again = ""
        """Why dice are thrown once more."""
        self.news = ""
        """What comes along with the event shown."""
        self.closing = False
        """The last turns had begun before this turn."""
        self.low = 5 if self.dice.pages == 1 else 6
        """The row below the strip of little dice, if there is one."""
        self.ask()

    def ask(self) -> None:
        """Shows the game as it is now and asks the player."""
        super().ask()
        self.news = ""
        self.decision.read()
        self.closing = self.decision.last_turn
        self.dice.show(self.decision, self.session.name_now())


def odds_of(game: "Game") -> BustOdds:
    """The odds of a game, with its house rules; they share its scorer."""
    if game.house_rules.change_odds():
        from sixpip.players.changed_odds import ChangedOdds  # few games need it

        return ChangedOdds(game.dice_set, game.options, game.dice, game.scorer)
    return BustOdds(game.dice_set, game.options, game.dice, game.scorer)


CLOSING = "closing"
OUT = "out"
WON = "won"
BONUS = "bonus"
PASSING = (BANKED, BONUS, THREW)
"""The modes that go on by themselves."""


def _rolled(screen: "TurnScreen", event: "Event") -> bool:
    screen.mode = MOVE
    screen.news = screen.again = ""
    screen.dice.tumble(screen.decision.faces, event.positions)
    return True


def _threw(screen: "TurnScreen", event: "Event") -> bool:
    one_die = screen.options["start"] == "one-die"
    thrown = screen.dice_set.faces[event.points] if one_die else points(event.points)
    screen.start_throws[event.player] = thrown
    screen.decision.read()  # the page shows who throws next
    return screen.show_result(THREW, event, sound.POINTS)


def _kept(screen: "TurnScreen", event: "Event") -> bool:
    screen.dice.show_kept(event.positions)
    return False


def _hot(screen: "TurnScreen", event: "Event") -> bool:
    screen.news = "HOT DICE!"
    screen.dice.hot()
    return screen.show_result(MOVE, event, sound.HOT)


def _bonus(screen: "TurnScreen", event: "Event") -> bool:
    return screen.show_result(BONUS, event, sound.POINTS)


def _again(screen: "TurnScreen", event: "Event") -> bool:
    screen.again = event.why
    return False


def _bust(screen: "TurnScreen", event: "Event") -> bool:
    if event.number:  # banked in spite of the bust (HR-05)
        screen.news = f"{points(event.number)} safe"
    screen.dice.drain()
    return screen.show_result(BUST, event, sound.BUST)


def _banked(screen: "TurnScreen", event: "Event") -> bool:
    screen.news = _news(screen, event)
    screen.dice.dim_rest()
    return screen.show_result(BANKED, event, sound.POINTS)


def _news(screen: "TurnScreen", event: "Event") -> str:
    """What a bank means besides its points."""
    options = screen.options
    gained, score = event.points, event.number
    if options["end"] == "exact" and (not gained or score == options["target"]):
        return f"exactly {points(score)}!" if gained else f"past {points(int(options['target']))}"
    if screen.follows(events.CLOSING):
        if screen.closing:
            return "a new lead to beat!"
        return "the target is passed!" if options["reach"] == "above" else "the target is hit!"
    if screen.takes_lead():
        return "takes the lead!"
    if not options["opening"] or not screen.follows(events.OPENED):
        return ""
    return f"{screen.session.names[event.player]} is in!" if screen.session.seats[event.player] else "you are in!"


def _penalty(screen: "TurnScreen", event: "Event") -> bool:
    return screen.show_result(PENALTY, event, sound.BUST)


def _closing(screen: "TurnScreen", event: "Event") -> bool:
    if screen.follows(events.GAME_OVER):
        return False
    screen.dice.spell(screen.session.names[event.player], event.player)
    return screen.show_result(CLOSING, event, sound.HOT)


def _call_missed(screen: "TurnScreen", event: "Event") -> bool:
    screen.hint = event.why
    return False


def _out(screen: "TurnScreen", event: "Event") -> bool:
    screen.dice.drain()
    return screen.show_result(OUT, event, sound.BUST)


def _won(screen: "TurnScreen", event: "Event") -> bool:
    if event.player == screen.scoreboard.player:
        screen.dice.hot()
    else:
        screen.dice.spell(screen.session.names[event.player], event.player)
    return screen.show_result(WON, event, sound.HOT)


HANDLERS: "dict[str, Callable[[TurnScreen, Event], bool]]" = {
    events.ROLLED: _rolled,
    events.THREW: _threw,
    events.KEPT: _kept,
    events.HOT: _hot,
    events.BONUS: _bonus,
    events.AGAIN: _again,
    events.BUST: _bust,
    events.BANKED: _banked,
    events.PENALTY: _penalty,
    events.CLOSING: _closing,
    events.CALL_MISSED: _call_missed,
    events.OUT: _out,
    events.WON: _won,
}
"""The handler of each kind of event; the other kinds show in the page of what comes with or after them."""


def _move_page(screen: "TurnScreen", canvas: "Canvas") -> None:
    """The dice move: only the points at risk, and the news."""
    board = screen.scoreboard
    draw_head(screen, canvas, board.player, board.score)
    canvas.big(2 if screen.news else 1, points(board.points))
    if screen.news:
        canvas.banner(screen.news)
        canvas.center(screen.low, "all dice score")


def _threw_page(screen: "TurnScreen", canvas: "Canvas") -> None:
    """A throw for the start."""
    draw_start_order(screen, canvas)
    canvas.choice("next", "")


def _bonus_page(screen: "TurnScreen", canvas: "Canvas") -> None:
    """Turn points from a house rule."""
    event = screen.shown_event()
    board = screen.scoreboard
    draw_head(screen, canvas, board.player, board.score)
    canvas.banner(event.why)
    canvas.big(2, f"+{points(event.points)}")
    canvas.center(screen.low, f"{points(board.points)} in this turn")
    canvas.choice("next", "")


def _bust_page(screen: "TurnScreen", canvas: "Canvas") -> None:
    """The turn points are lost."""
    event = screen.shown_event()
    score = screen.scoreboard.scores[event.player]
    draw_head(screen, canvas, event.player, score)
    canvas.banner("BUST")
    if event.points:
        canvas.center_large(3, f"{points(event.points)} lost")
    elif not screen.news:
        canvas.center(3, "no points this turn")
    if screen.news:
        canvas.center_large(3, screen.news)
    after = "" if screen.follows(events.PENALTY) else f"score stays {points(score)}"
    canvas.center(screen.low, screen.decision.streak(event.player) or after)
    canvas.choice("next", "")


def _banked_page(screen: "TurnScreen", canvas: "Canvas") -> None:
    """The points count up to the new score."""
    event = screen.shown_event()
    gained = event.points
    before = event.number - gained
    draw_head(screen, canvas, event.player, before)
    canvas.banner(f"BANKED +{points(gained)}" if gained else "NOTHING BANKED")
    canvas.big(2, points(before + screen.counted(gained)))
    canvas.center(screen.low, screen.news)
    canvas.choice("next", "")


def _penalty_page(screen: "TurnScreen", canvas: "Canvas") -> None:
    """A house rule changes the score."""
    event = screen.shown_event()
    change = event.points
    score = screen.scoreboard.scores[event.player]
    draw_head(screen, canvas, event.player, score - change)
    canvas.banner(event.why)
    canvas.big(2, points(change))
    canvas.center(screen.low, f"score now {points(score)}" if change else "no points to lose")
    canvas.choice("next", "")


def _out_page(screen: "TurnScreen", canvas: "Canvas") -> None:
    """A player is out of the game."""
    _draw_verdict(screen, canvas, "IS OUT", "no more turns")


def _closing_page(screen: "TurnScreen", canvas: "Canvas") -> None:
    """The last turns begin, or begin again with a new leader (CW-06)."""
    event = screen.shown_event()
    score = screen.scoreboard.scores[event.player]
    draw_head(screen, canvas, event.player, score)
    canvas.banner("LAST ROUND")
    same_round = screen.options["end"] == "same-round"
    canvas.center(3, "last turns this round" if same_round else "one more turn each")
    canvas.center_large(4, f"beat {points(score)}")
    canvas.choice("next", "")


def _won_page(screen: "TurnScreen", canvas: "Canvas") -> None:
    """A player wins, whatever the scores are."""
    _draw_verdict(screen, canvas, "WINS!", "the game is over")


def _draw_verdict(screen: "TurnScreen", canvas: "Canvas", verdict: str, below: str) -> None:
    """The name of a player with a verdict, the reason, and what follows from it."""
    event = screen.shown_event()
    draw_head(screen, canvas, event.player, screen.scoreboard.scores[event.player])
    canvas.banner(f"{screen.session.names[event.player]} {verdict}")
    canvas.center(3, event.why)
    canvas.center(screen.low, below)
    canvas.choice("next", "")


PAGES: "dict[str, Callable[[TurnScreen, Canvas], None]]" = {
    game_screen.MOVE: _move_page,
    game_screen.THREW: _threw_page,
    BONUS: _bonus_page,
    game_screen.BUST: _bust_page,
    game_screen.BANKED: _banked_page,
    game_screen.PENALTY: _penalty_page,
    CLOSING: _closing_page,
    OUT: _out_page,
    WON: _won_page,
}


class TenThousandScreen(TurnScreen):
    """One game of the family on the screen."""

    passing = PASSING

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
        handler = HANDLERS.get(event.kind)
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
            PAGES[self.mode](self, self.app.canvas)
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
