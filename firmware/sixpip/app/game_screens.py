"""Which screens a game has, by the engine that plays it. They are imported when they are needed: memory is short."""

from sixpip.port import ALL, TYPE_CHECKING, forget, tidy
from sixpip.rules.dice_sets import PHASE

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.dice_sets import DiceSet
    from sixpip.screens.screen import Screen


_PARTS = "rules.ten_thousand.game rules.ten_thousand.log_format screens.ten_thousand.play"
_PHASE_PARTS = "rules.phase_ten.game rules.phase_ten.log_format screens.phase_ten.play"


def fetch(dice_set: "DiceSet", step: int) -> bool:
    """Import the next part of what plays a game with these dice; True while there is more.

    On the Pico all of it takes most of a second, one part about a tenth: between two a press can be answered.
    """
    parts = (_PHASE_PARTS if dice_set is PHASE else _PARTS).split()
    if step < len(parts):
        __import__("sixpip." + parts[step])
    elif step == len(parts):
        tidy()  # imports leave much: now, so that it is not to be done while a press waits for the game to start
    return step < len(parts)


NOT_IN_PLAY = (
    ("sixpip.screens.self_test.", "order step lights checks"),
    (
        "sixpip.app.",
        "boot seats names rule_choice house_rules own_variants pause ranking settings_screen workshop selftest",
    ),
    ("sixpip.screens.phase_ten.", "sheet"),
    ("sixpip.rules.", "variants options option conflicts saved restore custom strict_json"),
    ("sixpip.storage.", "mending space"),
    ("sixpip.view.", "shows"),
)
"""What stands between games: the menus, and what only a new game asks for. By package."""
_FAMILY = (
    ("sixpip.app.", "play telling asking pages keeps strip calls"),
    ("sixpip.players.", ALL),
    ("sixpip.rules.", "game position sheet combos lines"),
    ("sixpip.rules.ten_thousand.house_rules.", ALL),
)
_PHASES = (("sixpip.screens.phase_ten.", ALL), ("sixpip.rules.phase_ten.", ALL))


def make_room(dice_set: "DiceSet") -> None:
    """Give back the memory of what a game with these dice does not need: menus, and what plays the other games."""
    for package, names in NOT_IN_PLAY + (_FAMILY if dice_set is PHASE else _PHASES):
        forget(package, names)


def play(app: "App") -> "Screen":
    """The screen of the game that the console has in hand."""
    if app.session is None:
        raise ValueError("no game to play")
    dice_set = app.session.game.dice_set
    make_room(dice_set)
    if dice_set is PHASE:
        from sixpip.screens.phase_ten.play import PhaseScreen

        return PhaseScreen(app)
    from sixpip.screens.ten_thousand.play import PlayScreen

    return PlayScreen(app)


def ranking(app: "App") -> "Screen":
    """The screen that ends the game that the console has in hand."""
    session = app.session
    if session is None:
        raise ValueError("no game has ended")
    if session.game.dice_set is PHASE:
        from sixpip.screens.phase_ten.score_sheet import PhaseRanking

        return PhaseRanking(app, session)
    from sixpip.screens.ranking import Ranking

    return Ranking(app, session)


def scores(app: "App", after: "Screen") -> "Screen":
    """The screen that says how the game in hand stands."""
    session = app.session
    if session and session.game.dice_set is PHASE:
        from sixpip.screens.phase_ten.score_sheet import ScoreSheet

        return ScoreSheet(app, session, after, session.game.player)
    from sixpip.screens.pause import Scores

    return Scores(app, after)
