"""firmware/RANDOMNESS.md: its tables are up to date, its figures can be measured again, its words are the console's."""

import re
from dataclasses import asdict

import pytest

from sixpip.app.dice_source import NOT_FAIR
from sixpip.board import health_limits as limits
from sixpip.screens.self_test import fair
from tools import ROOT, docs
from tools.fairness import cutoffs, detection, measure, report, sources
from tools.fairness.statistical_tests import ALPHA

PAGE = report.PAGE.read_text(encoding="utf-8")
STORED = {row["source"]: row for row in measure.read()["detections"]}


def test_the_generated_parts_of_the_page_are_up_to_date_and_all_are_on_it() -> None:
    assert docs.update(PAGE, report.PARTS) == PAGE, "firmware/RANDOMNESS.md is out of date: run `make docs`."
    assert set(re.findall(r"<!-- generated: (\S+) -->", PAGE)) == set(report.PARTS)


def test_the_page_is_linked_from_the_readme_and_its_own_links_are_valid() -> None:
    assert "(firmware/RANDOMNESS.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert link.startswith("https://") or (report.PAGE.parent / link).exists(), link
    for path in re.findall(r"`((?:tools|board|app)/\S+\.py)`", PAGE):
        assert (ROOT / path).exists() or (ROOT / "firmware" / "sixpip" / path).exists(), path


def test_the_page_quotes_what_the_console_shows() -> None:
    assert NOT_FAIR in PAGE
    assert f"A byte of {256 - 256 % 6} or more is rejected" in PAGE
    for verdict in ("NOT EVEN", "REPEAT AT", "TEST FAILED"):
        assert f"`Bits: {verdict}" in PAGE
    assert "`Dice: NOT FAIR`" in PAGE
    assert f"more than {limits.LAGS} bits" in PAGE and f"16 new raw bits, and {limits.PROBES * 16} more" in PAGE


@pytest.mark.parametrize("share", [0.55, 0.7, 0.8, 0.9, 0.97])
def test_the_stored_detections_of_biased_sources_are_found_again(share: float) -> None:
    row = STORED[detection.percent_name(share)]
    most = 60_000
    tests, stopped = detection.stopped_after(sources.biased(share), most)
    verdict, seen = detection.seen_after(sources.biased(share), most)
    assert (tests, stopped, verdict, seen) == (row["tests"], row["stopped_after"], row["verdict"], row["seen_after"])


def test_the_stored_detections_of_sources_that_repeat_or_stop_are_found_again() -> None:
    assert asdict(detection.all_periods()) == STORED["periods 2 to 64, all 63"]
    assert STORED["periods 2 to 64, all 63"]["verdict"] == "NOT EVEN or REPEAT"
    stuck = detection.detect("stuck at 0", 0.0, lambda: sources.stuck_after(0))
    assert asdict(stuck) == STORED["stuck at 0"]


@pytest.mark.long
def test_every_stored_detection_is_found_again() -> None:
    assert detection.to_json(detection.all_detections()) == measure.read()["detections"]


def test_every_bad_source_is_found_by_the_self_test_and_dice_of_those_that_may_play_are_fair() -> None:
    for name, row in STORED.items():
        assert bool(row["verdict"]) == (name != "50 % ones"), name
        if row["entropy"] < 0.4:
            assert row["tests"], name
        if row["entropy"] > 0.5:
            assert not row["tests"] and row["dice_p"] >= ALPHA, name
    emulated = measure.read()["emulated"]
    assert emulated["lowest_p"] >= ALPHA and emulated["dice"] == measure.EMULATED_DICE


def test_the_sample_that_is_stated_for_a_biased_source_is_enough() -> None:
    bits = detection.bits_to_see(0.52)
    windows = bits // limits.WINDOW + 1
    found = [detection.seen_after(sources.biased(0.52, seed), windows * limits.WINDOW)[0] for seed in range(30)]
    assert found.count("NOT EVEN") >= 28


def test_a_source_with_half_a_bit_of_min_entropy_rarely_raises_an_alarm_and_one_with_less_soon_does() -> None:
    share = cutoffs.chance_of_best_guess(cutoffs.TESTED_ENTROPY)
    assert detection.stopped_after(sources.biased(share), 100_000) == ("", 0)
    assert detection.stopped_after(sources.biased(share + 0.12), 20_000)[1] > 0


def test_the_first_verdict_comes_after_enough_bits_to_see_51_percent() -> None:
    blocks = fair.FIRST / 32
    assert blocks * limits.WINDOWS * limits.WINDOW >= detection.bits_to_see(0.51, 0.6)
