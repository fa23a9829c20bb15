"""A log told turn by turn: what `python -m tools.rules replay LOG` prints. The lines of a log are rules/log.py's."""

from collections.abc import Callable
from typing import Any

from sixpip.rules import actions, log
from sixpip.rules.basics import OVER
from sixpip.rules.house.calls import WORDS
from sixpip.rules.phases.dice import written
from sixpip.rules.phases.goals import in_words
from sixpip.rules.refusal import BadLine, Illegal, sentence
from sixpip.rules.tables import PHASE

_MOST_LETTERS = 16

Say = Callable[[str], None]


class BrokenLog(Exception):
    """A log that leads nowhere from some line on; the text says where and why.

    `status` is 2 for a line that cannot be read, 1 for one that cannot have happened.
    """

    def __init__(self, line: int, error: Exception) -> None:
        """`line`: its number, 0 for the log as a whole; `error`: what the rules core said of it."""
        super().__init__(f"line {line}: {sentence(error)}" if line else sentence(error))
        self.status = 1 if isinstance(error, Illegal) else 2


def tell(text: str, say: Say) -> None:
    """Say the game of a log, line by line of plain text. Raises BrokenLog, with all said that came before."""
    lines = text.split("\n")
    teller: Teller | None = None
    for number, line in enumerate(lines, 1):
        words = log.words_of(line)
        if not words:
            continue
        try:
            if words[0] != "game":
                if teller is None:
                    raise BadLine("A log begins with a line 'game VARIANT'")
                teller.do(words)
            elif teller is None:
                game = log.start(words[1:])
                teller = teller_of(game)(game, lines[number : number + 1], words[1:], say)
            else:
                raise BadLine("Another game begins: a log holds one")
        except (BadLine, Illegal) as error:
            raise BrokenLog(number, error) from error
    if teller is None:
        raise BrokenLog(0, BadLine("The log is empty: it begins with a line 'game VARIANT'"))
    teller.close()


def names_in(lines: list[str], players: int) -> list[str]:
    """The names of the players from the comment below the first line (# ANNA, BEN); numbers where there is none."""
    comment = lines[0].strip() if lines else ""
    names = [name.strip() for name in comment[1:].split(",")] if comment.startswith("#") else []
    if len(names) == players and all(0 < len(name) <= _MOST_LETTERS for name in names):
        return names
    return [f"Player {seat + 1}" for seat in range(players)]


