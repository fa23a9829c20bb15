"""The modules of the pages, in Node with stand-ins for what a browser has: what a visitor sees, and what is stored."""

import base64
import binascii
import gzip
import io
import json
import re
import zipfile
from bisect import bisect_right
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from host_tests.page_modules_fixture import Run, folder_of_modules, runner
from sixpip.rules.core.errors import BadLine
from tools.board import install_page
from tools.play.demo import HERE, differences_in
from tools.play.share import codec
from tools.play.share.range_coder import Writer
from tools.play.simulator import PAGE

SCRIPT = Path(__file__).with_suffix("").with_name("page_modules.mjs")
DAY = {"date": "2026-11-28", "variant": "farkle"}
STREAK = "sixpip streak /demo/"
GAME = "game pure players=2\n# ANNA, BEN\nroll 1 1 1 2 3 4\nkeep 1 1 1\nbank\n"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs an action of page_modules.mjs with the modules of the demo."""
    return runner(
        SCRIPT, folder_of_modules(tmp_path_factory.mktemp("demo") / "page", PAGE, HERE / "page", install_page.PAGE)
    )


@pytest.fixture(scope="module")
def simulator(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs an action of page_modules.mjs with the modules of make play."""
    return runner(SCRIPT, folder_of_modules(tmp_path_factory.mktemp("simulator") / "page", HERE / "page", PAGE))


# ---- links and days


ALIKE = """game phase-10 players=2
# ANNA, BEN
roll 5R 5G 5O 5R 5B 5B WR WO WG WR
keep L4 H4
keep L1
back L1
roll 5R 5G 5O 5B 5B WO WO WG
keep L2
back L2 H4
roll 5R 5G 5O 5R 5B 5B WO WB WB
keep L3 H6
keep L5 H7
keep 5G 5G
roll 5R 5G 5O 5R 5B 5B WO WB WB WG
keep L3
roll 5R 5G
"""
ODD_LINES = (
    "call five",
    "call straight",
    "call alike",
    "call pairs",
    "call chance",
    "call one",
    "call none",
    "call one five",
    "take",
    "fresh",
    "stop",
    "bank 1",
    "# the coach advises ANNA",
    "# the coach advises CARL",
    "own line \U0001f3b2 \u00e9",
)
PHASE_LINES = """game phase-10 players=2
# ANNA, BEN
roll 6O 10R 8B 8B 10G 9G 2G 4O 1O WR
keep 10R 8B 8B 10G WR
back H1
keep H1 9G
roll 6O 9O 4G 1R
stop
roll 6O 10R 8B 8B 10G 9G 2G 4O 1O WR
keep 6O
"""
LOGS = (
    ALIKE,
    GAME,
    GAME + "\n".join(ODD_LINES),
    PHASE_LINES,
    "game five-cubes players=2\nroll sun 5 10 3 5\nkeep sun 5\nroll 6 3 2\nkeep 3\nbank\nroll 5 5 10 3 2\nkeep 5\n",
    "game five-cubes\n"
    + 5 * "roll sun 5 10 3 5\nkeep sun 5\nroll 6 3 2\nkeep 6\nroll 5 5\nbank\nroll 5 5 5 3 2\nbank\n",
    "\n".join([*PHASE_LINES.splitlines()[:2], *PHASE_LINES.splitlines()[2:8] * 4]),
    "game five-cubes players=2\nroll 10 5 10 3 5\nkeep 5 10 unmarked\nroll 2 3\n",
    "game ten-grand players=1\nroll A K Q J 50 100\nkeep A 100\nroll A A K Q\nkeep\nroll\n",
    "game own wild_die=yes\nroll 7 8 9 7 8 9\nkeep 7 8\nroll 1 2 3 4 5 6 7 8 9 10\n",
    "game own wild_die=yes\nroll 7 8 9 7 8 9\nkeep 7 8\nroll 1 2 3 4 5 6 7 8 9\nkeep 9 8\nroll 4 5 6\nkeep 4\n",
    "game pure\nroll 8 7 7 1 2 3\nkeep 8 7 1\nkeep 7 7 1\nroll sun 7 7 8\nkeep 7 8\n",
    "game pure\n# ANNA, BEN\n# the coach advises ANNA\nroll 1\n",
    "game pure\n# A, B, C, D, E, F, G\n# the coach advises F\n# the coach advises G\n",
    "game pure\n" + "keep 1\n" * 10 + "undo 10\nbank\n",
    "game pure\n" + "bank\n" * 5998,
    "game pure\nroll 1 1 5 5\nkeep 1 1 5 5\nroll 1 2 3 4 5 6\nkeep 1\nbank\nroll 1 1 1\nkeep 1 1 1\nbank\n",
    "\n".join([*PHASE_LINES.splitlines()[:3], "keep WR", PHASE_LINES.splitlines()[2], "keep 6O", "stop"]),
    "game pure\nroll 1 1 5 2 3 4\nkeep 1\nkeep 1 5\nundo 2\nkeep 1 1 # both\nbank\nundo 1\nroll 3 2 1 1\n",
    "game pure\n# ANNA  \n\nroll 1\t1 5\u00a02 3 4\r\n",
    "game pure\nroll 1\nundo 1\n",
    "game pure\nkeep 1\nundo 0\n",
    "game pure\nkeep 1\nundo 1 1\n",
    "game pure\ngap\n",
    "game pure\ngame pure\n",
    "game\n",
    "roll 1\n",
    "game pure\nAN\x1bNA\n",
    "game pure\n" + "bank\n" * 5999,
    "game pure\n" + "x" * 5999 + "\n",
    "game pure\n" + "x" * 6000 + "\n",
    "game pure no_risk=none straight=no ten-thousandth all-dices\n",
)


def made_here(log: str) -> str:
    try:
        return codec.encode(log)
    except BadLine as error:
        return f"BadLink: {error}"


def test_the_page_makes_the_link_that_the_command_makes_of_a_log_or_refuses_it_as_well(demo: Run) -> None:
    expected = [made_here(log) for log in LOGS]
    fragments = [fragment for fragment in expected if not fragment.startswith("BadLink")]
    assert 8 < len(fragments) < len(LOGS)
    found = demo("links", logs=LOGS, links=[f"https://example.org/game.html#{fragment}" for fragment in fragments])
    for made, wanted in zip(found["made"], expected, strict=True):
        assert made == wanted or (made.startswith("BadLink: Line ") and "undo" in wanted)
    assert found["read"] == [{"log": codec.decode(each), "fragment": each} for each in fragments]


def test_the_page_packs_numbers_as_the_command_does_and_reads_them_back(demo: Run) -> None:
    random = Random(2)
    given: list[list[tuple[str, int, int]]] = [[], [("a", 1, 0)], [("", 128, 127)], [("a", 2, 1)] * 400]
    given.append([("", 256, 0)] * 3)
    given.append([(random.choice("abc"), 9, random.randrange(9)) for _ in range(500)])
    given.extend([("", 1 << 16, random.randrange(4) << 14) for _ in range(random.randrange(9))] for _ in range(30))
    found = demo("coder", numbers=given)
    for numbers, each in zip(given, found, strict=True):
        writer = Writer()
        for context, count, value in numbers:
            if context:
                writer.number(context, count, value)
            else:
                writer.uniform(count, value)
        assert bytes(each["packed"]) == writer.packed()
        assert each["read"] == [value for _, _, value in numbers]


def link_of(packed: bytes) -> str:
    """The fragment with these bytes and the sum that belongs to them."""
    checked = (binascii.crc32(packed) & 0xFFFFFF).to_bytes(3, "big") + packed
    return "1" + base64.urlsafe_b64encode(checked).decode().rstrip("=")


def test_any_bytes_in_a_link_are_the_log_that_the_command_reads_or_refused_by_both(demo: Run) -> None:
    random = Random(3)
    writers = [Writer() for _ in range(4)]
    for writer, line in zip(writers, ("a line", "a\x0bline", "a\u200bline", "\x0bline"), strict=True):
        codec.Log(writer).code(["game pure", "", line])
    packed = [*(writer.packed() for writer in writers), b"", b"\xff" * 9]
    packed += [random.randbytes(random.randrange(3, 30)) for _ in range(8)]
    links = [link_of(each) for each in packed]
    expected: list[Any] = []
    for link in links:
        try:
            expected.append({"log": codec.decode(link), "fragment": link})
        except codec.BadLink as error:
            expected.append(f"BadLink: {error}")
    found = demo("links", logs=[], links=links)["read"]
    assert found == expected and [each == f"BadLink: {codec.DAMAGED}" for each in found[:4]] == [
        False,
        True,
        True,
        True,
    ]


CHANGED = {
    "ended like a sentence": "See ({0}), it is ours.",
    "between underscores": "__{0}__",
    "before a dash": "{0}\u2014 ours",
    "before an underscore": "{0}_ is ours",
    "before a hyphen": "{0}- ours",
    "marked by a search": "{0}#:~:text=Turn",
    "followed by a tracker": "{0}?utm_source=mail&id=1AB-c_d",
}


def test_the_page_opens_a_link_in_which_a_program_has_made_other_dashes(demo: Run) -> None:
    fragments = [codec.encode(f"game pure\n{number}\n") for number in range(40_000, 40_060)]
    single = [each for each in fragments if re.search(r"[^-]-[^-]", each) and "--" not in each][:3]
    double = [codec.encode("game pure\n40959\n")]
    changed = [(each, each.replace("-", dash)) for each in single for dash in "\u2010\u2011\u2013\u2212"]
    changed += [(each, each.replace("--", "\u2014")) for each in double]
    assert len(single) == 3 and "--" in double[0]
    found = demo("links", logs=[], links=[f"https://example.org/game.html#{link}" for _, link in changed])["read"]
    assert found == [{"log": codec.decode(each), "fragment": each} for each, _ in changed]


@pytest.mark.parametrize("how", CHANGED)
def test_the_page_opens_a_link_that_a_program_has_changed(how: str, demo: Run) -> None:
    fragment = codec.encode(LOGS[1])
    link = CHANGED[how].format(f"https://example.org/game.html#{fragment}")
    wrapped = link.replace(fragment, f"{fragment[:9]}=\r\n> {fragment[9:]}")
    escaped = "".join(f"%{ord(letter):02x}" for letter in link if ord(letter) < 128)
    html = link.replace("#", "&amp;#35;").replace("_", "&#x5F;").replace("-", "&#45;")
    found = demo("links", logs=[], links=[link, wrapped, escaped, escaped.replace("%", "%2525"), html])
    assert found["read"] == [{"log": codec.decode(fragment), "fragment": fragment}] * 5


def test_the_page_refuses_a_link_that_is_none_is_damaged_or_of_a_newer_version(demo: Run) -> None:
    fragment = codec.encode(GAME)
    other = "A" if fragment[12] != "A" else "B"
    bad = {
        "": codec.NO_LINK,
        "https://example.org/game.html#": codec.NO_LINK,
        "#x": codec.NO_LINK,
        "#2" + "A" * 12: codec.NEWER,
        "#1": codec.DAMAGED,
        "#1AAAAAAAA": codec.DAMAGED,
        "#1" + "A" * 4001: codec.DAMAGED,
        f"#{fragment[:12]}{other}{fragment[13:]}": codec.DAMAGED,
        f"#{fragment[:-1]}": codec.DAMAGED,
        "x" * 20_000 + f"#{fragment}": codec.NO_LINK,
        "#2AAAAAAAA#1AAAAAAAA": codec.DAMAGED,
    }
    assert demo("links", logs=[], links=list(bad))["read"] == [f"BadLink: {sentence}" for sentence in bad.values()]


