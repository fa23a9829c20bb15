"""A player for tests and pictures: presses the buttons of a console on a FakeBoard and waits until it rests."""

from collections.abc import Sequence

from sixpip.app.app import App
from sixpip.app.settings import FIRST_TURN, SECOND_TURN
from sixpip.rules.rulebook.variants import variant_named
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.screens.ten_thousand.screen import TenThousandScreen
from tools.play.host.fake import FakeBoard
from tools.play.host.screen_reader import ScreenReader

KEEPS = (0, 1, 2, 3, 4, 5)
ROLL, BANK, MENU = 6, 7, 8


class ScriptedPlayer(ScreenReader):
    """Plays on a FakeBoard with its storage in `folder`."""

    def __init__(self, folder: str, dice: Sequence[int] = (), seed: int = 1, is_first_game: bool = False) -> None:
        """Switches a console on; `dice`: the faces thrown first; `seed`: of the random dice after them.

        `is_first_game`: the first two turns are explained.
        """
        self.board = FakeBoard(folder, dice, seed)
        self.app = App(self.board)
        if not is_first_game:
            self.app.settings.values["hinted"] |= FIRST_TURN | SECOND_TURN
        self.settle()

    def oled(self) -> bytes:
        """Returns what the OLED of the board shows."""
        return bytes(self.board.oled_shown)

    def press(self, *buttons: int) -> "ScriptedPlayer":
        """Presses buttons one after another; after each one waits until the console rests."""
        for button in buttons:
            self.tap(button)
            self.settle()
        return self

    def tap(self, button: int) -> None:
        """Presses one button and runs one frame."""
        self.board.press(button)
        self.app.step()

    def settle(self, limit_ms: int = 6000) -> None:
        """Runs the console until two rounds show nothing new, for `limit_ms` at most (a light show never rests).

        Rounds that take no time do not count: the console works ahead in them.
        """
        until = self.board.elapsed_ms + limit_ms
        still = 0
        while still < 2 and self.board.elapsed_ms < until:
            before, before_ms = self.board.tile_shows, self.board.elapsed_ms
            self.app.step()
            if self.board.tile_shows != before or self.board.presses_left:
                still = 0
            elif self.board.elapsed_ms != before_ms:
                still += 1

    def wait(self, ms: int) -> None:
        """Runs the console for `ms` without a press."""
        until = self.board.elapsed_ms + ms
        while self.board.elapsed_ms < until:
            self.app.step()

    def throw(self, *faces: int) -> "ScriptedPlayer":
        """Presses ROLL; the dice thrown show these faces."""
        self.board.roll_next(*faces)
        return self.press(ROLL)

    def keep(self, *faces: int) -> "ScriptedPlayer":
        """Presses the KEEP buttons under dice of the last roll that show these faces and are not chosen yet."""
        for face in faces:
            self.press(self.place_of(face))
        return self

    def place_of(self, face: int) -> int:
        """Returns the KEEP button under the first die of the last roll that shows `face` and is not chosen yet."""
        session = self.app.session
        assert session is not None
        game = session.game
        assert isinstance(game, TenThousandGame)
        screen = self.app.screen
        chosen = screen.decision.chosen if isinstance(screen, TenThousandScreen) else 0
        for place in KEEPS:
            if game.rolled >> place & 1 and not chosen >> place & 1 and game.faces[place] == face - 1:
                return place
        raise AssertionError(f"no die of the last roll shows a {face} that is not chosen yet")

    def start(self, players: int = 2, variant: str = "dice-10000") -> "ScriptedPlayer":
        """Starts a game of a variant for people only from the boot menu."""
        self.pick(variant_named(variant).title).press(players - 1)
        if "AGAINST" in self.lines[0]:
            self.pick("Play alone")
        else:
            self.press(ROLL)
        self.wait(400)
        return self

    def pick(self, words: str) -> "ScriptedPlayer":
        """Turns the pages of a list to a line that begins with `words` and presses its KEEP button. Raises Stuck."""
        return self.press(self.find_line(words, lambda: self.press(MENU)))

    @property
    def screen(self) -> str:
        """The text on the OLED, rows joined by |."""
        return "|".join(line for line in self.lines if line)
