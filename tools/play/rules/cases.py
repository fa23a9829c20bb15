"""Runs case files, the rules as examples. Their format is in host_tests/cases/README.md.

It is written in the firmware's subset of Python, because it checks the same files on CPython and MicroPython.
"""

from sixpip.rules.core import actions, replay
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.errors import BadLine, Illegal, is_whole
from sixpip.rules.core.events import BUST, MISSED
from sixpip.rules.phase_ten import log_parser as phase_ten_parser
from sixpip.rules.rulebook.variants import PHASE
from sixpip.rules.ten_thousand import log_parser as ten_thousand_parser
from sixpip.rules.ten_thousand.scorer import NOTHING, pack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.core.events import Event

    Game = Any  # a game of either engine

_LISTS = ("score", "turns")
_PHASE_LISTS = ("phase", "misses")
_KINDS = ("roll", "keep", "bank", "take", "fresh", "call", "stop", "back")


class Mismatch(Exception):
    """A failed expectation; the text says in one sentence what was expected and what was found."""


class Runner:
    """Runs the statements of one file, line by line; counts the cases and collects the errors."""

    def __init__(self, file: str) -> None:
        """`file`: the name of the file in reports."""
        self.file = file
        self.cases = 0
        self.rules: list[str] = []
        self.mismatches: list[str] = []
        self.unreadable: list[str] = []
        self._game: Game | None = None
        self._events: list[Event] = []
        self._case = ""
        self._skip = False

    def run(self, text: str) -> "Runner":
        """Runs the text of a file; after an error the rest of that case is skipped."""
        number = 0
        for line in text.split("\n"):
            number += 1
            words = line.split("#")[0].split()
            if words:
                self._line(number, words)
        return self

    def _line(self, number: int, words: "list[str]") -> None:
        try:
            if words[0] == "case":
                self._open_case(words[1:])
            elif not self._case:
                raise BadLine("A statement comes before the first 'case'")
            elif not self._skip:
                self._statement(words)
        except BadLine as error:
            self.unreadable.append(f"{self.file}:{number}: {error.args[0]}")
            self._skip = True
        except (Mismatch, Illegal) as error:
            self.mismatches.append(f"{self.file}:{number}: {self._case}: {error.args[0]}")
            self._skip = True

    def _open_case(self, words: "list[str]") -> None:
        rules = [word for word in words if is_rule(word)]
        self._skip = False
        self._game = None
        self._case = " ".join(words)
        if not rules:
            raise BadLine("A case names the rules it shows, as in 'case TT-05 DT-10 later dice do not join'")
        self.rules += rules
        self.cases += 1

    def _statement(self, words: "list[str]") -> None:
        kind = words[0]
        if kind == "game":
            self._game = replay.start(words[1:])
            self._events = []
            return
        game = self._game
        if game is None:
            raise BadLine("A case needs a line 'game VARIANT' before anything else")
        checks = {
            "scores": _set_scores,
            "player": _set_player,
            "phases": _set_phases,
            "rolls": _set_rolls,
            "turns": _set_turns,
            "refuse": _refuse,
            "legal": _legal,
            "keeps": _keeps,
            "best": _best,
        }
        if kind in checks:
            checks[kind](game, words[1:])
        elif kind == "expect":
            _expect(game, self._events, words[1:])
        elif kind in _KINDS:
            self._events = _apply(game, words)
        else:
            raise BadLine(f"There is no statement '{kind}'")


def is_rule(word: str) -> bool:
    """Whether a word is a rule ID such as DT-06."""
    letters, dash, digits = word.partition("-")
    return dash == "-" and len(letters) == 2 and letters.isalpha() and letters == letters.upper() and digits.isdigit()


def _apply(game: "Game", words: "list[str]") -> "list[Event]":
    if words[0] == actions.KEEP and game.dice_set.kind == PHASE.kind:
        return _set_aside(game, words)
    action, dice = replay.action_of(game, words)
    events: list[Event] = []
    if words[0] == actions.ROLL and actions.FRESH in game.legal() and len(words) - 1 == game.dice:
        # A roll of all dice refuses the offer.
        events = game.apply((actions.FRESH, None), dice)
    events += game.apply(action, dice)
    return events


def _set_aside(game: "Game", words: "list[str]") -> "list[Event]":
    """Sets more dice aside; words that also name dice set aside before name all the dice to be set aside then."""
    try:
        action, dice = replay.action_of(game, words)
        return list(game.apply(action, dice))
    except Illegal:
        if actions.BACK not in game.legal():
            raise
    _, dice = replay.action_of(game, [actions.STOP])
    whole = phase_ten_parser.places(game, words[1:], game.all)
    events: list[Event] = []
    for kind, positions in ((actions.BACK, game.kept & ~whole), (actions.KEEP, whole & ~game.kept)):
        if positions:
            events += game.apply((kind, positions), dice)
    return events


def _set_scores(game: "Game", words: "list[str]") -> None:
    scores = [_number(word) for word in "".join(words).split(",")]
    if len(scores) != game.players:
        raise BadLine(f"There are {game.players} players, but {len(scores)} scores")
    for player in range(game.players):
        game.scores[player] = scores[player]
        if hasattr(game, "opened"):
            game.opened[player] = scores[player] > 0


def _set_phases(game: "Game", words: "list[str]") -> None:
    """Sets the phase of each player; those before it are made with no points."""
    if game.dice_set.kind != PHASE.kind:
        raise BadLine(f"There are no phases in {game.variant.name}")
    phases = [_number(word) for word in "".join(words).split(",")]
    if len(phases) != game.players or min(phases) < 1 or max(phases) > len(game.boxes[0]):
        raise BadLine(f"Give a phase from 1 to {len(game.boxes[0])} for each of the {game.players} players")
    for player in range(game.players):
        game.phases[player] = phases[player]
        for box in range(len(game.boxes[player])):
            game.boxes[player][box] = 0 if box + 1 < phases[player] else -1


