"""Starts games on the emulated Pico, with buttons and then from cold, and reports which of them play.

    python -m tools.check.power_on --games 60 --seed 1
    python -m tools.check.power_on --hardest

A game is a random mix of house rules, with Master and the coach or with two people, half of them on a console with an
own variant. A start that does not end in the game without a restart is a fault, and so is one of more than ten seconds.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, NamedTuple

from sixpip.app.house_rules.rule_choice import what_fits
from sixpip.board.contract import KEEP1, MENU, ROLL
from sixpip.rules.rulebook.options import OPTIONS
from sixpip.rules.rulebook.variants import PHASE, VARIANTS, variant_named
from tools.board.image import make_image
from tools.check.bench.pico import NO_EXACT_FRAMES, firmware
from tools.check.bench.saves import files_of, settings
from tools.check.emulator import Machine, has_image
from tools.play.host.screen_reader import ScreenReader
from tools.settings import JOBS, SEED
from tools.terminal import Parser, command, whole

LIMIT_MS = 10_000
"""Of a start, from power-on until the console plays."""
PLAYS = "plays"
RESTARTED = "restarted"
PARKED = "parked"
STOPPED = "stopped"
OUTCOMES = (PLAYS, RESTARTED, PARKED, STOPPED)

_MOST_RULES = 6
_TRIES = 60
_STABLE_MS = 400
_POLL_MS = 20
_PRESS_MS = 900
_THINKING_MS = 2000
"""In this time the computer players and the coach are imported and start their work."""
_BUSY = "One moment..."
_OWN_VARIANT = {"name": "mine", "title": "Mine", "base": "pure", "rules": {"opening": 500, "straight": 1500}}


class Mix(NamedTuple):
    """A game to start."""

    variant: str
    rules: dict[str, Any]
    with_master: bool = True
    """A person against Master; False: two people."""
    with_coach: bool = True
    own_variants: int = 0
    """How many files of own variants the console has."""

    def __str__(self) -> str:
        rules = " ".join(f"{key}={value}" for key, value in self.rules.items())
        players = "Master" if self.with_master else "two people"
        coach = ", coach" if self.with_coach else ""
        own = f", {self.own_variants} own variants" if self.own_variants else ""
        return f"{self.variant} {rules} ({players}{coach}{own})"


class Start(NamedTuple):
    """How a start ended."""

    outcome: str
    """One of OUTCOMES."""
    ms: float
    """Emulated milliseconds until the console played."""
    text: str
    """The OLED."""


_BUSTS = {"second_chance": "yes", "grow": "yes", "busts": -500}
_MORE = {**_BUSTS, "pick_up": "yes", "last_die": "yes", "extend": "yes", "multiples": "doubling"}

HARDEST = (
    Mix("dice-10000", {"wild_die": "yes"}),
    Mix("dice-10000", {"second_chance": "yes", "calls": "yes", "wild_die": "yes"}, with_coach=False),
    Mix("dice-10000", {"second_chance": "yes", "calls": "yes", "wild_die": "yes"}, with_master=False),
    Mix("dice-10000", {"second_chance": "yes", "calls": "yes", "extend": "yes", "last_die": "yes"}),
    Mix("dice-10000", {"second_chance": "yes"}),
    Mix("dice-10000", {"second_chance": "yes", "calls": "yes"}),
    Mix("dice-10000", {"second_chance": "yes", "grow": "yes", "calls": "yes"}, own_variants=1),
    Mix("farkle", {"second_chance": "yes", "calls": "yes", "wild_die": "yes"}),
    Mix("farkle", {"second_chance": "yes", "pick_up": "yes", "last_die": "yes"}),
    Mix("ten-grand", _BUSTS),
    Mix("ten-grand", _MORE),
    Mix("ten-grand", {**_MORE, "press_on": "yes", "cold_start": "yes", "train_wreck": -500}),
    Mix("dice-10000", {}, with_coach=False, own_variants=3),
)
"""Mixes that once stopped the console at every power-on."""


def random_mix(seed: int) -> Mix:
    """Returns a mix of one to six house rules that go together."""
    chance = Random(seed)
    variant = chance.choice([variant for variant in VARIANTS if variant.dice_set.kind != PHASE.kind])
    wanted = chance.randint(1, _MOST_RULES)
    rules: dict[str, Any] = {}
    for _ in range(_TRIES):
        option = chance.choice(OPTIONS)
        values = [value for value in option.values if value != variant.options.get(option.key, option.values[0])]
        if len(rules) == wanted or option.key in rules or not option.fits(variant.dice_set.kind) or not values:
            continue
        tried = {**rules, option.key: chance.choice(values)}
        if not what_fits(variant, tried)[1]:
            rules = tried
    with_master = chance.random() < 0.5
    return Mix(variant.name, rules, with_master, with_master or chance.random() < 0.5, chance.randrange(2))


def saved_files(mix: Mix) -> dict[str, bytes]:
    """Returns the files of a console on which the rules of a mix are chosen, with quick animations."""
    chosen = settings(coach="always" if mix.with_coach else "off", tumble="no")
    files = files_of({f"rules-{mix.variant}": mix.rules, **chosen})
    for number in range(mix.own_variants):
        own = {**_OWN_VARIANT, "name": f"mine{number}", "title": f"Mine {number}"}
        files[f"variants/mine{number}.json"] = json.dumps(own).encode()
    return files


class PowerOn(ScreenReader):
    """A console on which a game is started; each start is judged by what the OLED shows."""

    def __init__(self, filesystem: bytes) -> None:
        """Switches the console on."""
        self.machine = Machine(filesystem, exact_every=NO_EXACT_FRAMES)

    def oled(self) -> bytes:
        """Returns the memory of the display."""
        return self.machine.oled

    @property
    def text(self) -> str:
        """The text on the OLED in one line."""
        return " ".join(" ".join(self.lines).split())

    @property
    def has_stopped(self) -> bool:
        """Whether the console is at the MicroPython prompt."""
        return ">>>" in self.machine.console_text

    def start(self, menu: str = "", limit_ms: float = 2 * LIMIT_MS) -> Start:
        """Runs until the console rests in a game or in the boot menu, and returns in which.

        `menu`: the text of the menu that is left.
        """
        machine = self.machine
        began_us = changed_us = machine.now_us
        text = ""
        while not self.has_stopped and (machine.now_us - began_us) / 1000 < limit_ms:
            machine.run_ms(_POLL_MS)
            now = self.text
            if now != text:
                text, changed_us = now, machine.now_us
            rests = text not in ("", menu) and _BUSY not in text and machine.now_us - changed_us > _STABLE_MS * 1000
            if rests and text.startswith("PLEASE NOTE"):
                machine.press(ROLL)
                changed_us = machine.now_us
            elif rests:
                outcome = PARKED if text.startswith("SIXPIP") else RESTARTED if machine.resets else PLAYS
                return Start(outcome, (changed_us - began_us) / 1000, text)
        return Start(STOPPED, (machine.now_us - began_us) / 1000, text or machine.console_text[-300:])

    def press(self, *buttons: int) -> None:
        """Presses buttons one after another."""
        for button in buttons:
            self.machine.press(button)
            self.machine.run_ms(_PRESS_MS)

    def pick(self, words: str) -> None:
        """Turns the pages of the menu to a line and presses its button. Raises Stuck."""
        self.press(self.find_line(words, lambda: self.press(MENU)))

    def begin(self, mix: Mix) -> Start:
        """Starts the game of a mix from the boot menu, as a player does."""
        self.start()
        self.pick(variant_named(mix.variant).title)
        if mix.with_master:
            self.press(KEEP1)
            button = self.find_line("Master", lambda: self.press(MENU))
        else:
            self.press(KEEP1 + 1)
            button = ROLL
        menu = self.text
        self.machine.press(button)
        return self.start(menu)


def try_mix(mix: Mix, cold_starts: int = 1) -> list[Start]:
    """Starts a mix with buttons, then from cold, and lets the players think after each start.

    The last result is what the console does after that, without another start.
    """
    console = PowerOn(make_image(firmware(), saved_files(mix)))
    starts = [console.begin(mix)]
    for _ in range(cold_starts):
        console.machine.run_ms(_THINKING_MS)
        console = PowerOn(console.machine.filesystem())
        starts.append(console.start())
    console.machine.run_ms(_THINKING_MS)
    starts.append(console.start())
    return starts


def is_fault(starts: list[Start]) -> bool:
    """Whether a start did not end in the game without a restart, or took too long."""
    return any(start.outcome != PLAYS or start.ms > LIMIT_MS for start in starts)


def _try_all(mixes: list[Mix], jobs: int) -> Iterator[tuple[Mix, list[Start]]]:
    with ProcessPoolExecutor(jobs) as pool:
        yield from zip(mixes, pool.map(try_mix, mixes), strict=True)


def _lines(number: str, mix: Mix, starts: list[Start]) -> Iterator[str]:
    """The lines about a mix that does not simply play."""
    times = ", ".join(f"{start.outcome} {start.ms / 1000:.1f} s" for start in starts)
    yield f"{number} {mix}: {times}"
    if is_fault(starts):
        yield f"    {starts[-1].text}"


@command
def main(arguments: list[str] | None = None) -> int:
    """Prints the mixes that do not simply play, then the counts; returns 0, 1 after a fault, 2 without the image."""
    parser = Parser(prog="python -m tools.check.power_on", description="Starts random games on the emulated Pico.")
    parser.add_argument(
        "--games", type=whole(1, 100_000, "number of games"), default=60, help="how many random mixes are tried (60)"
    )
    parser.add_argument("--seed", type=SEED, default=1, help="of the first mix; the next ones follow (1)")
    parser.add_argument("--hardest", action="store_true", help="the mixes that once stopped the console instead")
    parser.add_argument("--jobs", type=JOBS, default=2, help="processes at a time (2)")
    options = parser.parse_args(arguments)
    if not has_image():
        return 2
    mixes = list(HARDEST) if options.hardest else [random_mix(options.seed + place) for place in range(options.games)]
    counts: Counter[str] = Counter()
    faults = 0
    longest = 0.0
    for number, (mix, starts) in enumerate(_try_all(mixes, options.jobs), 1):
        outcomes = [start.outcome for start in starts]
        counts[max(outcomes, key=OUTCOMES.index)] += 1
        longest = max(longest, *(start.ms for start in starts))
        faults += is_fault(starts)
        if options.hardest or set(outcomes) != {PLAYS}:
            print("\n".join(_lines(f"{number}/{len(mixes)}", mix, starts)), flush=True)
    listed = ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES)
    print(f"{len(mixes)} mixes: {listed}; {faults} faults; the longest start took {longest / 1000:.1f} s.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
