"""House rules on the console: chosen before a game, what is remembered of them, read in a game; of every variant."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer, painted, tile
from sixpip.app.rule_choice import RuleChoice, in_words
from sixpip.rules import options
from sixpip.rules.engine import new_game
from sixpip.rules.option import Option
from sixpip.rules.variant import Variant
from sixpip.rules.variants import VARIANTS, find
from sixpip.screens.house_rules import flow
from sixpip.screens.screen import wrap
from sixpip.storage.records import Store
from sixpip.view import text


def rules_of(person: ScriptedPlayer) -> dict[str, str | int]:
    """What the game in play has over its sheet."""
    assert person.app.session is not None
    row: dict[str, str | int] = person.app.session.game.row
    return row


# The house rules before a game


def test_players_are_told_that_a_game_is_as_on_the_sheet(person: ScriptedPlayer) -> None:
    person.press(0, 1)
    assert "house rules|none: as on the sheet" in person.screen


def test_a_house_rule_is_read_changed_shown_and_played(person: ScriptedPlayer) -> None:
    person.press(0, 1, MENU).pick("To get in")
    assert "Points needed in one turn for the first bank" in person.screen.replace("|", " ")
    person.press(ROLL).press(BANK, BANK)
    assert "1 house rule|To get in 0" in person.screen
    person.press(ROLL)
    assert rules_of(person) == {"opening": 0}


def test_the_keep_button_that_opens_a_rule_changes_it_too(person: ScriptedPlayer) -> None:
    person.press(0, 1, MENU, 2, 2)
    assert person.lines[0] == "Hot dice \u2605optional"
    person.press(3)
    assert person.lines[0] == "Hot dice \u2605optional"


def test_reading_a_rule_changes_nothing(person: ScriptedPlayer) -> None:
    person.press(0, 1, MENU)
    for _ in range(40):
        person.press(2, MENU, BANK, MENU)
    person.press(BANK, ROLL)
    assert rules_of(person) == {}


def test_a_rule_that_differs_has_a_star_and_comes_first_the_next_time(person: ScriptedPlayer) -> None:
    person.press(0, 1, MENU).pick("Who starts").press(ROLL, BANK)
    assert "Who starts \u2605all-dice" in person.screen
    person.press(BANK, MENU)
    assert person.lines[1] == "1 As on the sheet 1\u2605" and person.lines[2] == "2 Who starts \u2605all-dice"


def test_all_can_be_put_back_as_on_the_sheet(person: ScriptedPlayer) -> None:
    person.press(0, 1, MENU, 2, 2, BANK, 0)
    assert person.lines[1] == "1 As on the sheet yes" and "\u2605" not in person.screen
    person.press(BANK, ROLL)
    assert rules_of(person) == {}


def test_more_differences_than_fit_are_counted(person: ScriptedPlayer) -> None:
    person.press(0, 5, MENU)
    for words in ("Hot dice", "4+ alike", "Target"):
        person.pick(words).press(ROLL, BANK)
    person.press(BANK)
    assert "3 house rules|Hot dice optional|and 2 more" in person.screen


def test_what_the_sheet_says_against_a_choice_gives_way_and_is_shown(person: ScriptedPlayer) -> None:
    person.press(0, 1, MENU).pick("End").press(ROLL, ROLL, ROLL)
    assert person.lines[0] == "End \u2605exact" and "With it: Win at" in person.screen
    person.press(BANK, BANK)
    assert "2 house rules|End exact|Win at" in person.screen
    person.press(MENU).pick("End").press(ROLL, ROLL, ROLL)
    assert "With it" not in person.screen
    person.press(BANK, BANK, ROLL)
    assert rules_of(person) == {}


def test_rules_chosen_that_do_not_go_together_say_why_and_nothing_changes(person: ScriptedPlayer) -> None:
    person.press(0, 1, MENU).pick("End").press(ROLL, ROLL, ROLL, BANK).pick("Win").press(ROLL)
    assert "End exact does not go with Win above: exact is the target itself" in person.screen.replace("|", " ")
    person.press(BANK)
    assert "Win \u2605at" in person.screen
    person.press(BANK, ROLL)
    assert rules_of(person) == {"end": "exact"}


def test_a_refused_value_does_not_bar_the_way_to_those_after_it(person: ScriptedPlayer) -> None:
    person.press(0, 1, MENU).pick("Gather it").press(ROLL, BANK).pick("Straight").press(ROLL, ROLL)
    assert person.lines[0] == "Straight \u26053 000"
    person.press(ROLL)
    assert person.lines[0] == "Straight 0 no"
    assert "can be gathered only where it counts" in person.screen.replace("|", " ")
    person.press(ROLL)
    assert person.lines[0] == "Straight \u2605200"


def test_a_rule_that_needs_another_is_reached_by_choosing_the_other_first(person: ScriptedPlayer) -> None:
    person.press(1, 1, MENU).pick("Gather it").press(ROLL)
    assert "That does not go with Straight 0" in person.screen.replace("|", " ")
    person.press(BANK, MENU, MENU).pick("Straight").press(ROLL, ROLL, BANK)
    person.pick("Gather it").press(ROLL)
    assert person.lines[0] == "Gather it \u2605yes"
    person.press(BANK, BANK, ROLL)
    assert rules_of(person) == {"straight": 1500, "straight_gather": "yes"}


def test_the_dice_beside_the_rules_follow_them(person: ScriptedPlayer) -> None:
    person.press(0, 1, MENU).pick("Wild die").press(ROLL)
    assert tile(person, 0) == painted("sun", "pips")
    assert tile(person, 1) == painted("1", "pips")


# What is remembered


def test_the_choice_is_remembered_for_its_variant_only(person: ScriptedPlayer) -> None:
    person.press(0, 1, MENU).pick("Hot dice").press(ROLL, BANK, BANK)
    again = ScriptedPlayer(person.board.folder).press(0, 0)
    assert "1 house rule|Hot dice optional" in again.screen
    again.press(ROLL)
    assert rules_of(again) == {"hot_dice": "optional"}
    again.press(MENU, 4, ROLL).press(1, 0)
    assert "none: as on the sheet" in again.screen


def test_going_back_to_the_sheet_is_remembered_too(person: ScriptedPlayer) -> None:
    person.press(0, 1, MENU, 2, 2, BANK, BANK, MENU, 0, BANK)
    assert "none: as on the sheet" in ScriptedPlayer(person.board.folder).press(0, 1).screen


@pytest.mark.parametrize(
    "row",
    [
        {"straight": 17},
        {"no_such_rule": "yes"},
        {"end": "exact", "reach": "above"},
        {"five_alike": "yes"},
        ["hot_dice"],
        {"dice": [6]},
        5,
    ],
)
def test_a_remembered_choice_that_does_not_fit_any_more_is_dropped_and_said(row: object, tmp_path: Path) -> None:
    Store(str(tmp_path)).save("rules-dice-10000", row)
    person = ScriptedPlayer(str(tmp_path)).press(0, 1)
    assert "do not fit any more" in person.screen.replace("|", " ")
    person.press(ROLL)
    assert "none: as on the sheet" in person.screen
    assert "Please note" not in ScriptedPlayer(str(tmp_path)).press(0, 1).screen


def test_another_game_has_the_same_house_rules_and_so_has_a_resumed_one(person: ScriptedPlayer) -> None:
    person.press(0, 0, MENU).pick("Hot dice").press(ROLL, BANK, BANK, ROLL)
    assert person.app.session is not None
    game = person.app.session.game
    person.app.new_game(game.variant.name, game.row, ["ANNA"])
    assert person.app.session.game.options["hot_dice"] == "optional"
    assert rules_of(ScriptedPlayer(person.board.folder)) == {"hot_dice": "optional"}


# The house rules in a game


def test_the_rules_in_force_can_be_read_in_a_game_and_not_changed(person: ScriptedPlayer) -> None:
    person.press(0, 1, MENU).pick("Who starts").press(ROLL, BANK, BANK, ROLL)
    person.wait(400)
    person.press(MENU).pick("House rules")
    assert person.lines[1] == "1 Who starts \u2605all-dice" and person.lines[7] == "BANK back"
    assert "Wild die" not in person.screen
    person.press(0, ROLL, 0)
    assert person.lines[0] == "Who starts \u2605all-dice" and person.lines[7] == "BANK back"
    person.press(BANK, BANK, BANK)
    assert rules_of(person) == {"start": "all-dice"}


# For every variant and rule


def every_choice() -> Iterator[tuple[Variant, Option, object]]:
    """Every value that is offered of every rule, over the sheet of every variant."""
    for variant in VARIANTS:
        choice = RuleChoice(variant)
        for option in choice.options:
            for value in choice.choices(option):
                yield variant, option, value


def test_every_value_offered_alone_is_playable_or_refused_with_a_reason_that_fits_the_screen() -> None:
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


def test_a_reason_is_told_in_the_words_of_the_screen() -> None:
    assert in_words("reach=above: set three_pairs too") == "Win above: set Three pairs too"


def test_an_own_value_of_a_variant_can_be_chosen_again() -> None:
    own = Variant("own", "Own", find("farkle").dice_set, "target=7500 straight=1250")
    choice = RuleChoice(own)
    target = options.find("target")
    assert choice.choices(target) == [5000, 7500, 10000, 20000]
    assert choice.set(target, 5000) == "" and choice.set(target, 7500) == ""
    assert choice.row == {}
    assert json.loads(json.dumps(choice.row)) == {}
