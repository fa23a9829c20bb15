"""Which screens a game has, by the engine that plays it. They are imported when they are needed: memory is short."""

from sixpip.port import ALL, forget, tidy
from sixpip.rules.engines import part
from sixpip.rules.tables import PHASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sixpip.console.app import App
    from sixpip.console.screen import Screen
    from sixpip.rules.tables import Table


_PARTS = (
    "rules.combos rules.sheet rules.house.houses rules.position rules.game rules.lines console.tray console.keeps"
    " console.asking console.pages console.telling players.odds console.play"
)
_PHASE_PARTS = (
    "rules.phases.best rules.phases.order rules.phases.position rules.phases.game rules.phases.lines console.tray"
    " console.phases.tray console.phases.pages console.phases.telling console.phases.play"
)


def fetch(table: "Table", step: int) -> bool:
    """Import the next part of what plays a game with these dice; True while there is more.

    On the Pico all of it takes most of a second, one part about a tenth: between two a press can be answered.
    """
    parts = (_PHASE_PARTS if table is PHASE else _PARTS).split()
    if step < len(parts):
        __import__("sixpip." + parts[step])
    elif step == len(parts):
        tidy()  # imports leave much: now, so that it is not to be done while a press waits for the game to start
    return step < len(parts)


NOT_IN_PLAY = (
    ("sixpip.console.selftest.", "order step lights checks"),
    (
        "sixpip.console.",
        "boot seats names rule_choice house_rules own_variants pause ranking settings_screen workshop selftest",
    ),
    ("sixpip.console.phases.", "sheet"),
    ("sixpip.rules.", "variants options option conflicts saved restore custom strict_json"),
    ("sixpip.storage.", "mending space"),
    ("sixpip.view.", "shows"),
)
"""What stands between games: the menus, and what only a new game asks for. By package."""
_FAMILY = (
    ("sixpip.console.", "play telling asking pages keeps strip calls"),
    ("sixpip.players.", ALL),
    ("sixpip.rules.", "game position sheet combos lines"),
    ("sixpip.rules.house.", ALL),
)
_PHASES = (("sixpip.console.phases.", ALL), ("sixpip.rules.phases.", ALL))


def make_room(table: "Table") -> None:
    """Give back the memory of what a game with these dice does not need: menus, and what plays the other games."""
    for package, names in NOT_IN_PLAY + (_FAMILY if table is PHASE else _PHASES):
        forget(package, names)


def play(app: "App") -> "Screen":
    """The screen of the game that the console has in hand."""
    if app.session is None:
        raise ValueError("no game to play")
    table = app.session.game.table
    make_room(table)
    part(table, "lines")  # wanted at the first roll, when there is no time for an import
    if table is PHASE:
        from sixpip.console.phases.play import PhaseScreen

        return PhaseScreen(app)
    from sixpip.console.play import PlayScreen

    return PlayScreen(app)


def ranking(app: "App") -> "Screen":
    """The screen that ends the game that the console has in hand."""
    session = app.session
    if session is None:
        raise ValueError("no game has ended")
    if session.game.table is PHASE:
        from sixpip.console.phases.sheet import PhaseRanking

        return PhaseRanking(app, session)
    from sixpip.console.ranking import Ranking

    return Ranking(app, session)


def scores(app: "App", after: "Screen") -> "Screen":
    """The screen that says how the game in hand stands."""
    session = app.session
    if session and session.game.table is PHASE:
        from sixpip.console.phases.sheet import SheetScreen

        return SheetScreen(app, session, after, session.game.player)
    from sixpip.console.pause import Scores

    return Scores(app, after)
