"""`python -m tools.research.fairness`: fair dice pass, loaded and dependent ones do not; bad input has one sentence."""

import os
import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest
import scipy

from host_tests.command_fixture import outcome
from host_tests.random_play import Lcg, decide
from sixpip.rules.core import replay
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.log_text import GAP
from tools.research.fairness import picture
from tools.research.fairness.__main__ import FEWEST, main
from tools.research.fairness.sequences import Throw, from_host, from_log
from tools.research.fairness.statistical_tests import ALPHA, Result, analyze, chi_square, coupon_chances, holm

pytestmark = pytest.mark.sweep

Die = Callable[[random.Random, list[int], int], int]
"""Returns the next face from those before it and the place in its throw."""


def throws_of(die: Die, throws: int, seed: int = 1, dice: int = 6) -> list[Throw]:
    """Throws dice one after another."""
    chance = random.Random(seed)
    faces: list[int] = []
    for _ in range(throws):
        for place in range(dice):
            faces.append(die(chance, faces, place))
    return [tuple(faces[at : at + dice]) for at in range(0, len(faces), dice)]


def fair(chance: random.Random, faces: list[int], place: int) -> int:
    return chance.randrange(6)


def loaded(chance: random.Random, faces: list[int], place: int) -> int:
    return chance.choices(range(6), (10, 10, 10, 10, 10, 12))[0]


def one_die_of_six_loaded(chance: random.Random, faces: list[int], place: int) -> int:
    return chance.choices(range(6), (10, 10, 10, 10, 10, 15 if place == 3 else 10))[0]


def like_the_neighbor(chance: random.Random, faces: list[int], place: int) -> int:
    return faces[-1] if faces and chance.random() < 0.06 else chance.randrange(6)


def never_like_the_neighbor(chance: random.Random, faces: list[int], place: int) -> int:
    face = chance.randrange(6)
    return chance.randrange(6) if faces and face == faces[-1] else face


def like_the_throw_before(chance: random.Random, faces: list[int], place: int) -> int:
    return faces[-6] if len(faces) > 5 and chance.random() < 0.1 else chance.randrange(6)


def low_after_high(chance: random.Random, faces: list[int], place: int) -> int:
    if faces and chance.random() < 0.08:
        return chance.randrange(3) + (0 if faces[-1] > 2 else 3)
    return chance.randrange(6)


def in_order(chance: random.Random, faces: list[int], place: int) -> int:
    return len(faces) % 6


