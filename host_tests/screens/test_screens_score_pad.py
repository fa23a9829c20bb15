"""The score pad: scores of games with real dice, by the rules of the engines; it survives a power cut."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from host_tests import effort
from host_tests.mutations import mutations
from host_tests.random_play import MOST_ACTIONS, Lcg, decide
from host_tests.random_session import NoDice
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.store_fixture import on
from host_tests.view_golden import check_screen
from sixpip import points_text
from sixpip.app.games.session import PAD
from sixpip.rules.core import events
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import Illegal
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.screens.extras.score_pad import Pad, ScorePad
from sixpip.storage.record_store import StorageFull, Store
from tools.play.host.faulty_disk import AT_CLOSE, AT_FLUSH, AT_WRITE, FaultyDisk, after_each_cut

CLEAR = 5
BY_DICE = (events.OUT, events.WON)
NAMES = ["ANNA", "BEN", "CHRISTA", "DORA", "EMIL", "Maximilianus"]


def record_of(variant: str, players: int = 2, **changes: Any) -> dict[str, Any]:
    """Returns the record of an empty pad with some fields changed."""
    head_start = [0] * players
    pad = {
        "variant": variant,
        "mark": 0,
        "rules": {},
        "entries": [],
        "names": NAMES[:players],
        "head_start": head_start,
    }
    return {**pad, **changes}


def app_on(store: Any) -> Any:
    return SimpleNamespace(store=store, dice=NoDice(), notify=lambda sentence: None)


def pad_of(variant: str, players: int = 2, store: Any = None, **rules: Any) -> Pad:
    """Returns an empty pad, which is saved if there is a store."""
    record = record_of(variant, players, rules=rules)
    store = store or SimpleNamespace(save=lambda name, value: True)
    store.save(PAD, record)
    return Pad(app_on(store), record)


def opened(
    folder: Path, variant: str, players: int = 2, entries: "list[int] | None" = None, **rules: Any
) -> ScriptedPlayer:
    """Switches a console on with a pad, and opens it."""
    Store(str(folder)).save(PAD, record_of(variant, players, rules=rules, entries=entries or []))
    return ScriptedPlayer(str(folder)).pick("Records").pick("Score pad").pick("Go on")


def screen_of(player: ScriptedPlayer) -> ScorePad:
    """Returns the pad, which must be in charge."""
    screen = player.app.screen
    assert isinstance(screen, ScorePad)
    return screen


def test_a_keyboard_types_the_points_of_a_turn(tmp_path: Path) -> None:
    player = opened(tmp_path, "pure")
    assert player.board.keyboard == "digits"
    for digit in b"1550":
        screen_of(player).press(digit)
    player.app.redraw()
    player.settle()
    assert player.lines[7].endswith("BANK 1 550")
    player.press(BANK)
    assert player.app.store.load(PAD)["entries"] == [1550]
    for digit in b"99999999999":
        screen_of(player).press(digit)
    player.app.redraw()
    player.settle()
    assert "999 999" in player.lines[1] and player.screen.count("Six digits at most") == 1
    player.press(5, BANK)
    assert player.board.keyboard == "", "in the menu the digits are buttons"


# What is counted


def entries_of(variant: str, rules: dict[str, Any], seed: int, players: int) -> "tuple[Any, list[int]] | None":
    """Plays a game at random; returns it and what its players type. None where dice alone end it or go on for ever."""
    game: Any = new_game(variant, rules, players, 0)
    dice = Lcg(seed)
    entries: list[int] = []
    for _ in range(MOST_ACTIONS):
        if game.stage == OVER:
            return game, entries
        happened = game.apply(decide(game, dice), dice)
        kinds = [each.kind for each in happened]
        if any(kind in kinds for kind in BY_DICE):
            return None
        for each in happened:
            if each.kind in (events.BUST, events.MISSED):
                entries.append(-1 - (each.number if each.kind == events.BUST else 0))
            elif each.kind in (events.BANKED, events.MADE) and events.BUST not in kinds:
                entries.append(each.points)
    return None


RULES: list[tuple[str, dict[str, Any]]] = [(variant.name, {}) for variant in VARIANTS] + [
    ("pure", {"busts": -500, "negative": "yes", "end": "last-licks", "target": 5000}),
    ("pure", {"busts": "all", "no_risk": "yes", "end": "beat-or-bust", "target": 2500}),
    ("farkle", {"grow": "yes", "target": 1000, "end": "last-turn"}),
    ("zilch", {"rescue": "yes", "opening": 500, "reach": "above"}),
]


@pytest.mark.parametrize(("variant", "rules"), RULES)
@pytest.mark.parametrize("players", [1, 2, 5])
def test_the_pad_counts_a_game_as_the_console_that_plays_it(variant: str, rules: dict[str, Any], players: int) -> None:
    played = [entries_of(variant, rules, seed, players) for seed in range(4)]
    for game, entries in [each for each in played if each]:
        pad = pad_of(variant, players, **rules)
        for entry in entries:
            pad.add(entry)
        assert (pad.game.stage, pad.game.scores, pad.game.winner) == (OVER, game.scores, game.winner)
        assert pad.game.turns == game.turns
    assert any(played)


@pytest.mark.parametrize(
    ("variant", "rules", "entries", "typed", "reason"),
    [
        ("dice-10000", {}, [], 950, "50 more to get in"),
        ("dice-10000", {}, [1000, 1000], 250, "50 more to bank"),
        ("ten-grand", {}, [10000], 9950, "Beat 10 000"),
        ("pure", {"grow": "yes"}, [500], 500, "Bank over 500"),
    ],
)
def test_points_that_a_rule_refuses_cannot_be_entered(
    variant: str, rules: dict[str, Any], entries: list[int], typed: int, reason: str
) -> None:
    pad = pad_of(variant, 2, **rules)
    for entry in entries:
        pad.add(entry)
    before = pad.game.record()
    assert pad.refusal(typed) == reason
    with pytest.raises(Illegal, match=reason):
        pad.add(typed)
    assert pad.game.record() == before and pad.entries == entries


@pytest.mark.parametrize(
    ("variant", "rules", "entry", "score"),
    [
        ("dice-10000", {"opening_rolls": 3}, 1000, 1000),
        ("pure", {"cold_start": "yes"}, -1, 0),
        ("pure", {"max_rolls": 3}, 300, 300),
    ],
)
def test_rules_on_the_number_of_rolls_do_not_count(variant: str, rules: dict[str, Any], entry: int, score: int) -> None:
    pad = pad_of(variant, 2, **rules)
    pad.add(entry)
    assert pad.game.scores == [score, 0] and pad.game.turns == [1, 0] and pad.game.player == 1


def test_an_exact_target_is_won_at_once_and_a_bank_past_it_scores_nothing() -> None:
    pad = pad_of("pure", 2, end="exact", target=1000)
    for entry in (800, 1200, 200):
        pad.add(entry)
    assert pad.game.scores == [1000, 0] and pad.game.winner == 0
    with pytest.raises(Illegal, match="The game is over"):
        pad.add(50)


@pytest.mark.parametrize("pick_up", ["no", "yes"])
def test_the_news_are_the_bank_also_where_the_dice_left_are_offered(pick_up: str) -> None:
    pad = pad_of("farkle", 2, pick_up=pick_up)
    pad.add(1000)
    assert pad.news() == "ANNA banks 1 000" and pad.game.player == 1
    pad.add(-1)
    assert pad.news() == "BEN bust"


def test_a_head_start_counts() -> None:
    assert Pad(app_on(None), record_of("farkle", head_start=[0, 1000])).game.scores == [0, 1000]


@pytest.mark.parametrize("variant", ["dice-10000", "phase-10"])
def test_every_entry_can_be_taken_back(variant: str) -> None:
    found = entries_of(variant, {}, 3, 3)
    assert found
    pad = pad_of(variant, 3)
    states = []
    for entry in found[1]:
        states.append(pad.game.record())
        pad.add(entry)
    while states:
        pad.take_back()
        assert pad.game.record() == states.pop()
    assert pad.entries == [] and pad.news() == ""


# Saved


@pytest.mark.parametrize("commits", [AT_WRITE, AT_CLOSE, AT_FLUSH])
def test_after_a_power_cut_the_pad_is_that_before_the_entry_or_after_it(commits: str) -> None:
    disk = FaultyDisk(commits)

    def enter(disk: FaultyDisk) -> None:
        def act(store: Store) -> None:
            pad = Pad(app_on(store), store.load(PAD))
            pad.add(1050)
            pad.take_back()
            pad.add(-1)

        on(disk, act)

    on(disk, lambda store: pad_of("dice-10000", 2, store).add(1000))
    worlds = after_each_cut(disk, enter)
    seen = [on(world, lambda store: (store.load(PAD)["entries"], store.damaged)) for world in worlds]
    assert seen[0] == ([1000], []) and seen[-1] == ([1000, -1], [])
    assert all(each in [([1000], []), ([1000, 1050], []), ([1000, -1], [])] for each in seen)


def test_the_pad_goes_on_after_power_on(tmp_path: Path) -> None:
    player = opened(tmp_path, "dice-10000").press(0, 1, BANK, ROLL)
    before = player.lines
    player = ScriptedPlayer(str(tmp_path)).pick("Records").pick("Score pad").pick("Go on")
    assert player.lines == before and "ANNA 1 500" in player.screen


def test_points_that_are_not_entered_yet_are_lost_with_the_power(tmp_path: Path) -> None:
    opened(tmp_path, "pure").press(0, 1)
    player = ScriptedPlayer(str(tmp_path)).pick("Records").pick("Score pad").pick("Go on")
    assert player.lines[7] == "ROLL bust BANK leave"


def _full(name: str, value: object) -> bool:
    raise StorageFull("The disk is full.")


def test_a_full_disk_is_reported_and_the_pad_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = opened(tmp_path, "pure")
    monkeypatch.setattr(player.app.store, "save", _full)
    assert "The disk is full." in player.press(0, BANK).screen
    assert "ANNA 1 000" in player.press(ROLL).screen


@pytest.mark.parametrize(
    "change",
    [
        {"variant": "gone"},
        {"mark": 7},
        {"rules": {"cellar": 1}},
        {"rules": [1]},
        {"rules": "ab"},
        {"names": []},
        {"names": [1, 2]},
        {"entries": ["many"]},
        {"entries": [-1, 50, 10**12]},
        {"entries": [50]},
        {"entries": 7},
        {"head_start": [1]},
        {"variant": None},
        {"entries": None},
    ],
)
def test_a_pad_that_cannot_be_used_is_reported_and_a_new_one_can_be_begun(
    change: dict[str, Any], tmp_path: Path
) -> None:
    Store(str(tmp_path)).save(PAD, record_of("dice-10000") | change)
    player = ScriptedPlayer(str(tmp_path)).pick("Records").pick("Score pad").pick("Go on")
    assert "This pad cannot be" in player.press(ROLL, MENU, 0).screen and player.lines[7] == "BANK leave"
    player.press(BANK).pick("Records").pick("Score pad").pick("Pure").press(ROLL, 1, ROLL)
    assert player.lines[7] == "ROLL bust BANK leave"


def test_no_damage_to_the_record_breaks_the_pad(tmp_path: Path) -> None:
    opened(tmp_path, "dice-10000", entries=[1000, -1, 500])
    path = tmp_path / PAD
    content = path.read_bytes()
    for damaged in mutations(content, effort.part(60)):
        path.write_bytes(damaged)
        player = ScriptedPlayer(str(tmp_path)).pick("Records").pick("Score pad").press(0, ROLL, ROLL, 0, BANK)
        assert player.lines[7]


# With the buttons


def test_a_new_pad_is_begun_as_a_game_is(player: ScriptedPlayer) -> None:
    player.pick("Records").pick("Score pad").pick("Family").press(1)
    assert player.lines[0] == "WHO PLAYS? 1-2: NAME"  # no computer throws real dice
    player.press(0, 0, BANK, MENU, 0).pick("To get in").press(ROLL, BANK, BANK, BANK, ROLL)
    assert player.lines[0] == "A" and player.lines[1].strip() == "at least 1 000"
    player.press(BANK)
    assert player.lines[0].startswith("SIXPIP") and player.app.session is None


def test_a_new_pad_that_cannot_be_saved_is_reported(player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    player.pick("Records").pick("Score pad").pick("Pure").press(1)
    monkeypatch.setattr(player.app.store, "save", _full)
    player.press(ROLL)
    assert "The disk is full." in player.screen
    assert player.press(ROLL).lines[0].startswith("WHO PLAYS?")


def test_the_games_of_the_pad_are_listed_below_its_name(player: ScriptedPlayer) -> None:
    player.pick("Records").pick("Score pad")
    assert player.lines[0] == "SCORE PAD MENU 1/3" and player.lines[1].endswith("Dice 10 000")


def test_a_single_person_is_not_asked_for_a_computer(player: ScriptedPlayer) -> None:
    assert player.pick("Records").pick("Score pad").pick("Pure").press(0, ROLL).lines[7] == "ROLL bust BANK leave"


def test_each_entry_of_one_who_plays_alone_is_shown(tmp_path: Path) -> None:
    player = opened(tmp_path, "pure", 1)
    assert player.lines[2].strip() == "Buttons 1 to 5 add:"
    assert player.press(ROLL).lines[1].strip() == "Turn 1: bust"
    assert player.press(ROLL).lines[1].strip() == "Turn 2: bust"


def test_a_new_pad_asks_before_the_last_one_is_lost(tmp_path: Path) -> None:
    player = opened(tmp_path, "pure", entries=[500])
    player.press(BANK).pick("Records").pick("Score pad").pick("Farkle")
    assert player.lines[0] == "NEW PAD?"
    assert player.press(BANK).pick("Go on").lines[4] == "ANNA 500"
    player.press(BANK).pick("Records").pick("Score pad").pick("Farkle").press(ROLL, 2, ROLL)
    assert player.lines[4:7] == ["P1 0", "P2 0", "P3 0"]


def test_the_buttons_type_enter_and_clear(tmp_path: Path) -> None:
    player = opened(tmp_path, "pure").press(0, 1, 2, 3, 4)
    assert player.lines[7] == "ROLL bust BANK 1 655"
    player.press(CLEAR)
    assert player.lines[7] == "ROLL bust BANK leave"
    player.press(1, ROLL)  # what was typed is lost with the bust
    assert player.lines[0].startswith("BEN") and player.lines[1].strip() == "ANNA bust"
    player.press(MENU, ROLL)
    assert player.lines[0] == "ANNA" and player.lines[7] == "ROLL bust BANK leave"


def test_no_entry_is_taken_back_while_points_are_typed(tmp_path: Path) -> None:
    player = opened(tmp_path, "pure", entries=[500]).press(0, MENU)
    assert "MENU does nothing" in player.screen
    assert player.press(CLEAR, MENU).lines[0] == "UNDO?"


def test_a_pad_asks_for_no_group_of_players(player: ScriptedPlayer) -> None:
    player.start(2, "pure").press(MENU).pick("Leave")
    assert player.pick("Farkle").lines[7] == "ROLL groups BANK back"
    player.press(BANK).pick("Records").pick("Score pad").pick("Farkle")
    assert "How many players?" in player.screen and player.lines[7] == "BANK back"


@pytest.mark.parametrize(
    ("variant", "steps", "rules"),
    [
        ("pure", (1000, 500, 100, 50, 5), {}),
        ("pure", (1000, 500, 100, 50, 5), {"target": 2000}),
        ("pure", (100, 50, 20, 10, 5), {"target": 1500}),
        ("five-cubes", (100, 50, 20, 10, 5), {}),
        ("phase-10", (20, 10, 5, 2, 1), {}),
    ],
)
def test_the_steps_fit_the_game(variant: str, steps: tuple[int, ...], rules: dict[str, Any], tmp_path: Path) -> None:
    player = opened(tmp_path, variant, **rules)
    assert player.lines[3] == "+" + "/".join([points_text(step) for step in steps])
    for button, step in enumerate(steps):
        assert player.press(CLEAR, button).lines[1] == points_text(step)


SHOWN: dict[str, tuple[str, int, list[int], tuple[int, ...]]] = {
    "empty": ("dice-10000", 2, [], ()),
    "typed": ("dice-10000", 3, [1050, -1], (1, 1, 2)),
    "refused": ("dice-10000", 3, [1050, -1], (1,)),
    "busts": ("dice-10000", 1, [2000, -1, -1], ()),
    "three-busts": ("dice-10000", 1, [2000, -1, -1, -1], ()),
    "six": ("farkle", 6, [500, -1, 1250, 300, 50], (0,)),
    "phases": ("phase-10", 2, [30, -1], ()),
    "undo": ("farkle", 2, [500, -1, 1250], (MENU,)),
    "last-turns": ("farkle", 2, [10000], ()),
    "over": ("farkle", 2, [10000, 50], ()),
    "over-six": ("farkle", 6, [10000, 50, 10050, -1, -1, -1], ()),
}


@pytest.mark.usefixtures("texts_fit")
@pytest.mark.parametrize("name", SHOWN)
def test_the_pad_matches_its_golden_file(name: str, tmp_path: Path) -> None:
    variant, players, entries, presses = SHOWN[name]
    check_screen(opened(tmp_path, variant, players, entries).press(*presses).board, f"pad-{name}", "extras")


@pytest.mark.usefixtures("texts_fit")
@pytest.mark.parametrize("variant", ["dice-10000", "five-cubes", "phase-10"])
def test_any_buttons_leave_the_pad_in_order(variant: str, tmp_path: Path) -> None:
    player = opened(tmp_path, variant, 6)
    chance = Lcg(len(variant))
    for _ in range(effort.part(300)):
        player.press((ROLL, BANK, MENU, 0, 0, 1, 2, 3, 4, 5)[chance.below(10)])
        if player.lines[0].startswith("SIXPIP"):
            player.pick("Records").pick("Score pad").pick("Go on")
        elif player.lines[0].startswith("UNDO"):
            player.press((ROLL, BANK)[chance.below(2)])
        pad = screen_of(player)._pad  # noqa: SLF001
        assert pad and player.app.store.load(PAD)["entries"] == pad.entries
