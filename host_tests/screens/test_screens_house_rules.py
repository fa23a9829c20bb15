"""The screens of the house rules: choosing them before a game, saved choices, reading them in a game."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer, face_pixels, tile_pixels
from sixpip.app.menus.rule_choice import RuleChoice, in_words, what_fits
from sixpip.app.setup import game_start
from sixpip.app.setup.lineup import Lineup
from sixpip.rules.game.engine import new_game
from sixpip.rules.setup import options
from sixpip.rules.setup.options import Option
from sixpip.rules.setup.variants import VARIANTS, find
from sixpip.rules.variant import Variant
from sixpip.screens.menus.house_rules import flow
from sixpip.screens.screen import wrap
from sixpip.storage.records import Store
from sixpip.view import text


def rules_of(player: ScriptedPlayer) -> dict[str, str | int]:
    """Returns the house rules of the game in play that differ from its variant."""
    assert player.app.session is not None
    row: dict[str, str | int] = player.app.session.game.row
    return row


# The house rules before a game


def test_player_setup_shows_that_no_house_rule_is_chosen(player: ScriptedPlayer) -> None:
    player.press(0, 1)
    assert "rules and more|standard rules" in player.screen


def test_a_house_rule_that_is_changed_is_listed_and_applies_in_the_game(player: ScriptedPlayer) -> None:
    player.press(0, 1, MENU, 0).pick("To get in")
    assert "Points needed in one turn for the first bank" in player.screen.replace("|", " ")
    player.press(ROLL).press(BANK, BANK, BANK)
    assert "rules and more|To get in 0" in player.screen
    player.press(ROLL)
    assert rules_of(player) == {"opening": 0}


def test_keep_changes_the_rule_that_it_has_opened(player: ScriptedPlayer) -> None:
    player.press(0, 1, MENU, 0, 2, 2)
    assert player.lines[0] == "HOT DICE \u2605OPTIONAL"
    player.press(3)
    assert player.lines[0] == "HOT DICE \u2605OPTIONAL"


def test_opening_a_rule_changes_nothing(player: ScriptedPlayer) -> None:
    player.press(0, 1, MENU, 0)
    for _ in range(40):
        player.press(2, MENU, BANK, MENU)
    player.press(BANK, BANK, ROLL)
    assert rules_of(player) == {}


def test_a_changed_rule_has_a_star_and_is_listed_first_next_time(player: ScriptedPlayer) -> None:
    player.press(0, 1, MENU, 0).pick("Who starts").press(ROLL, BANK)
    assert "Who starts \u2605all-dice" in player.screen
    player.press(BANK, 0)
    assert player.lines[1] == "1 Standard rules 1\u2605" and player.lines[2] == "2 Who starts \u2605all-dice"


def test_all_rules_can_be_reset_to_the_rule_sheet(player: ScriptedPlayer) -> None:
    player.press(0, 1, MENU, 0, 2, 2, BANK, 0)
    assert player.lines[0] == "STANDARD RULES?" and "Hot dice \u2605optional" in player.screen
    player.press(ROLL)
    assert player.lines[1] == "1 Standard rules yes" and "\u2605" not in player.screen
    player.press(BANK, BANK, ROLL)
    assert rules_of(player) == {}


def test_a_reset_that_is_not_confirmed_keeps_all_changes(player: ScriptedPlayer) -> None:
    player.press(0, 1, MENU, 0, 2, 2, BANK, 0, BANK)
    assert player.lines[1] == "1 Standard rules 1\u2605"
    player.press(BANK, BANK, ROLL)
    assert rules_of(player) == {"hot_dice": "optional"}


def test_before_a_reset_all_changes_are_named_or_counted(player: ScriptedPlayer) -> None:
    player.press(0, 5, MENU, 0)
    labels = ("Hot dice", "4+ alike", "Target", "Who starts", "To get in", "Straight")
    for label in labels:
        player.pick(label).press(ROLL, BANK)
    player.press(BANK, 0).pick("Standard rules")
    assert len([label for label in labels if label in player.screen]) == 4 and "and 2 more" in player.screen


def test_changed_rules_that_do_not_fit_on_the_screen_are_counted(player: ScriptedPlayer) -> None:
    player.press(0, 5, MENU, 0)
    for words in ("Hot dice", "4+ alike", "Target"):
        player.pick(words).press(ROLL, BANK)
    player.press(BANK, BANK)
    assert "rules and more|Hot dice optional|and 2 more" in player.screen


def test_a_default_that_conflicts_with_a_choice_changes_with_it_and_is_shown(player: ScriptedPlayer) -> None:
    player.press(0, 1, MENU, 0).pick("End").press(ROLL, ROLL, ROLL)
    assert player.lines[0] == "END \u2605EXACT" and "With it: To win at" in player.screen
    player.press(BANK, BANK, BANK)
    assert "rules and more|End exact|To win at" in player.screen
    player.press(MENU, 0).pick("End").press(ROLL, ROLL, ROLL)
    assert "With it" not in player.screen
    player.press(BANK, BANK, BANK, ROLL)
    assert rules_of(player) == {}


def test_a_choice_that_conflicts_with_an_earlier_one_is_refused_with_the_reason(player: ScriptedPlayer) -> None:
    player.press(0, 1, MENU, 0).pick("End").press(ROLL, ROLL, ROLL, BANK).pick("To win").press(ROLL)
    assert "End exact does not go with To win above: exact is the target itself" in player.screen.replace("|", " ")
    player.press(BANK)
    assert "To win \u2605at" in player.screen
    player.press(BANK, BANK, ROLL)
    assert rules_of(player) == {"end": "exact"}


def test_the_values_after_a_refused_one_can_be_chosen(player: ScriptedPlayer) -> None:
    player.press(0, 1, MENU, 0).pick("Build straight").press(ROLL, BANK).pick("Straight").press(ROLL, ROLL)
    assert player.lines[0] == "STRAIGHT \u26053 000"
    player.press(ROLL)
    assert player.lines[0] == "STRAIGHT 0 !"
    assert "a straight must count to be built" in player.screen.replace("|", " ")
    player.press(ROLL)
    assert player.lines[0] == "STRAIGHT \u2605200"


def test_a_rule_that_needs_another_can_be_chosen_after_the_other(player: ScriptedPlayer) -> None:
    player.press(1, 1, MENU, 0).pick("Build straight").press(ROLL)
    assert "That does not go with Straight 0" in player.screen.replace("|", " ")
    player.press(BANK, MENU).pick("Straight").press(ROLL, ROLL, BANK)
    player.pick("Build straight").press(ROLL)
    assert player.lines[0] == "BUILD STRAIGHT \u2605YES"
    player.press(BANK, BANK, BANK, ROLL)
    assert rules_of(player) == {"straight": 1500, "straight_gather": "yes"}


def test_the_dice_show_the_faces_that_a_rule_changes(player: ScriptedPlayer) -> None:
    player.press(0, 1, MENU, 0).pick("Wild die").press(ROLL)
    assert tile_pixels(player, 0) == face_pixels("sun", "pips")
    assert tile_pixels(player, 1) == face_pixels("1", "pips")


# Saved choices


def test_the_choice_is_saved_for_its_variant_only(player: ScriptedPlayer) -> None:
    player.press(0, 1, MENU, 0).pick("Hot dice").press(ROLL, BANK, BANK, BANK)
    again = ScriptedPlayer(player.board.folder).press(0, 1)
    assert "rules and more|Hot dice optional" in again.screen
    again.press(ROLL)
    assert rules_of(again) == {"hot_dice": "optional"}
    again.press(MENU, 5).pick("Ten Grand").press(1)
    assert "standard rules" in again.screen


def test_a_reset_to_the_rule_sheet_is_saved_too(player: ScriptedPlayer) -> None:
    player.press(0, 1, MENU, 0, 2, 2, BANK, BANK, 0, 0, ROLL, BANK)
    assert "standard rules" in ScriptedPlayer(player.board.folder).press(0, 1).screen


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"straight": 17}, "do not fit any more"),
        ({"no_such_rule": "yes"}, "do not fit any more"),
        ({"end": "exact", "reach": "above"}, "do not fit any more"),
        ({"five_alike": "yes"}, "do not fit any more"),
        ({"dice": [6]}, "do not fit any more"),
        (["hot_dice"], "cannot be read"),
        (5, "cannot be read"),
    ],
)
def test_a_saved_choice_that_is_no_longer_valid_is_dropped_with_a_notice(
    row: object, words: str, tmp_path: Path
) -> None:
    Store(str(tmp_path)).save("rules-dice-10000", row)
    player = ScriptedPlayer(str(tmp_path)).press(0, 1)
    assert words in player.screen.replace("|", " ")
    player.press(ROLL)
    assert "Please note" not in ScriptedPlayer(str(tmp_path)).press(0, 1).screen


def test_only_the_house_rules_that_do_not_fit_are_dropped_and_they_are_named(tmp_path: Path) -> None:
    row = {"hot_dice": "optional", "straight": 17, "five_alike": "yes", "no_such_rule": 3}
    Store(str(tmp_path)).save("rules-dice-10000", row)
    player = ScriptedPlayer(str(tmp_path)).press(0, 1)
    words = player.screen.replace("|", " ")
    assert "Straight, Five alike, an unknown one." in words
    player.press(ROLL, ROLL)
    assert rules_of(player) == {"hot_dice": "optional"}


def test_the_next_game_and_a_resumed_game_have_the_same_house_rules(player: ScriptedPlayer) -> None:
    player.press(0, 1, MENU, 0).pick("Hot dice").press(ROLL, BANK, BANK, BANK, ROLL)
    assert player.app.session is not None
    game = player.app.session.game
    game_start.start(player.app, game.variant.name, game.row, Lineup(["ANNA"]))
    assert player.app.session.game.options["hot_dice"] == "optional"
    assert rules_of(ScriptedPlayer(player.board.folder)) == {"hot_dice": "optional"}


# The house rules in a game


def test_in_a_game_the_house_rules_can_be_read_but_not_changed(player: ScriptedPlayer) -> None:
    player.press(0, 1, MENU, 0).pick("Who starts").press(ROLL, BANK, BANK, BANK, ROLL)
    player.wait(400)
    player.press(MENU).pick("House rules")
    assert player.lines[1] == "1 Who starts \u2605all-dice" and player.lines[7] == "BANK back"
    assert "Wild die" not in player.screen
    player.press(0, ROLL, 0)
    assert player.lines[0] == "WHO STARTS \u2605ALL-DICE" and player.lines[7] == "BANK back"
    player.press(BANK, BANK, BANK)
    assert rules_of(player) == {"start": "all-dice"}


# For every variant and rule


def every_choice() -> Iterator[tuple[Variant, Option, str | int]]:
    """Yields every value of every rule that a player can choose, for every variant."""
    for variant in VARIANTS:
        choice = RuleChoice(variant)
        for option in choice.options:
            for value in choice.choices(option):
                yield variant, option, value


@pytest.mark.long
def test_every_single_value_is_playable_or_refused_with_a_reason_that_fits_the_screen() -> None:
    played = 0
    for variant, option, value in every_choice():
        choice = RuleChoice(variant)
        reason = choice.set(option, value)
        if reason:
            assert choice.row == {}
            assert len(wrap(reason, text.COLUMNS)) <= 6 and "=" not in reason, reason
        else:
            assert new_game(variant.name, choice.row, 2).options[option.key] == value
            played += 1
    assert played > 500


def test_every_rule_that_fits_the_dice_is_offered_where_there_is_a_choice() -> None:
    for variant in VARIANTS:
        offered = RuleChoice(variant).options
        kind = variant.dice_set.kind
        missing = [option.key for option in options.options_for(kind) if option.fits(kind) and option not in offered]
        senseless = ["dice", "bank_min", "empty_six"] if variant.name == "five-cubes" else []
        assert missing == senseless


def test_every_rule_fits_its_line_and_its_page() -> None:
    for variant, option, value in every_choice():
        assert len(option.label) + 1 + len(f"{value:,}" if isinstance(value, int) else str(value)) <= 19, option.key
        choice = RuleChoice(variant)
        rows = flow([str(value) for value in choice.choices(option)])
        assert len(wrap(option.meaning, text.COLUMNS)) + len(rows) <= 6, option.key
        assert all(sum(len(word) + 1 for word in row) <= text.COLUMNS + 1 for row in rows)


def test_a_reason_uses_the_labels_of_the_screen() -> None:
    assert in_words("reach=above: set three_pairs too") == "To win above: set Three pairs too"


def test_a_value_of_a_custom_variant_can_be_chosen_again() -> None:
    own = Variant("own", "Own", find("farkle").dice_set, "target=7500 straight=1250")
    choice = RuleChoice(own)
    target = options.find("target")
    assert choice.choices(target) == [5000, 7500, 10000, 20000]
    assert choice.set(target, 5000) == "" and choice.set(target, 7500) == ""
    assert choice.row == {}
    assert json.loads(json.dumps(choice.row)) == {}


def test_rules_that_fit_only_together_are_all_taken_from_the_saved_choice() -> None:
    row: dict[str, str | int] = {"extend": "yes", "multiples": "adding", "target": 10000}
    assert what_fits(find("five-cubes"), row) == (row, "")


def test_of_a_saved_choice_only_the_rules_that_do_not_fit_are_dropped() -> None:
    row: dict[str, str | int] = {"extend": "yes", "gone": 1, "multiples": "adding", "straight": 1500}
    kept, words = what_fits(find("five-cubes"), row)
    assert kept == {"extend": "yes", "multiples": "adding"}
    assert words == "House rules that do not fit any more are dropped: Straight, an unknown one."
