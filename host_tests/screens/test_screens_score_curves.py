"""The score curves of a finished game on OLED and tiles, compared pixel by pixel, and the scores that a log gives them.

`UPDATE_GOLDEN=1` rewrites the files under golden/score_curves.
"""

from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests import random_play
from host_tests.effort import scaled
from host_tests.game_fixture import session_of
from host_tests.random_play import Lcg
from host_tests.random_session import RandomSession
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import check_margins, golden
from sixpip import points_text
from sixpip.app.games.resume import resume
from sixpip.players.styles import BOLD, TIMID
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.screens.history import score_curves
from sixpip.screens.history.score_curves import SAMPLES, ScoreHistory
from sixpip.storage.record_store import Store
from sixpip.view import palette
from tools.play.host.frames import oled_text, tiles_text

SEATED: dict[str, int | str] = {"start": "seated"}


GAMES: dict[str, Callable[[], RandomSession]] = {
    "one": lambda: RandomSession("zilch", 2, 1),
    "two": lambda: RandomSession("dice-10000", 3, 2, SEATED),
    "three": lambda: RandomSession("farkle", 8, 3, SEATED),
    "four": lambda: RandomSession("ten-thousand", 5, 4, SEATED),
    "six": lambda: RandomSession("dice-10000", 8, 6, SEATED),
    "phase-10": lambda: RandomSession("phase-10", 4, 2, SEATED),
    "phase-10-six": lambda: RandomSession("phase-10", 4, 6, SEATED),
    "out": lambda: RandomSession("ten-thousand", 2, 4, {**SEATED, "six_ones": "out"}),
    "out-at-once": lambda: RandomSession("five-cubes", 73, 3, SEATED),
    "below-zero": lambda: RandomSession("dice-10000", 191, 3, {**SEATED, "negative": "yes", "straight": 0}),
    "names-alike": lambda: RandomSession("dice-10000", 9, 4, SEATED, ("PLAYER1", "PLAYER2", "PLAYER3", "P")),
    "computers": lambda: RandomSession(
        "dice-10000", 9, 4, SEATED, ("ANNA", "Bold", "Bold 2", "Timid"), [0, BOLD, BOLD, TIMID]
    ),
}


def ranking(session: RandomSession, folder: Path) -> ScriptedPlayer:
    """Switches a console on at the end of a game."""
    session.play().save(Store(str(folder)))
    player = ScriptedPlayer(str(folder))
    player.wait(1000)
    return player


@pytest.mark.usefixtures("texts_fit")
@pytest.mark.parametrize("name", GAMES)
def test_the_curves_match_their_golden_file(name: str, tmp_path: Path) -> None:
    player = ranking(GAMES[name](), tmp_path).press(MENU)
    check_margins(player.board.oled_shown)
    rows = oled_text(player.board.oled_shown).splitlines()[8:]
    drawn = "\n".join(rows) + f"\n\n{tiles_text(player.board.pixels)}"
    assert drawn == golden(name, drawn, "score_curves")


def test_menu_opens_the_curves_and_bank_goes_back_to_the_winner_s_show(tmp_path: Path) -> None:
    player = ranking(GAMES["two"](), tmp_path)
    shown = player.lines
    assert "MENU score curves" in player.screen
    player.press(MENU)
    assert player.lines[7] == "ROLL luck BANK back"
    player.press(*KEEPS, MENU)
    assert player.lines[7] == "ROLL luck BANK back"
    player.press(BANK)
    assert player.lines == shown
    player.wait(500)
    before = bytes(player.board.pixels)
    player.wait(500)
    assert bytes(player.board.pixels) != before, "the light show runs"
    player.press(ROLL)
    assert "your turn" in player.screen


def test_the_game_is_in_the_statistics_before_the_curves_are_shown(tmp_path: Path) -> None:
    session = GAMES["two"]().play()
    session.save(Store(str(tmp_path)))
    player = ScriptedPlayer(str(tmp_path))
    player.tap(MENU)
    assert Store(str(tmp_path)).load("statistics")["persons"]


