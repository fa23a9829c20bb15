"""The rules under the real MicroPython: the same case files. Whole games are in test_rules_parity.py."""

import json
from collections.abc import Callable

from sixpip.rules.setup.variants import VARIANTS
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


def test_the_case_files_hold_under_micropython(micropython: Callable[..., str]) -> None:
    files = {path.name: path.read_bytes() for path in CASES}
    files["cases.py"] = (ROOT / "tools" / "play" / "rules" / "cases.py").read_bytes()
    files["names.json"] = json.dumps([path.name for path in CASES]).encode()
    answers = [json.loads(line) for line in micropython(CHECK, files).splitlines()]
    expected = [[path.name, path.read_text().count("\ncase "), []] for path in CASES]
    assert answers == expected


def test_a_wrong_case_is_found_under_micropython_too(micropython: Callable[..., str]) -> None:
    variants = ", ".join(variant.name for variant in VARIANTS)
    text = "case TT-08 wrong\ngame dice-10000\nroll 1 2 2 3 4 6\nexpect dice=1\ncase TT-08 unreadable\ngame dice\n"
    files = {
        "x.case": text,
        "cases.py": (ROOT / "tools" / "play" / "rules" / "cases.py").read_text(),
        "names.json": '["x.case"]',
    }
    assert json.loads(micropython(CHECK, files)) == [
        "x.case",
        2,
        [
            "x.case:4: TT-08 wrong: expected dice 1, found 6",
            f"x.case:6: There is no variant 'dice': use one of {variants}",
        ],
    ]
