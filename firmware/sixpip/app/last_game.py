"""The game played last, which the boot menu and the ranking offer to play again: variant, rules, players, who starts.

It is saved (Session.as_last_game) when a game starts and when it is left. Its coach is the one of the settings.
"""

from sixpip.app.lineup import next_match, of_record
from sixpip.app.session import LAST
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules import variants
from sixpip.rules.errors import BadOption, BadRecord, sentence

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App
    from sixpip.storage.records import Store


_LOSER = const(1)
_BY_RULES = const(2)
"""Choices of the setting "starts"; the other one is the next seat."""


def load(store: "Store") -> "dict[str, Any] | None":
    """The saved record; None when there is none that can be used. Its rules are checked by the game that is started."""
    return checked(store.load(LAST))


def checked(saved: "Any") -> "dict[str, Any] | None":
    """A saved record; None when it cannot be used."""
    if not isinstance(saved, dict) or not isinstance(saved.get("variant"), str):
        return None
    try:
        players = len(of_record(saved).names)
    except BadRecord:
        return None
    numbers = [saved.get("first"), saved.get("loser")]
    if not all([type(number) is int and -1 <= number < players for number in numbers]):
        return None
    return saved if isinstance(saved.get("rules"), dict) else None


def next_starter(last: "dict[str, Any]", choice: int) -> int:
    """The seat that starts the next game, by the setting "starts"; -1: as the rules say."""
    players = len(last["names"])
    if players == 1 or choice == _BY_RULES:
        return -1
    if choice == _LOSER and last["loser"] >= 0:
        return int(last["loser"])
    return (int(last["first"]) + 1) % players


def play_again(app: "App", last: "dict[str, Any]") -> None:
    """Starts a game like the last one, without throws for the start.

    Where house rules do not fit any more, drops them from `last`, which can then be played again, and reports it.
    Callers only return after this.
    """
    values = app.settings.values
    lineup = of_record(last)
    lineup.match = next_match(lineup.match, values["match"], len(lineup.names))
    try:
        app.new_game(last["variant"], last["rules"], lineup, None, next_starter(last, values["starts"]))
        return
    except BadOption as error:
        reason = sentence(error)
    from sixpip.app.rule_choice import what_fits  # hardly ever needed

    variant = variants.known(last["variant"])
    if variant:
        last["rules"], reason = what_fits(variant, last["rules"])
    app.notify(reason)
