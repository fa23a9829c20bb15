"""What has happened in a game in a few words, for the score pad and for games that are played back."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.game import events
from sixpip.rules.stages import bits

if TYPE_CHECKING:
    from sixpip.rules.game.events import Event

_WORDS = {
    events.ROLLED: "rolls {dice}",
    events.KEPT: "keeps +{points}",
    events.HOT: "hot dice",
    events.BUST: "bust",
    events.BANKED: "banks {points}",
    events.OPENED: "is in",
    events.TOOK: "takes over {points}",
    events.BONUS: "{why} {points}",
    events.PENALTY: "{name} {points}: {why}",
    events.ASIDE: "{dice} set aside",
    events.MADE: "phase {number} made, {points}",
    events.MISSED: "phase {number} missed",
    events.AGAIN: "{why}",
    events.CALLED: "calls {why}",
    events.CALL_MISSED: "{why}",
    events.THREW: "throws {points}",
    events.OUT: "out: {why}",
    events.WON: "{why}",
    events.CLOSING: "last turns",
    events.GAME_OVER: "{name} wins",
}


def in_words(happened: "list[Event]", names: "list[str]") -> str:
    """What has happened, such as "bust, ANNA -500: 3 busts in a row"; `names`: of all players."""
    told = []
    for each in happened:
        words = _WORDS.get(each.kind, "")  # not every kind is told
        name = names[each.player] if each.player >= 0 else "no one"
        dice = f"{bits(each.positions)} dice" if bits(each.positions) != 1 else "1 die"
        if words:
            told.append(words.format(points=each.points, number=each.number, why=each.why, name=name, dice=dice))
    return ", ".join(told)
