"""Playthroughs: a game as text, with each state, what was legal, what was chosen, and the events of that.

Written in the firmware's subset of Python: the same file runs under MicroPython.
"""

from sixpip.rules.core import actions, events, replay
from sixpip.rules.core.errors import BadLine, Illegal
from sixpip.rules.phase_ten import dice as phase_dice
from sixpip.rules.phase_ten.phases import phase_text
from sixpip.rules.rulebook.options import options_for
from sixpip.rules.rulebook.variants import PHASE
from sixpip.rules.ten_thousand.house_rules.calls import CALLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.rulebook.options import Option

    Game = Any  # of whichever engine plays the variant

CHOSEN = "  > "
"""Begins the line of a choice; a line of a log follows."""
REFUSED = "  ! "
"""Begins the last line of a playthrough where a choice is not legal any more."""
_NUMBERS = {
    events.BANKED: "score",
    events.BUST: "banked",
    events.CALLED: "call",
    events.MADE: "phase",
    events.MISSED: "phase",
    events.TOOK: "dice left",
}
"""What the number of an event is, by its kind."""


def choices_of(text: "list[str]") -> "list[str]":
    """The choices in the lines of a playthrough."""
    return [line[len(CHOSEN) :] for line in text if line.startswith(CHOSEN)]


def begin(first_line: str) -> "Game":
    """The game of a first line such as "game pure players=2"."""
    return replay.start(first_line.split()[1:])


def changed_options(game: "Game") -> "list[Option]":
    """The options of which a game has another value than the first one of the option table."""
    return [option for option in options_for(game.dice_set.kind) if game.options[option.key] != option.values[0]]


def head_lines(game: "Game") -> "list[str]":
    """The first line, and the values of the changed options."""
    changed = [option.key + "=" + str(game.options[option.key]) for option in changed_options(game)]
    return [replay.head(game), "# " + (" ".join(changed) or "no house rules")]


def steps(first_line: str, choices: "list[str]") -> "list[str]":
    """The lines of all steps of a game with these choices, up to one that is not legal, and of the last state."""
    game = begin(first_line)
    lines = state(game)
    for choice in choices:
        try:
            lines += step(game, choice)
        except (BadLine, Illegal) as error:
            return lines + [REFUSED + choice + ": " + str(error.args[0])]
        lines += state(game)
    return lines


def step(game: "Game", choice: str) -> "list[str]":
    """Makes a choice; returns its line and those of the events. Raises BadLine, or Illegal with the reason."""
    action, dice = replay.action_of(game, choice.split())
    happened = game.apply(action, dice)
    return [CHOSEN + game.log_line(action, happened)] + ["  " + _event(game, event) for event in happened]


def _event(game: "Game", event: "events.Event") -> str:
    """An event in words; the dice are those on the table now."""
    words = ["player " + str(event.player + 1) if event.player >= 0 else "nobody"]
    if event.positions:
        words.append(" ".join([_face(game, place) for place in _places(game, event.positions)]))
    if event.points:
        words.append(str(event.points) + (" dice short" if event.kind == events.MISSED else " points"))
    if event.number or event.kind in (events.BANKED, events.CALLED):
        words.append(_NUMBERS.get(event.kind, "number") + " " + str(event.number))
    return event.kind + ": " + ", ".join(words) + (" (" + event.why + ")" if event.why else "")


def state(game: "Game") -> "list[str]":
    """The lines of the state of a game."""
    if not game.legal():
        winner = "Player " + str(game.winner + 1) + " wins" if game.winner >= 0 else "Nobody wins"
        return [winner + ", scores " + _numbers(game.scores)]
    return _phase_ten(game) if game.dice_set.kind == PHASE.kind else _ten_thousand(game)


