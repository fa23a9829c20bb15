"""firmware/PLAYING.md: a section with a picture for each game, and no number that is not in the rules of that game."""

import re

import pytest

from sixpip.rules.rulebook import options
from sixpip.rules.rulebook.variant import Variant
from sixpip.rules.rulebook.variants import VARIANTS, variant_named
from sixpip.screens.phase_ten import how_to_play as phase_ten
from sixpip.screens.start.how_to_play import sentences
from sixpip.screens.ten_thousand import how_to_play as ten_thousand
from tools import FIRMWARE
from tools.publish.pictures.moments import MOMENTS

PAGE = (FIRMWARE / "PLAYING.md").read_text(encoding="utf-8")
GAMES = dict(re.findall(r"^### (.+?)\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL))
SMALL = 31
"""Numbers below are dice, faces, players and rounds."""
WORKED_OUT = {"Phase 10": {649}, "Farkle online": {900, 1200}, "Dice 10 000": {800, 1600}}
"""Numbers that follow from the rules: the best score, and points of more of a kind."""


def numbers(text: str) -> set[int]:
    """Returns the numbers in a text; "10 000" is one, and so is "500" of "1-5 500"."""
    found = re.findall(r"\d+", text) + re.findall(r"\b\d{1,2} \d{3}\b", text)
    return {int(number.replace(" ", "")) for number in found}


def told_by_the_console(name: str) -> set[int]:
    """Returns the numbers on the pages of How to play of a game, and in its house rules."""
    variant = variant_named(name)
    values = options.resolve(variant.dice_set, variant.options, {})
    engine = phase_ten if variant.dice_set.engine == "phase_ten" else ten_thousand
    pages = list(engine.pages(variant.dice_set, values, sentences(variant.dice_set.kind, values)))
    return numbers("\n".join(f"{page.title} {page.lines}" for page in pages) + f" {values}")


def test_the_page_has_a_section_for_every_game_in_the_order_of_the_boot_menu() -> None:
    assert list(GAMES) == [variant.title for variant in VARIANTS]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_section_shows_its_game_and_names_only_numbers_of_its_rules(variant: Variant) -> None:
    section = GAMES[variant.title]
    assert f"](pictures/{variant.name}.png)" in section
    rules = " ".join(re.findall(r"^(?:- |  ).*$", section, re.MULTILINE))
    allowed = told_by_the_console(variant.name) | WORKED_OUT.get(variant.title, set())
    stated = {number for number in numbers(re.sub(r"\b10 000\b", "10000", rules)) if number >= SMALL}
    assert stated, "the section states no points"
    assert stated <= allowed, f"{variant.title}: {sorted(stated - allowed)} are not in its rules"


def test_the_page_shows_every_moment_and_describes_each_picture() -> None:
    shown = re.findall(r"!\[(.+)\]\(pictures/(.+)\.png\)", PAGE)
    assert {name for _, name in shown} == set(MOMENTS)
    for words, name in shown:
        assert len(words) > 20, f"{name} needs a description"
