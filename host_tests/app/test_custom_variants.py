"""A maker's own variants: what a good file gives; a saved game goes on only with the rules it was saved with."""

import json
from typing import Any

import pytest

from host_tests.variant_file import GOOD, LETTERS, file
from sixpip.rules.game.errors import BadRecord
from sixpip.rules.menus import custom
from sixpip.rules.setup import options, variants
from sixpip.rules.setup.record import from_record
from sixpip.rules.ten_thousand.game import Game

pytestmark = pytest.mark.usefixtures("no_own_variants")

# What a good file gives


def test_the_rules_of_a_file_replace_those_of_the_base() -> None:
    variant = custom.read(file())
    base = variants.find("dice-10000")
    assert (variant.name, variant.title) == ("grandma", "Grandma's")
    assert variant.row == {**base.row, "opening": 500}
    assert base.row["opening"] == 1000
    assert variant.dice_set.faces == ("A", "B", "C", "D", "50", "1")
    assert variant.dice_set.singles == (100, 0, 0, 0, 0, 20)
    assert variant.dice_set.triples == (900, 200, 300, 400, 500, 600)


def test_name_and_base_are_enough() -> None:
    variant = custom.read(b'{"name": "mine", "base": "ten-grand"}')
    base = variants.find("ten-grand")
    assert (variant.title, variant.dice_set, variant.row) == ("mine", base.dice_set, base.row)


def test_own_points_replace_the_option_for_three_1s() -> None:
    variants.register(custom.read(file(faces=None)))
    game = Game("grandma")
    assert game.scorer.of_a_kind[0][3] == 900
    assert not options.find("three_ones").fits(game.dice_set.kind)
    assert options.find("calls").fits(game.dice_set.kind)


def test_three_1s_of_the_base_have_the_same_points_with_own_faces() -> None:
    variants.register(custom.read(file(base="farkle-retail", rules=None, faces=["1", *LETTERS[1:]], table=None)))
    assert Game("grandma").scorer.of_a_kind[0][3] == 300


def test_three_1s_of_the_base_have_the_same_points_with_own_points_of_single_dice() -> None:
    table = {"singles": [100, 0, 0, 0, 20, 0]}
    variant = custom.read(file(base="farkle-retail", rules=None, faces=None, table=table))
    assert variant.dice_set.triples == (300, 200, 300, 400, 500, 600)


@pytest.mark.parametrize(
    ("content", "plurals"),
    [
        ({"faces": None}, ("1s", "2s", "3s", "4s", "5s", "6s")),
        ({"base": "ten-grand", "rules": None, "faces": None}, ("Aces", "Kings", "Queens", "Jacks", "50s", "100s")),
        ({}, ("As", "Bs", "Cs", "Ds", "50s", "1s")),
    ],
    ids=["pips", "cards", "own faces"],
)
def test_several_dice_of_a_face_have_the_name_of_the_base_or_an_s_behind_an_own_face(
    content: dict[str, Any], plurals: tuple[str, ...]
) -> None:
    dice_set = custom.read(file(**content)).dice_set
    assert tuple(dice_set.plural(face) for face in range(6)) == plurals


@pytest.mark.parametrize(
    ("content", "mark"),
    [({}, 278053358), ({"faces": None}, 401428369), ({"base": "five-cubes", "rules": None, "faces": None}, 294771188)],
    ids=["own faces", "own points", "cubes"],
)
def test_the_checksum_of_the_same_rules_is_the_same_in_each_version_so_that_saved_games_go_on(
    content: dict[str, Any], mark: int
) -> None:
    assert custom.read(file(**content)).mark == mark


def test_cubes_have_their_faces_and_their_sun_with_own_points() -> None:
    variants.register(custom.read(file(base="five-cubes", rules=None, faces=None)))
    game = Game("grandma")
    assert game.dice_set.faces == variants.find("five-cubes").dice_set.faces
    assert game.dice_set.singles == (100, 0, 0, 0, 0, 20, 0)
    assert game.dice_set.wild == 6


def test_a_byte_order_mark_and_any_line_endings_are_accepted() -> None:
    data = b"\xef\xbb\xbf" + json.dumps(GOOD, indent=2).replace("\n", "\r\n").encode()
    assert custom.read(data).name == "grandma"


def test_a_file_without_spaces_is_accepted() -> None:
    assert custom.read(json.dumps(GOOD, separators=(",", ":")).encode()).mark == custom.read(file()).mark


def test_own_variants_come_after_those_of_the_firmware_and_are_found_by_name() -> None:
    variants.register(custom.read(file()))
    assert [variant.name for variant in variants.all_variants()][-1] == "grandma"
    assert len(variants.all_variants()) == len(variants.VARIANTS) + 1
    assert variants.find("grandma").title == "Grandma's"
    variants.clear_own()
    assert variants.all_variants() == variants.VARIANTS


# Saved games


def test_a_saved_game_whose_rules_have_changed_is_refused() -> None:
    variants.register(custom.read(file()))
    record = Game("grandma").record()
    variants.clear_own()
    with pytest.raises(BadRecord, match="There is no variant 'grandma'"):
        from_record(record)
    for changes in ({"rules": {"opening": 350}}, {"table": {"singles": [100, 0, 0, 0, 0, 30]}}, {"faces": None}):
        variants.clear_own()
        variants.register(custom.read(file(**changes)))
        with pytest.raises(BadRecord, match="The rules of grandma have changed since this game was saved"):
            from_record(record)


def test_a_game_goes_on_when_only_the_title_or_the_order_of_the_file_has_changed() -> None:
    variants.register(custom.read(file()))
    record = Game("grandma").record()
    variants.clear_own()
    turned = dict(reversed(list({**GOOD, "title": "Granny's"}.items())))
    variants.register(custom.read(json.dumps(turned).encode()))
    assert from_record(record).record() == record