def _ten_thousand(game: "Game") -> "list[str]":
    """The state of a game of the ten-thousand family."""
    who = "Player " + str(game.player + 1) + ", scores " + _numbers(game.scores)
    lines = [who + ", turn points " + str(game.points) + ", rolls " + str(game.rolls)]
    if game.rolled | game.kept:
        lines.append("  dice: " + _dice(game, game.rolled | game.kept))
    for player in range(game.players):
        standing = game.house_rules.standing(game, player) if game.house_rules.rules else ""
        if standing:
            lines.append("  player " + str(player + 1) + ": " + standing)
    if any(game.out):
        lines.append("  out: " + " ".join([str(player + 1) for player in range(game.players) if game.out[player]]))
    if game.to_beat() >= 0:
        lines.append("  last turns, to beat: " + str(game.to_beat()))
    if game.called() >= 0:
        lines.append("  called: " + CALLS[game.called()])
    if game.question():
        lines.append("  waits: " + game.question())
    lines.append("  legal: " + _legal(game))
    keeps = [] if game.pending else _keeps(game)
    if keeps:
        lines.append("  keeps: " + ", ".join(keeps))
    return lines


def _legal(game: "Game") -> str:
    """The legal kinds of action, and why a roll or a bank is refused after a roll."""
    words = {
        actions.ROLL: "roll " + str(game.dice_next()) + (" dice" if game.dice_next() > 1 else " die"),
        actions.BANK: "bank " + str(game.bank_value(game.points_after())),
    }
    legal = ", ".join([words.get(kind, kind) for kind in game.legal()])
    if game.pending or game.stage == actions.READY:
        return legal
    for kind, why in ((actions.ROLL, game.roll_refusal()), (actions.BANK, game.bank_refusal())):
        if why:
            legal += "; no " + kind + ": " + why
    return legal


def _keeps(game: "Game") -> "list[str]":
    """The legal keeps, from the fewest points to the most, each as its faces in order and its points."""
    scorer = game.scorer
    found = sorted([(scorer.points[i], scorer.keeps[i]) for i in range(game.find_keeps())])
    keeps = []
    for points, multiset in found:
        places = sorted(_places(game, game.positions_of(multiset)), key=lambda place: game.faces[place])
        keeps.append(" ".join([_face(game, place) for place in places]) + " = " + str(points))
    return keeps


def _phase_ten(game: "Game") -> "list[str]":
    """The state of a game of Phase 10."""
    phase = game.phases[game.player]
    scores = ", scores " + _numbers(game.scores)
    if game.start:
        return ["Player " + str(game.player + 1) + scores + ", throws for the start", "  legal: roll 1 die"]
    misses = _numbers([game.missed(player) for player in range(game.players)])
    who = "Player " + str(game.player + 1) + scores + ", misses " + misses
    lines = [who + ", phase " + str(phase) + " (" + phase_text(phase) + "), rolls " + str(game.rolls)]
    if game.rolls:
        best = game.best()
        worth = str(best.points) + " points" if best.points >= 0 else str(best.short) + " dice short"
        used = " ".join([_face(game, place) for place in _places(game, best.used)])
        lines.append("  dice: " + _dice(game, game.all))
        lines.append("  best: " + worth + " with " + used)
    roll = "roll " + str(game.dice_next()) + " dice"
    lines.append("  legal: " + ", ".join([roll if kind == actions.ROLL else kind for kind in game.legal()]))
    return lines


def _numbers(numbers: "list[int]") -> str:
    return " ".join([str(number) for number in numbers])


def _places(game: "Game", positions: int) -> "list[int]":
    """The places in a set of tray positions."""
    return [place for place in range(game.dice) if positions >> place & 1]


def _face(game: "Game", place: int) -> str:
    """The name of the face at a place of the tray."""
    if game.dice_set.kind == PHASE.kind:
        return phase_dice.written(place, game.faces[place])
    name: str = game.dice_set.faces[game.faces[place]]
    return name


def _dice(game: "Game", on_table: int) -> str:
    """The faces on the tray, kept ones in brackets, and a dash for a die that is neither rolled nor kept."""
    words = []
    for place in range(game.dice):
        face = _face(game, place) if on_table >> place & 1 else "-"
        words.append("[" + face + "]" if game.kept >> place & 1 else face)
    return " ".join(words)
