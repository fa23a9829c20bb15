"""Consoles with settings and saved groups, and games that are started and won on them."""

from typing import Any

from host_tests.game_fixture import NAMES
from host_tests.scripted_player import BANK, ROLL, ScriptedPlayer
from sixpip.app.game.session import Session
from sixpip.app.menus import player_names
from sixpip.rules.setup.variants import VARIANTS
from sixpip.storage.records import Store

LEAVE = 5
HALF_MINUTE, MINUTE = 1, 2
BEST_OF_3, BEST_OF_5 = 1, 2


def session_of(player: ScriptedPlayer) -> Session:
    """Returns the session of the game in play."""
    assert player.app.session is not None
    return player.app.session


def group_of(players: int, **changes: Any) -> dict[str, Any]:
    """Returns the record of a group of persons."""
    persons = [0] * players
    return {"names": list(NAMES[:players]), "seats": persons, "ahead": persons, "teams": 0, **changes}


def console(folder: object, settings: dict[str, int] | None = None, *saved: dict[str, Any]) -> ScriptedPlayer:
    """Switches a console on with settings and saved groups."""
    store = Store(str(folder))
    store.save("settings", {"bright": 2, "sound": 2, "tumble": 0, **(settings or {})})
    if saved:
        store.save(player_names.GROUPS, list(saved))
    return ScriptedPlayer(str(folder))


def start(player: ScriptedPlayer, variant: str, players: int) -> ScriptedPlayer:
    """Starts a game of a variant from the boot menu; the first seat throws first."""
    title = next(known.title for known in VARIANTS if known.name == variant)
    player.pick(title).press(players - 1, ROLL)
    player.wait(400)
    return player


def win(player: ScriptedPlayer) -> ScriptedPlayer:
    """Ends a game of Pure with a win of the player whose turn it is."""
    game = session_of(player).game
    game.scores[game.player] = 9900
    player.wait(400)
    return player.throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL)


def teams(folder: object, players: int = 4, **settings: int) -> ScriptedPlayer:
    """Starts a game of Pure in teams of two."""
    return start(console(folder, settings, group_of(players, teams=1)), "pure", players)