NO_DAY = {"refusal": "This address is of no game of the day: choose a game on the page Game of the day."}
NOT_YET = {"refusal": "This day has not begun yet: come back then."}
QUERIES: dict[str, dict[str, str] | None] = {
    "": None,
    "?game=farkle": None,
    "?day=2026-11-28&game=farkle": DAY,
    "?game=farkle&day=2026-11-28": DAY,
    "?utm=1&amp;day=2026-11-28&amp;game=farkle": DAY,
    "?day%3D2026-11-28%26game%3Dfarkle": DAY,
    "?day=3D2026-11-28&game=3Dfarkle": DAY,
    "?day=2026-11=\r\n-28&game=farkle.": DAY,
    "?day=2026\u201111\u201328&game=farkle-": DAY,
    "?day=2026-11-28": NO_DAY,
    "?day=2026-11-28&game=" + "f" * 17: NO_DAY,
    "?day=2026-11-28&game=" + "f" * 16: {"date": "2026-11-28", "variant": "f" * 16},
    "?day=2026-11-28&game=Farkle": NO_DAY,
    "?day=2026-11-29&game=farkle": {"date": "2026-11-29", "variant": "farkle"},
    "?day=2026-11-30&game=farkle": NOT_YET,
    "?day=2026-02-30&game=farkle": NO_DAY,
    "?day=26-11-28&game=farkle": NO_DAY,
}


@pytest.mark.parametrize(
    ("now", "has_begun"), [("2026-11-28T10:00:00.000Z", True), ("2026-11-28T09:59:59.999Z", False)]
)
def test_the_game_of_a_day_is_found_in_an_address_and_begins_where_the_clock_is_first(
    now: str, has_begun: bool, demo: Run
) -> None:
    expected = {**QUERIES, **({} if has_begun else {"?day=2026-11-29&game=farkle": NOT_YET})}
    found = demo("days", queries=list(expected), now=now)
    assert dict(zip(expected, found["found"], strict=True)) == expected
    assert (found["words"], found["address"]) == ("November 5, 2026", "./?day=2026-11-05&game=farkle")
    assert found["item"] == "sixpip day /demo/ 2026-11-05 farkle"


@pytest.mark.parametrize(
    ("now", "zone", "date"),
    [
        ("2026-11-28T23:30Z", "Etc/GMT+5", "2026-11-28"),
        ("2026-11-28T23:30Z", "Etc/GMT-14", "2026-11-29"),
        ("2026-01-05T12:00Z", "Etc/GMT", "2026-01-05"),
        ("2026-01-01T03:00Z", "Etc/GMT+5", "2025-12-31"),
    ],
)
def test_today_is_the_date_of_the_visitor_and_the_words_for_a_date_are_the_same_everywhere(
    now: str, zone: str, date: str, demo: Run
) -> None:
    found = demo("days", queries=[], now=now, zone=zone)
    assert (found["today"], found["words"]) == (date, "November 5, 2026")


def day_item(number: int) -> str:
    return f"sixpip day /demo/ 2026-{1 + number // 28:02}-{1 + number % 28:02} pure"


@pytest.mark.parametrize("count", [25, 26, 27, 40])
@pytest.mark.parametrize("is_played", [True, False])
def test_games_of_old_days_are_deleted_but_not_the_one_that_is_played(count: int, is_played: bool, demo: Run) -> None:
    days = [day_item(number) for number in range(count)]
    other = {"sixpip day /other/ 2026-01-01 pure": "", "sixpip files /demo/": "", f"{days[0]} damaged": ""}
    day = {"date": "2026-01-01" if is_played else "2027-01-01", "variant": "pure"}
    found = demo("played", items={**dict.fromkeys(reversed(days), ""), **other}, day=day)
    assert [each["item"] for each in found["before"]] == days
    assert found["before"][0] == {"date": "2026-01-01", "variant": "pure", "item": days[0]}
    older = days[1:] if is_played else days
    assert found["left"] == ([days[0]] if is_played else []) + older[-25:]


def test_games_of_old_days_that_cannot_be_deleted_stay(demo: Run) -> None:
    days = [day_item(number) for number in range(40)]
    found = demo("played", items=dict.fromkeys(days, ""), day=DAY, isKept=True)
    assert found["left"] == days


def test_a_browser_that_blocks_its_storage_has_no_days_and_no_logs(demo: Run) -> None:
    assert demo("played", isBlocked=True, day=DAY) == {"before": [], "left": []}
    assert demo("logs", isBlocked=True, logs=[], date="")["logs"] == []


def test_the_logs_of_a_browser_are_in_the_order_of_their_numbers(demo: Run) -> None:
    files = {"logs/game-10.log": "ten", "logs/game-9.log": "nine", "logs/game-1.log.new": "x", "logs/game-2.log": 7}
    item = json.dumps({**files, "x/logs/game-3.log": "x", "logs/game-0.log": "x", "settings": "x"})
    assert demo("logs", items={"item": item}, logs=[], date="")["logs"] == [[9, "nine"], [10, "ten"]]
    for damaged in ("{", "null", "[]"):
        assert demo("logs", items={"item": damaged}, logs=[], date="")["logs"] == []


@pytest.mark.parametrize(("date", "query"), [("", ""), ("2026-11-28", "?day=2026-11-28")])
def test_a_game_has_the_address_of_its_link_and_of_its_day_unless_it_is_too_long(
    date: str, query: str, demo: Run
) -> None:
    address = f"https://example.org/demo/game.html{query}#"
    letters = "".join(Random(1).choices("abcdefghijklmnopqrstuvwxyzABCDEFGH", k=2000))

    def log_of(count: int) -> str:
        return f"game pure\n{letters[:count]}\n"

    def length(count: int) -> int:
        return len(address) + len(codec.encode(log_of(count)))

    longest = bisect_right(range(2000), codec.MOST_LETTERS, 1000, 1900, key=length) - 1
    assert 1498 < length(longest) <= 1500 < length(longest + 2) < 1505
    found = demo("logs", logs=[GAME, f"{GAME}gap\n", log_of(longest), log_of(longest + 2)], date=date)["links"]
    assert found == [address + codec.encode(GAME), "", address + codec.encode(log_of(longest)), ""]


def test_a_link_whose_sign_was_escaped_is_opened_with_its_sign(demo: Run) -> None:
    paths = ["/demo/game.html%231AB", "/demo/game.html%252325231AB", "/demo/game.html", "/demo/%25x%2523y%23z"]
    found = demo("escaped", paths=paths, search="?day=2026-11-28")
    day = "?day=2026-11-28"
    assert found == [f"/demo/game.html{day}#1AB", f"/demo/game.html{day}#25231AB", None, f"/demo/%25x{day}#y%23z"]


# ---- what is drawn


CURVES = {
    "title": "Pure",
    "names": ["ANNA", "BEN", "CARL"],
    "scores": [0, 500, 0],
    "turns": [{"scores": [1000, 500, 0]}, {"scores": [1000, -500, 0]}, {"scores": [1000, -500, 1000]}],
}


def drawn(calls: list[Any], name: str) -> list[tuple[Any, ...]]:
    """What was drawn with calls of that name: their arguments, and the colors last."""
    return [tuple(call[1:]) for call in calls if call[0] == name]


@pytest.mark.parametrize("ratings", [None, ["1.5", "2.5", "\u2013"]])
def test_the_curves_of_a_game_have_a_line_and_a_name_for_each_player(ratings: list[str] | None, demo: Run) -> None:
    points = [0, 999, 1000, 12345, 1234567, -500, -1500]
    found = demo("curves", game={**CURVES, "ratings": ratings}, points=points)
    assert found["points"] == ["0", "999", "1 000", "12 345", "1 234 567", "-500", "-1 500"]
    calls = found["calls"]
    texts = {text: (x, y, state["fillStyle"]) for text, x, y, state in drawn(calls, "fillText")}
    assert "Sixpip: Pure" in texts
    lines = [call for call in drawn(calls, "lineTo") if call[2]["lineWidth"] == 4]
    by_color: dict[str, list[tuple[float, float]]] = {}
    for x, y, state in lines:
        by_color.setdefault(state["strokeStyle"], []).append((x, y))
    assert len(by_color) == 3 and all(len(line) == 4 for line in by_color.values())
    anna, ben, carl = by_color.values()
    assert anna[0][0] == ben[0][0] == 96 and anna[1][0] - anna[0][0] == pytest.approx(anna[3][0] - anna[2][0])
    assert anna[0][1] == carl[0][1] > ben[0][1] > anna[1][1] == carl[3][1] == 96
    assert ben[3][1] == 630 - 64 > anna[0][1]
    shown = [texts[text] for text in ("ANNA 1 000", "BEN -500", "CARL 1 000")]
    assert [color for _, _, color in shown] == list(by_color)
    places = sorted(y for _, y, _ in shown)
    assert all(after - before >= 58 for before, after in zip(places, places[1:], strict=False))
    assert shown[0][1] == anna[-1][1] and places[-1] <= 630 - 24 - 24
    assert all(anna[-1][0] < x <= 1200 - 24 - 100 for x, _, _ in shown)
    rated = [text for text in texts if text.startswith("error rating")]
    assert (
        rated == [f"error rating {rating}" for rating in (ratings[0], ratings[2], ratings[1])] if ratings else not rated
    )
    scale = {text: y for text, (x, y, _) in texts.items() if x < 96 and text != "Sixpip: Pure"}
    assert list(scale) == ["-500", "0", "500", "1 000"]
    assert scale["1 000"] == anna[1][1] + 7 and scale["0"] == anna[0][1] + 7


def test_colors_dashes_and_names_of_six_players_differ(demo: Run) -> None:
    names = ["ANNA", "BEN", "CARL", "DORA", "ELSE", "FRED"]
    scores = [600, 100, 80, 60, 40, 20]
    game = {"title": "Six", "names": names, "scores": [0] * 6, "turns": [{"scores": scores}], "ratings": list("123456")}
    calls = demo("curves", game=game, points=[])["calls"]
    dashes = [tuple(call[1]) for call in calls if call[0] == "setLineDash"]
    assert len({*dashes[:6]}) == 6 and dashes[0] == dashes[6] == () and len(dashes) == 7
    strokes = [call[-1]["strokeStyle"] for call in calls if call[0] == "stroke" and call[-1]["lineWidth"] == 4]
    assert len({*strokes}) == len(strokes) == 6
    texts = {text: (x, y, state["fillStyle"]) for text, x, y, state in drawn(calls, "fillText")}
    labels = [texts[f"{name} {score}"] for name, score in zip(names, scores, strict=True)]
    assert [color for _, _, color in labels] == strokes
    heights = [y for _, y, _ in labels]
    assert heights == [96, *range(350, 583, 58)]  # the last one as low as its rating can be
    ratings = [texts[f"error rating {number}"] for number in range(1, 7)]
    assert [(x, y) for x, y, _ in ratings] == [(x, y + 24) for x, y, _ in labels]
    ends = [call[1:3] for call in calls if call[0] == "lineTo" and call[-1]["lineWidth"] == 4][1::2]
    assert [labels[0][0] - x for x, _ in ends] == [16] * 6 and labels[0][0] == 1200 - 24 - 210
    fills = drawn(calls, "fillRect")
    assert fills[0][:4] == (0, 0, 1200, 630) and calls.index([*["fillRect"], *fills[0]]) == 0


@pytest.mark.parametrize(
    ("most", "step"), [(1, 0.2), (600, 100), (1000, 200), (2999, 500), (7000, 2000), (10000, 2000), (12001, 5000)]
)
def test_the_scale_of_the_curves_has_up_to_seven_lines(most: int, step: float, demo: Run) -> None:
    game = {"title": "", "names": ["A"], "scores": [0], "turns": [{"scores": [most]}]}
    calls = demo("curves", game=game, points=[])["calls"]
    lines = [y for x, y, state in drawn(calls, "moveTo") if x == 96]
    assert len(lines) == int(most / step + 1e-9) + 1 <= 7


def test_the_scale_of_the_curves_begins_at_0_also_with_a_head_start(demo: Run) -> None:
    game = {"title": "", "names": ["A"], "scores": [500], "turns": [{"scores": [800]}]}
    texts = [text for text, *_ in drawn(demo("curves", game=game, points=[])["calls"], "fillText")]
    assert texts[1:-1] == ["0", "200", "400", "600", "800"]


def test_a_pixel_of_the_oled_is_drawn_once_and_as_large_as_fits_in_a_glass_that_grows_a_little(
    simulator: Run,
) -> None:
    frames = [
        {"width": 200, "height": 64, "bytes": [[0, 1], [128 + 5, 0x82], [1023, 0x80]]},
        {"width": 177, "height": 500, "bytes": [[0, 1]]},
        {"width": 178, "height": 500, "bytes": [[0, 1]]},
        {"width": 10, "height": 10, "bytes": []},
    ]
    found = simulator("oled", frames=frames)
    assert [each["size"] for each in found] == [
        [256, 128, "128px", "64px"],
        [256, 128, "128px", "64px"],
        [384, 192, "192px", "96px"],
        [128, 64, "64px", "32px"],
    ]
    assert found[0]["lit"] == [[0, 0, 2, 2], [10, 18, 2, 2], [10, 30, 2, 2], [254, 126, 2, 2]]
    assert [each["again"] for each in found] == [0, 0, 0, 0] and found[3]["lit"] == []
    assert found[0]["move"] == "0.25px 0px"


