"""`python -m tools.play.rules` with Phase 10 dice: keeps, options and variants."""

import json

import pytest

from host_tests import phase_brute_force as brute
from host_tests.command_fixture import ask
from host_tests.phase_dice_fixture import numbers_of
from sixpip.rules.core.errors import BadOption
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.log_parser import faces_of
from sixpip.rules.rulebook import variant_file

ROLL = "8G 8O 8B 10B 5B 6O WR WB 3R 1G".split()  # the worked example of the rule sheet: 34 in phase 1


def test_keeps_lists_what_ten_dice_make_for_every_phase(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = ask(capsys, "keeps", "phase-10", *ROLL)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split(None, 6) == ["1", "two", "sets", "of", "3", "34", "8G 8O 8B 10B WR WB"]
    assert [line.split()[0] for line in lines] == [str(phase) for phase in brute.PHASES]


def test_keeps_prints_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = ask(capsys, "keeps", "phase-10", "--json", *ROLL)
    assert (status, err) == (0, "")
    answer = json.loads(out)
    assert (answer["variant"], answer["roll"]) == ("phase-10", ROLL)
    assert answer["phases"][0] == {
        "phase": 1,
        "goal": "two sets of 3",
        "made": True,
        "points": 34,
        "faces": ["8G", "8O", "8B", "10B", "WR", "WB"],
        "short": 0,
    }
    numbers = numbers_of(bytes(faces_of(list(range(dice.DICE)), ROLL)))
    for row in answer["phases"]:
        assert row["made"] == (row["short"] == 0)
        assert len(row["faces"]) == brute.needed(row["phase"]) - row["short"]
        if row["phase"] in brute.BY_NUMBER:
            assert row["points"] == max(0, brute.best(numbers, row["phase"]))


BAD = [
    ([], "Phase dice are all on the table: name 10 faces in the order H1 to H6, L1 to L4"),
    (ROLL[:9], "Phase dice are all on the table: name 10 faces in the order H1 to H6, L1 to L4"),
    ([*ROLL, "1G"], "Phase dice are all on the table: name 10 faces in the order H1 to H6, L1 to L4"),
    (["8R", *ROLL[1:]], "H1 has no face '8R': it shows 5R 6O 7B 8G 9O 10G"),
    ([*ROLL[:9], "WO"], "L4 has no face 'WO': it shows 1G 2O 3B 4R WR WG"),
    ([*ROLL, "hot=yes"], "There is no option 'hot': use one of "),
]


@pytest.mark.parametrize(("words", "sentence"), BAD, ids=lambda value: str(value)[-40:])
def test_bad_input_gives_one_sentence_and_status_2(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    status, out, err = ask(capsys, "keeps", "phase-10", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(sentence)


def test_options_and_variants_show_the_game_with_its_only_house_rule(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = ask(capsys, "options", "phase-10")
    assert status == 0
    (line,) = out.splitlines()
    assert line.startswith("start=one-die  (PH-02) ")
    assert line.endswith(": seated or one-die")
    shown = [line for line in ask(capsys, "variants")[1].splitlines() if line.startswith("phase-10  ")]
    assert shown == ["phase-10  Phase 10, 1 2 3 4 5 6 7 8 9 10 W: start=one-die"]


# Own variants


def test_an_own_variant_of_phase_dice_can_change_who_starts_and_nothing_else() -> None:
    variant = variant_file.read(b'{"name": "mine", "base": "phase-10", "rules": {"start": "seated"}}')
    assert variant.options == {"start": "seated"}
    for extra, words in (
        ('"faces": ["1", "2", "3", "4", "5", "6"]', "faces: phase dice keep theirs"),
        ('"table": {}', "table: phase dice score their numbers"),
        ('"rules": {"target": 500}', "target=500 makes no sense with these dice"),
    ):
        with pytest.raises(BadOption, match=words):
            variant_file.read(f'{{"name": "mine", "base": "phase-10", {extra}}}'.encode())
