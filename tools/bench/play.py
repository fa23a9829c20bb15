"""The console in the hands of a player: how soon a press is answered, how smoothly dice tumble, what memory is free.

From power-on through the menus into a game and several rolls, by presses on the pins.
"""

from sixpip.board.buttons import BANK, ROLL
from sixpip.rules import actions
from sixpip.rules.variants import find
from tools.bench.pico import CLOCK_HZ
from tools.bench.player import Heap, Player
from tools.bench.rows import BYTES, CYCLES, Row, ms
from tools.reader import buttons_under

ANSWER = "button edge to first LED bit"
TUMBLE = "between two frames while dice tumble"
SAVED = "first frame of a throw, while it is saved"
HEAP = "free heap"
PARTS = (ANSWER, TUMBLE, SAVED, HEAP)

ANSWER_BUDGET = ms(30)
FRAME_BUDGET = CLOCK_HZ // 30
HEAP_BUDGET = 100 * 1024
_VARIANTS = ("dice-10000", "phase-10")
_ROLLS = 5
_BREATH_MS = 400
_FETCHED_MS = 1500
"""The game's modules are imported while the players read who plays."""
_OFFSETS_MS = (0, 0.7, 1.4, 2.1, 2.8)
"""When in the console's nap of 3 ms a press may come."""
_STILL_TUMBLING = 8
"""Frames after a throw in which no die has come to rest: 0.38 s are more than that."""


def rows() -> list[Row]:
    """One game of each engine; of everything measured more than once the worst."""
    answers: dict[str, float] = {}
    gaps: dict[str, list[float]] = {}
    held: dict[str, list[float]] = {}
    heaps: list[Row] = []
    for variant in _VARIANTS:
        player = Player()
        if variant == _VARIANTS[0]:
            heaps += _heap_rows("boot menu", [player.heap()], None)
            for late_ms in _OFFSETS_MS:
                player.press(BANK, "menu, BANK marks the next", late_ms)
        heaps += _heap_rows(f"play, {variant}", _play(player, variant, gaps, held), HEAP_BUDGET)
        for what, took_ms in player.answers:
            answers[what] = max(answers.get(what, 0), took_ms)
    return [
        *[Row(f"{ANSWER}: {what}", ms(took_ms), CYCLES, ANSWER_BUDGET) for what, took_ms in answers.items()],
        *[Row(f"{TUMBLE}: {what}", ms(max(found)), CYCLES, FRAME_BUDGET) for what, found in gaps.items()],
        *[Row(f"{SAVED}: {what}", ms(max(found)), CYCLES) for what, found in held.items()],
        *heaps,
    ]


def _heap_rows(where: str, found: list[Heap], budget: int | None) -> list[Row]:
    return [
        Row(f"{HEAP}: {where}", min(heap.free for heap in found), BYTES, budget, least=True, note=found[-1].names),
        Row(f"{HEAP}: {where}, largest block", min(heap.largest for heap in found), BYTES),
    ]


def _play(player: Player, variant: str, gaps: dict[str, list[float]], held: dict[str, list[float]]) -> list[Heap]:
    """From the boot menu into a game for two, and some rolls of it; the heap after each."""
    player.pick(find(variant).title, "menu, a variant is picked")
    player.press(1, "two players")
    player.machine.run_ms(_FETCHED_MS)
    player.press(ROLL, "the game starts")
    player.machine.run_ms(_BREATH_MS)
    heaps = [player.heap()]
    rolls = 0
    while rolls < _ROLLS:
        game = player.game()
        legal = game.legal()
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
            rolls += 1
            starts = [frame.start_us / 1000 for frame in frames]
            held.setdefault(variant, []).append(starts[1] - starts[0])
            gaps.setdefault(variant, []).extend(
                after - frame for frame, after in zip(starts[1:], starts[2:], strict=False)
            )
            heaps.append(player.heap())
    player.press(BANK, f"{variant}, BANK")
    return heaps