def test_a_tone_sounds_at_the_time_of_the_console_and_a_late_one_soon(simulator: Run) -> None:
    steps: list[list[Any]] = [
        ["tone", 440, 1, 5000],
        ["resume"],
        ["tone", 440, 1, 5000],
        ["tone", 880, 2, 5200],
        ["tone", 0, 2, 5251],
        ["time", 11.0],
        ["tone", 500, 7, 5300],
        ["tone", 500, 1, 9000],
        ["tone", 0, 0, 0],
        ["mute", True],
    ]
    found = simulator("sound", steps=steps)
    assert found["found"][0] == [] and found["volume"] == [0, 0]
    heard = found["found"][2:5] + found["found"][6:9]
    assert [[call[:2] for call in calls] for calls in heard] == [
        [["hz", 440], ["gain", 0.05]],
        [["hz", 880], ["gain", 0.16]],
        [["gain", 0]],
        [["hz", 500], ["gain", 0]],
        [["hz", 500], ["gain", 0.05]],
        [["gain", 0]],
    ]
    times = [calls[-1][2] for calls in heard]
    assert times == pytest.approx([10.03, 10.23, 10.03, 11.03, 11.03, 11.03])  # at most a quarter of a second ahead


# ---- the console in words


def oled(*lines: str, **others: Any) -> dict[str, Any]:
    """What the picture reader finds on the OLED."""
    base = {"lines": list(lines), "picks": [], "does": [], "labels": ["roll", ""], "menu": "pause", "chooses": True}
    return {**base, **others}


def dice(*shown: str) -> dict[str, list[str]]:
    """What the picture reader finds on the tiles."""
    return {"dice": [f"die {number}: {words}" for number, words in enumerate(shown, 1)]}


FIVES = ["a 5, scores"] * 6


def test_lines_that_are_new_on_the_oled_are_announced_and_those_that_moved_or_were_selected_are_not(demo: Run) -> None:
    steps = [
        oled("MENU", "One, selected", "Two", "120"),
        oled("MENU", "One", "Two, selected", "130"),
        oled("MENU", "140", "Three.", "Four", labels=["", ""]),
        oled("MENU", "-1 000", "+50", labels=["", "bank"]),
    ]
    found = demo("words", steps=steps)
    assert [each["news"] for each in found] == [
        ["MENU, One, selected, Two, 120"],
        ["Two, selected, 130"],
        ["Three. Four"],
        ["-1 000, +50"],
    ]
    assert [each["text"] for each in found] == [step["lines"] for step in steps]


def test_up_to_two_changed_dice_are_announced_alone_and_more_with_all_that_are_not_kept(demo: Run) -> None:
    before = dice("a 1, scores", "a 5, scores", "a 2, does not score", "a 1, kept", "not in play", "an 8, scores")
    two = dice("a 1, scores, chosen", "a 6, does not score", *[die[7:] for die in before["dice"][2:]])
    three = dice("a 3, does not score", "a 5, scores", "a 4, does not score", *[die[7:] for die in before["dice"][3:]])
    found = demo("words", steps=[oled("x"), before, two, {"dice": None}, two, three])
    assert found[1]["news"] == [", ".join([*before["dice"][:4], before["dice"][5]])]
    assert found[2]["news"] == [", ".join(two["dice"][:2])]
    assert found[3]["news"] == [] and found[3]["names"][0] == "die 1"
    assert found[4]["news"] == [] and found[4]["names"][:6] == two["dice"]
    assert found[5]["news"] == [", ".join([*three["dice"][:3], three["dice"][5]])]


@pytest.mark.parametrize("chooses", [True, False])
@pytest.mark.parametrize("are_alike", [True, False])
def test_dice_that_are_not_chosen_from_and_all_alike_have_only_faces(chooses: bool, are_alike: bool, demo: Run) -> None:
    shown = dice(*FIVES[:5], "a 5, scores" if are_alike else "a 2, does not score")
    bare = [die.replace(", scores", "") for die in shown["dice"]]
    expected = bare if are_alike and not chooses else shown["dice"]
    found = demo("words", steps=[oled("x", chooses=chooses), shown])
    assert found[1]["names"][:6] == expected and found[1]["news"] == [", ".join(expected)]


def test_each_button_is_named_by_its_line_its_die_or_what_it_does(demo: Run) -> None:
    shown = dice("a 5, scores", "not in play", *FIVES[2:])
    steps = [
        oled("x"),
        oled("x", picks=["One, selected", "", "Three", "", "", ""], labels=["pick", "next"], menu=""),
        shown,
        oled("x", does=["-10 mV", "+10 mV", "", "", "", ""], labels=["", "leave"], menu="next page"),
    ]
    found = demo("words", steps=steps)
    assert found[0]["names"] == [*[f"die {number}" for number in range(1, 7)], "ROLL: roll", "BANK", "MENU: pause"]
    lines = ["line 1: One, selected", "line 2: empty", "line 3: Three", *[f"line {n}: empty" for n in (4, 5, 6)]]
    assert found[1]["names"] == [*lines, "ROLL: pick", "BANK: next", "MENU"]
    assert found[2]["names"][:6] == lines and found[2]["news"] == []
    assert found[3]["names"] == [
        "die 1: a 5, scores, -10 mV",
        "button 2: +10 mV",
        *shown["dice"][2:],
        "ROLL",
        "BANK: leave",
        "MENU: next page",
    ]


def test_the_last_thirty_announcements_stay_and_are_spoken_while_that_is_wanted(demo: Run) -> None:
    entries = [{"announce": [f"entry {number}"]} for number in range(31)]
    steps = [oled("One", "Two"), {"speak": True}, *entries, {"speak": False}, {"announce": ["last"]}, {"announce": []}]
    found = demo("words", steps=steps)
    assert found[0]["spoken"] == [] and found[1]["spoken"] == [None, "One. Two"]
    assert [each["spoken"] for each in found[2:33]] == [[f"entry {number}"] for number in range(31)]
    assert found[33]["spoken"] == [None] and found[34]["spoken"] == []
    assert found[-1]["entries"] == [*[f"entry {number}" for number in range(2, 31)], "last"]


# ---- the files in the browser


ITEM = "sixpip files /demo/"
OWNER = "sixpip owner /demo/"
NOT_KEPT = "This browser keeps no data for this page: your game is lost when you close it."
NOT_SAVED = (
    "The storage of this browser is full or blocked: what you play from now on is lost when you close the page, unless "
    "you make room."
)


def stored(**files: str) -> dict[str, str]:
    """The storage of a browser with files."""
    return {ITEM: json.dumps({name.replace("__", "/"): content for name, content in files.items()})}


def test_files_are_there_again_after_a_reload_and_each_byte_is_the_same(demo: Run) -> None:
    text = "".join(map(chr, range(256)))
    steps = [["mount"], ["read"], ["write", "logs/game-2.log", text], ["wait", 5], ["save"], ["stored"], ["copy"]]
    read, saved, copy = demo("disk", items=stored(game="abc", logs__game_1="\xff"), steps=steps)
    assert read == {"game": "abc", "logs/game_1": "\xff"}
    assert saved == {**read, "logs/game-2.log": text}
    assert dict(copy) == {name: list(content.encode("latin1")) for name, content in saved.items()}


def test_a_file_that_changes_again_within_a_millisecond_is_saved_too(demo: Run) -> None:
    again = [["write", "game", "two"], ["save"], ["stored"]]
    steps = [["mount"], ["write", "game", "one"], ["save"], ["stored"], *again]
    assert demo("disk", items={}, steps=steps) == [{"game": "one"}, {"game": "two"}]


def test_the_browser_is_asked_once_to_keep_the_files_when_a_game_is_saved(demo: Run) -> None:
    steps: list[list[Any]] = [["mount"]]
    for name in ("settings", "game", "logs/game-1.log"):
        steps += [["wait", 5], ["write", name, "x"], ["save"], ["asked"]]
    assert demo("disk", items={}, steps=steps) == [0, 1, 1]
    assert demo("disk", items={}, steps=[*steps, ["isSaved"]], isRefused=True) == [0, 1, 1, True]


def test_of_two_tabs_the_last_one_has_the_files(demo: Run) -> None:
    steps: list[list[Any]] = [["items"], ["takeOver"], ["mount"], ["isOurs"], ["owner", "another tab"], ["isOurs"]]
    assert demo("disk", items={}, steps=steps) == [[OWNER], 300, True, False]  # the tab before stops in these 300 ms
    assert demo("disk", items={OWNER: "a tab before"}, steps=steps) == [[OWNER], 300, True, False]


def test_files_are_saved_again_where_the_visitor_has_deleted_them(demo: Run) -> None:
    steps: list[list[Any]] = [
        ["mount"], ["write", "game", "x"], ["wait", 5], ["save"], ["remove"], ["owner", None], ["isOurs"],
        ["save"], ["stored"], ["isOurs"],
    ]  # fmt: skip
    assert demo("disk", items={}, steps=steps)[1:] == [{"game": "x"}, True]


def test_a_browser_without_storage_is_played_in_and_reported(demo: Run) -> None:
    steps: list[list[Any]] = [
        ["takeOver"],
        ["mount"],
        ["isOurs"],
        ["notice"],
        ["write", "game", "x"],
        ["save"],
        ["read"],
    ]
    assert demo("disk", isBlocked=True, steps=steps) == [0, True, NOT_KEPT, {"game": "x"}]


def test_a_full_storage_is_reported_until_there_is_room_and_tried_every_two_seconds(demo: Run) -> None:
    steps: list[list[Any]] = [
        ["mount"], ["notice"], ["write", "game", "x" * 500], ["wait", 5], ["save"], ["notice"], ["room", 9999],
        ["wait", 1999], ["save"], ["isSaved"], ["wait", 1], ["save"], ["isSaved"], ["notice"], ["stored"],
    ]  # fmt: skip
    found = demo("disk", items={}, room=300, steps=steps)
    assert found == ["", NOT_SAVED, False, True, "", {"game": "x" * 500}]


def test_a_storage_that_is_full_from_the_start_is_reported_before_anything_is_played(demo: Run) -> None:
    steps: list[list[Any]] = [
        ["mount"], ["notice"], ["isSaved"], ["isOurs"], ["room", 9999], ["wait", 2000], ["save"], ["isSaved"],
        ["notice"], ["isOurs"], ["items"],
    ]  # fmt: skip
    found = demo("disk", items={}, room=10, steps=steps)
    assert found == [NOT_SAVED, False, True, True, "", True, [ITEM, OWNER]]


DAMAGED = {
    "{": "",
    "[1]": "",
    '{"../x": "a", "game": "b"}': ': "../x"',
    '{"game": "\u0100"}': ': "game"',
    '{"game": 1, "a": "b"}': ': "game"',
    '{"a": "b", "a/b": "c"}': ': "a/b"',
    '{".a": "", "-b": "", "c/": "", "//": ""}': ': ".a", "-b", "c/" and 1 more',
    json.dumps({"n" * 101: "x", "n" * 100: "y"}): f': "{"n" * 20}..."',
    '{"\u202e": "x"}': ': "?"',
}


@pytest.mark.parametrize("text", DAMAGED)
def test_saves_that_cannot_be_read_are_set_aside_and_named_and_the_others_are_there(text: str, demo: Run) -> None:
    steps: list[list[Any]] = [["mount"], ["notice"], ["damaged"], ["stored"], ["read"]]
    notice, damaged, kept, read = demo("disk", items={ITEM: text}, steps=steps)
    assert notice == f"Saves in this browser cannot be read and are set aside{DAMAGED[text]}."
    assert damaged == text and kept == read
    valid = {'{"../x": "a", "game": "b"}': {"game": "b"}, '{"game": 1, "a": "b"}': {"a": "b"}}
    valid |= {'{"a": "b", "a/b": "c"}': {"a": "b"}, json.dumps({"n" * 101: "x", "n" * 100: "y"}): {"n" * 100: "y"}}
    assert read == valid.get(text, {})


