"""A duel by link, for MicroPython in the page: a game whose dice follow from what was played before.

The dice of a roll depend on the first line of the log with the id of the duel, the names of the players, all actions of
the turns before this one, and the number of the roll in its turn. So no one can choose them or roll them again, and a
change of a turn that is over changes all dice after it. The formula is in firmware/RANDOMNESS.md.

The file "duel" holds the log as it was in the link. The console goes on from there until another person has the turn.
"""

import json

from sixpip.app.games.session import COACH_OFF, PARKED, Session
from sixpip.app.house_rules.rule_choice import RulesInForce
from sixpip.players.styles import NAMES
from sixpip.rules.core import log_text, replay
from sixpip.rules.core.actions import OVER, ROLL
from sixpip.rules.core.errors import BadLine, BadOption, Illegal, sentence
from sixpip.rules.rulebook.variants import PIPS
from sixpip.screens.play.game_screen import ASK

try:
    import apart  # type: ignore[import-not-found]
    import judge  # type: ignore[import-not-found]
    from step_text import words_of_step  # type: ignore[import-not-found]
except ImportError:  # on the host
    from tools.play.demo import apart
    from tools.play.demo.step_text import words_of_step
    from tools.play.share import judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILE = "duel"
ID = "duel="
"""Stands before the id of a duel at the end of the first line of its log."""
_PERSON = "person"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.!+-"
_MOST_LETTERS = 12
_MOST_BYTES = 40000
"""Of the log of a duel that goes on: no link of more than 4000 letters opens, and the console writes 65536 bytes."""

_seat = -1


class Duel:
    """The game of a log at its start: `id`, `words` of the first line, `game`, `names`, `styles` of the computers."""

    def __init__(self, lines: "list[str]") -> None:
        """`lines`: of the log; the second one has the names. Raises BadLine."""
        words = replay.words_of(lines[0])[1:]
        ids = [word[len(ID) :] for word in words if word.startswith(ID)]
        if len(ids) != 1 or not ids[0]:
            raise BadLine("This link is of no duel")
        self.id = ids[0]
        self.words = [word for word in words if not word.startswith(ID)]
        self.game: Any = replay.start(self.words)
        self.names = lines[1][2:].split(", ") if len(lines) > 1 and lines[1].startswith("# ") else []
        if len(self.names) != self.game.players or not all([_is_name(name) for name in self.names]):
            raise BadLine("This duel does not name its players")
        seats = [word[len(log_text.SEATS) :].split(",") for word in self.words if word.startswith(log_text.SEATS)]
        self.styles = [_style_of(word) for word in seats[0]] if seats else [0] * self.game.players

    def head(self) -> str:
        """Returns the first two lines of the log, in the order of words that every console writes."""
        seats = tuple([NAMES[style].lower() or _PERSON for style in self.styles]) if any(self.styles) else ()
        return f"{log_text.head(self.game, seats)} {ID}{self.id}\n# {', '.join(self.names)}\n"


def _is_name(name: str) -> bool:
    return 0 < len(name) <= _MOST_LETTERS and all([letter in _LETTERS for letter in name])


def _style_of(word: str) -> int:
    """Returns the style of a seat by its word in the log. Raises BadLine."""
    for style in range(len(NAMES)):
        if word == (NAMES[style].lower() or _PERSON):
            return style
    raise BadLine(f"There is no computer player '{word}'")


class Played:
    """What the dice of the next roll follow from: the turns that are over, and how many rolls this turn has had."""

    def __init__(self, head: str) -> None:
        """`head`: the first lines of the log, from Duel.head."""
        self._text = head
        self._turn = ""
        self._rolls = 0

    def add(self, words: "list[str]") -> None:
        """Adds an action. The order of dice is left out, because a link does not keep it."""
        self._rolls += words[0] == ROLL
        self._turn += " ".join([words[0]] + sorted(words[1:])) + "\n"

    def end_turn(self) -> None:
        """Ends the turn."""
        self._text += self._turn
        self._turn = ""
        self._rolls = 0

    def faces(self, dice: int) -> bytearray:
        """Returns the faces of the next roll, as numbers from 0."""
        faces: bytearray = apart.faces_of(f"{self._text}{ROLL} {self._rolls + 1}", dice)
        return faces


class DuelDice:
    """The dice of a duel (the Dice of rules/core/actions.py)."""

    def __init__(self, app: "Any", head: str) -> None:
        """`app`: the console, whose game is the duel; `head`: from Duel.head."""
        self._app = app
        self._head = head

    def throw(self, dice: int) -> bytearray:
        """Returns the faces of the next roll of the game."""
        played = Played(self._head)
        for line in apart.lines_of(self._app.playing.log):
            words = replay.words_of(line)
            if words and words[0] != "game":
                played.add(words)
            elif apart.ends_turn(line):
                played.end_turn()
        return played.faces(dice)


def session_of(duel: Duel, lines: "list[str]") -> Session:
    """Returns a duel after the actions of a log. Raises BadLine, Illegal."""
    session = Session(duel.game, list(duel.names), 0, duel.styles)
    for line in lines[2:]:
        words = replay.words_of(line)
        if words:
            action, dice = replay.action_of(duel.game, words)
            session.apply(action, dice)
        elif line.startswith(log_text.ADVISES):
            session.log.add(line)
    return session


