"""Replays the log of a game: a text with one action per line, as in the case files.

Examples are `game dice-10000 players=2`, `roll 4 4 4 2 3 6`, `keep 4 4 4` and `bank`. The same lines lead to the same
game on every interpreter. `#` starts a comment, and `undo 2` takes back the two actions before it. log_parser.py of the
engine parses the lines of actions.
"""

from sixpip.compat import TYPE_CHECKING
from sixpip.rules.core import actions
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import BadLine, BadOption, Illegal, is_whole
from sixpip.rules.core.log_text import FIRST, GAP, HEAD_START, MARK, SEATED, SEATS, UNDO, head
from sixpip.rules.rulebook import options, variants

__all__ = ["GAP", "head"]  # of log_text, for callers that write and read logs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.rules.core.actions import Action
    from sixpip.rules.core.engine import Game
    from sixpip.rules.rulebook.options import Options


_PLAIN = (actions.BANK, actions.TAKE, actions.FRESH, actions.STOP)
"""The actions without details."""


class Script:
    """A source of dice with given faces."""

    def __init__(self, faces: "list[int]") -> None:
        """`faces` are those of the next throw, as numbers from 0."""
        self.faces = faces

    def throw(self, dice: int) -> "list[int]":
        """Returns the faces. Raises Illegal when their number is not `dice`."""
        if len(self.faces) != dice:
            raise Illegal(f"{dice} {'die is' if dice == 1 else 'dice are'} thrown, not {len(self.faces)}")
        return self.faces


def action_of(game: "Game", words: "list[str]") -> "tuple[Action, Script]":
    """Returns the action of a line, and the dice it needs. Raises BadLine, or Illegal for a keep that is not legal."""
    kind = words[0]
    if kind in _PLAIN:
        if len(words) > 1:
            raise BadLine(f"Nothing may follow '{kind}'")
        return (kind, None), Script([])
    parsed = game.parse(words)
    if parsed:
        return (kind, parsed[0]), Script(parsed[1])
    if kind == GAP:
        raise Illegal("The log has a gap here: what came next is lost")
    raise BadLine(f"There is no statement '{kind}'")


def words_of(line: str) -> "list[str]":
    """Returns the words of a line, without its comment."""
    return line.split("#")[0].split()


def start(words: "list[str]") -> "Game":
    """Returns a new game from a `game` line; `words` are those after the word `game`. Raises BadLine."""
    if not words:
        raise BadLine("A game needs the name of a variant")
    counts, lists, pairs = _parts_of(words[1:])
    players = counts["players="]
    seats = lists[SEATS].split(",")
    if lists[SEATS] and (len(seats) != players or not all(seats)):
        raise BadLine(f"'{SEATS}{lists[SEATS]}' does not seat {players} players")
    head_start = lists[HEAD_START].split(",") if lists[HEAD_START] else []
    if not all([is_whole(points) for points in head_start]):
        raise BadLine(f"'{HEAD_START}{lists[HEAD_START]}' gives no numbers of points")
    try:
        variant = variants.variant_named(words[0])
        if counts[MARK] not in (-1, variant.mark):
            raise BadLine(f"The rules of {variant.name} have changed since this game was played")
        overrides: Options = {"start": SEATED}
        overrides.update(options.read_pairs(pairs))
        if overrides["start"] == variant.options.get("start", SEATED):
            del overrides["start"]
        return new_game(words[0], overrides, players, counts[FIRST] - 1, [int(points) for points in head_start])
    except BadOption as error:
        raise BadLine(error.args[0]) from error


def _parts_of(words: "list[str]") -> "tuple[dict[str, int], dict[str, str], list[str]]":
    """Returns the numbers of a `game` line, its lists, and the house rules as KEY=VALUE. Raises BadLine."""
    counts = {"players=": 1, MARK: -1, FIRST: 0}
    lists = {SEATS: "", HEAD_START: ""}
    pairs = []
    for word in words:
        key = word[: word.find("=") + 1]
        value = word[len(key) :]
        if key in lists:
            lists[key] = value
        elif key not in counts:
            pairs.append(word)
        elif is_whole(value):
            counts[key] = int(value)
        else:
            raise BadLine(f"'{word}' gives no number{' of players' if key == 'players=' else ''}")
    return counts, lists, pairs


def _statements(lines: "list[str]") -> "Iterator[tuple[int, list[str]]]":
    """Yields the index and the words of each line that has any."""
    for number, line in enumerate(lines):
        words = words_of(line)
        if words:
            yield number, words


def without_undone(lines: "list[str]") -> "list[str]":
    """Returns the lines of a log. Those of `undo`, and of actions that were taken back, are empty. Raises BadLine."""
    left = list(lines)
    places: list[int] = []  # of the actions that can be taken back
    for number, words in _statements(lines):
        if words[0] == UNDO:
            if len(words) != 2 or not is_whole(words[1]) or not 0 < int(words[1]) <= len(places):
                raise BadLine(f"Line {number + 1}: '{' '.join(words)}' takes back what is not there, or a roll")
            for place in places[len(places) - int(words[1]) :] + [number]:
                left[place] = ""
            places.clear()
        elif words[0] in (actions.ROLL, "game", GAP):
            places.clear()
        else:
            places.append(number)
    return left


def replay(lines: "list[str]") -> "Game":
    """Returns the game after the lines of a log. Raises BadLine or Illegal, with the number of the line."""
    game = None
    for number, words in _statements(without_undone(lines)):
        try:
            if words[0] == "game":
                game = start(words[1:])
            elif game is None:
                raise BadLine("A log begins with a line 'game VARIANT'")
            else:
                action, dice = action_of(game, words)
                game.apply(action, dice)
        except (BadLine, Illegal) as error:
            raise type(error)(f"Line {number + 1}: {error.args[0]}") from error
    if game is None:
        raise BadLine("The log is empty: it begins with a line 'game VARIANT'")
    return game