def test_saves_for_which_there_is_no_room_are_set_aside_in_part(demo: Run) -> None:
    steps: list[list[Any]] = [["mount"], ["notice"], ["damaged"]]
    notice, damaged = demo("disk", items={ITEM: "x" * 4000}, room=3000, steps=steps)
    assert notice == "Saves in this browser cannot be read and only their beginning is set aside."
    assert damaged == "x" * 2000


def test_no_more_than_a_thousand_files_are_read(demo: Run) -> None:
    files = {f"a{number:04}": "" for number in range(1001)}
    steps: list[list[Any]] = [["mount"], ["notice"], ["read"]]
    notice, read = demo("disk", items={ITEM: json.dumps(files)}, steps=steps)
    assert notice.endswith(' set aside: "a1000".') and len(read) == 1000


def test_a_game_of_the_day_has_files_of_its_own_and_the_settings_of_the_console(demo: Run) -> None:
    items = stored(settings="s", game="g", logs__settings="l") | {
        "sixpip day /demo/ 2026-11-28 farkle": '{"game": "d"}'
    }
    steps: list[list[Any]] = [["mount"], ["read"], ["write", "game", "e"], ["wait", 5], ["save"], ["stored"], ["items"]]
    read, kept, names = demo("disk", items=items, day=DAY, steps=steps)
    assert read == {"settings": "s", "game": "d"} and kept == {"settings": "s", "game": "e"}
    assert names == ["sixpip day /demo/ 2026-11-28 farkle", ITEM, f"{OWNER} day"]


def test_an_empty_file_is_saved_as_one_and_a_game_of_the_day_needs_no_storage(demo: Run) -> None:
    steps: list[list[Any]] = [["mount"], ["write", "empty", ""], ["wait", 5], ["save"], ["stored"], ["copy"]]
    assert demo("disk", items={}, steps=steps) == [{"empty": ""}, [["empty", []]]]
    assert demo("disk", isBlocked=True, day=DAY, steps=[["mount"], ["read"], ["notice"]]) == [{}, NOT_KEPT]


def test_a_copy_takes_the_place_of_the_files_of_its_names_and_their_older_versions(demo: Run) -> None:
    items = stored(game="old", logs__a="a", other="o")
    items[ITEM] = json.dumps({**json.loads(items[ITEM]), "game.new": "n", "game.old": "p"})
    given = [["game", "new"], ["logs/b", "\xff"], ["../bad", "x"]]
    steps: list[list[Any]] = [["mount"], ["take", given], ["read"], ["stored"]]
    left_out, read, kept = demo("disk", items=items, steps=steps)
    assert left_out == ["../bad"] and read == kept
    assert read == {"game": "new", "logs/a": "a", "logs/b": "\xff", "other": "o"}


def test_a_copy_for_which_there_is_no_room_changes_nothing(demo: Run) -> None:
    steps: list[list[Any]] = [["mount"], ["take", [["a", "x" * 900], ["game", "y"]]], ["read"], ["stored"]]
    found = demo("disk", items=stored(game="old"), room=600, steps=steps)
    assert found == [None, {"game": "old"}, {"game": "old"}]


def test_a_smaller_copy_is_stored_at_once_after_a_save_for_which_there_was_no_room(demo: Run) -> None:
    steps: list[list[Any]] = [
        ["mount"], ["write", "game", "x" * 500], ["wait", 5], ["save"], ["isSaved"], ["take", [["game", "y"]]],
        ["isSaved"], ["stored"],
    ]  # fmt: skip
    assert demo("disk", items=stored(game="old"), room=300, steps=steps) == [False, [], True, {"game": "y"}]


# ---- without a network


BUILT = {"./": "index", "game.html": "game", "offline.html": 'go to <a href="./">', "docs/guide.html": "guide"}
FILES = ["./", "game.html", "offline.html"]
SCOPE = "https://example.org/demo/"
STORE = "sixpip https://example.org/demo/ two"


def kept(*names: str) -> list[str]:
    return sorted(SCOPE + name.removeprefix("./") for name in names)


def visit(demo: Run, *steps: dict[str, Any], network: "Mapping[str, str | None] | None" = None, **job: Any) -> Any:
    """What the worker answers and stores; the network has the files of its build."""
    given = BUILT if network is None else network
    return demo("worker", built=BUILT, files=FILES, guide=["docs/guide.html"], network=given, steps=steps, **job)


INSTALL, ACTIVATE = {"event": "install"}, {"event": "activate"}
OFFLINE: dict[str, Any] = {"network": {}}


def test_the_demo_is_kept_with_its_guide_and_opens_without_a_network(demo: Run) -> None:
    paths = [
        "",
        "index.html",
        "index",
        "game.html",
        "game",
        "game.html?day=2026-11-28",
        "docs/guide.html",
        "docs/guide",
    ]
    found = visit(demo, INSTALL, ACTIVATE, OFFLINE, *[{"url": SCOPE + path} for path in paths])
    assert found["found"] == [
        "done",
        "done",
        *[[200, text] for text in ("index",) * 3 + ("game",) * 3 + ("guide",) * 2],
    ]
    assert found["stores"] == {STORE: kept(*BUILT)} and found["asked"] == ["skipWaiting", "claim"]


@pytest.mark.parametrize("fault", [{"game.html": None}, {"game.html": "of another build"}])
def test_a_build_of_which_a_file_is_missing_or_of_another_one_is_not_kept(
    fault: "dict[str, str | None]", demo: Run
) -> None:
    found = visit(demo, INSTALL, network={**BUILT, **fault})
    assert (found["found"], found["stores"], found["asked"]) == (["failed"], {}, [])


def test_what_is_missing_of_the_demo_is_kept_at_the_next_visit_and_older_builds_are_deleted(demo: Run) -> None:
    stores: dict[str, dict[str, str]] = {
        "sixpip https://example.org/demo/ one": {},
        "sixpip https://example.org/other/ one": {},
        "mine": {},
    }
    without = {name: text for name, text in BUILT.items() if name != "docs/guide.html"}
    page = {"url": SCOPE, "mode": "navigate"}
    found = visit(demo, INSTALL, ACTIVATE, page, network=without, stores=stores)
    assert found["stores"][STORE] == kept(*FILES)
    assert {*found["stores"]} == {STORE, "sixpip https://example.org/other/ one", "mine"}
    found = visit(demo, INSTALL, ACTIVATE, {"network": BUILT}, {"url": SCOPE}, network=without)
    assert found["stores"][STORE] == kept(*FILES)
    found = visit(demo, INSTALL, ACTIVATE, {"network": BUILT}, page, network=without)
    assert found["stores"][STORE] == kept(*BUILT)


def test_a_file_of_another_build_or_site_is_not_taken_from_what_is_kept(demo: Run) -> None:
    game = SCOPE + "game.html"
    steps: list[dict[str, Any]] = [
        {"network": {"game.html": "new"}},
        {"url": game},
        {"url": game, "of": "game"},
        {"url": game, "of": "new"},
        {"url": game, "method": "POST"},
        {"url": SCOPE + "none.js"},
        {"url": "https://example.org/game.html"},
    ]
    found = visit(demo, INSTALL, *steps)["found"][1:]
    assert found[:3] == [[200, "game"], [200, "game"], [200, "new"]] and found[3] == "not answered"
    assert [status for status, _ in found[4:]] == [0, 0]


def test_a_page_that_is_not_kept_is_replaced_by_one_that_says_so_and_links_to_the_demo(demo: Run) -> None:
    steps = [{"url": SCOPE + "docs/deep/x.html", "mode": "navigate"}, {"url": SCOPE + "x.js"}]
    page, script = visit(demo, INSTALL, OFFLINE, *steps)["found"][1:]
    assert page == [503, 'go to <a href="/demo/">'] and script[0] == 0
    escaped = {"url": SCOPE + "game.html%25231AB?day=2026-11-28", "mode": "navigate"}
    assert visit(demo, INSTALL, escaped)["found"][1] == SCOPE + "game.html?day=2026-11-28#1AB"
    assert visit(demo, INSTALL, {**escaped, "mode": "cors"}, OFFLINE)["found"][1][0] == 0


def test_files_are_kept_with_their_headers_but_not_with_those_of_the_transfer(demo: Run) -> None:
    page = {"url": SCOPE + "none.html", "mode": "navigate"}
    found = visit(demo, INSTALL, ACTIVATE, {**page, "url": SCOPE}, OFFLINE, page)
    headers = {"content-type": "text/x", "x-other": "y"}
    assert found["headers"] == {
        **dict.fromkeys(BUILT, headers), page["url"]: {"content-type": "text/html; charset=utf-8"}
    }  # fmt: skip
    assert sorted(found["fetched"]) == sorted([*(f"{name} reload" for name in BUILT), "as asked"])


# ---- the console in the page


def shown(found: Any, name: str) -> list[Any]:
    """The arguments of each call of a function of the page."""
    return [
        call[1:] if len(call) > 2 else call[1] if len(call) == 2 else None for call in found["shown"] if call[0] == name
    ]


def test_the_console_of_the_demo_shows_what_has_changed_and_is_called_when_it_asks_for_it(demo: Run) -> None:
    turns = [
        {"oled": 5, "words": [0, 3, 1, 2, 0, 30, 10, 20], "pause": 40},
        {"pause": 50},
        {"rest": "asleep", "typing": "letters", "pause": 1000},
    ]
    found = demo("demo", turns=turns, steps=[["pass", 19], ["pass", 21], ["pass", 50], ["send", 6, True], ["pass", 0]])
    names = [call[0] for call in found["shown"]]
    assert names.count("pass") == 4 and found["rounds"] == 4
    assert found["unpacked"] == ["one.mpy", "sixpip", "saves"]
    assert shown(found, "start") == [["/saves", False, "", ""]] and names.index("switchedOn") < names.index("showOled")
    assert shown(found, "showTiles") == [[1, 2, 3, 10, 20, 30]] and shown(found, "showOled") == [[5, 0, 0, 0, 0, 0]]
    assert shown(found, "showRest") == ["", "asleep"] and shown(found, "showTyping") == ["", "letters"]
    assert shown(found, "press") == [[6, True]] and found["isOn"]
    words = shown(found, "showWords")
    assert [("lines" in each, each["round"]) for each in words] == [(True, 1), (False, 1)]
    assert names.index("showWords") > names.index("pass")


@pytest.mark.parametrize(("pause_ms", "rounds"), [(20, [8]), (30, [8]), (31, [3])])
def test_a_picture_is_read_at_rest_or_after_six_rounds_without_another_one(
    pause_ms: int, rounds: list[int], demo: Run
) -> None:
    turns = [*({"oled": number, "pause": 20} for number in (1, 2)), {"oled": 3, "pause": pause_ms}]
    turns += [{"pause": pause_ms}] * 9
    found = demo("demo", turns=turns, steps=[["pass", 320]])
    assert [each["round"] for each in shown(found, "showWords") if "lines" in each] == rounds


def test_a_copy_is_offered_except_in_a_game_of_the_day(demo: Run) -> None:
    assert demo("demo", turns=[], steps=[])["switches"][1][:2] == ["Save a copy", "Load a copy"]
    found = demo("demo", turns=[], search="?day=2026-11-28&game=farkle", isCalm=True, steps=[])
    assert found["switches"] == ""
    assert shown(found, "start") == [["/saves", True, "2026-11-28", "farkle"]]
    assert shown(found, "showDay") == ["Game of the day, November 28, 2026"]


def test_a_game_of_the_day_that_there_is_not_is_refused(demo: Run) -> None:
    found = demo("demo", turns=[], search="?day=2026-11-28&game=none", variant="none", steps=[["pass", 5000]])
    assert shown(found, "switchedOff") == [NO_DAY["refusal"]] and found["rounds"] == 0 and not found["isOn"]
    found = demo("demo", turns=[], search="?day=2027-11-28&game=farkle", steps=[["send", 1, True]])
    assert shown(found, "switchedOff") == [NOT_YET["refusal"]] and shown(found, "press") == []


