"""Plays the last games back, action by action, from their logs.

To go back, the game is restored from a checkpoint, and the actions after it are applied again.
"""

import json

from sixpip.app.games.game_log import FOLDER, numbers_in, path_of
from sixpip.board.contract import BANK, KEEP1, KEEP6, MENU, ROLL
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.rulebook.variant import PHASE_KIND
from sixpip.rules.rulebook.variants import known
from sixpip.screens.history.logged_game import BROKEN, LoggedGame, read_head, reason_of
from sixpip.screens.menu import Menu, draw_scores, paint_variant
from sixpip.screens.play.last_turn import last_scores
from sixpip.screens.screen import Screen, wrap
from sixpip.screens.table_view import DicePictures, events_text
from sixpip.view import tiles
from sixpip.view.text import points_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.app.app import App
    from sixpip.rules.rulebook.variant import Variant

_MOST_CHECKPOINTS = const(12)
"""The most checkpoints in memory, each with a record of up to 1 KB."""


class GameReplay(LoggedGame):
    """A logged game that can also go back."""

    def __init__(self, path: str, feed: "Callable[[], object]") -> None:
        """Begins at step 0, before the first action. `feed` is called while this takes long. Raises BROKEN."""
        super().__init__(path)
        self._feed = feed
        self._checkpoints: list[tuple[int, int, int, str]] = []  # step, turns, place in the file, record of the game
        self._add_checkpoint()

    def forward(self) -> None:
        """Applies the next action, if there is one. Raises BROKEN; the game is as before then."""
        super().forward()
        if not self.lines and sum(self.game.turns) != self._checkpoints[-1][1]:
            self._add_checkpoint()

    def _add_checkpoint(self) -> None:
        """Adds a checkpoint of this state. If there are too many, drops one, so that fewer stay further back."""
        self._feed()
        found = self._checkpoints
        found.append((self.step, sum(self.game.turns), self.offset, json.dumps(self.game.record())))
        if len(found) > _MOST_CHECKPOINTS:
            inner = range(1, len(found) - 1)
            gaps = [(found[at + 1][0] - found[at - 1][0]) / (self.step - found[at][0]) for at in inner]
            del found[gaps.index(min(gaps)) + 1]

    def back_to(self, step: int) -> None:
        """Goes back to an earlier step. Raises BROKEN."""
        found = self._checkpoints
        while len(found) > 1 and found[-1][0] >= step:
            found.pop()
        start, _, self.offset, record = found[-1]
        self.game.restore(json.loads(record))
        self.begin(start)
        while self.step < step:
            self.forward()

    def turn_before(self) -> int:
        """Returns the step at which an earlier turn was over; 0 for the first step."""
        return max([0] + [found[0] for found in self._checkpoints if found[0] < self.step])


# The screens

_MOST_LISTED = const(18)
_LETTERS = const(18)
_TITLE = const(13)  # letters of a title beside the names of the players
_TURN_ON = const(1)  # KEEP 2
_LUCK = const(2)  # KEEP 3
_RIGHT = const(92)  # pixels


class LastGames(Menu):
    """The logs, the last one first; a log that cannot be replayed shows the reason."""

    title = "LAST GAMES"

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        folder = app.store.path_of(FOLDER)
        self._paths = [path_of(folder, number) for number in sorted(numbers_in(folder), reverse=True)[:_MOST_LISTED]]
        self._heads = [_head_of(path) for path in self._paths]

    def lines(self) -> "list[str]":
        """Returns the games, with as much of the players' names as there is room for."""
        return [words if variant else "! " + words[: _LETTERS - 2] for variant, words in self._heads]

    def pick(self, line: int) -> None:
        """Opens the game, or shows why it cannot be replayed."""
        variant, words = self._heads[line]
        if variant:
            self.app.open("game_replay", self._paths[line], variant)
        else:
            self.app.notify(words)

    def back(self) -> None:
        """Opens the menu that this list is picked from."""
        self.app.start("boot_menu")
        self.app.open("records")

    def paint(self) -> None:
        """Paints the dice of the marked game."""
        self.variant = self._heads[self.at][0] if self._heads else None
        super().paint()

    def draw(self) -> None:
        """Draws the list."""
        super().draw()
        if not self._heads:
            self.app.canvas.center(3, "Play a game first.")


def _head_of(path: str) -> "tuple[Variant | None, str]":
    """Returns the variant of a log and its line in the list; None and the reason for one that cannot be replayed."""
    try:
        words, names, _ = read_head(path)
    except BROKEN as error:
        return None, reason_of(error)
    variant = known(words[0])
    if not variant:
        return None, f"There is no game {words[0][:20]} any more."
    return variant, f"{variant.title[:_TITLE]} {'+'.join(names)}"[:_LETTERS]


