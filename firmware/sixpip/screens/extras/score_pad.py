"""The score pad: notes the scores of people who throw dice of their own, by the rules of any variant.

Why points cannot be banked is what the house rules say (`refuse_bank`, rules/ten_thousand/house_rules).

The engine of the variant counts what needs only the points of a turn and the scores: to get in, least bank, beat the
bank, no risk (type what is saved, then bust), three busts in a row, target, exact target, all ends, scores below 0,
head starts; in Phase 10 the phases, their bonuses and the closing turns. The players add up what the dice decide: all
points of a turn, with bonuses, calls and points taken over. Not counted are rolls to get in, cold starts, train wrecks,
the roll-off of an exact win, and rolls that win or lose a game.
"""

from sixpip.app.games.lineup import of_record
from sixpip.app.games.session import PAD
from sixpip.board.contract import BANK, DIGITS, KEEP6, LETTER, MENU
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core import actions, events
from sixpip.rules.core.actions import KEPT, OVER, READY, ROLLED
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import MOST, BadOption, BadRecord, Illegal, check_numbers, sentence
from sixpip.rules.rulebook.variant import PHASE_KIND
from sixpip.screens.menu import draw_scores
from sixpip.screens.screen import Screen, wrap
from sixpip.screens.table_view import events_text
from sixpip.storage.record_store import trouble_of
from sixpip.view import palette, tiles
from sixpip.view.text import points_text
from sixpip.view.tiles import letter

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App
    from sixpip.rules.core.events import Event

UNUSABLE = (BadRecord, BadOption, Illegal, KeyError, TypeError, ValueError)
"""The errors of a record that is damaged or does not fit the rules any more."""

_LATE = const(9)  # a number of rolls to which no rule on the first ones applies
_LONG = const(2000)  # the target
_LAST_ROW = const(6)
_ZERO = const(48)  # the digit as a press
_SIX_DIGITS = const(100000)
_LONG_STEPS = const((1000, 500, 100, 50, 5))
_SHORT_STEPS = const((100, 50, 20, 10, 5))
_PHASE_STEPS = const((20, 10, 5, 2, 1))


class Pad:
    """The game on the pad, and its `entries`: the points of each turn; those of a bust count down from -1.

    `happened` are the events of the last entry, and `last` is its player.
    """

    def __init__(self, app: "App", saved: "Any") -> None:
        """`saved` is the record (player_setup.py). Raises one of UNUSABLE."""
        self._app = app
        self._saved = saved
        lineup = of_record(saved)
        self.names = lineup.names
        self._head_start = lineup.head_start
        self.entries = check_numbers(saved["entries"], len(saved["entries"]), -MOST, MOST, "entries")
        self._replay()

    def _replay(self) -> None:
        saved = self._saved
        self.game: Any = new_game(saved["variant"], saved["rules"], len(self.names), 0, self._head_start)
        self.is_phases = self.game.dice_set.kind == PHASE_KIND
        if saved["mark"] != self.game.variant.mark:
            raise BadRecord("The rules of this game have changed")
        self.happened: list[Event] = []
        self.last = 0
        for entry in self.entries:
            self._apply(entry)

    def refusal(self, typed: int) -> str:
        """Returns why these points cannot be banked; "" where they can."""
        if self.is_phases:
            return ""
        self._put(typed, _LATE, KEPT)
        reason: str = self.game.bank_refusal() or ""
        self._put(0, 0, READY)
        return reason

    def _put(self, typed: int, rolls: int, stage: str) -> None:
        self.game.points, self.game.rolls, self.game.stage = typed, rolls, stage

    def _apply(self, entry: int) -> None:
        """Plays one turn. Raises Illegal with nothing changed."""
        game, dice = self.game, self._app.dice  # they are never thrown
        reason = "The game is over" if game.stage == OVER else self.refusal(entry) if entry >= 0 else ""
        if reason:
            raise Illegal(reason)
        self.last = game.player
        if self.is_phases:
            use = game.best()  # it stays the same as long as the dice do
            use.points, use.used, use.short = entry, 0, 0
            game.stage = ROLLED
            self.happened = game.apply((actions.STOP, None), dice)
            return
        self._put(max(entry, -1 - entry), _LATE, KEPT)
        if entry < 0:
            self.happened = []
            game.lose_turn(self.happened, game.house_rules.points_saved(game))
        else:
            self.happened = game.apply((actions.BANK, None), dice)
        while game.pending:  # the dice on offer are on the table of the players
            self.happened += game.apply((actions.FRESH, None), dice)

    def add(self, entry: int) -> None:
        """Plays and saves a turn. Raises Illegal with nothing changed."""
        self._apply(entry)
        self.entries.append(entry)
        self._save()

    def take_back(self) -> None:
        """Takes the last entry back and saves that."""
        self.entries.pop()
        self._replay()
        self._save()

    def _save(self) -> None:
        self._saved["entries"] = self.entries
        self._app.notify(trouble_of(self._app.store.save, PAD, self._saved))

    def news(self) -> str:
        """Returns the last entry in words, "" for none; it begins with the player, or with the turn of one who plays
        alone.
        """
        if not self.entries:
            return ""
        who = self.names[self.last] if len(self.names) > 1 else f"Turn {len(self.entries)}:"
        happened = [each for each in self.happened if each.kind != events.CLOSING]  # `aim` says what that means
        return f"{who} {events_text(happened, self.names)}"

    def aim(self) -> str:
        """Returns what the player whose turn it is must know, in at most 21 letters."""
        game = self.game
        if self.is_phases:
            from sixpip.rules.phase_ten.phases import phase_text as phase_in_words

            return str(phase_in_words(game.phases[game.player]))
        opening = 0 if game.opened[game.player] else game.least_bank(game.player)
        least = max(game.to_beat() + 1 - game.scores[game.player], opening)
        words = f"{points_text(least)} more to win" if game.to_beat() >= 0 else f"at least {points_text(least)}"
        return str(game.house_rules.standing(game, game.player)) or (words if least > 0 else "")


