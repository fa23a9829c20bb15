"""Records of every format that ever was: earlier ones are played on, later ones are refused and stay as they are.

The records are in host_tests/records, by the number of their format and the commit whose firmware wrote them.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tests import random_play
from host_tests.game_fixture import LEAVE, session_of
from host_tests.random_play import Lcg
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer, on_board
from host_tests.store_fixture import cuts_amid, on
from sixpip.app.app import App
from sixpip.app.games import lineup, parking
from sixpip.app.games.resume import resume, resume_parked
from sixpip.app.games.session import RECORD, Session
from sixpip.app.people import player_names
from sixpip.app.people.statistics import Statistics
from sixpip.rules.core.engine import new_game
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.storage import record_store, recovery
from sixpip.storage.record_store import NewerRecord, StorageError, Store, header
from sixpip.storage.recovery import FORMAT
from tools.check.power_loss.disk import Disk, format_image
from tools.play.host.fake import FakeBoard

FOLDER = Path(__file__).parents[1] / "records"
FORMATS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
GAMES = [path for name in FORMATS for path in sorted((FOLDER / name / "games").iterdir())]
CONSOLES = [FOLDER / name / "console" for name in FORMATS if (FOLDER / name / "console").exists()]
NEWEST = "1-3a2cb560"
"""The records that this firmware writes itself: with another name here the format has a new number."""
NEWER = "was saved by a newer version of Sixpip"


def label(path: Path) -> str:
    return str(path.relative_to(FOLDER))


def value_of(path: Path) -> Any:
    return json.loads(path.read_bytes().split(b"\n", 1)[1])


def play(session: Session, actions: int) -> None:
    """Plays a game on, for so many actions at most."""
    lcg = Lcg(5)
    for _ in range(actions):
        if not session.game.legal():
            return
        session.apply(random_play.decide(session.game, lcg), lcg)


def press_until(player: ScriptedPlayer, button: int, words: str, seen: list[str]) -> ScriptedPlayer:
    """Presses a button until the title of the screen begins with these words; adds what was shown before."""
    for _ in range(9):
        if player.lines[0].startswith(words):
            return player
        seen.append(words_of(player))
        player.press(button)
    raise AssertionError(player.screen)


def without_game(folder: Path) -> ScriptedPlayer:
    """Switches the console on without its game in play."""
    Store(str(folder)).delete("game")
    return ScriptedPlayer(str(folder))


def without_log(record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key != "log"}


def words_of(player: ScriptedPlayer) -> str:
    return player.screen.replace("|", " ")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def set_format(path: Path, number: int) -> bytes:
    """Gives a record file a number; returns its content."""
    _, line, content = path.read_bytes().partition(b" ")
    assert line
    path.write_bytes(b"sixpip %d " % number + content.split(b" ", 1)[1])
    return path.read_bytes()


def bad_files(folder: Path) -> list[str]:
    return [name for name in contents(folder) if ".bad" in name]


# Forward


def test_every_variant_is_among_the_records_of_each_format_that_knew_it() -> None:
    for name in FORMATS[:-1]:
        assert (FOLDER / name / "games").is_dir()
    for name in ("1-a2ce4cf4", NEWEST):
        saved = {value_of(path)["game"]["variant"] for path in GAMES if path.parts[-3] == name}
        assert saved == {variant.name for variant in VARIANTS}


@pytest.mark.parametrize("path", GAMES, ids=label)
def test_a_game_of_each_format_goes_on_to_its_end(path: Path, tmp_path: Path) -> None:
    shutil.copy(path, tmp_path / "game")
    saved = value_of(path)
    store = Store(str(tmp_path))
    session = resume(store)
    assert session and store.damaged == [] and store.reports == []
    record = session.game.record()
    same = {"variant", "scores", "turns", "player", "faces", "kept", "points", "rolls", "rules"} & record.keys()
    assert {key: record[key] for key in same} == {key: saved["game"][key] for key in same}
    session.unsaved = True
    session.save(store)
    again = resume(Store(str(tmp_path)))
    assert again and again.game.record() == record
    play(again, random_play.MOST_ACTIONS)
    again.save(store)
    assert not again.unsaved


@pytest.mark.parametrize("path", [path for path in GAMES if path.parts[-3] == NEWEST], ids=label)
def test_the_format_that_is_written_has_not_changed_without_a_new_number(path: Path, tmp_path: Path) -> None:
    assert NEWEST.partition("-")[0] == str(FORMAT)
    shutil.copy(path, tmp_path / "game")
    store = Store(str(tmp_path))
    session = resume(store)
    assert session
    session.unsaved = True
    session.save(store)
    assert without_log(store.load("game")) == without_log(value_of(path))


@pytest.mark.parametrize("source", CONSOLES, ids=label)
def test_a_console_of_each_format_goes_on_with_all_that_it_has_saved(source: Path, tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    shutil.copytree(source, folder)
    player = ScriptedPlayer(str(folder))
    session = session_of(player)
    assert session.game.variant.name == "farkle" and session.members == [["ANNA", "CHRISTA"], ["BEN", "DORA"]]
    store = player.app.store
    saved = value_of(source / "settings")
    assert {name: player.app.settings.values[name] for name in saved} == saved and saved["bright"] == 3
    statistics = Statistics(store)
    assert statistics.variants == value_of(source / "statistics")["variants"] and statistics.people
    assert [group.names for group in player_names.load_groups(store)][-1] == ["ANNA", "BEN", "CHRISTA"]
    last = lineup.load_last_game(store)
    assert last and last["variant"] == "farkle"
    assert store.load("rules-farkle") == {"no_risk": "yes", "target": 5000}
    parked = parking.parked_games(store)
    assert len(parked) == parking.MOST
    for name in parked:
        record = value_of(source / "parked" / name)["game"]
        again = resume_parked(store, name, 0)
        assert again and again.game.scores == record["scores"]
        play(again, 2)
        again.save(store)
        parking.leave(store, again)
    assert store.damaged == [] and store.reports == [] and bad_files(folder) == []


def test_a_parked_game_that_cannot_go_on_stays_parked_and_the_sentence_says_why(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    shutil.copytree(FOLDER / NEWEST / "console", folder)
    (folder / "variants" / "grandma.json").unlink()
    path = folder / "parked" / "dice-10000"
    content = json.dumps({**value_of(path), "game": {**value_of(path)["game"], "stage": "x"}}).encode()
    path.write_bytes(header(content) + content)
    before = contents(folder / "parked")
    player = without_game(folder)
    player.pick("Dice 10 000").pick("Go on")
    assert "cannot go on" in words_of(player) and "stays parked" in words_of(player)
    player.press(ROLL).pick("! grandma")
    assert "variant that is not here" in words_of(player)
    after = contents(folder / "parked")
    assert {name: after[name] for name in before} == before and bad_files(folder) == []


# Back


def newer_console(tmp_path: Path, *names: str) -> tuple[Path, dict[str, bytes]]:
    """A console on which some records are of the next format; returns its folder and them."""
    folder = tmp_path / "saves"
    shutil.copytree(FOLDER / NEWEST / "console", folder)
    return folder, {name: set_format(folder / name, FORMAT + 1) for name in names}


def stay(folder: Path, newer: dict[str, bytes]) -> None:
    found = contents(folder)
    assert {name: found.get(name) for name in newer} == newer
    assert bad_files(folder) == []


def test_a_game_of_a_later_format_is_refused_in_a_sentence_and_can_be_played_after_the_update(tmp_path: Path) -> None:
    folder, newer = newer_console(tmp_path, "game")
    for _ in range(2):
        player = ScriptedPlayer(str(folder))
        assert "This game " + NEWER in words_of(player)
        player.press(ROLL)
        assert player.lines[0].startswith("SIXPIP")
        stay(folder, newer)
    set_format(folder / "game", FORMAT)
    assert session_of(ScriptedPlayer(str(folder))).game.variant.name == "farkle"


def test_a_game_of_a_later_format_is_refused_in_a_sentence_also_where_the_boot_menu_is_asked_for(
    tmp_path: Path,
) -> None:
    folder, newer = newer_console(tmp_path, "game")
    player = on_board(FakeBoard(str(folder)))
    player.app = App(player.board, without_game=True)
    player.settle()
    assert "This game " + NEWER in words_of(player)
    assert player.press(ROLL).lines[0].startswith("SIXPIP")
    stay(folder, newer)


@pytest.mark.parametrize("action", ["new game", "go on"])
def test_a_refused_game_is_parked_unchanged_when_another_one_starts(action: str, tmp_path: Path) -> None:
    folder, newer = newer_console(tmp_path, "game")
    before = contents(folder)
    player = ScriptedPlayer(str(folder)).press(ROLL)
    if action == "new game":
        player.pick("Farkle").press(1, ROLL, ROLL)  # the match of others stays
    else:
        player.pick("Dice 10 000").press(ROLL)
    player.wait(400)
    session_of(player)
    player.throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL, MENU, LEAVE)
    if "LEAVE" in player.lines[0]:
        player.press(ROLL)
    moved = {"parked/farkle": newer["game"], "parked/farkle.old": before["game.old"]}
    stay(folder, moved)
    player.pick("Farkle")
    if action == "new game":  # the game that can be played is offered
        assert player.lines[:2] == ["FARKLE MENU \u2193", "1 \u2192Go on"] and (folder / "parked" / "farkle_2").exists()
        assert session_of(player.press(ROLL)).game.scores[0] == 1050
        return
    player.pick("Go on")
    assert "This game " + NEWER in words_of(player)
    player.press(ROLL).pick("New game")
    assert "How many players?" in player.screen
    stay(folder, moved)
    set_format(folder / "parked" / "farkle", FORMAT)
    updated = ScriptedPlayer(str(folder)).pick("Farkle").press(ROLL)
    assert session_of(updated).members == [["ANNA", "CHRISTA"], ["BEN", "DORA"]]


def test_a_parked_game_of_a_later_format_is_listed_and_only_deleted_after_the_question(tmp_path: Path) -> None:
    folder, newer = newer_console(tmp_path, "parked/ten-grand")
    player = without_game(folder)
    player.pick("Ten Grand").pick("Go on")
    assert "This game " + NEWER in words_of(player)
    with pytest.raises(StorageError) as refused:
        resume_parked(Store(str(folder)), "ten-grand", 0)
    assert NEWER in refused.value.args[0]
    player.press(ROLL)
    stay(folder, newer)
    player.pick("Delete this game").press(ROLL)
    assert not (folder / "parked" / "ten-grand").exists()


def test_games_of_later_formats_are_never_deleted_or_replaced_when_others_are_parked(tmp_path: Path) -> None:
    names = [path.name for path in sorted((FOLDER / NEWEST / "console" / "parked").iterdir())]
    folder, newer = newer_console(tmp_path, *["parked/" + name for name in names])
    store = Store(str(folder))
    logs = {parking.log_number(value_of(folder / "parked" / name)) for name in names}
    assert set(parking.logs_in_use(store)) == logs
    for variant in ("ten-grand", "ten-grand", "pure", "zilch"):
        session = Session(new_game(variant, {"start": "seated"}, 2), ["ANNA", "BEN"])
        play(session, 2)
        session.save(store)
        lost = parking.lost_by_leaving(store, session)
        assert not lost or lost[1] == ["ANNA", "BEN"]
        parking.leave(store, session)
    stay(folder, newer)


def test_only_a_game_of_a_later_format_makes_way_for_another_one(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    session = Session(new_game("pure", {"start": "seated"}, 2), ["ANNA", "EVA"])
    session.save(store)
    parking.make_way(store)
    assert store.has(RECORD) and parking.parked_games(store) == []
    set_format(tmp_path / RECORD, FORMAT + 1)
    parking.make_way(store)
    assert not store.has(RECORD) and parking.parked_games(store) == ["pure"]


RECORDS = {
    "settings": "the settings",
    "statistics": "the records",
    "last": "the last game",
    "names": "the names",
    "groups": "the groups",
    "against": "the last opponent",
    "rules-farkle": "the house rules",
    "pad": "the score pad",
}


def refusal_of(name: str) -> str:
    """The sentence for the player about a record of a later format."""
    return f"A newer version of Sixpip has saved {RECORDS[name]}. Nothing is lost: update Sixpip."


@pytest.mark.parametrize("name", RECORDS)
def test_no_other_record_of_a_later_format_is_overwritten_or_deleted(name: str, tmp_path: Path) -> None:
    folder, newer = newer_console(tmp_path, name)
    store = Store(str(folder))
    assert store.load(name) is None
    for change in (lambda: store.save(name, {"new": 1}), lambda: store.delete(name), lambda: store.move("game", name)):
        with pytest.raises(NewerRecord) as refused:
            change()
        assert refused.value.args[0] == refusal_of(name)
    with pytest.raises(NewerRecord):
        store.set_aside(name, "no use")
    stay(folder, newer)
    assert store.reports == [refusal_of(name)] and store.damaged == []


def play_an_evening(folder: Path, seen: list[str]) -> Iterator[None]:
    """A player changes a setting, starts a game and wins it; yields after each step; `seen` gets what was shown."""
    player = press_until(ScriptedPlayer(str(folder)), ROLL, "SIXPIP", seen)
    yield
    press_until(player.pick("Settings").press(0), ROLL, "SETTINGS", seen)
    yield
    press_until(player, BANK, "SIXPIP", seen).pick("Pure").press(1, ROLL)
    player.wait(400)
    press_until(player, ROLL, "P1", seen)
    yield
    session_of(player).game.scores[0] = 9900
    player.throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL)
    player.wait(3000)
    seen.append(words_of(player))
    yield


def test_a_console_whose_records_are_all_of_a_later_format_plays_and_changes_none(tmp_path: Path) -> None:
    folder, newer = newer_console(tmp_path, "game", *RECORDS)
    seen: list[str] = []
    for _ in play_an_evening(folder, seen):
        stay(folder, {name: data for name, data in newer.items() if name != "game"})
    for words in ("This game " + NEWER, refusal_of("settings"), refusal_of("last"), refusal_of("statistics")):
        assert any(words in sentence for sentence in seen), (words, seen)
    assert newer["game"] in contents(folder / "parked").values()


@pytest.mark.parametrize("suffix", ["", ".new", ".old"])
def test_a_record_of_a_later_format_counts_wherever_a_power_cut_has_left_it(suffix: str, tmp_path: Path) -> None:
    folder, _ = newer_console(tmp_path)
    (folder / "game.old").unlink()
    older = (folder / "game").read_bytes()
    (folder / "game").rename(folder / f"game{suffix}")
    newer = {"game" + suffix: set_format(folder / f"game{suffix}", FORMAT + 1)}
    if suffix == ".new":
        (folder / "game").write_bytes(older)
    store = Store(str(folder))
    assert resume(store) is None and store.refusal(RECORD)
    with pytest.raises(NewerRecord):
        store.save(RECORD, {})
    stay(folder, newer)
    parking.make_way(store)
    assert not store.has(RECORD) and store.damaged == []
    assert (folder / "parked" / "farkle").read_bytes() == newer["game" + suffix]
    before = folder / "parked" / "farkle.old"
    assert not before.exists() if suffix != ".new" else before.read_bytes() == older


def test_a_damaged_record_after_one_of_a_later_format_is_set_aside_when_that_is_parked(tmp_path: Path) -> None:
    folder, _ = newer_console(tmp_path)
    (folder / "game").rename(folder / "game.old")
    newer = set_format(folder / "game.old", FORMAT + 1)
    (folder / "game").write_bytes(b"damaged")
    store = Store(str(folder))
    assert store.refusal(RECORD)
    parking.make_way(store)
    assert (folder / "parked" / "farkle").read_bytes() == newer
    assert (folder / "game.bad").read_bytes() == b"damaged" and not store.has(RECORD)


def test_a_power_cut_while_a_refused_game_is_parked_leaves_it_in_one_of_the_two_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    disk = Disk(format_image(16))
    saved = value_of(FOLDER / NEWEST / "console" / "game")
    with monkeypatch.context() as newer:
        for module in (record_store, recovery):
            newer.setattr(module, "FORMAT", FORMAT + 1)
        on(disk, lambda store: [store.save("game", {**saved, "best": best}) for best in (1, 2)])

    def places(store: Store) -> list[object]:
        found = [store.peek(name) for name in ("game", "parked/farkle")]
        assert store.damaged == []
        return [value["best"] if value else None for value in found]

    found = [on(Disk(cut.image), places) for cut in cuts_amid(disk.image, parking.make_way)]
    assert found[0] == [2, None] and found[-1] == [None, 2]
    for place in found:
        assert 2 in place


@pytest.mark.parametrize("data", [b"sixpip 2 9 1 2\n", b"sixpip 99999 20000 00000000\n" + b"x" * 20_000])
def test_a_later_format_is_refused_whatever_its_content(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "game").write_bytes(data)
    store = Store(str(tmp_path))
    if len(data) < 100:  # less than its header says
        assert store.load("game") is None and store.reasons == {"game.bad": "cut short"}
        return
    assert store.load("game") is None and store.damaged == []
    parking.make_way(store)
    assert (tmp_path / "parked" / "unknown").read_bytes() == data
    player = ScriptedPlayer(str(tmp_path))
    player.pick("! unknown")
    assert "not here" in words_of(player)


def test_a_start_without_a_game_leaves_one_of_a_later_format_where_it_is(tmp_path: Path) -> None:
    from sixpip.app.app import App
    from tools.play.host.fake import FakeBoard

    folder, newer = newer_console(tmp_path, "game")
    for failures in (0, 9):
        board = FakeBoard(str(folder))
        board.failures = failures
        App(board, True)
        stay(folder, newer)
