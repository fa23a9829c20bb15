"""firmware/RANDOMNESS.md: its tables are up to date, its figures can be measured again, its words are the console's."""

import math
import random
import re
from types import SimpleNamespace
from unittest import mock

import numpy as np
import pytest
import scipy

from sixpip.app.dice_source import NOT_FAIR
from sixpip.board import health_limits as limits
from sixpip.board.entropy import Entropy
from sixpip.screens.workshop import fair_dice as fair
from tools import ROOT
from tools.play.host import bit_sources, raw_bits
from tools.play.host.bit_sources import BitRegister
from tools.publish import markdown
from tools.research.fairness import cutoffs, detection, measure, report
from tools.research.fairness.detection import SOURCES, Source
from tools.research.fairness.statistical_tests import ALPHA

pytestmark = pytest.mark.sweep

PAGE = report.PAGE.read_text(encoding="utf-8")
STORED = {row["source"]: row for row in measure.read()["detections"]}
QUICK_BITS = 30_000
BY_NAME = {source.name: source for source in SOURCES}


def test_the_generated_parts_of_the_page_are_up_to_date_and_all_are_on_it() -> None:
    assert markdown.update(PAGE, report.PARTS) == PAGE, "firmware/RANDOMNESS.md is out of date: run `make docs`."
    assert set(re.findall(r"<!-- generated: (\S+) -->", PAGE)) == set(report.PARTS)


def test_the_page_is_linked_from_the_readme_and_its_own_links_are_valid() -> None:
    assert "(firmware/RANDOMNESS.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", PAGE):
        if not link.startswith("https://"):
            assert (report.PAGE.parent / link).exists(), link
    for folder, path in re.findall(r"`((?:tools|board|app)/)(\S+\.py)`", PAGE):
        root = ROOT if folder == "tools/" else ROOT / "firmware" / "sixpip"
        assert (root / folder / path).exists(), path


def test_the_page_quotes_what_the_console_shows() -> None:
    assert NOT_FAIR in PAGE
    assert f"A byte of {256 - 256 % 6} or more is rejected" in PAGE
    for verdict in ("NOT EVEN", "REPEAT AT", "TEST FAILED"):
        assert f"`Bits: {verdict}" in PAGE
    assert "`Dice: NOT FAIR`" in PAGE
    assert f"16 new raw bits, and {limits.PROBES * 16} more" in PAGE
    sampled = f"{limits.SAMPLES // 2 * limits.WINDOW:_}".replace("_", " ")
    assert f"from {limits.LAGS + 1} to {sampled} places" in PAGE and f"longer than {sampled} bits" in PAGE
    assert f"a distance of up to {limits.WINDOW - 8 * limits.SAMPLE - 1} are compared" in " ".join(PAGE.split())


def test_the_tables_have_all_sources() -> None:
    names = [source.name for source in SOURCES]
    assert names == [row["source"] for row in measure.read()["dice"]] == list(STORED) and len(set(names)) == len(names)


@pytest.mark.long
@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_what_is_found_in_a_source_soon_is_stored_and_nothing_else_is_found_so_soon(source: Source) -> None:
    stored = STORED[source.name]
    for after, words in ((detection.stopped_after, "tests"), (detection.seen_after, "verdict")):
        found, bits = after(source.one_by_one(), QUICK_BITS)
        key = {"tests": "stopped_after", "verdict": "seen_after"}[words]
        if bits or 0 < stored[key] <= QUICK_BITS:
            assert (found, bits) == (stored[words], stored[key])


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_every_stored_detection_is_found_again(source: Source) -> None:
    assert detection.detect(source) == STORED[source.name]


