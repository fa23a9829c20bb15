"""The scripted player of tools/play/host for the tests, and the pixels of single tiles to compare with."""

from sixpip.app.app import App
from sixpip.view import faces, tiles
from tools.play.host.fake import FakeBoard
from tools.play.host.scripted_player import BANK as BANK
from tools.play.host.scripted_player import KEEPS as KEEPS
from tools.play.host.scripted_player import MENU as MENU
from tools.play.host.scripted_player import ROLL as ROLL
from tools.play.host.scripted_player import ScriptedPlayer as ScriptedPlayer


def on_board(board: FakeBoard) -> ScriptedPlayer:
    """Switches a console on with this board, without waiting until it rests."""
    player = ScriptedPlayer.__new__(ScriptedPlayer)
    player.board, player.app = board, App(board)
    return player


def tile_pixels(player: ScriptedPlayer, number: int) -> bytes:
    """Returns the 64 pixels of one tile."""
    return bytes(player.board.pixels[number * 64 : number * 64 + 64])


def face_pixels(name: str, kind: str) -> bytes:
    pixels = bytearray(384)
    tiles.paint(pixels, 0, faces.face(name, kind), tiles.SCORES)
    return bytes(pixels[:64])
