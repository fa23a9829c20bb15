"""A game that is about to start or to go on: it is chosen while the menus are open and made when they are gone."""

from sixpip.app.game.session import LAST, PARKED, Session
from sixpip.app.setup.lineup import next_match, next_starter, of_record
from sixpip.port import TYPE_CHECKING
from sixpip.rules.game import engine
from sixpip.rules.game.errors import BadOption, sentence
from sixpip.rules.setup import options, variants

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App
    from sixpip.app.setup.lineup import Lineup
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
    found = variants.find(variant)
    values = options.resolve(found.dice_set, found.row, row)
    options.check_head_start(lineup.head_start, len(lineup.names), values)
    app.begin(found.dice_set.engine, lambda: _make(app, variant, row, lineup, dict(records or {}), starter))


def _make(
    app: "App", variant: str, row: "Options", lineup: "Lineup", records: "dict[str, object]", starter: int
) -> Session:
    """The session of a new game."""
    game = engine.new_game(variant, row, len(lineup.names), starter, lineup.head_start)
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
    """Starts a game like the last one, without throws for the start.

    Where house rules do not fit any more, drops them from `last`, which can then be played again, and reports it.
    Callers only return after this.
    """
    values = app.settings.values
    lineup = of_record(last)
    lineup.match = next_match(lineup.match, values["match"], len(lineup.names))
    try:
        start(app, last["variant"], last["rules"], lineup, None, next_starter(last, values["starts"]))
        return
    except BadOption as error:
        reason = sentence(error)
    from sixpip.app.menus.rule_choice import what_fits  # hardly ever needed

    variant = variants.known(last["variant"])
    if variant:
        last["rules"], reason = what_fits(variant, last["rules"])
    app.notify(reason)


def go_on(app: "App", variant: "Variant", name: str) -> None:
    """Goes on with the parked game of that name. Callers only return after this."""
    app.begin(variant.dice_set.engine, lambda: _resume(app, name))


def _resume(app: "App", name: str) -> "Session | None":
    """The session of a parked game; None where it is damaged (store.damaged names it). Raises StorageError."""
    from sixpip.app.setup.resume import resume_parked

    return resume_parked(app.store, name, app.settings.values["coach"])
