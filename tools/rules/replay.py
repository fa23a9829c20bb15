"""A log told turn by turn: what `python -m tools.rules replay LOG` prints. The lines of a log are rules/replay.py's."""

from collections.abc import Callable
from typing import Any

from sixpip.rules import actions, events, replay
from sixpip.rules.dice_sets import PHASE
from sixpip.rules.errors import BadLine, Illegal, sentence
from sixpip.rules.events import Event
from sixpip.rules.phase_ten.dice import written
from sixpip.rules.phase_ten.phases import in_words
from sixpip.rules.stages import OVER
from sixpip.rules.ten_thousand.house_rules.calls import WORDS

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
        words = replay.words_of(line)
        if not words:
            continue
        try:
            if words[0] != "game":
                if teller is None:
                    raise BadLine("A log begins with a line 'game VARIANT'")
                teller.do(words)
            elif teller is None:
                game = replay.start(words[1:])
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
        action, dice = replay.action_of(self.game, words)
        if not self._opened and self.game.legal():
            self._open()
        player = self.game.player
        happened = self.game.apply(action, dice)
        self._tell_action(action[0], words[1:], player, [event.kind for event in happened])
        for event in happened:
            getattr(self, "_on_" + event.kind)(event)

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
        return bool(self.game.pending) and self.game.pending.key == "start"

    def _aim(self, player: int) -> str:
        """What else there is to say of a player whose turn opens."""
        return ""

    def _tell(self, text: str) -> None:
        self._say("  " + text)

    def _tell_action(self, kind: str, faces: list[str], player: int, gave: list[str]) -> None:
        """Tell an action that no event speaks of."""
        if kind == actions.ROLL:
            who = self.names[player] + " " if events.THREW in gave else ""
            self._tell(f"{who}rolls {' '.join(faces)}")
        elif kind == actions.KEEP and events.KEPT not in gave:
            self._tell(f"holds {' '.join(faces)}")
        elif kind == actions.FRESH:
            self._tell("lets the win stand" if events.GAME_OVER in gave else "takes all the dice")
        elif kind == actions.STOP:
            self._tell("lets it be")

    # One for each kind of event (rules/actions.py)

    def _on_rolled(self, event: Event) -> None:
        pass  # told by the line itself

    def _on_kept(self, event: Event) -> None:
        game = self.game
        shown = [game.dice_set.faces[game.faces[place]] for place in range(game.dice) if event.positions >> place & 1]
        before = self._points
        self._points += event.points
        self._tell(f"keeps {' '.join(shown)} for {event.points}" + (f": {self._points} so far" if before else ""))

    def _on_hot(self, event: Event) -> None:
        self._tell("hot dice!")

    def _on_bust(self, event: Event) -> None:
        self._tell(f"bust: {event.points} points are lost" if event.points else "bust")

    def _on_banked(self, event: Event) -> None:
        self._tell(f"banks {event.points}: score {event.number}")

    def _on_opened(self, event: Event) -> None:
        if self.game.options["opening"]:
            self._tell(f"{self.names[event.player]} is on the table")

    def _on_took(self, event: Event) -> None:
        self._points = event.points
        self._tell(f"takes up {event.number} {'die' if event.number == 1 else 'dice'} and {event.points} points")

    def _on_bonus(self, event: Event) -> None:
        self._points += event.points
        self._tell(f"{event.why}: {event.points:+} points")

    def _on_penalty(self, event: Event) -> None:
        self._tell(f"{event.why}: {event.points:+} for {self.names[event.player]}")

    def _on_again(self, event: Event) -> None:
        self._tell(event.why)

    def _on_called(self, event: Event) -> None:
        self._tell(f"calls {WORDS[event.number]}")

    def _on_threw(self, event: Event) -> None:
        pass  # the dice have been told

    def _on_out(self, event: Event) -> None:
        self._tell(f"{self.names[event.player]} is out of the game: {event.why}")

    def _on_won(self, event: Event) -> None:
        self._tell(f"{self.names[event.player]} wins at once: {event.why}")

    def _on_closing(self, event: Event) -> None:
        self._tell(f"{self.names[event.player]} has reached the target")

    def _on_turn(self, event: Event) -> None:
        self._opened = False
        self._points = 0

    def _on_over(self, event: Event) -> None:
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

    def _on_aside(self, event: Event) -> None:
        pass  # told by the line itself

    def _on_made(self, event: Event) -> None:
        game = self.game
        shown = [written(die, game.faces[die]) for die in range(game.dice) if event.positions >> die & 1]
        self._tell(f"makes phase {event.number} with {' '.join(shown)} for {event.points}")

    def _on_missed(self, event: Event) -> None:
        self._tell(f"misses phase {event.number} by {event.points} {'die' if event.points == 1 else 'dice'}")

    def _on_closing(self, event: Event) -> None:
        self._tell(f"{self.names[event.player]} has made all phases: the others play on to their first miss")


def teller_of(game: Any) -> type[Teller]:
    """Who tells a game of this kind."""
    return PhaseTeller if game.dice_set is PHASE else Teller


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def plain(text: str) -> str:
    """`text` without characters that would steer a terminal: a log may come from anybody."""
    return "".join([letter if letter.isprintable() else "?" for letter in text])
