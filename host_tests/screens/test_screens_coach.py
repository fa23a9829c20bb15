"""The coach on the console: off, on request and always; how often it helped a player; golden screens.

`UPDATE_GOLDEN=1` rewrites the files under golden/coach.
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_tests import random_play
from host_tests.game_fixture import (
    log_of,
    session_of,
    switch_on,
    take_back_now,
    with_coach,
)
from host_tests.phase_fixture import play_screen, start_phase_ten_game, throw
from host_tests.random_play import Lcg
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.statistics_fixture import finished, finished_phases
from host_tests.view_golden import check_oled, check_screen
from sixpip.app.games.resume import resume
from sixpip.app.games.session import COACH_ALWAYS, COACH_ASKED, COACH_OFF, Session
from sixpip.app.people.statistics import Statistics
from sixpip.players.advice import Advice
from sixpip.players.styles import STEADY
from sixpip.players.ten_thousand.simple_rules import LIMITS, TITLE, sentences
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.record import from_record
from sixpip.rules.phase_ten.game import PhaseTenGame as PhaseTen
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.screens.play.coach_turn import choice_number
from sixpip.screens.screen import wrap
from sixpip.screens.ten_thousand.screen import TenThousandScreen
from sixpip.storage.record_store import Store
from sixpip.view import tiles
from sixpip.view.text import WIDTH
from tools.play.host.fake import FakeBoard

if TYPE_CHECKING:
    pass


pytestmark = pytest.mark.usefixtures("compiled_loops")


def _advised(coach: int, *faces: int, **game: object) -> Callable[[str], ScriptedPlayer]:
    return lambda folder: with_coach(folder, coach, **game).throw(*faces)  # type: ignore[arg-type]


def _offer(folder: str, coach: int = COACH_ALWAYS) -> ScriptedPlayer:
    player = with_coach(folder, coach, "dice-10000", {"opening": 0, "bank_min": 0}, (1000, 1000))
    return player.throw(1, 1, 1, 2, 3, 4).press(BANK, ROLL)


def _refused(folder: str) -> ScriptedPlayer:
    return with_coach(folder, COACH_ASKED, "dice-10000").throw(1, 1, 5, 5, 3, 4).keep(1)


def _hot_dice(folder: str) -> ScriptedPlayer:
    player = with_coach(folder, COACH_ALWAYS, "farkle", scores=(3000, 1000))
    return player.throw(1, 1, 1, 5, 5, 5).press(0, 1, 2, 3, 4, 5)


def _last_turn(folder: str) -> ScriptedPlayer:
    player = with_coach(folder, COACH_ALWAYS, "ten-thousand", scores=(9500, 9400))
    return player.throw(1, 1, 1, 2, 3, 4).press(BANK, ROLL, ROLL).throw(1, 1, 5, 5, 3, 4)


def _ranking(folder: str, players: int) -> ScriptedPlayer:
    player = with_coach(folder, COACH_ASKED, scores=[9900] + [9000] * (players - 1)).throw(1, 1, 1, 2, 3, 4)
    player.press(MENU, BANK, ROLL).wait(2600)  # until the help is shown in place of the points
    return player


def _phase_ten(folder: str, coach: int) -> ScriptedPlayer:
    session = Session(PhaseTen("phase-10", {"start": "seated"}, 2), ["ANNA", "BEN"])
    session.coach = coach
    session.save(Store(folder))
    return ScriptedPlayer(folder)


SCREENS: dict[str, Callable[[str], ScriptedPlayer]] = {
    "roll-on": _advised(COACH_ALWAYS, 1, 1, 5, 5, 3, 4, scores=(3000, 1000)),
    "bank": _advised(COACH_ALWAYS, 1, 1, 1, 4, 3, 6, scores=(3000, 1000)),
    "dice-chosen": lambda folder: _advised(COACH_ALWAYS, 1, 1, 5, 5, 3, 4)(folder).keep(1),
    "a-mistake": lambda folder: _advised(COACH_ALWAYS, 1, 1, 5, 5, 3, 4)(folder).keep(4),
    "opening": _advised(COACH_ALWAYS, 1, 5, 5, 2, 3, 4, variant="dice-10000"),
    "to-be-asked": _advised(COACH_ASKED, 1, 1, 1, 4, 3, 6),
    "hot-dice": _advised(COACH_ALWAYS, 1, 1, 1, 5, 5, 5),
    "last-turn": _last_turn,
    "wins": _advised(COACH_ALWAYS, 1, 1, 1, 4, 3, 6, scores=(9500, 8000)),
    "seven-dice": _advised(COACH_ALWAYS, 1, 1, 5, 5, 3, 4, 2, variant="seven-dice", scores=(3000, 1000)),
    "letters": _advised(COACH_ALWAYS, 1, 2, 5, 5, 3, 4, variant="ten-grand", scores=(3000, 1000)),
    "offer": _offer,
    "offer-to-be-asked": lambda folder: _offer(folder, COACH_ASKED),
    "refused-to-be-asked": _refused,
    "hot-dice-chosen": _hot_dice,
    "exact": _advised(COACH_ALWAYS, 1, 1, 1, 2, 3, 5, rules={"end": "exact"}, scores=(9000, 9000)),
    "ranking": lambda folder: _ranking(folder, 2),
    "ranking-of-six": lambda folder: _ranking(folder, 6),
    "phase-ten": lambda folder: _phase_ten(folder, COACH_ALWAYS).press(ROLL),
    "phase-ten-dice-chosen": lambda folder: _phase_ten(folder, COACH_ALWAYS).press(ROLL, 0, 1),
    "phase-ten-to-be-asked": lambda folder: _phase_ten(folder, COACH_ASKED),
    "phase-ten-asked": lambda folder: _phase_ten(folder, COACH_ASKED).press(ROLL, MENU),
    "pause": lambda folder: with_coach(folder, COACH_ASKED).press(MENU),
}


@pytest.mark.usefixtures("left_on", "texts_fit")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_with_the_coach_matches_its_golden_file(name: str, tmp_path: Path) -> None:
    check = check_oled if name.startswith(("phase-ten", "ranking")) else check_screen
    check(SCREENS[name](str(tmp_path)).board, name, "coach")


def _marks(player: ScriptedPlayer) -> tuple[int, int]:
    """Returns the Phase 10 dice that are bright on the tiles, and those with a mark on the OLED, one bit each."""
    states = play_screen(player).dice.states
    bright = sum(1 << place for place, state in enumerate(states) if state == tiles.SCORES)
    row = player.board.oled_shown[4 * WIDTH :]
    marked = sum(1 << place for place in range(10) if row[8 + place * 12 + place // 5 * 3] & 0xE0)
    return bright, marked


@pytest.mark.parametrize(
    ("roll", "words", "nearest", "advised"),
    [
        ("8 5 8 7 9 8 4 3 2 3", "for 9s and 8s", 0b1010100101, 0b0000110101),
        ("10 10 10 9 9 9 4 4 4 W", "the phase is made", 0b0000111111, 0b0000111111),
    ],
    ids=["to set aside", "to stop"],
)
def test_in_phase_10_all_marks_are_on_the_dice_of_the_advice(
    roll: str, words: str, nearest: int, advised: int, tmp_path: Path
) -> None:
    player = start_phase_ten_game(str(tmp_path))
    session_of(player).coach = COACH_ASKED
    throw(player, roll)
    assert _marks(player) == (nearest, nearest)
    player.press(MENU)
    assert words in player.screen
    assert _marks(player) == (advised, advised)
    player.press(5)  # the other page
    assert _marks(player) == (advised, advised)


def helped(player: ScriptedPlayer) -> list[int]:
    """Returns how often the coach advised each player, as saved."""
    session = resume(Store(player.board.folder))
    assert session is not None
    return session.helped


def test_a_chosen_die_that_the_coach_would_not_keep_is_named(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ALWAYS).throw(1, 5, 3, 3, 4, 6)
    assert "Keep the 1," in player.screen
    player.press(0, 1)
    assert player.lines[6] == "Coach: put back 2" and player.lines[7] == "ROLL 4 BANK 150"
    assert "put back" not in player.press(1).screen


def test_a_game_without_a_coach_shows_no_advice(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_OFF).throw(1, 1, 1, 4, 3, 6)
    assert "coach" not in player.screen and "bank" not in player.screen
    player.press(MENU)
    assert "PAUSE" in player.screen and "Coach: off" in player.press(MENU).screen


def test_on_request_one_press_shows_the_advice_and_the_next_one_pauses(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ASKED).throw(1, 1, 1, 4, 3, 6)
    assert "MENU: ask the coach" in player.screen and "roll" not in player.screen
    player.press(MENU)
    assert "Bank 1 000" in player.screen and "roll " in player.screen
    assert "PAUSE" in player.press(MENU).screen
    assert "Bank 1 000" in player.press(BANK).screen
    player.press(MENU).pick("Coach").pick("Coach")
    assert "Coach: off" in player.screen and "Bank 1 000" not in player.press(BANK).screen


@pytest.mark.parametrize("variant", LIMITS)
def test_before_its_first_advice_of_a_game_a_coach_who_is_asked_shows_a_simple_rule(
    variant: str, tmp_path: Path
) -> None:
    player = with_coach(str(tmp_path), COACH_ASKED, variant).throw(1, 1, 1, 4, 3, 6).press(MENU)
    rule = sentences(session_of(player).game)
    assert player.lines == [TITLE, *_lines(rule[:3]), "ROLL more"]
    assert player.press(ROLL).lines == [TITLE, *_lines(rule[3:]), "ROLL next"]
    assert helped(player)[0] == 1 and "Bank " in player.press(ROLL).screen
    player.wait(400)
    player.press(BANK, ROLL).throw(1, 1, 1, 4, 3, 6).press(MENU)
    assert helped(player) == [1, 1] and "Bank " in player.screen  # at once, also for the other player


def test_a_coach_who_always_advises_begins_with_the_simple_rule_once_on_a_console(tmp_path: Path) -> None:
    Store(str(tmp_path)).save("settings", {"coach": COACH_ALWAYS})
    player = with_coach(str(tmp_path), COACH_ALWAYS, "farkle", hints=True)
    player.wait(1000)
    rule = sentences(session_of(player).game)
    assert player.lines == [TITLE, *_lines(rule[:3]), "ROLL more"]
    assert player.press(ROLL).lines == [TITLE, *_lines(rule[3:]), "ROLL next"]
    assert helped(player) == [0, 0] and TITLE not in player.press(ROLL).screen
    assert "Bank " in player.throw(1, 1, 1, 4, 3, 6).screen
    player.press(MENU, 5).pick("Kingdom").press(1, ROLL)
    player.wait(1000)
    assert session_of(player).coach == COACH_ALWAYS and TITLE not in player.screen
    again = ScriptedPlayer(str(tmp_path))
    again.wait(1000)
    assert TITLE not in again.screen


@pytest.mark.parametrize("shown", [True, False])
def test_a_coach_switched_to_always_shows_the_simple_rule_unless_first_hints_are_off(
    shown: bool, tmp_path: Path
) -> None:
    Store(str(tmp_path)).save("settings", {"hints": 0 if shown else 1})
    player = (
        with_coach(str(tmp_path), COACH_OFF, "farkle", hints=True).press(MENU).pick("Coach").pick("Coach").press(BANK)
    )
    player.wait(1000)
    assert session_of(player).coach == COACH_ALWAYS and (TITLE in player.screen) == shown


def test_after_the_first_advice_a_game_does_not_begin_with_the_simple_rule(tmp_path: Path) -> None:
    player = (
        with_coach(str(tmp_path), COACH_ASKED, "farkle", hints=True).throw(1, 1, 1, 4, 3, 6).press(MENU, ROLL, ROLL)
    )
    assert helped(player) == [1, 0]
    player.press(MENU).pick("Coach").press(BANK)
    again = ScriptedPlayer(str(tmp_path))
    again.wait(1000)
    assert session_of(again).coach == COACH_ALWAYS and TITLE not in again.screen and "Bank " in again.screen


def _lines(rule: list[str]) -> list[str]:
    lines = [line for sentence in rule for line in wrap(sentence)]
    assert len(lines) == 6  # no page breaks within a sentence
    return lines


@pytest.mark.parametrize(("variant", "rules"), [("pure", {}), ("farkle", {"opening": 500}), ("phase-10", {})])
def test_a_game_without_a_simple_rule_offers_none(variant: str, rules: dict[str, object], tmp_path: Path) -> None:
    if variant == "phase-10":
        player = _phase_ten(str(tmp_path), COACH_ASKED).press(ROLL)
        player.wait(3000)
    else:
        player = with_coach(str(tmp_path), COACH_ASKED, variant, rules).throw(1, 1, 1, 4, 3, 6)
    assert TITLE not in player.press(MENU).screen
    assert "Coach: on request" in player.press(MENU, MENU).screen and "Simple rule" not in player.screen


def test_the_pause_menu_shows_the_simple_rule_where_a_coach_is_on(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_OFF, "farkle").throw(1, 1, 1, 4, 3, 6).press(MENU, MENU)
    assert "Coach: off" in player.screen and "Simple rule" not in player.screen
    player.pick("Coach").pick("Simple rule")
    assert player.lines[0] == TITLE and "PAUSE" in player.press(ROLL, ROLL).screen
    player.pick("Coach").pick("Coach")
    assert "Coach: off" in player.screen and "Simple rule" not in player.screen


def test_the_pause_menu_changes_the_coach_of_this_game_and_of_the_next_one(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_OFF).throw(1, 1, 1, 4, 3, 6).press(MENU).pick("Coach").pick("Coach")
    assert "Coach: always" in player.screen
    assert "Bank 1 000" in player.press(BANK).screen
    session = resume(Store(player.board.folder))
    assert session is not None and session.coach == COACH_ALWAYS
    player.press(MENU, 5).pick("Ten Grand").press(1, ROLL)
    assert session_of(player).coach == COACH_ALWAYS


def test_a_coach_chosen_in_the_pause_menu_is_that_of_the_game_after_a_power_cut(tmp_path: Path) -> None:
    with_coach(str(tmp_path), COACH_OFF).press(MENU).pick("Coach")
    assert session_of(ScriptedPlayer(str(tmp_path))).coach == COACH_ASKED


def test_the_settings_change_the_coach_of_the_game_in_hand_too(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_OFF).press(MENU).pick("Settings").pick("Coach: off")
    session = session_of(player)
    assert session.coach == player.app.settings.values["coach"] != COACH_OFF
    assert session_of(ScriptedPlayer(str(tmp_path))).coach == session.coach


def test_the_coach_is_silent_while_a_computer_plays(tmp_path: Path) -> None:
    player = switch_on(str(tmp_path), TenThousandGame("pure", {"start": "seated"}, 2), [STEADY, 0])
    session_of(player).coach = COACH_ALWAYS
    player.wait(3000)
    assert helped(player)[0] == 0


class SlowCoach:
    """A coach that is never ready; each of its slices takes 5 ms."""

    def __init__(self, board: FakeBoard) -> None:
        self._board = board

    def think(self) -> bool:
        self._board.elapsed_ms += 5
        return True


@pytest.mark.parametrize("coach", [COACH_ALWAYS, COACH_ASKED])
@pytest.mark.parametrize(("variant", "dice"), [("farkle", (1, 1, 1, 4, 3, 6)), ("seven-dice", (1, 1, 1, 4, 3, 6, 2))])
def test_a_coach_that_thinks_long_says_so_if_its_advice_is_waited_for(
    variant: str, dice: tuple[int, ...], coach: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = with_coach(str(tmp_path), coach, variant).throw(*dice)
    session = player.app.session
    assert session is not None and "the coach thinks" not in player.screen
    monkeypatch.setattr(session.players, "coach", partial(SlowCoach, player.board))
    player.app.screen.ask()  # type: ignore[attr-defined]
    seen = False
    for _ in range(100):
        player.app.step()
        player.app.redraw()
        seen = seen or player.lines[6] == "the coach thinks"
    assert seen == (coach == COACH_ALWAYS)
    assert player.press(MENU).lines[0].startswith("PAUSE") == (coach == COACH_ALWAYS)


class LateCoach(SlowCoach):
    """A coach that has advice, or gives up, after some slices."""

    def __init__(self, board: FakeBoard, has_advice: bool) -> None:
        super().__init__(board)
        self.slices = 100
        self._has_advice = has_advice

    def think(self) -> bool:
        self.slices -= 1
        return self.slices > 0 and super().think()

    def is_ready(self) -> bool:
        return self._has_advice

    def advise(self) -> Advice:
        return Advice(1, "for fun", "Keep one 1, roll 5", "it is late")


@pytest.mark.parametrize("has_advice", [True, False])
def test_a_coach_that_is_asked_while_it_thinks_says_so_and_then_advises(
    has_advice: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = with_coach(str(tmp_path), COACH_ASKED, "farkle").throw(1, 1, 1, 4, 3, 6)
    late = LateCoach(player.board, has_advice)
    monkeypatch.setattr(session_of(player).players, "coach", lambda: late)
    player.app.screen.ask()  # type: ignore[attr-defined]
    player.app.step()
    late.slices = 1000
    player.tap(MENU)
    while TITLE in player.screen:
        player.tap(ROLL)
    player.app.step()
    player.app.step()
    assert player.lines[6] == "the coach thinks" and late.slices > 1
    late.slices = 2
    player.wait(1000)
    if has_advice:
        assert "Keep one 1, roll 5" in player.screen and helped(player) == [1, 0]
    else:
        assert "coach" not in player.screen and player.press(MENU).lines[0].startswith("PAUSE")


@pytest.mark.parametrize(
    ("coach", "words"), [(COACH_OFF, ""), (COACH_ASKED, "then MENU: ask coach"), (COACH_ALWAYS, "")]
)
def test_before_the_dice_of_phase_10_are_thrown_only_a_coach_that_is_asked_says_how(
    coach: int, words: str, tmp_path: Path
) -> None:
    player = _phase_ten(str(tmp_path), coach)
    player.wait(1000)
    assert player.lines[6] == words


def test_the_advice_about_seven_dice_takes_the_rows_of_the_points_whole(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ALWAYS, "seven-dice", scores=(3000, 1000)).throw(1, 1, 1, 5, 3, 4, 2)
    player.wait(1000)
    player.keep(1, 1, 1).throw(1, 5, 3, 4).wait(1000)
    assert player.lines[1:3] == ["", "1 000 so far"]
    rule = [bin(player.board.oled_shown[WIDTH + x] & 0xFF).count("1") for x in range(WIDTH)]
    assert rule == [1] * WIDTH  # the line below name and score, and nothing of the large points


@pytest.mark.parametrize(("coach", "words"), [(COACH_ASKED, "Ask the coach: MENU"), (COACH_ALWAYS, "")])
@pytest.mark.parametrize("engine", ["ten thousand", "phase 10"])
def test_a_hint_in_a_game_with_a_coach_is_the_advice_of_the_coach(
    engine: str, coach: int, words: str, tmp_path: Path
) -> None:
    if engine == "phase 10":
        player = _phase_ten(str(tmp_path), coach).press(ROLL)
    else:
        player = with_coach(str(tmp_path), coach).throw(1, 1, 5, 5, 3, 4)
    player.wait(1000)
    screen = player.app.screen
    screen.show_hint()  # type: ignore[attr-defined]
    assert screen.hint == words and screen.tip == 0  # type: ignore[attr-defined]


def test_roll_chooses_the_dice_that_the_coach_marks(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ALWAYS, "farkle", scores=(3000, 1000)).throw(1, 1, 5, 5, 3, 4)
    screen = player.app.screen
    assert isinstance(screen, TenThousandScreen)
    advised = screen.dice.advised
    assert 0 < advised != 0b1111
    player.press(ROLL)
    assert screen.decision.chosen == advised


ALIKE = ("FRIEDRIC", "FRIEDRIK", "FRIEDRIS", "FRIEDRIX", "FRIEDERI", "FRIEDLIN")
POINTS = {"family": (9000, 10450, 8500, 7500, 6500, 5500), "phase 10": (400, 630, 300, 200, 100, 90)}
OFTEN = (130, 41, 1, 99, 100, 12)


# Counted once


def counts(player: ScriptedPlayer) -> tuple[list[int], list[int], int]:
    """Returns how often the coach helped each player: in the game, in its save, and by the log all of them."""
    saved = resume(Store(player.board.folder))
    assert saved is not None
    lines = log_of(Path(player.board.folder))
    return list(session_of(player).helped), saved.helped, sum(line.startswith("# the coach advises") for line in lines)


def test_the_same_choice_after_an_undo_is_not_counted_again(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ALWAYS).throw(1, 1, 1, 4, 3, 6).press(BANK)
    take_back_now(player)
    player.wait(500)
    assert "Bank 1 000" in player.screen
    player.press(BANK)
    assert counts(player) == ([1, 0], [1, 0], 1)


def test_an_offer_that_comes_again_after_an_undo_is_not_counted_again(tmp_path: Path) -> None:
    rules = {"opening": 0, "bank_min": 0}
    player = with_coach(str(tmp_path), COACH_ALWAYS, "dice-10000", rules, (1000, 1000))
    player.throw(1, 1, 1, 2, 3, 4).press(BANK, ROLL)
    player.wait(1000)
    assert "left 3 dice" in player.screen and counts(player)[0] == [1, 1]
    take_back_now(player)
    player.wait(500)
    player.press(BANK, ROLL)
    player.wait(1000)
    assert "left 3 dice" in player.screen and counts(player)[0] == [1, 1]


@pytest.mark.parametrize("others", [1, 2])
def test_an_offer_that_comes_again_after_others_were_taken_back_is_not_counted_again(
    others: int, tmp_path: Path
) -> None:
    rules = {"opening": 0, "bank_min": 0}
    player = with_coach(str(tmp_path), COACH_ALWAYS, "dice-10000", rules, (1000, 1000)).throw(1, 1, 1, 5, 3, 4)
    helped = []
    keeps = [(1, 1, 1), (1, 1, 1, 5), (5,)]
    for keep in [*keeps[: others + 1], keeps[0]]:
        player.keep(*keep).press(BANK, ROLL).wait(1000)
        assert "BEN 1 000" in player.screen
        helped.append(list(session_of(player).helped))
        take_back_now(player).wait(500)
    assert helped == [[1, number] for number in [*range(1, others + 2), others + 1]]


def test_a_miss_in_phase_10_that_is_taken_back_is_not_counted_again(tmp_path: Path) -> None:
    player = start_phase_ten_game(str(tmp_path))
    session_of(player).coach = COACH_ALWAYS
    player.press(ROLL)
    player.wait(3000)
    before = counts(player)[0]
    player.press(BANK, BANK)
    assert "MISSED" in player.screen and before[0] > 0
    take_back_now(player)
    player.wait(3000)
    assert counts(player)[0] == before


def test_another_choice_after_an_undo_is_counted(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ALWAYS).throw(1, 1, 1, 4, 3, 6).press(BANK)
    take_back_now(player).keep(1).throw(1, 2, 3, 4, 4).press(BANK)
    assert counts(player) == ([2, 0], [2, 0], 2)


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_a_choice_is_known_again_after_a_power_cut(variant: str) -> None:
    for seed in range(2):
        lcg = Lcg(seed)
        game = new_game(variant, random_play.house_rules(variant, lcg), 2)
        for _ in range(60):
            if not game.legal():
                break
            game.apply(random_play.choose(game, lcg), lcg)
            saved = json.loads(json.dumps(game.record()))
            saved["rules"] = dict(reversed(saved["rules"].items()))
            assert choice_number(from_record(saved)) == choice_number(game)


# Not lost


def test_advice_that_was_asked_for_is_counted_once_also_after_a_power_cut(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ASKED).throw(1, 1, 1, 4, 3, 6).press(MENU)
    assert counts(player) == ([1, 0], [1, 0], 1)
    player = ScriptedPlayer(str(tmp_path))  # the power was cut
    assert counts(player) == ([1, 0], [1, 0], 1)
    player.press(MENU, BANK)
    assert "Bank 1 000" not in player.screen and counts(player) == ([1, 0], [1, 0], 1)


def test_each_advice_that_was_asked_for_is_counted_also_after_a_power_cut_right_after_it(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ASKED, scores=(0, 0)).throw(1, 1, 1, 4, 3, 6)
    for asked, roll in enumerate(((1, 1, 5, 3, 4), (5, 5, 2, 6), (5, 2, 3)), 1):
        assert counts(player.press(MENU)) == ([asked, 0], [asked, 0], asked)
        player = ScriptedPlayer(str(tmp_path))  # the power was cut
        assert counts(player) == ([asked, 0], [asked, 0], asked)
        player.wait(1000)
        player.keep(1 if asked < 3 else 5).throw(*roll)


def test_with_advice_at_every_choice_a_power_cut_loses_no_help_and_counts_none_twice(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ALWAYS).throw(1, 1, 1, 4, 3, 6)
    assert counts(player) == ([1, 0], [1, 0], 1)
    player = ScriptedPlayer(str(tmp_path))
    player.wait(1000)
    player.keep(1).throw(1, 1, 5, 3, 4)
    player = ScriptedPlayer(str(tmp_path))
    player.wait(1000)
    player.keep(1).throw(2, 2, 3, 3)
    assert counts(player) == ([2, 0], [2, 0], 2)


# In the ranking


def ended(folder: Path, session: Session, wins: "dict[str, int] | None" = None) -> ScriptedPlayer:
    """Shows the ranking of a finished game for a second."""
    player = ScriptedPlayer(str(folder))
    player.app.session = session
    player.app.wins = wins or {}
    player.app.start_game("ranking")
    player.wait(1000)
    return player


def _plain(session: Session, folder: str) -> dict[str, int]:
    return {}


def _in_a_match(session: Session, folder: str) -> dict[str, int]:
    session.match = [2] + [1] * session.game.players
    return {}


def _wins_the_match(session: Session, folder: str) -> dict[str, int]:
    session.match = [2, 1, 2] + [0] * (session.game.players - 2)
    return {}


def _with_stars(session: Session, folder: str) -> dict[str, int]:
    return dict.fromkeys(session.names, 12)


def _with_a_record(session: Session, folder: str) -> dict[str, int]:
    statistics = Statistics(Store(folder))
    statistics.variant_row(session.game.variant.name)[2:] = [[], [10, "ANNA"], []]
    statistics.save()
    session.best_turns = [600 if seat == 1 else 5 for seat in range(session.game.players)]
    return {}


@pytest.mark.long
@pytest.mark.usefixtures("texts_fit")
@pytest.mark.parametrize("news", [_plain, _in_a_match, _wins_the_match, _with_stars, _with_a_record])
@pytest.mark.parametrize("engine", POINTS)
@pytest.mark.parametrize("players", [2, 6])
def test_the_ranking_shows_in_turn_the_points_and_for_each_player_how_often_the_coach_helped(
    players: int, engine: str, news: "Callable[[Session, str], dict[str, int]]", tmp_path: Path
) -> None:
    scores = POINTS[engine][:players]
    session = finished(scores, names=ALIKE) if engine == "family" else finished_phases(scores, ALIKE)
    session.helped = list(OFTEN[:players])
    player = ended(tmp_path, session, news(session, str(tmp_path)))
    assert "coach" not in player.screen.replace("no record with coach", "")
    before = player.lines
    player.wait(2000)
    others = [seat for seat in session.ranking() if seat != 1]
    assert player.lines[:2] == ["FRIEDRIK coach", "41x"]
    for row, seat in enumerate(others, 2):
        assert player.lines[row].split() == [str(row), ALIKE[seat], "coach", f"{OFTEN[seat]}x"]
    player.wait(2500)
    assert player.lines == before


@pytest.mark.parametrize(
    ("wins", "winner", "other"),
    [
        ((1, 0), "ANNA wins!", "2 BEN 9 000"),
        ((0, 1), "ANNA wins!", "2 BEN 9 000"),  # the first game since power-on
        ((1, 1), "ANNA \u26551 win", "2 BEN \u26551 9 000"),
        ((2, 0), "ANNA \u26552 wins", "2 BEN 9 000"),
        ((10, 3), "ANNA \u265510 wins", "2 BEN \u26553 9 000"),
    ],
)
def test_the_games_won_since_power_on_are_counted_from_the_second_game_on(
    wins: tuple[int, int], winner: str, other: str, tmp_path: Path
) -> None:
    player = ended(tmp_path, finished((10_100, 9000)), dict(zip(("ANNA", "BEN"), wins, strict=True)))
    assert (player.lines[0], player.lines[2]) == (winner, other)


def test_beside_the_help_of_the_coach_there_are_no_games_won(tmp_path: Path) -> None:
    session = finished((10_100, 9000))
    session.helped = [0, 2]
    player = ended(tmp_path, session, {"ANNA": 1, "BEN": 3})
    assert player.lines[2] == "2 BEN \u26553 9 000"
    player.wait(2000)
    assert player.lines[2] == "2 BEN coach 2x"


@pytest.mark.parametrize(("news", "word"), [(_with_a_record, "wins!"), (_wins_the_match, "champ!")])
def test_of_six_players_the_winner_s_name_stays_whole(
    news: "Callable[[Session, str], dict[str, int]]", word: str, tmp_path: Path
) -> None:
    session = finished(POINTS["family"], names=ALIKE)
    session.helped[1] = 3 if word == "wins!" else 0  # with the coach there is no record
    news(session, str(tmp_path))
    assert ended(tmp_path, session).lines[0].split() == ["FRIEDRIK", word]
