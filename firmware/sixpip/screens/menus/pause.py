"""The pause menu of a game, and its questions: before a decision is taken back, and before another game is lost."""

from sixpip.app.settings import find
from sixpip.board.contract import MENU
from sixpip.port import TYPE_CHECKING, Stopwatch, const
from sixpip.rules.game import actions
from sixpip.screens.menus.menu import Menu, Page, draw_scores

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.app.app import App

HOLD_MS = const(500)
"""How long MENU is held until the points table opens."""
_PAGE = const(6)
_SCORES = "Scores"
_HINT = "Hint"
_LEAVE = "Leave: go on later"
_COACH = "Coach: "
_SCREENS = {
    "How to play": "how_to_play",
    "Settings": "settings",
    "House rules": "house_rules",
    "Last turn": "last_turn",
    "Switch off": "switch_off",
    "Undo": "take_back",
}
"""The screens that lines of the menu open."""

_DEEDS = {
    actions.KEEP: "kept dice",
    actions.BANK: "banked",
    actions.FRESH: "started fresh",
    actions.CALL: "called the roll",
    actions.STOP: "ended the turn",
}
"""What was done by the decision that can be taken back; other actions took dice."""


class Pause(Menu):
    """MENU in a game: play on, scores, how to play, settings, a hint, leave; on the next page what is rarer.

    The turn stays as it is. Holding MENU on turns the menu into the points table.
    """

    title = "PAUSE"
    bank = "play on"

    def __init__(self, app: "App", hint: "Callable[[], None]") -> None:
        """`hint` shows a hint on the game screen below."""
        super().__init__(app)
        self._hint = hint
        self._held = True  # the press that opened the menu goes on
        self._watch = Stopwatch()
        self._watch.start(app.board.ticks_ms())

    def press(self, button: int) -> None:
        """Picks a line, moves the mark or goes back."""
        self._held = False
        super().press(button)

    def tick(self, now_ms: int) -> bool:
        """Opens the points table while MENU is held on; True as long as it may be."""
        self._held = self._held and bool(self.app.board.held() >> MENU & 1)
        if self._held and self._watch.step(now_ms) >= HOLD_MS:
            self.app.replace("points_table")
        return self._held

    def lines(self) -> "list[str]":
        """What a player can do."""
        coach = self.app.session.coach if self.app.session else 0
        return [
            "Play on",
            _SCORES,
            "How to play",
            "Settings",
            _HINT,
            _LEAVE,
            "House rules",
            _COACH + find("coach").choices[coach],
            "Last turn",
            "Switch off",
        ] + (["Undo"] if self._can_take_back() else [])

    def _can_take_back(self) -> bool:
        """Whether the last decision can be taken back."""
        app = self.app
        return bool(app.session and app.session.undo and not app.settings.values["undo"])

    def draw(self) -> None:
        """Draws the list; its title shows where a decision can be taken back."""
        super().draw()
        if self.at < _PAGE and self._can_take_back():
            self.head(self.title, "MENU: undo")

    def pick(self, line: int) -> None:
        """Opens the screen of a line."""
        app = self.app
        session = app.session
        words = self.lines()[line]
        if words in _SCREENS:
            app.open(_SCREENS[words])
        elif words == _SCORES and session:
            app.open(session.engine + ".scores")
        elif words == _HINT:
            app.close()
            self._hint()
        elif words == _LEAVE:
            self._leave()
        elif words.startswith(_COACH) and session:
            app.settings.values["coach"] = session.coach
            app.settings.change(find("coach"), app.board, app.sound)
            session.coach = app.settings.values["coach"]
            session.unsaved = True
        else:
            app.close()

    def _leave(self) -> None:
        """Parks the game; asks first if another one is lost by that."""
        app = self.app
        app.acknowledge_press()
        if not app.session:
            return
        from sixpip.app.setup import parking  # once in a game at most

        lost = parking.lost_by_leaving(app.store, app.session)
        if lost:
            app.open("leave_game", lost)
        else:
            parking.leave_game(app)


class LeaveGame(Page):
    """Asks before a game is left, when there is no room to park it: the scores of one game are lost."""

    title = "LEAVE THE GAME?"
    roll = "leave"
    bank = "stay"

    def __init__(self, app: "App", lost: "tuple[str, list[str], list[int]]") -> None:
        """`lost`: as parking.lost_by_leaving returns it."""
        super().__init__(app)
        self._reason, self._names, self._scores = lost

    def draw(self) -> None:
        """Draws the page, and the scores of the game that is lost."""
        super().draw()
        self.app.canvas.center(2, self._reason)
        draw_scores(self.app.canvas, self._names, self._scores)

    def confirm(self) -> None:
        """Leaves the game."""
        self.app.acknowledge_press()  # the import takes a while
        from sixpip.app.setup import parking

        parking.leave_game(self.app)


class TakeBack(Page):
    """Names the decision; ROLL takes it back and goes to the game."""

    title = "UNDO?"
    words = ("", "", "", "Then choose again,", "with the same dice.")
    roll = "yes"
    bank = "no"

    def __init__(self, app: "App") -> None:
        """The decision is that of Session.undo. Raises ValueError when there is none."""
        super().__init__(app)
        session = app.session
        if session is None or session.undo is None:
            raise ValueError("nothing can be taken back")
        _, action, _, player, _, _ = session.undo
        self._session = session
        self._name = session.names[player]
        self._deed = _DEEDS.get(action[0], "took the dice")

    def confirm(self) -> None:
        """Takes it back."""
        from sixpip.app.game.session import take_back  # not before it is certain

        take_back(self._session)
        self.app.close()
        self.app.close()  # the pause menu
        self.app.screen.refresh()

    def draw(self) -> None:
        """Draws whose decision it is, and which."""
        super().draw()
        self.app.canvas.center(1, self._name)
        self.app.canvas.center(2, self._deed)
