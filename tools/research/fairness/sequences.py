"""Where throws of dice come from: logs of games, the dice of this computer, or those of the emulated Pico.

A throw is a tuple of faces, as numbers from 0 to 5, in the order of the dice.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sixpip.app.dice_source import DiceSource
from sixpip.app.house_rules.custom_variants import load_variants
from sixpip.board.entropy import Entropy
from sixpip.rules.core import replay
from sixpip.rules.core.errors import BadLine, Illegal, sentence
from sixpip.rules.rulebook.variant import OWN_VARIANTS
from tools.files import BadFile, read_text
from tools.play.host import raw_bits
from tools.play.host.bit_sources import BitRegister, from_system

if TYPE_CHECKING:
    from sixpip.rules.core.engine import Game

Throw = tuple[int, ...]
DICE = 6
_BIG_LOG = 4_000_000
_MS_A_THROW = 30
"""More than the emulated Pico takes for a throw, with the raw bits."""


class BadInput(Exception):
    """No throws can be read; the text is a sentence with the reason."""


def use_variants(folder: str) -> None:
    """Registers the own variants in a folder, for logs of their games. Raises BadInput."""
    if not Path(folder).is_dir():
        raise BadInput(f"There is no folder {folder}.")
    OWN_VARIANTS.clear()
    refused = load_variants(folder)
    if refused:
        raise BadInput(f"{refused[0][0]} is no valid variant: {refused[0][1]}.")


def from_log(path: Path) -> list[Throw]:
    """Returns the throws of a game from its log, until the end or a gap. Raises BadInput."""
    try:
        lines = read_text(path, _BIG_LOG).split("\n")
    except BadFile as error:
        raise BadInput(f"{path} {error}: name the log of a game.") from error
    throws: list[Throw] = []
    number = 0
    game: Game | None = None
    try:
        for line in replay.without_undone(lines):
            number += 1
            words = replay.words_of(line)
            if words[:1] == [replay.GAP]:
                break
            if not words:
                continue
            if game is None:
                if words[0] != "game":
                    raise BadLine("A log begins with a line 'game VARIANT'")
                game = replay.start(words[1:])
            else:
                action, dice = replay.action_of(game, words)
                shown = tuple(getattr(dice, "faces", ()))
                die = game.dice_set
                faces = tuple(die.under_wild if face == die.wild else face for face in shown)  # the sun is a 3
                game.apply(action, dice)
                throws += [faces] if faces else []
    except (BadLine, Illegal) as error:
        raise BadInput(f"{path}, line {number}: {sentence(error)}.") from error
    if game is None:
        raise BadInput(f"{path} is empty: a log begins with a line 'game VARIANT'.")
    return throws


def from_host(dice: int) -> list[Throw]:
    """Throws dice as the simulator does: from bits of the operating system, with the code of the firmware."""
    pool = Entropy(raw_bits, BitRegister(from_system()), os.urandom, lambda: 0)
    thrower = DiceSource(pool.draw)
    return [tuple(thrower.throw(DICE)) for _ in range(dice // DICE)]


_SCRIPT = """
from sixpip.board.pico import PicoBoard
from sixpip.app.dice_source import DiceSource
board = PicoBoard()
dice = DiceSource(board.random_bytes)
for _ in range({throws}):
    while board.gather_entropy():
        pass
    report("".join([str(face) for face in dice.throw({dice})]))
"""


def from_emulator(dice: int) -> list[Throw]:
    """Throws dice on the emulated Pico with the compiled firmware, from its simulated ring oscillator.

    Raises tools.check.emulator.EmulatorUnavailable.
    """
    from tools.check.bench import pico  # needs the packages of the emulator

    throws = dice // DICE
    output = pico.run(_SCRIPT.format(throws=throws, dice=DICE), 10_000 + throws * _MS_A_THROW)
    return [tuple(int(face) for face in faces) for (faces,) in output.reports]
