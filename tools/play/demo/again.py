"""A game with the dice of another one, for MicroPython in the page: somebody plays alone with the throws of a player.

The throws are those of the shared game, by the number of the player's turn and of the throw in it. Where it has none,
or too few dice, they follow from its log: the formula is in firmware/RANDOMNESS.md. A link has the dice of a throw in
the order of their faces, so they are mixed, in the same way for everyone; a marked die and those of Phase 10 keep their
places. The game counts for no records.

The file "again" holds the log of the shared game, whose first line says who is to be beaten.
"""

import json

from sixpip.app.games.session import COACH_OFF, PARKED
from sixpip.app.house_rules.rule_choice import RulesInForce
from sixpip.rules.core import replay
from sixpip.rules.core.actions import OVER, ROLL
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import BadLine, BadOption, Illegal, is_whole, sentence
from sixpip.rules.core.events import THREW
from sixpip.rules.rulebook.variant import PHASE_KIND

try:
    import apart  # type: ignore[import-not-found]
except ImportError:  # on the host
    from tools.play.demo import apart

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILE = "again"
NAME_FILE = "name"
BEAT = "beat="
"""Stands before the number (from 1) of the player to beat, at the end of the first line of the log."""
_MOST_LETTERS = 16
_START = "start"


class Challenge:
    """A player to beat: the `name`, the `scores` after each turn, `variant` and `overrides` of the game, `dice`."""

    def __init__(self, lines: "list[str]") -> None:
        """`lines`: of the log. Raises BadLine, BadOption, Illegal."""
        words = replay.words_of(lines[0])[1:]
        seats = [word[len(BEAT) :] for word in words if word.startswith(BEAT)]
        game: Any = replay.start([word for word in words if not word.startswith(BEAT)])
        if len(seats) != 1 or not is_whole(seats[0]) or not 0 < int(seats[0]) <= game.players:
            raise BadLine("This link does not say whom to beat")
        self.seat = int(seats[0]) - 1
        named = lines[1][2:].split(", ") if len(lines) > 1 and lines[1].startswith("# ") else []
        fits = len(named) == game.players
        self.name = named[self.seat][:_MOST_LETTERS] if fits else f"Player {self.seat + 1}"
        self.game = game
        self.overrides = {key: value for key, value in game.overrides.items() if key != _START}
        self.head_start = [game.head_start[self.seat]] if game.head_start else []
        self.scores: list[int] = []
        self.dice = Throws("\n".join(lines) + "\n")
        self._replay(lines[2:])
        if not self.scores:
            raise BadLine(f"{self.name} has no turn to beat")

    def _replay(self, lines: "list[str]") -> None:
        """Plays the shared game, and notes the throws and the scores of the player.

        In Phase 10 the scores are those of a game of one player, whose rules for the end are others (PH-10, PH-13).
        """
        game = self.game
        twin = self.alone() if game.dice_set.kind == PHASE_KIND else None
        counted, counted_seat = (twin, 0) if twin else (game, self.seat)
        rolls = 0
        for line in lines:
            words = replay.words_of(line)
            if not words:
                continue
            player = game.player
            turn = game.turns[player]
            positions = places_of(game)
            action, dice = replay.action_of(game, words)
            faces = list(dice.faces)
            if twin and player == self.seat:
                twin.apply(*replay.action_of(twin, words))
            events = game.apply(action, dice)
            if action[0] == ROLL and not any([event.kind == THREW for event in events]):
                rolls += 1
                if player == self.seat:
                    self.dice.note(turn, rolls, positions, faces)
            if game.turns[player] != turn:
                rolls = 0
                if player == self.seat:
                    self.scores.append(counted.scores[counted_seat])
        if self.scores:
            self.scores[-1] = counted.scores[counted_seat]  # with what the end of the game adds

    def alone(self) -> "Any":
        """Returns a game of one player with the same rules. Raises BadOption."""
        return new_game(self.game.variant.name, self.overrides, 1, -1, self.head_start)