class Teller:
    """Tells one game while it is played again."""

    def __init__(self, game: Any, after: list[str], words: list[str], say: Say) -> None:
        """`after`: the lines below the first; `words`: those of the first, which name the house rules."""
        self.game = game
        self.names = names_in(after, game.players)
        self._say = say
        self._opened = False
        self._points = 0
        target = f" to {game.options['target']}" if "target" in game.options else ""
        say(f"{game.variant.title}, played{target} by {_listed(self.names)}")
        rules = [word for word in words[1:] if not word.startswith(("players=", "mark="))]
        if rules:
            say(f"House rules: {' '.join(rules)}")

    def do(self, words: list[str]) -> None:
        """Do one action and tell what it gave. Raises BadLine, Illegal."""
        action, dice = log.action_of(self.game, words)
        if not self._opened and self.game.legal():
            self._open()
        player = self.game.player
        events = self.game.apply(action, dice)
        self._tell_action(action[0], words[1:], player, [event[0] for event in events])
        for event in events:
            getattr(self, "_on_" + event[0])(*event[1:])

    def close(self) -> None:
        """Tell how the game has ended, or how it stands, and the ranking."""
        game = self.game
        self._say("")
        if game.stage == OVER:
            self._say(f"The game is over: {self.names[game.winner]} wins." if game.winner >= 0 else "Nobody wins.")
        else:
            points = f" with {game.points} turn points" if game.points else ""
            self._say(f"The game is not finished: it is the turn of {self.names[game.player]}{points}.")
        order = sorted(range(game.players), key=lambda seat: (seat != game.winner, -game.scores[seat], seat))
        for place, seat in enumerate(order, 1):
            turns = f"{game.turns[seat]} turn{'s' if game.turns[seat] != 1 else ''}"
            self._say(f"{place}. {self.names[seat]}: {game.scores[seat]} in {turns}{', out' if game.out[seat] else ''}")

    def _open(self) -> None:
        """The heading of a turn."""
        game = self.game
        self._opened = True
        self._say("")
        if self._starting():
            self._say("Who starts?")
        else:
            player = game.player
            score = f"score {game.scores[player]}{self._aim(player)}"
            self._say(f"Turn {game.turns[player] + 1} of {self.names[player]}, {score}")

    def _starting(self) -> bool:
        """Whether the throws for the start are on."""
        return bool(self.game.floor) and self.game.floor.key == "start"

    def _aim(self, player: int) -> str:
        """What else there is to say of a player whose turn opens."""
        return ""

    def _tell(self, text: str) -> None:
        self._say("  " + text)

    def _tell_action(self, kind: str, faces: list[str], player: int, gave: list[str]) -> None:
        """Tell an action that no event speaks of."""
        if kind == actions.ROLL:
            who = self.names[player] + " " if actions.THREW in gave else ""
            self._tell(f"{who}rolls {' '.join(faces)}")
        elif kind == actions.KEEP and actions.KEPT not in gave:
            self._tell(f"holds {' '.join(faces)}")
        elif kind == actions.FRESH:
            self._tell("lets the win stand" if actions.OVER in gave else "takes all the dice")
        elif kind == actions.STOP:
            self._tell("lets it be")

    # One for each kind of event (rules/actions.py)

    def _on_rolled(self, _faces: bytes, _positions: int) -> None:
        pass  # told by the line itself

    def _on_kept(self, positions: int, points: int) -> None:
        game = self.game
        shown = [game.table.faces[game.faces[place]] for place in range(game.dice) if positions >> place & 1]
        before = self._points
        self._points += points
        self._tell(f"keeps {' '.join(shown)} for {points}" + (f": {self._points} so far" if before else ""))

    def _on_hot(self) -> None:
        self._tell("hot dice!")

    def _on_bust(self, _player: int, lost: int) -> None:
        self._tell(f"bust: {lost} points are lost" if lost else "bust")

    def _on_banked(self, _player: int, points: int, score: int) -> None:
        self._tell(f"banks {points}: score {score}")

    def _on_opened(self, player: int) -> None:
        if self.game.options["opening"]:
            self._tell(f"{self.names[player]} is on the table")

    def _on_took(self, dice: int, points: int) -> None:
        self._points = points
        self._tell(f"takes up {dice} {'die' if dice == 1 else 'dice'} and {points} points")

    def _on_bonus(self, points: int, why: str) -> None:
        self._points += points
        self._tell(f"{why}: {points:+} points")

    def _on_penalty(self, player: int, change: int, why: str) -> None:
        self._tell(f"{why}: {change:+} for {self.names[player]}")

    def _on_again(self, why: str) -> None:
        self._tell(why)

    def _on_called(self, call: int) -> None:
        self._tell(f"calls {WORDS[call]}")

    def _on_threw(self, _player: int, _worth: int) -> None:
        pass  # the dice have been told

    def _on_out(self, player: int, why: str) -> None:
        self._tell(f"{self.names[player]} is out of the game: {why}")

    def _on_won(self, player: int, why: str) -> None:
        self._tell(f"{self.names[player]} wins at once: {why}")

    def _on_closing(self, player: int) -> None:
        self._tell(f"{self.names[player]} has reached the target")

    def _on_turn(self, _player: int) -> None:
        self._opened = False
        self._points = 0

    def _on_over(self, _winner: int) -> None:
        pass  # told at the end


class PhaseTeller(Teller):
    """Tells a game of Phase 10 dice."""

    def _starting(self) -> bool:
        return self.game.start is not None

    def _aim(self, player: int) -> str:
        phase = self.game.phases[player]
        return f", phase {phase}: {in_words(phase)}"

    def _tell_action(self, kind: str, faces: list[str], player: int, gave: list[str]) -> None:
        if kind == actions.KEEP:
            self._tell(f"sets aside {' '.join(faces)}")
        elif kind == actions.BACK:
            self._tell(f"takes back {' '.join(faces)}")
        elif kind == actions.ROLL:
            super()._tell_action(kind, faces, player, gave)

    def _on_aside(self, _positions: int) -> None:
        pass  # told by the line itself

    def _on_made(self, _player: int, phase: int, points: int, used: int) -> None:
        game = self.game
        shown = [written(die, game.faces[die]) for die in range(game.dice) if used >> die & 1]
        self._tell(f"makes phase {phase} with {' '.join(shown)} for {points}")

    def _on_missed(self, _player: int, phase: int, short: int) -> None:
        self._tell(f"misses phase {phase} by {short} {'die' if short == 1 else 'dice'}")

    def _on_closing(self, player: int) -> None:
        self._tell(f"{self.names[player]} has made all phases: the others play on to their first miss")


def teller_of(game: Any) -> type[Teller]:
    """Who tells a game of this kind."""
    return PhaseTeller if game.table is PHASE else Teller


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def plain(text: str) -> str:
    """`text` without characters that would steer a terminal: a log may come from anybody."""
    return "".join([letter if letter.isprintable() else "?" for letter in text])