def test_a_console_stops_when_another_tab_plays_with_its_files(demo: Run) -> None:
    steps = [["owner", "another tab"], ["pass", 1000], ["send", 1, True], ["pass", 5000]]
    found = demo("demo", turns=[], steps=steps)
    assert shown(found, "switchedOff") == ["Sixpip is open in another tab now. Reload this page to play here."]
    assert found["rounds"] == 1 and not found["isOn"] and shown(found, "press") == []


@pytest.mark.parametrize(
    ("room", "remedy"), [(9999, "The game is saved. "), (100, "The game is not saved: the storage of this browser is ")]
)
def test_a_crash_says_whether_the_game_is_saved(room: int, remedy: str, demo: Run) -> None:
    turns = [{"write": {"game": "x" * 200}}, {"crash": "a fault"}]
    found = demo("demo", turns=turns, room=room, steps=[["pass", 2000], ["pass", 5000]])
    (trace, sentence) = shown(found, "showCrash")[0]
    assert trace == "a fault" and sentence.startswith(remedy) and found["rounds"] == 2 and not found["isOn"]
    assert (NOT_SAVED in shown(found, "showNotice")) == (room == 100)


def test_a_game_that_is_over_is_offered_as_a_link_until_another_one_begins(demo: Run) -> None:
    path = "/saves/logs/game-1.log"
    turns = [{"write": {"logs/game-1.log": GAME}}, {"finished": path}, {"finished": path}, {}]
    found = demo("demo", turns=turns, steps=[["pass", 3000]])
    assert shown(found, "showFinished") == [f"https://example.org/demo/game.html#{codec.encode(GAME)}", ""]


def test_the_page_of_the_days_is_opened_when_its_game_is_left(demo: Run) -> None:
    turns = [{}, {"left": True, "finished": "/none", "write": {"game": "parked"}}]
    found = demo("demo", turns=turns, search="?day=2026-11-28&game=farkle", steps=[["pass", 5000]])
    assert found["replaced"] == "day.html" and found["rounds"] == 2
    assert found["stored"]["game"] == "parked", "what is saved when it is left"


@pytest.mark.parametrize(
    ("kind", "words"), [("duel", "A duel by link"), ("again", "A game with the dice of another one")]
)
def test_a_duel_or_a_challenge_is_played_in_the_console_and_leads_to_its_page(kind: str, words: str, demo: Run) -> None:
    turns = [{}, {"left": True, "finished": "/none", "write": {"game": "x"}}]
    items = {f"sixpip {kind} /demo/ ab-1": json.dumps({kind: "log"}), "sixpip streak /demo/": "{}"}
    found = demo("demo", turns=turns, search=f"?{kind}=ab-1", items=items, steps=[["pass", 5000]])
    assert shown(found, "start") == [["/saves", False, "", "", kind]] and shown(found, "showDay") == [words]
    assert found["replaced"] == f"{kind}.html?{kind}=ab-1" and found["switches"] == ""
    assert found["stored"] == {kind: "log", "game": "x"} and shown(found, "showFinished") == []
    none = demo("demo", turns=[], search=f"?{kind}=none", variant="none", steps=[["pass", 5000]])
    assert shown(none, "switchedOff") == ["This game is not in this browser: open its link again."]


@pytest.mark.parametrize(("day", "is_noted"), [("2026-11-28", True), ("2026-11-27", False)])
def test_a_game_of_today_that_is_over_counts_for_the_streak(day: str, is_noted: bool, demo: Run) -> None:
    path = "/saves/logs/game-1.log"
    turns = [{"write": {"logs/game-1.log": GAME}}, {"finished": path}]
    search = f"?day={day}&game=farkle"
    found = demo("demo", turns=turns, search=search, items={}, steps=[["pass", 3000], ["item", STREAK]])
    ((_, noted),) = shown(found, "item")
    assert json.loads(noted or "null") == ({"first": day, "last": day} if is_noted else None)


def test_the_games_apart_have_addresses_pages_and_files_of_their_own(demo: Run) -> None:
    duel, again = {"kind": "duel", "id": "abc"}, {"kind": "again", "id": "A-b_9"}
    queries = ["?duel=abc", "?x=1&again=A-b_9", "?duel=", "?duel=a.b", "", f"?day={DAY['date']}&game=farkle"]
    texts = ["game", "D\u00d6RTE \U0001f3b2"]
    found = demo("apart", queries=queries, games=[duel, again], texts=texts, items={"sixpip duel /demo/ b": "x"})
    assert found["found"] == [duel, again, None, None, None, DAY]
    assert found["items"] == ["sixpip duel /demo/ abc", "sixpip again /demo/ A-b_9"]
    assert found["pages"] == ["duel.html?duel=abc", "again.html?again=A-b_9"]
    assert found["consoles"] == ["./?duel=abc", "./?again=A-b_9"]
    assert found["before"] == [None, None] and found["stored"] == [True, True]
    assert found["after"] == [{"duel": "abc"}, {"duel": "A-b_9"}] and found["listed"] == []
    assert {"sixpip owner /demo/ duel", "sixpip owner /demo/ again"} <= {*found["left"]}
    assert [text for _, text in found["texts"]] == texts
    assert all(ord(letter) < 256 for stored_text, _ in found["texts"] for letter in stored_text)


def test_the_last_sixty_duels_of_a_browser_are_kept_the_last_one_first(demo: Run) -> None:
    items = {f"sixpip duel /demo/ d{number}": json.dumps({"opened": str(number)}) for number in range(70)}
    items |= {"sixpip duel /demo/ d1 damaged": "x", "sixpip duel /other/ d": "{}"}
    found = demo("apart", items=items)
    assert found["listed"] == [f"d{number}" for number in range(69, 9, -1)]
    assert len([name for name in found["left"] if re.fullmatch(r"sixpip duel /demo/ d\d+", name)]) == 60


def test_a_browser_that_blocks_its_storage_has_no_games_apart(demo: Run) -> None:
    found = demo("apart", games=[{"kind": "duel", "id": "abc"}], isBlocked=True)
    assert (found["listed"], found["before"], found["stored"], found["after"]) == ([], [None], [False], [None])


def test_a_copy_starts_the_console_again_with_its_files(demo: Run) -> None:
    found = demo("demo", turns=[], steps=[["load", [["game", "x"], ["../y", ""]]], ["pass", 999]])
    assert shown(found, "loaded") == [["../y"]] and len(shown(found, "start")) == 2 and found["rounds"] == 2


def test_the_console_of_the_demo_starts_with_the_firmware_of_its_own_build(demo: Run) -> None:
    found = demo("demo", turns=[], steps=[], hasWorkers=True)
    assert found["contents"] == ["abc", "de"] and found["path"] == "import sys\nsys.path[:] = ['/']"
    assert found["options"]["heapsize"] == 4 << 20 and found["options"]["url"].endswith("/page/micropython.wasm")
    assert found["fetched"] == [["firmware.bin", {"cache": "no-cache", "integrity": "sha256-of-this-build"}]]
    assert found["registered"] == ["sw.js"] and found["isOn"]
    assert demo("demo", turns=[], steps=[], isAlone=True)["fetched"] == [["firmware.bin", {"cache": "no-cache"}]]


def test_a_table_of_the_firmware_is_made_of_the_differences_of_its_numbers(demo: Run) -> None:
    differences = differences_in(b"a\x01zz\x00q")
    packed = gzip.compress(b'{"one.mpy":-6,"sixpip/two.mpy":2}\n' + differences + b"de")
    found = demo("demo", turns=[], steps=[], firmware=base64.b64encode(packed).decode())
    assert found["contents"] == ["a\x01zz\x00q", "de"]


def test_a_console_that_does_not_start_says_so_and_which_file_is_to_blame(demo: Run) -> None:
    remedy = "The console did not start, and no save was deleted. Reload this page to try again."
    for is_alone, blamed in ((False, "the fault"), (True, "")):
        found = demo("demo", turns=[], steps=[["send", 1, True], ["pass", 5000]], fails=True, isAlone=is_alone)
        assert shown(found, "showCrash") == [["MicroPython does not start", remedy]]
        assert shown(found, "showNotice") == [blamed] and found["rounds"] == 0 and not found["isOn"]


def test_all_leds_and_all_of_the_oled_are_shown_also_after_the_memory_has_grown(demo: Run) -> None:
    words = [0] * 1532 + [7, 30, 10, 20]
    turns: list[dict[str, Any]] = [{"words": words, "pause": 40}, {"last": 9, "grows": True, "pause": 40}, {"last": 8}]
    found = demo("demo", turns=turns, steps=[["pass", 80]])
    assert found["ends"] == [
        ["showOled", 1024, 0, 0, 0], ["showTiles", 1152, 10, 20, 30], ["showOled", 1024, 0, 0, 9],
        ["showOled", 1024, 0, 0, 8],
    ]  # fmt: skip


def test_tones_and_random_numbers_of_the_console_are_those_of_the_page(demo: Run) -> None:
    found = demo("demo", turns=[], steps=[["tone", 440, 2, 5000], ["random", 100, 64]])
    assert shown(found, "sound") == [[440, 2, 5000]]
    ((given, first, last),) = [call for call in shown(found, "random") if call]
    assert given is None and 100 <= first < 116 and 148 <= last < 164


def test_a_press_is_shown_at_once_and_a_release_with_the_next_round(demo: Run) -> None:
    steps = [["send", 6, True], ["pass", 0], ["send", 6, False], ["pass", 0], ["pass", 999], ["pass", 1]]
    found = demo("demo", turns=[], steps=steps)
    assert shown(found, "press") == [[6, True], [6, False]] and found["rounds"] == 3


def test_a_console_that_has_crashed_is_not_read_any_more(demo: Run) -> None:
    for fault in ({"crash": "a fault"}, {"text": "a fault"}):
        turns = [{"pause": 10}, {"oled": 5, "pause": 40}, {"oled": 6, "pause": 10}, fault]
        found = demo("demo", turns=turns, steps=[["pass", 5000]])
        assert shown(found, "showCrash") == [["a fault", "The game is saved. Reload this page to play on."]]
        assert len([each for each in shown(found, "showWords") if "lines" in each]) == 1 and found["rounds"] == 4


def test_a_copy_is_not_loaded_in_a_tab_that_has_not_the_files_or_without_room(demo: Run) -> None:
    found = demo("demo", turns=[], steps=[["owner", "another tab"], ["load", [["game", "x"]]], ["pass", 0]])
    assert shown(found, "refused") == ["Sixpip is open in another tab now. Reload this page to play here."]
    assert len(shown(found, "start")) == 1 and found["isOn"]
    found = demo("demo", turns=[], room=200, steps=[["load", [["game", "x" * 300]]], ["pass", 1000]])
    assert shown(found, "loaded") == [None] and len(shown(found, "start")) == 1 and found["rounds"] == 2


def test_a_game_of_the_day_that_is_over_has_the_link_of_its_day(demo: Run) -> None:
    path = "/saves/logs/game-1.log"
    turns = [{"write": {"logs/game-1.log": GAME}, "finished": path}]
    found = demo("demo", turns=turns, search="?day=2026-11-28&game=farkle", steps=[])
    address = "https://example.org/demo/game.html?day=2026-11-28#"
    assert shown(found, "showFinished") == [address + codec.encode(GAME)]
    found = demo("demo", turns=[{"write": {"logs/game-1.log": GAME + "gap\n"}, "finished": path}], steps=[])
    assert shown(found, "showFinished") == [""]


def test_the_console_of_make_play_is_shown_and_connects_again_when_it_was_switched_off(simulator: Run) -> None:
    reports = [
        {"rest": "off"},
        {"typing": "letters"},
        {"lines": ["x"]},
        {"dice": None},
        {"crash": "Traceback"},
    ]
    received = [*map(json.dumps, reports), [0, 7, 8], [1, 9], [2, 0xB8, 1, 2, 4, 3, 2, 1], [3, 1]]
    found = simulator("socket", sent=[[6, True], [6, False], [65, True]], received=received, wait=700)
    assert found["sent"] == [[[6, 1], [6, 0], [65, 1]], []]
    assert found["addresses"] == ["ws://127.0.0.1:8617/console"] * 2
    names = {name: shown(found, name) for name in {call[0] for call in found["shown"]}}
    off = "The console is switched off. Start it with \u201cmake play\u201d: this page reconnects automatically."
    remedy = "The game is saved. Press Ctrl-C in the terminal, then start again with \u201cmake play\u201d."
    assert names == {
        "switchedOn": [None],
        "showRest": ["off"],
        "showTyping": ["letters"],
        "showWords": [{"lines": ["x"]}, {"dice": None}],
        "showCrash": [["Traceback", remedy]],
        "showTiles": [[7, 8]],
        "showOled": [[9]],
        "sound": [[440, 2, 0x01020304]],
        "switchedOff": [off],
    }
    assert len(simulator("socket", sent=[], received=[], wait=699)["sent"]) == 1