class ScorePad(Screen):
    """KEEP adds up the points of a turn, a keyboard types them, BANK enters them, ROLL enters a bust.

    MENU takes the last entry back.
    """

    keyboard = DIGITS

    def __init__(self, app: "App") -> None:
        """The pad is loaded with the first drawing, because the stack is too short for it during a press."""
        super().__init__(app)
        self._pad: Pad | None = None
        self._trouble = ""  # why there is no pad
        self._typed = 0
        self._steps = _LONG_STEPS

    def update(self) -> bool:
        """Loads the pad."""
        if self._pad or self._trouble:
            return False
        try:
            self._pad = pad = Pad(self.app, self.app.store.load(PAD))
            if pad.is_phases or pad.game.target < _LONG:
                self._steps = _PHASE_STEPS if pad.is_phases else _SHORT_STEPS
        except UNUSABLE as error:
            reason = sentence(error).split(": use ")[0]
            newer = self.app.store.refusal(PAD)
            self._trouble = newer or f"This pad cannot be used ({reason}): begin a new one."
        return True

    def press(self, button: int) -> None:
        """Types, enters, takes back, or leaves."""
        pad = self._pad
        if button == BANK and not self._typed:
            self.app.start("boot_menu")
        elif button == MENU and pad and pad.entries and not self._typed:
            words = [""] + wrap(pad.news()) + ["is taken back."]
            self.app.open("question", "UNDO?", words, "undo", self._take_back)
        elif not pad or pad.game.stage == OVER or button == MENU:
            self.refuse("Nothing to type now" if button >= LETTER else "")
        elif button >= LETTER:
            if self._typed >= _SIX_DIGITS:
                self.refuse("Six digits at most")
            else:
                self._typed = 10 * self._typed + button - _ZERO
        elif button < KEEP6:
            self._typed = min(self._typed + self._steps[button], MOST)
        elif button == KEEP6:
            self._typed = 0
        elif button == BANK and pad.refusal(self._typed):
            self.low_tone()
        else:
            self.app.acknowledge_press()
            typed, self._typed = self._typed, 0
            pad.add(typed if button == BANK else -1 if pad.is_phases else -1 - typed)

    def _take_back(self) -> None:
        self.app.close()
        self._typed = 0
        if self._pad:
            self._pad.take_back()

    def paint(self) -> None:
        """Spells the name of the player, or of the winner, on the dice."""
        if not self._pad:
            super().paint()
            return
        game = self._pad.game
        player = game.player if game.stage != OVER else max(0, game.winner)
        name = self._pad.names[player] + " " * tiles.TILES
        palette.load(self.app.board.palette)
        for tile in range(tiles.TILES):
            tiles.paint(self.app.board.pixels, tile, letter(name[tile]), tiles.SCORES, palette.SEAT + player)

    def draw(self) -> None:
        """Draws the last entry, or what is typed; then the scores, and what the buttons do."""
        canvas, pad = self.app.canvas, self._pad
        if not pad:
            canvas.write(1, wrap(self._trouble)[:_LAST_ROW])
            canvas.choice("", "leave")
            return
        game = pad.game
        over = game.stage == OVER
        reason = pad.refusal(self._typed) if self._typed else ""
        more = "6: clear" if self._typed else "MENU: undo" if pad.entries else ""
        self.head("SCORE PAD" if over else reason or pad.names[game.player], "" if reason else more)
        news = wrap(pad.news())[:3]
        if not pad.entries:
            news = [pad.aim(), "Buttons 1 to 5 add:"]
        elif not over:  # what the next player must know is below the name
            news = [pad.aim(), news[0]] if pad.aim() and len(news) == 1 else news[:2]
        if self._typed:
            canvas.center_large(1, points_text(self._typed))
        else:
            canvas.write_centered(1, news)
        if not over:
            canvas.center(3, "+" + "/".join([points_text(step) for step in self._steps]))
        draw_scores(canvas, pad.names, game.scores)
        bust = "missed" if pad.is_phases else "bust"
        self.app.canvas.choice(
            "" if over else bust, "" if reason else points_text(self._typed) if self._typed else "leave"
        )
