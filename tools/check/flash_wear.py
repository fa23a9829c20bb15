"""Estimates the life of the Pico's flash: erases per hour of play, and years until the rated endurance is reached.

A game on the emulated Pico gives the erases per action; many games with the same firmware code on a littlefs in memory
give the distribution over the blocks (wear leveling). Prints a table with all assumptions.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sixpip import share
from sixpip.app.games.session import RECORD, Session
from sixpip.rules.core.engine import new_game
from sixpip.storage.record_store import Store
from tools.board.image import BLOCK_COUNT, BLOCK_SIZE
from tools.check.emulator import EmulatorUnavailable
from tools.check.power_loss.disk import Disk, Operation
from tools.check.power_loss.session import PLAY, SHORT, Recording, play_actions, record_on_pico, start_image
from tools.play.host.seeded_dice import SeededDice
from tools.terminal import Parser, command, print_message

ENDURANCE = 100_000
"""Minimum erases per sector: W25Q16JV (the flash of the Pico), datasheet, section 1 "Features"."""
GAMES = 200
_VARIANT = "dice-10000"
_PLAYERS = ("ANNA", "BEN", "CY")
_MAX_ACTIONS = 500
HOURS_A_DAY = 2
ACTIONS_A_MINUTE = 10
"""Rolls, keeps and banks, in a fast game without breaks."""
GAMES_A_START = 4
"""Games from power-on to power-off; littlefs starts to allocate at a different block after each power-on."""
_DAYS_A_YEAR = 365


@dataclass(frozen=True)
class Wear:
    """The erases that a number of actions caused."""

    actions: int
    erases: "Counter[int]"
    """How often each block was erased, by block number."""

    @property
    def per_action(self) -> float:
        """Erases per action, over all blocks."""
        return self.erases.total() / self.actions

    @property
    def worst(self) -> int:
        """Erases of the block with the most erases."""
        return max(self.erases.values())

    @property
    def mean(self) -> float:
        """Mean erases per erased block; the other blocks hold the firmware, which is never rewritten."""
        return self.erases.total() / len(self.erases)

    def per_hour(self, erases: float) -> float:
        """Converts a count of erases to erases per hour of play."""
        return erases / self.actions * ACTIONS_A_MINUTE * 60

    def years(self, erases: float) -> float:
        """Returns the life in years of a block that was erased `erases` times by these actions."""
        return ENDURANCE / self.per_hour(erases) / HOURS_A_DAY / _DAYS_A_YEAR


def erases_of(operations: Iterable[Operation]) -> "Counter[int]":
    """Counts the erases of each block."""
    return Counter(place // BLOCK_SIZE for place, data in operations if data is None)


def session_wear(recording: Recording) -> Wear:
    """Returns the wear by the game actions of a session, without settings and menus."""
    erases: Counter[int] = Counter()
    actions = 0
    for before, after in zip(recording.checkpoints, recording.checkpoints[1:]):
        if after.name == PLAY:
            erases += erases_of(recording.operations[before.operations : after.operations])
            actions += 1
    return Wear(actions, erases)


def simulate_games(image: bytes, games: int) -> Wear:
    """Plays `games` games one after another on this file system image and returns the wear."""
    erases: Counter[int] = Counter()
    actions = 0
    for first in range(0, games, GAMES_A_START):
        disk = Disk(image)
        with disk.mounted():
            for seed in range(first, min(games, first + GAMES_A_START)):
                actions += sum(1 for _ in _game(Store(""), seed))
        erases += erases_of(disk.operations)
        image = disk.image
    return Wear(actions, erases)


def _game(store: Store, seed: int) -> Iterator[None]:
    """Plays a game to its end, saves it after each action as the console does, and yields after each."""
    store.delete(RECORD)
    session = Session(new_game(_VARIANT, {}, len(_PLAYERS)), list(_PLAYERS))
    session.save(store)
    dice = SeededDice(seed)
    for _ in range(_MAX_ACTIONS):
        if not session.game.legal():
            return
        play_actions(session, dice, 1)
        session.save(store)
        yield


def table(pico: Wear | None, run: Wear, games: int) -> str:
    """Returns the report as text."""
    lines = [
        f"Assumptions: {HOURS_A_DAY} hours a day, {ACTIONS_A_MINUTE} actions a minute",
        f"(roll, keep, bank), {GAMES_A_START} games per power-on; {ENDURANCE} erases per block (W25Q16JV),",
        f"{BLOCK_COUNT} blocks of {BLOCK_SIZE} bytes.",
        "",
        f"{'erases':<34}{'actions':>9}{'per action':>11}{'per hour':>9}",
    ]
    for title, wear in (("a session on the emulated Pico", pico), (f"{games} games on the same littlefs", run)):
        if wear:
            hour = wear.per_hour(wear.erases.total())
            lines.append(f"{title:<34}{wear.actions:>9}{wear.per_action:>11.2f}{hour:>9.0f}")
    lines += ["", f"{'one block in ' + str(games) + ' games':<34}{'erases':>9}{'per hour':>11}{'years':>9}"]
    rows = ((f"mean of {len(run.erases)} blocks in use", run.mean), ("block with the most erases", float(run.worst)))
    for title, erases in rows:
        years = run.years(erases)
        lines.append(f"{title:<34}{erases:>9.0f}{run.per_hour(erases):>11.1f}{years:>9.1f}")
    untouched = BLOCK_COUNT - len(run.erases)
    lines += [
        "",
        f"{untouched} blocks hold the firmware and were never erased. With more games, the most erased block gets",
        "closer to the mean, except the first free block after the firmware, which is the first to be used after",
        f"{share(untouched, BLOCK_COUNT)}% of the power-ons.",
    ]
    return "\n".join(lines)


@command
def main(arguments: list[str]) -> int:
    """Prints the report; returns the exit status."""
    parser = Parser(prog="python -m tools.check.flash_wear", description="Estimates the life of the Pico's flash.")
    parser.parse_args(arguments)
    pico: Wear | None = None
    try:
        pico = session_wear(record_on_pico(SHORT))
    except EmulatorUnavailable as error:
        print_message(f"{error} The report has only the games simulated on the host.")
    _firmware, image = start_image()
    print(table(pico, simulate_games(image, GAMES), GAMES))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
