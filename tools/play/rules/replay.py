"""Describes a game turn by turn from its log: the output of `python -m tools.play.rules replay LOG`.

The steps, their words and what each decision cost are those of game.html.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from sixpip.rules import actions
from sixpip.rules.actions import OVER
from sixpip.rules.game import events
from sixpip.rules.game.errors import BadLine, Illegal, sentence
from sixpip.rules.game.log_writer import ADVISES, FIRST, HEAD_START, MARK, SEATS, UNDO
from sixpip.rules.menus import replay
from sixpip.rules.phase_ten.dice import in_words
from sixpip.rules.setup.variants import PHASE
from tools.play.share import judge
from tools.play.share.judge import Decision, Step, words_for

PAGE = "game.html"
SAME = "Master would do the same"
_NOTHING = 0.05
"""Smaller losses are printed as 0.0."""
_MOST_LETTERS = 16
_NO_RULES = ("players=", FIRST, MARK, SEATS, HEAD_START)
"""The words of the first line that are no house rules begin with these."""

Print = Callable[[str], None]


class BrokenLog(Exception):
    """A log that cannot be replayed from some line on; the text says where and why.

    `status` is 2 for a line that cannot be parsed, 1 for an action that is not legal.
    """

    def __init__(self, line: int, error: Exception) -> None:
        """`line`: its number, 0 for the log as a whole; `error`: the error of the rules core."""
        super().__init__(f"line {line}: {sentence(error)}" if line else sentence(error))
        self.status = 1 if isinstance(error, Illegal) else 2


def describe(text: str, write: Print, rate: bool = False) -> None:
    """Describes the game of a log with calls of `write`, one per line. Raises BrokenLog at the first bad line.

    `rate`: also what each decision cost, and the ratings of the players.
    """
    lines = text.split("\n")
    try:
        played = replay.without_undone(lines)
    except BadLine as error:
        raise BrokenLog(0, error) from error
    found = [(number, line) for number, line in enumerate(played, 1) if replay.words_of(line)]
    if not found:
        raise BrokenLog(0, BadLine("The log is empty: it begins with a line 'game VARIANT'"))
    game = _start(*found[0])
    names = names_in(lines[found[0][0] : found[0][0] + 1], game.players)
    for line in _head(game, names, replay.words_of(found[0][1])):
        write(line)
    decisions = _describe_actions(game, names, lines, found[1:], write, rate)
    helped = Counter(line[len(ADVISES) :].strip() for line in lines if line.startswith(ADVISES))
    for line in [*_ending(game, names, helped), *(ratings(names, decisions, game) if rate else ())]:
        write(line)


def _start(number: int, line: str) -> Any:
    """The game that the first line starts. Raises BrokenLog."""
    words = replay.words_of(line)
    try:
        if words[0] != "game":
            raise BadLine("A log begins with a line 'game VARIANT'")
        return replay.start(words[1:])
    except (BadLine, Illegal) as error:
        raise BrokenLog(number, error) from error


def names_in(lines: list[str], players: int) -> list[str]:
    """The names of the players from the comment below the first line (# ANNA, BEN); numbers where there is none."""
    comment = lines[0].strip() if lines else ""
    names = [name.strip() for name in comment[1:].split(",")] if comment.startswith("#") else []
    if len(names) == players and all(0 < len(name) <= _MOST_LETTERS for name in names):
        return names
    return [f"Player {seat + 1}" for seat in range(players)]


def _head(game: Any, names: list[str], words: list[str]) -> Iterator[str]:
    """Yields the lines about the game as a whole; `words`: of the first line of the log."""
    target = f" to {game.options['target']}" if "target" in game.options else ""
    listed = names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
    yield f"{game.variant.title}, played{target} by {listed}"
    if game.head_start:
        ahead = [f"{name} {points}" for name, points in zip(names, game.head_start, strict=True) if points]
        yield f"Head start: {', '.join(ahead)}"
    rules = [word for word in words[2:] if not word.startswith(_NO_RULES)]
    if rules:
        yield f"House rules: {' '.join(rules)}"


def _describe_actions(
    game: Any, names: list[str], lines: list[str], found: list[tuple[int, str]], write: Print, rate: bool
) -> list[Decision]:
    """Writes the lines about each action of a log, by its number and text; returns the decisions. Raises BrokenLog."""
    decisions = []
    steps = judge.review(game, [line for _, line in found], rate)
    opens, before = True, 0
    for number, _ in found:
        taken_back = [replay.words_of(line)[1] for line in lines[before:number] if _is_undo(line)]
        for count in taken_back:
            write(f"  ({count} action{'s' if count != '1' else ''} before this taken back)")
        if opens and game.legal():
            write("")
            write(_turn(game, names))
        before = number
        try:
            step = next(step for step in steps if step)
        except (BadLine, Illegal) as error:
            raise BrokenLog(number, error) from error
        opens = any(event.kind == events.TURN for event in step.events)
        write("  " + _words(step, game, names))
        if step.decision:
            decisions.append(step.decision)
            write("  " + note_of(step.decision))
    return decisions


def _is_undo(line: str) -> bool:
    return replay.words_of(line)[:1] == [UNDO]


def _turn(game: Any, names: list[str]) -> str:
    """The heading of a turn, or of the throws for the start."""
    is_phase = game.dice_set is PHASE
    if game.start if is_phase else game.still_to_throw():
        return "Who starts?"
    player = game.player
    aim = f", phase {game.phases[player]}: {in_words(game.phases[player])}" if is_phase else ""
    return f"Turn {game.turns[player] + 1} of {names[player]}, score {game.scores[player]}{aim}"


def _words(step: Step, game: Any, names: list[str]) -> str:
    kinds = [event.kind for event in step.events]
    if events.THREW in kinds:
        return f"{names[step.player]} rolls {step.line.partition(' ')[2]}"
    if step.line.startswith((actions.KEEP, actions.BACK)) and events.KEPT not in kinds:
        return step.line  # dice that are set aside, taken back, or held
    return words_for(step, game, names)


def note_of(decision: Decision) -> str:
    """What Master would have done, and what the choice of the player cost."""
    if decision.loss < _NOTHING:
        return SAME
    return f"Master: {decision.best}; this cost {decision.loss:.1f}"


def _ending(game: Any, names: list[str], helped: Counter[str]) -> Iterator[str]:
    """Yields the result or the state of the game, the ranking, and whom the coach helped how often."""
    yield ""
    if game.stage == OVER:
        yield f"The game is over: {names[game.winner]} wins." if game.winner >= 0 else "No one wins."
    else:
        points = f" with {game.points} turn points" if game.points else ""
        yield f"The game is not finished: it is the turn of {names[game.player]}{points}."
    order = sorted(range(game.players), key=lambda seat: (seat != game.winner, -game.scores[seat], seat))
    for place, seat in enumerate(order, 1):
        turns = f"{game.turns[seat]} turn{'s' if game.turns[seat] != 1 else ''}"
        yield f"{place}. {names[seat]}: {game.scores[seat]} in {turns}{', out' if game.out[seat] else ''}"
    for name, count in helped.items():
        yield f"The coach helped {name} {'once' if count == 1 else f'{count} times'}."


def ratings(names: list[str], decisions: list[Decision], game: Any) -> list[str]:
    """The ratings of all players."""
    if not decisions:
        return ["No decision could be rated."]
    lines = ["", f"Error rating: the mean loss of a decision, in {judge.unit_of(game)}; 0 is perfect."]
    for name, (count, mean) in zip(names, judge.ratings(decisions, len(names)), strict=True):
        lines.append(f"{name}: {mean:.1f} in {count} decision{'' if count == 1 else 's'}" if count else f"{name}: none")
    return lines
