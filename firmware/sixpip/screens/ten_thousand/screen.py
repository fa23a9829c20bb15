"""The game screen of the ten-thousand family: what the buttons do, the hint, and when each page is shown."""

from sixpip.app import memory
from sixpip.app.settings import BUSTED, HOT_DICE, LAST_ROUND, SIMPLE_RULE, TO_GET_IN
from sixpip.compat import TYPE_CHECKING
from sixpip.rules.core import actions, events
from sixpip.rules.core.actions import bits
from sixpip.rules.ten_thousand.game import NO_DIE_SCORES, TenThousandGame
from sixpip.rules.ten_thousand.odds import BustOdds
from sixpip.screens.play.game_screen import ASK, MOVE, GameScreen
from sixpip.screens.ten_thousand.decision import START, TurnView
from sixpip.screens.ten_thousand.dice import TenThousandDice
from sixpip.screens.ten_thousand.pages import PAGES, buttons_of, draw_computer, draw_event, draw_move, draw_prompt
from sixpip.view import sound
from sixpip.view.text import COLUMNS, points_text

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.core.actions import Action
    from sixpip.rules.core.events import Event
    from sixpip.screens.play.coach_turn import CoachTurn


def odds_of(game: "TenThousandGame") -> BustOdds:
    """Returns the odds of a game, with its house rules; they share its scorer."""
    if game.house_rules.override("next_roll"):
        from sixpip.rules.ten_thousand.house_rules.changed_odds import ChangedOdds  # few games need it

        return ChangedOdds(game.dice_set, game.options, game.dice, game.scorer)
    return BustOdds(game.dice_set, game.options, game.dice, game.scorer)


_LOSSES = (events.BUST, events.PENALTY, events.OUT)
_NEWS = (events.CLOSING, events.WON)
"""The events that have a tune of their own; other pages sound as points."""