@pytest.mark.parametrize("log", ["", "gap\n"])
def test_without_the_whole_log_words_are_shown_and_the_tiles_are_dark(log: str, tmp_path: Path) -> None:
    player = ranking(GAMES["two"](), tmp_path)
    path = tmp_path / "logs" / "game-1.log"
    path.write_text(log) if log else path.unlink()
    player.press(MENU)
    assert player.lines == ["SCORE CURVES", "", "", "The log of this game", "is not complete.", "", "", "BANK back"]
    assert not any(player.board.pixels)
    assert player.press(BANK).lines[7] == "ROLL again BANK menu"


def test_the_second_computer_of_a_style_has_the_color_of_its_seat(tmp_path: Path) -> None:
    player = ranking(GAMES["computers"](), tmp_path).press(MENU)
    colors = player.board.palette
    shown = [bytes(colors[3 * (palette.SEAT + seat) :][:3]) for seat in range(4)]
    sky, green = palette.SEAT_COLORS[:3], palette.SEAT_COLORS[6:9]
    assert shown == [sky, palette.style_color(BOLD), green, palette.style_color(TIMID)]


def test_of_curves_that_meet_the_one_of_the_later_seat_is_on_top_where_no_score_is_higher() -> None:
    pixels = bytearray(384)
    scale = score_curves.Scale(0, 4000, 0, 7)
    score_curves.paint_curves(pixels, [[1000] * 3, [1010] * 3, [1000] * 3], [2, 1, 2], scale)
    assert [pixels[5 * 8 + x] for x in range(8)] == [palette.SEAT + 1] * 8
    assert pixels[5 * 64 + 5 * 8 + 7] == palette.SEAT + 2  # the highest one has ended


def test_the_labels_are_in_the_order_of_the_scores_and_at_a_tie_the_winner_s_is_first(tmp_path: Path) -> None:
    player = ranking(GAMES["six"](), tmp_path)
    session = session_of(player)
    session.game.scores[:], session.game.winner = [7000, 9500, 9000, 9500, 9000, 9500], 3
    player.press(MENU)
    rows = [[name[:3] in line for line in player.lines].index(True) for name in session.names]
    assert sorted(range(6), key=rows.__getitem__) == [3, 1, 5, 2, 4, 0] and len(set(rows)) == 6


# The scores read from a log


LOG = "logs/game-1.log"


def saved(session: RandomSession, folder: Path) -> RandomSession:
    session.save(Store(str(folder)))
    return session


def check(session: RandomSession) -> None:
    """Checks the history of a session against the scores noted while it was played."""
    history = ScoreHistory(session)
    game = session.game
    assert history.complete
    assert history.turns == max(game.turns)
    for seat, curve in enumerate(session.curves):
        samples = list(history.samples[seat])
        assert len(samples) == history.last + 1 and samples[-1] == game.scores[seat]
        expected = samples[:1] * len(samples)
        for turn, score in enumerate(curve):
            expected[history.position(turn)] = score
        end = history.ends[seat]
        assert samples[: min(end + 1, history.last)] == expected[: min(end + 1, history.last)]
        assert set(samples[end + 1 :]) <= {game.scores[seat]}


