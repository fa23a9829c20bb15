"""Opens the saved game after power-on; where the memory ran out before, with less than it had, or the boot menu.

A console whose memory has run out counts the failure and restarts (app.run, main.py). Each failed start gives up
something more, and what has been given up is saved with the game, so no attempt is made twice: first the coach, then
the tables of Master, which plays like Steady without them. At last the game is parked, and the boot menu opens.
"""

from sixpip.app.game.session import COACH_OFF, RECORD
from sixpip.players.menus.styles import MASTER
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.actions import OVER
from sixpip.storage.records import StorageError, trouble_of

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.app.game.session import Session

_PARKS = const(4)  # failures of this start after which the saved game is not read any more
_SETS_ASIDE = const(5)  # and after which it is not parked either, but renamed to a file that is never read
_TRY_AGAIN = "The memory ran out, so the console has started again. If this happens once more, try fewer house rules."


def open_first(app: "App", without_game: bool) -> str:
    """Opens the saved game, else the boot menu; returns "" or a sentence for the player.

    `without_game`: parks the saved game and opens the boot menu.
    """
    board = app.board
    if not app.store.has(RECORD):
        words = _TRY_AGAIN if board.failures else ""
        app.open_game(None)
        return words
    failed = board.failures - 1  # the first failure calls for a restart only
    session = None
    words = ""
    puts_away = without_game or failed >= _PARKS
    if not puts_away:
        from sixpip.app.setup.resume import resume

        session = resume(app.store)
        if session:
            app.wins = session.wins
            had_coach = session.coach
            puts_away = not _fit(app, session, failed)
            if session.plain_master:
                had_coach = had_coach or app.settings.values["coach"]  # given up in an earlier start
            words = in_words(had_coach and not session.coach, session.plain_master)
        else:
            words = app.store.refusal(RECORD)
    if puts_away:
        session = None
        words = _put_away(app, failed)
    app.open_game(session)  # this module may be unloaded now
    return words


def _fit(app: "App", session: "Session", failed: int) -> bool:
    """Gives up what `failed` starts and the free memory call for, and saves that; False where nothing is left."""
    for _ in range(failed):
        if not _use_less_memory(session):
            return False
    while session.game.stage != OVER and not session.reserve_memory():
        session.release_players()
        if not _use_less_memory(session):
            return False
    if session.unsaved and not trouble_of(lambda: session.save(app.store)):  # else the app reports it when it saves
        app.board.failures = min(app.board.failures, 1)  # the next failure is the first of this start
    return True


def _use_less_memory(session: "Session") -> bool:
    """Gives up the coach or, without one, the tables of Master; False where there is neither."""
    from sixpip.players.menus.styles import TABLES

    if session.coach:
        session.coach = COACH_OFF
    elif MASTER in session.seats and TABLES[session.engine] and not session.plain_master:
        session.plain_master = True
    else:
        return False
    session.unsaved = True
    return True


def in_words(without_coach: "bool | int", plain_master: bool) -> str:
    """What has been given up in this game, "" for nothing."""
    plain = "Master plays like Steady in this game"
    if without_coach and plain_master:
        return f"Too little memory: the coach is off and {plain}."
    if without_coach:
        return "Too little memory: the coach is off in this game."
    return f"Too little memory: {plain}." if plain_master else ""


def _put_away(app: "App", failed: int) -> str:
    """Parks the saved game without restoring it, else sets its file aside; returns a sentence about that."""
    trouble = ""
    if failed < _SETS_ASIDE:
        from sixpip.app.setup.parking import park_record

        try:
            parked = park_record(app.store)
        except StorageError as error:
            parked, trouble = False, error.args[0]
        if parked:
            where = "the game is parked. To go on, choose it in the menu."
            return f"Too little memory: {where}" if failed > 0 else "T" + where[1:]
    refusal = app.store.refusal(RECORD)  # a game of a later format stays
    if not refusal:
        app.store.set_aside(RECORD, trouble or "too little memory")  # the app reports that
    return refusal