class TenThousandScreen(GameScreen):
    """One game of the family. `decision` says what the player can do now; prompts and dice read it and not the game."""

    if TYPE_CHECKING:
        dice: TenThousandDice

    def __init__(self, app: "App") -> None:
        """Shows the current game. Raises ValueError when there is none of this engine."""
        game = app.playing.game
        if not isinstance(game, TenThousandGame):
            raise ValueError("no game of the ten-thousand family to play")
        super().__init__(app, TenThousandDice(app, game.dice_set, game.dice, game.variant.ink))
        self.decision = TurnView(game, odds_of(game))
        self.options = game.options
        self.dice_set = game.dice_set
        self.again = ""  # why dice are thrown once more
        self.news = ""  # what comes along with the event shown
        self.lesson = ""  # the hint for beginners that goes with what is shown, in at most two lines
        self.closing = False  # the last turns had begun before this turn
        self.low = 5 if self.dice.pages == 1 else 6
        """The row below the strip of little dice, if there is one."""
        if self.dice.pages > 1:
            from sixpip.screens.ten_thousand import dice_strip  # six dice or fewer need none

            self.strip = dice_strip
        self.ask()

    def ask(self) -> None:
        """Shows the game as it is now and asks the player."""
        super().ask()
        self.news = self.lesson = ""
        decision = self.decision
        decision.read()
        if decision.fresh and decision.kind != START and self.dice.pages == 1:
            self.explain_first_turns()
        if decision.fresh and decision.opening and not decision.is_in and not self.explains:
            self._teach(TO_GET_IN, decision.player, "All of it in 1 turn!")
        self.closing = decision.last_turn
        self.dice.show(decision, self.session.name_now())

    def _teach(self, hint: int, player: int, words: str) -> None:
        """Shows a hint for beginners, if the player is a person who has not seen it."""
        if self.dice.pages == 1 and not self.session.styles[player] and self.app.settings.takes_hint(hint):
            self.lesson = words

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
        """Keeps (or holds) what is chosen and throws the rest, or takes up an offer and throws.

        Where nothing is chosen yet it chooses the dice that score best, or those that the coach has marked.
        """
        decision = self.decision
        if decision.can_choose_best() and decision.choose_best(self.coach.dice() if self.coach else 0):
            self.dice.turn_to(decision.chosen)
            self.dice.show_chosen(decision, decision.chosen)
        else:
            self.apply(decision.roll())

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
        def call(number: int) -> None:
            self.apply(((actions.CALL, number),))

        self.app.open("ten_thousand.call_menu", call, self.options, bits(self.decision.thrown_next()))

    def mark(self, todo: "tuple[Action, ...]") -> None:
        """Shows on the dice which of them a computer has chosen."""
        kind, chosen = todo[0]
        if kind == actions.KEEP and chosen:
            self.decision.choose(chosen)
            self.dice.turn_to(chosen)
            self.dice.show_chosen(self.decision, chosen)

    def show_simple_rule(self, is_hint: bool = False) -> None:
        """Shows the five sentences of the coach; as a hint for beginners in one game only."""
        before = memory.mark()
        from sixpip.players.ten_thousand import simple_rules  # shown once in a game, and in few games

        words, title = "\n".join(simple_rules.sentences(self.session.game)), simple_rules.TITLE
        memory.drop(before)
        if words and (not is_hint or self.app.settings.takes_hint(SIMPLE_RULE)):
            self.app.notify(words, title)

    def show_hint(self) -> None:
        """Marks the dice of the keep with the most points and names it."""
        decision = self.decision
        if self.mode != ASK or self.computer_plays() or decision.kind == START:
            super().show_hint()
            return
        chosen = decision.chosen
        best = decision.chosen if decision.choose_best() else 0
        if not best:
            self.hint = "A hint names the dice to keep"
        elif self.coach:
            self.hint = "" if self.coach.is_due() else "Ask the coach: MENU"
        else:
            decision.update()
            self.tip = best
            self.dice.turn_to(best)
            named = f"Keep {decision.name}"
            worth = f"{named}: {points_text(decision.worth)}"
            self.hint = worth if len(worth) <= COLUMNS else named
        decision.choose(chosen)

    # What is shown

    def show(self, event: "Event") -> bool:
        """Sets the screen up for an event. Returns True when that needs time or a press before the next one."""
        kind = event.kind
        if kind in (events.ROLLED, events.HOT):
            self._show_moving(event)
            return True
        if kind == events.KEPT:
            self.dice.show_kept(event.positions)
        elif kind == events.AGAIN:
            self.again = event.why
        elif kind == events.CALL_MISSED:
            self.hint = event.why
        elif kind == events.THREW:
            one_die = self.options["start"] == "one-die"
            self.note_throw(event.player, self.dice_set.faces[event.points] if one_die else points_text(event.points))
            self.decision.read()  # the page shows who throws next
            return self.show_result(event, sound.POINTS)
        elif kind in PAGES and not (kind == events.CLOSING and self.follows(events.GAME_OVER)):
            self._prepare_page(event)
            tune = sound.HOT if kind in _NEWS else sound.POINTS
            return self.show_result(event, sound.BUST if kind in _LOSSES else tune)
        return False

    def _show_moving(self, event: "Event") -> None:
        if event.kind == events.HOT:
            self.news = "HOT DICE!"
            self._teach(HOT_DICE, event.player, "All score: roll all of them again.")
            self.dice.hot()
            self.show_result(event, sound.HOT)
        else:
            self.news = self.again = self.lesson = ""
            self.dice.tumble(self.decision.faces, event.positions)
        self.mode = MOVE

    def _prepare_page(self, event: "Event") -> None:
        kind = event.kind
        self.lesson = ""
        if kind == events.BUST:
            could_bank = self.decision.is_in or event.points >= self.decision.opening
            if event.why == NO_DIE_SCORES and event.points and could_bank:
                self._teach(BUSTED, event.player, "No die scores. Bank before that happens!")
            if event.number:  # banked in spite of the bust (HR-05)
                self.news = f"{points_text(event.number)} safe"
        elif kind == events.CLOSING:
            self._teach(LAST_ROUND, self.session.game.player, "All others need more than that to win.")
        if kind == events.BANKED:
            self.news = self._news(event)
            self.dice.dim_rest()
        elif kind in (events.BUST, events.OUT):
            self.dice.drain()
        elif kind == events.WON and event.player == self.scoreboard.player:
            self.dice.hot()
        elif kind in (events.CLOSING, events.WON):
            self.dice.spell(self.session.names[event.player], event.player)

    def _news(self, event: "Event") -> str:
        """Returns what a bank means besides its points."""
        decision = self.decision
        gained, score = event.points, event.number
        if decision.is_exact and (not gained or score == decision.target):
            return f"exactly {points_text(score)}!" if gained else f"past {points_text(decision.target)}"
        if self.follows(events.CLOSING):
            if self.closing:
                return "a new lead to beat!"
            return "the target is passed!" if decision.must_pass else "the target is hit!"
        if self.takes_lead():
            return "takes the lead!"
        if not decision.opening or not self.follows(events.OPENED):
            return ""
        return f"{self.session.names[event.player]} is in!" if self.session.styles[event.player] else "you are in!"

    def idle(self) -> bool:
        """Lets a computer think; counts the odds that are asked for, or may be next, while a person thinks."""
        odds = self.decision.odds
        if self.mode != ASK or self.computer_plays() or not odds.prepare(self.decision.dice):
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
        if self.draw_summary():
            return
        if self.computer and self.computer_plays():
            draw_computer(self, self.app.canvas, self.computer.todo, self.computer.reason)
        elif self.mode == ASK:
            draw_prompt(self, self.app.canvas)
            if self.explains and not (self.coach and self.coach.is_due()):
                self._draw_explanation()
            elif self.coach:
                self.draw_advice(self.coach)
        elif self.mode == MOVE:
            draw_move(self, self.app.canvas)
        elif self.event:
            draw_event(self, self.app.canvas, self.event)
        self.draw_clock()
        if self.dice.pages > 1 and not self.dice.name and self.mode != events.THREW:
            self.strip.draw(self.app.canvas, self.dice, self.dice_set)

    def _draw_explanation(self) -> None:
        """Draws what to press, on the rows above the buttons."""
        from sixpip.screens.ten_thousand import first_turns  # two turns on a new console

        lines = first_turns.words_for(self)
        for row in range(7 - len(lines), 7):
            self.app.canvas.blank(row)
        self.app.canvas.write_centered(7 - len(lines), lines)

    def draw_advice(self, coach: "CoachTurn") -> None:
        """Draws what the coach says: in full until dice are chosen, then only the choice."""
        full = not (self.decision.chosen or self.hint)
        if self.dice.pages == 1:
            coach.draw(self.app.canvas, (4, 5, 6) if full else (6,))
            surplus = buttons_of(self, self.decision.chosen & ~coach.dice()) if coach.dice() else ""
            if surplus and not self.decision.wrong:
                words = f"Coach: put back {surplus}"
                self.app.canvas.blank(6)
                self.app.canvas.center(6, words if len(words) <= COLUMNS else f"put back {surplus}")
        elif full:
            self.strip.draw_advice(coach, self.app.canvas, self.decision)
