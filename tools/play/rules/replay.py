"""Describes a game turn by turn from its log: the output of `python -m tools.play.rules replay LOG`."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from sixpip.rules.core import actions, events, replay
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.errors import BadLine, Illegal, sentence
from sixpip.rules.core.events import Event
from sixpip.rules.core.log_text import ADVISES, FIRST, HEAD_START, MARK, SEATS, UNDO
from sixpip.rules.phase_ten.dice import written
from sixpip.rules.phase_ten.phases import phase_text
from sixpip.rules.rulebook.variants import PHASE
from sixpip.rules.ten_thousand.house_rules.calls import WORDS

_MOST_LETTERS = 16

Print = Callable[[str], None]

_LINES = {
    events.HOT: "hot dice!",
    events.BANKED: "banks {event.points}: score {event.number}",
    events.AGAIN: "{event.why}",
    events.CALL_MISSED: "{event.why}",
    events.LIMIT: "{event.why}",
    events.OUT: "{name} is out of the game: {event.why}",
    events.WON: "{name} wins at once: {event.why}",
    events.PENALTY: "{event.why}: {event.points:+} for {name}",
    events.ROLLED: "",
    events.THREW: "",
    events.ASIDE: "",
    events.GAME_OVER: "",
}
"""The lines of events; none where the action has one or close() writes it. The other events have a method."""


class BrokenLog(Exception):
    """A log that cannot be replayed from some line on; the text says where and why.

    `status` is 2 for a line that cannot be parsed, 1 for an action that is not legal.
    """

    def __init__(self, line: int, error: Exception) -> None:
        """`line`: its number, 0 for the log as a whole; `error`: the error of the rules core."""
        super().__init__(f"line {line}: {sentence(error)}" if line else sentence(error))
        self.status = 1 if isinstance(error, Illegal) else 2


def describe(text: str, write: Print, notes: Mapping[int, str] | None = None) -> None:
    """Describes the game of a log with calls of `write`, one per line. Raises BrokenLog at the first bad line.

    `notes`: what to write after the action of a line, by its number from 1.
    """
    lines = text.split("\n")
    narrator: Narrator | None = None
    try:
        played = replay.without_undone(lines)
    except BadLine as error:
        raise BrokenLog(0, error) from error
    for number, line in enumerate(played, 1):
        words = replay.words_of(line)
        if not words:
            if narrator and line.startswith(ADVISES):
                narrator.helped[line[len(ADVISES) :].strip()] += 1
            if narrator and replay.words_of(lines[number - 1])[:1] == [UNDO]:
                narrator.note_undone(lines[number - 1])
            continue
        try:
            if words[0] != "game":
                if narrator is None:
                    raise BadLine("A log begins with a line 'game VARIANT'")
                narrator.apply(words, (notes or {}).get(number, ""))
            elif narrator is None:
                game = replay.start(words[1:])
                narrator = narrator_for(game)(game, lines[number : number + 1], words[1:], write)
            else:
                raise BadLine("Another game begins: a log holds one")
        except (BadLine, Illegal) as error:
            raise BrokenLog(number, error) from error
    if narrator is None:
        raise BrokenLog(0, BadLine("The log is empty: it begins with a line 'game VARIANT'"))
    narrator.close()


def names_in(lines: list[str], players: int) -> list[str]:
    """The names of the players from the comment below the first line (# ANNA, BEN); numbers where there is none."""
    comment = lines[0].strip() if lines else ""
    names = [name.strip() for name in comment[1:].split(",")] if comment.startswith("#") else []
    if len(names) == players and all(0 < len(name) <= _MOST_LETTERS for name in names):
        return names
    return [f"Player {seat + 1}" for seat in range(players)]


class Narrator:
    """Describes one game while it is replayed."""

    def __init__(self, game: Any, after: list[str], words: list[str], write: Print) -> None:
        """`after`: the lines below the first; `words`: those of the first line, with the house rules."""
        self.game = game
        self.names = names_in(after, game.players)
        self.helped: Counter[str] = Counter()
        """By name how often the coach helped a player: also before actions that were taken back."""
        self._write = write
        self._opened = False
        self._points = 0
        target = f" to {game.options['target']}" if "target" in game.options else ""
        write(f"{game.variant.title}, played{target} by {_listed(self.names)}")
        not_rules = ("players=", FIRST, MARK, SEATS, HEAD_START)
        rules = [word for word in words[1:] if not word.startswith(not_rules)]
        if game.head_start:
            ahead = [f"{name} {points}" for name, points in zip(self.names, game.head_start, strict=True) if points]
            write(f"Head start: {', '.join(ahead)}")
        if rules:
            write(f"House rules: {' '.join(rules)}")

    def apply(self, words: list[str], note: str = "") -> None:
        """Applies one action and describes its events; `note`: a line after its own. Raises BadLine, Illegal."""
        action, dice = replay.action_of(self.game, words)
        if not self._opened and self.game.legal():
            self._open()
        player = self.game.player
        returned = self.game.apply(action, dice)
        self._describe_action(action[0], words[1:], player, [event.kind for event in returned])
        if note and action[0] != actions.KEEP:
            self._line(note)
        for event in returned:
            if event.kind not in _LINES:
                getattr(self, "_on_" + event.kind)(event)
            elif _LINES[event.kind]:
                self._line(_LINES[event.kind].format(event=event, name=self.names[event.player]))
        if note and action[0] == actions.KEEP:
            self._line(note)

    def note_undone(self, line: str) -> None:
        """Writes that actions before this point were taken back; they are left out."""
        actions = int(replay.words_of(line)[1])
        self._line(f"({actions} action{'s' if actions > 1 else ''} before this taken back)")

    def close(self) -> None:
        """Writes the result or the state of the game, the ranking, and whom the coach helped."""
        game = self.game
        self._write("")
        if game.stage == OVER:
            self._write(f"The game is over: {self.names[game.winner]} wins." if game.winner >= 0 else "No one wins.")
        else:
            points = f" with {game.points} turn points" if game.points else ""
            self._write(f"The game is not finished: it is the turn of {self.names[game.player]}{points}.")
        order = sorted(range(game.players), key=lambda seat: (seat != game.winner, -game.scores[seat], seat))
        for place, seat in enumerate(order, 1):
            turns = f"{game.turns[seat]} turn{'s' if game.turns[seat] != 1 else ''}"
            self._write(
                f"{place}. {self.names[seat]}: {game.scores[seat]} in {turns}{', out' if game.out[seat] else ''}"
            )
        for name, count in self.helped.items():
            self._write(f"The coach helped {name} {'once' if count == 1 else f'{count} times'}.")

    def _open(self) -> None:
        """Writes the heading of a turn."""
        game = self.game
        self._opened = True
        self._write("")
        if self._starting():
            self._write("Who starts?")
        else:
            player = game.player
            score = f"score {game.scores[player]}{self._aim(player)}"
            self._write(f"Turn {game.turns[player] + 1} of {self.names[player]}, {score}")

    def _starting(self) -> bool:
        """Whether the players throw for the start."""
        return bool(self.game.still_to_throw())

    def _aim(self, player: int) -> str:
        """What the heading of a turn shows besides the score."""
        return ""

    def _line(self, text: str) -> None:
        self._write("  " + text)

    def _describe_action(self, kind: str, faces: list[str], player: int, kinds: list[str]) -> None:
        """Writes a line for an action whose events do not describe it."""
        if kind == actions.ROLL:
            who = self.names[player] + " " if events.THREW in kinds else ""
            self._line(f"{who}rolls {' '.join(faces)}")
        elif kind == actions.KEEP and events.KEPT not in kinds:
            self._line(f"holds {' '.join(faces)}")
        elif kind == actions.FRESH:
            self._line("lets the win stand" if events.GAME_OVER in kinds else "takes all the dice")
        elif kind == actions.STOP:
            self._line("lets it be")

    # Events (rules/core/events.py)

    def _on_kept(self, event: Event) -> None:
        game = self.game
        shown = [game.dice_set.faces[game.faces[place]] for place in range(game.dice) if event.positions >> place & 1]
        before = self._points
        self._points += event.points
        self._line(f"keeps {' '.join(shown)} for {event.points}" + (f": {self._points} so far" if before else ""))

    def _on_bust(self, event: Event) -> None:
        self._line(f"bust: {event.points} points are lost" if event.points else "bust")

    def _on_opened(self, event: Event) -> None:
        if self.game.options["opening"]:
            self._line(f"{self.names[event.player]} is on the table")

    def _on_took(self, event: Event) -> None:
        self._points = event.points
        self._line(f"takes up {event.number} {'die' if event.number == 1 else 'dice'} and {event.points} points")

    def _on_bonus(self, event: Event) -> None:
        self._points += event.points
        self._line(f"{event.why}: {event.points:+} points")

    def _on_called(self, event: Event) -> None:
        self._line(f"calls {WORDS[event.number]}")

    def _on_closing(self, event: Event) -> None:
        self._line(f"{self.names[event.player]} has reached the target")

    def _on_turn(self, event: Event) -> None:
        self._opened = False
        self._points = 0


class PhaseNarrator(Narrator):
    """Describes a game of Phase 10."""

    def _starting(self) -> bool:
        return self.game.start is not None

    def _aim(self, player: int) -> str:
        phase = self.game.phases[player]
        return f", phase {phase}: {phase_text(phase)}"

    def _describe_action(self, kind: str, faces: list[str], player: int, kinds: list[str]) -> None:
        if kind == actions.KEEP:
            self._line(f"sets aside {' '.join(faces)}")
        elif kind == actions.BACK:
            self._line(f"takes back {' '.join(faces)}")
        elif kind == actions.ROLL:
            super()._describe_action(kind, faces, player, kinds)

    def _on_made(self, event: Event) -> None:
        game = self.game
        shown = [written(die, game.faces[die]) for die in range(game.dice) if event.positions >> die & 1]
        self._line(f"makes phase {event.number} with {' '.join(shown)} for {event.points}")

    def _on_missed(self, event: Event) -> None:
        self._line(f"misses phase {event.number} by {event.points} {'die' if event.points == 1 else 'dice'}")

    def _on_closing(self, event: Event) -> None:
        self._line(f"{self.names[event.player]} has made all phases: the others play on to their first miss")


def narrator_for(game: Any) -> type[Narrator]:
    """The class that describes a game."""
    return PhaseNarrator if game.dice_set is PHASE else Narrator


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