@pytest.mark.parametrize(
    "name", ["stuck at 0", "each bit twice", "70 % ones", "alternate bytes dead", "counter of 8 bits"]
)
def test_dice_of_a_source_that_no_test_stops_are_made_as_on_the_console(name: str) -> None:
    source = BY_NAME[name]
    bits = source.one_by_one()

    def window_bits(register: "raw_bits.Register", window: bytearray, at: int, pause: int) -> object:
        return raw_bits.read(
            BitRegister(bits if len(window) == limits.WINDOW // 8 else bit_sources.perfect()), window, at, 0
        )

    loops = SimpleNamespace(
        read=window_bits, scan=lambda *_: limits.WINDOW // 16, count_equal=lambda *_: 472, most_equal=lambda *_: 0
    )
    with mock.patch.object(limits, "PROPORTION", 0):
        pool = Entropy(loops, None, bytes, lambda: 0)
        console = b"".join(pool.draw(32) for _ in range(5))
    assert detection.Conditioner(source.make()).draw(160) == console


def test_without_the_hash_faulty_sources_make_unfair_dice_and_with_it_all_dice_look_fair() -> None:
    rows = {row["source"]: row for row in measure.read()["dice"]}
    highest = scipy.stats.chi2.isf(0.01 / len(rows), 5)
    for name, row in rows.items():
        assert row["conditioned"]["chi_square"] < highest, name
        assert abs(row["conditioned"]["correlation"]) < 4 / detection.DICE**0.5, name
        assert row["conditioned"]["largest"] < 0.01, name
    for name in ("70 % ones", "4 of 8 bits stuck at 0", "each bit twice", "alternate bytes dead", "period 65"):
        assert rows[name]["bare"]["chi_square"] > 1000, name
    assert rows["50 % ones"]["bare"]["chi_square"] < highest


def test_the_deviation_of_dice_is_that_of_their_counts() -> None:
    faces = np.array([0, 0, 1, 2, 3, 4, 5, 0, 0, 1, 2, 3], np.uint8)
    found = detection.deviation(faces)
    assert found.chi_square == pytest.approx(scipy.stats.chisquare(np.bincount(faces)).statistic)
    assert found.largest == pytest.approx(1.0)
    assert detection.deviation(np.zeros(12, np.uint8)).largest == pytest.approx(5.0)


def test_the_faults_of_the_open_list_stop_play_or_are_named_by_the_self_test() -> None:
    harmless = {"50 % ones", "51 % ones", "55 % ones", "60 % ones"}
    unseen = {
        "60 % are the bits of 500 places earlier",
        "97 % are the bits of 500 and 302 places earlier, added",
        "period 1 000 003",
    }
    passed = unseen | {"97 % are the bits of 500 or 302 places earlier, in turn"}
    for name, row in STORED.items():
        assert bool(row["verdict"]) == (name not in unseen | {"50 % ones"}), name
        assert not (row["tests"] and name in harmless), name
        if name not in passed and BY_NAME[name].entropy < 0.5:
            assert row["tests"], name


def test_the_entropy_of_a_block_of_the_worst_source_of_single_bits_that_no_test_finds_is_stated() -> None:
    entropy = BY_NAME["97 % are the bits of 500 or 302 places earlier, in turn"].entropy
    assert entropy == pytest.approx(-math.log2(0.985))
    assert f"Once in 2^{round(limits.WINDOWS * limits.WINDOW * entropy)} is never" in " ".join(PAGE.split())


@pytest.mark.parametrize("opposite", [0, 1])
@pytest.mark.parametrize("lag", [65, 500, 959, 3001])
def test_bits_that_a_single_earlier_bit_predicts_stop_play_while_they_have_too_little_entropy_for_a_block(
    lag: int, opposite: int
) -> None:
    share = 2 * cutoffs.chance_of_best_guess(cutoffs.COUNTED_ENTROPY) - 1
    chance = random.Random(lag)
    bits = [chance.getrandbits(1) for _ in range(lag)]

    def source() -> int:
        bits.append(bits[-lag] ^ opposite if chance.random() < share else chance.getrandbits(1))
        return bits[-1]

    assert detection.stopped_after(source)[0] == "repeated sample"


def test_the_faults_that_soon_stop_play() -> None:
    for name in ("70 % ones", "4 of 8 bits stuck at 0", "alternate bytes dead", "each bit twice", "period 65"):
        assert STORED[name]["stopped_after"] <= 5 * limits.WINDOW, name


def test_the_dice_of_the_emulated_pico_are_fair() -> None:
    emulated = measure.read()["emulated"]
    assert emulated["lowest_p"] >= ALPHA and emulated["dice"] == measure.EMULATED_DICE


def test_the_sample_that_is_stated_for_a_biased_source_is_enough() -> None:
    bits = detection.bits_to_see(0.52)
    windows = bits // limits.WINDOW + 1
    found = [detection.seen_after(bit_sources.biased(0.52, seed), windows * limits.WINDOW)[0] for seed in range(30)]
    assert found.count("NOT EVEN") >= 28


@pytest.mark.parametrize("seed", range(3))
def test_a_barely_healthy_source_does_not_stop_play_on_an_evening_and_a_worse_one_soon_does(seed: int) -> None:
    bits = int(cutoffs.windows_of_an_evening() * limits.WINDOW)
    assert detection.stopped_after(bit_sources.biased(cutoffs.HEALTHY_SHARE, seed), bits) == ("", 0)
    assert detection.stopped_after(bit_sources.biased(cutoffs.HEALTHY_SHARE + 0.07, seed), 100_000)[1] > 0


def test_the_first_verdict_comes_after_enough_bits_to_see_51_percent() -> None:
    blocks = fair.FIRST / 32
    assert blocks * limits.WINDOWS * limits.WINDOW >= detection.bits_to_see(0.51, 0.6)