class ReplayScreen(Screen):
    """ROLL shows the next action, BANK the one before; KEEP 1 and 2 jump from turn to turn; MENU leaves.

    Before the first action KEEP 3 opens luck and choices.
    """

    def __init__(self, app: "App", path: str, variant: "Variant") -> None:
        """The game is made with the first drawing, because the stack is too short for it during a press."""
        super().__init__(app)
        self._path = path
        self._variant = variant
        self._can_judge = variant.dice_set.kind != PHASE_KIND
        self._replay: GameReplay | None = None
        self._page = 0  # of games with more dice than tiles
        self._more = True  # whether another action follows, or the reason why there is none
        self._ends: dict[int, int] = {}  # the last score in the log of each seat

    def update(self) -> bool:
        """Opens the log, or goes back and reports why it cannot be replayed."""
        if self._replay:
            return False
        try:
            found = GameReplay(self._path, self.app.board.feed)
            self._look = DicePictures(self.app, found.game.dice_set, self._variant.ink)
            self._ends = last_scores(self._path, found.game.players)
            self._replay = found
        except BROKEN as error:
            self.app.close()
            self.app.notify(reason_of(error))
        return True

    def press(self, button: int) -> None:
        """Goes on or back, turns the page of many dice, or leaves."""
        found = self._replay
        if not found or (not found.step and button == BANK) or (found.step and button == MENU):
            self.app.close()
        elif button == KEEP6 and found.game.dice > tiles.TILES:
            self._page ^= 1
        elif button == _LUCK and not found.step and self._can_judge:
            self.app.open("luck", self._path)
        elif button in (BANK, KEEP1) or (button in (ROLL, _TURN_ON) and self._more):
            self.app.acknowledge_press()
            try:
                self._go(found, button)
                self._more = not found.at_end()
            except BROKEN as error:
                self.app.notify(reason_of(error), "The log stops")
        else:
            self.refuse()

    def _go(self, found: GameReplay, button: int) -> None:
        """Goes to the step that a button asks for. Raises BROKEN."""
        if button in (BANK, KEEP1):
            found.back_to(found.step - 1 if button == BANK else found.turn_before())
            return
        found.forward()
        while button == _TURN_ON and not found.turn_over and not found.at_end():
            found.forward()

    def paint(self) -> None:
        """Paints the dice, dim if the turn is over; before the first action, those of the variant."""
        found = self._replay
        if not found or not found.step:
            paint_variant(self.app, self._variant)
            return
        self._look.load_colors(found.player)
        tiles.clear(self.app.board.pixels)
        for tile in range(tiles.TILES):
            place = tile + self._page * tiles.TILES
            if (found.kept | found.free) >> place & 1:
                state = tiles.DULL if found.turn_over else tiles.SCORES
                state = tiles.KEPT if found.kept >> place & 1 else state
                self._look.paint(tile, place, found.game.faces[place], state)
        tiles.page_mark(self.app.board.pixels, self._page, 2 if found.game.dice > tiles.TILES else 1)

    def draw(self) -> None:
        """Draws who did what, and the points of the turn so far; before the first action the last scores of the log."""
        canvas, found = self.app.canvas, self._replay
        if not found:
            return
        if found.step:
            game = found.game
            self.head(found.names[found.player], points_text(game.scores[found.player]))
            lines = wrap(events_text(found.happened, found.names) or "starts fresh")
            if game.points and not found.turn_over and len(lines) < 3:
                canvas.center_large(3, points_text(game.points))
            x = canvas.at(canvas.cap(0, 5, "1") + 3, 5, "turn back")
            canvas.at(canvas.cap(x + 4, 5, "2") + 3, 5, "turn on")
            canvas.at(canvas.cap(0, 6, "MENU") + 4, 6, "leave")
            if game.dice > tiles.TILES:
                canvas.at(canvas.cap(68, 6, "6") + 3, 6, "page")
            else:
                canvas.right(6, f"step {found.step}")
        else:
            seats = sorted(self._ends)
            self.head(self._variant.title)
            lines = ["Last scores:" if seats else "No turn is over."]
            draw_scores(canvas, [found.names[seat] for seat in seats], [self._ends[seat] for seat in seats])
            if seats and self._can_judge:
                canvas.at(canvas.cap(_RIGHT, 2, "3") + 3, 2, "luck")
        canvas.write_centered(1, lines[:4])
        self.app.canvas.choice("next" if self._more else "", "back" if found.step else "leave")