def test_make_play_offers_the_link_to_a_game_that_is_over_and_says_that_one_is_played_on_another_page(
    simulator: Run,
) -> None:
    reports = [{"finished": GAME}, {"finished": GAME}, {"finished": ""}, {"elsewhere": True}, {"elsewhere": False}]
    found = simulator("socket", sent=[], received=[*map(json.dumps, reports)], wait=1)
    assert shown(found, "showFinished") == [f"https://example.org/demo/game.html#{codec.encode(GAME)}", ""]
    sentence = "A game apart is played on another page. The console goes on here when that page is closed."
    assert shown(found, "showNotice") == [sentence, ""]


@pytest.mark.parametrize(
    ("search", "wanted", "item", "page", "words"),
    [
        ("?duel=abc", {"kind": "duel", "id": "abc"}, "sixpip duel /demo/ abc", "duel.html?duel=abc", "A duel by link"),
        ("?day=2026-11-01&game=pure", {"date": "2026-11-01", "variant": "pure"}, "sixpip day /demo/ 2026-11-01 pure",
         "day.html", "Game of the day, November 1, 2026"),
    ],
)  # fmt: skip
def test_make_play_opens_a_game_apart_with_its_files_and_stores_them_until_it_is_left(
    search: str, wanted: "dict[str, str]", item: str, page: str, words: str, simulator: Run
) -> None:
    received = [*map(json.dumps, [{"files": {"game": "1"}}, {"files": {"game": "2"}}, {"left": True}])]
    items = {item: json.dumps({"duel": "x"})}
    found = simulator("socket", sent=[[6, True]], received=received, wait=1, search=search, items=items)
    assert found["addresses"] == ["ws://127.0.0.1:8617/apart"]
    first, press = found["sent"][0]
    assert json.loads(first) == {**wanted, "files": {"duel": "x"}} and press == [6, 1]
    assert json.loads(found["stored"][item]) == {"game": "2"}
    assert found["replaced"] == page and shown(found, "showDay") == [words]


@pytest.mark.parametrize(
    ("search", "report", "sentence"),
    [
        ("?duel=abc", "unknown", "This game is not in this browser: open its link again."),
        ("?day=2026-11-01&game=x", "unknown",
         "This address is of no game of the day: choose a game on the page Game of the day."),
        ("?again=abc", "taken", "Another page plays now. Reload this page to play here."),
    ],
)  # fmt: skip
def test_a_page_of_make_play_that_cannot_play_a_game_apart_says_why_and_does_not_connect_again(
    search: str, report: str, sentence: str, simulator: Run
) -> None:
    found = simulator("socket", sent=[], received=[json.dumps({report: True})], wait=2000, search=search)
    assert shown(found, "switchedOff") == [sentence] and len(found["addresses"]) == 1


# ---- a shared game, and the list of the games


def step(player: int, words: str, scores: list[int], ends: bool = False, to_start: bool = False) -> dict[str, Any]:
    return {"player": player, "words": words, "scores": scores, "ends": ends, "throwsToStart": to_start}


ABOUT: dict[str, Any] = {
    "hasPips": True,
    "title": "Pure",
    "names": ["ANNA", "BEN"],
    "unit": "thousandths of a game",
    "variant": "pure",
    "isOfDay": False,
    "rules": "",
    "scores": [0, 0],
    "over": True,
    "winner": 1,
    "steps": [
        step(0, "rolls 2 for the start", [0, 0], to_start=True),
        step(1, "rolls 5 for the start", [0, 0], to_start=True),
        step(1, "rolls 1 1 1 2 3 4", [0, 0]),
        step(1, "banks 1 000", [0, 1000], ends=True),
        step(0, "rolls 2 2 3 3 4 6: bust", [0, 1000], ends=True),
        step(1, "rolls 5 2 2", [0, 1000]),
    ],
}
ALONE = {**ABOUT, "names": ["ANNA"], "unit": "points", "scores": [0], "winner": 0, "steps": [
    step(0, "banks 12 000", [12000], ends=True), step(0, "banks 50", [12050], ends=True),
]}  # fmt: skip


def decision(loss: float, best: str = "bank") -> dict[str, Any]:
    return {"chosen": "roll", "best": best, "loss": loss}


JUDGED = [
    {"rows": [None, None, decision(0.049)], "ratings": None},
    {"rows": [decision(12.25), None, decision(0.05)], "ratings": [[0, 0], [3, 4.125]]},
]


def open_game(demo: Run, game: "dict[str, Any]", steps: "list[list[Any]] | None" = None, **job: Any) -> Any:
    """What game.html shows of a game; `steps`: what the visitor does."""
    given = {"judged": JUDGED if game is ABOUT else [{"rows": [None] * 2, "ratings": [[0, 0]]}], **job}
    return demo("shared", game=game, steps=steps or [], hash=f"#{codec.encode(GAME)}", **given)


def test_a_shared_game_is_shown_turn_by_turn_with_what_each_decision_cost(demo: Run) -> None:
    visitor: list[list[Any]] = [
        ["pass", 0], ["next", "click"], ["next", "click"], ["next", "click"], ["before", "click"],
        ["turn", "input", "0"], ["worst", "click", 1], ["before", "click"],
    ]  # fmt: skip
    found = open_game(demo, ABOUT, visitor)
    assert found["opened"] == [[GAME, ""]] and found["replaced"] == f"/demo/#{codec.encode(GAME)}"
    assert (found["title"], found["about"], found["status"]) == ("Pure", "ANNA, BEN", "BEN wins.")
    assert (found["unit"], found["hidden"]) == ("thousandths of a game", ["list", "same", "send"]) and found[
        "most"
    ] == 2
    looks = found["looks"]
    titles = [
        "Turn 1 of 3: BEN, 0 \u2192 1 000",
        "Turn 2 of 3: ANNA, 0 \u2192 0",
        "Turn 3 of 3: BEN, 1 000 \u2192 1 000",
    ]
    assert [look["title"] for look in looks] == [titles[turn] for turn in (0, 1, 2, 2, 1, 0, 2, 1)]
    assert [(look["before"], look["next"]) for look in looks[:4]] == [
        (True, False),
        (False, False),
        (False, True),
        (False, True),
    ]
    assert looks[0]["steps"] == [
        "ANNA rolls 2 for the start",
        "BEN rolls 5 for the start",
        "rolls 1 1 1 2 3 4Master would do the same.",
        "banks 1 000Master: bank. It cost about 12.3.",
    ]
    advice = [name for name in looks[0]["classes"] if name and name.startswith("advice")]
    dice = [name for name in looks[0]["classes"] if name and name.startswith("die")]
    assert advice == ["advice", "advice costs"] and dice == [f"die pips-{face}" for face in "25111234"]
    assert looks[2]["steps"] == ["rolls 5 2 2Master: bank. It cost about 0.1."]
    assert found["ratings"] == [["ANNA", "\u2013", "0", "0"], ["BEN", "about 4.1", "3", "1 000"]]
    assert [text.partition(" It cost")[0] for text in found["worst"]] == ["BEN: roll; better: bank."] * 2
    assert found["worst"][0].endswith("It cost about 12.3. Show turn 1") and found["worst"][1].endswith("Show turn 3")
    assert {"ANNA 0", "BEN 1 000", "error rating \u2013", "error rating about 4.1"} <= {*found["drawn"]}


def test_a_game_is_shown_while_it_is_judged_with_how_much_is_done(demo: Run) -> None:
    found = open_game(demo, ABOUT, [["next", "click"]])
    assert found["looks"][0]["judging"] == "The decisions are being judged: 50 % done." and "rated" in found["hidden"]
    assert found["ratings"] == [] and found["isReady"]


def test_the_five_decisions_that_cost_most_are_listed_or_that_none_did(demo: Run) -> None:
    losses = [1, 7, 3, 5, 2, 6]
    judged = [{"rows": [decision(loss, f"best {loss}") for loss in losses], "ratings": [[3, 1], [3, 1]]}]
    found = open_game(demo, ABOUT, [["pass", 0]], judged=judged)
    assert [text.partition("better: ")[2][:6] for text in found["worst"]] == [
        f"best {loss}" for loss in (7, 6, 5, 3, 2)
    ]
    judged = [{"rows": [decision(0.04)] * 6, "ratings": [[3, 0.04], [3, 0.04]]}]
    assert open_game(demo, ABOUT, judged=judged)["worst"] == ["None: no decision cost anything."]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"over": False, "winner": -1}, "The game is not finished."),
        ({"winner": -1}, "No one wins."),
        ({"winner": 0}, "ANNA wins."),
    ],
)
def test_the_page_says_how_a_game_has_ended_and_by_which_rules_it_was_played(
    changes: dict[str, Any], sentence: str, demo: Run
) -> None:
    judged = [{"rows": [None] * 6, "ratings": [[0, 0], [0, 0]]}]
    found = open_game(demo, {**ABOUT, "rules": "Target 500", **changes}, judged=judged)
    assert found["status"] == sentence and found["about"] == "ANNA, BEN \u00b7 house rules: Target 500"


def test_the_result_of_a_game_is_copied_with_its_link_the_best_player_first(demo: Run) -> None:
    found = open_game(demo, ABOUT, [["copy", "click"]])
    assert found["copied"] == ["Sixpip, Pure: BEN 1 000, ANNA 0\nhttps://example.org/demo/"]
    assert found["looks"][0]["status"] == "Copied: paste it where you want to send it."
    blocked = open_game(demo, ABOUT, [["copy", "click"]], isBlocked=True)
    assert blocked["looks"][0]["status"].startswith("Copy the link in the address bar")


@pytest.mark.parametrize("words", ["duel=abc", "beat=2"])
def test_the_link_of_a_duel_or_a_challenge_opens_its_game_too(words: str, demo: Run) -> None:
    marked = codec.encode(GAME.replace("\n", f" {words}\n", 1))
    judged = [{"rows": [None] * 6, "ratings": [[0, 0], [0, 0]]}]
    found = demo("shared", game=ABOUT, judged=judged, hash=f"#{marked}")
    assert found["opened"] == [[GAME, ""]]


def test_a_game_with_a_date_that_there_is_not_is_opened_without_it(demo: Run) -> None:
    found = open_game(demo, ABOUT, search="?day=2026-02-30")
    assert found["opened"] == [[GAME, ""]] and found["replaced"] == f"/demo/#{codec.encode(GAME)}"
    assert found["status"] == "BEN wins. Its dice are not those of the game of that day."


@pytest.mark.parametrize("is_of_day", [True, False])
def test_a_game_of_the_day_says_so_and_leads_to_the_same_dice_or_says_that_it_has_others(
    is_of_day: bool, demo: Run
) -> None:
    game = {**ALONE, "isOfDay": is_of_day}
    judged = [{"rows": [decision(1), decision(3)], "ratings": [[2, 2]]}]
    found = open_game(demo, game, [["pass", 0], ["copy", "click"]], search="?day=2026-11-28", judged=judged)
    assert found["opened"] == [[GAME, "2026-11-28"]] and found["replaced"].startswith("/demo/?day=2026-11-28#1")
    result = "12 050 points in 2 turns."
    (copied,) = found["copied"]
    if is_of_day:
        assert (found["about"], found["looks"][0]["status"]) == ("Game of the day, November 28, 2026", result)
        assert found["same"] == "./?day=2026-11-28&game=pure" and "same" not in found["hidden"]
        start = "Sixpip, game of the day 2026-11-28, Pure: 12 050 points in 2 turns, error rating about 2.0 points\n"
    else:
        others = " Its dice are not those of the game of that day."
        assert (found["about"], found["looks"][0]["status"]) == ("ANNA", result + others) and "same" in found["hidden"]
        start = "Sixpip, Pure: 12 050 points in 2 turns\n"
    assert copied.startswith(start)


