"""A game that is about to start or to go on: it is chosen while the menus are open and made when they are gone."""

from sixpip.app.game.session import LAST, PARKED, Session
from sixpip.app.setup.lineup import next_match, next_starter, of_record
from sixpip.port import TYPE_CHECKING
from sixpip.rules.game.errors import BadOption, sentence

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App
    from sixpip.app.setup.lineup import Lineup
    from sixpip.rules.game.engine import AnyGame
    from sixpip.rules.setup.options import Options
    from sixpip.rules.variant import Variant


def start(
    app: "App",
    variant: str,
    row: "Options",
    lineup: "Lineup",
    records: "dict[str, object] | None" = None,
    starter: int = -1,
) -> None:
    """Starts a game of `variant` with the house rules in `row` over its own; `lineup`: who plays.

    `records`: values by name that are saved along with the game; `starter`: as in rules.engine.new_game. Raises
    BadOption. Callers only return after this.
    """
    from sixpip.rules.setup import options, variants  # another game with the same rules does without

    found = variants.find(variant)
    if row or any(lineup.head_start):  # the rules of the variant fit together, and take a while to check
        values = options.resolve(found.dice_set, found.row, row)
        options.check_head_start(lineup.head_start, len(lineup.names), values)

    def make() -> Session:
        from sixpip.rules.game.engine import new_game  # the menus do without

        game = new_game(variant, row, len(lineup.names), starter, lineup.head_start)
        return _session_of(app, game, lineup, dict(records or {}))

    app.begin(found.dice_set.engine, make)


def _session_of(app: "App", game: "AnyGame", lineup: "Lineup", records: "dict[str, object]") -> Session:
    session = Session(game, lineup.names, 0, lineup.seats)
    session.members = lineup.members
    session.match = lineup.match
    session.wins = app.wins
    session.coach = app.settings.values["coach"]
    records[LAST] = session.as_last_game()
    session.other_records = records
    if app.store.names(PARKED):
        from sixpip.app.setup.parking import logs_in_use  # the last part: it is unloaded with this module

        session.log.in_use = logs_in_use(app.store)
    return session


def play_again(app: "App", last: "dict[str, Any]") -> None:
    """Starts a game like the last one, of which `last` is the record; the settings say who has the first turn.

    Where house rules do not fit any more, drops them from `last`, which can then be played again, and reports it.
    Callers only return after this.
    """
    try:
        start(app, last["variant"], last["rules"], _next_lineup(app, last), None, _starter(app, last))
        return
    except BadOption as error:
        reason = sentence(error)
    from sixpip.app.menus.rule_choice import what_fits  # hardly ever needed
    from sixpip.rules.setup import variants

    variant = variants.known(last["variant"])
    if variant:
        last["rules"], reason = what_fits(variant, last["rules"])
    app.notify(reason)


def play_another(app: "App") -> None:
    """Starts a game like the one in hand, which has ended; the settings say who has the first turn."""
    session = app.playing
    last = session.as_last_game()
    lineup = _next_lineup(app, last)
    starter = _starter(app, last)
    app.begin(session.engine, lambda: _session_of(app, app.playing.game.another(starter), lineup, {}))


def _next_lineup(app: "App", last: "dict[str, Any]") -> "Lineup":
    """Who plays after the last game, in which match."""
    lineup = of_record(last)
    lineup.match = next_match(lineup.match, app.settings.values["match"], len(lineup.names))
    return lineup


def _starter(app: "App", last: "dict[str, Any]") -> int:
    """The seat that starts after the last game, by the settings; -1: as the rules say."""
    return next_starter(last, app.settings.values["starts"])


def go_on(app: "App", variant: "Variant", name: str) -> None:
    """Goes on with the parked game of that name. Callers only return after this."""
    app.begin(variant.dice_set.engine, lambda: _resume(app, name))


def _resume(app: "App", name: str) -> "Session | None":
    """The session of a parked game; None where it is damaged (store.damaged names it). Raises StorageError."""
    from sixpip.app.setup.resume import resume_parked

    return resume_parked(app.store, name, app.settings.values["coach"])
