"""The sentences of `make flash`, of the page install.html and of the demo: all of them, as they are read."""

import re

import pytest

from host_tests.view_golden import golden
from tools.board.flash import sentences
from tools.board.flash.sentences import sentence, sentences_of_the_demo, sentences_of_the_page

TOOLS = {"command": sentences.TEXTS, "page": sentences_of_the_page(), "demo": sentences_of_the_demo()}


def facts(text: str) -> set[str]:
    return {*re.findall(r"\{(\w*)\}", text)}


@pytest.mark.parametrize("tool", TOOLS)
def test_each_sentence_reads_as_in_its_file(tool: str) -> None:
    text = "".join(f"{name}\n    {text}\n" for name, text in TOOLS[tool].items())
    assert text == golden(f"sentences-of-the-{tool}", text, "flash")


@pytest.mark.parametrize("tool", TOOLS)
def test_no_sentence_has_words_left_that_a_tool_replaces(tool: str) -> None:
    assert [name for name, text in TOOLS[tool].items() if {*"<>"} & {*text}] == []


def test_the_page_has_each_sentence_of_the_command_with_the_same_facts_or_fewer() -> None:
    for name, text in TOOLS["command"].items():
        assert facts(TOOLS["page"][name]) <= facts(text), name


def test_no_sentence_of_the_command_names_a_button_and_none_of_the_page_a_target_that_needs_a_terminal() -> None:
    for text in TOOLS["command"].values():
        assert not re.search(r"\bpress (?!Ctrl)|\bConnect\b|\bCheck\b|\bThonny \(thonny", text)
    for text in TOOLS["page"].values():
        assert not re.search(r"make (flash|doctor|restore|repl|uf2)|mpremote|\b[A-Z]+=", text)


def test_a_fact_of_a_stranger_is_shown_on_one_line_of_900_characters_without_what_a_terminal_acts_on() -> None:
    assert sentence("failed", error="a\n\x1b[2J").startswith("The board reported a\\n\\x1b[2J: run the same")
    shortest = len(sentence("failed", error=""))
    assert len(sentence("failed", error="x" * 900)) == shortest + 900
    assert sentence("failed", error="x" * 901 + "y").count("x") < 900


def test_braces_in_a_fact_stay_as_they_are() -> None:
    assert "{port}" in sentence("failed", error="{port}")