def places_of(game: "Any") -> "list[int]":
    """Returns the tray positions that the next roll throws."""
    return [place for place in range(game.dice) if game.throws() >> place & 1]


class Throws:
    """The throws of a player by turn and number of the throw."""

    def __init__(self, text: str) -> None:
        """`text`: from which the dice follow that the player has not thrown."""
        self._text = text
        self._thrown: dict[tuple[int, int], dict[int, int]] = {}

    def note(self, turn: int, roll: int, positions: "list[int]", faces: "list[int]") -> None:
        """Notes a throw: `turn` counts from 0, `roll` from 1; the faces are those at the tray positions."""
        self._thrown[turn, roll] = dict(zip(positions, faces))

    def faces(self, game: "Any", roll: int) -> "list[int]":
        """Returns the faces of the next throw of a game of one player, as numbers from 0. `roll` counts from 1."""
        turn = game.turns[0]
        thrown = dict(self._thrown.get((turn, roll), {}))
        place = f"{self._text}{turn + 1} {roll}"
        others = apart.faces_of(place, game.dice)
        keeps_places = game.dice_set.kind == PHASE_KIND
        own: list[int] = []  # the dice that keep their places
        if keeps_places:
            own = places_of(game)
        elif game.dice_set.wild >= 0:
            own = [0]
        marked = {position: thrown.pop(position) for position in own if position in thrown}
        mixed = _mixed(list(thrown.values()), place)
        faces = []
        for position in places_of(game):
            if position in own:
                faces.append(marked.get(position, others[position]))
            else:
                faces.append(mixed.pop(0) if mixed else others[position])
        return faces


def _mixed(faces: "list[int]", text: str) -> "list[int]":
    """Returns faces in an order that follows from a text, not from the faces."""
    keys = apart.numbers_of(f"{text} order")
    order = sorted(range(len(faces)), key=lambda at: keys[at])
    return [faces[at] for at in order]


class AgainDice:
    """The dice of a game with the throws of another one (the Dice of rules/core/actions.py)."""

    def __init__(self, app: "Any", throws: Throws) -> None:
        """`app`: the console, whose game has these throws."""
        self._app = app
        self._throws = throws

    def throw(self, dice: int) -> "list[int]":
        """Returns the faces of the next roll of the game."""
        session = self._app.playing
        roll = 1
        for line in apart.lines_of(session.log):
            words = replay.words_of(line)
            if words and words[0] == ROLL:
                roll += 1
            elif apart.ends_turn(line):
                roll = 1
        return self._throws.faces(session.game, roll)


# The console


def is_known(folder: str) -> bool:
    """Returns whether the folder has a game that can be played."""
    try:
        Challenge(apart.saved_lines(folder, FILE)).alone()
    except (OSError, BadLine, BadOption, Illegal):
        return False
    return True


def open_game(app: "Any") -> None:
    """Opens the game on a console that has just started: as it was left, or a new one."""
    folder = app.board.folder
    challenge = Challenge(apart.saved_lines(folder, FILE))
    app.dice = AgainDice(app, challenge.dice)
    app.store = apart.ApartStore(folder)
    if app.session:
        app.session.log.most_bytes = apart.MOST_BYTES
        return
    from sixpip.app.games import game_start
    from sixpip.app.games.lineup import Lineup

    app.settings.values["coach"] = COACH_OFF
    parked = app.store.names(PARKED)
    if parked:
        game_start.go_on(app, challenge.game.variant, parked[0])
    else:
        lineup = Lineup([apart.saved_lines(folder, NAME_FILE)[0]])
        lineup.head_start = challenge.head_start or [0]
        game_start.start(app, challenge.game.variant.name, challenge.overrides, lineup)
    app.step()
    app.playing.log.most_bytes = apart.MOST_BYTES


def is_over(app: "Any") -> bool:
    """Returns whether the console has shown how the game ended."""
    session = app.session
    return bool(session and not session.unsaved and session.game.stage == OVER and apart.has_shown_ranking(app))