def test_a_link_that_cannot_be_shown_is_one_sentence(demo: Run) -> None:
    cases: dict[str, dict[str, Any]] = {
        codec.DAMAGED: {"hash": "#1AAAA"},
        "This page does not open inside another one: open its link in a tab of its own.": {
            "isFramed": True,
            "hash": "#1",
        },
    }
    for sentence, job in cases.items():
        found = demo("shared", game={}, judged=[], **job)
        assert found["status"] == sentence and "game" in found["hidden"] and found["opened"] == []
    assert open_game(demo, {"error": "There is no variant"})["status"] == "There is no variant."
    assert open_game(demo, ABOUT, fails=True, fault="A fault.")["status"] == "A fault."
    assert open_game(demo, ABOUT, fails=True)["status"].startswith("The game cannot be shown, because a file")


def test_without_a_link_the_games_in_this_browser_are_listed_the_last_one_first(demo: Run) -> None:
    other = GAME.replace("game pure", "game own").replace("# ANNA, BEN\n", "")
    files = {
        "logs/game-1.log": GAME,
        "logs/game-2.log": other,
        "logs/game-10.log": f"{GAME}gap\n",
        "logs/game-3.log": "x",
    }
    items = {ITEM: json.dumps(files)}
    for date in ("2026-11-27", "2026-11-28"):
        items[f"sixpip day /demo/ {date} farkle"] = json.dumps({"logs/game-1.log": GAME.replace("pure", "farkle")})
    found = demo("shared", game={}, judged=[], items=items)
    address = "https://example.org/demo/game.html"
    day = codec.encode(GAME.replace("pure", "farkle"))
    assert found["links"] == [
        ["Pure: ANNA, BEN (too long for a link)", None],
        ["own: one player", f"{address}#{codec.encode(other)}"],
        ["Pure: ANNA, BEN", f"{address}#{codec.encode(GAME)}"],
        ["Game of the day, November 28, 2026: Farkle", f"{address}?day=2026-11-28#{day}"],
        ["Game of the day, November 27, 2026: Farkle", f"{address}?day=2026-11-27#{day}"],
    ]
    assert "list" not in found["hidden"] and found["status"] == "" and found["isReady"]
    empty = demo("shared", game={}, judged=[], hash="#")
    assert empty["status"].startswith("There is no game to show: open a link") and "list" in empty["hidden"]


def test_the_page_of_the_days_links_to_each_game_and_to_what_was_played_today(demo: Run) -> None:
    item = "sixpip day /demo/ 2026-11-28 "
    twice = {"logs/game-1.log": GAME, "logs/game-2.log": f"{GAME}roll 2 2 3\n", "logs/game-3.log": f"{GAME}gap\n"}
    items = {f"{item}pure": json.dumps({"logs/game-1.log": GAME}), f"{item}farkle": json.dumps(twice)}
    found = demo("day", variants=["pure", "farkle", "zilch"], items=items)
    address = "https://example.org/demo/game.html?day=2026-11-28#"
    first, second = address + codec.encode(GAME), address + codec.encode(twice["logs/game-2.log"])
    assert found["date"] == "November 28, 2026" and found["hidden"] is False and found["isReady"]
    assert found["links"] == [
        [["PURE", "./?day=2026-11-28&game=pure", None], ["Your game", first, "PURE: your game"]],
        [
            ["FARKLE", "./?day=2026-11-28&game=farkle", None],
            ["Your game 1", first, "FARKLE: your game 1"],
            ["Your game 2", second, "FARKLE: your game 2"],
        ],
        [["ZILCH", "./?day=2026-11-28&game=zilch", None]],
    ]
    framed = demo("day", variants=["pure"], isFramed=True)
    assert (
        framed["hidden"] is True
        and framed["isReady"]
        and framed["status"].startswith("This page does not open inside another one")
    )


@pytest.mark.parametrize(
    ("first", "last", "sentence"),
    [
        ("2026-11-26", "2026-11-28", "You have finished a game of the day on 3 days in a row."),
        ("2026-11-28", "2026-11-28", "You have finished a game of the day today."),
        (
            "2026-11-26",
            "2026-11-27",
            "You have finished a game of the day on 2 days in a row. Finish one today to make it 3 days in a row.",
        ),
        (
            "2026-11-27",
            "2026-11-27",
            "You finished a game of the day yesterday. Finish one today to make it 2 days in a row.",
        ),
        ("2026-11-20", "2026-11-26", ""),
        ("2026-11-28", "2026-11-27", ""),
        ("x", "2026-11-28", ""),
    ],
)
def test_the_page_of_the_days_shows_on_how_many_days_in_a_row_a_game_was_finished(
    first: str, last: str, sentence: str, demo: Run
) -> None:
    items = {STREAK: json.dumps({"first": first, "last": last})}
    assert demo("day", variants=[], items=items)["streak"] == sentence


def test_a_streak_goes_on_with_the_next_day_and_ends_with_one_that_is_missed(demo: Run) -> None:
    steps = [
        ["on", "2026-02-27"], ["finish", "2026-02-27"], ["on", "2026-02-27"], ["on", "2026-02-28"],
        ["finish", "2026-02-28"], ["finish", "2026-02-28"], ["finish", "2026-03-01"], ["finish", "2026-02-28"],
        ["on", "2026-03-01"], ["on", "2026-03-02"], ["on", "2026-03-03"], ["finish", "2026-03-03"],
        ["on", "2026-03-03"],
    ]  # fmt: skip
    found = [each for each in demo("streak", steps=steps) if each is not None]
    assert found == [
        [0, ""], [1, "2026-02-27"], [1, "2026-02-27"], [3, "2026-03-01"], [3, "2026-03-01"], [0, ""],
        [1, "2026-03-03"],
    ]  # fmt: skip
    assert demo("streak", steps=[["finish", "2026-03-03"], ["on", "2026-03-03"]], isBlocked=True)[1] == [0, ""]


@pytest.mark.parametrize(
    ("last", "hash_of_own", "words"),
    [("2026-11-28", True, ", 4 days in a row"), ("2026-11-28", False, ""), ("2026-11-27", True, "")],
)
def test_the_result_of_an_own_game_of_the_day_names_the_days_in_a_row(
    last: str, hash_of_own: bool, words: str, demo: Run
) -> None:
    log = GAME if hash_of_own else GAME + "roll 2 2 3\n"
    items = {
        STREAK: json.dumps({"first": f"2026-11-{int(last[-2:]) - 3}", "last": last}),
        "sixpip day /demo/ 2026-11-28 pure": json.dumps({"logs/game-1.log": log}),
    }
    judged = [{"rows": [None] * 2, "ratings": [[0, 0]]}]
    given = f"game.html?day=2026-11-28#{codec.encode(GAME)}"
    found = open_game(
        demo, {**ALONE, "isOfDay": True}, [["copy", "click"]], judged=judged, search="?day=2026-11-28", items=items,
        href=given,
    )  # fmt: skip
    (copied,) = found["copied"]
    assert copied.startswith(f"Sixpip, game of the day 2026-11-28, Pure: 12 050 points in 2 turns{words}\n")


PICTURE = base64.b64encode(b"picture of curves").decode()


def test_the_picture_of_a_game_is_saved_and_its_address_is_released_a_second_later(demo: Run) -> None:
    looks = open_game(demo, ABOUT, [["save", "click"], ["pass", 999], ["pass", 1]])["looks"]
    assert [look["downloads"] for look in looks] == [[["sixpip-game.png", PICTURE]]] * 3
    assert [look["blobs"] for look in looks] == [1, 1, 0]


@pytest.mark.parametrize("shares", ["never", "refused", "always", None])
def test_the_picture_of_a_game_is_sent_where_the_browser_can_send_it(shares: "str | None", demo: Run) -> None:
    steps = [["send", "click"]] if shares in ("refused", "always") else []
    found = open_game(demo, ABOUT, steps, **({} if shares is None else {"shares": shares}))
    picture = {"name": "sixpip-game.png", "type": "image/png", "others": 0}
    assert found["first"] == ([] if shares is None else [["can", {**picture, "size": 0}]])
    assert ("send" in found["hidden"]) == (shares in ("never", None))
    if steps:
        assert found["looks"][0]["sent"] == [["share", {**picture, "size": len(b"picture of curves")}]]
        assert found["looks"][0]["status"] == "BEN wins."


def test_a_result_that_cannot_be_copied_is_copied_by_hand_also_where_there_is_no_clipboard(demo: Run) -> None:
    by_hand = "Copy the link in the address bar: this browser does not let the page copy it."
    assert open_game(demo, ABOUT, [["copy", "click"]], hasNoClipboard=True)["looks"][0]["status"] == by_hand
    assert open_game(demo, ABOUT, [["copy", "click"]], isBlocked=True)["looks"][0]["status"] == by_hand


def test_the_slider_the_buttons_and_the_list_of_decisions_show_the_same_turn(demo: Run) -> None:
    visitor: list[list[Any]] = [
        ["pass", 0], ["worst", "click", 1], ["before", "click"], ["worst", "click", 0], ["turn", "input", "2"],
        ["turn", "input", "1"], ["window", "hashchange"],
    ]  # fmt: skip
    looks = open_game(demo, ABOUT, visitor)["looks"]
    assert [look["turn"] for look in looks] == [0, 2, 1, 0, 2, 1, 1]
    assert [look["title"][:6] for look in looks] == [f"Turn {turn}" for turn in (1, 3, 2, 1, 3, 2, 2)]
    assert [look["scrolled"] for look in looks[:2]] == [False, True]
    assert [look["isReloaded"] for look in looks[-2:]] == [False, True]


def test_decisions_are_shown_as_soon_as_they_are_judged_and_the_table_when_all_are(demo: Run) -> None:
    judged = [
        {"rows": [decision(7)], "ratings": None},
        {"rows": [None, decision(0.05), None], "ratings": None},
        {"rows": [None, decision(3)], "ratings": [[1, 7], [0, 0]]},
    ]
    found = open_game(demo, ABOUT, [["before", "click"], ["pass", 0], ["next", "click"]], judged=judged)
    first, second, third = found["looks"]
    assert first["judging"] == "The decisions are being judged: 16 % done." and second["judging"] == ""
    assert first["steps"][0] == "ANNA rolls 2 for the startMaster: bank. It cost about 7.0."
    assert first["steps"][1:] == ["BEN rolls 5 for the start", "rolls 1 1 1 2 3 4", "banks 1 000"]
    assert second["steps"][2] == "rolls 1 1 1 2 3 4Master: bank. It cost about 0.1." and third["title"].startswith(
        "Turn 2"
    )
    assert found["ratings"] == [["ANNA", "about 7.0", "1", "0"], ["BEN", "\u2013", "0", "1 000"]]
    assert found["heads"] == ["row", "row"] and found["hidden"] == ["list", "same", "send"]
    assert [text.rpartition(". ")[2] for text in found["worst"]] == ["Show turn 1", "Show turn 3", "Show turn 1"]
    assert found["worst"][1].startswith("BEN: roll; better: bank. It cost about 3.0. ")
    assert found["documentTitle"] == "Sixpip: Pure, ANNA, BEN"


def test_a_game_without_a_turn_shows_its_scores_at_the_start(demo: Run) -> None:
    game = {**ABOUT, "steps": [], "scores": [500, 0], "over": False, "winner": -1}
    found = open_game(
        demo, game, [["copy", "click"], ["next", "click"]], judged=[{"rows": [], "ratings": [[0, 0], [0, 0]]}]
    )
    assert found["copied"] == ["Sixpip, Pure: ANNA 500, BEN 0\nhttps://example.org/demo/"]
    assert found["looks"][1]["title"] == "" and found["worst"] == ["None: no decision cost anything."]
    alone = {**ALONE, "steps": [], "scores": [0]}
    found = open_game(demo, alone, [["copy", "click"]], judged=[{"rows": [], "ratings": [[0, 0]]}])
    assert found["copied"][0].startswith("Sixpip, Pure: 0 points in 0 turns\n")