def too_even(chance: random.Random, faces: list[int], place: int) -> int:
    """Every six dice show all faces."""
    left = [face for face in range(6) if face not in faces[len(faces) // 6 * 6 :]]
    return chance.choice(left)


def rising(chance: random.Random, faces: list[int], place: int) -> int:
    """Of three dice the last is often the highest."""
    return max(chance.randrange(6) for _ in range(2 if place % 3 == 2 else 1))


UNFAIR: dict[Die, tuple[str, ...]] = {
    loaded: ("face 6",),
    one_die_of_six_loaded: ("die 4 of a throw",),
    like_the_neighbor: ("runs: equal neighbors", "serial correlation"),
    never_like_the_neighbor: ("runs: equal neighbors",),
    like_the_throw_before: ("pairs of one die in two throws",),
    low_after_high: ("runs: changes between 1-3 and 4-6", "serial correlation"),
    in_order: ("pairs of neighbors, from the first die on",),
    too_even: ("coupon collector", "poker: different faces of five dice"),
    rising: ("permutations of three dice",),
}


def unfair(results: list[Result]) -> list[str]:
    return [result.name for result in results if not result.is_fair]


# The tests


@pytest.mark.parametrize("die", UNFAIR, ids=lambda die: die.__name__)
def test_dice_that_are_not_fair_or_not_independent_are_found(die: Die) -> None:
    assert set(UNFAIR[die]) <= set(unfair(analyze(throws_of(die, 5000))))


def test_of_fair_samples_hardly_any_fails() -> None:
    failed = [seed for seed in range(200) if unfair(analyze(throws_of(fair, 150, seed)))]
    assert len(failed) <= scipy.stats.binom.isf(1e-4, 200, ALPHA)


def test_p_values_of_fair_dice_are_uniform() -> None:
    values: dict[str, list[float]] = {}
    for seed in range(300, 420):
        for result in analyze(throws_of(fair, 300, seed)):
            values.setdefault(result.name, []).append(result.p)
    names = {"faces", "gaps of face 3", "runs: lengths", "coupon collector", "die 6 of a throw", "serial correlation"}
    assert names <= set(values) and {"poker: different faces of five dice", "permutations of three dice"} <= set(values)
    for name, found in values.items():
        assert scipy.stats.kstest(found, "uniform").pvalue > 1e-5, name


def test_the_expected_lengths_of_the_coupon_collector_are_those_of_the_theory() -> None:
    chances = coupon_chances(400)
    assert sum(chances) == pytest.approx(1)
    mean = sum(chance * length for length, chance in enumerate(chances, 6))
    assert mean == pytest.approx(6 * sum(1 / left for left in range(1, 7)))
    assert chances[0] == pytest.approx(720 / 6**6)


def test_chi_square_is_that_of_scipy_and_rare_categories_are_merged() -> None:
    observed = [30, 50, 20, 40]
    result = chi_square("", observed, [0.25] * 4)
    assert result and result.p == pytest.approx(scipy.stats.chisquare(observed).pvalue)
    merged = chi_square("", [60, 37, 2, 1], [0.6, 0.36, 0.02, 0.02])
    assert merged and "1 degrees" in merged.detail
    assert chi_square("", [3, 1], [0.5, 0.5]) is None


def test_p_values_are_corrected_by_holms_method() -> None:
    results = holm([Result("a", 0.01, ""), Result("b", 0.04, ""), Result("c", 0.03, ""), Result("d", 0.005, "")])
    assert [result.adjusted for result in results] == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


# Where the dice come from


def write_log(folder: Path, variant: str, die: Die, number: int, players: int = 2) -> tuple[Path, list[Throw]]:
    """Plays a game at random with these dice; returns its log and the throws."""
    thrown: list[Throw] = []
    faces: list[int] = []
    chance = random.Random(number)

    class Dice:
        def throw(self, dice: int) -> list[int]:
            start = len(faces)
            for place in range(dice):
                faces.append(die(chance, faces, place))
            thrown.append(tuple(faces[start:]))
            return faces[start:]

    game = new_game(variant, {"start": "seated"}, players)
    lines = [replay.head(game)]
    lcg = Lcg(number)
    while game.stage != OVER and len(lines) < 600:
        action = decide(game, lcg)
        lines.append(game.log_line(action, game.apply(action, Dice())))
    path = folder / f"game-{variant}-{number}.log"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path, thrown


@pytest.mark.parametrize("variant", ["dice-10000", "ten-grand", "phase-10", "five-cubes", "seven-dice"])
def test_the_throws_of_a_log_are_those_of_the_game(tmp_path: Path, variant: str) -> None:
    path, thrown = write_log(tmp_path, variant, fair, 1)
    assert from_log(path) == thrown and len(thrown) > 20


def test_a_log_is_read_up_to_its_gap(tmp_path: Path) -> None:
    path, thrown = write_log(tmp_path, "dice-10000", fair, 2)
    lines = path.read_text(encoding="utf-8").split("\n")
    path.write_text("\n".join([*lines[:40], GAP, *lines[60:]]), encoding="utf-8")
    read = from_log(path)
    assert 0 < len(read) < len(thrown) and read == thrown[: len(read)]


def run(capsys: pytest.CaptureFixture[str], *words: "str | Path") -> tuple[int, str, str]:
    return outcome(capsys, main, *map(str, words))


def test_logs_with_fair_and_with_loaded_dice_have_different_verdicts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for die, expected, words in ((fair, 0, "No test finds the dice unfair"), (loaded, 1, "Not fair: ")):
        logs = [write_log(tmp_path, "phase-10", die, number, 4)[0] for number in range(8)]
        status, out, err = run(capsys, *logs)
        assert (status, err) == (expected, "") and words in out
    assert "face 6" in out.splitlines()[-1] and "UNFAIR" in out


def test_the_dice_of_this_computer_are_fair_and_the_picture_has_every_test(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "dice.svg"
    monkeypatch.setattr(os, "urandom", random.Random(1).randbytes)  # real ones fail once in a hundred
    status, out, err = run(capsys, "--host", "6000", "--picture", file)
    assert (status, err) == (0, "") and "6000 dice in 1000 throws" in out
    tree = ElementTree.parse(file)
    words = [element.text for element in tree.iter("{http://www.w3.org/2000/svg}text")]
    for name in ("coupon collector", "gaps of face 6", "pairs of one die in two throws", "runs: lengths"):
        assert name in words and name in out


@pytest.mark.usefixtures("emulator")
def test_the_dice_of_the_emulated_pico_are_those_of_its_raw_bits_and_fair(capsys: pytest.CaptureFixture[str]) -> None:
    for dice in (1200, 6000):  # one fair sample of a hundred fails: then a larger one decides
        status, out, err = run(capsys, "--emulated", str(dice))
        assert err == "" and f"{dice} dice in {dice // 6} throws" in out
        if status == 0:
            break
    assert status == 0


def test_the_picture_shows_too_many_of_a_face_as_a_red_bar_and_an_unfair_test_left_of_the_line() -> None:
    throws = throws_of(loaded, 5000)
    drawing = picture.drawing(throws, analyze(throws))
    assert drawing.count(picture.UNFAIR) > 3
    clean = throws_of(fair, 1000)
    assert picture.drawing(clean, analyze(clean)).count(picture.UNFAIR) == 1  # the line itself


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Give logs, or --host N, or --emulated N"),
        (("--host", "many"), "many is not a number of dice from 300 to"),
        (("--host", "600", "--emulated", "600"), "Give logs, or --host N, or --emulated N"),
        (("missing.log",), "missing.log cannot be read (No such file or directory)"),
        (("empty.log",), "empty.log is empty: a log begins with a line 'game VARIANT'."),
        (("words.log",), "words.log, line 1: A log begins with a line 'game VARIANT'."),
        (("binary.log",), "binary.log cannot be read (it is not text)"),
        (("short.log",), "There are only 6 dice: a verdict needs 300 or more. Give more logs."),
        (("short.log", "--variants", "nowhere"), "There is no folder nowhere."),
        (
            ("--host", "600", "--picture", "no/folder.svg"),
            "no/folder.svg cannot be written (No such file or directory)",
        ),
    ],
)
def test_bad_input_has_one_sentence_and_status_2(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.log").write_text("\n", encoding="utf-8")
    Path("words.log").write_text("roll 1 2 3\n", encoding="utf-8")
    Path("binary.log").write_bytes(b"\xff\xfe\x00")
    Path("short.log").write_text("game dice-10000\nroll 1 2 3 4 4 6\n", encoding="utf-8")
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "") and sentence in err and err.count("\n") == 1


def test_the_dice_thrown_on_this_computer_are_made_by_the_code_of_the_firmware() -> None:
    throws = from_host(FEWEST)
    assert len(throws) == FEWEST // 6 and {len(throw) for throw in throws} == {6}
    assert {face for throw in throws for face in throw} <= set(range(6))
