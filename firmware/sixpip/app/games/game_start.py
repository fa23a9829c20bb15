"""Starts a game or goes on with one: it is ordered while the menus are open, and made when they are closed.

Also opens the saved game after power-on.
"""

from sixpip.app.games import resume
from sixpip.app.games.lineup import next_match, next_starter, of_record
from sixpip.app.games.parking import logs_in_use, make_way, park_record
from sixpip.app.games.session import LAST, PARKED, RECORD, Session
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import BadOption, sentence
from sixpip.rules.rulebook import options, variants
from sixpip.storage.record_store import StorageError

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App
    from sixpip.app.games.lineup import Lineup
    from sixpip.rules.rulebook.options import Options
    from sixpip.rules.rulebook.variant import Variant

    Order = dict[str, Any]
    """What `make` needs to know of a game, as plain data, because the modules of the menus are dropped before."""


_SAVED = const("saved")  # the name of a parked game that goes on
_AT_POWER_ON = const("")  # the name of the game that was in play when the console was switched off
_RECORDS = const("records")
_STARTER = const("starter")


def start(
    app: "App",
    variant: str,
    overrides: "Options",
    lineup: "Lineup",
    records: "dict[str, object] | None" = None,
    starter: int = -1,
) -> None:
    """Starts a game of `variant` with the house rules in `overrides` over its own; `lineup`: who plays.

    `records` has values by name that are saved along with the game; `starter` is that of engine.new_game. Raises
    BadOption.
    """
    found = variants.variant_named(variant)
    if overrides or any(lineup.head_start):  # the rules of the variant fit together, and take a while to check
        values = options.resolve(found.dice_set, found.options, overrides)
        options.check_head_start(lineup.head_start, len(lineup.names), values)
    order: Order = {"variant": variant, "rules": overrides, _STARTER: starter, _RECORDS: records or {}}
    order.update(lineup.record())
    app.begin(found.dice_set.engine, order)


def make(app: "App", order: "Order") -> "Session | None":
    """Makes the game that was ordered; None where a saved one is damaged (store.damaged names it).

    Raises StorageError.
    """
    if order.get(_SAVED) == _AT_POWER_ON:
        resumed = resume.resume(app.store)
        app.wins = resumed.wins if resumed else {}
        return resumed
    if not app.session and app.store.has(RECORD):  # a game that was refused at power-on
        make_way(app.store)
    if _SAVED in order:
        return resume.resume_parked(app.store, order[_SAVED], app.settings.values["coach"])
    lineup = of_record(order)
    if "variant" in order:
        game = new_game(order["variant"], order["rules"], len(lineup.names), order[_STARTER], lineup.head_start)
    else:
        game = app.playing.game.another(order[_STARTER])
    session = Session(game, lineup.names, 0, lineup.styles)
    session.members = lineup.members
    session.match = lineup.match
    session.wins = app.wins
    session.coach = app.settings.values["coach"]
    session.other_records = dict(order[_RECORDS])
    session.other_records[LAST] = session.as_last_game()
    if app.store.names(PARKED):
        session.log.in_use = logs_in_use(app.store)
    return session


def play_again(app: "App", last: "dict[str, Any]") -> None:
    """Starts a game like the last one, of which `last` is the record; the settings say who has the first turn.

    Where house rules do not fit any more, drops them from `last`, which can then be played again, and reports it.
    """
    try:
        start(app, last["variant"], last["rules"], _next_lineup(app, last), None, _starter(app, last))
        return
    except BadOption as error:
        reason = sentence(error)
    from sixpip.app.house_rules.rule_choice import what_fits  # hardly ever needed

    variant = variants.known(last["variant"])
    if variant:
        last["rules"], reason = what_fits(variant, last["rules"])
    app.notify(reason)


def play_another(app: "App") -> None:
    """Starts a game like the one in hand, which has ended; the settings say who has the first turn."""
    last = app.playing.as_last_game()
    order: Order = {_STARTER: _starter(app, last), _RECORDS: {}}
    order.update(_next_lineup(app, last).record())
    app.begin(app.playing.engine, order)


def _next_lineup(app: "App", last: "dict[str, Any]") -> "Lineup":
    """Returns who plays after the last game, and in which match."""
    lineup = of_record(last)
    lineup.match = next_match(lineup.match, app.settings.values["match"], len(lineup.names))
    return lineup


def _starter(app: "App", last: "dict[str, Any]") -> int:
    """Returns the seat that starts after the last game by the settings, or -1 if the rules decide."""
    return next_starter(last, app.settings.values["starts"])


def go_on(app: "App", variant: "Variant", name: str) -> None:
    """Goes on with the parked game of that name."""
    app.begin(variant.dice_set.engine, {_SAVED: name})


def _resume_saved(app: "App") -> None:
    """Orders the game that was in play when the console was switched off."""
    saved = app.store.load(RECORD, False)
    game = saved.get("game") if isinstance(saved, dict) else None
    variant = variants.known(game.get("variant") if isinstance(game, dict) else None)
    app.begin(variant.dice_set.engine if variant else "ten_thousand", {_SAVED: _AT_POWER_ON})


def open_first(app: "App", without_game: bool) -> None:
    """Orders the saved game, else the boot menu with a sentence for the player where there is one.

    With `without_game` it parks the saved game.
    """
    words = ""
    if app.store.has(RECORD):
        if not (without_game or app.leaves_out):
            _resume_saved(app)
            return
        words = _put_away(app)
    elif app.board.failures:
        words = "The memory ran out, so the console has started again."
    app.open_game(None)
    app.notify(words)


def _put_away(app: "App") -> str:
    """Parks the saved game without restoring it, else sets its file aside; returns a sentence about that."""
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
