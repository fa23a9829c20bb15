"""How to play on the console, the points table while MENU is held, hints and names while choosing; golden screens.

`UPDATE_GOLDEN=1` rewrites the files under golden/how_to_play.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.game_fixture import game_of, next_turn, play_screen, session_of, start_game, switch_on, with_coach
from host_tests.phase_fixture import play_screen as phase_screen
from host_tests.phase_fixture import start_phase_ten_game, throw
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer, face_pixels, tile_pixels
from host_tests.view_golden import check_screen
from sixpip.app.games.session import COACH_ALWAYS, COACH_ASKED
from sixpip.rules.core.engine import new_game
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.screens.screen import HOLD_MS
from sixpip.screens.start.how_to_play import HowToPlay
from sixpip.view.text import WIDTH

HINT = 4
HOW_TO_PLAY = 2


def hold_menu(player: ScriptedPlayer, ms: int = 5000) -> ScriptedPlayer:
    """Presses MENU, holds it for `ms`, and waits until the scores may be shown."""
    player.board.press(MENU, hold_ms=ms)
    player.wait(HOLD_MS + 100)
    return player


def hold_points(player: ScriptedPlayer, ms: int = 5000) -> ScriptedPlayer:
    """Holds MENU for `ms` and shows the points table in place of the scores."""
    hold_menu(player, ms).board.press(ROLL)
    player.wait(300)
    return player


def let_go(player: ScriptedPlayer) -> ScriptedPlayer:
    """Waits until a held button is released."""
    while player.board.held():
        player.app.step()
    player.wait(100)
    return player


def in_game(folder: str) -> ScriptedPlayer:
    return start_game(folder, "dice-10000").throw(4, 4, 4, 1, 3, 6)


def goal_in_game(folder: Path, variant: str, rule: str, players: int, starter: int) -> str:
    """Returns what How to play in the pause menu says of the goal, in a game of people."""
    game = new_game(variant, {"start": rule}, players, starter)
    player = switch_on(str(folder), game, [0] * players)
    return player.press(MENU, HOW_TO_PLAY).screen


BY_RULE = [
    ("pure", "seated", "Player 1 starts."),
    ("pure", "all-dice", "The best roll of all|6 dice starts."),
    ("pure", "one-die", "The highest roll of|one die starts."),
    ("phase-10", "seated", "Player 1 starts."),
    ("phase-10", "one-die", "The highest roll of|one die starts."),
]


@pytest.mark.parametrize(("variant", "rule", "words"), BY_RULE)
def test_in_a_game_how_to_play_says_who_starts(variant: str, rule: str, words: str, tmp_path: Path) -> None:
    assert words in goal_in_game(tmp_path / "by the rule", variant, rule, 3, -1)
    for seat in range(3):
        shown = goal_in_game(tmp_path / str(seat), variant, rule, 3, seat)
        assert f"P{seat + 1} starts." in shown and words not in shown
    assert "starts" not in goal_in_game(tmp_path / "alone", variant, rule, 1, -1)


@pytest.mark.parametrize(("starter", "count"), [(-1, 1), (1, 0)])
def test_the_house_rule_on_who_starts_is_not_shown_where_the_loser_does(
    starter: int, count: int, tmp_path: Path
) -> None:
    player = switch_on(str(tmp_path), new_game("pure", {"start": "all-dice"}, 2, starter), [0, 0])
    player.press(MENU).pick("House rules")
    assert player.screen.count("Who starts") == count


SCREENS: dict[str, Callable[[str], ScriptedPlayer]] = {
    "goal": lambda folder: ScriptedPlayer(folder).press(ROLL, MENU),
    "turn": lambda folder: ScriptedPlayer(folder).press(ROLL, MENU, ROLL),
    "phases": lambda folder: ScriptedPlayer(folder).pick("Phase 10").press(MENU, ROLL, ROLL, ROLL),
    "held-scores": lambda folder: hold_menu(in_game(folder)),
    "held-points": lambda folder: hold_points(in_game(folder)),
    "held-combinations": lambda folder: _rolled_on(hold_points(in_game(folder)), 2),
    "held-phases": lambda folder: hold_points(start_phase_ten_game(folder, (9, 1))),
    "hint": lambda folder: in_game(folder).press(MENU, HINT),
}


def _rolled_on(player: ScriptedPlayer, pages: int) -> ScriptedPlayer:
    for _ in range(pages):
        player.tap(ROLL)
        player.wait(100)
    return player


@pytest.mark.usefixtures("left_on", "texts_fit")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_for_learners_matches_its_golden_file(name: str, tmp_path: Path) -> None:
    check_screen(SCREENS[name](str(tmp_path)).board, name, "how_to_play")


@pytest.mark.long
@pytest.mark.usefixtures("texts_fit")
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_page_of_a_variant_is_reached_from_the_number_of_players(variant: object, tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.pick(variant.title).press(MENU)  # type: ignore[attr-defined]
    player.wait(1000)  # until all pages are made
    titles = [player.lines[0]]
    while player.lines[7] != "ROLL done MENU try it":
        assert player.lines[7] == "ROLL next BANK back" and "\ufffd" not in player.screen
        titles.append(player.press(ROLL).lines[0])
        assert len(titles) < 20
    assert [words for words in ("GOAL", "TURN", "END") if not any(words in title for title in titles)] == []
    assert "How many players?" in player.press(ROLL).screen


def test_the_pages_know_the_house_rules_chosen_before(player: ScriptedPlayer) -> None:
    player.press(1, 1, MENU, 0).pick("Target").press(ROLL, BANK, BANK, BANK, BANK)
    assert "20 000" in player.press(MENU).screen
    assert "How many players?" in player.press(BANK).screen


def test_the_pages_of_a_game_know_its_house_rules(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "dice-10000", {"target": 5000}).press(MENU, HOW_TO_PLAY)
    assert "Get over 5 000." in player.screen
    assert "PAUSE" in player.press(BANK).screen


# The points table


def test_holding_menu_shows_the_scores_and_letting_go_the_game_as_it_was(tmp_path: Path) -> None:
    player = in_game(str(tmp_path))
    shown, record = player.screen, game_of(player).record()
    assert "SCORES TO 10 000|→ANNA 4 350|BEN 3 200" in hold_menu(player).screen
    let_go(player)
    assert player.screen == shown and game_of(player).record() == record


def test_a_press_while_the_table_is_shown_does_nothing_to_the_game(tmp_path: Path) -> None:
    player = hold_points(in_game(str(tmp_path)))
    assert "POINTS" in player.screen
    player.tap(BANK)
    assert "BANK does nothing" in player.screen
    let_go(player)
    player.wait(HOLD_MS * 2)
    assert player.app.screen is play_screen(player) and game_of(player).player == 0


def test_roll_turns_the_pages_of_the_table_and_comes_back_to_the_first(tmp_path: Path) -> None:
    player = hold_points(in_game(str(tmp_path)), 20000)
    titles = [player.lines[0]]
    for _ in range(3):
        player.tap(ROLL)
        player.wait(100)
        titles.append(player.lines[0])
    assert "SIX" in titles[1] and "IN ONE ROLL" in titles[2] and titles[3] == titles[0]


def test_roll_shows_the_next_page_also_before_it_is_made(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "pure").press(MENU)
    player.board.press(HOW_TO_PLAY)
    player.board.press(ROLL)
    player.app.step()
    player.app.step()
    player.settle()
    assert player.lines[0].startswith("YOUR TURN")


def test_the_examples_of_a_page_take_turns_on_the_dice(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "kingdom").press(MENU, HOW_TO_PLAY)
    while not player.lines[0].startswith("IN ONE ROLL"):
        player.press(ROLL)
    shown = []
    for _ in range(8):
        shown.append((bytes(player.board.pixels), player.screen.index("\u2192")))
        player.wait(1000)
    assert len(set(shown)) == len({at for _, at in shown}) == 3 and shown[0] in shown[5:]
    assert [at for _, at in dict.fromkeys(shown)] == sorted({at for _, at in shown})


def test_two_examples_of_a_page_take_turns_too(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "dice-10000").press(MENU, HOW_TO_PLAY)
    while not player.lines[0].startswith("IN ONE ROLL"):
        player.press(ROLL)
    rows = []
    for _ in range(3):
        rows.append([row for row, line in enumerate(player.lines) if "\u2192" in line])
        player.wait(2000)
    assert rows == [[1], [2], [1]]


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS if variant.dice_set.engine == "ten_thousand"])
def test_however_long_a_page_is_read_the_next_one_begins_with_its_first_example(variant: str, tmp_path: Path) -> None:
    """The arrow is at the line of the dice that are shown; a page without examples has no arrow and all faces."""
    player = start_game(str(tmp_path), variant, {"full_house": 250}).press(MENU, HOW_TO_PLAY)
    screen = player.app.screen
    assert isinstance(screen, HowToPlay)
    player.wait(1000)  # until all pages are made
    for reads in range(len(screen.pages) - 1):
        player.press(ROLL)
        player.wait(2100 * (reads % 3))
        page = screen.pages[screen.at]
        rows = [row - 1 for row, line in enumerate(player.lines) if "\u2192" in line]
        shown = reads % 3 % max(1, len(page.examples))
        assert rows == [line for line, _ in page.examples[shown : shown + 1]]
        faces = page.examples[shown][1] if page.examples else ()
        kind = screen.dice_set.kind
        assert [tile_pixels(player, tile) for tile in range(len(faces))] == [face_pixels(name, kind) for name in faces]
    assert player.lines[7] == "ROLL done MENU try it" and "PAUSE" in player.press(BANK).screen


def test_picking_a_line_with_menu_held_down_opens_no_table(tmp_path: Path) -> None:
    player = in_game(str(tmp_path))
    player.board.press(MENU, hold_ms=4000)
    player.app.step()
    player.tap(1)
    player.wait(3000)
    assert "SCORES" in player.screen


def test_holding_menu_shows_the_scores_also_where_its_press_asks_the_coach(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ASKED).throw(1, 1, 1, 4, 3, 6)
    assert "SCORES" in hold_menu(player).screen
    let_go(player)
    assert player.app.screen is play_screen(player) and "bank" in player.screen
    player.wait(HOLD_MS * 3)
    assert player.app.screen is play_screen(player)


def test_a_short_press_of_menu_that_asks_the_coach_does_not_show_the_scores(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ASKED).throw(1, 1, 1, 4, 3, 6)
    player.board.press(MENU, hold_ms=HOLD_MS - 100)
    for _ in range(8):
        player.wait(50)
        assert player.app.screen is play_screen(player) and "bank" in player.screen
    player.wait(200)
    assert player.app.screen is play_screen(player)


def caps(player: ScriptedPlayer) -> list[int]:
    """Returns the rows with a key cap at the left, between the top line and the bottom line."""
    return [row for row in range(1, 7) if all(player.board.oled_shown[row * WIDTH + x] & 1 for x in range(6, 12))]


@pytest.mark.parametrize(("phase", "title", "row"), [(1, "PHASES 1-5", 1), (5, "PHASES 1-5", 5), (6, "PHASES 6-10", 1)])
def test_in_the_table_of_phases_only_that_of_the_player_is_a_key_cap(
    phase: int, title: str, row: int, tmp_path: Path
) -> None:
    player = hold_points(start_phase_ten_game(str(tmp_path), (phase, 3)), 20000)
    assert player.lines[0].startswith(title) and caps(player) == [row]
    player.tap(ROLL)
    player.wait(100)
    assert not player.lines[0].startswith(title) and caps(player) == []


def test_no_phase_is_marked_for_a_player_who_has_made_all(tmp_path: Path) -> None:
    player = throw(start_phase_ten_game(str(tmp_path), (10,)), "8 8 8 8 8 6 W W 1 1").press(BANK)
    assert "PHASE 10 MADE" in player.screen
    hold_points(player, 20000)
    assert player.lines[0].startswith("PHASES 1-5") and caps(player) == []


# Names and hints


def test_a_hint_marks_and_names_the_best_keep_and_is_counted_nowhere(tmp_path: Path) -> None:
    player = in_game(str(tmp_path)).press(MENU, HINT)
    assert "Keep three 4s and 1" in player.screen
    assert play_screen(player).dice.advised == 0b1111
    session = player.app.session
    assert session is not None and session.helped == [0, 0] and not session.players.coach()
    assert "advises" not in (tmp_path / "logs" / "game-1.log").read_text(encoding="utf-8")
    player.keep(4, 4, 4)
    assert "Keep" not in player.screen and play_screen(player).dice.advised == 0b1111
    player.press(BANK)
    assert play_screen(player).dice.advised == 0
    next_turn(player).throw(2, 3, 1, 4, 6, 6)
    assert play_screen(player).dice.advised == 0  # the next player has not asked


def test_where_the_coach_advises_a_hint_adds_nothing(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ALWAYS).throw(1, 1, 1, 4, 3, 6)
    shown = player.screen
    assert "bank" in shown and player.press(MENU, HINT).screen == shown


def test_where_the_coach_can_be_asked_a_hint_says_how(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ASKED).throw(1, 1, 1, 4, 3, 6)
    screen = play_screen(player)
    screen.show_hint()
    assert screen.hint == "Ask the coach: MENU" and screen.tip == 0
    player.press(MENU)
    screen.show_hint()
    assert screen.hint == ""


def test_where_the_coach_can_be_asked_a_hint_says_how_also_in_phase_10(tmp_path: Path) -> None:
    player = start_phase_ten_game(str(tmp_path))
    session_of(player).coach = COACH_ASKED
    screen = phase_screen(throw(player, "8 8 8 10 5 6 1 2 3 W"))
    screen.show_hint()
    assert screen.hint == "Ask the coach: MENU" and screen.tip == 0
    player.press(MENU)
    screen.show_hint()
    assert screen.hint == ""


def test_a_hint_in_phase_10_marks_the_dice_of_the_phase(tmp_path: Path) -> None:
    player = throw(start_phase_ten_game(str(tmp_path)), "8 8 8 10 5 6 1 2 3 W").press(MENU, HINT)
    screen = phase_screen(player)
    assert screen.dice.advised == screen.decision.used != 0


def test_before_the_first_roll_of_a_turn_a_hint_says_what_it_would_name(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "pure").press(MENU, HINT)
    assert "A hint names the dice|to keep" in player.screen and player.lines[7] == "ROLL 6"


def test_a_hint_where_nobody_chooses_says_when_to_ask_for_it(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "dice-10000").throw(2, 3, 4, 6, 3, 2)
    page = player.screen
    assert "BUST" in page
    assert player.press(MENU, HINT).screen == "HINT|Ask for a hint when|you choose what to|keep.|ROLL next"
    assert player.press(ROLL).screen == page and play_screen(player).dice.advised == 0
