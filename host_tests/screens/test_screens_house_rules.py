"""The screens of the house rules: choosing them before a game, saved choices, reading them in a game."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tests.game_fixture import session_of
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer, face_pixels, tile_pixels
from host_tests.view_golden import golden
from sixpip.app.house_rules.rule_choice import RuleChoice, refusal_text, saved_choice, what_fits
from sixpip.rules.core.engine import new_game
from sixpip.rules.rulebook import options
from sixpip.rules.rulebook.options import Option
from sixpip.rules.rulebook.variant import Variant
from sixpip.rules.rulebook.variants import VARIANTS, variant_named
from sixpip.screens.screen import wrap
from sixpip.screens.start.house_rules import flow
from sixpip.storage.record_store import Store
from sixpip.view import text


def rules_of(player: ScriptedPlayer) -> dict[str, str | int]:
    """Returns the house rules of the game in play that differ from its variant."""
    row: dict[str, str | int] = session_of(player).game.overrides
    return row


# The house rules before a game


def test_a_house_rule_that_is_changed_is_listed_and_applies_in_the_game(player: ScriptedPlayer) -> None:
    player.press(1, 1, MENU, 0).pick("To get in")
    assert "Points needed in one turn for the first bank" in player.screen.replace("|", " ")
    player.press(ROLL).press(BANK, BANK, BANK)
    assert "rules and more|To get in any" in player.screen
    player.press(ROLL)
    assert rules_of(player) == {"opening": 0}


def test_a_changed_rule_has_a_star_and_is_listed_first_next_time(player: ScriptedPlayer) -> None:
    player.press(1, 1, MENU, 0).pick("Who starts").press(ROLL, BANK)
    assert "Who starts \u2605all dice" in player.screen
    player.press(BANK, 0)
    assert player.lines[1] == "1 Standard rules 1\u2605" and player.lines[2] == "2 Who starts \u2605all dice"


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_each_page_has_rules_of_one_group_and_each_rule_is_listed_once(variant: Variant, tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).pick(variant.title).press(1, MENU, 0)
    first = player.lines[0]
    titles: list[str] = []
    labels: list[str] = []
    while not titles or player.lines[0] != first:
        titles.append(player.lines[0].split(" MENU")[0])
        labels += [line[2:] for line in player.lines[1:7] if line]
        if len(player.lines[6]) < 3 and titles[-1] != "HOUSE RULES":
            assert player.press(5).lines[6] == "There is no line 6"
        if "MENU" not in first:
            break
        player.press(MENU)
    options = RuleChoice(variant).options
    assert len(labels) == len(options) + 1 and labels[0].startswith("Standard rules")
    assert all(sum(label.startswith(option.label + " ") for label in labels) == 1 for option in options)
    assert list(dict.fromkeys(titles)) == [
        title for title in ("HOUSE RULES", "BANKING", "BUSTS", "POINTS", "TURNS", "RARE ROLLS") if title in titles
    ]


def test_rules_that_are_standard_cannot_be_reset(player: ScriptedPlayer) -> None:
    player.pick("Pure").press(2, MENU).pick("House rules").press(0)
    assert "They are standard" in player.screen and player.lines[0].startswith("HOUSE RULES")


def test_all_rules_can_be_reset_to_the_rule_sheet_after_a_question(player: ScriptedPlayer) -> None:
    player.press(1, 1, MENU, 0, 2, 2, BANK, 0, BANK)
    assert player.lines[1] == "1 Standard rules 1\u2605"
    player.press(0, ROLL)
    assert player.lines[1] == "1 Standard rules yes" and "\u2605" not in player.screen
    player.press(BANK, BANK)
    assert "Standard rules" in ScriptedPlayer(player.board.folder).press(1, 1).screen
    player.press(ROLL)
    assert rules_of(player) == {}


CHANGES = ["Hot dice", "Three 1s", "Straight", "To get in", "Least bank", "Rescue", "Wild die"]


@pytest.mark.parametrize(("changes", "last"), [(5, "Least bank \u2605any"), (7, "and 3 more")])
def test_the_question_about_the_standard_rules_names_up_to_five_changes_or_four_and_the_number_of_the_others(
    player: ScriptedPlayer, changes: int, last: str
) -> None:
    player.press(1, 1, MENU, 0)
    for label in CHANGES[:changes]:
        player.pick(label).press(ROLL, BANK)
    player.pick("Standard")
    assert [line.split(" \u2605")[0] for line in player.lines[2:6]] == CHANGES[:4] and player.lines[6] == last


def test_a_default_that_conflicts_with_a_choice_changes_with_it_and_is_shown(player: ScriptedPlayer) -> None:
    player.press(1, 1, MENU, 0).pick("End").press(ROLL, ROLL, ROLL)
    assert player.lines[0] == "END \u2605EXACT" and "With it: To win|reach it" in player.screen
    player.press(BANK, BANK, BANK)
    assert "rules and more|End exact|To win reach it" in player.screen
    player.press(MENU, 0).pick("End").press(ROLL, ROLL, ROLL)
    assert "With it" not in player.screen
    player.press(BANK, BANK, BANK, ROLL)
    assert rules_of(player) == {}


def test_a_choice_that_conflicts_with_an_earlier_one_is_refused_with_the_reason(player: ScriptedPlayer) -> None:
    player.press(1, 1, MENU, 0).pick("End").press(ROLL, ROLL, ROLL, BANK).pick("To win").press(ROLL)
    assert "End exact does not go with To win pass it: exact is the target itself" in player.screen.replace("|", " ")
    player.press(BANK)
    assert "To win \u2605reach it" in player.screen
    player.press(BANK, BANK, ROLL)
    assert rules_of(player) == {"end": "exact"}


def test_a_rule_that_needs_another_can_be_chosen_after_the_other(player: ScriptedPlayer) -> None:
    player.press(2, 1, MENU, 0).pick("Build straight").press(ROLL)
    assert "That does not go with Straight none" in player.screen.replace("|", " ")
    player.press(BANK, MENU).pick("Straight").press(ROLL, ROLL, BANK)
    player.pick("Build straight").press(ROLL)
    assert player.lines[0] == "BUILD STRAIGHT \u2605YES"
    player.press(BANK, BANK, BANK, ROLL)
    assert rules_of(player) == {"straight": 1500, "straight_gather": "yes"}


def test_the_dice_show_the_faces_that_a_rule_changes(player: ScriptedPlayer) -> None:
    player.press(1, 1, MENU, 0).pick("Wild die").press(ROLL)
    assert tile_pixels(player, 0) == face_pixels("sun", "pips")
    assert tile_pixels(player, 1) == face_pixels("1", "pips")


# Saved choices


def test_the_choice_is_saved_for_its_variant_only(player: ScriptedPlayer) -> None:
    player.press(1, 1, MENU, 0).pick("Hot dice").press(ROLL, BANK, BANK, BANK)
    again = ScriptedPlayer(player.board.folder).press(1, 1, ROLL)
    assert rules_of(again) == rules_of(ScriptedPlayer(player.board.folder)) == {"hot_dice": "optional"}
    again.press(MENU, 5).pick("Ten Grand").press(1)
    assert "Standard rules" in again.screen


@pytest.mark.parametrize(
    ("row", "words", "left"),
    [
        ({"straight": 17}, "do not fit any more", {}),
        ({"end": "exact", "reach": "above"}, "do not fit any more", {"end": "exact"}),
        ({"dice": [6]}, "do not fit any more", {}),
        (["hot_dice"], "cannot be read", {}),
        (
            {"hot_dice": "optional", "straight": 17, "five_alike": "yes", "no_such_rule": 3},
            "Straight, Five alike, an unknown one.",
            {"hot_dice": "optional"},
        ),
    ],
)
def test_saved_house_rules_that_do_not_fit_any_more_are_dropped_with_a_notice(
    row: object, words: str, left: dict[str, str], tmp_path: Path
) -> None:
    Store(str(tmp_path)).save("rules-dice-10000", row)
    player = ScriptedPlayer(str(tmp_path)).press(1, 1)
    assert words in player.screen.replace("|", " ")
    player.press(ROLL)
    assert "Please note" not in ScriptedPlayer(str(tmp_path)).press(1, 1).screen
    player.press(ROLL)
    assert rules_of(player) == left


# The house rules in a game


def test_in_a_game_the_house_rules_can_be_read_but_not_changed(player: ScriptedPlayer) -> None:
    player.press(1, 1, MENU, 0).pick("Who starts").press(ROLL, BANK, BANK, BANK, ROLL)
    player.wait(400)
    player.press(MENU).pick("House rules")
    assert player.lines[1] == "1 Who starts \u2605all dice" and player.lines[7] == "BANK back"
    assert "Wild die" not in player.screen
    player.press(0, ROLL, 0)
    assert player.lines[0] == "WHO STARTS \u2605ALL DICE" and player.lines[7] == "BANK back"
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
            assert choice.overrides == {}
            assert len(wrap(reason, text.COLUMNS)) <= 6 and "=" not in reason, reason
        else:
            assert new_game(variant.name, choice.overrides, 2).options[option.key] == value
            played += 1
    assert played > 500


def test_every_rule_that_fits_the_dice_is_offered_where_there_is_a_choice() -> None:
    for variant in VARIANTS:
        offered = RuleChoice(variant).options
        kind = variant.dice_set.kind
        missing = [option.key for option in options.options_for(kind) if option.fits(kind) and option not in offered]
        senseless = ["dice", "bank_min", "empty_six"] if variant.name == "five-cubes" else []
        assert missing == senseless


@pytest.mark.long
def test_every_rule_fits_its_line_and_its_page() -> None:
    for variant, option, value in every_choice():
        assert len(option.label) + 1 + len(option.label_of(value)) <= 19, option.key
        rows = flow([option.label_of(value) for value in RuleChoice(variant).choices(option)])
        assert len(wrap(option.sentence_of(value), text.COLUMNS)) + len(rows) <= 6, option.key
        assert all(sum(len(word) + 1 for word in row) <= text.COLUMNS + 1 for row in rows)


def test_every_value_of_a_house_rule_is_shown_in_words_for_people() -> None:
    for option in options.OPTIONS + options.PHASE_OPTIONS:
        words = [value for value in option.values if isinstance(value, str)]
        labels = [option.label_of(value) for value in option.values]
        assert len(set(labels)) == len(labels), option.key
        assert not [label for label in labels if re.search("[a-z]-[a-z]|[0-9]{4}", label)], option.key
        meanings = [option.sentence_of(value) for value in words]
        assert option.key == "short_straights" or len(set(meanings)) == len(words), option.key
        assert not [sentence for sentence in meanings if re.search("[0-9]{4}", sentence)], option.key


def test_a_value_of_an_own_variant_can_be_chosen_again() -> None:
    own = Variant("own", "Own", variant_named("farkle").dice_set, "target=7500 straight=1250")
    choice = RuleChoice(own)
    target = options.option_named("target")
    assert choice.choices(target) == [5000, 7500, 10000, 20000]
    assert choice.set(target, 5000) == "" and choice.set(target, 7500) == ""
    assert choice.overrides == {}
    assert json.loads(json.dumps(choice.overrides)) == {}


def test_of_a_saved_choice_only_the_rules_that_do_not_fit_are_dropped() -> None:
    together: dict[str, str | int] = {"extend": "yes", "multiples": "adding"}
    assert what_fits(variant_named("five-cubes"), together) == (together, "")
    kept, words = what_fits(variant_named("five-cubes"), {**together, "gone": 1, "straight": 1500})
    assert kept == together
    assert words == "House rules that do not fit any more are dropped: Straight, an unknown one."


@pytest.mark.parametrize("name", ["dice-10000", "five-cubes", "phase-10"])
def test_the_values_to_choose_from_are_those_of_the_list(name: str) -> None:
    choice = RuleChoice(variant_named(name))
    lines = []
    for option in choice.options:
        values = ", ".join(option.label_of(value) for value in choice.choices(option))
        lines.append(f"{option.label} {choice.starred(option)}: {values}")
    lines.append("In force: " + ", ".join(option.label for option in choice.in_force()))
    found = "\n".join(lines) + "\n"
    assert found == golden(f"choices-{name}", found, "records")


def test_of_the_rules_in_force_those_that_differ_from_the_sheet_come_first_with_a_star() -> None:
    choice = RuleChoice(variant_named("dice-10000"), {"target": 5000, "straight": 0})
    differing = [option.key for option in choice.differing()]
    assert sorted(differing) == ["straight", "target"] and choice.overrides == {"target": 5000, "straight": 0}
    assert [option.key for option in choice.in_force()][:2] == differing
    assert (
        choice.starred(options.option_named("target"))[1:] == choice.value_of(options.option_named("target")) == "5 000"
    )
    assert choice.starred(options.option_named("opening")) == choice.value_of(options.option_named("opening"))
    choice.reset()
    assert choice.overrides == {} and choice.differing() == [] and choice.values == choice.defaults


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("reach=above: needs target=5000", "To win pass~it: needs Target 5~000"),
        ("target=20000 set straight", "Target 20~000 set Straight"),
        ("set target to 20000 or 5000:", "set Target to 20 000 or 5 000:"),
        ("straight set", "straight set"),
        ("a straight of 1500", "a straight of 1 500"),
        ("dice=5 and opening=1000: no", "Dice 5 and To get in 1~000: no"),
        ("hot_dice=forced", "Hot dice must~roll"),
    ],
)
def test_a_reason_of_the_rules_has_the_words_of_the_list(reason: str, words: str) -> None:
    assert refusal_text(reason) == words


@pytest.mark.parametrize(
    ("name", "row", "key", "value", "words"),
    [
        ("dice-10000", {"end": "exact"}, "reach", "above", "End exact does not go with To win pass~it: exact is the"),
        ("pure", {"end": "exact"}, "grow", "yes", "That does not go with End exact: what is missing to the target"),
        ("pure", {"target": 5000}, "opening_rolls", 3, "That does not go with To get in any: such rolls need points"),
    ],
)
def test_a_value_that_does_not_go_with_the_others_changes_nothing(
    name: str, row: dict[str, str | int], key: str, value: str | int, words: str
) -> None:
    choice = RuleChoice(variant_named(name), row)
    before = dict(choice.values)
    assert choice.set(options.option_named(key), value).startswith(words)
    assert choice.overrides == row and choice.values == before
    assert choice.set(options.option_named("target"), 20000) == "" and choice.overrides == {**row, "target": 20000}


def test_a_choice_is_saved_for_the_next_game_and_deleted_where_it_is_that_of_the_sheet(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    choice = RuleChoice(variant_named("pure"), {"target": 5000})
    choice.save(store)
    again, words = saved_choice(store, variant_named("pure"))
    assert again.overrides == store.load("rules-pure") == {"target": 5000} and words == ""
    assert saved_choice(store, variant_named("farkle"))[0].overrides == {}
    choice.reset()
    choice.save(store)
    assert not store.has("rules-pure") and saved_choice(store, variant_named("pure"))[0].overrides == {}


def test_what_is_dropped_of_a_saved_choice_is_named_once(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    for saved, row, words in (
        ({"target": 5000, "straight": 17}, {"target": 5000}, "dropped: Straight."),
        ([], {}, "Your house rules cannot be read: choose them again."),
        ({"target": 5000, "old": 1, "older": 2}, {"target": 5000}, "dropped: an unknown one, an unknown one."),
    ):
        store.save("rules-pure", saved)
        choice, dropped = saved_choice(store, variant_named("pure"))
        assert choice.overrides == row and dropped.endswith(words)
        again, dropped = saved_choice(store, variant_named("pure"))
        assert again.overrides == row and dropped == ""