@pytest.mark.scaled
@pytest.mark.long
@settings(deadline=None, max_examples=scaled(8, 25))
@given(
    seed=st.integers(0, 2**31 - 1),
    players=st.integers(1, 6),
    house_rules=st.booleans(),
    taken_back=st.sampled_from((0, 2, 3, 7)),
    same_names=st.booleans(),
)
@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_the_scores_read_from_a_log_are_those_of_the_game(
    variant: str,
    seed: int,
    players: int,
    house_rules: bool,
    taken_back: int,
    same_names: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    rules = random_play.house_rules(variant, Lcg(seed)) if house_rules else {}
    names = ("ANNA", "BEN") * 3 if same_names else ("ANNA", "BEN", "CHRISTA", "DORA", "EMIL", "Maximilianus")
    session = RandomSession(variant, seed, players, rules, names).play(600, taken_back)
    if any(session.game.turns):
        check(saved(session, tmp_path_factory.mktemp("log")))


def test_a_game_that_went_on_after_a_power_cut_is_complete(tmp_path: Path) -> None:
    session = saved(RandomSession("dice-10000", 3, 2).play(), tmp_path)
    again = resume(Store(str(tmp_path)))
    assert again is not None
    history = ScoreHistory(again)
    assert history.complete
    for samples, curve in zip(history.samples, session.curves, strict=True):
        assert list(samples)[: len(curve)] == curve


def test_scores_before_the_first_turn_are_shown(tmp_path: Path) -> None:
    session = RandomSession("dice-10000", 3, 2, {"start": "seated"})
    session.game.scores[1] = 2000
    saved(session.play(), tmp_path)
    assert [samples[0] for samples in ScoreHistory(session).samples] == [0, 2000]


def test_actions_that_are_not_written_yet_count_too(tmp_path: Path) -> None:
    session = RandomSession("dice-10000", 3, 2, SEATED)
    session.play(200).save(Store(str(tmp_path)))
    session.play()
    assert session.log.lines
    check(session)


def test_a_score_that_the_turn_of_another_player_has_changed_is_that_of_the_end(tmp_path: Path) -> None:
    session = saved(RandomSession("dice-10000", 3, 2, SEATED).play(), tmp_path)
    before = [list(samples) for samples in ScoreHistory(session).samples]
    first = session.game.turns.index(min(session.game.turns))
    session.game.scores[first] -= 500
    history = ScoreHistory(session)
    end = history.ends[first]
    assert list(history.samples[first])[: end + 1] == before[first][: end + 1] or end == history.last
    assert (
        history.samples[first][-1] == before[first][-1] - 500 and list(history.samples[1 - first]) == before[1 - first]
    )


@pytest.mark.parametrize("shown", [True, False])
def test_a_target_of_more_than_twice_the_highest_score_is_not_drawn(shown: bool, tmp_path: Path) -> None:
    player = ranking(GAMES["six"](), tmp_path)
    session = session_of(player)
    session.game.target = 2 * max(max(samples) for samples in ScoreHistory(session).samples) + (0 if shown else 10)
    player.press(MENU)
    assert (points_text(session.game.target) in player.screen) == shown


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.unlink(),
        lambda path: path.write_text("gap\n" + "".join(path.read_text().splitlines(True)[20:])),
        lambda path: path.write_text("".join(path.read_text().splitlines(True)[:-20])),
        lambda path: path.write_text(path.read_text().replace(" -> ", " -> x", 1)),
        lambda path: path.write_text(path.read_text().replace("# 2 BEN", "# 9 BEN")),
        lambda path: path.write_bytes(path.read_bytes() + b"# 2 BEN: 1 -> 2\n"),
        lambda path: path.write_bytes(path.read_bytes().replace(b"# 2 BEN", b"# \xff BEN", 2)),
    ],
    ids=["missing", "gap", "cut off", "no number", "unknown seat", "a turn too many", "no text"],
)
def test_a_log_that_does_not_have_the_whole_game_is_noticed(damage: Any, tmp_path: Path) -> None:
    session = saved(RandomSession("dice-10000", 3, 2).play(), tmp_path)
    damage(tmp_path / LOG)
    history = ScoreHistory(session)
    assert not history.complete
    assert [samples[-1] for samples in history.samples] == session.game.scores


def test_a_long_log_is_read_in_pieces_into_a_bounded_number_of_samples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = RandomSession("dice-10000", 5, 6, {"target": 20000, "start": "seated"}).play(1200)
    saved(session, tmp_path)
    log = tmp_path / LOG
    log.write_text(log.read_text().replace("\n", "\n# a comment that makes the log longer\n"))
    assert log.stat().st_size > 30_000
    sizes: list[int] = []

    def opened(path: str, mode: str) -> IO[Any]:
        stream = open(path, mode)
        read = stream.read

        def counted(size: int) -> Any:
            sizes.append(size)
            return read(size)

        monkeypatch.setattr(stream, "read", counted)
        return stream

    monkeypatch.setattr(score_curves, "open", opened, raising=False)
    history = ScoreHistory(session)
    assert history.complete and len(sizes) > 50 and max(sizes) <= 512
    for samples in history.samples:
        assert len(samples) <= SAMPLES and samples.itemsize <= 4


def test_a_game_with_more_turns_than_samples_keeps_its_first_and_last_score(tmp_path: Path) -> None:
    session = RandomSession("ten-thousand", 7, 1)
    session.game.scores[0] = session.curves[0][0] = -90_000
    session.play()
    check(saved(session, tmp_path))
    history = ScoreHistory(session)
    assert history.turns > 2 * SAMPLES and history.last == SAMPLES - 1
    assert history.position(0) == 0 and history.position(history.turns) == history.last
    assert len({history.position(turn) for turn in range(history.turns + 1)}) == SAMPLES
