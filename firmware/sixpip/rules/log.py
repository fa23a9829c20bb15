"""A game as lines of text: what was thrown and done, one action a line, in the words of the case files.

`game dice-10000 players=2`, `roll 4 4 4 2 3 6`, `keep 4 4 4`, `bank`: such lines replay to the same end on every
interpreter. `#` starts a comment. Where one die is marked it stands first in its roll, and `keep 5 unmarked` leaves it
though it shows a 5 too. Files are the caller's.
"""

from sixpip.rules import actions, options, variants
from sixpip.rules.game import Game
from sixpip.rules.house.calls import CALLS
from sixpip.rules.option import is_whole
from sixpip.rules.position import ROLLED
from sixpip.rules.refusal import BadLine, BadOption, Illegal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sixpip.rules.game import Action, Event
    from sixpip.rules.tables import Table

GAP = "gap"  # stands in a log where lines have been lost: nothing after it can be replayed

_PLAIN = (actions.BANK, actions.TAKE, actions.FRESH, actions.STOP)
_SEATED = "seated"  # a log says who starts; where it does not, the first seat does
_UNMARKED = "unmarked"
_MARK = "mark="  # of a maker's own variant: which version of its rules was played


class Script:
    """Dice that come up as told."""

    def __init__(self, faces: "list[int]") -> None:
        """`faces` of the next throw, as numbers from 0."""
        self.faces = faces

    def throw(self, dice: int) -> "list[int]":
        """The faces. Raises Illegal when their number is not the number of dice thrown."""
        if len(self.faces) != dice:
            raise Illegal(f"{dice} dice are thrown, not {len(self.faces)}")
        return self.faces


def head(game: Game) -> str:
    """The first line of a game's log."""
    words = ["game", game.variant.name, f"players={game.players}"]
    if game.variant.mark:
        words.append(f"{_MARK}{game.variant.mark}")
    for option in options.OPTIONS:
        if option.key in game.row and option.key != "start":
            words.append(f"{option.key}={game.row[option.key]}")
    if game.options["start"] != _SEATED:
        words.append(f"start={game.options['start']}")
    return " ".join(words)


def line(game: Game, action: "Action", events: "list[Event]") -> str:
    """The line of an action that `game` has just done, from the events it gave."""
    kind = action[0]
    if kind == actions.ROLL:
        for event in events:
            if event[0] == actions.ROLLED:
                return kind + " " + _written(game.table, event[1], event[2])
    if kind == actions.KEEP:
        keep = action[1] or 0
        return kind + " " + _written(game.table, game.faces, keep) + _which(game, keep)
    if kind == actions.CALL:
        return kind + " " + CALLS[action[1] or 0]
    return kind


def _written(table: "Table", faces: "bytes | bytearray", positions: int) -> str:
    shown = [table.faces[faces[place]] for place in range(len(faces)) if positions >> place & 1]
    return " ".join(shown)


def _which(game: Game, keep: int) -> str:
    """What a keep that leaves the marked die has to add, where dice that look like that one are kept."""
    if game.table.wild < 0 or keep & 1 or not game.rolled & 1:
        return ""
    alike = [place for place in range(game.dice) if keep >> place & 1 and game.faces[place] == game.faces[0]]
    return " " + _UNMARKED if alike else ""


def words_of(line: str) -> "list[str]":
    """The words of a line, without its comment."""
    return line.split("#")[0].split()


