"""A scripted person at the console: presses buttons, waits until the screen rests, reads it."""

from collections.abc import Sequence

from sixpip.app.app import App
from sixpip.rules.ten_thousand.game import Game
from sixpip.rules.variants import find
from sixpip.screens.ten_thousand.turn_screen import TurnScreen
from sixpip.view import faces, tiles
from tools.host.fake import FakeBoard
from tools.screen_reader import ScreenReader

KEEPS = (0, 1, 2, 3, 4, 5)
ROLL, BANK, MENU = 6, 7, 8


class ScriptedPlayer(ScreenReader):
    """Plays on a FakeBoard with its storage in `folder`."""

    def __init__(self, folder: str, dice: Sequence[int] = (), seed: int = 1) -> None:
        """Switches a console on; `dice` are the faces that fall first, then a stream from `seed`."""
        self.board = FakeBoard(folder, dice, seed)
        self.app = App(self.board)
        self.settle()

    def oled(self) -> bytes:
        """From the board."""
        return bytes(self.board.oled_shown)

    def press(self, *buttons: int) -> "ScriptedPlayer":
        """Press buttons one after another, each time waiting until the console rests."""
        for button in buttons:
            self.tap(button)
            self.settle()
        return self

    def tap(self, button: int) -> None:
        """Press one button and look at the very next frame."""
        self.board.press(button)
        self.app.step()

    def settle(self, limit_ms: int = 6000) -> None:
        """Let time pass until two rounds bring nothing new, or `limit_ms` are over (a light show goes on).

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
        """Do nothing for a while, the console running."""
        until = self.board.elapsed_ms + ms
        while self.board.elapsed_ms < until:
            self.app.step()

    def throw(self, *faces: int) -> "ScriptedPlayer":
        """Press ROLL and let these dice fall."""
        self.board.roll_next(*faces)
        return self.press(ROLL)

    def keep(self, *faces: int) -> "ScriptedPlayer":
        """Press the KEEP buttons under dice of the last roll that show these faces and are not chosen yet."""
        for face in faces:
            self.press(self.place_of(face))
        return self

    def place_of(self, face: int) -> int:
        """The KEEP button under such a die."""
        session = self.app.session
        assert session is not None
        game = session.game
        assert isinstance(game, Game)
        screen = self.app.screen
        chosen = screen.decision.chosen if isinstance(screen, TurnScreen) else 0
        for place in KEEPS:
            if game.rolled >> place & 1 and not chosen >> place & 1 and game.faces[place] == face - 1:
                return place
        raise AssertionError(f"no free {face} lies on the table")

    def start(self, players: int = 2, variant: str = "dice-10000") -> "ScriptedPlayer":
        """From the boot menu into a game of a variant by its house rules."""
        self.pick(find(variant).title).press(players - 1, ROLL)
        self.wait(400)
        return self

    def pick(self, words: str) -> "ScriptedPlayer":
        """In a list, turn pages until a line begins with `words`, and press the KEEP button beside it. Raises Stuck."""
        return self.press(self.find_line(words, lambda: self.press(MENU)))

    @property
    def screen(self) -> str:
        """All the OLED says, rows joined by |."""
        return "|".join(line for line in self.lines if line)


def tile(person: ScriptedPlayer, number: int) -> bytes:
    """The pixels of one tile."""
    return bytes(person.board.pixels[number * 64 : number * 64 + 64])


def painted(name: str, kind: str) -> bytes:
    """The pixels of a tile with a face on it."""
    pixels = bytearray(384)
    tiles.paint(pixels, 0, faces.face(name, kind), tiles.SCORES)
    return bytes(pixels[:64])