# The page


def open_log(text: str, own: str = "") -> str:
    """Opens the log of a link; returns what the page shows, as JSON, or {"error": why it shows nothing}.

    `own`: the log of a game with these dice. "verdict" is 1 if it beats the other one, 0 if both are equal, -1 if it
    does not, None as long as that is open.
    """
    try:
        challenge = Challenge(text.rstrip("\n").split("\n"))
        challenge.alone()
        game = challenge.game
        rules = RulesInForce(game.variant, challenge.alone().options)
        found: dict[str, Any] = {"variant": game.variant.name, "title": game.variant.title, "name": challenge.name}
        found["rules"] = ", ".join([f"{option.label} {rules.value_of(option)}" for option in rules.differing()])
        found["scores"] = challenge.scores
        found["start"] = challenge.head_start[0] if challenge.head_start else 0
        found["isPhase"] = game.dice_set.kind == PHASE_KIND
        if own:
            found["own"] = _compared(challenge, own.rstrip("\n").split("\n"))
    except (BadLine, BadOption, Illegal) as error:
        return json.dumps({"error": sentence(error)})
    return json.dumps(found)


def _compared(challenge: Challenge, lines: "list[str]") -> "dict[str, Any]":
    """Returns what the page shows of a game with the dice of a challenge. Raises BadLine, BadOption, Illegal."""
    game: Any = replay.start(replay.words_of(lines[0])[1:])
    twin = challenge.alone()
    has_rules = game.players == 1 and game.variant.name == twin.variant.name and _rules_of(game) == _rules_of(twin)
    names = lines[1][2:].split(", ") if len(lines) > 1 and lines[1].startswith("# ") else []
    has_dice = has_rules and game.head_start == twin.head_start
    scores: list[int] = []
    rolls = 0
    for line in lines[2:]:
        words = replay.words_of(line)
        if not words:
            continue
        turns = game.turns[0]
        if has_dice:
            rolls += words[0] == ROLL
            has_dice = _has_dice(challenge, twin, words, rolls)
        action, dice = replay.action_of(game, words)
        game.apply(action, dice)
        if game.turns[0] != turns:
            scores.append(game.scores[0])
            rolls = 0
    if scores:
        scores[-1] = game.scores[0]
    is_over = game.stage == OVER
    return {
        "name": names[0][:_MOST_LETTERS] if len(names) == 1 else "You",
        "scores": scores,
        "isOver": is_over,
        "hasDice": has_dice,
        "verdict": verdict(challenge.scores, scores, is_over, game.dice_set.kind == PHASE_KIND),
    }


def _rules_of(game: "Any") -> "dict[str, Any]":
    """Returns the house rules of a game, without the order of play."""
    return {key: value for key, value in game.options.items() if key != _START}


def _has_dice(challenge: Challenge, twin: "Any", words: "list[str]", roll: int) -> bool:
    """Plays an action in a game that throws the dice of the challenge; returns whether it throws those of the log."""
    try:
        action, dice = replay.action_of(twin, words)
        if action[0] == ROLL:
            dice.faces = challenge.dice.faces(twin, roll)
        events = twin.apply(action, dice)
    except Illegal:
        return False  # other dice were thrown
    return action[0] != ROLL or sorted(twin.log_line(action, events).split(" ")) == sorted(words)


def verdict(scores: "list[int]", own: "list[int]", is_over: bool, is_phase: bool) -> "int | None":
    """Compares the scores after each turn: more points after as many turns win, and so does an earlier end.

    Phase 10 is no race: there the end of a game counts with its points. Returns 1, 0 or -1; None as long as it is open.
    """
    turns = len(scores)
    if len(own) < turns:
        if not is_over:
            return None
        if not is_phase:
            return 1
    reached = own[min(turns, len(own)) - 1] if own else 0
    return (reached > scores[-1]) - (reached < scores[-1])