def start(words: "list[str]") -> Game:
    """The game that a `game` line opens; `words` follow the word game. Raises BadLine."""
    if not words:
        raise BadLine("A game needs the name of a variant")
    counts = {"players=": 1, _MARK: -1}
    pairs = []
    for word in words[1:]:
        key = word[: word.find("=") + 1]
        if key not in counts:
            pairs.append(word)
        elif is_whole(word[len(key) :]):
            counts[key] = int(word[len(key) :])
        else:
            raise BadLine(f"'{word}' gives no number{'' if key == _MARK else ' of players'}")
    try:
        variant = variants.find(words[0])
        if counts[_MARK] not in (-1, variant.mark):
            raise BadLine(f"The rules of {variant.name} have changed since this game was played")
        row = {"start": _SEATED}
        row.update(options.read_pairs(pairs))
        if row["start"] == variant.row.get("start", _SEATED):
            del row["start"]
        return Game(words[0], row, counts["players="])
    except BadOption as error:
        raise BadLine(error.args[0]) from error


def faces_of(table: "Table", words: "list[str]") -> "list[int]":
    """The numbers of the faces written in `words`. Raises BadLine for a face the dice do not have."""
    faces = []
    for word in words:
        face = table.index(word)
        if face < 0:
            raise BadLine(f"The dice have no face '{word}': they show {' '.join(table.faces)}")
        faces.append(face)
    return faces


def action_of(game: Game, words: "list[str]") -> "tuple[Action, Script]":
    """The action a line stands for in this game, and the dice for it. Raises BadLine, or Illegal for a bad keep."""
    kind = words[0]
    if kind in _PLAIN:
        if len(words) > 1:
            raise BadLine(f"Nothing may follow '{kind}'")
        return (kind, None), Script([])
    if kind == actions.ROLL:
        return (kind, None), Script(_marked_first(game, faces_of(game.table, words[1:])))
    if kind == actions.KEEP:
        unmarked = 1 if words[-1] == _UNMARKED and game.table.wild >= 0 else 0
        faces = faces_of(game.table, words[1 : len(words) - unmarked])
        return (kind, _places(game, faces, unmarked)), Script([])
    if kind == actions.CALL:
        if len(words) != 2 or words[1] not in CALLS:
            raise BadLine(f"A call is one of {', '.join(CALLS)}")
        return (kind, CALLS.index(words[1])), Script([])
    if kind == GAP:
        raise Illegal("The log has a gap here: what came next is lost")
    raise BadLine(f"There is no statement '{kind}'")


def _marked_first(game: Game, faces: "list[int]") -> "list[int]":
    """The faces of a throw, those the marked die can show first: a sun, else anything but its 3. Raises BadLine."""
    table = game.table
    if table.wild < 0:
        return faces
    thrown = game.throws() & 1
    if faces.count(table.wild) > (1 if thrown else 0):
        raise BadLine("Only one die has a sun, and only when it is thrown")
    if not thrown:
        return faces
    marked = [face for face in faces if face == table.wild] or [face for face in faces if face != table.under_wild]
    if faces and not marked:
        raise BadLine("One of these dice has a sun in place of its 3")
    if marked and faces[0] not in (table.wild, marked[0]):
        faces.remove(marked[0])
        faces.insert(0, marked[0])
    return faces


def lay_out(game: Game, words: "list[str]") -> None:
    """Have a roll of these faces lie on the table, the other dice kept, to ask what may be kept. Raises BadLine."""
    places = (1 << len(words)) - 1
    game.floor = None
    game.kept = game.all & ~places
    game.lay(places, _marked_first(game, faces_of(game.table, words)))
    game.stage = ROLLED


def _places(game: Game, faces: "list[int]", first: int) -> int:
    """The leftmost dice of the last roll, from place `first` on, that show the faces. Raises Illegal."""
    positions = 0
    for face in faces:
        for place in range(first, game.dice):
            if game.rolled >> place & 1 and game.faces[place] == face and not positions >> place & 1:
                positions |= 1 << place
                break
        else:
            raise Illegal(f"The last roll has no further {game.table.faces[face]} to keep")
    return positions


def replay(lines: "list[str]") -> Game:
    """The game that the lines of a log lead to. Raises BadLine or Illegal, with the number of the line."""
    game = None
    for number in range(len(lines)):
        words = words_of(lines[number])
        if not words:
            continue
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
