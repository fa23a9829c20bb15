"""Opens the saved game after power-on; on request, or after the memory ran out twice in a row, the boot menu."""

from sixpip.app.games.session import RECORD
from sixpip.port import TYPE_CHECKING
from sixpip.storage.records import StorageError

if TYPE_CHECKING:
    from sixpip.app.app import App


def open_first(app: "App", without_game: bool) -> str:
    """Opens the saved game, else the boot menu; returns "" or a sentence for the player.

    `without_game`: parks the saved game and opens the boot menu.
    """
    session = None
    words = ""
    if app.store.has(RECORD):
        if without_game or app.leaves_out:
            words = _put_away(app)
        else:
            from sixpip.app.games.game_start import resume_saved

            session = resume_saved(app)
            words = "" if session else app.store.refusal(RECORD)
            app.wins = session.wins if session else {}
    elif app.board.failures:
        words = "The memory ran out, so the console has started again."
    app.open_game(session)
    return words


def _put_away(app: "App") -> str:
    """Parks the saved game without restoring it, else sets its file aside; returns a sentence about that."""
    from sixpip.app.games.parking import park_record

    trouble = ""
    try:
        if park_record(app.store):
            why = "The memory ran out twice, so the game" if app.leaves_out else "The game"
            return why + " is parked. To go on, choose it in the menu."
    except StorageError as error:
        trouble = error.args[0]
    refusal = app.store.refusal(RECORD)  # a game of a later format stays
    if not refusal:
        app.store.set_aside(RECORD, trouble or "the memory ran out")  # the app reports that
    return refusal
