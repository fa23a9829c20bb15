"""Moments around the games in firmware/PLAYING.md: players, house rules, the coach, the end of a game, records."""

from sixpip.app.game.session import COACH_ALWAYS, Session
from sixpip.app.menus import player_names
from sixpip.players.menus.styles import NAMES as COMPUTERS
from sixpip.rules import actions
from sixpip.rules.ten_thousand.game import Game
from sixpip.screens.menus.ranking import Ranking
from sixpip.storage.records import Store
from tools.play.host.screen_reader import buttons_under
from tools.play.host.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from tools.publish.pictures.games import NAMES, Moment, seated

_ENOUGH = (300, 650)
"""The points of a turn at which ANNA and BEN bank."""


def _group(folder: str, *names: str, ahead: int = 0) -> ScriptedPlayer:
    """Switches a console on that remembers a group, and chooses its count of players. `ahead`: BEN's head start."""
    seats = [COMPUTERS.index(name) if name in COMPUTERS else 0 for name in names]
    record = {"names": list(names), "seats": seats, "ahead": [0, ahead, 0, 0], "teams": 0}
    Store(folder).save(player_names.GROUPS, [record])
    return ScriptedPlayer(folder).press(0, len(names) - 1)


def _coach(folder: str) -> ScriptedPlayer:
    game = Game("farkle", {"start": "seated"}, 2)
    game.scores[:] = [3000, 1000]
    session = Session(game, list(NAMES))
    session.coach = COACH_ALWAYS
    return seated(folder, session).throw(1, 1, 5, 5, 3, 4)


def _finished(folder: str) -> ScriptedPlayer:
    """Plays a game of Farkle to its end; the dice roll without an animation."""
    Store(folder).save("settings", {"tumble": 2})
    player = seated(folder, Session(Game("farkle", {}, 2), list(NAMES)))
    while not isinstance(player.app.screen, Ranking):
        _play_action(player)
    return player


def game_of(player: ScriptedPlayer) -> Game:
    """Returns the game of the ten-thousand family in play."""
    assert player.app.session is not None and isinstance(player.app.session.game, Game)
    return player.app.session.game


def _play_action(player: ScriptedPlayer) -> None:
    """Keeps the best dice and rolls on, or banks when the points are enough; ROLL leaves all other pages."""
    game = game_of(player)
    if actions.KEEP not in game.legal():
        player.press(ROLL)
        return
    keep = game.best_keep()
    points = game.points + game.keep_points(keep)
    if game.bank_refusal(keep) is None and points >= _ENOUGH[game.player]:
        player.press(BANK)
    else:
        player.press(*buttons_under(keep), ROLL)


MOMENTS: dict[str, Moment] = {
    "players": lambda folder: _group(folder, "ANNA", "BEN", "Steady", "Bold", ahead=2),
    "house-rules": lambda folder: (
        ScriptedPlayer(folder)
        .press(0, 1, MENU, 0)
        .pick("Hot dice")
        .press(ROLL, BANK)
        .pick("To get in")
        .press(ROLL, BANK)
    ),
    "evening": lambda folder: _group(folder, "ANNA", "BEN", "CLARA", "DAVID").press(MENU, 1, 3, 3),
    "coach": _coach,
    "switch-off": lambda folder: (
        seated(folder, Session(Game("dice-10000", {}, 2), list(NAMES)))
        .throw(1, 4, 4, 2, 4, 6)
        .press(MENU, MENU)
        .pick("Switch off")
    ),
    "curves": lambda folder: _finished(folder).press(MENU),
    "records": lambda folder: _finished(folder).press(BANK).pick("Records").pick("Farkle"),
}
"""By the name of the picture."""