def _set_rolls(game: "Game", words: "list[str]") -> None:
    game.rolls = _number(" ".join(words))


def _set_turns(game: "Game", words: "list[str]") -> None:
    turns = [_number(word) for word in "".join(words).split(",")]
    if len(turns) != game.players:
        raise BadLine(f"There are {game.players} players, but {len(turns)} numbers of turns")
    game.turns = turns


def _set_player(game: "Game", words: "list[str]") -> None:
    player = _number(" ".join(words))
    if not 1 <= player <= game.players:
        raise BadLine(f"There is no player {player}: they are 1 to {game.players}")
    if game.winner >= 0:
        raise BadLine("The game is over: no player can start a turn")
    game.open_turn(player - 1, [])


def _refuse(game: "Game", words: "list[str]") -> None:
    before = game.record()
    if not words:
        raise BadLine("Which action must be refused? One of " + ", ".join(_KINDS))
    try:
        action, dice = replay.action_of(game, words)
        game.apply(action, dice)
    except Illegal:
        if game.record() != before:
            raise Mismatch(f"expected '{' '.join(words)}' to change nothing, but it did") from None
        return
    raise Mismatch(f"expected '{' '.join(words)}' to be refused, but it was done")


def _legal(game: "Game", words: "list[str]") -> None:
    expected = [word for word in " ".join(words).replace(",", " ").split() if word != "none"]
    for kind in expected:
        if kind not in _KINDS:
            raise BadLine(f"There is no action '{kind}'")
    _same("legal", sorted(expected), sorted(game.legal()))


def _keeps(game: "Game", words: "list[str]") -> None:
    expected = {}
    if game.dice_set.kind == PHASE.kind:
        raise BadLine("A roll of phase dice has no keeps with points: use 'best P'")
    for one in " ".join(words).split(";"):
        if one.strip():
            faces, equals, points = one.partition("=")
            if not equals:
                raise BadLine(f"'{one.strip()}' is not of the form F F = P")
            expected[pack(ten_thousand_parser.faces_of(game.dice_set, faces.split()))] = _number(points.strip())
    found = keeps_of(game)
    for key in sorted(found):
        if found[key] != expected.get(key, NOTHING):
            shown = " ".join(written(game, key))
            raise Mismatch(f"{shown} is a keep of {found[key]} points, expected {expected.get(key, 'none')}")
    for key in sorted(expected):
        if key not in found:
            raise Mismatch(f"expected {' '.join(written(game, key))} = {expected[key]}, but it is not a legal keep")


def _best(game: "Game", words: "list[str]") -> None:
    if game.dice_set.kind == PHASE.kind:
        found = game.points
    else:
        found = max([0] + list(keeps_of(game).values()))
    _same("best", _number(" ".join(words)), found)


def keeps_of(game: "Game") -> "dict[int, int]":
    """Every legal keep of the last roll (its key, see scorer.py) with its points."""
    return {game.scorer.keeps[i]: game.scorer.points[i] for i in range(game.find_keeps())}


def written(game: "Game", key: int) -> "list[str]":
    """The names of the faces in a multiset."""
    faces = game.dice_set.faces
    return [faces[face] for face in range(len(faces)) for _ in range(key >> (4 * face) & 7)]


def _expect(game: "Game", events: "list[Event]", words: "list[str]") -> None:
    if not words:
        raise BadLine("Expect what? Give key=value, as in 'expect turn=400 dice=3'")
    for word in words:
        key, equals, text = word.partition("=")
        if not equals:
            raise BadLine(f"'{word}' is not of the form key=value")
        if key in ("bust", "hot", "over"):
            if text not in ("yes", "no"):
                raise BadLine(f"'{word}' is neither {key}=yes nor {key}=no")
            _same(key, text, "yes" if _happened(game, key, [event.kind for event in events]) else "no")
        elif key in _LISTS or (key in _PHASE_LISTS and game.dice_set.kind == PHASE.kind):
            _same(key, [_number(part) for part in text.split(",")], _list(game, key))
        elif key in ("turn", "player", "dice", "winner"):
            _same(key, _number(text), _value(game, key))
        else:
            raise BadLine(f"Nothing named '{key}' can be expected")


def _happened(game: "Game", key: str, kinds: "list[str]") -> bool:
    """Whether the last action caused a bust (or a missed phase), hot dice or the end."""
    if key == "over":
        return bool(game.stage == OVER)
    return key in kinds or (key == BUST and MISSED in kinds)


def _list(game: "Game", key: str) -> "list[int]":
    if key == "misses":
        return [game.missed(player) for player in range(game.players)]
    listed: list[int] = {"score": game.scores, "turns": game.turns}.get(key) or game.phases
    return listed


def _value(game: "Game", key: str) -> int:
    if key == "turn":
        return int(game.points)
    if key == "dice":
        return int(game.dice_next())
    return int(game.winner if key == "winner" else game.player) + 1


def _same(what: str, expected: "Any", found: "Any") -> None:
    if expected != found:
        raise Mismatch(f"expected {what} {_plain(expected)}, found {_plain(found)}")


def _plain(value: "Any") -> str:
    if isinstance(value, list):
        return ",".join([str(part) for part in value]) or "none"
    return str(value)


def _number(text: str) -> int:
    if not is_whole(text):
        raise BadLine(f"'{text}' is not a whole number")
    return int(text)
