"""Playthroughs of every variant and house rule, stored as text: a change of the rules shows in their diff.

host_tests/golden/playthroughs/README.md describes them and how to add one.
"""

import difflib
import functools
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests import new_playthrough, playthrough
from host_tests.new_playthrough import MOST_LINES, OVER, happened, has_effect, shown_values
from host_tests.view_golden import GOLDEN, golden
from sixpip.rules.core import actions, events
from sixpip.rules.rulebook.options import OPTIONS, PHASE_OPTIONS, Option
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.rules.ten_thousand.house_rules import calls
from tools import ROOT

AREA = "playthroughs"
FILES = sorted((GOLDEN / AREA).glob("*.txt"))
SHOWN_LINES = 60
MAKE_ONE = "add one as in host_tests/golden/playthroughs/README.md"
"""What to do where a playthrough is missing."""
ROWS = [
    pytest.param(option, values, id=" or ".join(f"{option.key}={value}" for value in values))
    for option in (*OPTIONS, *PHASE_OPTIONS)
    for values in shown_values(option)
]

TEXTS = """
import json
import playthrough
for first_line, choices in json.loads(open("/games.json").read()):
    print("\\n".join(playthrough.head_lines(playthrough.begin(first_line)) + playthrough.steps(first_line, choices)))
"""


@functools.cache
def stored(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def difference(before: list[str], after: list[str]) -> str:
    """The diff of two playthroughs, cut after some lines; "" for none."""
    lines = list(difflib.unified_diff(before, after, "stored", "now", lineterm="", n=8))
    return "\n".join(lines[:SHOWN_LINES] + ([f"... and {len(lines) - SHOWN_LINES} lines"] * (len(lines) > SHOWN_LINES)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_goes_on_as_in_its_stored_playthrough(path: Path) -> None:
    first_line, choices = stored(path)[0], playthrough.choices_of(stored(path))
    if os.environ.get("UPDATE_GOLDEN"):
        if not choices:
            choices = playthrough.choices_of(new_playthrough.new_text(first_line))
        choices = new_playthrough.played(first_line, choices, 0)
        stored.cache_clear()
    text = new_playthrough.text_of(first_line, choices)
    kept = golden(path.stem, "\n".join(text) + "\n", AREA).splitlines()
    changed = difference(kept, text)
    if changed:
        pytest.fail(f"The rules have changed; if they should, run this test with UPDATE_GOLDEN=1.\n{changed}", False)
    assert len(text) <= MOST_LINES
    assert OVER in text[-1]


def test_a_change_of_a_rule_is_shown_with_the_state_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    path = GOLDEN / AREA / "rescue-and-calls.txt"
    monkeypatch.setattr(calls, "BET", 60)
    changed = difference(stored(path), new_playthrough.text_of(stored(path)[0], playthrough.choices_of(stored(path))))
    assert re.search(
        r"\n-  bonus: (.*), 50 points \(called (.*)\)\n[\s\S]*\n\+  bonus: \1, 60 points \(called \2\)\n", changed
    )
    assert len(changed.splitlines()) == SHOWN_LINES + 1


def test_a_choice_that_is_not_legal_ends_the_playthrough_with_the_reason() -> None:
    text = playthrough.steps("game pure players=2", ["roll 1 2 2 3 3 4", "take", "bank"])
    assert text[-1] == "  ! take: Nothing is offered"
    assert playthrough.steps("game pure", ["roll 1 2"])[-1] == "  ! roll 1 2: 6 dice are thrown, not 2"
    assert new_playthrough.played("game pure players=2", ["roll 1 2 2 3 3 4", "take", "bank"], 0)[:1] == [
        "roll 1 2 2 3 3 4"
    ]


def test_the_same_games_have_the_same_playthroughs_under_micropython(micropython: Callable[..., str]) -> None:
    games = [[stored(path)[0], playthrough.choices_of(stored(path))] for path in FILES]
    files = {"playthrough.py": (ROOT / "host_tests" / "playthrough.py").read_bytes()}
    files["games.json"] = json.dumps(games).encode()
    assert micropython(TEXTS, files).splitlines() == [line for path in FILES for line in stored(path)]


def test_every_variant_has_a_playthrough_by_its_own_rules() -> None:
    for variant in VARIANTS:
        path = GOLDEN / AREA / f"{variant.name}.txt"
        assert path in FILES, f"{variant.name} has no playthrough: {MAKE_ONE}"
        game = playthrough.begin(stored(path)[0])
        assert (game.variant.name, game.overrides) == (variant.name, {})


@pytest.mark.parametrize(("option", "values"), ROWS)
def test_every_house_rule_has_an_effect_in_a_playthrough(option: Option, values: tuple[str | int, ...]) -> None:
    words = " or ".join(f"{option.key}={value}" for value in values)
    assert any(shows(path, option, values) for path in FILES), f"no playthrough shows {words}: {MAKE_ONE}"


def shows(path: Path, option: Option, values: tuple[str | int, ...]) -> bool:
    """Whether the option has a value of that kind in a playthrough, and an effect."""
    options = playthrough.begin(stored(path)[0]).options
    value = options.get(option.key, option.values[0])
    alike = value in values if isinstance(values[0], str) else isinstance(value, int) and value != option.values[0]
    return alike and has_effect(stored(path)[0], option, playthrough.choices_of(stored(path)))


def test_every_action_and_every_event_but_those_of_endless_games_occurs_in_a_playthrough() -> None:
    kinds = {value for name, value in vars(actions).items() if name.isupper() and isinstance(value, str)}
    kinds -= {actions.READY, actions.ROLLED, actions.KEPT, actions.OVER}
    chosen = {choice.split()[0] for path in FILES for choice in playthrough.choices_of(stored(path))}
    assert chosen == kinds
    names = {value for name, value in vars(events).items() if name.isupper() and isinstance(value, str)}
    assert names - {kind for path in FILES for kind, _ in happened(stored(path))} == {events.LIMIT}
