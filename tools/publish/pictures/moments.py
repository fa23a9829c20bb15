"""The moments in firmware/PLAYING.md: a scripted player at the buttons plays the firmware up to each."""

from collections.abc import Callable, Sequence
from typing import Any

from sixpip.app.games.session import COACH_ALWAYS, Session
from sixpip.app.people import player_names
from sixpip.app.settings import SIMPLE_RULE
from sixpip.players.styles import NAMES as COMPUTERS
from sixpip.rules.core import actions
from sixpip.rules.phase_ten.game import PhaseTenGame
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.screens.play.ranking import Ranking
from sixpip.storage.record_store import Store
from tools.play.host.screen_reader import buttons_under
from tools.play.host.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer

Moment = Callable[[str], ScriptedPlayer]
"""Plays up to a moment on a new console with its storage in a folder."""

NAMES = ("ANNA", "BEN")
_POINTS_A_TURN = 500
PAUSE_MS = 400
"""The console ignores ROLL for a moment when the next player takes over."""


def seated(folder: str, session: Session) -> ScriptedPlayer:
    """Switches a console on at a saved game, and waits until it takes a press."""
    session.save(Store(folder))
    player = ScriptedPlayer(folder)
    player.wait(PAUSE_MS)
    return player


def game(folder: str, variant: str, scores: Sequence[int] = (4350, 3200), **rules: Any) -> ScriptedPlayer:
    """Switches a console on at the turn of ANNA in a game with these scores."""
    started = TenThousandGame(variant, {"start": "seated", **rules}, len(scores))
    started.scores[:] = scores
    started.opened[:] = [score > 0 for score in scores]
    started.turns[:] = [score // _POINTS_A_TURN for score in scores]
    return seated(folder, Session(started, list(NAMES[: len(scores)])))


def phase_ten(folder: str, phase: int, score: int) -> ScriptedPlayer:
    """Switches a console on at the turn of ANNA in a game of Phase 10."""
    started = PhaseTenGame("phase-10", {"start": "seated"}, 2)
    for seat in range(2):
        started.phases[seat] = phase
        started.boxes[seat][: phase - 1] = [score // (phase - 1)] * (phase - 1)
        started.scores[seat] = score // (phase - 1) * (phase - 1)
    return seated(folder, Session(started, list(NAMES)))


def next_player(player: ScriptedPlayer, pages: int = 1) -> ScriptedPlayer:
    """Leaves the pages with the result of a turn."""
    player.press(*[ROLL] * pages)
    player.wait(PAUSE_MS)
    return player


def _offer(folder: str) -> ScriptedPlayer:
    player = game(folder, "dice-10000").throw(1, 1, 1, 5, 2, 3).keep(1, 1, 1, 5)
    return next_player(player.press(BANK))


def _to_beat(folder: str) -> ScriptedPlayer:
    player = game(folder, "ten-grand", (9600, 9300)).throw(6, 6, 6, 4, 3, 1).press(BANK)
    return next_player(player, pages=2).throw(2, 2, 2, 5, 4, 3).keep(2, 2, 2)


def _both_pages(folder: str) -> ScriptedPlayer:
    player = game(folder, "seven-dice").throw(1, 4, 4, 2, 4, 6, 5).keep(4, 4, 4)
    return player.press(KEEPS[-1])


def _two_aside(folder: str) -> ScriptedPlayer:
    """The sides thrown show 8 8 9 8 5 6 W W 3 1."""
    return phase_ten(folder, 2, 42).throw(4, 4, 5, 4, 1, 2, 6, 5, 3, 1).press(0, 1)


def _winner(folder: str) -> ScriptedPlayer:
    """The light show for the winner runs on the dice."""
    player = game(folder, "pure", (9450, 9200)).throw(5, 5, 5, 2, 1, 3).keep(5, 5, 5, 1).press(BANK)
    player.tap(ROLL)
    player.wait(1200)
    return player


_ENOUGH = (300, 650)
"""The points of a turn at which ANNA and BEN bank."""


def _group(folder: str, *names: str, ahead: int = 0) -> ScriptedPlayer:
    """Switches a console on that remembers a group, and chooses its count of players. `ahead`: BEN's head start."""
    seats = [COMPUTERS.index(name) if name in COMPUTERS else 0 for name in names]
    record = {"names": list(names), "seats": seats, "ahead": [0, ahead, 0, 0], "teams": 0}
    Store(folder).save(player_names.GROUPS, [record])
    return ScriptedPlayer(folder).press(0, len(names) - 1)


def _coach(folder: str) -> ScriptedPlayer:
    game = TenThousandGame("farkle", {"start": "seated"}, 2)
    game.scores[:] = [3000, 1000]
    session = Session(game, list(NAMES))
    session.coach = COACH_ALWAYS
    Store(folder).save("settings", {"hinted": SIMPLE_RULE})  # else the coach begins with it
    return seated(folder, session).throw(1, 1, 5, 5, 3, 4)


def _finished(folder: str) -> ScriptedPlayer:
    """Plays a game of Farkle to its end; the dice roll without an animation."""
    Store(folder).save("settings", {"tumble": 2})
    player = seated(folder, Session(TenThousandGame("farkle", {}, 2), list(NAMES)))
    while not isinstance(player.app.screen, Ranking):
        _play_action(player)
    return player


def game_of(player: ScriptedPlayer) -> TenThousandGame:
    """Returns the game of the ten-thousand family in play."""
    assert player.app.session is not None and isinstance(player.app.session.game, TenThousandGame)
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
    "menu": ScriptedPlayer,
    "rolled": lambda folder: game(folder, "pure").throw(1, 4, 4, 2, 4, 6),
    "kept": lambda folder: game(folder, "pure").throw(1, 4, 4, 2, 4, 6).keep(4, 4, 4),
    "bust": lambda folder: game(folder, "pure").throw(1, 4, 4, 2, 4, 6).keep(4, 4, 4).throw(2, 3, 6),
    "dice-10000": _offer,
    "ten-grand": _to_beat,
    "ten-thousand": lambda folder: game(folder, "ten-thousand").throw(3, 1, 6, 4, 2, 5).press(*KEEPS),
    "family-10000": lambda folder: game(folder, "family-10000", (0, 1450)).throw(6, 6, 2, 6, 3, 4).keep(6, 6, 6),
    "phase-10": _two_aside,
    "seven-dice": _both_pages,
    "five-cubes": lambda folder: game(folder, "five-cubes", (125, 90)).throw(2, 1, 1, 5, 4).press(0, 1, 2),
    "farkle": lambda folder: game(folder, "farkle").throw(3, 3, 4, 4, 6, 6).press(*KEEPS),
    "farkle-retail": lambda folder: game(folder, "farkle-retail").throw(2, 2, 2, 3, 3, 3).press(*KEEPS),
    "farkle-online": lambda folder: game(folder, "farkle-online").throw(3, 3, 5, 3, 3, 2).keep(3, 3, 3, 3),
    "zilch": lambda folder: game(folder, "zilch").throw(2, 2, 3, 3, 4, 6),
    "kingdom": lambda folder: game(folder, "kingdom").throw(4, 2, 1, 5, 3, 3).keep(1, 2, 3, 4, 5),
    "pure": _winner,
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
        seated(folder, Session(TenThousandGame("dice-10000", {}, 2), list(NAMES)))
        .throw(1, 4, 4, 2, 4, 6)
        .press(MENU, MENU)
        .pick("Switch off")
    ),
    "curves": lambda folder: _finished(folder).press(MENU),
    "records": lambda folder: _finished(folder).press(BANK).pick("Records").pick("Farkle"),
}
"""By the name of the picture."""
