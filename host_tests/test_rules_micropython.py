"""The rules under the real MicroPython: the same case files, and the same games from the same dice."""

import json
from collections.abc import Callable

from host_tests.random_play import play
from tools import ROOT

HERE = ROOT / "host_tests"
CASES = sorted((HERE / "cases").glob("*.case"))

CHECK = """
import json
from cases import Runner
for name in json.loads(open("/names.json").read()):
    runner = Runner(name).run(open("/" + name).read())
    print(json.dumps([name, runner.cases, runner.mismatches + runner.unreadable]))
"""

PLAY = """
import json
from random_play import play
for head, seed in json.loads(open("/games.json").read()):
    print("\\n".join(play(head, seed, 250)))
"""

HEADS = [
    "dice-10000 players=2",
    "dice-10000 players=1 target=2000 opening=0",
    "dice-10000 players=3 opening=0 bank_min=0 target=1500 reach=at",
    "dice-10000 players=6 opening=350 bank_min=50 target=1000 busts=all",
    "dice-10000 players=2 multiples=triples pairs_count=4+2 opening=0 negative=yes target=3000",
    "dice-10000 players=4 multiples=adding three_ones=300 hot_dice=optional opening=0 target=2500 busts=-1000",
    "dice-10000 players=2 multiples=fixed straight=0 three_pairs=1500 opening=0 target=2500 pick_up=no busts=none",
]


def test_the_case_files_run_alike_under_micropython(micropython: Callable[..., str]) -> None:
    files = {path.name: path.read_bytes() for path in CASES}
    files["cases.py"] = (ROOT / "tools" / "rules" / "cases.py").read_bytes()
    files["names.json"] = json.dumps([path.name for path in CASES]).encode()
    answers = [json.loads(line) for line in micropython(CHECK, files).splitlines()]
    expected = [[path.name, path.read_text().count("\ncase "), []] for path in CASES]
    assert answers == expected


def test_a_wrong_case_is_found_under_micropython_too(micropython: Callable[..., str]) -> None:
    text = "case TT-08 wrong\ngame dice-10000\nroll 1 2 2 3 4 6\nexpect dice=1\ncase TT-08 unreadable\ngame dice\n"
    files = {
        "x.case": text,
        "cases.py": (ROOT / "tools" / "rules" / "cases.py").read_text(),
        "names.json": '["x.case"]',
    }
    assert json.loads(micropython(CHECK, files)) == [
        "x.case",
        2,
        [
            "x.case:4: TT-08 wrong: expected dice 1, found 6",
            "x.case:6: There is no variant 'dice': use one of dice-10000",
        ],
    ]


def test_random_games_have_the_same_logs_under_micropython(micropython: Callable[..., str]) -> None:
    games = [(head, seed) for seed in range(15) for head in HEADS]
    files = {"random_play.py": (HERE / "random_play.py").read_text(), "games.json": json.dumps(games)}
    expected = [line for head, seed in games for line in play(head, seed, 250)]
    assert micropython(PLAY, files).splitlines() == expected
    assert sum("stage=over" in line for line in expected) > len(games) // 3
