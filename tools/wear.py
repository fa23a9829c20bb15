"""How long the flash of the Pico lasts: erases per hour of play, and the years that gives.

A game on the emulated Pico says what an action costs; many games by the same firmware code on the same littlefs say how
its wear levelling spreads that over the blocks. Prints a table; every assumption stands in it.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sixpip.app.session import Session, forget
from sixpip.rules.engine import new_game
from sixpip.storage.records import Store
from tools.cuts.disk import Disk, Operation
from tools.cuts.session import PLAY, SHORT, Dice, Recording, on_pico, play, start_image
from tools.emulator import EmulatorUnavailable
from tools.image import BLOCK_COUNT, BLOCK_SIZE

ENDURANCE = 100_000
"""Erases that every sector stands, at the least: W25Q16JV (the flash of the Pico), datasheet, section 1 "Features"."""
GAMES = 200
_VARIANT = "dice-10000"
_PLAYERS = ("ANNA", "BEN", "CY")
_LONGEST = 500
_DAYS = 365


@dataclass(frozen=True)
class Habits:
    """What is assumed about those who play."""

    hours_a_day: float = 2
    actions_a_minute: float = 10
    """Rolls, keeps and banks; a brisk game without a rest."""
    games_a_start: int = 4
    """So many games until it is switched off: littlefs begins at another block each time."""


@dataclass(frozen=True)
class Wear:
    """What some actions did to the flash."""

    actions: int
    erases: "Counter[int]"
    """By block; a block that is not in it was not touched."""

    @property
    def per_action(self) -> float:
        """Erases, all blocks together."""
        return self.erases.total() / self.actions

    @property
    def worst(self) -> int:
        """Erases of the block that was erased most."""
        return max(self.erases.values())

    @property
    def mean(self) -> float:
        """Erases of a block, over those that were erased at all: the others hold the firmware and never move."""
        return self.erases.total() / len(self.erases)

    def an_hour(self, erases: float, habits: Habits) -> float:
        """What so many erases are in an hour of play."""
        return erases / self.actions * habits.actions_a_minute * 60

    def years(self, erases: float, habits: Habits) -> float:
        """How long a block lasts that these actions erased so often, if all goes on so."""
        return ENDURANCE / self.an_hour(erases, habits) / habits.hours_a_day / _DAYS


def erases_of(operations: Iterable[Operation]) -> "Counter[int]":
    """How often each block was erased."""
    return Counter(place // BLOCK_SIZE for place, data in operations if data is None)


def wear_of(recording: Recording) -> Wear:
    """What the actions of the games cost in a session; what else was done there is left out."""
    erases: Counter[int] = Counter()
    actions = 0
    for before, moment in zip(recording.moments, recording.moments[1:]):
        if moment.name == PLAY:
            erases += erases_of(recording.operations[before.done : moment.done])
            actions += 1
    return Wear(actions, erases)


def long_run(image: bytes, games: int, habits: Habits) -> Wear:
    """So many games, one after another, from this file system on."""
    erases: Counter[int] = Counter()
    actions = 0
    for first in range(0, games, habits.games_a_start):
        disk = Disk(image)
        with disk.in_place():
            for seed in range(first, min(games, first + habits.games_a_start)):
                actions += sum(1 for _ in _game(Store(""), seed))
        erases += erases_of(disk.operations)
        image = disk.image
    return Wear(actions, erases)


def _game(store: Store, seed: int) -> Iterator[None]:
    """Play a game to its end, saving each action as the console does."""
    forget(store)
    session = Session(new_game(_VARIANT, {}, len(_PLAYERS)), list(_PLAYERS))
    session.save(store)
    dice = Dice(seed)
    for _ in range(_LONGEST):
        if not session.game.legal():
            return
        play(session, dice, 1)
        session.save(store)
        yield


def table(pico: Wear | None, run: Wear, games: int, habits: Habits) -> str:
    """All of it as text."""
    lines = [
        f"Assumed: {habits.hours_a_day:g} hours a day, {habits.actions_a_minute:g} actions a minute (roll, keep, bank)",
        f"and {habits.games_a_start} games a start; {ENDURANCE} erases a block (W25Q16JV),",
        f"{BLOCK_COUNT} blocks of {BLOCK_SIZE} bytes.",
        "",
        f"{'erases':<34}{'actions':>9}{'an action':>11}{'an hour':>9}",
    ]
    for title, wear in (("a session on the emulated Pico", pico), (f"{games} games on the same littlefs", run)):
        if wear:
            hour = wear.an_hour(wear.erases.total(), habits)
            lines.append(f"{title:<34}{wear.actions:>9}{wear.per_action:>11.2f}{hour:>9.0f}")
    lines += ["", f"{'one block in ' + str(games) + ' games':<34}{'erases':>9}{'an hour':>11}{'years':>9}"]
    rows = ((f"mean of {len(run.erases)} blocks in use", run.mean), ("the block erased most", float(run.worst)))
    for title, erases in rows:
        years = run.years(erases, habits)
        lines.append(f"{title:<34}{erases:>9.0f}{run.an_hour(erases, habits):>11.1f}{years:>9.1f}")
    untouched = BLOCK_COUNT - len(run.erases)
    lines += [
        "",
        f"{untouched} blocks hold the firmware and were never erased. The more games, the nearer comes the worst",
        "block to the mean, but for the first free one behind the firmware, which is the first to be used after",
        f"{untouched / BLOCK_COUNT:.0%} of the starts.",
    ]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Print the table; the exit status."""
    assumed = Habits()
    parser = argparse.ArgumentParser(prog="python -m tools.wear", description="How long the flash of the Pico lasts.")
    parser.add_argument("--hours", type=float, default=assumed.hours_a_day, help="of play a day (default: %(default)s)")
    parser.add_argument(
        "--actions", type=float, default=assumed.actions_a_minute, help="a minute (default: %(default)s)"
    )
    parser.add_argument("--games", type=int, default=GAMES, help="to play on the host (default: %(default)s)")
    parser.add_argument(
        "--start", type=int, default=assumed.games_a_start, help="games until it is switched off (default: %(default)s)"
    )
    chosen = parser.parse_args(arguments)
    if min(chosen.hours, chosen.actions, chosen.games, chosen.start) <= 0:
        print("All of these numbers must be above 0.", file=sys.stderr)
        return 2
    habits = Habits(chosen.hours, chosen.actions, chosen.start)
    pico: Wear | None = None
    try:
        pico = wear_of(on_pico(SHORT))
    except EmulatorUnavailable as missing:
        print(f"{missing} Without it only the games on the host count.", file=sys.stderr)
    _programs, image = start_image()
    print(table(pico, long_run(image, chosen.games, habits), chosen.games, habits))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
