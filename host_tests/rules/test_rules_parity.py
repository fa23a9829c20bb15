"""The case files and random games of every variant: the same on CPython, under MicroPython, and from every save."""

import functools
import json
from binascii import crc32
from collections.abc import Callable

import pytest

from host_tests import random_play
from host_tests.effort import scaled
from host_tests.random_play import Lcg
from sixpip.rules.core import replay
from sixpip.rules.core.record import from_record
from sixpip.rules.rulebook.variants import VARIANTS
from tools import ROOT

GAMES = scaled(8, 80)
GAMES_TO_END = scaled(8, 20)
NAMES = [variant.name for variant in VARIANTS]
game_lines = functools.cache(random_play.game_lines)
every_variant = pytest.mark.parametrize("variant", NAMES)

HASHES = """
from binascii import crc32
from random_play import game_lines
for seed in range(%d):
    print(crc32("\\n".join(game_lines("%s", seed)).encode()))
"""
CHECK = """
import json
from cases import Runner
for name in json.loads(open("/names.json").read()):
    runner = Runner(name).run(open("/" + name).read())
    print(json.dumps([name, runner.cases, runner.mismatches + runner.unreadable]))
"""
LINES = """
from random_play import game_lines
print("\\n".join(game_lines("%s", %d)))
"""


def test_the_case_files_hold_under_micropython(micropython: Callable[..., str]) -> None:
    cases = sorted((ROOT / "host_tests" / "cases").glob("*.case"))
    files = {path.name: path.read_bytes() for path in cases}
    files["cases.py"] = (ROOT / "tools" / "play" / "rules" / "cases.py").read_bytes()
    files["names.json"] = json.dumps([path.name for path in cases]).encode()
    answers = [json.loads(line) for line in micropython(CHECK, files).splitlines()]
    assert answers == [[path.name, path.read_text().count("\ncase "), []] for path in cases]


@pytest.mark.scaled
@every_variant
def test_random_games_have_the_same_logs_under_micropython(variant: str, micropython: Callable[..., str]) -> None:
    files = {"random_play.py": (ROOT / "host_tests" / "random_play.py").read_bytes()}
    hashes = [int(line) for line in micropython(HASHES % (GAMES, variant), files).splitlines()]
    assert len(hashes) == GAMES
    for seed in range(GAMES):
        here = game_lines(variant, seed)
        if crc32("\n".join(here).encode()) != hashes[seed]:
            assert micropython(LINES % (variant, seed), files).splitlines() == here


@pytest.mark.scaled
@pytest.mark.long
@every_variant
def test_almost_all_random_games_end_and_all_with_the_rules_of_their_variant(variant: str) -> None:
    over = ["stage=over" in game_lines(variant, seed)[-1] for seed in range(GAMES_TO_END)]
    assert all(over[::2])
    assert sum(over) >= GAMES_TO_END * 9 // 10


@pytest.mark.scaled
@pytest.mark.long
@every_variant
@pytest.mark.parametrize("seed", range(scaled(1, 0), scaled(4, 6)))
def test_a_game_from_its_log_or_from_its_save_has_the_same_state_after_every_line(variant: str, seed: int) -> None:
    head = random_play.head(variant, seed)
    game, lcg = replay.start(head.split()[1:]), Lcg(seed)
    replayed = replay.start(replay.head(game).split()[1:])
    for _ in range(scaled(300, 400)):
        text = json.dumps(game.record())
        resumed = from_record(json.loads(text))
        assert json.dumps(resumed.record()) == text
        assert replayed.record() == game.record()
        assert resumed.legal() == game.legal()
        if not game.legal():
            break
        action = random_play.choose(game, lcg) if seed % 3 else random_play.decide(game, lcg)
        state = lcg.state
        events = game.apply(action, lcg)
        line = game.log_line(action, events)
        lcg.state = state
        assert resumed.apply(action, lcg) == events
        again, script = replay.action_of(replayed, line.split())
        assert again == action
        assert replayed.apply(again, script) == events
        game = resumed
