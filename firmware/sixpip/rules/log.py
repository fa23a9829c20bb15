"""A game as lines of text: what was thrown and done, one action a line, in the words of the case files.

`game dice-10000 players=2`, `roll 4 4 4 2 3 6`, `keep 4 4 4`, `bank`: such lines replay to the same end on every
interpreter. Files are the caller's.
"""

from sixpip.rules import actions, options
from sixpip.rules.game import Game
from sixpip.rules.house.calls import CALLS
from sixpip.rules.option import is_whole
from sixpip.rules.position import ROLLED
from sixpip.rules.refusal import BadLine, BadOption, Illegal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sixpip.rules.game import Action, Event
    from sixpip.rules.tables import Table

_PLAIN = (actions.BANK, actions.TAKE, actions.FRESH, actions.STOP)


_SEATED = "seated"  # a log says who starts; where it does not, the first seat does


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
        return kind + " " + _written(game.table, game.faces, action[1] or 0)
    if kind == actions.CALL:
        return kind + " " + CALLS[action[1] or 0]
    return kind


def _written(table: "Table", faces: "bytes | bytearray", positions: int) -> str:
    shown = [table.faces[faces[place]] for place in range(len(faces)) if positions >> place & 1]
    return " ".join(shown)


def start(words: "list[str]") -> Game:
    """The game that a `game` line opens; `words` follow the word game. Raises BadLine."""
    if not words:
        raise BadLine("A game needs the name of a variant")
    players = 1
    pairs = []
    for word in words[1:]:
        if word.startswith("players="):
            if not is_whole(word[8:]):
                raise BadLine(f"'{word}' gives no number of players")
            players = int(word[8:])
        else:
            pairs.append(word)
    try:
        return Game(words[0], {"start": _SEATED, **options.read_pairs(pairs)}, players)
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
        return (kind, _places(game, faces_of(game.table, words[1:]))), Script([])
    if kind == actions.CALL:
        if len(words) != 2 or words[1] not in CALLS:
            raise BadLine(f"A call is one of {', '.join(CALLS)}")
        return (kind, CALLS.index(words[1])), Script([])
    raise BadLine(f"There is no statement '{kind}'")


def _marked_first(game: Game, faces: "list[int]") -> "list[int]":
    """The faces of a throw, those that the marked die can show first: a sun, else anything but its 3. Raises BadLine."""
    table = game.table
    if table.wild < 0:
        return faces
    thrown = game.kept == game.all or not game.kept & 1
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


def _places(game: Game, faces: "list[int]") -> int:
    positions = 0
    for face in faces:
        for place in range(game.dice):
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
        words = lines[number].split()
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