def test_a_page_of_which_a_file_is_missing_says_so_also_when_nothing_explains_it(demo: Run) -> None:
    sentence = "The game cannot be shown, because a file of this page did not load: reload the page."
    found = open_game(demo, ABOUT, fails=True, isAlone=True)
    assert (found["status"], found["isReady"]) == (sentence, True) and "game" in found["hidden"]
    unjudged = open_game(demo, ABOUT, judged=[])
    assert unjudged["status"] == sentence and "game" in unjudged["hidden"]
    shown = open_game(demo, ABOUT, isAlone=True)
    assert shown["status"] == "BEN wins." and shown["opened"] == [[GAME, ""]]


def test_the_picture_of_the_scores_is_drawn_at_once_and_again_with_the_ratings(demo: Run) -> None:
    judged = [{"rows": [None], "ratings": None}, {"rows": [None] * 5, "ratings": [[1, 0.04], [2, 12.35]]}]
    drawn = open_game(demo, ABOUT, judged=judged)["drawn"]
    assert drawn.count("Sixpip: Pure") == 1 and not any(text.startswith("error") for text in drawn)
    drawn = open_game(demo, ABOUT, [["pass", 0]], judged=judged)["drawn"]
    assert drawn.count("Sixpip: Pure") == 2
    assert [text for text in drawn if text.startswith("error")] == ["error rating about 12.3", "error rating about 0.0"]


# ---- copies


SAVES = [["game", "saved \xff"], ["settings", "s"]]
BACKUP_WORDS = install_page.files_with({}, "")[install_page.BACKUP_FILE].decode()
NOT_ONE = " Choose a file that Save a copy has made."


def copies(demo: Run, *steps: list[Any], **job: Any) -> Any:
    """What the page shows of the copies, and what it hands to the console."""
    return demo(
        "copies", steps=steps, description=BACKUP_WORDS, **{"files": SAVES, "now": "2026-11-28T12:34:56Z", **job}
    )


def zipped(*files: tuple[str, bytes]) -> str:
    """A .zip with these files, as base64."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files:
            archive.writestr(name, content)
    return base64.b64encode(packed.getvalue()).decode()


def test_a_copy_of_all_saves_is_downloaded_and_named_by_the_time(demo: Run) -> None:
    name = "sixpip-2026-11-28-123456.zip"
    found = copies(demo, ["save"], ["pass", 59_999], ["pass", 1], zone="UTC")
    saved, before, after = found["found"]
    assert saved["status"].startswith(f"A copy of your games was saved as {name}.")
    (download,) = saved["downloads"]
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(download[1]))) as archive:
        files = {each: archive.read(each) for each in archive.namelist()}
    assert download[0] == name and files == {"game": b"saved \xff", "settings": b"s"}
    assert (saved["blobs"], before["blobs"], after["blobs"]) == (1, 1, 0) and saved["asked"] == ["install-backup.json"]
    (empty,) = copies(demo, ["save"], files=[])["found"]
    assert empty["status"] == "There are no games to save yet." and empty["downloads"] == []


def test_a_copy_is_loaded_when_the_visitor_agrees_our_records_first(demo: Run) -> None:
    copy = zipped(("notes.txt", b"n"), ("a.txt", b"a"), ("logs/game-1.log", b"\xff"), ("game", b"g"))
    first, chosen, focused, none = copies(
        demo, ["load"], ["choose", "my.zip", copy], ["focus"], ["choose", None], leftOut=["notes.txt", "a.txt"]
    )["found"]
    assert first["asked"] == ["a file"] and first["loaded"] == []
    assert chosen["questions"] == [
        "Load the games in my.zip? They replace games and records of the same kind in this browser."
    ]
    assert chosen["loaded"] == [[["logs/game-1.log", [255]], ["game", [103]], ["notes.txt", [110]], ["a.txt", [97]]]]
    assert (chosen["during"], chosen["chosen"]) == ("", "")
    assert chosen["status"] == (
        "Your games from my.zip are here now. These files of the copy are not for a browser: notes.txt, a.txt."
    )
    assert focused["args"] == [True, True] and none["loaded"] == none["questions"] == none["asked"] == []


def test_a_copy_that_is_not_loaded_is_one_sentence(demo: Run) -> None:
    copy, no_zip = zipped(("game", b"g")), base64.b64encode(b"x").decode()
    cases: list[tuple[dict[str, Any], str, str, bool]] = [
        ({}, copy, "Your games from my.zip are here now.", True),
        ({"confirms": False}, copy, "", False),
        ({"confirms": True, "leftOut": None}, copy, "There is not enough room in this browser for my.zip.", True),
        ({"refusal": "In another tab."}, copy, "In another tab.", True),
        ({"refusal": ""}, no_zip, f"my.zip is damaged or not a .zip.{NOT_ONE}", False),
        ({"isOffline": True}, copy, "no network", False),
    ]
    steps = [step for changes, content, *_ in cases for step in (["with", changes], ["choose", "my.zip", content])]
    found = copies(demo, *steps)["found"][1::2]
    for (_, _, sentence, is_loaded), look in zip(cases, found, strict=True):
        assert look["status"].removesuffix(" Nothing was changed.") == sentence
        assert bool(look["loaded"]) == is_loaded
    assert found[2]["status"].endswith(" Nothing was changed.")


def test_the_buttons_for_copies_are_below_the_console_with_a_word_on_why(demo: Run) -> None:
    found = copies(demo)
    assert found["words"] == (
        "Your games are kept in this browser only. Save a copy to keep them safe, or to play them somewhere else."
    )
    assert found["input"] == {"type": "file", "accept": ".zip", "hidden": True, "ariaLabel": "Copy"}
    assert found["status"] == ["copy-status", "status", "100%"] and found["switches"] == "switches"
    assert found["buttons"] == [["Save a copy", "switch", "button"], ["Load a copy", "switch", "button"]]


# ---- keys and buttons


def key(key: str, code: str = "", **others: Any) -> dict[str, Any]:
    return {"key": key, "code": code, **others}


KEYS = {
    0: [key("1", "Digit1"), key("&", "Digit1"), key("1", "Numpad1"), key("1", "x")],
    5: [key("6", "Digit6"), key("6", "Numpad6")],
    6: [key("r", "KeyP"), key("R", "KeyR"), key(" ", "Space"), key("Enter", "Enter"), key("\u043a", "KeyR")],
    7: [key("b", "KeyB"), key("Backspace", "Backspace"), key("\u0438", "KeyB")],
    8: [key("m", "KeyM"), key("Escape", "Escape"), key("\u044c", "KeyM")],
    None: [
        key("7", "Digit7"), key("0", "Digit0"), key("p", "KeyR"), key("x", "KeyX"), key("Tab", "Tab"),
        key("r", "KeyR", ctrlKey=True), key("b", "KeyB", metaKey=True), key("1", "Digit1", altKey=True),
        key("r", "KeyR", repeat=True), key("Shift", "ShiftLeft"),
    ],
}  # fmt: skip


def test_each_key_presses_its_button_and_releases_it(simulator: Run) -> None:
    pairs = [(button, each) for button, events in KEYS.items() for each in events]
    steps = [[kind, event] for _, event in pairs for kind in ("keydown", "keyup")]
    found = simulator("keys", steps=steps)["found"]
    assert [edge["sent"] for edge in found] == [
        [] if button is None else [[button, down]] for button, _ in pairs for down in (1, 0)
    ]
    repeated = [event for _, event in pairs].index(KEYS[None][-2])
    assert [look["isPrevented"] for look in found[::2]] == [
        button is not None or place == repeated for place, (button, _) in enumerate(pairs)
    ]


def test_letters_are_typed_while_a_name_is_and_keys_of_buttons_are_not(simulator: Run) -> None:
    events = [
        key("a", "KeyA"), key("Z", "KeyZ"), key("\u0444", "KeyA"), key("-", "Minus"), key("+"), key("."), key("!"),
        key("\u00e9", "Digit2x"), key("r", "KeyR"), key("1", "Digit1"), key("Enter", "Enter"), key("Backspace", "B"),
        key("Escape", "Escape"), key(" ", "Space"), key("a", "KeyA", repeat=True), key("_"),
    ]  # fmt: skip
    expected = (
        [[[ord(letter), 1]] for letter in "AZA-+.!"] + [[], [[ord("R"), 1]], [[0, 1]], [[7, 1]], [[8, 1]]] + [[]] * 4
    )
    found = simulator("keys", steps=[["report", {"typing": "letters"}], *[["keydown", event] for event in events]])
    assert [edge["sent"] for edge in found["found"][1:]] == expected
    assert "keys" in found["hidden"] and "typing" not in found["hidden"]


def test_digits_are_typed_while_a_number_is_and_the_other_keys_press_their_buttons(simulator: Run) -> None:
    events = [key("1", "Digit1"), key("5", "Numpad5"), key("&", "Digit1"), key("0", "Digit0"), key("b", "KeyB")]
    found = simulator("keys", steps=[["report", {"typing": "digits"}], *[["keydown", event] for event in events]])
    assert [edge["sent"] for edge in found["found"][1:]] == [[[ord(digit), 1]] for digit in "1510"] + [[[7, 1]]]
    assert "typing" in found["hidden"] and "keys" not in found["hidden"]


def test_a_button_that_two_touches_hold_is_pressed_once_and_released_with_the_last(simulator: Run) -> None:
    roll = key("r", "KeyR")
    pointer = {"on": 6, "button": 0, "pointerId": 3}
    steps = [
        ["keydown", roll], ["pointerdown", dict(pointer)], ["keyup", roll], ["pointerup", {"pointerId": 3}],
        ["pointerdown", {**pointer, "button": 2}], ["pointerdown", dict(pointer)], ["keydown", key("b", "KeyB")],
        ["blur", {}], ["pointerup", {"pointerId": 3}], ["keydown", roll], ["hide", {}],
        ["click", {"on": 2, "detail": 1}], ["click", {"on": 2, "detail": 0}], ["pass", 59], ["pass", 1],
    ]  # fmt: skip
    found = simulator("keys", steps=steps)
    assert [edge["sent"] for edge in found["found"]] == [
        [[6, 1]], [], [], [[6, 0]], [], [[6, 1]], [[7, 1]], [[6, 0], [7, 0]], [], [[6, 1]], [[6, 0]],
        [], [[2, 1]], [], [[2, 0]],
    ]  # fmt: skip


def test_enter_and_space_press_the_button_with_the_focus_and_work_on_links(simulator: Run) -> None:
    steps: list[list[Any]] = [
        ["focus", {"dataset": {"button": "3"}}],
        *[["keydown", key(name, name)] for name in ("Enter", " ", "r")],
        ["blur", {}],
        ["focus", {"tag": "a"}],
        *[["keydown", key(name, name)] for name in ("Enter", " ", "b")],
        ["focus", {"tag": "button", "className": "switch"}],
        *[["keydown", key(name, name)] for name in ("Enter", " ", "m")],
        ["focus", {"tag": "input", "dataset": {}}],
        ["keydown", key("Enter", "Enter")],
    ]
    sent = [edge["sent"] for edge in simulator("keys", steps=steps)["found"]]
    assert sent[1:4] == [[[3, 1]], [], [[6, 1]]] and sent[6:9] == [[], [], [[7, 1]]]
    assert sent[10:13] == [[], [], [[8, 1]]] and sent[14:] == [[[6, 1]]]


def test_a_page_shows_that_the_console_rests_has_crashed_or_is_switched_off(simulator: Run) -> None:
    reports: dict[str, list[Any]] = {
        "asleep": ["report", {"rest": "asleep"}],
        "off": ["report", {"rest": "off"}],
        "crash": ["report", {"crash": "Traceback"}],
        "notice": ["close", None],
    }
    for name, report in reports.items():
        found = simulator("keys", steps=[["keydown", key("r", "KeyR")], report, ["keydown", key("b", "KeyB")]])
        assert name not in found["hidden"]
        assert found["down"] == ([] if name == "notice" else [6, 7])
    assert found["notice"].startswith("The console is switched off.") and not found["connected"]


def test_the_sound_is_muted_by_a_key_and_stays_so(simulator: Run) -> None:
    assert simulator("keys", steps=[["keydown", key("s", "KeyS")]])["muted"] == "1"
    assert simulator("keys", steps=[["keydown", key("S", "KeyS")]], items={"muted": "1"})["muted"] == ""