# The console


def is_known(folder: str) -> bool:
    """Returns whether the folder has a duel that can be played."""
    try:
        lines = apart.saved_lines(folder, FILE)
        session_of(Duel(lines), lines)
    except (OSError, BadLine, BadOption, Illegal):
        return False
    return True


def open_game(app: "Any") -> None:
    """Opens the duel on a console that has just started: as it was left, or as it is in the link."""
    global _seat
    lines = apart.saved_lines(app.board.folder, FILE)
    duel = Duel(lines)
    session = session_of(duel, lines)
    _seat = duel.game.player
    app.dice = DuelDice(app, duel.head())
    app.store = apart.ApartStore(app.board.folder)
    if not app.session:
        app.settings.values["coach"] = COACH_OFF
        parked = app.store.names(PARKED)
        if parked:
            from sixpip.app.games import game_start

            game_start.go_on(app, duel.game.variant, parked[0])
        else:
            session.log.most_bytes = apart.MOST_BYTES  # all of its lines are written again
            app.open_game(session)
        app.step()
    app.playing.log.most_bytes = apart.MOST_BYTES
    app.playing.before = _no_undo


def _no_undo(todo: "Any") -> None:
    """Lets no decision be taken back: a turn that is over is in the link, and the dice after it depend on it."""


def is_over(app: "Any") -> bool:
    """Returns whether the console has shown how the turn of this player ended, and those of the computers after it."""
    session = app.session
    if not session or session.unsaved:
        return False
    game = session.game
    if game.stage == OVER:
        return bool(apart.has_shown_ranking(app))
    shows_next = getattr(app.screen, "mode", "") == ASK
    return bool(shows_next and game.player != _seat and not session.styles[game.player])


# The page


def open_log(text: str) -> str:
    """Opens the log of a link of a duel; returns what the page shows, as JSON, or {"error": why it shows nothing}.

    `text`: as a link has it. `whole` is its part up to the last turn that is over, and `wrong` the first turn with
    other dice than those of the duel, -1 if there is none.
    """
    lines = text.rstrip("\n").split("\n")
    try:
        duel = Duel(lines)
        game = duel.game
        rules = RulesInForce(game.variant, game.options)
        found: dict[str, Any] = {"id": duel.id, "variant": game.variant.name, "title": game.variant.title}
        found["names"] = duel.names
        found["hasPips"] = game.dice_set.faces == PIPS.faces
        found["computers"] = [style > 0 for style in duel.styles]
        found["rules"] = ", ".join([f"{option.label} {rules.value_of(option)}" for option in rules.differing()])
        found["turns"], whole = _turns(duel, lines)
        found["wrong"] = first_wrong_turn(duel, lines)
        found["whole"] = "\n".join(lines[:whole]) + "\n"
        session = session_of(Duel(lines), lines[:whole])
    except (BadLine, BadOption, Illegal) as error:
        return json.dumps({"error": sentence(error)})
    found["isBegun"] = any([replay.words_of(line) for line in lines[whole:]])
    found["scores"] = session.game.scores
    found["player"] = session.game.player
    found["over"] = session.game.stage == OVER
    found["isTooLong"] = len(found["whole"]) > _MOST_BYTES and not found["over"]
    found["winner"] = session.game.winner
    found["ranking"] = session.ranking()
    return json.dumps(found)


def _turns(duel: Duel, lines: "list[str]") -> "tuple[list[dict[str, Any]], int]":
    """Returns the turns that are over, in words, and how many lines have them."""
    places = [place for place in range(2, len(lines)) if replay.words_of(lines[place])]
    turns: list[Any] = []
    words: list[str] = []
    scores = list(duel.game.scores)
    whole = 2
    steps = [step for step in judge.review(duel.game, [lines[place] for place in places], False) if step]
    for place, step in zip(places, steps):
        if lines[place - 1].startswith(log_text.ADVISES):
            words.append("asks the coach")
        words.append(words_of_step(step, duel.game, duel.names))
        if step.ends_turn:
            before, scores = scores[step.player], step.scores
            turns.append({"player": step.player, "words": words, "before": before, "after": scores[step.player]})
            words = []
            whole = place + 1
    return turns, whole


def first_wrong_turn(duel: Duel, lines: "list[str]") -> int:
    """Returns the number of the first turn (from 0) with other dice than those of the duel; -1 if there is none."""
    game: Any = replay.start(duel.words)
    played = Played(duel.head())
    for line in lines[2:]:
        found = replay.words_of(line)
        if not found:
            continue
        turns: int = sum(game.turns)
        try:
            action, dice = replay.action_of(game, found)
            if action[0] == ROLL:
                dice.faces = list(played.faces(game.dice_next()))
            events = game.apply(action, dice)
        except Illegal:
            return turns  # other dice were thrown
        if action[0] == ROLL and sorted(game.log_line(action, events).split(" ")) != sorted(found):
            return turns
        played.add(found)
        if sum(game.turns) != turns:
            played.end_turn()
    return -1
