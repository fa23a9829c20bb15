"""The console in the hands of a player: how soon a press is answered, how smoothly dice tumble, what memory is free.

From power-on through the menus into a game and several rolls, by presses on the pins.
"""

from dataclasses import dataclass, field

from sixpip.board.buttons import BANK, ROLL
from sixpip.rules import actions
from sixpip.rules.variants import find
from tools.bench.pico import CLOCK_HZ
from tools.bench.player import Heap, Player
from tools.bench.rows import BYTES, CYCLES, Row, ms
from tools.screen_reader import buttons_under

ANSWER = "button edge to first LED bit"
TUMBLE = "between two frames while dice tumble"
SAVED = "first frame of a throw, while it is saved"
HEAP = "free heap"
PARTS = (ANSWER, TUMBLE, SAVED, HEAP)

ANSWER_BUDGET = ms(30)
FRAME_BUDGET = CLOCK_HZ // 30
HEAP_BUDGET = 100 * 1024
_VARIANTS = ("dice-10000", "phase-10")
_ROLLS = 20
_BREATH_MS = 400
_FETCHED_MS = 1500
"""The game's modules are imported while the players read who plays."""
_OFFSETS_MS = (0, 0.7, 1.4, 2.1, 2.8)
"""When in the console's nap of 3 ms a press may come."""
_APART_MS = range(15, 90, 5)
"""How long after another button a second one goes down: until the console rests again."""
_WORST = "at the worst moment"
_STILL_TUMBLING = 8
"""Frames after a throw in which no die has come to rest: 0.38 s are more than that."""


@dataclass
class Seen:
    """What was seen of one game."""

    gaps: list[float] = field(default_factory=list)
    """Milliseconds between two frames of a tumble."""
    held: list[float] = field(default_factory=list)
    """Milliseconds that the first frame of a throw stood."""
    soon: list[float] = field(default_factory=list)
    """Milliseconds that a press soon after another waited for its answer."""
    heaps: list[Heap] = field(default_factory=list)
    """The heap at the start and after each throw."""


def rows() -> list[Row]:
    """One game of each engine; of everything measured more than once the worst."""
    answers: dict[str, float] = {}
    seen: dict[str, Seen] = {}
    heaps: list[Row] = []
    for variant in _VARIANTS:
        player = Player()
        if variant == _VARIANTS[0]:
            heaps += _heap_rows("boot menu", [player.heap()], None)
            for late_ms in _OFFSETS_MS:
                player.press(BANK, "menu, BANK marks the next", late_ms)
        seen[variant] = _play(player, variant)
        heaps += _heap_rows(f"play, {variant}", seen[variant].heaps, HEAP_BUDGET)
        for what, took_ms in player.answers:
            answers[what] = max(answers.get(what, 0), took_ms)
    return [
        *[Row(f"{ANSWER}: {what}", ms(took_ms), CYCLES, ANSWER_BUDGET) for what, took_ms in answers.items()],
        *[
            Row(f"{ANSWER}: {what}, KEEP soon after", ms(max(of.soon)), CYCLES, note=_WORST)
            for what, of in seen.items()
        ],
        *[Row(f"{TUMBLE}: {what}", ms(max(of.gaps)), CYCLES, FRAME_BUDGET) for what, of in seen.items()],
        *[Row(f"{SAVED}: {what}", ms(max(of.held)), CYCLES) for what, of in seen.items()],
        *heaps,
    ]


def _heap_rows(where: str, found: list[Heap], budget: int | None) -> list[Row]:
    return [
        Row(f"{HEAP}: {where}", min(heap.free for heap in found), BYTES, budget, least=True, note=found[-1].names),
        Row(f"{HEAP}: {where}, largest block", min(heap.largest for heap in found), BYTES),
    ]


def _play(player: Player, variant: str) -> Seen:
    """From the boot menu into a game for two, and some rolls of it."""
    player.pick(find(variant).title, "menu, a variant is picked")
    player.press(1, "two players")
    player.machine.run_ms(_FETCHED_MS)
    player.press(ROLL, "the game starts")
    player.machine.run_ms(_BREATH_MS)
    seen = Seen()
    seen.heaps.append(player.heap())
    while len(seen.held) < _ROLLS:
        game = player.game()
        legal = game.legal()
        if not seen.soon and actions.KEEP in legal:
            seen.soon += _soon_after(player)
        if actions.KEEP in legal and hasattr(game, "best_keep"):
            for place in buttons_under(game.best_keep()):
                player.press(place, f"{variant}, KEEP", _OFFSETS_MS[place % len(_OFFSETS_MS)])
        elif actions.KEEP in legal:
            player.press(game.rolls, f"{variant}, KEEP")
        if legal == (actions.STOP,):
            player.press(BANK, f"{variant}, BANK")
        before = len(player.machine.led_frames)
        player.press(ROLL, f"{variant}, ROLL")
        frames = player.machine.led_frames[before : before + _STILL_TUMBLING]
        if len(frames) == _STILL_TUMBLING:
            starts = [frame.start_us / 1000 for frame in frames]
            seen.held.append(starts[1] - starts[0])
            seen.gaps += [after - frame for frame, after in zip(starts[1:], starts[2:], strict=False)]
            seen.heaps.append(player.heap())
    player.press(BANK, f"{variant}, BANK")
    return seen


def _soon_after(player: Player) -> list[float]:
    """Choose two dice of a new throw nearly at once, over and over; the ms that the second waits for its answer."""
    took_ms = []
    for apart_ms in _APART_MS:
        took_ms.append(player.press_two(0, 1, apart_ms))
        player.press_two(0, 1, _BREATH_MS)  # as it was
    return took_ms
